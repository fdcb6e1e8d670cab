//! The contents of each panel: one `ui` each, in a separate file. The places of the panels are in
//! [`layout`](super::layout).

use eframe::egui::Ui;

use super::layout::{Badge, Contents, Pane};
use crate::app::Host;
use crate::app::command::{Commands, ProblemCommand};
use crate::app::dialogs::editor::Editor;
use crate::app::kit::theme;
use crate::app::panels::behavior::BehaviorPanel;
use crate::app::panels::occlusion::OcclusionPanel;
use crate::app::panels::octree::OctreePanel;
use crate::app::panels::opacity::OpacityPanel;
use crate::app::panels::outliner::Outliner;
use crate::app::panels::plots::Plots;
use crate::app::panels::problems::Problems;
use crate::app::panels::review::Review;
use crate::app::panels::sessions::SessionsPanel;
use crate::app::panels::verdicts::VerdictsPanel;
use crate::app::panels::{about, behavior, compare, explain, inspector};
use crate::app::view::viewport::Views;
use crate::workspace::Workspace;

/// The state of the panels between frames.
#[derive(Default)]
pub(in crate::app) struct Panels {
    pub(in crate::app) views: Views,
    pub(in crate::app) outliner: Outliner,
    pub(in crate::app) behavior: BehaviorPanel,
    octree: OctreePanel,
    pub(in crate::app) opacity: OpacityPanel,
    pub(in crate::app) occlusion: OcclusionPanel,
    sessions: SessionsPanel,
    pub(in crate::app) verdicts: VerdictsPanel,
    plots: Plots,
    pub(in crate::app) problems: Problems,
    pub(in crate::app) review: Review,
}

/// The panels and the data that they draw, for one frame.
pub(in crate::app) struct AtWork<'a> {
    pub(in crate::app) panels: &'a mut Panels,
    pub(in crate::app) workspace: &'a mut Workspace,
    pub(in crate::app) editor: &'a mut Editor,
    pub(in crate::app) commands: &'a mut Commands,
    pub(in crate::app) host: &'a mut dyn Host,
}

impl Contents for AtWork<'_> {
    fn ui(&mut self, pane: Pane, ui: &mut Ui) {
        let Self { panels, workspace, editor, commands, host } = self;
        match pane {
            Pane::Inspector => {
                let eye = panels.views.active().seen_from(workspace);
                let sides = workspace.selected().object.and_then(|object| panels.views.active().sides_of(object));
                inspector::show(ui, workspace, (eye.as_ref(), sides), commands);
            }
            Pane::Outliner => panels.outliner.show(ui, workspace, editor, commands),
            Pane::About => about::show(ui, workspace, commands),
            Pane::Explain => explain::show(ui, workspace, commands),
            Pane::Verdicts => panels.verdicts.ui(ui, workspace, commands),
            Pane::Behavior => panels.behavior.ui(ui, workspace, commands),
            Pane::Octree => panels.octree.ui(ui, workspace),
            Pane::Opacity => panels.opacity.ui(ui, workspace, *host, commands),
            Pane::Occlusion => panels.occlusion.ui(ui, workspace, commands),
            Pane::Sessions => panels.sessions.ui(ui, workspace, *host, commands),
            Pane::Plots => panels.plots.ui(ui, workspace),
            Pane::Review => panels.review.ui(ui, commands),
            Pane::Compare => compare::show(ui, workspace, commands),
            Pane::Problems => {
                if panels.problems.ui(ui, workspace) {
                    commands.push(ProblemCommand::Frame);
                }
            }
            Pane::View => panels.views.show(ui, workspace, *host, commands),
        }
    }

    fn is_needed(&self, pane: Pane) -> bool {
        is_needed(pane, self.workspace, self.panels)
    }

    fn badge(&mut self, pane: Pane, ui: &Ui) -> Option<Badge> {
        if pane != Pane::Problems {
            return None;
        }
        let problems = &mut self.panels.problems;
        problems.update(self.workspace, ui.ctx());
        let color = theme::text_color(ui.ctx(), problems.tone());
        Some(Badge { count: problems.count(), color }).filter(|badge| badge.count > 0)
    }
}

/// Whether a panel has content to show.
pub(in crate::app) fn is_needed(pane: Pane, workspace: &Workspace, panels: &Panels) -> bool {
    match pane {
        Pane::Review => panels.review.is_needed(),
        Pane::Compare => {
            workspace.judging().comparison().is_some() || workspace.judging().reading_comparison().is_some()
        }
        Pane::About => !workspace.scene().about.is_empty(),
        Pane::Behavior => !workspace.scene().agents.is_empty(),
        Pane::Opacity => !workspace.scene().images.is_empty(),
        Pane::Occlusion => !workspace.scene().occlusion.is_empty(),
        Pane::View => !behavior::is_alone(workspace),
        Pane::Sessions => !workspace.scene().sessions.is_empty(),
        _ => true,
    }
}
