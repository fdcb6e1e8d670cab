//! Behaviour trees in XML: the format of BehaviorTree.CPP version 4, as Groot2 writes it.
//!
//! ```text
//! file ─ parse ─► Document(s) ─ TreeFile::build ─► Built: a tree that runs, and notes
//!                    │  ▲
//!                    └──┘ edit, to_xml
//! ```
//!
//! 1. Parse: `parse` makes a `document` of a text, and `read` one of each file that is included; `shelf` searches trees in
//!    folders, and `model` has the declared ports.
//! 2. Check: `tree_file` refuses a file without the element `root`, and trees without a name or with that of another tree.
//! 3. Build: `build/` makes the tree that runs. `edit`, `template` and `write` change a document and write it.
//!
//! - [`read`], [`read_in`] and [`parse`] read a file with its included files; [`TreeFile::build`] expands subtrees. The
//!   errors of both have file, line and column.
//! - A tree that the file and its included files do not have is searched in the folders of `--trees`. For a tree that is in
//!   none of them, the files beside are looked at, so that the error names the file.
//! - No content is lost silently: unsupported content is in [`Built::notes`], and content that eyeline does not use stays
//!   in the [`XmlDocument`], so that writing it gives the same XML.
//! - An unknown leaf returns scripted results; an unknown inner node ticks like a sequence.
//! - Ports are read in each tick, see [`crate::behavior::Port`]. `docs/behavior-trees.md` lists the nodes.
//! - Times become ticks of the agent, rounded up.
//!
//! The sources for the meaning of nodes are the public documentation at behaviortree.dev (D. Faconti and M.
//! Colledanchise, 2024), and the behaviour of version 4.10 (2026).

mod build;
mod document;
mod edit;
mod kinds;
mod model;
mod notes;
mod parse;
mod read;
mod shelf;
mod template;
mod tree_file;
mod write;

pub use build::{Built, Origin, ScriptedLeaf, Setting};
pub use document::{Attribute, Content, Element, ElementId, Passage, XmlDocument};
pub use edit::EditError;
pub use model::{Class, Direction, Model, Port};
pub use read::{parse, read, read_in};
pub(crate) use read::{read_noting, read_with};
pub use template::{Template, TemplateGroup};
pub use tree_file::{ElementNode, TreeEditError, TreeFile};

#[cfg(test)]
mod tests;
