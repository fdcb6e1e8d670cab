//! The escape for XML 1.0.

use std::borrow::Cow;

use super::marked::line;

/// A text on one line of which every character is allowed in XML 1.0 (production 2, `Char`). The writer of the XML escapes
/// markup: this text is one of its values, not a piece of a document.
///
/// XML has no escape for a forbidden character, so it is marked.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
    // What XML forbids are control characters and two noncharacters, which are dangerous for every output.
    line(text)
}
