//! The result of a run as a table for a terminal.

use std::fmt::Write as _;
use std::path::Path;

use super::compare::PictureMatch;
use super::row::{DifferenceSubject, RowDifference, SceneRow, SceneState};
use super::words;
use crate::escape;
use crate::source::text::path_in_message;

/// One line for each scene, with its differences below it. The last line has the number of scenes in each state.
pub fn table(rows: &[SceneRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let state = row.state();
        let _infallible = writeln!(text, "{:<8} {}", state.word(), path_in_message(&row.found.path));
        // The table lists each expectation below with its result, so this loop skips them.
        for difference in row.differences.iter().filter(|difference| difference.kind != DifferenceSubject::Expectation)
        {
            let _infallible = writeln!(text, "           {}", escape::line(&difference.text));
            for line in sweep_of(row, difference) {
                let _infallible = writeln!(text, "             {line}");
            }
        }
        for expected in &row.expectations {
            let _infallible = writeln!(text, "           {:<7}  {}", expected.word(), escape::line(&expected.text));
        }
        for stored in row.stored().filter(|stored| stored.is_written) {
            let _infallible = writeln!(text, "           wrote {}", stored.file.in_message());
        }
    }
    text + &totals(rows) + "\n"
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

/// The number of scenes in each state, in one line.
pub(super) fn totals(rows: &[SceneRow]) -> String {
    let counts = SceneState::ALL.iter().rev().filter_map(|&state| {
        let count = rows.iter().filter(|row| row.state() == state).count();
        (count > 0).then(|| format!("{count} {}", state.word()))
    });
    let counts: Vec<_> = counts.collect();
    let scenes = if rows.len() == 1 { "scene" } else { "scenes" };
    if counts.is_empty() { "0 scenes".to_owned() } else { format!("{} {scenes}: {}", rows.len(), counts.join(", ")) }
}
