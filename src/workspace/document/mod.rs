//! The document of the open scene: its states, the steps of undo, the edits, and the text of its file.

mod change;
pub(crate) mod edit;
pub(in crate::workspace) mod edits;
pub(in crate::workspace) mod history;
pub(in crate::workspace) mod level_request;
pub(in crate::workspace) mod open_document;
pub(in crate::workspace) mod refusal;
pub(in crate::workspace) mod state;
mod undo;

pub(crate) use state::DocumentState;
