//! Annotations of GitHub Actions: `::error file=…,line=…::message`.

use std::path::Path;

use super::row::SceneRow;
use crate::escape::github;

/// One annotation for each difference, one per line.
pub fn annotations(rows: &[SceneRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let written = row.stored().all(|stored| stored.is_written || stored.state == super::row::SceneState::Equal);
        for difference in &row.differences {
            let is_done = written
                && matches!(difference.kind.state(), super::row::SceneState::Missing | super::row::SceneState::Differs)
                && difference.kind != super::row::DifferenceSubject::Expectation;
            if !is_done {
                text += &annotation(&row.found.path, difference.line, &difference.text);
            }
        }
    }
    text
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

    #[test]
    fn annotations_are_escaped_as_github_documents() {
        let line = annotation(Path::new("a,b/c:d%\n.json"), 7, "100 %\r\nx: y, z\u{1b}[2J");
        assert_eq!(line, "::error file=a%2Cb/c%3Ad%25%0A.json,line=7::100 %25%0D%0Ax: y, z\\u{1b}[2J\n");
        assert_eq!(annotation(Path::new("/a/b.json"), 1, "m"), "::error file=/a/b.json,line=1::m\n");
        assert_eq!(annotation(Path::new("./a/b.json"), 1, "m"), "::error file=a/b.json,line=1::m\n");
    }
}
