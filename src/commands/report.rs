//! `eyeline report`: every answer of a scene as JSON.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use super::exit::{COULD_NOT_RUN, DIFFERS};
use super::fail_on::FailOn;
use super::load::{inputs, load, within_reach};
use super::message::print_message;
use super::moment::{Seconds, tick_at};
use super::scene_args::SceneArgs;
use super::{output, unanswered};
use crate::budget::Size;
use crate::files::{Content, Inputs};
use crate::offscreen::DepthAnswers;
use crate::report::json::{self, Estimate, ReportForm, Section};
use crate::report::visibility::UnseenCameras;
use crate::report::{brief, tick_range};
use crate::world::{Recording, World};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ReportArgs {
    /// The scene file.
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write to this file instead of standard output (`-`).
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// The time in seconds, in place of the tick: the last tick that is not after it.
    #[arg(long, value_name = "SECONDS", conflicts_with = "tick")]
    pub time: Option<Seconds>,
    /// Write a recording: one report for each tick of this range, including both ends.
    #[arg(long, value_name = "A..B", conflicts_with_all = ["tick", "time"])]
    pub ticks: Option<Ticks>,
    /// Write only the fields that decide, one answer per line: the form that `eyeline check` stores. With --ticks, one
    /// report per line.
    #[arg(long)]
    pub brief: bool,
    // The help text is made from the list of sections. A comment here would be a second list.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = only_help())]
    #[expect(missing_docs, reason = "clap would show the comment")]
    pub only: Vec<Section>,
    /// Compare what the program of a trace said in the whole trace, not at this tick alone.
    #[arg(long, conflicts_with = "ticks")]
    pub all: bool,
    /// Exit with 1 when the scene has problems at this tick that it does not ignore. After `=`, only problems of these
    /// kinds count, such as `problems=open_edges,mirrored`. The report is written all the same.
    #[arg(long, value_name = "problems[=KIND,…]", conflicts_with = "ticks")]
    pub fail_on: Option<FailOn>,
}

/// The help of `--only`, with all sections.
fn only_help() -> String {
    format!("Report only these sections, separated by commas: {}", Section::ALL.map(Section::word).join(", "))
}

/// Writes all answers at the tick.
///
/// # Errors
/// When the scene cannot be read or the report cannot be written. The file is then unchanged.
pub fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let output = args.output.as_deref();
    output::refuse_input(&Inputs::file(&args.scene), output)?;
    let loaded = load(&args.scene, &args.read)?;
    let scene = &loaded.scene;
    let args = &ReportArgs { tick: args.time.map_or(args.tick, |time| tick_at(time, scene)), ..args.clone() };
    output::refuse_input(&inputs(&args.scene, &loaded, &args.read)?, output)?;
    within_reach(scene, args.ticks.map_or(args.tick, |ticks| ticks.last))?;
    let name = args.scene.file_name().unwrap_or_default().to_string_lossy();
    let only = (!args.only.is_empty()).then_some(&*args.only);
    let mut depth = DepthAnswers::of(scene);
    let mut ask = |world: &World| depth.answers(world);
    let form = if args.brief { ReportForm::Brief } else { ReportForm::Full };
    let content = Content { scene, files: &loaded.files };
    let mut failing = None;
    let mut unseen = UnseenCameras::default();
    let is_lost = if let Some(Ticks { first, last }) = args.ticks {
        let mut agents = Recording::of(content);
        print_estimate(&tick_range::estimate(&mut agents, content, &(first..=last), only, form), form);
        output::stream(output, |out| {
            unseen = tick_range::write(&mut agents, content, first..=last, &name, only, form, &mut ask, out)?;
            Ok(())
        })?;
        unanswered::print(&unanswered::errors_at(last, content, &args.scene))
    } else {
        let mut world = World::at(scene, &loaded.files, args.tick);
        match &mut world.trace {
            Some(trace) => trace.is_whole = args.all,
            None => anyhow::ensure!(
                !args.all,
                "`--all` compares what the program of a trace said, and the scene shows no trace"
            ),
        }
        print_estimate(&json::estimate(&world, only, form), form);
        output::stream(output, |out| {
            unseen = if args.brief {
                brief::write_world(&world, &name, only, &mut ask, out)?
            } else {
                json::write_world(&world, &name, only, &mut ask, out)?
            };
            Ok(())
        })?;
        failing = args.fail_on.as_ref().and_then(|fail_on| fail_on.found(&world));
        unanswered::print_errors(&world, content, &args.scene)
    };
    let is_unanswered = super::depth::print_errors(depth.unanswered(), scene, &args.scene)
        | unanswered::print_unseen(&unseen, scene, &args.scene);
    if let Some(failing) = &failing {
        print_message(&format!("failed: {failing}"));
    }
    // What could not be read may have more problems, so that code goes first.
    Ok(if is_unanswered || is_lost || !loaded.faults.is_empty() {
        ExitCode::from(COULD_NOT_RUN)
    } else if failing.is_some() {
        ExitCode::from(DIFFERS)
    } else {
        ExitCode::SUCCESS
    })
}

/// The size of a report, in bytes, from which on it is printed before the report is written.
const LARGE: u64 = 1 << 30;

/// Prints the size of a large report.
fn print_estimate(estimate: &Estimate, form: ReportForm) {
    if estimate.bytes > LARGE {
        let answers = match estimate.answers {
            0 => String::new(),
            answers => format!(", with {answers} answers of cameras and rays for single objects"),
        };
        let shorter = match form {
            ReportForm::Full => ", and `--brief` writes only the fields that decide",
            ReportForm::Brief => "",
        };
        let size = Size(estimate.bytes);
        print_message(&format!(
            "note: this report will have about {size}{answers}; `--only` limits the sections{shorter}"
        ));
    }
}

/// A range of ticks that includes both ends: `0..60`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// The first tick.
    pub first: u64,
    /// The last tick, not before the first.
    pub last: u64,
}

impl Ticks {
    /// The largest number of ticks in a recording.
    pub const MOST: u64 = 1_000_000;
}

impl FromStr for Ticks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (first, last) = numbers.ok_or("write the first and the last tick, both inclusive, such as 0..60")?;
        if last < first {
            return Err(format!("the last tick, {last}, comes before the first, {first}"));
        }
        if last - first >= Self::MOST {
            return Err(format!("a recording has at most {} ticks", Self::MOST));
        }
        Ok(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn arguments_are_read() {
        let line = |args: &[&str]| parsed::<ReportArgs>(&[&["report", "a.json"], args].concat());
        assert_eq!(line(&[]).unwrap().only, []);
        assert_eq!(line(&["--only", "rays,frusta"]).unwrap().only, [Section::Rays, Section::Frusta]);
        assert_eq!(line(&["--tick", "18446744073709551615"]).unwrap().tick, u64::MAX);
        assert_eq!(line(&["--ticks", "5..5"]).unwrap().ticks, Some(Ticks { first: 5, last: 5 }));
        for wrong in ["", "5", "5..", "..5", "6..5", "-1..5", "1..2..3", "0..1000000", "a..b", "0...5"] {
            assert_eq!(line(&["--ticks", wrong]).unwrap_err().exit_code(), 2, "{wrong}");
        }
        assert!(line(&["--ticks", "0..1", "--tick", "1"]).is_err());
        for wrong in [&["--only", "rayz"][..], &["--only", ""], &["--tick", "-1"], &["--tick", "1.5"], &["-o"], &["b"]]
        {
            assert_eq!(line(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }
}
