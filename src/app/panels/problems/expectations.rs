//! The expectations of the scene: one row each, those that are not met first. A click selects the answer.

use eframe::egui::{Button, Label, Rect, RichText, Ui, vec2};

use super::found::rows_in_sight;
use super::row::ProblemRow;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::report::expected::ExpectedOutcome;
use crate::workspace::Workspace;

/// The width of the button that removes an expectation, points.
const REMOVE: f32 = 24.0;

/// The number of expectations that are not met.
pub(super) fn not_met(workspace: &Workspace) -> usize {
    workspace.judging().unmet_count()
}

/// All rows. `top` is the y of the scrolled contents.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, sight: Rect) {
    let top = ui.min_rect().top();
    if workspace.scene().expect.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let (count, not_met, pending) =
        (workspace.judging().outcomes().len(), not_met(workspace), workspace.judging().pending_expectations());
    ui.horizontal(|ui| {
        if pending > 0 {
            ui.label(RichText::new(format!("Expectations: {pending} …")).strong());
        } else {
            let tone = if not_met > 0 { Tone::Fail } else { Tone::Pass };
            let words = match not_met {
                0 => format!("Expectations: {count} met"),
                not_met => format!("Expectations: {not_met} of {count} not met"),
            };
            let words = RichText::new(format!("{} {words}", symbol(not_met == 0)));
            ui.add(Label::new(words.strong().color(theme::text_color(ui.ctx(), tone))));
        }
        if pending > 0 || workspace.judging().is_evaluating() {
            ui.spinner();
            ui.weak("The answers are being computed.");
        }
    });
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&i| workspace.judging().outcomes()[i].is_met());
    let (mut clicked, mut removed) = (None, None);
    rows_in_sight(ui, sight, top, count, |ui, place, i| {
        let outcome = &workspace.judging().outcomes()[order[i]];
        let [row, button] = place.split_left_right_at_x(place.right() - REMOVE).into();
        if one(ui, row, workspace, outcome) {
            clicked = Some(outcome.index);
        }
        let id = ui.scope_id().with(("remove expectation", outcome.index));
        let mut child = ui.new_child(eframe::egui::UiBuilder::new().max_rect(button).id_salt(id));
        let small = Button::new("×").frame_when_inactive(false).min_size(vec2(REMOVE - 4.0, place.height() - 3.0));
        let name = format!("Remove the expectation {}", theme::quoted(&outcome.line()));
        let response = child.put(button.shrink(1.0), small).on_hover_text("Remove this expectation from the scene.");
        if response.accessible_name(name).clicked() {
            removed = Some(outcome.index);
        }
    });
    if let Some(index) = removed {
        workspace.edits().remove_expectation(index);
    } else if let Some(index) = clicked {
        workspace.edits().show_expectation(index);
    }
}

fn symbol(is_met: bool) -> &'static str {
    if is_met { "✔" } else { "✖" }
}

/// A row. Returns whether it was clicked.
fn one(ui: &Ui, place: Rect, workspace: &Workspace, outcome: &ExpectedOutcome) -> bool {
    let is_met = outcome.is_met();
    let row = ProblemRow {
        symbol: symbol(is_met),
        tone: Tone::pass_or_fail(is_met),
        words: &theme::quoted(&outcome.line()),
        place: "",
        help: Some("Select this answer and go to its tick. The Explain panel then shows how it is computed."),
        is_selected: workspace.judging().is_selected_expectation(outcome.index),
    };
    row.put(ui, place, ("expectation", outcome.index))
}
