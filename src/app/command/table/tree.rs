//! Commands on the shown behaviour tree.

use crate::app::command::tree_edit::{NodeEdit, NodeKind, Way};
use crate::behavior::{NodeId, Status};

/// A command on the behaviour tree, or on a node. `None` means the selected node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum TreeCommand {
    Fit,
    Follow,
    UnfoldAll,
    PreviousTick,
    PreviousEvent,
    NextEvent,
    NextTick,
    NextBreak,
    /// Selects a node of the shown tree and brings the panel with the tree to the front.
    Show(NodeId),
    /// Folds a node, which hides the nodes below it, or unfolds it.
    Fold(Option<usize>),
    /// Sets a breakpoint at a node, or removes it.
    StopWhen(Option<usize>, Status),
    /// Changes the tree at a node.
    Edit(Option<usize>, NodeEdit),
}

/// The words for a breakpoint at a node, by the status that the node gets.
pub(in crate::app) const STOPS: [(Status, &str); 4] = [
    (Status::Running, "starts"),
    (Status::Success, "succeeds"),
    (Status::Failure, "fails"),
    (Status::Inactive, "is halted"),
];

impl TreeCommand {
    /// All commands for the selected node. Of new nodes they have those for a tree in the scene file; the kinds for a tree
    /// in a file of its own depend on that file, and only the menu of a node has them.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        Self::FIXED.into_iter().chain(NodeKind::all_in_scene().map(|kind| Self::Edit(None, NodeEdit::Add(kind))))
    }

    /// All commands for the selected node, except new nodes.
    const FIXED: [Self; 19] = [
        Self::Fit,
        Self::Follow,
        Self::UnfoldAll,
        Self::PreviousTick,
        Self::PreviousEvent,
        Self::NextEvent,
        Self::NextTick,
        Self::NextBreak,
        Self::Fold(None),
        Self::StopWhen(None, Status::Running),
        Self::StopWhen(None, Status::Success),
        Self::StopWhen(None, Status::Failure),
        Self::StopWhen(None, Status::Inactive),
        Self::Edit(None, NodeEdit::Move(Way::Left)),
        Self::Edit(None, NodeEdit::Move(Way::Right)),
        Self::Edit(None, NodeEdit::Move(Way::Out)),
        Self::Edit(None, NodeEdit::Move(Way::In)),
        Self::Edit(None, NodeEdit::Unwrap),
        Self::Edit(None, NodeEdit::Delete),
    ];
}
