//! The contents of each panel: one `ui` each, in a separate file. The places of the panels are in
//! [`layout`](crate::app::layout).

use eframe::egui::{Button, Ui};

use super::messages;
use crate::app::command::pane::Pane;
use crate::app::command::{self, Commands, DisagreementCommand, FileCommand, ProblemCommand, StepCommand};
use crate::app::dialogs::editor::Editor;
use crate::app::dialogs::which_way_up::WhichWayUp;
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::app::layout::{Badge, Contents};
use crate::app::panels::problems::ProblemRequest;
use crate::app::panels::state::{Panels, is_needed};
use crate::app::panels::{about, compare, explain, inspector};
use crate::geometry::Tone;
use crate::workspace::Workspace;

/// The panels and the data that they draw, for one frame.
pub(in crate::app) struct PanelContext<'a> {
    pub(in crate::app) panels: &'a mut Panels,
    pub(in crate::app) workspace: &'a mut Workspace,
    pub(in crate::app) editor: &'a mut Editor,
    pub(in crate::app) commands: &'a mut Commands,
    pub(in crate::app) host: &'a mut dyn Host,
    /// The question above the 3D view while it is open, and whether messages are shown there.
    pub(in crate::app) question: Option<(&'a mut WhichWayUp, bool)>,
}

impl Contents for PanelContext<'_> {
    fn ui(&mut self, pane: Pane, ui: &mut Ui) {
        let Self { panels, workspace, editor, commands, host, question } = self;
        if pane.shows_answers() && workspace.judging().lesson().hides_answers() {
            return hidden_answers(ui, workspace, commands);
        }
        match pane {
            Pane::Inspector => {
                let eye = panels.views.active().seen_from(workspace);
                let sides = workspace.selected().object().and_then(|object| panels.views.active().sides_of(object));
                inspector::show(ui, workspace, (eye.as_ref(), sides), commands);
            }
            Pane::Lesson => panels.lesson.ui(ui, workspace, commands),
            Pane::Outliner => panels.outliner.show(ui, workspace, &mut editor.renaming, commands),
            Pane::About => about::show(ui, workspace, commands),
            Pane::Explain => explain::show(ui, workspace, &mut panels.eye_search, *host, commands),
            Pane::Verdicts => panels.verdicts.ui(ui, workspace, commands),
            Pane::Behavior => panels.behavior.ui(ui, workspace, commands),
            Pane::Octree => panels.octree.ui(ui, workspace),
            Pane::Opacity => panels.opacity.ui(ui, workspace, *host, commands),
            Pane::Occlusion => panels.occlusion.ui(ui, workspace, commands),
            Pane::Visibility => panels.visibility.ui(ui, workspace, *host, commands),
            Pane::Cost => panels.cost.ui(ui, workspace, *host, commands),
            Pane::Sessions => panels.sessions.ui(ui, workspace, *host, commands),
            Pane::Plots => panels.plots.ui(ui, workspace),
            Pane::Review => panels.review.ui(ui, commands),
            Pane::Compare => compare::show(ui, workspace, commands),
            Pane::Disagreements => panels.disagreements.ui(ui, workspace, commands),
            Pane::Problems => match panels.problems.ui(ui, workspace) {
                ProblemRequest::Nothing => {}
                ProblemRequest::FramePlace => commands.push(ProblemCommand::Frame),
                ProblemRequest::ShowDisagreements => commands.push(DisagreementCommand::Show),
                ProblemRequest::RepairLevel => commands.push(FileCommand::RepairLevel),
            },
            Pane::View => {
                if let Some((question, has_notices)) = question {
                    messages::above(ui, workspace, (question, *has_notices), commands);
                }
                panels.views.show(ui, workspace, *host, commands);
            }
        }
    }

    fn is_needed(&self, pane: Pane) -> bool {
        is_needed(pane, self.workspace, self.panels)
    }

    fn badge(&mut self, pane: Pane, ui: &Ui) -> Option<Badge> {
        if pane == Pane::Disagreements {
            let color = theme::text_color(ui.ctx(), Tone::Mistaken);
            let is_hidden = self.workspace.judging().lesson().hides_answers();
            let said = self.workspace.report().said.as_ref().filter(|_| !is_hidden)?;
            return Some(Badge { count: said.disagreements.len(), color }).filter(|badge| badge.count > 0);
        }
        if pane != Pane::Problems {
            return None;
        }
        let problems = &mut self.panels.problems;
        problems.update(self.workspace, ui.ctx());
        problems.mark_faces(self.workspace);
        let color = theme::text_color(ui.ctx(), problems.tone());
        Some(Badge { count: problems.count(), color }).filter(|badge| badge.count > 0)
    }
}

/// In place of a panel of answers while they are hidden.
fn hidden_answers(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let is_by_user = workspace.judging().lesson().is_hidden_by_user();
        ui.label(if is_by_user {
            "The answers are hidden."
        } else {
            "The answers are hidden until you answer the question of the lesson."
        });
        command::button(ui, Button::new("Reveal").small(), "Show the hidden answers", StepCommand::Reveal, commands);
    });
}
