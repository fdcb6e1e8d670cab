//! The notices of the open scene: what the user has to know about its files and its edits.

pub(in crate::workspace) mod list;
pub(in crate::workspace) mod notice;
pub(in crate::workspace) mod notify;
