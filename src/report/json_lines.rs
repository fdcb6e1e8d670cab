//! The layout of JSON with one answer a line: it is easy to search, and a line differs only when an answer differs.

use std::io::{self, BufWriter, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::numbers::Numbers;
use crate::escape;

/// Objects nested no deeper than this have their keys on lines of their own.
const BROKEN: usize = 3;

/// The text of a report, without a final line break. It is written piece by piece and never in memory as a whole.
///
/// # Errors
/// When the writer fails.
pub(super) fn write(value: &(impl Serialize + ?Sized), mut out: impl Write) -> io::Result<()> {
    let mut out = collected(&mut out, 1 << 16);
    let lines = Lines { depth: 0, objects: 0, holds_answers: false, in_list: false, numbers: &mut Numbers::default() };
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, lines);
    value.serialize(&mut serializer)?;
    out.flush()
}

/// The same on one line, with a line break at its end.
///
/// # Errors
/// When the writer fails.
pub(super) fn write_line(value: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    let mut out = collected(&mut out, 1 << 12);
    let one_line = OneLine { numbers: &mut Numbers::default() };
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, one_line))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A writer that collects bytes, because pieces are a few bytes each, and each call of `out` may cost much more. Its type is the same for
/// all writers: the serialisation of a report is a large part of the program and is compiled for each type.
fn collected(out: &mut dyn Write, bytes: usize) -> BufWriter<&mut dyn Write> {
    BufWriter::with_capacity(bytes, out)
}

/// The place of a list whose text is made in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListPlace {
    /// A list of a section, such as the objects of the octree, in a report of several lines.
    InSection,
    /// A list of an entry of a section, such as the objects of a camera, in a report of several lines.
    InEntry,
    /// Any list of a report on one line.
    OnLine,
}

impl ListPlace {
    /// The open objects and lists of the report at this place, the list included.
    const fn depth(self) -> usize {
        match self {
            Self::InSection => 3,
            Self::InEntry => 4,
            Self::OnLine => 0,
        }
    }
}

/// The text of some consecutive entries of a list, with the commas between them. It is written as bytes, which the
/// formatters of this file take over unchanged.
pub(super) struct ListPiece(Vec<u8>);

impl Serialize for ListPiece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

/// The text of consecutive entries of a list; `None` without entries.
///
/// # Errors
/// When an entry cannot be written, which is not possible.
pub(super) fn piece<T: Serialize>(
    place: ListPlace,
    entries: impl Iterator<Item = T>,
) -> Result<Option<ListPiece>, serde_json::Error> {
    let mut text = Vec::new();
    let numbers = &mut Numbers::default();
    for entry in entries {
        if !text.is_empty() {
            text.push(b',');
        }
        match place {
            ListPlace::OnLine => {
                entry.serialize(&mut serde_json::Serializer::with_formatter(&mut text, OneLine { numbers }))?;
            }
            ListPlace::InSection | ListPlace::InEntry => {
                let (depth, objects) = (place.depth(), BROKEN - 1);
                let lines = Lines { depth, objects, holds_answers: false, in_list: true, numbers };
                entry.serialize(&mut serde_json::Serializer::with_formatter(&mut text, lines))?;
            }
        }
    }
    Ok((!text.is_empty()).then_some(ListPiece(text)))
}

/// Everything on one line, escaped like the rest of a report.
struct OneLine<'n> {
    numbers: &'n mut Numbers,
}

impl Formatter for OneLine<'_> {
    fn write_f32<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        self.numbers.write(out, value)
    }

    fn write_byte_array<W: ?Sized + Write>(&mut self, out: &mut W, piece: &[u8]) -> io::Result<()> {
        out.write_all(piece)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        escape::json(fragment, out)
    }
}

/// Breaks lines between the keys of outer objects and between objects or lists in a list, and nowhere else.
struct Lines<'n> {
    /// Open objects and lists.
    depth: usize,
    /// Open objects.
    objects: usize,
    /// Whether the entries of the list that is being closed are on lines of their own.
    holds_answers: bool,
    /// Whether the next value is an entry of a list.
    in_list: bool,
    numbers: &'n mut Numbers,
}

impl Lines<'_> {
    fn new_line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }

    /// Begins an object or a list, on a line of its own in a list that is broken.
    fn begin<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.in_list && self.objects < BROKEN {
            self.new_line(out)?;
        }
        self.in_list = false;
        self.depth += 1;
        Ok(())
    }
}

impl Formatter for Lines<'_> {
    fn write_f32<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        self.numbers.write(out, value)
    }

    fn write_byte_array<W: ?Sized + Write>(&mut self, out: &mut W, piece: &[u8]) -> io::Result<()> {
        self.holds_answers = true;
        out.write_all(piece)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        escape::json(fragment, out)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out)?;
        self.holds_answers = false;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.holds_answers && self.objects < BROKEN {
            self.new_line(out)?;
        }
        self.holds_answers = true;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.in_list = true;
        if first { Ok(()) } else { out.write_all(b",") }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_list = false;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out)?;
        self.objects += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        self.objects -= 1;
        self.holds_answers = true;
        if self.objects < BROKEN - 1 {
            self.new_line(out)?;
        }
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.in_list = false;
        if self.objects < BROKEN {
            if !first {
                out.write_all(b",")?;
            }
            return self.new_line(out);
        }
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_is_one_answer() {
        let report = json!({ "a": 1, "list": [
            { "name": "x", "v": [1.0, 2.0], "inner": [{ "k": [{ "d": 1 }, { "d": 2 }] }, { "k": [] }], "one": { "p": null } },
            { "name": "y", "inner": [] } ], "pairs": [["a", "b"], ["a", "c"]], "none": [] });
        let mut text = Vec::new();
        write(&report, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), report);
        let expected = "{\n  \"a\": 1,\n  \"list\": [\n    {\n      \"name\": \"x\",\n      \"v\": [1.0,2.0],\n      \"inner\": [\n        \
             {\"k\": [{\"d\": 1},{\"d\": 2}]},\n        {\"k\": []}\n      ],\n      \"one\": {\"p\": null}\n    },\n    \
             {\n      \"name\": \"y\",\n      \"inner\": []\n    }\n  ],\n  \"pairs\": [\n    [\"a\",\"b\"],\n    \
             [\"a\",\"c\"]\n  ],\n  \"none\": []\n}";
        assert_eq!(text, expected);
    }
}
