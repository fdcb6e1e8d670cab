//! Lists the tools and answers calls, one at a time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::Mutex;

use super::process::{self, Finished};
use super::requests::TOOLS;
use super::root::McpRoot;
use super::tool::{CommandLine, Writes};
use crate::budget::Size;

/// The most bytes of text that a call returns: about as much as an assistant reads at once.
const MOST_TEXT: u64 = 256 << 10;
/// The most bytes of a picture, as a PNG.
const MOST_PICTURE: u64 = 16 << 20;

/// The text of a command that wrote nothing, such as the comparison of equal scenes.
const NOTHING: &str = "Nothing to list.";

const INSTRUCTIONS: &str = "eyeline answers the questions that games and simulations ask of space, and explains each answer. A scene is a JSON file \
     with cameras, rays, objects, levels, images and agents. Start with `scenes`, then `report` for all answers of one and `explain` \
     for the steps of an answer with its numbers and a picture. Distances are in metres, angles in degrees, times in ticks. No tool \
     writes a file.";

/// The server of one root.
pub(super) struct McpServer {
    root: McpRoot,
    /// Each command may use the whole budget, so only one runs at a time.
    turn: Mutex<()>,
}

impl McpServer {
    pub(super) fn new(root: McpRoot) -> Self {
        Self { root, turn: Mutex::new(()) }
    }

    /// What the command lines of a call write.
    async fn answer(&self, lines: &[CommandLine]) -> CallToolResult {
        let _turn = self.turn.lock().await;
        let mut content = Vec::new();
        let mut has_failed = false;
        for (index, line) in lines.iter().enumerate() {
            let most = match line.writes {
                Writes::Text => MOST_TEXT,
                Writes::Picture => MOST_PICTURE,
            };
            let is_done = match process::run(&self.root, &line.words, most).await {
                Ok(finished) => add(&mut content, finished, line.writes, most),
                Err(error) => {
                    content.push(ContentBlock::text(format!("error: cannot run eyeline: {error}")));
                    false
                }
            };
            // Without the answer there is no picture of it.
            if index == 0 && !is_done {
                has_failed = true;
                break;
            }
        }
        if content.is_empty() {
            content.push(ContentBlock::text(NOTHING));
        }
        if has_failed { CallToolResult::error(content) } else { CallToolResult::success(content) }
    }
}

/// Adds what a command wrote. Returns whether it could run.
fn add(content: &mut Vec<ContentBlock>, finished: Finished, writes: Writes, most: u64) -> bool {
    let Some(result) = finished.result else {
        let most = Size(most);
        content.push(ContentBlock::text(format!(
            "error: the result is longer than {most}; ask for less: fewer sections with `only`, one answer with `explain`, a smaller picture"
        )));
        return false;
    };
    match writes {
        _ if result.is_empty() => {}
        Writes::Text => content.push(ContentBlock::text(String::from_utf8_lossy(&result))),
        Writes::Picture => content.push(ContentBlock::image(STANDARD.encode(result), "image/png")),
    }
    if !finished.messages.is_empty() {
        content.push(ContentBlock::text(finished.messages));
    }
    match finished.code {
        Some(0 | 1) => true,
        Some(_) => false,
        None => {
            content.push(ContentBlock::text("error: the system ended the command, perhaps for lack of memory"));
            false
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let program = Implementation::new("eyeline", env!("CARGO_PKG_VERSION")).with_title("eyeline");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(program)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(|tool| (tool.listed)()).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let text = format!("there is no tool `{}`; the tools are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(text, None));
        };
        let result = match (tool.command_lines)(request.arguments.unwrap_or_default(), &self.root) {
            Ok(lines) => context.ct.run_until_cancelled(self.answer(&lines)).await,
            Err(text) => Some(CallToolResult::error(vec![ContentBlock::text(format!("error: {text}"))])),
        };
        // A client does not read the answer of a call that it cancelled.
        let cancelled = || CallToolResult::error(vec![ContentBlock::text("the call was cancelled")]);
        Ok(result.unwrap_or_else(cancelled).into())
    }
}
