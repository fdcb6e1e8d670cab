//! The lines of an OBJ or MTL file, and the numbers in them.

use std::borrow::Cow;

use crate::import::level::error::{LevelError, LevelPlace};

/// A number in the form of C programs, also one that is not finite, which older libraries write as `-nan(ind)` or
/// `1.#QNAN`.
pub(super) fn coordinate(word: &str) -> Option<f32> {
    let strange = || {
        let word = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
        (word.starts_with("nan(") || word.starts_with("1.#")).then_some(f32::NAN)
    };
    word.parse().ok().or_else(strange)
}

/// A line with its number, from 1.
pub(super) struct TextLine<'b> {
    pub(super) number: usize,
    pub(super) text: Cow<'b, str>,
}

impl TextLine<'_> {
    /// An error at some of its bytes.
    pub(super) fn fault(&self, word: &str, message: String) -> LevelError {
        LevelError::at(self.place(word), message)
    }

    /// The place of one of its words.
    pub(super) fn place(&self, word: &str) -> LevelPlace {
        let (line, word) = (self.text.as_ptr() as usize, (word.as_ptr() as usize, word.len()));
        let start = word.0.checked_sub(line).filter(|&start| start + word.1 <= self.text.len()).unwrap_or(0);
        LevelPlace::Text { line: self.number, text: self.text.as_ref().into(), span: start..start + word.1.max(1) }
    }
}

/// The lines of a text in any encoding; a line that ends in a backslash continues in the next.
pub(super) struct Lines<'b> {
    bytes: &'b [u8],
    number: usize,
}

impl<'b> Lines<'b> {
    /// Those of some bytes, which may begin with a byte order mark.
    pub(super) fn of(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes), number: 0 }
    }

    /// The number of lines so far.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The number of bytes after the lines so far.
    pub(super) fn left(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn next(&mut self) -> Option<TextLine<'b>> {
        let first = self.one()?;
        let number = self.number;
        let Some(start) = first.strip_suffix(b"\\") else {
            return Some(TextLine { number, text: text_of(first) });
        };
        let mut all = start.to_vec();
        while let Some(more) = self.one() {
            all.push(b' ');
            let continued = more.strip_suffix(b"\\");
            all.extend_from_slice(continued.unwrap_or(more));
            if continued.is_none() {
                break;
            }
        }
        Some(TextLine { number, text: Cow::Owned(String::from_utf8_lossy(&all).into_owned()) })
    }

    fn one(&mut self) -> Option<&'b [u8]> {
        if self.bytes.is_empty() {
            return None;
        }
        self.number += 1;
        let (line, rest) = self.bytes.split_at(length_of_line(self.bytes));
        self.bytes = rest;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The length of the first line with its end.
pub(super) fn length_of_line(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1)
}

/// The text of some bytes. The check of valid UTF-8 is faster than the replacement of what is invalid.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_invalid| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
