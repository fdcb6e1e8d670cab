//! The lines of a text file of a level, and the numbers in them.

use std::borrow::Cow;

use super::error::{LevelError, LevelPlace};

/// A number in the form of C programs, also one that is not finite, which older libraries write as `-nan(ind)` or
/// `1.#QNAN`.
pub(in crate::import) fn coordinate(word: &str) -> Option<f32> {
    let strange = || {
        let word = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
        (word.starts_with("nan(") || word.starts_with("1.#")).then_some(f32::NAN)
    };
    word.parse().ok().or_else(strange)
}

/// A line with its number, from 1.
#[derive(Clone)]
pub(in crate::import) struct TextLine<'b> {
    pub(in crate::import) number: usize,
    pub(in crate::import) text: Cow<'b, str>,
}

impl TextLine<'_> {
    /// An error at some of its bytes.
    pub(in crate::import) fn fault(&self, word: &str, message: String) -> LevelError {
        LevelError::at(self.place(word), message)
    }

    /// The place of one of its words.
    pub(in crate::import) fn place(&self, word: &str) -> LevelPlace {
        let (line, word) = (self.text.as_ptr() as usize, (word.as_ptr() as usize, word.len()));
        let start = word.0.checked_sub(line).filter(|&start| start + word.1 <= self.text.len()).unwrap_or(0);
        LevelPlace::Text { line: self.number, text: self.text.as_ref().into(), span: start..start + word.1.max(1) }
    }
}

/// The lines of a text in any encoding.
#[derive(Clone)]
pub(in crate::import) struct PlainLines<'b> {
    bytes: &'b [u8],
    number: usize,
}

impl<'b> PlainLines<'b> {
    /// Those of some bytes, which may begin with a byte order mark.
    pub(in crate::import) fn of(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes), number: 0 }
    }

    /// The number of lines so far.
    pub(in crate::import) fn number(&self) -> usize {
        self.number
    }

    /// The number of bytes after the lines so far.
    pub(in crate::import) fn left(&self) -> usize {
        self.bytes.len()
    }

    /// The next line as text.
    pub(in crate::import) fn next(&mut self) -> Option<TextLine<'b>> {
        let line = self.next_bytes()?;
        Some(TextLine { number: self.number, text: text_of(line) })
    }

    /// The bytes of the next line, without its end.
    pub(in crate::import) fn next_bytes(&mut self) -> Option<&'b [u8]> {
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
pub(in crate::import) fn length_of_line(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1)
}

/// The text of some bytes. The check of valid UTF-8 is faster than the replacement of what is invalid.
pub(in crate::import) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_invalid| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
