//! `eyeline problems`: the problems of a scene or a level as a list.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::exit::exit_code;
use super::fail_on;
use super::load::{inputs, load, within_reach};
use super::output;
use super::scene_args::SceneArgs;
use crate::files::{FileKind, Inputs};
use crate::report::problems::export::{ProblemFormat, ProblemList, ProblemSource};
use crate::report::problems::{Kind, report_of_problems};
use crate::source::folder::path_in_repository;
use crate::world::World;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ProblemsArgs {
    /// The scene file, or a level: glTF, GLB, FBX, OBJ, PLY, STL or a map of Quake (`.map`, `.bsp`).
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// The format: `table`, `csv`, `json`, or `sarif` for GitHub code scanning. Default: that of the extension of the output file
    /// (`.txt`, `.csv`, `.json`, `.sarif`), else `table`.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<ProblemFormat>,
    /// Write to this file instead of standard output (`-`).
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List only problems of these kinds, separated by commas, such as `open_edges,mirrored`. May be given more than once.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = fail_on::kind)]
    pub kind: Vec<Kind>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
}

/// Writes the list. Problems do not change the exit code; `eyeline report --fail-on problems` fails for them.
///
/// # Errors
/// When the scene cannot be read or the list cannot be written. The file is then unchanged.
pub fn run(args: &ProblemsArgs) -> anyhow::Result<ExitCode> {
    let output = args.output.as_deref();
    output::refuse_input(&Inputs::file(&args.scene), output)?;
    let loaded = load(&args.scene, &args.read)?;
    output::refuse_input(&inputs(&args.scene, &loaded, &args.read)?, output)?;
    within_reach(&loaded.scene, args.tick)?;
    let by_name = output::in_file(output).and_then(ProblemFormat::of_file);
    let format = args.format.or(by_name).unwrap_or(ProblemFormat::Table);
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    let report = report_of_problems(&world);
    let problems = report.all_problems(&world);
    let text = scene_text(&args.scene);
    let source = ProblemSource {
        report: &report,
        world: &world,
        scene: &loaded.scene,
        file: &path_in_repository(&args.scene),
        text: text.as_deref(),
        is_whole: loaded.faults.is_empty(),
    };
    let list = ProblemList::of(source, &problems, &args.kind, &world.budget);
    output::stream(output, |out| format.write(&list, out))?;
    Ok(exit_code(&loaded))
}

/// The text of a scene file; `None` for a file of another kind, and for a pipe, which was read.
fn scene_text(path: &Path) -> Option<String> {
    let is_scene = path.is_file() && matches!(FileKind::of(path), FileKind::Scene);
    is_scene.then(|| std::fs::read_to_string(path).ok()).flatten()
}
