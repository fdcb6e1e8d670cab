//! Answers of the program of a trace that differ from ours.

use eframe::egui::{Rect, RichText, Ui};

use super::found::rows_in_sight;
use super::row::ProblemRow;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::report::Report;
use crate::report::said::{AskedItem, Disagreement};
use crate::workspace::{Workspace, asked_items};
use crate::world::Item;

/// The number of rows.
pub(super) fn count(report: &Report) -> usize {
    report.said.as_ref().map_or(0, |said| said.disagreements.len())
}

/// Whether the program answered at the tick.
pub(super) fn is_compared(report: &Report) -> bool {
    report.said.as_ref().is_some_and(|said| said.answers > 0)
}

/// A head with the number of answers at the tick, and a row for each that differs.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, sight: Rect, top: f32) {
    let Some(said) = workspace.report().said.as_ref().filter(|said| said.answers > 0) else { return };
    let (answers, different) = (said.answers, said.disagreements.len());
    let (head, tone) = match different {
        0 => (format!("✔ The program answers as eyeline does at this tick: {answers} answers"), Tone::Pass),
        _ => (format!("≠ Answers of the program that differ at this tick: {different} of {answers}"), Tone::Mistaken),
    };
    let color = theme::text_color(ui.ctx(), tone);
    ui.add_space(4.0);
    ui.label(RichText::new(head).strong().color(color));
    rows_in_sight(ui, sight, top, different, |ui, place, i| row(ui, place, i, workspace));
}

/// The row of a disagreement. A click selects what was asked.
fn row(ui: &Ui, place: Rect, index: usize, workspace: &mut Workspace) {
    let Some(one) = workspace.report().said.as_ref().and_then(|said| said.disagreements.get(index)).cloned() else {
        return;
    };
    let words = sentence(&one);
    let items = asked_items(&one, workspace.world());
    let selected = workspace.selected();
    let is_selected = match items[..] {
        [Item::Object(object)] => selected.object() == Some(object),
        [querier, Item::Object(object)] => selected.querier() == Some(querier) && selected.object() == Some(object),
        _ => false,
    };
    let (help, cause) = (one.cause.sentence(), one.cause.short());
    let row =
        ProblemRow {
            symbol: "≠", tone: Tone::Mistaken, words: &words, place: &cause, help: Some(&help), is_selected
        };
    if row.put(ui, place, ("said", index)) {
        workspace.selection_mut().select_asked(&one);
    }
}

/// "“crate” in view of “eye”: the program says visible, eyeline outside".
fn sentence(one: &Disagreement) -> String {
    let Disagreement { asked, said, ours, .. } = one;
    let what = match asked {
        AskedItem::View { camera, object } => format!("“{object}” in view of “{camera}”"),
        AskedItem::Pair([a, b]) => format!("“{a}” and “{b}”"),
        other => other.words().replace('`', ""),
    };
    let [said, ours] = [said, ours].map(|opinion| opinion.words().replace('`', ""));
    format!("{what}: the program says {said}, eyeline {ours}")
}
