//! The stored answers of a scene, the differences between them and the current answers, and the results of
//! expectations.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use super::causes::Caused;
use super::row::{DifferenceSubject, Expected, RowDifference};
use super::{baseline, words};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::escape;
use crate::files::{Content, Loaded};
use crate::report::difference::causes::Causes;
use crate::report::difference::{self, Difference, differences as answers_that_differ};
use crate::report::occlusion::Answerer;
use crate::report::stored::MEMORY_OF_BYTE;
use crate::report::{brief, expected, lesson};
use crate::scene::{Scene, SceneError, memory_of_tree};
use crate::source::git_text::GitText;
use crate::source::text::path_in_message;

/// Returns the current answers in the stored form with their memory.
///
/// # Errors
/// When the memory budget has no room for the answers.
pub(super) fn now(path: &Path, loaded: &Loaded, depth: &mut Answerer) -> Result<(String, Reservation), SceneError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let budget = &loaded.files.budget;
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let mut out = Metered { bytes: Vec::new(), memory: budget.nothing(), refused: None };
    let written = brief::write_stored(content, &name, depth, &mut out);
    let Metered { bytes, memory, refused } = out;
    let file = path_in_message(path);
    if let Some(over) = refused {
        return Err(SceneError::over_budget(&file, "the text of the answers", over));
    }
    written.map_err(|error| SceneError::unreadable(&file, &error.to_string(), None))?;
    Ok((String::from_utf8(bytes).unwrap_or_default(), memory))
}

/// Returns the result of each expectation. `text` is the text of the scene file, in which their lines are found.
///
/// # Errors
/// When the memory budget has no room to find the lines.
pub(super) fn expectations(
    path: &Path,
    loaded: &Loaded,
    text: &str,
    depth: &mut Answerer,
) -> Result<Vec<Expected>, SceneError> {
    let (file, budget) = (path_in_message(path), &loaded.files.budget);
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let outcomes = expected::outcomes(content, depth);
    let lines = if outcomes.is_empty() {
        Vec::new()
    } else {
        let over = |over| SceneError::over_budget(&file, "finding the lines of the expectations", over);
        let _tree = budget.take(memory_of_tree(text)).map_err(over)?;
        words::lines_of_entries(text, "expect")
    };
    let expectations = outcomes.iter().map(|outcome| Expected {
        text: escape::line(&outcome.line()).into_owned(),
        line: lines.get(outcome.index).copied().unwrap_or(1),
        is_met: outcome.is_met(),
        names: outcome.names.clone(),
        error: outcome.error.clone(),
    });
    Ok(expectations.collect())
}

/// The faults of the lesson of a scene, each with its text and the line of its step. `text` is that of the scene.
///
/// # Errors
/// When the budget has no room for finding the lines.
pub(super) fn lesson_faults(
    path: &Path,
    loaded: &Loaded,
    text: &str,
    depth: &mut Answerer,
) -> Result<Vec<(String, usize)>, SceneError> {
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let faults = lesson::faults(content, depth);
    let lines = if faults.is_empty() {
        Vec::new()
    } else {
        let (file, budget) = (path_in_message(path), &loaded.files.budget);
        let over = |over| SceneError::over_budget(&file, "finding the lines of the lesson", over);
        let _tree = budget.take(memory_of_tree(text)).map_err(over)?;
        words::lines_of_entries(text, "lesson")
    };
    let located = faults.into_iter().map(|fault| {
        let line = lines.get(fault.step).copied().unwrap_or(1);
        (escape::line(&fault.text).into_owned(), line)
    });
    Ok(located.collect())
}

/// A text whose memory is reserved before it grows.
struct Metered {
    bytes: Vec<u8>,
    memory: Reservation,
    refused: Option<OverBudget>,
}

