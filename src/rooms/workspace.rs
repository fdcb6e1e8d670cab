//! Tests that the open scene stays an object of few parts: each part has its own data and methods.

use std::fs;
use std::path::Path;

use super::{code_lines, files};

/// The most fields of `Workspace`.
const MOST_FIELDS: usize = 12;
/// The most functions in all blocks `impl Workspace`.
const MOST_FUNCTIONS: usize = 60;

/// The lines between the line `begin` and the next `}` at the start of a line, for each such place.
fn blocks<'t>(lines: &'t [String], begin: &'t str) -> impl Iterator<Item = &'t [String]> {
    let begins = lines.iter().enumerate().filter(move |(_, line)| *line == begin).map(|(i, _)| i + 1);
    begins.map(|from| {
        let len = lines[from..].iter().position(|line| line == "}").unwrap();
        &lines[from..from + len]
    })
}

#[test]
fn the_workspace_has_few_fields_and_few_functions_of_its_own() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/workspace"), &mut found);
    let (mut fields, mut functions) = (Vec::new(), Vec::new());
    for path in &found {
        let lines = code_lines(&fs::read_to_string(path).unwrap());
        let is_item = |line: &&String| line.starts_with("    ") && !line.starts_with("     ");
        for block in blocks(&lines, "pub struct Workspace {") {
            fields.extend(block.iter().filter(is_item).filter(|line| line.ends_with(',')).cloned());
        }
        for block in blocks(&lines, "impl Workspace {") {
            let is_function = |line: &&String| line.contains(" fn ");
            functions.extend(block.iter().filter(is_item).filter(is_function).cloned());
        }
    }
    // This shows that the search works.
    assert!(fields.len() > 8 && functions.len() > 30, "{fields:#?} {functions:#?}");
    assert!(fields.len() <= MOST_FIELDS, "move some to the parts: {fields:#?}");
    assert!(functions.len() <= MOST_FUNCTIONS, "{} functions; move some to the parts: {functions:#?}", functions.len());
}
