//! The state of the view of the open scene. It is not saved or undone.

use super::agents::AgentView;
use super::occlusion::OcclusionState;
use super::octree::OctreeView;
use super::problem::ShownProblem;
use crate::picture::{Display, DrawOptions, PathErrors, SkinLook};

/// The state of the view.
#[derive(Clone, Default)]
pub(super) struct View {
    /// Changes whenever the view draws something else although the answers are the same.
    pub(super) appearance_revision: u64,
    /// What the surfaces of objects show.
    pub(super) display: Display,
    /// What they showed before the wireframe.
    pub(super) before_wireframe: Display,
    /// The parts of the picture that are drawn.
    pub(super) options: DrawOptions,
    /// What is drawn of the skin of the selected object.
    pub(super) skin: SkinLook,
    /// The distance by which both halves of each cut are drawn apart, in metres.
    pub(super) cut_gap: f32,
    pub(super) octree: OctreeView,
    pub(super) agents: AgentView,
    pub(super) occlusion: OcclusionState,
    /// The t of a ray that a plot highlights.
    pub(super) pointed: Option<f32>,
    /// The errors of a recorded path that the view shows.
    pub(super) path_errors: Option<PathErrors>,
    /// The marked problem.
    pub(super) problem: Option<ShownProblem>,
}
