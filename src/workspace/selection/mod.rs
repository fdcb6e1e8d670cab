//! The selection of the open scene. [`state`] says what is selected, and what that means for commands and answers.

pub(in crate::workspace) mod commands;
pub(in crate::workspace) mod disagreement;
pub(in crate::workspace) mod items;
pub(in crate::workspace) mod recordings;
pub(in crate::workspace) mod state;

#[cfg(test)]
mod tests;
