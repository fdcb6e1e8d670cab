//! The commands on the shown tree, and the state of the panel that the command table needs.

use std::sync::Arc;

use super::canvas::ViewChoice;
use super::edit::TreeChange;
use super::head::BreakpointSearch;
use super::shown::Moment;
use super::state::{BehaviorPanel, PanelState};
use crate::app::command::TreeCommand;
use crate::app::command::tree_edit::{NodeEdit, NodeKind};
use crate::behavior::{NodeId, Status};
use crate::report::agents::why::of_tick;
use crate::workspace::Workspace;
use crate::world::agents::Breakpoint;

/// The behaviour tree in the Behaviour panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct ShownTree {
    /// The selected node.
    pub(in crate::app) node: Option<usize>,
    /// The folded nodes.
    pub(in crate::app) folded: Vec<usize>,
    /// The breakpoints at nodes.
    pub(in crate::app) breaks: Vec<(usize, Status)>,
    /// Whether there is a breakpoint of any kind.
    pub(in crate::app) has_breaks: bool,
    /// The running search for the next breakpoint.
    pub(in crate::app) is_search_over: Option<bool>,
    /// Whether the view of the tree does not follow the active part.
    pub(in crate::app) is_still: bool,
    /// Whether the tree can be edited.
    pub(in crate::app) can_change: bool,
    /// Whether the tree is in a file of its own.
    pub(in crate::app) has_file: bool,
    /// Whether there is a previous tick, a previous event, a next event, a next tick.
    pub(in crate::app) ways: [bool; 4],
}

impl NodeEdit {
    /// The change of a tree whose new nodes are of kind `K`. `None` for a node of another kind.
    fn change<K>(&self, kind: impl Fn(&NodeKind) -> Option<K>) -> Option<TreeChange<K>> {
        Some(match self {
            Self::Add(new) => TreeChange::Add(kind(new)?),
            Self::Wrap(new) => TreeChange::Wrap(kind(new)?),
            Self::Unwrap => TreeChange::Unwrap,
            Self::Move(way) => TreeChange::Move(*way),
            Self::Place(spot) => TreeChange::Place(*spot),
            Self::Delete => TreeChange::Delete,
        })
    }
}

impl BehaviorPanel {
    /// Carries out a command of the table on the tree that is shown.
    pub(in crate::app) fn carry_out(&mut self, workspace: &mut Workspace, command: &TreeCommand) {
        let Some(index) = workspace.selection().shown_agent() else { return };
        let selected = self.panel_state.selected_node();
        match command {
            TreeCommand::Fit => self.panel_state.canvas.show(ViewChoice::Whole),
            TreeCommand::Follow => self.panel_state.canvas.show(ViewChoice::Follow),
            TreeCommand::UnfoldAll => self.panel_state.canvas.unfold_all(),
            TreeCommand::PreviousTick => self.step(workspace, index, 0),
            TreeCommand::PreviousEvent => self.step(workspace, index, 1),
            TreeCommand::NextEvent => self.step(workspace, index, 2),
            TreeCommand::NextTick => self.step(workspace, index, 3),
            TreeCommand::NextBreak => {
                self.searching = if self.searching.is_some() { None } else { Some(BreakpointSearch::default()) };
            }
            TreeCommand::Show(node) => self.show_node(workspace, index, *node),
            TreeCommand::Fold(node) => {
                if let Some(node) = node.or(selected) {
                    self.panel_state.fold(node);
                }
            }
            TreeCommand::StopWhen(node, status) => {
                if let Some(node) = node.or(selected).and_then(|node| self.panel_state.id_of(node)) {
                    workspace.clock_mut().toggle_break(index, Breakpoint::Status { node, status: *status });
                }
            }
            TreeCommand::Edit(node, edit) => {
                if let Some(node) = node.or(selected) {
                    self.panel_state.edit(workspace, index, node, edit);
                }
            }
        }
    }

    /// Selects a node of an agent's tree, and shows the part of the tree around it.
    fn show_node(&mut self, workspace: &Workspace, agent: usize, id: NodeId) {
        let Some(agent) = workspace.world().agents.get(agent) else { return };
        let Ok(tree) = &agent.tree else { return };
        let Some(node) = tree.find(id) else { return };
        self.turn_to(agent.id);
        let state = &mut self.panel_state;
        (state.selected, state.selected_at, state.refused) = (Some(id), workspace.selection().selection_count(), None);
        state.side.show_tree();
        state.canvas.show_node(tree, node);
    }

