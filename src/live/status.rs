//! The state of the clients, and messages about them.

use std::sync::Arc;

/// The state of a client.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientStatus {
    /// Its number, from 1 in the order of the connections.
    pub number: usize,
    /// The name of its program; `None` before its keyframe, and when the keyframe has none.
    pub name: Option<Arc<str>>,
    /// Its address, or its file.
    pub address: String,
    /// Whether more lines may come.
    pub is_connected: bool,
    /// Whether a keyframe has come, so that it can be shown.
    pub has_world: bool,
    /// The lines that came.
    pub lines: u64,
    /// The wrong lines and entries.
    pub faults: usize,
}

impl ClientStatus {
    /// Its name, or its address.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.address)
    }
}

/// A message about a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveMessage {
    /// Whether something was not read, or not written.
    pub is_warning: bool,
    /// A sentence without a full stop.
    pub text: String,
}
