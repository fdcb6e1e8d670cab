//! The texts of a scene that are kept until all scenes are checked: as many as fit into the scene's part of the memory
//! budget.
//!
//! Each output of a run (terminal, page, `results.json`, `junit.xml`) is a copy of the texts, so they may take only a
//! small part. All scenes have the same part. So the kept texts do not depend on the other scenes, nor on the order in
//! which scenes are done.

use super::row::{Expected, RowDifference, SceneRow};
use crate::scene::SceneError;
use crate::source::text::path_in_message;

/// The texts of all scenes take this part of the budget.
const PART: u64 = 32;
/// A list that takes so little is kept in any case.
const LEAST: u64 = 4 << 10;
/// The memory of an entry without its text.
const ENTRY: usize = 64;

/// The number of bytes of each list of a scene.
pub(super) fn most(budget: u64, scenes: usize) -> u64 {
    (budget / PART / (scenes as u64).max(1)).max(LEAST)
}

/// Shortens the lists of a row. A shortened list says how many entries it does not have, and how to see them.
pub(super) fn shorten(row: &mut SceneRow, most: u64) {
    let shorten = |list: &mut Vec<RowDifference>, most| {
        let cut_off = cut(list, most, |difference| difference.text.len());
        if let Some(RowDifference { kind, line, .. }) = cut_off.last() {
            list.push(RowDifference::new(*kind, rest(cut_off.len(), "difference"), *line));
        }
    };
    shorten(&mut row.differences, most);
    let causes = row.differences.iter().filter(|difference| !difference.consequences.is_empty()).count().max(1);
    for difference in &mut row.differences {
        shorten(&mut difference.consequences, most / causes as u64);
    }
    let cut_off = cut(&mut row.expectations, most, |expected| expected.text.len());
    if !cut_off.is_empty() {
        let is_met = cut_off.iter().all(|expected| expected.is_met);
        row.expectations.push(Expected {
            text: rest(cut_off.len(), "expectation"),
            line: 1,
            is_met,
            names: Vec::new(),
            error: None,
        });
    }
    let cut_off = cut(&mut row.warnings, most, String::len);
    if !cut_off.is_empty() {
        row.warnings.push(rest(cut_off.len(), "warning"));
    }
    let cut_off = cut(&mut row.errors, most, |error| error.message.len() + error.file.len());
    if !cut_off.is_empty() {
        let file = path_in_message(&row.found.path);
        row.errors.push(SceneError::unreadable(&file, &rest(cut_off.len(), "error"), None));
    }
}

/// Removes the entries at the end of a list that exceed `most` bytes, but not the first entry, and returns them.
fn cut<T>(list: &mut Vec<T>, most: u64, length: impl Fn(&T) -> usize) -> Vec<T> {
    let mut left = most;
    let fits = |entry: &T| {
        let bytes = (length(entry) + ENTRY) as u64;
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    };
    let kept = list.iter().map(fits).take_while(|fits| *fits).count().max(1);
    let cut_off = if kept < list.len() { list.split_off(kept) } else { Vec::new() };
    list.shrink_to_fit();
    cut_off
}

fn rest(count: usize, what: &str) -> String {
    let (what, are) = if count == 1 { (what.to_owned(), "is") } else { (format!("{what}s"), "are") };
    format!(
        "{count} more {what} {are} not listed: the texts of this scene exceed its part of the memory budget; check this scene alone, or with a larger `--memory`"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_what_fits_and_says_how_much_it_does_not_have() {
        let mut list: Vec<String> = (0..100).map(|i| format!("{i:036}")).collect();
        assert!(cut(&mut list, 10_000, String::len).is_empty());
        let cut_off = cut(&mut list, 1_050, String::len);
        assert_eq!((list.len(), cut_off.len(), &*cut_off[89]), (10, 90, &*format!("{:036}", 99)));
        assert_eq!(cut(&mut list, 0, String::len).len(), 9, "the first entry stays");
        assert!(cut(&mut Vec::<String>::new(), 0, String::len).is_empty());
        assert!(rest(1, "error").starts_with("1 more error is not listed: "));
        assert!(rest(2, "error").starts_with("2 more errors are not listed: "));
        assert_eq!([most(64 << 20, 4), most(64 << 20, 100_000), most(64 << 20, 0)], [512 << 10, 4 << 10, 2 << 20]);
    }
}
