//! Cameras without answers about objects: one row each, with the reason and the remedy.

use eframe::egui::{Label, RichText, Ui};

use super::row::ProblemRow;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::report::Report;
use crate::workspace::Workspace;
use crate::world::Item;

/// Indices of the cameras that have no list of answers.
pub(super) fn all(report: &Report) -> Vec<usize> {
    let has_none = |(i, answers): (usize, &crate::report::FrustumAnswers)| answers.why_no_list().map(|_| i);
    report.frusta.iter().enumerate().filter_map(has_none).collect()
}

/// A row for each camera. A click selects the camera.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, cameras: &[usize]) {
    if cameras.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let red = theme::text_color(ui.ctx(), Tone::Fail);
    ui.add(Label::new(RichText::new("✖ Cameras without answers").strong().color(red)));
    for &camera in cameras.iter().take(MOST) {
        let Some(answers) = workspace.report().frusta.get(camera) else { continue };
        let (tone, is_selected) = (Tone::Fail, workspace.selected().querier() == Some(Item::Camera(camera)));
        let words = theme::quoted(&answers.no_list_sentence().unwrap_or_default());
        let help = Some("Select the camera.");
        if (ProblemRow { symbol: "✖", tone, words: &words, place: "", help, is_selected })
            .add(ui, ("unanswered", camera))
        {
            workspace.selection_mut().choose_querier(Item::Camera(camera), false);
        }
    }
    if let Some(more) = cameras.len().checked_sub(MOST).filter(|more| *more > 0) {
        ui.weak(format!("and {more} more; the Outliner lists all cameras"));
    }
}

/// The largest number of rows that are listed.
const MOST: usize = 1000;
