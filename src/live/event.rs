//! The events of a source of lines.

/// An event of a client. A file and standard input are one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveEvent {
    /// The number of the client, from 1 in the order of their connections.
    pub client: usize,
    /// What happened.
    pub kind: LiveEventKind,
}

/// What happened with a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveEventKind {
    /// It has connected; its address.
    Connected(String),
    /// A line, with its line break.
    Line(Vec<u8>),
    /// Its file is shorter than before, so that it is read from its start again.
    Restarted,
    /// Something that it sends is not read, and why.
    Refused(String),
    /// No more lines come from it.
    Ended,
}
