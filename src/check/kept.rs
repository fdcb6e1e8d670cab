//! The texts of a scene that are kept until all scenes are checked: as many as fit into the scene's part of the memory
//! budget.
//!
//! Each output of a run (terminal, page, `results.json`, `junit.xml`) is a copy of the texts, so they may take only a
//! small part. All scenes have the same part. So the kept texts do not depend on the other scenes, nor on the order in
//! which scenes are done.

use super::row::{Difference, Expected, Row};
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
pub(super) fn shorten(row: &mut Row, most: u64) {
    if let Some((count, last)) = cut(&mut row.differences, most, |difference| difference.text.len()) {
        let Difference { kind, line, .. } = last;
        row.differences.push(Difference { kind, text: rest(count, "difference"), line });
    }
    if let Some((count, _)) = cut(&mut row.expectations, most, |expected| expected.text.len()) {
        // The exit code depends on the differences, which contain the expectations that are not met.
        row.expectations.push(Expected { text: rest(count, "expectation"), line: 1, is_met: true });
    }
    if let Some((count, _)) = cut(&mut row.warnings, most, String::len) {
        row.warnings.push(rest(count, "warning"));
    }
    if let Some((count, _)) = cut(&mut row.errors, most, |error| error.message.len() + error.file.len()) {
        let file = path_in_message(&row.found.path);
        row.errors.push(SceneError::unreadable(&file, &rest(count, "error"), None));
    }
}

/// Removes the entries at the end of a list that exceed `most` bytes, but not the first entry. Returns their number and
/// the last one of them.
fn cut<T>(list: &mut Vec<T>, most: u64, length: impl Fn(&T) -> usize) -> Option<(usize, T)> {
    let mut left = most;
    let fits = |entry: &T| {
        let bytes = (length(entry) + ENTRY) as u64;
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    };
    let kept = list.iter().map(fits).take_while(|fits| *fits).count().max(1);
    let count = list.len().saturating_sub(kept);
    let last = if count > 0 { list.pop() } else { None };
    list.truncate(kept);
    list.shrink_to_fit();
    Some((count, last?))
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
        assert_eq!(cut(&mut list, 10_000, String::len), None);
        let (count, last) = cut(&mut list, 1_050, String::len).unwrap();
        assert_eq!((list.len(), count, &*last), (10, 90, &*format!("{:036}", 99)));
        assert_eq!(cut(&mut list, 0, String::len).unwrap().0, 9, "the first entry stays");
        assert_eq!(cut(&mut Vec::<String>::new(), 0, String::len), None);
        assert!(rest(1, "error").starts_with("1 more error is not listed: "));
        assert!(rest(2, "error").starts_with("2 more errors are not listed: "));
        assert_eq!([most(64 << 20, 4), most(64 << 20, 100_000), most(64 << 20, 0)], [512 << 10, 4 << 10, 2 << 20]);
    }
}