impl Write for Metered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A vector doubles its memory when it grows.
        if let Err(over) = self.memory.grow(2 * bytes.len() as u64) {
            self.refused = Some(over);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why the stored answers cannot be compared.
pub(super) enum Incomparable {
    /// They are not answers.
    Damaged {
        /// The reason, with the line of the file.
        reason: String,
        /// The line, from 1.
        line: usize,
        /// What git left in place of the answers.
        left: Option<GitText>,
    },
    /// The memory budget has no room for both answers.
    NoMemory(String),
}

/// The items without an answer, and those that depend on them. `now` are the current answers. None when the budget has no
/// room for the answers and the scene.
pub(super) fn causes(now: &str, scene: &Scene, text: &str, budget: &Budget) -> Causes {
    let Ok(_memory) = budget.take(MEMORY_OF_BYTE * (now.len() + text.len()) as u64) else { return Causes::default() };
    let Ok(report) = serde_json::from_str(now) else { return Causes::default() };
    Causes::of(&report, &serde_json::to_value(scene).unwrap_or_default())
}

/// The differences between the stored answers and the current ones. `name` is that of the stored answers in messages.
///
/// # Errors
/// When the stored answers cannot be read, or the budget has no room for the comparison.
pub(super) fn differences(
    before: &[u8],
    now: &str,
    scene: &Scene,
    text: &str,
    name: &str,
    budget: &Budget,
) -> Result<Vec<Caused>, Incomparable> {
    if before == now.as_bytes() {
        return Ok(Vec::new());
    }
    // The values, and at most as much again for their differences.
    let bytes = 2 * MEMORY_OF_BYTE * (before.len() + now.len()) as u64;
    let _memory = budget.take(bytes).map_err(|over| Incomparable::NoMemory(baseline::no_memory(over)))?;
    let (before, now) = (read(before, name)?, read(now.as_bytes(), name)?);
    let tolerance = scene.check.as_ref().map_or(difference::TOLERANCE, |check| check.tolerance.number());
    let several = before.len() > 1 || now.len() > 1;
    let (lines, mut found) = (words::NameLines::of(text), Vec::new());
    let mut written = None;
    for (tick, new) in &now {
        let Some((_, old)) = before.iter().find(|(before, _)| before == tick) else {
            found.push(Caused::by_nothing(of_tick(*tick, "has no stored answers")));
            continue;
        };
        let different = answers_that_differ(old, new, tolerance);
        let mut causes = Causes::default();
        if !different.is_empty() && has_error(new) {
            let over = |over| Incomparable::NoMemory(baseline::no_memory(over));
            let _scene = budget.take(MEMORY_OF_BYTE * text.len() as u64).map_err(over)?;
            let written = written.get_or_insert_with(|| serde_json::to_value(scene).unwrap_or_default());
            causes = Causes::of(new, written);
        }
        for difference in different {
            let cause = causes.of_difference(&difference);
            let line = match cause {
                Some(_) => difference::words::line_below_error(&difference),
                None => difference::words::line(&difference),
            };
            let line = if several { format!("tick {tick} · {line}") } else { line };
            let (text, line) = (escape::line(&line).into_owned(), line_of(&lines, &difference.names));
            let row = RowDifference::new(subject(&difference), text, line);
            let row = RowDifference { names: difference.names.clone(), tick: several.then_some(*tick), ..row };
            found.push(Caused { difference: row, cause: cause.map(str::to_owned) });
        }
    }
    let gone = before.iter().filter(|(tick, _)| !now.iter().any(|(now, _)| now == tick));
    found.extend(gone.map(|(tick, _)| Caused::by_nothing(of_tick(*tick, "is stored, but no view uses it now"))));
    Ok(found)
}

fn subject(difference: &Difference) -> DifferenceSubject {
    if difference.is_rename() {
        DifferenceSubject::Renamed
    } else if difference.is_of_numbers() {
        DifferenceSubject::Answer
    } else {
        DifferenceSubject::Verdict
    }
}

/// Whether an answer of a report has an error.
fn has_error(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(has_error),
        Value::Object(map) => map.iter().any(|(key, value)| (key == "error" && value.is_string()) || has_error(value)),
        _ => false,
    }
}

fn of_tick(tick: u64, what: &str) -> RowDifference {
    RowDifference::new(DifferenceSubject::Answer, format!("tick {tick} {what}"), 1)
}

/// The line of the scene file that defines the last of these names that the file defines.
fn line_of(lines: &words::NameLines, names: &[String]) -> usize {
    names.iter().rev().map(|name| lines.line(Some(name))).find(|&line| line > 1).unwrap_or(1)
}

/// The reports in a file of stored answers, each with its tick. `name` is that of the file in messages.
fn read(bytes: &[u8], name: &str) -> Result<Vec<(u64, Value)>, Incomparable> {
    let damaged = |reason: &str, line| Incomparable::Damaged { reason: reason.to_owned(), line, left: None };
    if bytes.is_empty() {
        return Err(damaged("the file is empty", 1));
    }
    if let Some(left) = GitText::of(bytes) {
        let line = if let GitText::Conflict { line } = left { line } else { 1 };
        let reason = left.message(name, ", or store the present answers with `eyeline check --update`");
        return Err(Incomparable::Damaged { reason: format!("line {line}: {reason}"), line, left: Some(left) });
    }
    let read = serde_json::from_slice(bytes);
    let mut first: Value =
        read.map_err(|error| damaged(&format!("these are not stored answers: {error}"), error.line().max(1)))?;
    if let Some(version) = first.get("eyeline_report").and_then(Value::as_u64).filter(|version| *version != 1) {
        let reason = format!(
            "these answers have version {version}, and this eyeline reads version 1: use the eyeline that stored them, or store the present answers with `eyeline check --update`"
        );
        return Err(damaged(&reason, 1));
    }
    if first.get("eyeline_report").and_then(Value::as_u64).is_none() {
        let reason = "these are not stored answers: the key \"eyeline_report\" with the value 1 is missing";
        return Err(damaged(reason, 1));
    }
    let more = first.as_object_mut().and_then(|first| first.shift_remove("ticks"));
    let more = match more {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    let tick = |report: &Value| report.get("tick").and_then(Value::as_u64).unwrap_or(0);
    Ok([first].into_iter().chain(more).map(|report| (tick(&report), report)).collect())
}
