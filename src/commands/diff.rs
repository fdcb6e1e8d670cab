//! `eyeline diff`: the answers that differ between two scenes, reports or recordings.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::exit::COULD_NOT_RUN;
use super::load::{load, within_reach};
use super::scene_args::SceneArgs;
use super::{depth, output, unanswered};
use crate::budget::{Budget, OverBudget, Reservation, Size};
use crate::escape;
use crate::files::{Content, Loaded};
use crate::offscreen::DepthAnswers;
use crate::report::brief;
use crate::report::difference::{Difference, TOLERANCE, differences, words};
use crate::report::occlusion::AllUnanswered;
use crate::report::stored::{MEMORY_OF_BYTE, Reports, may_be_reports, reports};
use crate::source::error::SceneError;
use crate::source::regular;
use crate::world::{Recording, World};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example: eyeline diff scenes/guard.json guard.report.json\n\nExit codes: 0 equal, 1 differs, 2 could not run."
)]
pub struct DiffArgs {
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
enum DiffInput {
    /// A scene, with what is known of its agents so far.
    Scene { loaded: Box<Loaded>, recording: Box<Recording>, name: String, unanswered: AllUnanswered },
    Reports {
        reports: Reports,
        name: String,
        /// The memory of the reports.
        _memory: Reservation,
    },
}

/// The path of standard input.
const STANDARD_INPUT: &str = "-";

/// Writes one line for each difference to standard output.
///
/// # Errors
/// When a file cannot be read, or the inputs have no tick in common.
pub fn run(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let is_piped = |path: &Path| path.as_os_str() == STANDARD_INPUT;
    anyhow::ensure!(
        !(is_piped(&args.before) && is_piped(&args.after)),
        "only one input can be `-`, standard input; give a file for the other"
    );
    let budget = args.read.budget();
    let mut before = read(&args.before, &args.read, &budget)?;
    let mut after = read(&args.after, &args.read, &budget)?;
    let ticks = ticks(args, &before, &after)?;
    let only_new = [&before, &after]
        .into_iter()
        .any(|side| matches!(side, DiffInput::Reports { reports, .. } if reports.is_recording));
    let last = ticks.last().copied().unwrap_or(0);
    let mut comparison = DiffComparison {
        args,
        sides: [&mut before, &mut after],
        budget: &budget,
        only_new,
        has_ticks: ticks.len() > 1,
        ticks: ticks.into_iter(),
        tick: 0,
        pending: Vec::new().into_iter(),
        memory: Vec::new(),
    };
    let is_equal = if args.json { write_json(&mut comparison)? } else { write_lines(&mut comparison)? };
    let is_whole = [(&before, &*args.before), (&after, &*args.after)].map(|side| match side {
        (DiffInput::Scene { loaded, unanswered: queries, .. }, path) => {
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            let is_lost = unanswered::print(&unanswered::errors_at(last, content, path));
            !depth::print_errors(queries, &loaded.scene, path) && !is_lost && loaded.faults.is_empty()
        }
        (DiffInput::Reports { .. }, _) => true,
    });
    let is_whole = is_whole.into_iter().all(|is_whole| is_whole);
    Ok(match (is_whole, is_equal) {
        (false, _) => ExitCode::from(COULD_NOT_RUN),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// The differences, found tick by tick while they are written.
struct DiffComparison<'a> {
    args: &'a DiffArgs,
    sides: [&'a mut DiffInput; 2],
    budget: &'a Budget,
    /// Whether agents have only the events of each tick.
    only_new: bool,
    /// Whether there are several ticks.
    has_ticks: bool,
    ticks: std::vec::IntoIter<u64>,
    /// The tick of the pending differences.
    tick: u64,
    pending: std::vec::IntoIter<Difference>,
    /// The memory for both reports of the tick and their comparison.
    memory: Vec<Reservation>,
}

/// A difference with its tick.
struct TickDifference<'a> {
    tick: u64,
    what: Result<Difference, NotIn<'a>>,
}

/// The input that has no report of a tick.
struct NotIn<'a>(&'a Path);

impl<'a> Iterator for DiffComparison<'a> {
    type Item = anyhow::Result<TickDifference<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(difference) = self.pending.next() {
                return Some(Ok(TickDifference { tick: self.tick, what: Ok(difference) }));
            }
            self.tick = self.ticks.next()?;
            match self.compare() {
                Ok(None) => {}
                Ok(Some(missing)) => return Some(Ok(TickDifference { tick: self.tick, what: Err(missing) })),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<'a> DiffComparison<'a> {
    /// Finds the differences of the tick. Returns the input without a report of it.
    fn compare(&mut self) -> anyhow::Result<Option<NotIn<'a>>> {
        self.memory.clear();
        let (tick, only_new, budget) = (self.tick, self.only_new, self.budget);
        let [before, after] = &mut self.sides;
        let (old, new) = (before.at(tick, only_new, budget)?, after.at(tick, only_new, budget)?);
        match (old, new) {
            (Some((old, of_old)), Some((new, of_new))) => {
                self.pending = differences(&old, &new, TOLERANCE).into_iter();
                self.memory = vec![of_old, of_new];
                Ok(None)
            }
            (None, None) => anyhow::bail!("neither input has tick {tick}"),
            (None, Some(_)) => Ok(Some(NotIn(&self.args.before))),
            (Some(_), None) => Ok(Some(NotIn(&self.args.after))),
        }
    }
}

/// Writes one line for each difference. Returns whether there is none.
fn write_lines(comparison: &mut DiffComparison) -> anyhow::Result<bool> {
    let has_ticks = comparison.has_ticks;
    let (mut failed, mut is_equal) = (None, true);
    let written = output::stream(None, |out| {
        for found in comparison {
            let TickDifference { tick, what } = found.map_err(|error| set_aside(error, &mut failed))?;
            if is_equal && has_ticks {
                writeln!(out, "first difference at tick {tick}")?;
            }
            is_equal = false;
            let (has_tick, line) = match &what {
                Ok(difference) => (has_ticks, words::line(difference)),
                Err(NotIn(missing)) => (true, format!("not in {}", missing.display())),
            };
            if has_tick {
                write!(out, "tick {tick} · ")?;
            }
            writeln!(out, "{}", escape::lines(&line.replace(['\n', '\r'], " ")))?;
        }
        Ok(())
    });
    failed.map_or(written, Err)?;
    Ok(is_equal)
}

/// Writes the differences as JSON. Returns whether there is none.
fn write_json(comparison: &mut DiffComparison) -> anyhow::Result<bool> {
    let mut comparison = comparison.peekable();
    let is_equal = comparison.peek().is_none();
    let mut failed = None;
    let document = DiffDocument {
        equal: is_equal,
        differences: DiffEntries { comparison: RefCell::new(&mut comparison), failed: RefCell::new(&mut failed) },
    };
    let written = output::stream(None, |out| brief::write(&document, out));
    failed.map_or(written, Err)?;
    Ok(is_equal)
}

/// Keeps an error that is none of writing, and returns one that ends the writing.
fn set_aside(error: anyhow::Error, failed: &mut Option<anyhow::Error>) -> io::Error {
    *failed = Some(error);
    io::Error::other("the inputs could not be compared")
}

#[derive(Serialize)]
struct DiffDocument<'w, 'a, 'c> {
    equal: bool,
    differences: DiffEntries<'w, 'a, 'c>,
}

/// The differences, found while they are written.
struct DiffEntries<'w, 'a, 'c> {
    comparison: RefCell<&'w mut Peekable<&'c mut DiffComparison<'a>>>,
    failed: RefCell<&'w mut Option<anyhow::Error>>,
}

impl Serialize for DiffEntries<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for found in self.comparison.borrow_mut().by_ref() {
            let entry = found.and_then(|found| as_json(&found));
            let entry = entry.map_err(|error| S::Error::custom(set_aside(error, &mut self.failed.borrow_mut())))?;
            list.serialize_element(&entry)?;
        }
        list.end()
    }
}

