//! `eyeline diff`: the answers that differ between two scenes, reports or recordings.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Value, json};

use super::depth;
use super::output;
use super::scene_args::SceneArgs;
use super::unanswered;
use crate::budget::{Budget, Reservation, Size};
use crate::escape;
use crate::files::{Content, Loaded};
use crate::moving::DepthAnswers;
use crate::report::brief;
use crate::report::difference::{Difference, TOLERANCE, differences, words};
use crate::report::occlusion::AllUnanswered;
use crate::report::stored::{MEMORY_OF_BYTE, Reports, may_be_reports, reports};
use crate::source::regular;
use crate::world::{Recording, World};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example: eyeline diff scenes/guard.json guard.report.json\n\nExit codes: 0 equal, 1 differs, 2 could not run."
)]
pub struct Args {
    /// The first input: a scene, the output of `eyeline report` (full or --brief), a recording (`report --ticks`), or
    /// `-` for a report or recording from standard input.
    pub before: PathBuf,
    /// The second input, of any of these kinds.
    pub after: PathBuf,
    /// How to read scenes.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write `{ "equal", "differences": [{ "tick", "section", "names", "new" | "vanished" | "changes", "text" }] }`. A
    /// change is `{ "field", "before", "after" }`, or of a list `{ "field", "removed", "added" }`. For a tick that only
    /// one side has, the entry is `{ "tick", "missing": true }`.
    #[arg(long)]
    pub json: bool,
    /// Compare at this tick; may be given several times. Without it: the ticks of the reports, and tick 0 of two
    /// scenes.
    #[arg(long, value_name = "N")]
    pub tick: Vec<u64>,
}

/// An input of the comparison.
enum Side {
    /// A scene, with what is known of its agents so far.
    Scene { loaded: Box<Loaded>, recording: Box<Recording>, name: String, unanswered: AllUnanswered },
    Reports {
        reports: Reports,
        /// The memory of the agent runs.
        _memory: Reservation,
    },
}

/// The path of standard input.
const STANDARD_INPUT: &str = "-";

