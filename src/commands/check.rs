//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::exit::COULD_NOT_RUN;
use super::load::within_reach;
use super::message::{has_color, print_message};
use super::output;
use super::render::{self, PictureSize, ThemeName, WindowView};
use super::scene_args::SceneArgs;
use crate::budget::Budget;
use crate::check::cache::{CheckCache, RunKey};
use crate::check::discover::{DiscoverError, FoundScene, discover};
use crate::check::expectations::TakenExpectations;
use crate::check::in_order::InOrder;
use crate::check::last_run::retain_failed;
use crate::check::merge::{MergeOptions, MergedRun, merged};
use crate::check::plan::{PlannedView, expect_own_pictures};
use crate::check::results::{Results, RunFacts};
use crate::check::row::SceneRow;
use crate::check::shard::Shard;
use crate::check::unused::unused as find_unused;
use crate::check::update::{self, Update, exit_code};
use crate::check::{CheckParts, CheckSettings, DrawnPicture, Undrawn, accept, github, run as check, summary, terminal};
use crate::escape;
use crate::files::{Files, Loaded, Reading};
use crate::geometry::narrate::counted;
use crate::offscreen::{DepthAnswers, PictureOptions};
use crate::picture::Display;
use crate::render::{Headless, RenderError};
use crate::scene::{CheckDisplay, CheckTheme};
use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// Scenes, names of scenes, or folders to search for scenes. Default: the paths of the project file, else the folder
    /// `scenes`.
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
    /// Check only these parts of each scene: `answers`, `pictures`, `expectations`, with commas between them.
    #[arg(long, value_name = "PARTS")]
    pub only: Option<CheckParts>,
    /// Judge each scene by the expectations of this scene file instead of its own.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,
    /// Check only the scenes that failed in the run whose report is in the folder of `--out`.
    #[arg(long, requires = "out")]
    pub last_failed: bool,
    /// Check no more scenes after this number of scenes that fail.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "update")]
    pub max_failures: Option<u32>,
    /// List the baselines that no scene uses. Nothing is checked. Exit code 1 when there are any.
    #[arg(long, group = "instead", conflicts_with_all = ALONE)]
    pub unused: bool,
    /// Delete the baselines that no scene uses. Nothing is checked.
    #[arg(long, group = "instead", conflicts_with_all = ALONE)]
    pub prune: bool,
    /// Join the reports in these folders, such as those of shards, into one in the folder of `--out`. Nothing is checked.
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out", group = "instead",
          conflicts_with_all = ["update", "accept", "paths", "jobs", "shard", "only", "expect", "last_failed", "max_failures"])]
    pub merge: Vec<PathBuf>,
    /// The number of threads that read scenes, and of threads that compare pictures: at most one for each 64 MiB of
    /// `--memory`. Default: the number of processor cores.
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Check only one of several equal parts of the scenes, such as 1/3, to divide the work among several machines.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Check each scene, also those in which nothing has changed since they were equal.
    #[arg(long)]
    pub no_cache: bool,
    /// Also print annotations for a CI server.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// The arguments of a check, which `--unused` and `--prune` are not.