    /// The state of the shown tree. `None` when no tree is shown.
    pub(in crate::app) fn shown_tree(&self, workspace: &Workspace) -> Option<ShownTree> {
        let index = workspace.selection().shown_agent()?;
        let agent = workspace.world().agents.get(index)?;
        let tree = agent.tree.as_ref().ok()?;
        let is_this = self.panel_state.tree.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, tree));
        let node = self.panel_state.selected_node().filter(|_| is_this);
        let at_node = |one: &Breakpoint| match one {
            Breakpoint::Status { node, status } => Some((tree.find(*node)?, *status)),
            _ => None,
        };
        let now = self.moment(workspace, index);
        let has_file = workspace.disk().tree_file(index).is_some();
        Some(ShownTree {
            node,
            has_file,
            folded: (0..tree.len())
                .filter(|node| is_this && self.panel_state.canvas.is_folded(tree.id(*node)))
                .collect(),
            breaks: workspace.clock().breaks_of(index).filter_map(at_node).collect(),
            has_breaks: workspace.clock().has_breaks(),
            is_search_over: self.searching.as_ref().map(BreakpointSearch::is_over),
            is_still: self.panel_state.canvas.is_still(),
            can_change: has_file
                || workspace.scene().agents.get(index).is_some_and(|agent| agent.tree.root().is_some()),
            ways: self.ways(now).map(|moment| moment != now),
        })
    }

    /// Whether a node of the tree that is shown was selected later than any item of the scene.
    pub(in crate::app) fn is_node_active(&self, workspace: &Workspace) -> bool {
        self.panel_state.selected_node().is_some()
            && self.panel_state.selected_at == workspace.selection().selection_count()
    }

    /// The shown moment of an agent.
    fn moment(&self, workspace: &Workspace, index: usize) -> Moment {
        let tick = workspace.world().agents.get(index).map_or(0, |agent| agent.tick);
        let count = of_tick(self.event_history.events(), tick).len();
        let inside = self.panel_state.inside.filter(|moment| moment.tick == tick).and_then(|moment| moment.step);
        Moment { tick, step: inside.filter(|step| *step < count) }
    }

    /// The neighbours of a moment: the end of the tick before, the event before, the event after, the end of the tick.
    fn ways(&self, now: Moment) -> [Moment; 4] {
        let count = |tick| of_tick(self.event_history.events(), tick).len();
        let whole = |tick| Moment { tick, step: None };
        let end = if now.step.is_some() { now.tick } else { now.tick + 1 };
        [whole(now.tick.saturating_sub(1)), now.stepped(false, count), now.stepped(true, count), whole(end)]
    }

    fn step(&mut self, workspace: &mut Workspace, index: usize, way: usize) {
        let now = self.moment(workspace, index);
        self.go_to(workspace, index, self.ways(now)[way]);
    }

    /// Shows another moment of an agent.
    pub(super) fn go_to(&mut self, workspace: &mut Workspace, index: usize, moment: Moment) {
        self.panel_state.inside = Some(moment);
        let now = workspace.world().agents.get(index).map(|agent| agent.tick);
        if now != Some(moment.tick)
            && let Some(tick) = workspace.clock().recording().scene_tick(index, moment.tick)
        {
            workspace.set_tick(tick);
        }
    }
}

impl PanelState {
    fn edit(&mut self, workspace: &mut Workspace, agent: usize, node: usize, edit: &NodeEdit) {
        if workspace.disk().tree_file(agent).is_some() {
            let in_file = |kind: &NodeKind| match kind {
                NodeKind::InFile(template) => Some(template.clone()),
                NodeKind::InScene(_) => None,
            };
            if let Some(change) = edit.change(in_file) {
                self.change_file(workspace, agent, node, &change);
            }
            return;
        }
        let in_scene = |kind: &NodeKind| match kind {
            NodeKind::InScene(new) => Some(*new),
            NodeKind::InFile(_) => None,
        };
        if let Some(change) = edit.change(in_scene) {
            self.change(workspace, agent, node, &change);
        }
    }
}
