//! The escape for a cell of CSV (RFC 4180).

use super::marked::line;

/// A text as a cell. A text that a program for tables would take as a formula gets an apostrophe before it, as OWASP's "CSV
/// Injection" recommends; programs show the text after it. Line breaks are marked, because many readers of CSV end a row at each.
pub(crate) fn csv(text: &str) -> String {
    let text = line(text);
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let mark = if is_formula { "'" } else { "" };
    if is_formula || text.contains(['"', ',', ';']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}
