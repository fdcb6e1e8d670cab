//! The stored answers of a scene, the differences between them and the current answers, and the results of
//! expectations.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use super::row::{DifferenceSubject, Expected, RowDifference};
use super::{baseline, words};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::escape;
use crate::files::{Content, Loaded};
use crate::report::difference::{self, differences as answers_that_differ};
use crate::report::occlusion::Answerer;
use crate::report::stored::MEMORY_OF_BYTE;
use crate::report::{brief, expected};
use crate::scene::{Scene, SceneError, memory_of_tree};
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
    });
    Ok(expectations.collect())
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
    Damaged(String),
    /// The memory budget has no room for both answers.
    NoMemory(String),
}

/// The differences between the stored answers and the current ones.
///
/// # Errors
/// When the stored answers cannot be read, or the budget has no room for the comparison.
pub(super) fn differences(
    before: &[u8],
    now: &str,
    scene: &Scene,
    text: &str,
    budget: &Budget,
) -> Result<Vec<RowDifference>, Incomparable> {
    if before == now.as_bytes() {
        return Ok(Vec::new());
    }
    // The values, and at most as much again for their differences.
    let bytes = 2 * MEMORY_OF_BYTE * (before.len() + now.len()) as u64;
    let _memory = budget.take(bytes).map_err(|over| Incomparable::NoMemory(baseline::no_memory(over)))?;
    let read = |bytes| read(bytes).map_err(Incomparable::Damaged);
    let (before, now) = (read(before)?, read(now.as_bytes())?);
    let tolerance = scene.check.as_ref().map_or(difference::TOLERANCE, |check| check.tolerance.number());
    let several = before.len() > 1 || now.len() > 1;
    let (lines, mut found) = (words::NameLines::of(text), Vec::new());
    for (tick, new) in &now {
        let Some((_, old)) = before.iter().find(|(before, _)| before == tick) else {
            found.push(of_tick(*tick, "has no stored answers"));
            continue;
        };
        for difference in answers_that_differ(old, new, tolerance) {
            let line = difference::words::line(&difference);
            let line = if several { format!("tick {tick} · {line}") } else { line };
            found.push(RowDifference {
                kind: if difference.is_of_numbers() { DifferenceSubject::Answer } else { DifferenceSubject::Verdict },
                text: escape::line(&line).into_owned(),
                line: line_of(&lines, &difference.names),
            });
        }
    }
    let gone = before.iter().filter(|(tick, _)| !now.iter().any(|(now, _)| now == tick));
    found.extend(gone.map(|(tick, _)| of_tick(*tick, "is stored, but no view uses it now")));
    Ok(found)
}

fn of_tick(tick: u64, what: &str) -> RowDifference {
    RowDifference { kind: DifferenceSubject::Answer, text: format!("tick {tick} {what}"), line: 1 }
}

/// The line of the scene file that defines the last of these names that the file defines.
fn line_of(lines: &words::NameLines, names: &[String]) -> usize {
    names.iter().rev().map(|name| lines.line(Some(name))).find(|&line| line > 1).unwrap_or(1)
}

/// The reports in a file of stored answers, each with its tick.
fn read(bytes: &[u8]) -> Result<Vec<(u64, Value)>, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    let mut first: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("these are not stored answers: {error}"))?;
    if first.get("eyeline_report").and_then(Value::as_u64) != Some(1) {
        return Err("these are not stored answers: the key \"eyeline_report\" with the value 1 is missing".to_owned());
    }
    let more = first.as_object_mut().and_then(|first| first.shift_remove("ticks"));
    let more = match more {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    let tick = |report: &Value| report.get("tick").and_then(Value::as_u64).unwrap_or(0);
    Ok([first].into_iter().chain(more).map(|report| (tick(&report), report)).collect())
}