const ALONE: [&str; 10] =
    ["update", "out", "accept", "jobs", "shard", "format", "only", "expect", "last_failed", "max_failures"];

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
    if !args.merge.is_empty() {
        return merge(args, &reading.options);
    }
    let budget = args.read.budget();
    let baselines = args.baselines.as_deref();
    let found = discover(&args.paths, baselines, &reading.options, &budget).map_err(located);
    let mut scenes = found?;
    expect_own_pictures(&scenes, &budget)?;
    if args.unused || args.prune {
        return unused(args, &scenes, &reading.options);
    }
    let out = args.out.as_deref().map(|out| folder_of_results(out, &reading.options)).transpose()?;
    if let Some(out) = out.as_ref().filter(|_| args.last_failed) {
        let (results, _memory) = Results::read(out, &budget).map_err(anyhow::Error::msg)?;
        retain_failed(&mut scenes, &results, out);
        if scenes.is_empty() {
            let text = format!("nothing to check: no scene has failed in the run of {}\n", out.in_message());
            output::deliver(text.as_bytes(), None)?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    if let Some(shard) = args.shard {
        let mut at = 0..;
        scenes.retain(|_| at.next().is_some_and(|at| shard.has(at)));
    }
    let expect = args.expect.as_deref().map(|file| TakenExpectations::read(file, &budget)).transpose()?;
    // Answers need no OpenGL. Without OpenGL each picture becomes an error with that reason.
    let renderer = Headless::of_this_thread().map_or_else(|_| "no OpenGL".to_owned(), |headless| headless.renderer());
    let facts = RunFacts { renderer: &renderer, baselines, shard: args.shard };
    let begin = |out: &Rooted| crate::check::output::begin(out, &facts, &budget).map_err(anyhow::Error::msg);
    let _lock = out.as_ref().map(begin).transpose()?;
    update::sweep_baselines(scenes.iter().map(|found| &found.baselines));
    let lines = SceneOutput::new(args.format, args.max_failures);
    let root = root_of_work(&reading.options);
    let parts = args.only.unwrap_or(CheckParts::ALL);
    let key = RunKey {
        renderer: &renderer,
        options: &reading.options,
        parts,
        expect: expect.as_ref(),
        memory: budget.total(),
    };
    // A new file in a folder of trees may replace a tree, and no scene names it.
    let has_cache = !args.no_cache && reading.options.trees.is_empty();
    let folder = dirs::cache_dir().filter(|_| has_cache).map(|folder| folder.join("eyeline/check"));
    let cache = folder.map(|folder| CheckCache::open(&folder, &root, &key, &budget));
    let mut rows = checked(&scenes, args, &reading, &renderer, &budget, expect.as_ref(), cache.as_ref(), &lines);
    if let Some(cache) = cache {
        cache.save(&rows);
    }
    if rows.len() < scenes.len() {
        let left = counted((scenes.len() - rows.len()) as u64, "scene");
        let failures = args.max_failures.unwrap_or_default();
        let failures = counted(u64::from(failures), "failure");
        print_message(&format!("stopped after {failures}: {left} not checked"));
    }
    let mut written = String::new();
    if let Some(which) = args.update {
        let before: Vec<usize> = rows.iter().map(|row| row.differences.len()).collect();
        update::update(&mut rows, which, &budget);
        // The reason why a baseline was not written is the first difference of its scene.
        let refused = rows.iter().zip(before).filter(|(row, before)| row.differences.len() > *before);
        for difference in refused.filter_map(|(row, _)| row.differences.first()) {
            print_message(&lines.log(format!("error: {}", difference.text)));
        }
        written = lines.log(terminal::written(&rows));
    }
    report(&rows, &written, out.as_ref(), &facts, lines)
}

/// Writes the report, and prints the end of the result.
fn report(
    rows: &[SceneRow],
    written: &str,
    out: Option<&Rooted>,
    facts: &RunFacts,
    lines: SceneOutput,
) -> anyhow::Result<ExitCode> {
    let report = out.map(|out| crate::check::output::write(rows, out, facts).map_err(anyhow::Error::msg));
    let mut text = format!("{written}{}\n", terminal::totals(rows));
    if lines.format == Some(Format::Github) {
        let workspace = std::env::var_os("GITHUB_WORKSPACE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        text += &github::annotations(rows, workspace.as_deref());
        if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
            let added = summary::add_to(Path::new(&file), rows, workspace.as_deref());
            added.unwrap_or_else(|reason| print_message(&lines.log(format!("error: {reason}"))));
        }
    }
    lines.finish()?;
    output::deliver(text.as_bytes(), None)?;
    report.transpose()?;
    Ok(ExitCode::from(exit_code(rows)))
}

/// The error of a project file as a located one.
fn located(error: DiscoverError) -> anyhow::Error {
    match error {
        DiscoverError::Project(error) => (*error).into(),
        error => error.into(),
    }
}

/// Joins the reports of some folders into one.
fn merge(args: &CheckArgs, options: &ReadOptions) -> anyhow::Result<ExitCode> {
    let budget = args.read.budget();
    let out = folder_of_results(args.out.as_deref().unwrap_or(Path::new(".")), options)?;
    let folders = args.merge.iter().map(|folder| folder_of_results(folder, options));
    let folders: Vec<Rooted> = folders.collect::<anyhow::Result<_>>()?;
    if let Some(same) = folders.iter().find(|folder| folder.absolute() == out.absolute()) {
        anyhow::bail!("cannot merge {} into itself: choose another folder for --out", same.in_message());
    }
    let baselines = args.baselines.as_deref();
    let merge = MergeOptions { baselines, options, root: &root_of_work(options), budget: &budget };
    let MergedRun { rows, renderer } = merged(&folders, &merge).map_err(anyhow::Error::msg)?;
    let facts = RunFacts { renderer: &renderer, baselines, shard: None };
    let _lock = crate::check::output::begin(&out, &facts, &budget).map_err(anyhow::Error::msg)?;
    let lines = SceneOutput::new(args.format, None);
    rows.iter().enumerate().for_each(|(number, row)| lines.print(number, row, |print| print()));
    report(&rows, "", Some(&out), &facts, lines)
}

/// Lists or deletes the baselines that no scene uses.
fn unused(args: &CheckArgs, scenes: &[FoundScene], options: &ReadOptions) -> anyhow::Result<ExitCode> {
    let found = find_unused(scenes, args.baselines.as_deref(), options, &args.read.budget()).map_err(located)?;
    for scene in &found.unread {
        print_message(&format!("error: {scene} cannot be read, so baselines with its name count as used"));
    }
    let failed = if args.prune { found.remove() } else { Vec::new() };
    for reason in &failed {
        print_message(&format!("error: {reason}"));
    }
    let left = |file: &&Rooted| !args.prune || matches!(file.open(), Ok(None));
    let word = if args.prune { "removed" } else { "unused " };
    let lines = found.files.iter().filter(left).map(|file| format!("{word} {}\n", file.in_message()));
    let mut text: String = lines.collect();
    let count = (found.files.len() - failed.len()) as u64;
    text += &if args.prune { counted(count, "baseline") + " removed" } else { counted(count, "unused baseline") };
    output::deliver((escape::lines(&text) + "\n").as_bytes(), None)?;
    let code = if !found.unread.is_empty() || !failed.is_empty() {
        COULD_NOT_RUN
    } else {
        u8::from(!args.prune && !found.files.is_empty())
    };
    Ok(ExitCode::from(code))
}

/// The lines of the scenes, which are printed in the order of the scenes.
struct SceneOutput {
    format: Option<Format>,
    order: Mutex<PrintedLines>,
}

/// What is printed so far.
struct PrintedLines {
    waiting: InOrder<SceneLines>,
    /// How many more scenes may fail. The scenes after the last of them are not printed.
    failures_left: Option<u32>,
    printed: anyhow::Result<()>,
}

/// What is printed of a scene: messages, and lines of the result.
struct SceneLines {
    messages: Vec<String>,
    result: String,
    is_failure: bool,
}

impl SceneOutput {
    fn new(format: Option<Format>, most_failures: Option<u32>) -> Self {
        let order = PrintedLines { waiting: InOrder::default(), failures_left: most_failures, printed: Ok(()) };
        Self { format, order: Mutex::new(order) }
    }

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
        let is_failure = exit_code(std::slice::from_ref(row)) != 0;
        let lines = SceneLines { messages, result: self.log(terminal::of_scene(row)), is_failure };
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let PrintedLines { waiting, failures_left, printed } = &mut *order;
        let ready = waiting.add(number, lines);
        around(&mut || {
            for SceneLines { messages, result, is_failure } in &ready {
                if *failures_left == Some(0) {
                    break;
                }
                messages.iter().for_each(|message| print_message(message));
                if printed.is_ok() {
                    *printed = output::deliver(result.as_bytes(), None);
                }
                if let (true, Some(left)) = (is_failure, &mut *failures_left) {
                    *left -= 1;
                }
            }
        });
    }

    /// # Errors
    /// When a line could not be printed.
    fn finish(self) -> anyhow::Result<()> {
        self.order.into_inner().unwrap_or_else(PoisonError::into_inner).printed
    }
}

