//! The lists of the panel, their count and tone, and the whole panel.

use eframe::egui::{Context, Label, RichText, ScrollArea, Ui};

use super::disagreements::Disagreement;
use super::found::{Clicked, ObjectProblems, rows_in_sight};
use super::request::ProblemRequest;
use super::{disagreements, expectations, notices, said, unanswered};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::report::problems::Problems as FoundProblems;
use crate::workspace::Workspace;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct Problems {
    /// Every disagreement. The list is kept until the report changes.
    disagreements: Vec<Disagreement>,
    found: ObjectProblems,
    /// Cameras without a list of answers. The list is kept until the report changes.
    unanswered: Vec<usize>,
    made_for: Option<u64>,
    notices: usize,
    /// Expectations that are not met.
    not_met: usize,
    /// Whether answers of a program differ from ours.
    has_disagreements: bool,
    has_error: bool,
}

impl Problems {
    /// Updates the lists.
    pub(in crate::app) fn update(&mut self, workspace: &Workspace, ctx: &Context) {
        self.notices = workspace.notices().len();
        self.not_met = expectations::not_met(workspace);
        self.has_disagreements = said::has_disagreements(workspace.report());
        if self.made_for.replace(workspace.revision()) != Some(workspace.revision()) {
            self.disagreements = disagreements::all(workspace.report());
            self.unanswered = unanswered::all(workspace.report());
        }
        self.has_error =
            !self.unanswered.is_empty() || self.not_met > 0 || workspace.notices().iter().any(|notice| notice.is_error);
        self.found.update(workspace, ctx);
    }

    /// Marks a problem of the faces of the selected object.
    pub(in crate::app) fn mark_faces(&self, workspace: &mut Workspace) {
        self.found.mark_faces(workspace);
    }

    /// The number of notices, unmet expectations, cameras without answers, problems, and answers that differ from the exact ones.
    /// All answers of a program that differ are one row.
    pub(in crate::app) fn count(&self) -> usize {
        let of_lists = self.unanswered.len() + self.found.count() + self.disagreements.len();
        self.notices + self.not_met + of_lists + usize::from(self.has_disagreements)
    }

    /// The number of problems of objects, meshes and recordings.
    pub(in crate::app) fn found_count(&self) -> usize {
        self.found.count()
    }

    /// Shows the next or the previous place of these problems. `false` without a problem.
    pub(in crate::app) fn step(&mut self, workspace: &mut Workspace, ctx: &Context, is_back: bool) -> bool {
        self.update(workspace, ctx);
        self.found.step(workspace, is_back)
    }

    /// All problems of objects, meshes and recordings; `None` while they are searched.
    pub(in crate::app) fn list(&mut self, workspace: &Workspace, ctx: &Context) -> Option<&FoundProblems> {
        self.update(workspace, ctx);
        self.found.list()
    }

    /// The tone of the worst of them.
    pub(in crate::app) fn tone(&self) -> Tone {
        match (self.has_error, self.notices + self.found.count()) {
            (true, _) => Tone::Fail,
            (false, 0) if self.has_disagreements => Tone::Mistaken,
            (false, 0) => Tone::Exact,
            (false, _) => Tone::Partial,
        }
    }

    /// Shows the panel. Returns what the window should do.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace) -> ProblemRequest {
        // Results of this frame are shown in this frame.
        self.update(workspace, ui.ctx());
        let has_none = self.count() == 0 && !self.found.is_looking();
        let has_said = said::is_compared(workspace.report());
        if has_none && workspace.scene().expect.is_empty() && !self.found.mentions_ignored() && !has_said {
            no_problems(ui);
            return ProblemRequest::Nothing;
        }
        let scroll = ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]);
        let mut asks_for_disagreements = false;
        let clicked = scroll.show_viewport(ui, |ui, sight| {
            let top = ui.min_rect().top();
            notices::all(ui, workspace);
            expectations::show(ui, workspace, sight);
            if has_none && workspace.judging().pending_expectations() == 0 {
                no_problems(ui);
            }
            unanswered::show(ui, workspace, &self.unanswered);
            asks_for_disagreements = said::show(ui, workspace.report());
            let clicked = self.found.ui(ui, workspace, sight);
            if self.disagreements.is_empty() {
                return clicked;
            }
            ui.add_space(4.0);
            let purple = theme::text_color(ui.ctx(), Tone::Exact);
            let head = "⚠ Answers that differ from the exact ones";
            ui.label(RichText::new(head).strong().color(purple));
            rows_in_sight(ui, sight, top, self.disagreements.len(), |ui, place, i| {
                self.disagreements[i].show(ui, place, workspace);
            });
            clicked
        });
        match clicked.inner {
            _ if asks_for_disagreements => ProblemRequest::ShowDisagreements,
            Some(Clicked::Show(problem)) => {
                workspace.selection_mut().show_problem(problem);
                ProblemRequest::FramePlace
            }
            Some(Clicked::ShowPlace(number)) if workspace.selection_mut().show_place(number) => {
                ProblemRequest::FramePlace
            }
            None | Some(Clicked::ShowPlace(_)) => ProblemRequest::Nothing,
            Some(Clicked::Select(item)) => {
                workspace.selection_mut().choose(item, false);
                ProblemRequest::Nothing
            }
            Some(Clicked::Repair(problem)) => {
                workspace.selection_mut().show_problem(problem);
                ProblemRequest::RepairLevel
            }
            Some(Clicked::Ignore(entries)) => {
                workspace.edit("ignored problems", |scene| scene.ignore.extend(entries));
                ProblemRequest::Nothing
            }
            Some(Clicked::ShowIgnored) => {
                workspace.edit("ignored problems", |scene| scene.ignore.clear());
                ProblemRequest::Nothing
            }
        }
    }
}

fn no_problems(ui: &mut Ui) {
    ui.add_space(6.0);
    let words = "No problems: the file was read without a warning, no object is flat, duplicated or far out, and every \
                 fast answer agrees with the exact one.";
    ui.add(Label::new(RichText::new(words).weak()).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::workspace::{Notice, NoticeKind};

    #[test]
    fn every_wrong_answer_and_every_notice_is_counted() {
        // The bar is beside the far right edge of the view volume. It is not completely behind any plane.
        let text = r#"{ "eyeline": 1,
            "cameras": [
                { "name": "away", "position": [0, 1, 0], "look_at": [0, 1, 9], "near": 1, "far": 9 },
                { "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
                  "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
            "objects": [
                { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -5] },
                { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
                  "position": [7.6, 1, -12.4] }] }"#;
        let mut workspace = Workspace::new(serde_json::from_str::<Scene>(text).unwrap(), None);
        let mut problems = Problems::default();
        problems.update(&workspace, &Context::default());
        assert_eq!((problems.count(), problems.tone()), (1, Tone::Exact));
        workspace.notify(Notice::warning(NoticeKind::LeftOut, "x"));
        problems.update(&workspace, &Context::default());
        assert_eq!((problems.count(), problems.tone()), (2, Tone::Partial));
        workspace.notices_mut().dismiss(0);
        workspace.notify(Notice::error(NoticeKind::PictureNotSaved, "y"));
        problems.update(&workspace, &Context::default());
        assert_eq!((problems.count(), problems.tone()), (3, Tone::Fail), "what is put away is still a problem");
        workspace.edit("bar", |scene| scene.objects[1].position = [0.0, 1.0, -5.0]);
        problems.update(&workspace, &Context::default());
        assert_eq!(problems.count(), 2);
    }
}
