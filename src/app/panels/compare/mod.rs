//! The Compare panel: the answers that differ from those of another state. A click selects an answer.

use eframe::egui::{Button, Label, RichText, Role, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, vec2};

use crate::app::command;
use crate::app::command::{Commands, CompareCommand};
use crate::app::kit::theme;
use crate::report::difference::words;
use crate::workspace::Workspace;
use crate::workspace::comparison::{ComparisonLook, MOST_OUTLINED};

/// Height of a row, points.
const ROW: f32 = 21.0;

/// The whole panel.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    if let Some(name) = workspace.judging().reading_comparison() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(theme::quoted(&format!("Reading {name} …")));
            command::button(ui, Button::new("Cancel"), "Cancel the comparison", CompareCommand::End, commands);
        });
    }
    let Some(open) = workspace.judging().comparison() else { return };
    ui.horizontal_wrapped(|ui| {
        command::button(ui, Button::new("⏴"), "Previous change", CompareCommand::Previous, commands);
        command::button(ui, Button::new("⏵"), "Next change", CompareCommand::Next, commands);
        for look in ComparisonLook::ALL {
            let button = Button::selectable(open.look == look, open.word(look));
            command::button(ui, button, open.word(look), CompareCommand::Look(look), commands);
        }
        command::button(ui, Button::new("End"), "End comparison", CompareCommand::End, commands);
        let words = match open.why_none() {
            Some(why) => why.to_owned(),
            None if open.changes().len() > MOST_OUTLINED => {
                format!("{}; the 3D view outlines {MOST_OUTLINED} objects", open.headline())
            }
            None => open.headline(),
        };
        ui.add(Label::new(RichText::new(theme::quoted(&words)).strong()).truncate());
        if open.is_computing() {
            ui.spinner();
            ui.weak("Comparing …");
        }
    });
    ui.add_space(2.0);
    let mut clicked = None;
    let (changes, current) = (open.changes(), open.current);
    let scroll = ScrollArea::vertical().id_salt("changes").auto_shrink([false, false]);
    ui.spacing_mut().item_spacing.y = 0.0;
    scroll.show_rows(ui, ROW, changes.len(), |ui, range| {
        for i in range {
            let text = theme::quoted(&words::line(&changes[i]));
            if row(ui, &text, current == Some(i), changes[i].is_of_numbers()) {
                clicked = Some(i);
            }
        }
    });
    if let Some(index) = clicked {
        workspace.selection_mut().show_change(index);
    }
}

/// A row. Returns whether it was clicked. A change of only numbers is drawn weakly.
fn row(ui: &mut Ui, text: &str, is_selected: bool, is_weak: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_selected, text));
    let visuals = ui.visuals();
    let color = match (is_selected, is_weak) {
        (true, _) => visuals.selection.stroke.color,
        (false, true) => visuals.weak_text_color(),
        (false, false) => visuals.text_color(),
    };
    theme::row_back(ui, rect, is_selected, response.hovered());
    let line = theme::one_line(ui, text, TextStyle::Body.resolve(ui.style()), color, rect.width() - 12.0);
    let at = eframe::egui::pos2(rect.left() + 6.0, rect.center().y - line.size().y / 2.0);
    ui.painter().galley(at, line, color);
    response.on_hover_text(text).clicked()
}
