//! The tools: their arguments, and the command lines that answer a call.

use std::ffi::OsString;

use schemars::JsonSchema;
use serde::Deserialize;

use super::root::McpRoot;
use super::tool::{AnyTool, CommandLine, ToolCall, Writes};
use crate::report::json::Section;

/// All tools, in the order in which they are listed.
pub(super) const TOOLS: [AnyTool; 8] = [
    AnyTool::of::<ScenesCall>(),
    AnyTool::of::<ReportCall>(),
    AnyTool::of::<ExplainCall>(),
    AnyTool::of::<RenderCall>(),
    AnyTool::of::<ProblemsCall>(),
    AnyTool::of::<CheckCall>(),
    AnyTool::of::<DiffCall>(),
    AnyTool::of::<SchemaCall>(),
];

/// The size of a picture beside an explanation, pixels: readable, and not large for an assistant.
const SIZE: [u32; 2] = [960, 540];

/// The words of a command line.
struct CommandWords(Vec<OsString>);

impl CommandWords {
    /// A command with the limits of the server.
    fn limited(command: &str, root: &McpRoot) -> Self {
        let mut words = vec![command.into()];
        words.extend(root.limits());
        Self(words)
    }

    /// An option with a value. Both are one word, so that no value is taken as an option.
    fn value(mut self, option: &str, value: Option<impl ToString>) -> Self {
        self.0.extend(value.map(|value| format!("{option}={}", value.to_string()).into()));
        self
    }

    fn flag(mut self, option: &str, is_set: bool) -> Self {
        self.0.extend(is_set.then(|| option.into()));
        self
    }

    /// The arguments without an option, at the end.
    fn names(mut self, names: impl IntoIterator<Item = OsString>) -> Self {
        self.0.push("--".into());
        self.0.extend(names);
        self
    }

    fn text(self) -> CommandLine {
        CommandLine { words: self.0, writes: Writes::Text }
    }

    fn picture(self) -> CommandLine {
        CommandLine { words: self.0, writes: Writes::Picture }
    }
}

/// Names of items, with commas between them; `None` for no names.
fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(","))
}

const fn yes() -> bool {
    true
}

/// The paths of all scene files below a folder.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScenesCall {
    /// The folder, relative to the root. Default: the root.
    #[serde(default)]
    folder: Option<String>,
}

impl ToolCall for ScenesCall {
    const NAME: &'static str = "scenes";
    const TITLE: &'static str = "List scenes";
    const DESCRIPTION: &'static str =
        "Lists the scene files below a folder, one path a line. The other tools take these paths.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let folder = root.existing(self.folder.as_deref().unwrap_or("."))?;
        Ok(vec![CommandWords::limited("check", root).flag("--list", true).names([folder]).text()])
    }
}

/// All answers of a scene.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportCall {
    /// The scene file, or a level (glTF, GLB, FBX, OBJ, PLY, STL, a map of Quake: `.map`, `.bsp`), relative to the root.
    scene: String,
    /// The time, in ticks of the scene's clock. Default: 0.
    #[serde(default)]
    tick: Option<u64>,
    /// Only these questions. Default: all.
    #[serde(default)]
    #[schemars(schema_with = "sections")]
    only: Vec<String>,
    /// Every field of every answer, with all numbers. Default: false, the fields that decide.
    #[serde(default)]
    full: bool,
}

/// The schema of a list of questions.
fn sections(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "array", "items": { "type": "string", "enum": Section::ALL.map(Section::word) } })
}

impl ToolCall for ReportCall {
    const NAME: &'static str = "report";
    const TITLE: &'static str = "Report every answer";
    const DESCRIPTION: &'static str = "Answers all questions of a scene as JSON: which objects are in the view of each camera, what each ray hits, \
         which objects might collide, what the agents do, which cells of images are solid, what moved vertices, which meshes have \
         problems. Long scenes have long reports: choose sections with `only`.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let words = CommandWords::limited("report", root)
            .value("--tick", self.tick)
            .value("--only", listed(&self.only))
            .flag("--brief", !self.full)
            .names([root.existing(&self.scene)?]);
        Ok(vec![words.text()])
    }
}

/// The steps of one answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExplainCall {
    /// The scene file, or a level, relative to the root.
    scene: String,
    /// The items that the answer is about: a camera or ray with an object, two objects, two sessions, or a single item such as an
    /// agent. `report` has the names. Default: what the scene selects.
    #[serde(default)]
    names: Vec<String>,
    /// The time, in ticks of the scene's clock. Default: 0.
    #[serde(default)]
    tick: Option<u64>,
    /// Why a camera sees an object or not, as a chain of tests from layers to pixels. Needs a camera and an object.
    #[serde(default)]
    why: bool,
    /// Whether a picture of the answer comes with the steps. Default: true.
    #[serde(default = "yes")]
    picture: bool,
}

impl ToolCall for ExplainCall {
    const NAME: &'static str = "explain";
    const TITLE: &'static str = "Explain an answer";
    const DESCRIPTION: &'static str = "Explains one answer of a scene: each step of the algorithm with its numbers, the step that decides, and a picture of \
         it. Use it to find out why an object is culled, missed, hidden or hit, or why an agent acts as it does.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let scene = root.existing(&self.scene)?;
        let names = [scene.clone()].into_iter().chain(self.names.iter().map(Into::into));
        let steps =
            CommandWords::limited("explain", root).value("--tick", self.tick).flag("--why", self.why).names(names);
        let mut lines = vec![steps.text()];
        if self.picture {
            let [width, height] = SIZE;
            let picture = CommandWords::limited("render", root)
                .value("--output", Some("-"))
                .value("--tick", Some(self.tick.unwrap_or(0)))
                .value("--select", listed(&self.names))
                .value("--size", Some(format!("{width}x{height}")))
                .names([scene]);
            lines.push(picture.picture());
        }
        Ok(lines)
    }
}

