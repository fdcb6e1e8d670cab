//! An answer in one sentence, with the querier, the object and the reason.

use super::all_answers::Report;
use super::subject::Subject;
use crate::escape;

/// The sentence, with names in backticks. `None` for a camera, ray or image alone, and when an index is out of range.
pub fn headline(report: &Report, subject: Subject) -> Option<String> {
    subject.headline(report)
}

/// A message with its `names` in quotes, as they are set in running text, and with escapes in place of control and
/// bidirectional characters.
pub fn quoted(text: &str) -> String {
    let mut is_open = false;
    let quote = |c| {
        if c != '`' {
            return c;
        }
        is_open = !is_open;
        if is_open { '“' } else { '”' }
    };
    escape::lines(text).chars().map(quote).collect()
}
