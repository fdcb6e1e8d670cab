//! Changes of a tree: pure functions on the tree of the scene or, in `element`, on a tree in a separate file.
//!
//! ```text
//! change     a change as a value, and why one is refused
//! apply      makes a change to a tree of the scene
//! element    makes it to a tree in a separate file
//! path       the place of a node: its index, and the way from the root
//! new        the values of new nodes
//! words      the undo labels
//! ```
//!
//! A node is given by its index in pre-order. Every change returns the new index of the changed node, so that the node
//! stays selected.

mod apply;
mod change;
mod element;
mod new;
mod path;
#[cfg(test)]
mod tests;
mod words;

pub(super) use change::{ChangeRefused, TreeChange};
pub(super) use element::change_element;
pub(super) use new::NewNodeValues;
