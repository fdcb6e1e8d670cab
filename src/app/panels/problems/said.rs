//! The number of answers of the program of a trace that differ from ours. The panel Disagreements lists them.

use eframe::egui::Ui;

use super::row::ProblemRow;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::report::Report;

/// Whether answers of the program differ at the tick.
pub(super) fn has_disagreements(report: &Report) -> bool {
    report.said.as_ref().is_some_and(|said| !said.disagreements.is_empty())
}

/// Whether the program answered at the tick.
pub(super) fn is_compared(report: &Report) -> bool {
    report.said.as_ref().is_some_and(|said| said.answers > 0)
}

/// The row with the number of answers at the tick, and of those that differ. Returns whether it was clicked.
pub(super) fn show(ui: &mut Ui, report: &Report) -> bool {
    let Some(said) = report.said.as_ref().filter(|said| said.answers > 0) else { return false };
    let tone = if said.disagreements.is_empty() { Tone::Pass } else { Tone::Mistaken };
    ui.add_space(4.0);
    let row = ProblemRow {
        symbol: theme::palette(ui.ctx()).symbol(tone),
        tone,
        words: &said.headline(),
        place: "Disagreements",
        help: Some("Open the panel that lists them with their causes."),
        is_selected: false,
    };
    row.add(ui, "said")
}