/// A picture of a scene.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RenderCall {
    /// The scene file, or a level, relative to the root.
    scene: String,
    /// Look through this camera. Default: the view of the scene.
    #[serde(default)]
    camera: Option<String>,
    /// The items whose answer is drawn, such as a camera and an object. Default: what the scene selects.
    #[serde(default)]
    select: Vec<String>,
    /// The time, in ticks of the scene's clock. Default: the tick at which the scene opens.
    #[serde(default)]
    tick: Option<u64>,
    /// The width in pixels. Default: 960.
    #[serde(default)]
    #[schemars(range(min = 16, max = 2048))]
    width: Option<u32>,
    /// The height in pixels. Default: 540.
    #[serde(default)]
    #[schemars(range(min = 16, max = 2048))]
    height: Option<u32>,
    /// Draw the whole window with its panels, not only the scene.
    #[serde(default)]
    window: bool,
}

impl ToolCall for RenderCall {
    const NAME: &'static str = "render";
    const TITLE: &'static str = "Draw a picture";
    const DESCRIPTION: &'static str =
        "Draws a scene with its answers: objects by verdict, rays with their hits, cells, candidate pairs, labels.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let [width, height] = [self.width.unwrap_or(SIZE[0]), self.height.unwrap_or(SIZE[1])];
        if [width, height].iter().any(|side| !(16..=2048).contains(side)) {
            return Err(format!("a picture of {width} × {height} pixels cannot be sent; give sides from 16 to 2048"));
        }
        let words = CommandWords::limited("render", root)
            .value("--output", Some("-"))
            .value("--tick", self.tick)
            .value("--camera", self.camera.as_ref())
            .value("--select", listed(&self.select))
            .value("--size", Some(format!("{width}x{height}")))
            .flag("--ui", self.window)
            .names([root.existing(&self.scene)?]);
        Ok(vec![words.picture()])
    }
}

/// The problems of a scene or a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProblemsCall {
    /// The scene file, or a level, relative to the root.
    scene: String,
    /// The time, in ticks of the scene's clock. Default: 0.
    #[serde(default)]
    tick: Option<u64>,
}

impl ToolCall for ProblemsCall {
    const NAME: &'static str = "problems";
    const TITLE: &'static str = "Find problems of a level";
    const DESCRIPTION: &'static str = "Lists what is wrong with a scene or a level, each with its place and its remedy: holes, flipped and duplicate faces, \
         faces that flicker, gaps, leaks, colliders that differ from what is drawn.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let words =
            CommandWords::limited("problems", root).value("--tick", self.tick).names([root.existing(&self.scene)?]);
        Ok(vec![words.text()])
    }
}

/// Scenes against their stored answers and pictures.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckCall {
    /// Scene files or folders, relative to the root. Default: what the project file names, else the folder `scenes`.
    #[serde(default)]
    paths: Vec<String>,
}

impl ToolCall for CheckCall {
    const NAME: &'static str = "check";
    const TITLE: &'static str = "Check scenes";
    const DESCRIPTION: &'static str = "Compares scenes with their stored answers, pictures and expectations, and lists what differs. Baselines do not change.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let paths: Vec<OsString> = self.paths.iter().map(|path| root.existing(path)).collect::<Result<_, _>>()?;
        Ok(vec![CommandWords::limited("check", root).flag("--no-cache", true).names(paths).text()])
    }
}

/// The answers that differ.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DiffCall {
    /// A scene, report, recording or picture, relative to the root; or `REVISION:PATH`, a file at a git revision.
    before: String,
    /// The other side, of any of these kinds.
    after: String,
    /// The ticks that are compared. Default: the first one, the one at which the scenes open, and those of their views.
    #[serde(default)]
    ticks: Vec<u64>,
}

impl ToolCall for DiffCall {
    const NAME: &'static str = "diff";
    const TITLE: &'static str = "Compare answers";
    const DESCRIPTION: &'static str = "Lists the answers that differ between two scenes, reports or revisions of a scene, such as `HEAD:scenes/a.json` and \
         `scenes/a.json`.";

    fn command_lines(&self, root: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let sides = [root.existing_or_at_revision(&self.before)?, root.existing_or_at_revision(&self.after)?];
        let ticks = self
            .ticks
            .iter()
            .fold(CommandWords::limited("diff", root), |words, tick| words.value("--tick", Some(tick)));
        Ok(vec![ticks.names(sides).text()])
    }
}

/// The JSON Schema of a kind of file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SchemaCall {
    /// The kind of file. Default: scene.
    #[serde(default)]
    of: SchemaKind,
}

/// A kind of file that has a schema.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SchemaKind {
    #[default]
    Scene,
    Project,
    Course,
}

impl ToolCall for SchemaCall {
    const NAME: &'static str = "schema";
    const TITLE: &'static str = "Schema of scene files";
    const DESCRIPTION: &'static str = "The JSON Schema of scene files, of the project file or of a course, with a description of each key. Read it before \
         you write a scene.";

    fn command_lines(&self, _: &McpRoot) -> Result<Vec<CommandLine>, String> {
        let words = CommandWords(vec!["schema".into()])
            .flag("--project", self.of == SchemaKind::Project)
            .flag("--course", self.of == SchemaKind::Course);
        Ok(vec![words.text()])
    }
}
