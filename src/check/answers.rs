//! The stored answers of a scene, the differences between them and the current answers, and the results of
//! expectations.

use std::path::Path;

use serde_json::Value;

use super::row::{Difference, Expected, Kind};
use super::words;
use crate::escape;
use crate::files::{Content, Loaded};
use crate::report::difference::{self, differences as answers_that_differ};
use crate::report::occlusion::Answerer;
use crate::report::{brief, expected};
use crate::scene::Scene;

/// Returns the current answers in the stored form, and the result of each expectation. `text` is the text of the scene
/// file.
///
/// # Errors
/// When the answers cannot be written. This does not happen for a buffer in memory.
pub(super) fn now(
    path: &Path,
    loaded: &Loaded,
    text: &str,
    depth: &mut Answerer,
) -> Result<(String, Vec<Expected>), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let mut bytes = Vec::new();
    brief::write_stored(content, &name, depth, &mut bytes).map_err(|error| error.to_string())?;
    let outcomes = expected::outcomes(content, depth);
    let lines = words::lines_of_entries(text, "expect");
    let expectations = outcomes.iter().map(|outcome| Expected {
        text: escape::line(&outcome.line()).into_owned(),
        line: lines.get(outcome.index).copied().unwrap_or(1),
        is_met: outcome.is_met(),
    });
    Ok((String::from_utf8_lossy(&bytes).into_owned(), expectations.collect()))
}

/// The differences between the stored answers and the current ones.
///
/// # Errors
/// When the stored answers cannot be read.
pub(super) fn differences(before: &[u8], now: &str, scene: &Scene, text: &str) -> Result<Vec<Difference>, String> {
    if before == now.as_bytes() {
        return Ok(Vec::new());
    }
    let (before, now) = (read(before)?, read(now.as_bytes())?);
    let tolerance = scene.check.as_ref().map_or(difference::TOLERANCE, |check| check.tolerance.number);
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
            found.push(Difference {
                kind: if difference.is_of_numbers() { Kind::Answer } else { Kind::Verdict },
                text: escape::line(&line).into_owned(),
                line: line_of(&lines, &difference.names),
            });
        }
    }
    let gone = before.iter().filter(|(tick, _)| !now.iter().any(|(now, _)| now == tick));
    found.extend(gone.map(|(tick, _)| of_tick(*tick, "is stored, but no view uses it now")));
    Ok(found)
}

fn of_tick(tick: u64, what: &str) -> Difference {
    Difference { kind: Kind::Answer, text: format!("tick {tick} {what}"), line: 1 }
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
