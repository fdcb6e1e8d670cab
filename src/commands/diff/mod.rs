//! `eyeline diff`: the answers that differ between two scenes, reports or recordings, or the pixels that differ between two
//! pictures.

mod input;
mod pictures;

use std::cell::RefCell;
use std::io;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use self::input::{DiffInput, STANDARD_INPUT, read, scene};
use super::exit::COULD_NOT_RUN;
use super::scene_args::SceneArgs;
use super::{depth, output, unanswered};
use crate::budget::{Budget, Reservation};
use crate::escape;
use crate::files::Content;
use crate::report::brief;
use crate::report::difference::{Difference, TOLERANCE, differences_of_files, words};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example: eyeline diff scenes/guard.json guard.report.json\n\nExit codes: 0 equal, 1 differs, 2 could not run."
)]
pub struct DiffArgs {
    /// The first input: a scene, the output of `eyeline report` (full or --brief), a recording (`report --ticks`), a
    /// picture, or `-` for a report or recording from standard input. `REVISION:PATH` is the file at a git revision, with
    /// the files that it names there.
    pub before: PathBuf,
    /// The second input, of any of these kinds. A picture is compared only with a picture.
    pub after: PathBuf,
    /// How to read scenes.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write `{ "equal", "differences": [{ "tick", "section", "names", "new" | "vanished" | "changes" | "renamed",
    /// "text" }] }`. A change is `{ "field", "before", "after" }`, or of a list `{ "field", "removed", "added" }`;
    /// `renamed` is `{ "before", "answers" }`. For a tick that only one side has, the entry is `{ "tick", "missing": true
    /// }`. Of two pictures an entry is `{ "pictures", "pixels", "text" }`.
    #[arg(long)]
    pub json: bool,
    /// Compare at this tick; may be given several times. Without it: the ticks of the reports; of two
    /// scenes tick 0, the tick at which they open, and the ticks of their views.
    #[arg(long, value_name = "N")]
    pub tick: Vec<u64>,
}

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
    let (mut before, mut after) = match (
        read(&args.before, &args.read, &budget)?,
        read(&args.after, &args.read, &budget)?,
    ) {
        (DiffInput::Picture(before), DiffInput::Picture(after)) => {
            return pictures::run([&before, &after], args.json, &budget);
        }
        // The report of an image is compared with the answers about that image.
        (DiffInput::Picture(image), report @ DiffInput::Reports { .. }) => (scene(image, &args.read)?, report),
        (report @ DiffInput::Reports { .. }, DiffInput::Picture(image)) => (report, scene(image, &args.read)?),
        (DiffInput::Picture(_), _) | (_, DiffInput::Picture(_)) => anyhow::bail!(
            "{} and {} cannot be compared: one is a picture and the other a scene; give two pictures (`eyeline render` \
             draws a scene), or two scenes",
            args.before.display(),
            args.after.display()
        ),
        both => both,
    };
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
        (DiffInput::Reports { .. } | DiffInput::Picture(_), _) => true,
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
                self.pending = differences_of_files(&old, &new, TOLERANCE).into_iter();
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
        DiffInput::Scene { .. } | DiffInput::Picture(_) => None,
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
        // Those of the answers that `eyeline check` stores.
        ([], None, None) => [before, after].into_iter().flat_map(DiffInput::shown_ticks).chain([0]).collect(),
        ([], first, second) => first.into_iter().chain(second).flatten().collect(),
        (ticks, ..) => ticks.to_vec(),
    };
    ticks.sort_unstable();
    ticks.dedup();
    Ok(ticks)
}
