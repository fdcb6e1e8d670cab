//! Changes of a tree: pure functions on the tree of the scene or, in `element`, on a tree in a separate file.
//!
//! A node is given by its index in pre-order. Every change returns the new index of the changed node, so that the node
//! stays selected.

mod change;
mod element;
mod new;
mod tree_change;

pub(super) use change::{ChangeRefused, TreeChange};
pub(super) use element::change_element;
pub(super) use new::NewNodeValues;
