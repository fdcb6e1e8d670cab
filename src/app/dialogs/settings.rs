//! The window with all settings of the window itself. They apply at once, and stay from one run to the next.

use eframe::egui::{self, Button, Grid, Id, Label, RichText, ThemePreference, Ui, Vec2, vec2};

use crate::app::command;
use crate::app::command::tool::Keymap;
use crate::app::command::{Command, Commands, GizmoCommand, WindowCommand};
use crate::app::kit::motion::Motion;
use crate::app::kit::{fly_speed, scale, tall_window};
use crate::geometry::units::{Angle, Length, Units};

/// The space around the rows for title, frame and border, points.
const AROUND: Vec2 = vec2(56.0, 84.0);
/// The least width of the names of settings, points.
const NAMES: f32 = 64.0;
/// The greatest width of the rows, points.
const WIDTH: f32 = 430.0;
/// The height of a row, points.
const ROW: f32 = 24.0;

/// A setting: its name, and its choices with their words.
type SettingRow = (&'static str, Vec<(String, Command)>);

/// The settings, by group.
fn groups() -> [(&'static str, Vec<SettingRow>, &'static str); 4] {
    let keys = Keymap::ALL.map(|keymap| (keymap.name().to_owned(), GizmoCommand::Keymap(keymap).into()));
    let speeds = fly_speed::STEPS.map(|percent| (format!("{percent} %"), WindowCommand::FlySpeed(percent).into()));
    let themes =
        [("Dark", ThemePreference::Dark), ("Light", ThemePreference::Light), ("System", ThemePreference::System)]
            .map(|(name, theme)| (name.to_owned(), WindowCommand::Theme(theme).into()));
    let scales = scale::STEPS.map(|percent| (format!("{percent} %"), WindowCommand::Scale(percent).into()));
    let trees = [("Top down", false), ("Left to right", true)]
        .map(|(name, is_sideways)| (name.to_owned(), WindowCommand::SidewaysTrees(is_sideways).into()));
    let motion = [("Full", Motion::Full), ("Reduced", Motion::Reduced)]
        .map(|(name, motion)| (name.to_owned(), WindowCommand::Motion(motion).into()));
    let lengths = Length::ALL.map(|length| (length.symbol().to_owned(), WindowCommand::Length(length).into()));
    let angles = Angle::ALL.map(|angle| (angle.name().to_owned(), WindowCommand::Angle(angle).into()));
    let digits = Units::DIGITS.map(|digits| (digits.to_string(), WindowCommand::Digits(digits).into()));
    [
        (
            "Navigation",
            vec![("Keys", keys.into())],
            "Unity: Q, W, E, R and T choose a tool. Blender: G, R and S move, rotate and scale at once.",
        ),
        ("Interface", vec![("Theme", themes.into()), ("Scale", scales.into()), ("Trees", trees.into())], ""),
        (
            "Numbers",
            vec![("Lengths", lengths.into()), ("Angles", angles.into()), ("Digits", digits.collect())],
            "For fields, labels, tables and measurements. Files, reports and explanations always have metres and degrees.",
        ),
        (
            "Movement",
            vec![("Fly speed", speeds.into()), ("Motion", motion.into())],
            "The fly speed also depends on the distance to the surface under the pointer, and the wheel changes it during a flight. With \
             reduced motion, the view, panels and lists change at once.",
        ),
    ]
}

/// Shows the window while `is_open`.
pub(in crate::app) fn show(ctx: &egui::Context, is_open: &mut bool, commands: &mut Commands) {
    if !*is_open {
        return;
    }
    tall_window::show(ctx, ("Settings", window_id()), is_open, AROUND, |ui, room| {
        ui.set_width(room.x.min(WIDTH));
        for (title, rows, note) in groups() {
            ui.label(RichText::new(title).strong());
            Grid::new(title).num_columns(2).min_col_width(NAMES).min_row_height(ROW).show(ui, |ui| {
                for (name, choices) in rows {
                    ui.weak(name);
                    show_choices(ui, name, choices, commands);
                    ui.end_row();
                }
            });
            if !note.is_empty() {
                ui.add(Label::new(RichText::new(note).weak().small()).wrap());
            }
            ui.add_space(8.0);
        }
    });
}

/// The choices side by side. The current one is marked.
fn show_choices(ui: &mut Ui, name: &str, choices: Vec<(String, Command)>, commands: &mut Commands) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (words, choice) in choices {
            let is_on = commands.entry(choice.clone()).is_on.unwrap_or_default();
            let button = Button::selectable(is_on, &words).min_size(vec2(ROW, 0.0));
            command::button(ui, button, &format!("{name}: {words}"), choice, commands);
        }
    });
}

/// The id of the window.
pub(in crate::app) fn window_id() -> Id {
    Id::unique("settings")
}
