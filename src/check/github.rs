//! Annotations of GitHub Actions: `::error file=…,line=…::message`.
//!
//! GitHub shows ten errors of a step. So the differences of one kind in one file are one annotation, and the worst kinds
//! come first. The [summary](super::summary) of the step has all differences.

use std::path::{Path, PathBuf};

use super::row::{DifferenceSubject, RowDifference, SceneRow, SceneState};
use crate::escape::github;

/// GitHub shows so many errors of a step.
const MOST: usize = 10;
/// The differences in the text of one annotation.
const MOST_TEXTS: usize = 8;

/// The differences of one kind in one file.
struct AnnotationGroup<'r> {
    file: &'r Path,
    kind: DifferenceSubject,
    list: Vec<&'r RowDifference>,
}

/// At most ten annotations, one per line, the worst first. `workspace` is the folder of the repository, to which their
/// paths are relative.
pub fn annotations(rows: &[SceneRow], workspace: Option<&Path>) -> String {
    let mut groups: Vec<AnnotationGroup> = Vec::new();
    for row in rows {
        let start = groups.len();
        for difference in left(row) {
            let (file, kind) = (difference.file.as_deref().unwrap_or(&row.found.path), difference.kind);
            match groups[start..].iter_mut().find(|group| group.kind == kind && group.file == file) {
                Some(group) => group.list.push(difference),
                None => groups.push(AnnotationGroup { file, kind, list: vec![difference] }),
            }
        }
    }
    groups.sort_by_key(|group| group.kind);
    let shown = if groups.len() > MOST { MOST - 1 } else { groups.len() };
    let mut text: String = groups[..shown].iter().map(|group| group.annotation(workspace)).collect();
    let rest = &groups[shown..];
    if !rest.is_empty() {
        let count: usize = rest.iter().map(|group| group.list.len()).sum();
        let more = format!("::error::{count} more differences; all are in the log and in the summary of this step\n");
        text.push_str(&more);
    }
    text
}

/// The differences of a scene that this run did not store.
pub(super) fn left(row: &SceneRow) -> impl Iterator<Item = &RowDifference> {
    let written = row.stored().any(|stored| stored.is_written)
        && row.stored().all(|stored| stored.is_written || stored.state == SceneState::Equal);
    row.differences.iter().filter(move |difference| {
        let is_stored = difference.kind.state() != SceneState::Error && !difference.kind.is_of_scene_alone();
        !(written && is_stored)
    })
}

impl AnnotationGroup<'_> {
    fn annotation(&self, workspace: Option<&Path>) -> String {
        let Self { file, kind, list } = self;
        let mut lines = Vec::new();
        if list.len() > 1 {
            lines.push(format!("{}: {}", kind.heading(), list.len()));
        }
        for difference in list.iter().take(MOST_TEXTS) {
            lines.push(difference.text.clone());
            if let Some(heading) = difference.heading_of_consequences() {
                lines.push(heading.trim_end_matches(':').to_owned());
            }
        }
        if list.len() > MOST_TEXTS {
            lines.push(format!("and {} more", list.len() - MOST_TEXTS));
        }
        let line = list.first().map_or(1, |difference| difference.line);
        annotation(&in_repository(file, workspace), line, &lines.join("\n"))
    }
}

/// The path of a file relative to the folder of the repository; as it is when the file is not in it.
pub(super) fn in_repository(file: &Path, workspace: Option<&Path>) -> PathBuf {
    let real = |path: &Path| path.canonicalize().ok();
    let inside = workspace
        .and_then(real)
        .zip(real(file))
        .and_then(|(workspace, file)| file.strip_prefix(workspace).ok().map(Path::to_owned));
    inside.unwrap_or_else(|| file.to_owned())
}

fn annotation(file: &Path, line: usize, message: &str) -> String {
    // GitHub's paths use slashes.
    let file = file.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    let file = file.strip_prefix("./").unwrap_or(&file).replacen("//", "/", 1);
    format!("::error file={},line={line}::{}\n", github::property(&file), github::message(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::discover::FoundScene;
    use crate::source::ReadOptions;

    #[test]
    fn annotations_are_escaped_as_github_documents() {
        let line = annotation(Path::new("a,b/c:d%\n.json"), 7, "100 %\r\nx: y, z\u{1b}[2J");
        assert_eq!(line, "::error file=a%2Cb/c%3Ad%25%0A.json,line=7::100 %25%0D%0Ax: y, z\\u{1b}[2J\n");
        assert_eq!(annotation(Path::new("/a/b.json"), 1, "m"), "::error file=/a/b.json,line=1::m\n");
        assert_eq!(annotation(Path::new("./a/b.json"), 1, "m"), "::error file=a/b.json,line=1::m\n");
    }

    #[test]
    fn at_most_ten_annotations_have_the_worst_first() {
        let row = |name: usize, kinds: &[DifferenceSubject]| {
            let path = format!("{name}.json");
            let mut row = SceneRow::new(&FoundScene::new(Path::new(&path), None, &ReadOptions::default()));
            let difference =
                |(at, kind): (usize, &DifferenceSubject)| RowDifference::new(*kind, format!("d{at}"), at + 1);
            row.differences = kinds.iter().enumerate().map(difference).collect();
            row
        };
        let many: Vec<_> = (0..20).map(|_| DifferenceSubject::Verdict).collect();
        let mut rows = vec![row(0, &many), row(1, &[DifferenceSubject::Error])];
        let text = annotations(&rows, None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (2, "::error file=1.json,line=1::d0"));
        assert!(lines[1].starts_with("::error file=0.json,line=1::Decisions that changed: 20%0Ad0%0A"), "{text}");
        assert!(lines[1].ends_with("d7%0Aand 12 more"), "{text}");
        rows.extend((2..30).map(|name| row(name, &[DifferenceSubject::Picture, DifferenceSubject::Picture])));
        let text = annotations(&rows, None);
        assert_eq!(text.lines().count(), 10);
        assert!(text.lines().last().unwrap().starts_with("::error::42 more differences; "), "{text}");
    }

    #[test]
    fn paths_are_relative_to_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, "").unwrap();
        assert_eq!(in_repository(&file, Some(folder.path())), Path::new("a.json"));
        assert_eq!(in_repository(&file, None), file);
        assert_eq!(
            in_repository(&folder.path().join("gone.json"), Some(folder.path())),
            folder.path().join("gone.json")
        );
    }
}
