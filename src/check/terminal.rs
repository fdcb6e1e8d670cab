//! The result of a run as a table for a terminal.

use std::fmt::Write as _;
use std::path::Path;

use super::compare::PictureMatch;
use super::row::{DifferenceSubject, RowDifference, SceneRow, SceneState};
use super::words;
use crate::escape;
use crate::source::text::path_in_message;

/// The differences that follow from one error are listed up to this number; the report of `--out` has all.
const MOST_BELOW: usize = 8;

/// The items with other names are listed up to this number; the report of `--out` has all.
const MOST_RENAMED: usize = 20;

/// One line for a scene, with its differences below it.
pub fn of_scene(row: &SceneRow) -> String {
    let mut text = format!("{:<8} {}\n", row.state().word(), path_in_message(&row.found.path));
    let mut put = |line: &str| {
        let _infallible = writeln!(text, "           {line}");
    };
    let renamed = row.differences.iter().filter(|difference| difference.kind == DifferenceSubject::Renamed).count();
    let mut listed = 0;
    // Each expectation is listed below with its result.
    for difference in row.differences.iter().filter(|difference| difference.kind != DifferenceSubject::Expectation) {
        if difference.kind == DifferenceSubject::Renamed {
            listed += 1;
            if listed == MOST_RENAMED + 1 && renamed > MOST_RENAMED {
                put(&format!("and {} more items have another name and the same answers", renamed - MOST_RENAMED));
            }
            if listed > MOST_RENAMED {
                continue;
            }
        }
        put(&escape::line(&difference.located()));
        for line in sweep_of(row, difference) {
            put(&format!("  {line}"));
        }
        for line in below(difference) {
            put(&format!("  {line}"));
        }
    }
    if !row.changed_inputs.is_empty() {
        put(&format!("changed since it was equal: {}", words::changed_inputs(row)));
    }
    for expected in &row.expectations {
        put(&format!("{:<7}  {}", expected.word(), escape::line(&expected.text)));
    }
    text
}

/// The differences that follow from an error.
fn below(difference: &RowDifference) -> Vec<String> {
    let heading = difference.heading_of_consequences();
    let lines = difference.consequences.iter().take(MOST_BELOW);
    let listed = lines.map(|one| format!("  {}", escape::line(&one.text)));
    let left = difference.consequences.len().saturating_sub(MOST_BELOW);
    let more = (left > 0).then(|| format!("  and {left} more"));
    heading.into_iter().chain(listed).chain(more).collect()
}

/// The baselines that the run wrote, a line each.
pub fn written(rows: &[SceneRow]) -> String {
    let mut text = String::new();
    for stored in rows.iter().flat_map(SceneRow::stored).filter(|stored| stored.is_written) {
        let _infallible = writeln!(text, "wrote {}", stored.file.in_message());
    }
    text
}

/// Below a picture that differs: how many of its pixels differ at each limit.
fn sweep_of(row: &SceneRow, difference: &RowDifference) -> Vec<String> {
    let is_of =
        |path: &Path| difference.text.strip_prefix(&path_in_message(path)).is_some_and(|rest| rest.starts_with(": "));
    let capture = row.captures.iter().find(|capture| is_of(capture.stored.file.shown()));
    let Some(PictureMatch::Counted(counts)) = capture.and_then(|capture| capture.compared.as_ref()) else {
        return Vec::new();
    };
    words::sweep(counts).into_iter().flatten().collect()
}

/// The number of scenes in each state, in one line. A scene of which everything was written is in none of them.
pub fn totals(rows: &[SceneRow]) -> String {
    let counts = SceneState::ALL.iter().rev().map(|&state| {
        let is_left = |row: &&SceneRow| row.state() == state && !row.is_all_written();
        (rows.iter().filter(is_left).count(), state.word())
    });
    let written = rows.iter().filter(|row| row.is_all_written()).count();
    let mut counts: Vec<_> = counts.collect();
    counts.insert(1, (written, "written"));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    let counts: Vec<_> = counts.collect();
    let scenes = if rows.len() == 1 { "scene" } else { "scenes" };
    if counts.is_empty() { "0 scenes".to_owned() } else { format!("{} {scenes}: {}", rows.len(), counts.join(", ")) }
}
