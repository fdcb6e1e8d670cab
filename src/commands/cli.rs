//! The command line's arguments.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::scene_args::SceneArgs;
use super::{
    check, completions, cost, diff, explain, export, format, generate, hunt, import, lesson, live, manual, mcp,
    precision, problems, render, repair, report, schema, share,
};

/// A visualiser and debugger for the questions that games and simulations ask of space.
#[derive(Debug, Parser)]
#[command(name = "eyeline", version, args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 differs, 2 could not run, or a file that the scene names could not be read."
)]
pub struct Cli {
    /// The command; without one, a window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The scene to open in a window, a course (`course.json`), a level (`LEVEL.glb`, `.gltf`, `.fbx`, `.obj`, `.ply`, `.stl`, `.map`, `.bsp`), a file of behaviour trees (`TREE.xml`), an image, or a trace (`run.jsonl`).
    pub scene: Option<PathBuf>,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
}

/// The commands, which need no window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a scene into a PNG file.
    Render(render::RenderArgs),
    /// Write every answer of a scene as JSON.
    Report(report::ReportArgs),
    /// List the answers that differ between two scenes, reports or recordings.
    Diff(diff::DiffArgs),
    /// Print the steps of one answer.
    Explain(explain::ExplainArgs),
    /// Write an object, such as a half of a cut, as a GLB.
    Export(export::ExportArgs),
    /// Check scenes against their stored answers and pictures.
    Check(check::CheckArgs),
    /// Write a scene of many objects, for tests, or a scene with questions about narrow answers.
    Generate(generate::GenerateArgs),
    /// Ask another program cases where mistakes hide, judge its answers, and name its mistakes.
    Hunt(hunt::HuntArgs),
    /// List the known mistakes of spatial code.
    Mistakes(hunt::MistakesArgs),
    /// Read the trace of a running program as it comes, and compare its own answers with ours.
    Live(live::LiveArgs),
    /// Write a scene that shows a level: glTF, GLB, FBX, OBJ, PLY, STL or a map of Quake (`.map`, `.bsp`).
    Import(import::ImportArgs),
    /// Write the lesson of a scene, or a whole course, as one page, to read and to print.
    Lesson(lesson::LessonArgs),
    /// Write the window on a scene as one page for a browser, or a folder of pages for a web server.
    Share(share::ShareArgs),
    /// List the problems of a scene or a level: a table, CSV, JSON or SARIF.
    Problems(problems::ProblemsArgs),
    /// Write a copy of a level with repaired meshes, or with repaired weights of its skins.
    Repair(repair::RepairArgs),
    /// Print what a level costs: triangles, memory and draw calls, and where on its floor plan it is slow.
    Cost(cost::CostArgs),
    /// Print what the rounding of 32-bit numbers does to a level: its features, rays and contacts.
    Precision(precision::PrecisionArgs),
    /// Print the JSON Schema of scene files, of the project file, or of a course.
    Schema(schema::SchemaArgs),
    /// Format scene files, project files and courses; comments stay.
    Fmt(format::FormatArgs),
    /// Answer the calls of an assistant by the Model Context Protocol, on standard input and output.
    Mcp(mcp::McpArgs),
    /// Print what a shell needs to complete the arguments.
    Completions(completions::CompletionsArgs),
    /// Print the manual page of the program or of a command, or write all pages.
    Manual(manual::ManualArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_command_goes_before_a_scene_of_the_same_name() {
        let cli = |args: &[&str]| Cli::try_parse_from([&["eyeline"], args].concat());
        assert!(matches!(cli(&["schema"]), Ok(Cli { command: Some(Command::Schema(_)), scene: None, .. })));
        assert!(matches!(cli(&["./schema"]), Ok(Cli { command: None, scene: Some(_), .. })));
        assert!(cli(&["a.json", "b.json"]).is_err());
        assert!(cli(&["schema", "extra"]).is_err());
    }
}
