//! The summary of a step of GitHub Actions, in Markdown: all scenes that are not equal, with all their differences.
//!
//! GitHub names the file in the variable `GITHUB_STEP_SUMMARY`. The summary is added at its end.

use std::fmt::Write as _;
use std::path::Path;

use super::github::{in_repository, left};
use super::row::{DifferenceSubject, RowDifference, SceneRow, SceneState};
use super::terminal;
use crate::escape;
use crate::scene::write::save::save_in;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// GitHub refuses a summary of more than 1 MiB.
const MOST: usize = 1_000_000;
/// A longer list is folded.
const MOST_OPEN: usize = 20;

/// The Markdown of a run, of at most `most` bytes. Paths are relative to `workspace`, the folder of the repository.
fn markdown(rows: &[SceneRow], workspace: Option<&Path>, most: usize) -> String {
    let mut text = format!("## eyeline check\n\n{}\n", code(&terminal::totals(rows)));
    let different: Vec<_> = rows.iter().filter(|row| row.state() != SceneState::Equal).collect();
    for (at, row) in different.iter().enumerate() {
        let part = of_scene(row, workspace);
        if text.len() + part.len() + 200 > most {
            let left = different.len() - at;
            let _infallible = write!(
                text,
                "\n{left} more scenes are not listed here: GitHub shows at most 1 MiB. They are in the log and in the report of `--out`.\n"
            );
            break;
        }
        text += &part;
    }
    text
}

fn of_scene(row: &SceneRow, workspace: Option<&Path>) -> String {
    let path = path_in_message(&in_repository(&row.found.path, workspace));
    let word = if row.is_all_written() { "written" } else { row.state().word() };
    let mut text = format!("\n### {} {word}\n", code(&path));
    for kind in DifferenceSubject::ALL {
        let list: Vec<_> = left(row).filter(|difference| difference.kind == kind).collect();
        if list.is_empty() {
            continue;
        }
        let is_folded = list.len() > MOST_OPEN;
        let heading = format!("{} ({})", kind.heading(), list.len());
        let [start, end] = if is_folded { ["<details><summary>", "</summary>"] } else { ["**"; 2] };
        let _infallible = write!(text, "\n{start}{heading}{end}\n\n");
        for difference in list {
            add(&mut text, difference, workspace);
        }
        if is_folded {
            text += "\n</details>\n";
        }
    }
    text
}

fn add(text: &mut String, difference: &RowDifference, workspace: Option<&Path>) {
    let RowDifference { file, line, .. } = difference;
    let place = match file {
        Some(file) => format!(" ({}, line {line})", code(&path_in_message(&in_repository(file, workspace)))),
        None if *line > 1 => format!(" (line {line})"),
        None => String::new(),
    };
    let _infallible = writeln!(text, "- {}{place}", code(&difference.text));
    if let Some(heading) = difference.heading_of_consequences() {
        let _infallible = writeln!(text, "  - {heading}");
        for one in &difference.consequences {
            let _infallible = writeln!(text, "    - {}", code(&one.text));
        }
    }
}

/// A text as code, in which no character is markup: the fence is longer than each run of backticks in the text.
fn code(text: &str) -> String {
    let text = escape::line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Adds the summary of a run at the end of a file.
///
/// # Errors
/// When the file cannot be read or written. The message names it.
pub fn add_to(file: &Path, rows: &[SceneRow], workspace: Option<&Path>) -> Result<(), String> {
    let unwritable = |reason: &dyn std::fmt::Display| {
        format!("cannot write the summary {}, which GITHUB_STEP_SUMMARY names: {reason}", path_in_message(file))
    };
    let name = file.file_name().ok_or_else(|| unwritable(&"this is not the path of a file"))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let place = Rooted::of_folder(folder).join(name);
    let before = place.read(MOST as u64).map_err(|reason| unwritable(&reason))?.unwrap_or_default();
    let mut text = before;
    if text.last().is_some_and(|last| *last != b'\n') {
        text.push(b'\n');
    }
    text.extend(markdown(rows, workspace, MOST - text.len().min(MOST)).into_bytes());
    save_in(&place, &text).map_err(|error| unwritable(&error.reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::discover::FoundScene;
    use crate::source::ReadOptions;

    fn row(count: usize) -> SceneRow {
        let mut row = SceneRow::new(&FoundScene::new(Path::new("scenes/a.json"), None, &ReadOptions::default()));
        let difference = |at| RowDifference::new(DifferenceSubject::Verdict, format!("`o{at}` <b> **x**"), 3);
        row.differences = (0..count).map(difference).collect();
        row
    }

    #[test]
    fn all_differences_are_listed_as_code() {
        let mut error = RowDifference::new(DifferenceSubject::Error, "no file".to_owned(), 1);
        error.consequences.push(RowDifference::new(DifferenceSubject::Verdict, "a: no answer".to_owned(), 1));
        let mut of_error = row(2);
        of_error.differences.push(error);
        let text = markdown(&[of_error], None, MOST);
        let expected = "### `scenes/a.json` error\n\n**Errors (1)**\n\n- `no file`\n  - 1 difference follows from this error:\n    - `a: no answer`\n\n**Decisions that changed (2)**\n\n- `` `o0` <b> **x** `` (line 3)\n";
        assert!(text.contains(expected), "{text}");
        let text = markdown(&[row(400)], None, MOST);
        assert_eq!(text.matches("\n- ").count(), 400);
        assert!(text.contains("<details><summary>Decisions that changed (400)</summary>\n\n- "), "{text}");
    }

    #[test]
    fn a_summary_is_added_at_the_end_and_stays_below_the_limit_of_github() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("summary.md");
        std::fs::write(&file, "before").unwrap();
        add_to(&file, &[row(1)], None).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("before\n## eyeline check\n\n`1 scene: 1 differs`\n"), "{text}");
        let rows: Vec<SceneRow> = (0..40).map(|_| row(2000)).collect();
        let text = markdown(&rows, None, MOST);
        assert!(text.len() < MOST && text.contains(" more scenes are not listed here"), "{}", text.len());
        let missing = add_to(&folder.path().join("none/summary.md"), &[row(1)], None);
        assert!(missing.is_ok() || missing.unwrap_err().contains("GITHUB_STEP_SUMMARY"));
    }
}
