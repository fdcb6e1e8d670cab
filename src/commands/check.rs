//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use image::RgbaImage;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::load::within_reach;
use super::message::{has_color, print_message};
use super::output;
use super::render::{self, PictureSize, ThemeName, WindowView};
use super::scene_args::SceneArgs;
use crate::budget::Budget;
use crate::check::discover::{FoundScene, Shard, discover};
use crate::check::in_order::InOrder;
use crate::check::plan::{PlannedView, expect_own_pictures};
use crate::check::results::Results;
use crate::check::row::SceneRow;
use crate::check::update::{self, Update, exit_code};
use crate::check::{CheckSettings, Undrawn, accept, github, run as check, summary, terminal};
use crate::escape;
use crate::files::{Files, Loaded, Reading};
use crate::offscreen::{DepthAnswers, PictureOptions};
use crate::picture::{Display, Palette};
use crate::render::{Headless, RenderError};
use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// Scenes, or folders to search for scenes. Default: the folder `scenes`.
    pub paths: Vec<PathBuf>,
    /// How to read scenes.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the baselines that differ or are missing; with `=changed` only those that differ, with `=missing` only
    /// those that are missing.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        hide_possible_values = true
    )]
    pub update: Option<Update>,
    /// Write a report of the run into this folder: `index.html`, `results.json`, `junit.xml` and the pictures.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the captures of these scenes in the folder of `--out` as baselines. Nothing is drawn.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "out", conflicts_with_all = ["update", "paths", "shard", "jobs", "format"])]
    pub accept: Vec<String>,
    /// The folder of all baselines, instead of `screenshots` beside the folder of each scene. It may be outside the root.
    #[arg(long, value_name = "DIR")]
    pub baselines: Option<PathBuf>,
    /// The number of threads that read scenes, and of threads that compare pictures: at most one for each 64 MiB of
    /// `--memory`. Default: the number of processor cores.
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Check only one of several equal parts of the scenes, such as 1/3, to divide the work among several machines.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Also print annotations for a CI server.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// A CI server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// `::error file=…,line=…::` lines of GitHub Actions.
    Github,
}

/// Checks the scenes, writes the files that the arguments ask for, and prints the result.
///
/// # Errors
/// When there is no scene, when two scenes would share a baseline, or when the report cannot be written.
pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let reading = Reading { options: args.read.options()?, ..Reading::default() };
    if !args.accept.is_empty() {
        return take(args, &reading);
    }
    let out = args.out.as_deref().map(|out| folder_of_results(out, &reading.options)).transpose()?;
    let budget = args.read.budget();
    let mut scenes = discover(&args.paths, args.baselines.as_deref(), &reading.options, &budget)?;
    expect_own_pictures(&scenes, &budget)?;
    if let Some(shard) = args.shard {
        let mut at = 0..;
        scenes.retain(|_| at.next().is_some_and(|at| shard.has(at)));
    }
    // Answers need no OpenGL. Without OpenGL each picture becomes an error with that reason.
    let renderer = Headless::of_this_thread().map_or_else(|_| "no OpenGL".to_owned(), |headless| headless.renderer());
    let baselines = args.baselines.as_deref();
    if let Some(out) = &out {
        crate::check::output::begin(out, &renderer, baselines, &budget).map_err(anyhow::Error::msg)?;
    }
    update::sweep_baselines(scenes.iter().map(|found| &found.baselines));
    let lines = PrintedScenes { format: args.format, order: Mutex::new((InOrder::default(), Ok(()))) };
    let mut rows = checked(&scenes, args, &reading, &renderer, &budget, &lines);
    let mut text = String::new();
    if let Some(which) = args.update {
        let before: Vec<usize> = rows.iter().map(|row| row.differences.len()).collect();
        update::update(&mut rows, which, &budget);
        // The reason why a baseline was not written is the first difference of its scene.
        let refused = rows.iter().zip(before).filter(|(row, before)| row.differences.len() > *before);
        for difference in refused.filter_map(|(row, _)| row.differences.first()) {
            print_message(&lines.log(format!("error: {}", difference.text)));
        }
        text += &lines.log(terminal::written(&rows));
    }
    let report = out
        .as_ref()
        .map(|out| crate::check::output::write(&rows, out, &renderer, baselines).map_err(anyhow::Error::msg));
    text += &terminal::totals(&rows);
    text += "\n";
    if args.format == Some(Format::Github) {
        let workspace = std::env::var_os("GITHUB_WORKSPACE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        text += &github::annotations(&rows, workspace.as_deref());
        if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
            let added = summary::add_to(Path::new(&file), &rows, workspace.as_deref());
            added.unwrap_or_else(|reason| print_message(&lines.log(format!("error: {reason}"))));
        }
    }
    lines.finish()?;
    output::deliver(text.as_bytes(), None)?;
    report.transpose()?;
    Ok(ExitCode::from(exit_code(&rows)))
}

/// The lines of the scenes, which are printed in the order of the scenes.
struct PrintedScenes {
    format: Option<Format>,
    order: Mutex<(InOrder<SceneLines>, anyhow::Result<()>)>,
}

/// What is printed of a scene: messages, and lines of the result.
struct SceneLines {
    messages: Vec<String>,
    result: String,
}

impl PrintedScenes {
    /// On GitHub both outputs are in the log, in which some texts are commands.
    fn log(&self, text: String) -> String {
        match self.format {
            Some(Format::Github) => escape::github::log(&text).into_owned(),
            None => text,
        }
    }

