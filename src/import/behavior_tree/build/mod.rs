//! Builds a tree from a tree file: expands subtrees, converts names to keys and milliseconds to ticks. The code is not
//! recursive, and it limits the number of nodes and the size of the text, which subtrees multiply.

mod expand;
mod navigation;
mod parameters;
mod ports;
mod scope;
mod subtree;
mod wrap;

pub use expand::{Built, Origin, ScriptedLeaf, Setting};
