//! The state of the panel between frames.

use std::sync::Arc;

use super::canvas::TreeCanvas;
use super::event_history::EventHistory;
use super::head::BreakpointSearch;
use super::legend::Legend;
use super::shown::Moment;
use super::side::SideLists;
use crate::behavior::{NodeId, Tree};
use crate::import::behavior_tree::Origin;
use crate::scene::ItemId;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct BehaviorPanel {
    pub(super) event_history: EventHistory,
    pub(super) panel_state: PanelState,
    pub(super) searching: Option<BreakpointSearch>,
    /// The agent in the previous frame.
    pub(super) agent: Option<ItemId>,
}

/// The panel's state without the event history.
#[derive(Default)]
pub(super) struct PanelState {
    pub(super) canvas: TreeCanvas,
    pub(super) legend: Legend,
    /// The shown moment within a tick, while that tick is shown.
    pub(super) inside: Option<Moment>,
    /// The shown tree.
    pub(super) tree: Option<Arc<Tree>>,
    pub(super) selected: Option<NodeId>,
    /// `SelectionRef::selection_count` when that node was selected. Another count means that an item was selected later.
    pub(super) selected_at: u64,
    /// The node whose context menu is open; `None` beside all nodes.
    pub(super) menu_of: Option<NodeId>,
    pub(super) side: SideLists,
    /// The reason why the last change of the tree was refused.
    pub(super) refused: Option<String>,
    /// The locations of the nodes in the tree's file, if it has one.
    pub(super) origins: Arc<[Origin]>,
}
