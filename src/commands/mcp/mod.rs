//! `eyeline mcp`: a server for assistants, which speaks the Model Context Protocol on standard input and output.
//!
//! ```text
//! requests  the tools: their arguments, and the command lines that answer a call
//! root      the folder whose files may be named
//! process   runs a command line in a process of its own, which a cancelled call ends
//! server    lists the tools and answers calls, one at a time
//! ```
//!
//! A call is answered by the commands of this program, so answers, messages and limits are those of the command line. No tool
//! writes a file.

mod process;
mod requests;
mod root;
mod run;
mod server;
mod tool;

pub use run::{McpArgs, run};
