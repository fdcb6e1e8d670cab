//! The state of all panels between frames, and which of them have content.

use eframe::egui::Context;

use super::behavior;
use super::behavior::BehaviorPanel;
use super::cost::CostPanel;
use super::disagreements::DisagreementsPanel;
use super::explain::EyeSearchRow;
use super::lesson::LessonPanel;
use super::occlusion::OcclusionPanel;
use super::octree::OctreePanel;
use super::opacity::OpacityPanel;
use super::outliner::Outliner;
use super::plots::Plots;
use super::problems::Problems;
use super::review::Review;
use super::sessions::SessionsPanel;
use super::verdicts::VerdictsPanel;
use super::visibility::VisibilityPanel;
use crate::app::command::pane::Pane;
use crate::app::view::viewport::Views;
use crate::workspace::Workspace;

/// The state of the panels between frames.
#[derive(Default)]
pub(in crate::app) struct Panels {
    pub(in crate::app) views: Views,
    pub(in crate::app) outliner: Outliner,
    pub(in crate::app) behavior: BehaviorPanel,
    pub(in crate::app) octree: OctreePanel,
    pub(in crate::app) opacity: OpacityPanel,
    pub(in crate::app) occlusion: OcclusionPanel,
    pub(in crate::app) sessions: SessionsPanel,
    pub(in crate::app) eye_search: EyeSearchRow,
    pub(in crate::app) lesson: LessonPanel,
    pub(in crate::app) verdicts: VerdictsPanel,
    pub(in crate::app) visibility: VisibilityPanel,
    pub(in crate::app) cost: CostPanel,
    pub(in crate::app) disagreements: DisagreementsPanel,
    pub(in crate::app) plots: Plots,
    pub(in crate::app) problems: Problems,
    pub(in crate::app) review: Review,
}

impl Panels {
    /// Whether a drag, navigation or typing is changing the scene, so that its undo step continues.
    pub(in crate::app) fn holds_step(&self, ctx: &Context) -> bool {
        self.views.holds_step() || self.lesson.holds_step(ctx)
    }
}

/// Whether a panel has content to show.
pub(in crate::app) fn is_needed(pane: Pane, workspace: &Workspace, panels: &Panels) -> bool {
    match pane {
        Pane::Review => panels.review.is_needed(),
        Pane::Compare => {
            workspace.judging().comparison().is_some() || workspace.judging().reading_comparison().is_some()
        }
        Pane::Lesson => workspace.judging().authoring().is_some(),
        Pane::About => !workspace.scene().about.is_empty(),
        Pane::Behavior => !workspace.scene().agents.is_empty(),
        Pane::Opacity => !workspace.scene().images.is_empty(),
        Pane::Occlusion => !workspace.scene().occlusion.is_empty(),
        Pane::View => !behavior::is_alone(workspace),
        Pane::Visibility => panels.visibility.is_needed(workspace),
        Pane::Cost => panels.cost.is_needed(workspace),
        Pane::Disagreements => workspace.scene().trace.is_some(),
        Pane::Sessions => !workspace.scene().sessions.is_empty(),
        _ => true,
    }
}
