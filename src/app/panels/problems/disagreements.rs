//! Answers where fast and exact differ.

use eframe::egui::{Rect, Ui};

use super::row::ProblemRow;
use crate::geometry::Tone;
use crate::report::Report;
use crate::workspace::Workspace;
use crate::world::Item;

/// The camera or ray, and the object for which the answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disagreement {
    querier: Item,
    object: usize,
}

/// Every disagreement of a report, in its order.
pub(super) fn all(report: &Report) -> Vec<Disagreement> {
    let cameras = report.frusta.iter().enumerate().flat_map(|(camera, answers)| {
        let wrong = answers.objects.iter().enumerate().filter(|(_, answer)| !answer.agrees());
        wrong.map(move |(object, _)| Disagreement { querier: Item::Camera(camera), object })
    });
    let rays = report.rays.iter().enumerate().flat_map(|(ray, answers)| {
        answers.disputed().map(move |met| Disagreement { querier: Item::Ray(ray), object: met.object })
    });
    cameras.chain(rays).collect()
}

impl Disagreement {
    /// The row of a disagreement. A click selects the camera or ray, and the object.
    pub(super) fn show(self, ui: &Ui, place: Rect, workspace: &mut Workspace) {
        let Self { querier, object } = self;
        let Some(words) = self.sentence(workspace.report()) else { return };
        let selected = workspace.selected();
        let row = ProblemRow {
            symbol: "⚠",
            tone: Tone::Exact,
            words: &words,
            place: "",
            help: Some("Select both. The Explain panel then shows why the answers differ."),
            is_selected: selected.querier() == Some(querier) && selected.object() == Some(object),
        };
        if row.put(ui, place, ("disagreement", querier, object)) {
            workspace.selection_mut().select_querier(querier);
            workspace.selection_mut().select_object(Some(object));
        }
    }

    fn sentence(self, report: &Report) -> Option<String> {
        let object = report.name(self.object);
        match self.querier {
            Item::Camera(camera_index) => {
                let answer = report.in_view(camera_index, self.object)?;
                let [fast, exact] = [answer.fast.verdict.word(), answer.exact.word()];
                let camera = &report.frusta.get(camera_index)?.camera;
                let kind = report.difference_in_view(camera_index, self.object)?;
                Some(format!("“{object}” in view of “{camera}”: {fast}, exact: {exact} ({kind})"))
            }
            Item::Ray(ray) => {
                let answer = report.on_ray(ray, self.object)?;
                let kind = report.difference_on_ray(ray, self.object)?;
                let [fast, exact] = [answer.cast.word(), answer.exact.word()];
                let ray = &report.rays.get(ray)?.ray.name;
                let exact = if fast == exact { "at another t" } else { exact };
                Some(format!("“{object}” on “{ray}”: {fast}, exact: {exact} ({kind})"))
            }
            _ => None,
        }
    }
}
