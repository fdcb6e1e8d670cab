//! Lines of traces as they come: from a TCP port (also as messages of a WebSocket, for pages of this machine), from a file that grows, or from standard input.
//!
//! A source is read on threads of its own and gives [`LiveEvent`]s through a channel. Nothing that a client sends ends the reading: a
//! client whose lines are wrong is told which ([`TraceReader`](crate::trace::TraceReader) counts them), and one that sends other
//! protocols is refused with a reason.

mod client;
mod event;
mod follow;
mod listener;
mod source;
mod web_socket;

pub use event::{LiveEvent, LiveEventKind};
pub use source::{DEFAULT_ADDRESS, LiveInput, LiveSource};
