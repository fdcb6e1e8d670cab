//! How the open scene is looked at. None of it is saved or undone.

use super::agents::AgentView;
use super::octree::OctreeView;
use crate::geometry::Mark;
use crate::report::problems::Problem;

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// Counts every change of what is drawn beside the answers.
    pub(super) looks: u64,
    pub(super) octree: OctreeView,
    pub(super) agents: AgentView,
    /// What occlusion queries add to the view.
    pub(super) occlusion: Vec<Mark>,
    /// The t of a ray that a plot is pointed at.
    pub(super) pointed: Option<f32>,
    /// The problem of an object that is marked.
    pub(super) problem: Option<Problem>,
}