    /// Prints a scene that is done, and those after it that are done already, when all before it are. `around` hides the
    /// progress bar meanwhile.
    fn print(&self, number: usize, row: &SceneRow, around: impl FnOnce(&mut dyn FnMut())) {
        let errors = row.errors.iter().map(|error| error.render(has_color()));
        let others = row.other_errors().map(|error| format!("error: {error}"));
        let warnings = row.warnings.iter().map(|warning| format!("warning: {warning}"));
        let messages = errors.chain(others).chain(warnings).map(|message| self.log(message)).collect();
        let lines = SceneLines { messages, result: self.log(terminal::of_scene(row)) };
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let (order, printed) = &mut *order;
        let ready = order.add(number, lines);
        around(&mut || {
            for SceneLines { messages, result } in &ready {
                for message in messages {
                    print_message(message);
                }
                if printed.is_ok() {
                    *printed = output::deliver(result.as_bytes(), None);
                }
            }
        });
    }

    /// # Errors
    /// When a line could not be printed.
    fn finish(self) -> anyhow::Result<()> {
        self.order.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

/// Checks with a progress bar, and prints each scene in order.
fn checked(
    scenes: &[FoundScene],
    args: &CheckArgs,
    reading: &Reading,
    renderer: &str,
    budget: &Budget,
    lines: &PrintedScenes,
) -> Vec<SceneRow> {
    let bar = if io::stderr().is_terminal() {
        let bar = ProgressBar::with_draw_target(Some(scenes.len() as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("checking {wide_bar} {pos}/{len}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    } else {
        ProgressBar::hidden()
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let settings = CheckSettings {
        reading,
        budget,
        depth: &|scene, world| DepthAnswers::of(scene).answers(world),
        renderer,
        jobs: most_jobs(budget).min(args.jobs.unwrap_or(cores)),
        done: &|number, row| {
            bar.inc(1);
            lines.print(number, row, |print| bar.suspend(print));
        },
    };
    let rows = check(scenes, &settings, &mut |found, loaded, view| {
        draw(found, loaded, view, reading).map_err(|error| Undrawn {
            reason: format!("{error:#}"),
            is_of_size: matches!(error.downcast_ref(), Some(RenderError::Memory { .. } | RenderError::Size { .. })),
        })
    });
    bar.finish_and_clear();
    rows
}

/// One view, as `eyeline render` draws it.
fn draw(found: &FoundScene, loaded: &Loaded, view: &PlannedView, reading: &Reading) -> anyhow::Result<RgbaImage> {
    within_reach(&loaded.scene, view.tick)?;
    let [width, height] = view.size;
    let (camera, size) = (view.camera.as_deref(), PictureSize { width, height });
    // The answers list the queries without an answer.
    let (image, _) = if view.ui {
        let view = WindowView {
            tick: view.tick,
            camera,
            panel: view.panel,
            size,
            scale: 1.0,
            theme: ThemeName::default(),
            display: Display::default(),
        };
        render::window(loaded.clone(), &found.path, reading.clone(), &view)?
    } else {
        let options = PictureOptions::new([size.width, size.height], &Palette::DARK);
        render::picture(&loaded.scene, &loaded.files, view.tick, camera, &options)?
    };
    Ok(image)
}

/// The folder of `--out`, a root of its own.
fn folder_of_results(out: &Path, options: &ReadOptions) -> anyhow::Result<Rooted> {
    Rooted::of_results(out, &root_of_work(options)).map_err(|reason| {
        anyhow::anyhow!("cannot use --out {}: {reason}; give the folder itself", path_in_message(out))
    })
}

/// Writes captures as baselines.
fn take(args: &CheckArgs, reading: &Reading) -> anyhow::Result<ExitCode> {
    let budget = args.read.budget();
    let now = |scene: &Path| accept::now(scene, Files::within(budget.clone()), reading);
    let options = &reading.options;
    let folder = folder_of_results(args.out.as_deref().unwrap_or(Path::new(".")), options)?;
    let (results, _memory) = Results::read(&folder, &budget).map_err(anyhow::Error::msg)?;
    let source = accept::RunSource {
        results: &results,
        folder: &folder,
        base: Path::new(""),
        baselines: args.baselines.as_deref(),
        options,
        root: &root_of_work(options),
        budget: &budget,
    };
    let written = accept::accept_names(&args.accept, &source, &now).map_err(anyhow::Error::msg)?;
    let lines = written.iter().flat_map(|path| ["wrote ".to_owned(), path.display().to_string(), "\n".to_owned()]);
    let mut text: String = lines.collect();
    if written.is_empty() {
        "nothing to accept: the captures are equal to the baselines\n".clone_into(&mut text);
    }
    output::deliver(crate::escape::lines(&text).as_bytes(), None)?;
    Ok(ExitCode::SUCCESS)
}

/// The memory budget for each job.
const BUDGET_OF_JOB: u64 = 64 << 20;

/// The number of jobs for which a budget is large enough. The allocator keeps freed memory for the thread that had it, so
/// with many threads the process would exceed a small budget.
fn most_jobs(budget: &Budget) -> usize {
    usize::try_from(budget.total() / BUDGET_OF_JOB).unwrap_or(usize::MAX).max(1)
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("write a whole number from 1 to 256".to_owned()),
    }
}
