//! The values after the header of a PLY, row by row: words of lines, or bytes.

use std::ops::Range;

use super::header::{Element, Encoding, Header, Property};
use super::scalar::Scalar;
use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::plain_note::PlainNote;
use crate::import::level::text_lines::{PlainLines, TextLine, coordinate};
use crate::source::error::quoted;

const HELP: &str = "export the file again; it is cut off or was changed";

/// The values that were not read yet.
#[derive(Clone)]
pub(super) enum Body<'b> {
    Text(TextBody<'b>),
    Binary(BinaryBody<'b>),
}

/// A row of a text: a line with values.
#[derive(Clone)]
pub(super) struct TextBody<'b> {
    lines: PlainLines<'b>,
    line: TextLine<'b>,
    /// The bytes of the line that were read.
    at: usize,
    /// The last word.
    last: Range<usize>,
}

/// Rows one after the other.
#[derive(Clone)]
pub(super) struct BinaryBody<'b> {
    bytes: &'b [u8],
    /// The bytes that were read, from the start of the file.
    at: usize,
    /// The first byte of the last value.
    last: usize,
    is_big_endian: bool,
}

impl<'b> Body<'b> {
    /// What follows a header at the start of a file.
    pub(super) fn of(bytes: &'b [u8], header: &Header<'b>) -> Self {
        let at = bytes.len() - header.body.left();
        let is_big_endian = header.encoding == Encoding::BigEndian;
        match header.encoding {
            Encoding::Text => {
                let line = TextLine { number: header.body.number(), text: "end_header".into() };
                Self::Text(TextBody { lines: header.body.clone(), line, at: 0, last: 0..0 })
            }
            _ => Self::Binary(BinaryBody { bytes, at, last: at, is_big_endian }),
        }
    }

    /// The bytes that were not read yet.
    pub(super) fn left(&self) -> usize {
        match self {
            Self::Text(text) => text.lines.left(),
            Self::Binary(binary) => binary.bytes.len() - binary.at,
        }
    }

    /// Checks that the rows of an element can have room in what is left.
    pub(super) fn check_count(&self, element: &Element) -> Result<()> {
        let left = self.left() as u64;
        let least = match self {
            // Each word has a byte after it, but for the last word of a file.
            Self::Text(_) => (element.count * 2 * element.properties.len() as u64).saturating_sub(1),
            Self::Binary(_) => element.count.saturating_mul(element.least_bytes()),
        };
        if least <= left {
            return Ok(());
        }
        let message = format!(
            "the header says {} of {}, at least {}, but the file has only {} more",
            counted(element.count, "row"),
            quoted(&element.name),
            counted(least, "byte"),
            counted(left, "byte")
        );
        Err(LevelError::at(element.place.clone(), message).help(HELP))
    }

    /// Begins a row of an element.
    pub(super) fn begin_row(&mut self, element: &Element, row: u64) -> Result<()> {
        let Self::Text(text) = self else { return Ok(()) };
        loop {
            let Some(line) = text.lines.next() else {
                let message =
                    format!("the file ends here, after {row} of {} rows of {}", element.count, quoted(&element.name));
                return Err(LevelError::at(text.line.place(text.line.text.trim()), message).help(HELP));
            };
            if !line.text.trim_ascii().is_empty() {
                (text.line, text.at, text.last) = (line, 0, 0..0);
                return Ok(());
            }
        }
    }

    /// Ends a row. Values that its line has beyond those of the header are a note.
    pub(super) fn end_row(&mut self, notes: &mut Notes) {
        if let Self::Text(text) = self
            && let Some(word) = text.next()
        {
            notes.add(NoteKind::Plain(PlainNote::MoreValues), text.place(&word));
        }
    }

    /// Skips the rows of an element.
    pub(super) fn skip_rows(
        &mut self,
        element: &Element,
        notes: &mut Notes,
        mut on_row: impl FnMut(&Self) -> Result<()>,
    ) -> Result<()> {
        if element.properties.is_empty() {
            return Ok(());
        }
        if let Self::Binary(binary) = self
            && element.is_even()
        {
            let bytes = element.count.saturating_mul(element.least_bytes());
            return binary.skip(usize::try_from(bytes).unwrap_or(usize::MAX), &element.name);
        }
        for row in 0..element.count {
            on_row(self)?;
            self.begin_row(element, row)?;
            for property in &element.properties {
                self.skip(property)?;
            }
            self.end_row(notes);
        }
        Ok(())
    }

