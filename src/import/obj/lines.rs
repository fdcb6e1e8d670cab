//! The lines of an OBJ or MTL file, which may continue.

use std::borrow::Cow;

use crate::import::level::text_lines::{PlainLines, TextLine, text_of};

/// The lines of a text in any encoding; a line that ends in a backslash continues in the next.
pub(super) struct Lines<'b> {
    plain: PlainLines<'b>,
}

impl<'b> Lines<'b> {
    /// Those of some bytes, which may begin with a byte order mark.
    pub(super) fn of(bytes: &'b [u8]) -> Self {
        Self { plain: PlainLines::of(bytes) }
    }

    /// The number of lines so far.
    pub(super) fn number(&self) -> usize {
        self.plain.number()
    }

    /// The number of bytes after the lines so far.
    pub(super) fn left(&self) -> usize {
        self.plain.left()
    }

    pub(super) fn next(&mut self) -> Option<TextLine<'b>> {
        let first = self.plain.next_bytes()?;
        let number = self.plain.number();
        let Some(start) = first.strip_suffix(b"\\") else {
            return Some(TextLine { number, text: text_of(first) });
        };
        let mut all = start.to_vec();
        while let Some(more) = self.plain.next_bytes() {
            all.push(b' ');
            let continued = more.strip_suffix(b"\\");
            all.extend_from_slice(continued.unwrap_or(more));
            if continued.is_none() {
                break;
            }
        }
        Some(TextLine { number, text: Cow::Owned(String::from_utf8_lossy(&all).into_owned()) })
    }
}
