//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use image::RgbaImage;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output;
use super::render::{self, Size, ThemeName, WindowView};
use super::scene_args::SceneArgs;
use crate::check::discover::{Found, Shard, discover};
use crate::check::plan::{View, expect_own_pictures};
use crate::check::row::Row;
use crate::check::update::{self, Update, exit_code};
use crate::check::{Settings, accept, github, run as check, terminal};
use crate::escape;
use crate::files::{Files, Loaded, Reading};
use crate::moving::{DepthAnswers, PictureOptions};
use crate::picture::{Display, Palette};
use crate::render::Headless;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
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
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "out", conflicts_with_all = ["update", "paths", "shard", "jobs", "format", "baselines"])]
    pub accept: Vec<String>,
    /// The folder of all baselines, instead of `screenshots` beside the folder of each scene.
    #[arg(long, value_name = "DIR")]
    pub baselines: Option<PathBuf>,
    /// The number of threads that read scenes, and of threads that compare pictures. Default: the number of processor
    /// cores.
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
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let reading = Reading { options: args.read.options()?, ..Reading::default() };
    if !args.accept.is_empty() {
        return take(args, &reading);
    }
    let mut scenes = discover(&args.paths, args.baselines.as_deref())?;
    expect_own_pictures(&scenes)?;
    if let Some(shard) = args.shard {
        let mut at = 0..;
        scenes.retain(|_| at.next().is_some_and(|at| shard.has(at)));
    }
    if let Some(out) = &args.out {
        crate::check::output::expect_free(out).map_err(anyhow::Error::msg)?;
    }
    // Answers need no OpenGL. Without OpenGL each picture becomes an error with that reason.
    let renderer = Headless::of_this_thread().map_or_else(|_| "no OpenGL".to_owned(), |headless| headless.renderer());
    let mut rows = checked(&scenes, args, &reading, &renderer);
    if let Some(which) = args.update {
        update::update(&mut rows, which);
    }
    // On GitHub both outputs are in the log, in which some texts are commands.
    let log = |text: String| match args.format {
        Some(Format::Github) => escape::github::log(&text).into_owned(),
        None => text,
    };
    for row in &rows {
        for error in &row.errors {
            super::print_message(&log(error.render(super::has_color())));
        }
        for warning in &row.warnings {
            super::print_message(&log(format!("warning: {warning}")));
        }
    }
    let report = args.out.as_ref().map(|out| {
        crate::check::output::write(&rows, out, &renderer, args.baselines.as_deref()).map_err(anyhow::Error::msg)
    });
    let mut text = log(terminal::table(&rows));
    if args.format == Some(Format::Github) {
        text += &github::annotations(&rows);
    }
    output::deliver(text.as_bytes(), None)?;
    report.transpose()?;
    Ok(ExitCode::from(exit_code(&rows)))
}

/// Checks with a progress bar.
fn checked(scenes: &[Found], args: &Args, reading: &Reading, renderer: &str) -> Vec<Row> {
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
    let settings = Settings {
        reading,
        budget: &|| args.read.budget(),
        depth: &|scene, world| DepthAnswers::of(scene).answers(world),
        renderer,
        jobs: args.jobs.unwrap_or(cores),
        done: &|| bar.inc(1),
    };
    let rows = check(scenes, &settings, &mut |found, loaded, view| {
        draw(found, loaded, view, reading).map_err(|error| format!("{error:#}"))
    });
    bar.finish_and_clear();
    rows
}

/// One view, as `eyeline render` draws it.
fn draw(found: &Found, loaded: &Loaded, view: &View, reading: &Reading) -> anyhow::Result<RgbaImage> {
    super::within_reach(&loaded.scene, view.tick)?;
    let [width, height] = view.size;
    let (camera, size) = (view.camera.as_deref(), Size { width, height });
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

/// Writes captures as baselines.
fn take(args: &Args, reading: &Reading) -> anyhow::Result<ExitCode> {
    let inputs = |scene: &Path| accept::inputs_of(scene, Files::within(args.read.budget()), reading);
    let out = args.out.as_deref().unwrap_or(Path::new("."));
    let written = accept::accept_names(&args.accept, out, &inputs).map_err(anyhow::Error::msg)?;
    let lines = written.iter().flat_map(|path| ["wrote ".to_owned(), path.display().to_string(), "\n".to_owned()]);
    let mut text: String = lines.collect();
    if written.is_empty() {
        "nothing to accept: the captures are equal to the baselines\n".clone_into(&mut text);
    }
    output::deliver(crate::escape::lines(&text).as_bytes(), None)?;
    Ok(ExitCode::SUCCESS)
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("write a whole number from 1 to 256".to_owned()),
    }
}