    /// Skips a number or a list.
    pub(super) fn skip(&mut self, property: &Property) -> Result<()> {
        let Some(length) = property.length else { return self.skip_numbers(1, property) };
        let length = self.length(length, property)?;
        self.skip_numbers(length, property)
    }

    fn skip_numbers(&mut self, count: usize, property: &Property) -> Result<()> {
        match self {
            Self::Text(text) => (0..count).try_for_each(|_| text.word(property).map(drop)),
            Self::Binary(binary) => binary.skip(count.saturating_mul(property.scalar.bytes()), &property.name),
        }
    }

    /// The length of a list.
    pub(super) fn length(&mut self, scalar: Scalar, property: &Property) -> Result<usize> {
        let length = self.whole(scalar, property)?;
        u32::try_from(length).ok().map(|length| length as usize).ok_or_else(|| {
            let message = format!("the list {} has the impossible length {length}", quoted(&property.name));
            LevelError::at(self.place(), message).help(HELP)
        })
    }

    /// The next value as a whole number.
    pub(super) fn whole(&mut self, scalar: Scalar, property: &Property) -> Result<i64> {
        match self {
            Self::Text(text) => {
                let word = text.word(property)?;
                let written = &text.line.text[word.clone()];
                written.parse().map_err(|_invalid| {
                    let message = format!("{} is no whole number of {}", quoted(written), quoted(&property.name));
                    LevelError::at(text.place(&word), message).help(HELP)
                })
            }
            Self::Binary(binary) => Ok(scalar.whole(binary.number(scalar, property)?)),
        }
    }

    /// The next value as a coordinate.
    pub(super) fn coordinate(&mut self, property: &Property) -> Result<f32> {
        match self {
            Self::Text(text) => {
                let word = text.word(property)?;
                let written = &text.line.text[word.clone()];
                coordinate(written).ok_or_else(|| {
                    let message = format!("{} is no number of {}", quoted(written), quoted(&property.name));
                    LevelError::at(text.place(&word), message).help(HELP)
                })
            }
            Self::Binary(binary) => Ok(property.scalar.coordinate(binary.number(property.scalar, property)?)),
        }
    }

    /// The place of the last value.
    pub(super) fn place(&self) -> LevelPlace {
        match self {
            Self::Text(text) => text.place(&text.last),
            Self::Binary(binary) => LevelPlace::Byte(binary.last),
        }
    }
}

impl TextBody<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.line.text[self.at..];
        let word = rest.trim_ascii_start();
        let start = self.at + rest.len() - word.len();
        let length = word.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(word.len());
        self.at = start + length;
        (length > 0).then(|| {
            self.last = start..self.at;
            self.last.clone()
        })
    }

    /// The next word of the row.
    fn word(&mut self, property: &Property) -> Result<Range<usize>> {
        self.next().ok_or_else(|| {
            let message = format!("the row ends before a value of {}", quoted(&property.name));
            LevelError::at(self.place(&self.last), message).help(HELP)
        })
    }

    fn place(&self, word: &Range<usize>) -> LevelPlace {
        self.line.place(self.line.text.get(word.clone()).unwrap_or_default())
    }
}

impl BinaryBody<'_> {
    fn ended(&self, bytes: usize, name: &str) -> LevelError {
        let left = self.bytes.len() - self.at;
        let message = format!("the file ends inside of {}: {bytes} bytes are expected here, not {left}", quoted(name));
        LevelError::at(LevelPlace::Byte(self.at), message).help(HELP)
    }

    fn skip(&mut self, bytes: usize, name: &str) -> Result<()> {
        self.last = self.at;
        let at = self.at.checked_add(bytes).filter(|at| *at <= self.bytes.len());
        self.at = at.ok_or_else(|| self.ended(bytes, name))?;
        Ok(())
    }

    /// The bytes of the next value, the least significant first.
    fn number(&mut self, scalar: Scalar, property: &Property) -> Result<[u8; 8]> {
        let mut number = [0; 8];
        let size = scalar.bytes();
        let written = self.bytes[self.at..].get(..size).ok_or_else(|| self.ended(size, &property.name))?;
        number[..size].copy_from_slice(written);
        if self.is_big_endian {
            number[..size].reverse();
        }
        (self.last, self.at) = (self.at, self.at + size);
        Ok(number)
    }
}
