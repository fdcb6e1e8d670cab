//! A tool of the server: its arguments, and the command lines that answer a call.

use std::ffi::OsString;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::root::McpRoot;

/// A command line, and what it writes to standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// The arguments of this program.
    pub(super) words: Vec<OsString>,
    pub(super) writes: Writes,
}

/// What a command writes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writes {
    Text,
    /// A PNG file.
    Picture,
}

/// The arguments of a call. Their documentation is that of the tool's schema.
pub(super) trait ToolCall: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    /// For the assistant: what the tool answers, and when to use it.
    const DESCRIPTION: &'static str;

    /// The command lines that answer the call, in their order. The first one decides whether the call has failed.
    ///
    /// # Errors
    /// When a path is not one of a file below the root.
    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String>;
}

/// A tool without the type of its arguments.
pub(super) struct AnyTool {
    pub(super) name: &'static str,
    pub(super) listed: fn() -> Tool,
    pub(super) command_lines: fn(JsonObject, &McpRoot) -> Result<Vec<CommandLine>, String>,
}

impl AnyTool {
    pub(super) const fn of<C: ToolCall>() -> Self {
        Self { name: C::NAME, listed: listed::<C>, command_lines: command_lines::<C> }
    }
}

fn listed<C: ToolCall>() -> Tool {
    // A call changes nothing, and depends on nothing but files below the root.
    let hints =
        ToolAnnotations::with_title(C::TITLE).read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(C::NAME, C::DESCRIPTION, JsonObject::new())
        .with_input_schema::<C>()
        .with_title(C::TITLE)
        .with_annotations(hints)
}

fn command_lines<C: ToolCall>(arguments: JsonObject, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
    let call: C = serde_json::from_value(arguments.into())
        .map_err(|error| format!("the arguments of `{}` are wrong: {error}", C::NAME))?;
    call.command_lines(root)
}
