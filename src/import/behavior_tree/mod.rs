//! Behaviour trees of others: the XML of BehaviorTree.CPP version 4, as Groot2 writes it.
//!
//! ```text
//! file ─ parse ─► Document(s) ─ TreeFile::build ─► Built: a tree that runs, and notes
//!                    │  ▲
//!                    └──┘ edit, to_xml
//! ```
//!
//! - [`read`], [`read_in`] and [`parse`] take a file with what it includes; [`TreeFile::build`] puts subtrees into their
//!   places. The errors of both give file, line and column.
//! - Nothing is dropped in silence: what is not supported is in [`Built::notes`], and what eyeline does not use stays in
//!   the [`Document`], so that writing it gives the same XML.
//! - A leaf that is not known answers from a script; an inner node that is not known ticks like a sequence.
//! - A node that is passed over (`_skipIf`, `_while`) answers success in a sequence and failure in a selector. Where all
//!   children are passed over, BehaviorTree.CPP passes the parent over too; here it ends with that answer.
//! - Times become ticks of the agent, rounded up.
//!
//! What the nodes mean is from the public documentation at behaviortree.dev (D. Faconti and M. Colledanchise, 2024).

mod build;
mod document;
mod edit;
mod kinds;
mod model;
mod notes;
mod parse;
mod read;
mod template;
mod tree_file;
mod write;

pub use build::{Built, Origin, ScriptedLeaf, Setting};
pub use document::{Attribute, Content, Document, Element, ElementId};
pub use edit::EditError;
pub use model::{Class, Direction, Model, Port};
pub use read::{parse, read, read_in};
pub(crate) use read::{read_noting, read_with};
pub use template::{Group, Template};
pub use tree_file::{Node, TreeEditError, TreeFile};

#[cfg(test)]
mod tests;
