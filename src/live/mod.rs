//! Lines of traces as they come: from a TCP port (also as messages of a WebSocket, for pages of this machine), from a file that grows,
//! from standard input, or from queries to a Bevy program.
//!
//! ```text
//! source        what is read: an address, a file, standard input
//! listener      a port to which clients connect; web_socket: pages as clients
//! follow        a file that grows
//! brp           a program with Bevy's Remote Protocol, which is queried
//! client        the lines of a client
//! event         what a source gives: clients come, send lines and end
//! received      the traces of all clients, and the one that is shown
//! kept          how much of them is kept in memory
//! recording     the file into which lines are written as they come
//! status        the state of the clients, and messages about them
//! run           all of this on a thread, for a window
//! ```
//!
//! A source is read on threads of its own and gives [`LiveEvent`]s through a channel. Wrong lines do not end the reading:
//! [`TraceReader`](crate::trace::TraceReader) finds and counts them. A client that sends another protocol is refused with a reason.

mod brp;
mod client;
mod event;
mod follow;
mod kept;
mod listener;
mod received;
mod recording;
mod run;
mod source;
mod status;
mod web_socket;

pub use event::{LiveEvent, LiveEventKind};
pub use kept::{KEPT_IN_WINDOW, KeptTrace};
pub use received::Received;
pub use recording::RecordedFile;
pub use run::{LiveRun, LiveState};
pub use source::{DEFAULT_ADDRESS, LiveInput, LiveSource};
pub use status::{ClientStatus, LiveMessage};
