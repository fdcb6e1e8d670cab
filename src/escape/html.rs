//! The escape for HTML.

use super::marked::line;

/// A text for HTML, also inside a quoted attribute.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in line(text).chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c => html.push(c),
        }
    }
    html
}