fn as_json(found: &TickDifference) -> anyhow::Result<Value> {
    let mut entry = json!({ "tick": found.tick });
    match &found.what {
        Ok(difference) => {
            if let (Value::Object(entry), Value::Object(fields)) = (&mut entry, serde_json::to_value(difference)?) {
                entry.extend(fields);
                entry.insert("text".to_owned(), words::line(difference).into());
            }
        }
        Err(NotIn(_)) => entry["missing"] = true.into(),
    }
    Ok(entry)
}

/// The ticks at which the inputs are compared, ascending.
fn ticks(args: &DiffArgs, before: &DiffInput, after: &DiffInput) -> anyhow::Result<Vec<u64>> {
    let own = |side: &DiffInput| match side {
        DiffInput::Scene { .. } => None,
        DiffInput::Reports { reports, .. } => Some(reports.list.iter().map(|(tick, _)| *tick).collect::<Vec<_>>()),
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

impl DiffInput {
    /// The brief report at a tick, with the memory for it and for its comparison; `None` when the input has no report of this
    /// tick. Agents have all events up to the tick; with `only_new`, only the events of the tick itself.
    fn at(
        &mut self,
        tick: u64,
        only_new: bool,
        budget: &Budget,
    ) -> anyhow::Result<Option<(Cow<'_, Value>, Reservation)>> {
        match self {
            Self::Scene { loaded, recording, name, unanswered } => {
                within_reach(&loaded.scene, tick)?;
                let content = Content { scene: &loaded.scene, files: &loaded.files };
                let world = World::of(recording, content, tick);
                let mut text = ComparedText::within(budget);
                let mut depth = DepthAnswers::of(&loaded.scene);
                let mut ask = |world: &World| depth.answers(world);
                let written = brief::write_line(&world, name, None, only_new, &mut ask, &mut text);
                text.expect_room(name)?;
                written?;
                unanswered.extend(depth.into_unanswered());
                Ok(Some((Cow::Owned(serde_json::from_slice(&text.bytes)?), text.memory)))
            }
            Self::Reports { reports, name, .. } => {
                let Some((_, report)) = reports.list.iter().find(|(at, _)| *at == tick) else { return Ok(None) };
                let mut size = ComparedText { is_kept: false, ..ComparedText::within(budget) };
                let counted = serde_json::to_writer(&mut size, report);
                size.expect_room(name)?;
                counted?;
                Ok(Some((Cow::Borrowed(report), size.memory)))
            }
        }
    }
}

/// The memory of a comparison for each byte of the text of a brief report: its values, their brief form, and the list of its
/// answers, which are found by their names. It was measured.
const COMPARED: u64 = 36;

/// The text of a report that is compared. The memory for the comparison is reserved as the text grows.
struct ComparedText {
    bytes: Vec<u8>,
    /// Whether the text is kept, or only its length counts.
    is_kept: bool,
    memory: Reservation,
    /// The request that did not fit.
    over: Option<OverBudget>,
}

impl ComparedText {
    fn within(budget: &Budget) -> Self {
        Self { bytes: Vec::new(), is_kept: true, memory: budget.nothing(), over: None }
    }

    /// # Errors
    /// When a request did not fit.
    fn expect_room(&self, name: &str) -> Result<(), SceneError> {
        let error = |over| Err(SceneError::over_budget(name, "comparing these answers", over));
        self.over.map_or(Ok(()), error)
    }
}

impl Write for ComparedText {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if let Err(over) = self.memory.grow(text.len() as u64 * COMPARED) {
            self.over = Some(over.with_own(self.memory.bytes()));
            return Err(io::Error::other(over));
        }
        if self.is_kept {
            self.bytes.extend_from_slice(text);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reserves the memory of a text and of the values parsed from it.
fn memory_of(text: u64, name: &str, budget: &Budget) -> anyhow::Result<Reservation> {
    budget.take(text.saturating_mul(MEMORY_OF_BYTE)).map_err(|over| anyhow::anyhow!("cannot read {name}: {over}"))
}

/// Reads an input. Its content decides what it is: a text that is neither a report nor a recording is read as a scene.
fn read(path: &Path, options: &SceneArgs, budget: &Budget) -> anyhow::Result<DiffInput> {
    let name = path.display().to_string();
    if path.as_os_str() == STANDARD_INPUT {
        let bytes = piped(budget)?;
        let memory = memory_of(bytes.len() as u64, "standard input", budget)?;
        let reports = reports(&bytes, "standard input").map_err(anyhow::Error::msg)?;
        let help = "pipe the output of `eyeline report` into it; a scene must be a file";
        let reports =
            reports.with_context(|| format!("standard input is neither a report nor a recording\n  help: {help}"))?;
        return Ok(DiffInput::Reports { reports, name: "standard input".to_owned(), _memory: memory });
    }
    if may_be_reports(path) {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        let memory = memory_of(size, &name, budget)?;
        let bytes = regular::read(path, size).with_context(|| format!("cannot read {name}"))?;
        if let Some(reports) = reports(&bytes, &path.display().to_string()).map_err(anyhow::Error::msg)? {
            return Ok(DiffInput::Reports { reports, name, _memory: memory });
        }
    }
    let loaded = Box::new(load(path, options)?);
    let recording = Box::new(Recording::of(Content { scene: &loaded.scene, files: &loaded.files }));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(DiffInput::Scene { loaded, recording, name, unanswered: AllUnanswered::default() })
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
