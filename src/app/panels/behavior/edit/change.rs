//! A change of a tree, and why it is refused.

use crate::app::command::new_node::New;
use crate::app::command::tree_edit::{Spot, Way};

/// A change of a tree. `K` is the type of new nodes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app::panels::behavior) enum TreeChange<K = New> {
    /// A new node: the last child of a composite, or else right after the node. It replaces the child with which a new
    /// composite was made.
    Add(K),
    /// A new node around the node.
    Wrap(K),
    /// Replaces the node by its only child.
    Unwrap,
    /// Moves the node.
    Move(Way),
    /// Moves the node beside or into another one.
    Place(Spot),
    /// Deletes the node and all nodes below it.
    Delete,
}

/// The reason why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::app::panels::behavior) enum ChangeRefused {
    #[error("The node no longer exists.")]
    Gone,
    #[error("The root cannot be deleted or moved: a tree must have a node. You can wrap or unwrap it.")]
    Root,
    #[error("A composite must have at least one child. Delete the composite instead.")]
    LastChild,
    #[error("A decorator must have a child. Delete the decorator instead, or unwrap it.")]
    OnlyChild,
    #[error("Only a node with one child can be unwrapped.")]
    NotOne,
    #[error("The node has no sibling on that side.")]
    NoSibling,
    #[error("There is no composite to its left to move into.")]
    NoComposite,
    #[error("There is no composite above its parent to move out into.")]
    NothingAbove,
    #[error("A node cannot be moved into itself.")]
    IntoItself,
    #[error("There is no room: only composites have more than one child.")]
    NoRoom,
    #[error("This node is in {0}, which this file includes. Open that file to change it.")]
    Elsewhere(String),
    #[error("{0}")]
    Unsound(String),
}
