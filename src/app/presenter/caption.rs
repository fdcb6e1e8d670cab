//! The words of the shown step of the selected answer, in a bar: the panel with the steps is not shown.

use eframe::egui::{Frame, Margin, Panel, RichText, Ui};

use crate::app::kit::theme;
use crate::workspace::Workspace;

/// Shows the bar below the 3D view, when a step is shown.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &Workspace) {
    let Some(index) = workspace.selected().step else { return };
    let Some(explanation) = workspace.explanation() else { return };
    let steps = &explanation.story.steps;
    let Some(step) = steps.get(index) else { return };
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(14, 8));
    Panel::bottom("step of the presenter").frame(frame).show(ui, |ui| {
        let title = format!("{} of {} · {}", index + 1, steps.len(), theme::quoted(&step.title));
        ui.label(RichText::new(title).size(15.0).strong());
        if !step.numbers.is_empty() {
            ui.label(RichText::new(&step.numbers).monospace());
        }
        let color = theme::text_color(ui.ctx(), step.tone);
        ui.label(RichText::new(theme::quoted(&step.outcome)).size(14.0).color(color));
    });
}