/// Writes one line for each difference to standard output.
///
/// # Errors
/// When a file cannot be read, or the inputs have no tick in common.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let is_piped = |path: &Path| path.as_os_str() == STANDARD_INPUT;
    anyhow::ensure!(
        !(is_piped(&args.before) && is_piped(&args.after)),
        "only one input can be `-`, standard input; give a file for the other"
    );
    let budget = args.read.budget();
    let mut before = read(&args.before, &args.read, &budget)?;
    let mut after = read(&args.after, &args.read, &budget)?;
    let ticks = ticks(args, &before, &after)?;
    let only_new =
        [&before, &after].into_iter().any(|side| matches!(side, Side::Reports { reports, .. } if reports.is_recording));
    let (mut text, mut found) = (String::new(), Vec::new());
    for &tick in &ticks {
        let (old, new) = (before.at(tick, only_new, &budget)?, after.at(tick, only_new, &budget)?);
        match (old, new) {
            (Some(old), Some(new)) => {
                for difference in differences(&old, &new, TOLERANCE) {
                    push_line(&mut text, tick, ticks.len() > 1, &words::line(&difference));
                    found.push((tick, Some(difference)));
                }
            }
            (None, None) => anyhow::bail!("neither input has tick {tick}"),
            (old, _) => {
                let missing = if old.is_none() { &args.before } else { &args.after };
                push_line(&mut text, tick, true, &format!("not in {}", missing.display()));
                found.push((tick, None));
            }
        }
    }
    if args.json {
        text = as_json(&found)?;
    } else if ticks.len() > 1
        && let Some((first, _)) = found.first()
    {
        text = format!("first difference at tick {first}\n{text}");
    }
    output::deliver(text.as_bytes(), None)?;
    let is_whole = [(&before, &*args.before), (&after, &*args.after)].map(|side| match side {
        (Side::Scene { loaded, unanswered: queries, .. }, path) => {
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            let last = ticks.last().copied().unwrap_or(0);
            let is_lost = unanswered::print(&unanswered::errors_at(last, content, path));
            !depth::print_errors(queries, &loaded.scene, path) && !is_lost && loaded.faults.is_empty()
        }
        (Side::Reports { .. }, _) => true,
    });
    let is_whole = is_whole.into_iter().all(|is_whole| is_whole);
    Ok(match (is_whole, found.is_empty()) {
        (false, _) => ExitCode::from(super::COULD_NOT_RUN),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

fn push_line(text: &mut String, tick: u64, has_tick: bool, line: &str) {
    if has_tick {
        text.extend(["tick ", &tick.to_string(), " · "]);
    }
    text.push_str(&escape::lines(&line.replace(['\n', '\r'], " ")));
    text.push('\n');
}

fn as_json(found: &[(u64, Option<Difference>)]) -> anyhow::Result<String> {
    let mut list = Vec::new();
    for (tick, difference) in found {
        let mut entry = json!({ "tick": tick });
        if let Some(difference) = difference
            && let (Value::Object(entry), Value::Object(fields)) = (&mut entry, serde_json::to_value(difference)?)
        {
            entry.extend(fields);
            entry.insert("text".to_owned(), words::line(difference).into());
        } else {
            entry["missing"] = true.into();
        }
        list.push(entry);
    }
    let mut text = Vec::new();
    brief::write(&json!({ "equal": list.is_empty(), "differences": list }), &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// The ticks at which the inputs are compared, ascending.
fn ticks(args: &Args, before: &Side, after: &Side) -> anyhow::Result<Vec<u64>> {
    let own = |side: &Side| match side {
        Side::Scene { .. } => None,
        Side::Reports { reports, .. } => Some(reports.list.iter().map(|(tick, _)| *tick).collect::<Vec<_>>()),
    };
    let (first, second) = (own(before), own(after));
    if args.tick.is_empty()
        && let (Some(first), Some(second)) = (&first, &second)
        && !first.iter().any(|tick| second.contains(tick))
    {
        let described = |ticks: &[u64]| ticks.iter().take(4).map(u64::to_string).collect::<Vec<_>>().join(", ");
        anyhow::bail!(
            "the inputs have no tick in common: the first has tick {}, the second {}",
            described(first),
            described(second)
        );
    }
    let mut ticks = match (&*args.tick, first, second) {
        ([], None, None) => vec![0],
        ([], first, second) => first.into_iter().chain(second).flatten().collect(),
        (ticks, ..) => ticks.to_vec(),
    };
    ticks.sort_unstable();
    ticks.dedup();
    Ok(ticks)
}

impl Side {
    /// The brief report at a tick; `None` when the input has no report of this tick. Agents have all events up to the
    /// tick; with `only_new`, only the events of the tick itself.
    fn at(&mut self, tick: u64, only_new: bool, budget: &Budget) -> anyhow::Result<Option<Value>> {
        match self {
            Self::Scene { loaded, recording, name, unanswered } => {
                super::within_reach(&loaded.scene, tick)?;
                let content = Content { scene: &loaded.scene, files: &loaded.files };
                let world = World::of(recording, content, tick);
                let mut text = Vec::new();
                let mut depth = DepthAnswers::of(&loaded.scene);
                let mut ask = |world: &World| depth.answers(world);
                brief::write_line(&world, name, None, only_new, &mut ask, &mut text)?;
                unanswered.extend(depth.into_unanswered());
                let _memory = memory_of(text.len() as u64, name, budget)?;
                Ok(Some(serde_json::from_slice(&text)?))
            }
            Self::Reports { reports, .. } => {
                Ok(reports.list.iter().find(|(at, _)| *at == tick).map(|(_, report)| report.clone()))
            }
        }
    }
}

/// Reserves the memory of a text and of the values parsed from it.
fn memory_of(text: u64, name: &str, budget: &Budget) -> anyhow::Result<Reservation> {
    budget.take(text.saturating_mul(MEMORY_OF_BYTE)).map_err(|over| anyhow::anyhow!("cannot read {name}: {over}"))
}

/// Reads an input. Its content decides what it is: a text that is neither a report nor a recording is read as a scene.
fn read(path: &Path, options: &SceneArgs, budget: &Budget) -> anyhow::Result<Side> {
    let name = path.display().to_string();
    if path.as_os_str() == STANDARD_INPUT {
        let bytes = piped(budget)?;
        let memory = memory_of(bytes.len() as u64, "standard input", budget)?;
        let reports = reports(&bytes, "standard input").map_err(anyhow::Error::msg)?;
        let help = "pipe the output of `eyeline report` into it; a scene must be a file";
        let reports =
            reports.with_context(|| format!("standard input is neither a report nor a recording\n  help: {help}"))?;
        return Ok(Side::Reports { reports, _memory: memory });
    }
    if may_be_reports(path) {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        let memory = memory_of(size, &name, budget)?;
        let bytes = regular::read(path, size).with_context(|| format!("cannot read {name}"))?;
        if let Some(reports) = reports(&bytes, &path.display().to_string()).map_err(anyhow::Error::msg)? {
            return Ok(Side::Reports { reports, _memory: memory });
        }
    }
    let loaded = Box::new(super::load(path, options)?);
    let recording = Box::new(Recording::of(Content { scene: &loaded.scene, files: &loaded.files }));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Side::Scene { loaded, recording, name, unanswered: AllUnanswered::default() })
}

/// All of standard input. Reading stops at the size of the free budget.
fn piped(budget: &Budget) -> anyhow::Result<Vec<u8>> {
    let most = budget.left() / MEMORY_OF_BYTE;
    let mut bytes = Vec::new();
    io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).context("cannot read standard input")?;
    anyhow::ensure!(
        bytes.len() as u64 <= most,
        "cannot read standard input: it is larger than {}; increase `--memory`",
        Size(most)
    );
    Ok(bytes)
}
