//! The arguments, and the server until its client leaves.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::Context;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

use super::root::McpRoot;
use super::server::McpServer;
use crate::budget::Budget;
use crate::commands::message::print_message;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example of a client's settings:\n\n  { \"mcpServers\": { \"eyeline\": { \"command\": \"eyeline\", \
                        \"args\": [\"mcp\", \"--root\", \"/path/of/the/project\"] } } }"
)]
pub struct McpArgs {
    /// The folder that contains all files that a call may name, and all files that those name. Default: the working folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
    /// The memory budget of each call, at least 16MiB: such as 512MiB, 1GB or a number of bytes. Calls are answered one at a
    /// time. [default: 2GiB]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Budget>,
}

/// Answers calls until the client closes standard input.
///
/// # Errors
/// When the root is not a folder, or the client does not follow the protocol.
pub fn run(args: &McpArgs) -> anyhow::Result<()> {
    let root = McpRoot::new(&args.root, args.memory.as_ref().map(Budget::total))?;
    if io::stdin().is_terminal() {
        print_message(
            "eyeline mcp waits for messages of an assistant on standard input; the assistant starts this command. \
             `eyeline mcp --help` has an example of its settings. Ctrl-C ends the command.",
        );
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = McpServer::new(root).serve(stdio()).await.map_err(Box::new)?;
        server.waiting().await.context("the server stopped")?;
        anyhow::Ok(())
    });
    // A read of standard input cannot be cancelled, and must not keep the program from ending.
    runtime.shutdown_background();
    served
}
