//! Commands on the panels and on the appearance of the window.

use eframe::egui::{Key, ThemePreference};

use crate::app::actions::context::Context;
use crate::app::actions::target::Work;
use crate::app::command::entry::Entry;
use crate::app::command::menu::open_context_menu;
use crate::app::command::shortcut::{Scope, ctrl, plain, shift};
use crate::app::kit::{fly_speed, pointing, scale, units};
use crate::app::panels::behavior;
use crate::app::shell::layout::Pane;
use crate::geometry::units::{Angle, Length, Units};

/// A command on the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum WindowCommand {
    /// Opens or closes a panel.
    Panel(Pane),
    /// Brings a panel to the front and outlines its field with this label.
    PointAt(&'static str, Pane),
    Hints,
    ResetLayout,
    ShowTree,
    Larger,
    Smaller,
    UsualSize,
    /// A scale of the window in percent.
    Scale(u16),
    Theme(ThemePreference),
    /// Opens the window with the settings, or closes it.
    Settings,
    /// Opens the context menu without the mouse.
    ContextMenu,
    /// The unit of lengths on screen.
    Length(Length),
    /// The unit of angles on screen.
    Angle(Angle),
    /// The number of digits on screen.
    Digits(u8),
    /// Whether behaviour trees are drawn from left to right.
    SidewaysTrees(bool),
    /// The speed at which the view flies, in percent.
    FlySpeed(u16),
}

/// The themes.
pub(in crate::app) const THEMES: [WindowCommand; 3] = [
    WindowCommand::Theme(ThemePreference::Dark),
    WindowCommand::Theme(ThemePreference::Light),
    WindowCommand::Theme(ThemePreference::System),
];

impl WindowCommand {
    /// All commands without a field.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let panels = Pane::ALL.into_iter().map(Self::Panel);
        let layout = [Self::Hints, Self::ResetLayout, Self::ShowTree, Self::Larger, Self::Smaller, Self::UsualSize];
        let units = Length::ALL.map(Self::Length).into_iter().chain(Angle::ALL.map(Self::Angle));
        let numbers = units.chain(Units::DIGITS.map(Self::Digits));
        let look = scale::STEPS.into_iter().map(Self::Scale).chain(THEMES);
        let trees = [false, true].map(Self::SidewaysTrees).into_iter().chain(fly_speed::STEPS.map(Self::FlySpeed));
        panels.chain(layout).chain(look).chain([Self::Settings, Self::ContextMenu]).chain(numbers).chain(trees)
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::Panel(pane) => {
                let is_open = context.open_panels.contains(&pane);
                Entry::new(pane.title(), move |work| {
                    // A panel behind another tab comes to the front.
                    let layout = &mut work.app.layout;
                    if layout.shows(pane) { layout.close(pane) } else { layout.reveal(pane) }
                })
                .help(pane.help())
                .switch(is_open)
                .needs(pane.is_closable() || !is_open, "The 3D view cannot be closed.")
                .needs(
                    !pane.is_closable() || context.needed_panels.contains(&pane),
                    "This scene has nothing to show in this panel.",
                )
            }
            Self::PointAt(label, pane) => Entry::new(format!("Show {label}"), move |work| {
                work.app.layout.reveal(pane);
                pointing::begin(work.ctx, label);
            })
            .help("Bring the panel of this field to the front and outline the field."),
            Self::Hints => Entry::new("Panel hints", |work| work.app.layout.toggle_hints())
                .help("Show a short description beside each panel title.")
                .switch(context.has_hints),
            Self::ResetLayout => Entry::new("Reset layout", |work| work.app.layout.reset())
                .help("Move all panels back to their default places."),
            Self::ShowTree => Entry::new("Show behaviour tree", |work| {
                work.show_tree();
            })
            .help("Bring the panel with the behaviour tree to the front.")
            .needs(context.tree.is_some(), "This scene has no agent with a behaviour tree."),
            Self::Larger => to_scale("Larger", scale::larger_than(context.scale))
                .help("Draw the whole window larger.")
                // + needs Shift on some keyboards; on others = is typed.
                .keys(Scope::Everywhere, [ctrl(Key::Plus).with_any_shift(), ctrl(Key::Equals).with_any_shift()]),
            Self::Smaller => to_scale("Smaller", scale::smaller_than(context.scale))
                .help("Draw the whole window smaller.")
                .keys(Scope::Everywhere, [ctrl(Key::Minus).with_any_shift()]),
            Self::UsualSize => Entry::new("Reset scale", |work| scale::set(work.ctx, scale::USUAL))
                .help("Draw the whole window at its usual size.")
                .keys(Scope::Everywhere, [ctrl(Key::Num0).with_any_shift()]),
            Self::Scale(percent) => Entry::new(format!("{percent} %"), move |work| scale::set(work.ctx, percent))
                .help("The scale of the whole window.")
                .switch(context.scale == percent),
            Self::Theme(theme) => {
                let name = match theme {
                    ThemePreference::Dark => "Dark theme",
                    ThemePreference::Light => "Light theme",
                    ThemePreference::System => "System theme",
                };
                Entry::new(name, move |work| work.ctx.set_theme(theme)).switch(context.theme == theme)
            }
            Self::Settings => Entry::new("Settings…", |work| work.app.help.toggle_settings())
                .help("Choose keys, theme, scale, units and the number of digits. They stay for the next run.")
                .keys(Scope::Panels, [ctrl(Key::Comma)]),
            Self::ContextMenu => Entry::new("Context menu", |work| open_context_menu(work.ctx))
                .help("Open the menu with the commands on the selection and the 3D view.")
                .keys(Scope::View, [plain(Key::Menu), shift(Key::F10)]),
            Self::SidewaysTrees(is_sideways) => {
                let name = if is_sideways { "Trees left to right" } else { "Trees top down" };
                Entry::new(name, move |work| behavior::set_sideways(work.ctx, is_sideways))
                    .help("The direction in which behaviour trees are drawn.")
                    .switch(context.has_sideways_trees == is_sideways)
            }
            Self::FlySpeed(percent) => {
                let factor = f32::from(percent) / 100.0;
                Entry::new(format!("Fly speed {percent} %"), move |work| fly_speed::choose(work.ctx, factor))
                    .help(
                        "The speed of flying. It also depends on the distance to the surface under the pointer. During a \
                         flight, the wheel changes it.",
                    )
                    .switch(context.fly_speed == Some(percent))
            }
            Self::Length(length) => {
                to_units(format!("Lengths in {}", length.name()), Units { length, ..context.options.units }, context)
                    .help("The unit of lengths in fields, labels, tables and measurements.")
            }
            Self::Angle(angle) => {
                to_units(format!("Angles in {}", angle.name()), Units { angle, ..context.options.units }, context)
                    .help("The unit of angles in fields and labels.")
            }
            Self::Digits(digits) => to_units(
                format!("Numbers with {digits} digits"),
                Units { digits, ..context.options.units },
                context,
            )
            .help(
                "The significant digits of labels and tables. Fields show one more; a field that is edited shows all.",
            ),
        }
    }
}

/// Chooses the units of numbers on screen.
fn to_units(name: String, units: Units, context: &Context) -> Entry {
    Entry::new(name, move |work| units::choose(work.ctx, units)).switch(context.options.units == units)
}

/// Sets the next larger or smaller scale.
fn to_scale(name: &'static str, percent: Option<u16>) -> Entry {
    let run = move |work: &mut Work<'_>| {
        if let Some(percent) = percent {
            scale::set(work.ctx, percent);
        }
    };
    Entry::new(name, run).needs(percent.is_some(), "The window has no further scale in this direction.")
}
