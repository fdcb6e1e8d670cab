//! The header of a PLY: its encoding, and its elements with their counts and properties.

use std::collections::HashSet;

use super::scalar::Scalar;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::text_lines::{PlainLines, TextLine};
use crate::source::error::quoted;

/// The longest header: 1 MiB.
const LONGEST: usize = 1 << 20;
const HELP: &str = "export the file again from where it was made";

/// How the values after the header are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A header.
pub(super) struct Header<'b> {
    pub(super) encoding: Encoding,
    /// In the order of their rows.
    pub(super) elements: Vec<Element>,
    /// The lines after it.
    pub(super) body: PlainLines<'b>,
}

/// An element: rows of values.
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// The place of its count.
    pub(super) place: LevelPlace,
}

/// A property: a value of each row.
pub(super) struct Property {
    pub(super) name: String,
    /// The type of its number, or of the numbers of its list.
    pub(super) scalar: Scalar,
    /// The type of the length of its list; `None` for one number.
    pub(super) length: Option<Scalar>,
    /// The place of its name.
    pub(super) place: LevelPlace,
}

impl Element {
    /// The fewest bytes of a row in a binary file.
    pub(super) fn least_bytes(&self) -> u64 {
        self.properties.iter().map(|property| property.length.unwrap_or(property.scalar).bytes() as u64).sum()
    }

    /// Whether all rows have the same size in a binary file.
    pub(super) fn is_even(&self) -> bool {
        self.properties.iter().all(|property| property.length.is_none())
    }
}

impl<'b> Header<'b> {
    /// The header at the start of a file.
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self> {
        let mut lines = PlainLines::of(bytes);
        let begins = lines.next_bytes().is_some_and(|line| line.trim_ascii() == b"ply");
        if !begins {
            let message = if bytes.starts_with(b"ply\r") {
                "its lines end in CR alone, as on old systems, and not in LF or CR LF"
            } else {
                "this is no PLY: its first line is not `ply`"
            };
            return Err(LevelError::file(message).help(HELP));
        }
        let (mut encoding, mut elements, mut last) = (None, Vec::new(), None);
        // Names of elements so far, and of properties of the last one.
        let (mut names, mut properties) = (HashSet::new(), HashSet::new());
        while bytes.len() - lines.left() < LONGEST {
            let Some(line) = lines.next() else { break };
            let text = line.text.trim_ascii();
            let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
            match word {
                "" | "comment" | "obj_info" => {}
                "format" => encoding = Some(format(&line, rest)?),
                "element" => {
                    let element = element(&line, rest)?;
                    if !names.insert(element.name.clone()) {
                        let message = format!("the element {} comes twice", quoted(&element.name));
                        return Err(line.fault(rest, message).help(HELP));
                    }
                    properties.clear();
                    elements.push(element);
                }
                "property" => {
                    let Some(element) = elements.last_mut() else {
                        return Err(line
                            .fault(word, "a property comes before the first `element`".to_owned())
                            .help(HELP));
                    };
                    let property = property(&line, rest)?;
                    if !properties.insert(property.name.clone()) {
                        let message = format!("{} is already a property of this element", quoted(&property.name));
                        return Err(LevelError::at(property.place, message).help(HELP));
                    }
                    element.properties.push(property);
                }
                "end_header" => {
                    let encoding = encoding
                        .ok_or_else(|| line.fault(word, "the header has no line `format`".to_owned()).help(HELP))?;
                    return Ok(Self { encoding, elements, body: lines });
                }
                _ => {
                    let message = format!(
                        "{} begins no line of a header; `element`, `property`, `comment` or `end_header` is expected here",
                        quoted(word)
                    );
                    return Err(line.fault(word, message).help(HELP));
                }
            }
            last = Some(line);
        }
        let message =
            format!("the header has no `end_header` in its first {} KiB; the file may be cut off", LONGEST >> 10);
        let place = last.map_or(LevelPlace::File, |line| line.place(&line.text));
        Err(LevelError::at(place, message).help(HELP))
    }

    /// The element of that name.
    pub(super) fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|element| element.name == name)
    }
}

fn format(line: &TextLine, rest: &str) -> Result<Encoding> {
    match rest.split_ascii_whitespace().next().unwrap_or_default() {
        "ascii" => Ok(Encoding::Text),
        "binary_little_endian" => Ok(Encoding::LittleEndian),
        "binary_big_endian" => Ok(Encoding::BigEndian),
        other => {
            let message = format!(
                "{} is no format; `ascii`, `binary_little_endian` or `binary_big_endian` is expected here",
                quoted(other)
            );
            Err(line.fault(if other.is_empty() { &line.text } else { other }, message).help(HELP))
        }
    }
}

fn element(line: &TextLine, rest: &str) -> Result<Element> {
    let mut words = rest.split_ascii_whitespace();
    let (Some(name), Some(count)) = (words.next(), words.next()) else {
        let message = "an element has a name and a count, such as `element vertex 8`".to_owned();
        return Err(line.fault(&line.text, message).help(HELP));
    };
    let number = count.parse::<u32>().ok();
    let number = number.ok_or_else(|| {
        let message = format!("{} is no count from 0 to {}", quoted(count), u32::MAX);
        line.fault(count, message).help(HELP)
    })?;
    Ok(Element { name: name.to_owned(), count: number.into(), properties: Vec::new(), place: line.place(count) })
}

fn property(line: &TextLine, rest: &str) -> Result<Property> {
    let scalar = |word: &str| {
        Scalar::of(word).ok_or_else(|| {
            let message = format!(
                "{} is no type of numbers; one of char, uchar, short, ushort, int, uint, float, double is expected here",
                quoted(word)
            );
            line.fault(word, message).help(HELP)
        })
    };
    let words: Vec<&str> = rest.split_ascii_whitespace().take(4).collect();
    match words[..] {
        ["list", length, item, name] => {
            let counts = scalar(length)?;
            if !counts.is_whole() {
                let message = format!("the length of a list is a whole number, not {}", quoted(length));
                return Err(line.fault(length, message).help(HELP));
            }
            Ok(Property { name: name.to_owned(), scalar: scalar(item)?, length: Some(counts), place: line.place(name) })
        }
        [kind, name, ..] if kind != "list" => {
            Ok(Property { name: name.to_owned(), scalar: scalar(kind)?, length: None, place: line.place(name) })
        }
        _ => {
            let message = "a property has a type and a name, such as `property float x` or `property list uchar int \
                           vertex_indices`"
                .to_owned();
            Err(line.fault(&line.text, message).help(HELP))
        }
    }
}
