//! Makes text of files safe for each output: one function for each kind of output, and one rule for which characters are
//! dangerous.
//!
//! Files, file names and arguments may contain characters that control a terminal, change the order in which a line is
//! displayed or cannot be seen (Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021), or that a format
//! forbids. The functions replace each such character and keep everything else:
//!
//! | Output | Function | Escape of U+202E | |
//! |---|---|---|---|
//! | terminal, messages, labels of the window | [`line`], [`lines`], [`source`], [`shown`] | `\u{202e}` | marked |
//! | text with eyeline's own colours | [`lines_with_colors`] | `\u{202e}` | marked |
//! | JSON | [`json`] | `\u202e` | a parser reads the same text |
//! | XML 1.0 | [`xml`] | `\u{202e}` | marked; the writer of the XML escapes markup |
//! | HTML | [`html`] | `\u{202e}` | marked; markup becomes text |
//! | part of a file name | [`file_name`] | `%E2%80%AE` | percent-decoding gives the same text |
//! | cell of CSV | [`csv`] | `\u{202e}` | marked; a formula gets an apostrophe |
//! | messages and paths of SARIF | [`sarif`] | `\u{{202e}}` | marked; braces are doubled |
//! | log and annotations of GitHub Actions | [`github`] | `\u{202e}` | marked; `%0A` as GitHub documents |
//!
//! Marked text is not changed when it is escaped again.

#[cfg(feature = "window")]
mod address;
mod character;
mod csv;
mod file_name;
pub(crate) mod github;
mod html;
mod json;
mod marked;
pub(crate) mod sarif;
#[cfg(test)]
mod tests;
mod xml;

#[cfg(feature = "window")]
pub(crate) use address::{address, relative_address};
pub(crate) use csv::csv;
pub(crate) use file_name::{file_name, os_name};
pub(crate) use html::html;
pub(crate) use json::json;
pub(crate) use marked::{is_harmless, line, lines, lines_with_colors, shown, source};
pub(crate) use xml::xml;