/// Checks with a progress bar, and prints each scene in order.
fn checked(
    scenes: &[FoundScene],
    args: &CheckArgs,
    reading: &Reading,
    renderer: &str,
    budget: &Budget,
    expect: Option<&TakenExpectations>,
    cache: Option<&CheckCache>,
    lines: &SceneOutput,
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
        parts: args.only.unwrap_or(CheckParts::ALL),
        expect,
        cache,
        most_failures: args.max_failures.map(|most| most as usize),
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
fn draw(found: &FoundScene, loaded: &Loaded, view: &PlannedView, reading: &Reading) -> anyhow::Result<DrawnPicture> {
    within_reach(&loaded.scene, view.tick)?;
    let [width, height] = view.size;
    let (camera, objects) = (view.camera.as_deref(), &*view.ignored_objects);
    let (theme, display) = (theme(view.theme), display(view.display));
    // The answers list the queries without an answer.
    if view.ui {
        let size = PictureSize { width, height };
        let look = WindowView { tick: view.tick, camera, panel: view.panel, size, scale: view.scale, theme, display };
        let drawn = render::window_covering(loaded.clone(), &found.path, reading.clone(), &look, objects)?;
        return Ok(DrawnPicture { image: drawn.image, covered: drawn.covered });
    }
    let options = PictureOptions { display, ..PictureOptions::new(view.size, theme.palette()) };
    let (scene, files) = (&loaded.scene, &loaded.files);
    let (image, covered, _) = render::picture_covering(scene, files, view.tick, camera, &options, objects)?;
    Ok(DrawnPicture { image, covered })
}

fn theme(theme: CheckTheme) -> ThemeName {
    match theme {
        CheckTheme::Dark => ThemeName::Dark,
        CheckTheme::Light => ThemeName::Light,
    }
}

fn display(display: CheckDisplay) -> Display {
    match display {
        CheckDisplay::Material => Display::Material,
        CheckDisplay::Verdict => Display::Verdict,
        CheckDisplay::Clay => Display::Clay,
        CheckDisplay::Wireframe => Display::Wireframe,
        CheckDisplay::Orientation => Display::Orientation,
    }
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
    let now = |scene: &FoundScene| accept::now(scene, Files::within(budget.clone()), reading);
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
