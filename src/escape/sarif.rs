//! The escapes for SARIF 2.1.0. Its text is JSON, for which [`json`](super::json) escapes; these are for what its strings mean.

use std::fmt::Write as _;

use super::marked::line;

/// The text of a message. Braces are placeholders there (section 3.11.5), and `[text](place)` is a link (section 3.11.6).
pub(crate) fn message(text: &str) -> String {
    let text = line(text);
    let text = if text.contains("](") {
        text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
    } else {
        text.into_owned()
    };
    text.replace('{', "{{").replace('}', "}}")
}

/// A relative path with `/` between folders as a relative reference of RFC 3986.
pub(crate) fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            byte => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}
