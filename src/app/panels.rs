//! The contents of each panel: one `ui` each, in a separate file. The places of the panels are in
//! [`layout`](super::layout).

use eframe::egui::Ui;

use super::behavior::BehaviorPanel;
use super::command::{Commands, ProblemCommand};
use super::editor::Editor;
use super::layout::{Badge, Contents, Pane};
use super::occlusion::OcclusionPanel;
use super::octree::OctreePanel;
use super::opacity::OpacityPanel;
use super::outliner::Outliner;
use super::plots::Plots;
use super::problems::Problems;
use super::review::Review;
use super::sessions::SessionsPanel;
use super::verdicts::VerdictsPanel;
use super::viewport::Views;
use super::{Host, about, behavior, compare, explain, inspector, theme};
use crate::session::Session;

/// The state of the panels between frames.
#[derive(Default)]
pub(super) struct Panels {
    pub(super) views: Views,
    pub(super) outliner: Outliner,
    pub(super) behavior: BehaviorPanel,
    octree: OctreePanel,
    pub(super) opacity: OpacityPanel,
    pub(super) occlusion: OcclusionPanel,
    sessions: SessionsPanel,
    pub(super) verdicts: VerdictsPanel,
    plots: Plots,
    pub(super) problems: Problems,
    pub(super) review: Review,
}

/// The panels and the data that they draw, for one frame.
pub(super) struct AtWork<'a> {
    pub(super) panels: &'a mut Panels,
    pub(super) session: &'a mut Session,
    pub(super) editor: &'a mut Editor,
    pub(super) commands: &'a mut Commands,
    pub(super) host: &'a mut dyn Host,
}

impl Contents for AtWork<'_> {
    fn ui(&mut self, pane: Pane, ui: &mut Ui) {
        let Self { panels, session, editor, commands, host } = self;
        match pane {
            Pane::Inspector => {
                let eye = panels.views.active().seen_from(session);
                let sides = session.selected().object.and_then(|object| panels.views.active().sides_of(object));
                inspector::show(ui, session, (eye.as_ref(), sides), commands);
            }
            Pane::Outliner => panels.outliner.show(ui, session, editor, commands),
            Pane::About => about::show(ui, session, commands),
            Pane::Explain => explain::show(ui, session, commands),
            Pane::Verdicts => panels.verdicts.ui(ui, session, commands),
            Pane::Behavior => panels.behavior.ui(ui, session, commands),
            Pane::Octree => panels.octree.ui(ui, session),
            Pane::Opacity => panels.opacity.ui(ui, session, *host, commands),
            Pane::Occlusion => panels.occlusion.ui(ui, session, commands),
            Pane::Sessions => panels.sessions.ui(ui, session, *host, commands),
            Pane::Plots => panels.plots.ui(ui, session),
            Pane::Review => panels.review.ui(ui, commands),
            Pane::Compare => compare::show(ui, session, commands),
            Pane::Problems => {
                if panels.problems.ui(ui, session) {
                    commands.push(ProblemCommand::Frame);
                }
            }
            Pane::View => panels.views.show(ui, session, *host, commands),
        }
    }

    fn is_needed(&self, pane: Pane) -> bool {
        is_needed(pane, self.session, self.panels)
    }

    fn badge(&mut self, pane: Pane, ui: &Ui) -> Option<Badge> {
        if pane != Pane::Problems {
            return None;
        }
        let problems = &mut self.panels.problems;
        problems.update(self.session, ui.ctx());
        let color = theme::text_color(ui.ctx(), problems.tone());
        Some(Badge { count: problems.count(), color }).filter(|badge| badge.count > 0)
    }
}

/// Whether a panel has content to show.
pub(super) fn is_needed(pane: Pane, session: &Session, panels: &Panels) -> bool {
    match pane {
        Pane::Review => panels.review.is_needed(),
        Pane::Compare => session.comparison().is_some() || session.reading_comparison().is_some(),
        Pane::About => !session.scene().about.is_empty(),
        Pane::Behavior => !session.scene().agents.is_empty(),
        Pane::Opacity => !session.scene().images.is_empty(),
        Pane::Occlusion => !session.scene().occlusion.is_empty(),
        Pane::View => !behavior::is_alone(session),
        Pane::Sessions => !session.scene().sessions.is_empty(),
        _ => true,
    }
}
