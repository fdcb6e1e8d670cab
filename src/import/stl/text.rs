//! STL as text: `solid NAME`, facets with a normal and three vertices, `endsolid`.
//!
//! Words decide, in capitals or not, and not lines, as in the readers of most programs; only a name ends with its line. A line
//! that begins with `#` is a comment.

use std::ops::Range;

use glam::Vec3;

use super::solid::{JoinedSolid, NormalSides, NotFinite};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::plain_meshes::{PlainMesh, PlainMeshes};
use crate::import::level::plain_note::PlainNote;
use crate::import::level::text_lines::{PlainLines, TextLine, coordinate, text_of};
use crate::import::level::work::LevelWork;
use crate::source::error::quoted;

/// The number of facets between two checks for a cancel.
const STEP: usize = 1 << 13;
/// The most copies of a line at one time: in places of an error and of notes, and one whose bytes were replaced.
const COPIES: usize = 4;
/// An estimate of the bytes of a solid without its triangles and its name.
const SOLID: usize = 600;
const HELP: &str = "export the file again; it is cut off or was changed";

/// Reads all solids of a text.
pub(super) fn read(bytes: &[u8], name: &str, work: &LevelWork) -> Result<PlainMeshes> {
    let longest = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
    work.hold((COPIES * longest) as u64)?;
    let mut text = Text {
        work,
        words: TextWords::of(bytes),
        facets: 0,
        left: bytes.len(),
        notes: Notes::default(),
        sides: NormalSides::default(),
        not_finite: NotFinite::default(),
        no_end: (0, None),
    };
    let mut meshes = Vec::new();
    let mut begins = text.next_solid()?;
    while begins {
        if meshes.len() >= MOST_OBJECTS {
            return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} solids")));
        }
        let (mesh, is_next) = text.solid(name)?;
        meshes.push(mesh);
        begins = is_next || text.next_solid()?;
    }
    work.advance(text.left as u64);
    let Text { mut notes, sides, not_finite, no_end: (count, place), .. } = text;
    notes.add_many(NoteKind::Plain(PlainNote::NoEnd), place.unwrap_or(LevelPlace::File), count);
    not_finite.note(&mut notes);
    sides.note(&mut notes);
    Ok(PlainMeshes { meshes, notes })
}

/// A text that is being read.
struct Text<'b, 'w> {
    work: &'w LevelWork<'w>,
    words: TextWords<'b>,
    /// The number of facets so far.
    facets: usize,
    /// The bytes that the progress does not have yet.
    left: usize,
    notes: Notes,
    sides: NormalSides,
    not_finite: NotFinite,
    /// Solids without an end, with the place of the first.
    no_end: (usize, Option<LevelPlace>),
}

impl<'w> Text<'_, 'w> {
    /// Whether a solid begins here; else the file ends.
    fn next_solid(&mut self) -> Result<bool> {
        let Some(word) = self.words.next() else { return Ok(false) };
        if self.words.is(&word, "solid") { Ok(true) } else { Err(self.words.unexpected(&word, "`solid`")) }
    }

    /// A solid after its first word, and whether another one begins at its end.
    fn solid(&mut self, default_name: &str) -> Result<(PlainMesh, bool)> {
        let name = self.words.rest_of_line();
        let name = if name.is_empty() { default_name } else { name };
        self.work.keep((SOLID + 4 * name.len()) as u64)?;
        let mut solid = JoinedSolid::new(name, self.work);
        loop {
            let Some(word) = self.words.next() else {
                self.note_no_end();
                return Ok((solid.mesh, false));
            };
            if self.words.is(&word, "facet") {
                self.facet(&mut solid)?;
            } else if self.words.is(&word, "endsolid") {
                self.words.rest_of_line();
                return Ok((solid.mesh, false));
            } else if self.words.is(&word, "solid") {
                self.note_no_end();
                return Ok((solid.mesh, true));
            } else {
                return Err(self.words.unexpected(&word, "`facet` or `endsolid`"));
            }
        }
    }

    fn note_no_end(&mut self) {
        self.no_end.0 += 1;
        let words = &self.words;
        self.no_end.1.get_or_insert_with(|| words.place(&words.last));
    }

    /// A facet after its first word.
    fn facet(&mut self, solid: &mut JoinedSolid<'w>) -> Result<()> {
        if self.facets.is_multiple_of(STEP) {
            if self.work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            let left = self.words.lines.left();
            self.work.advance((self.left - left) as u64);
            self.left = left;
        }
        self.facets += 1;
        let words = &mut self.words;
        words.expect("normal")?;
        let normal = words.normal()?;
        words.expect("loop")?;
        let (mut vertices, mut corners) = ([0; 3], [Vec3::ZERO; 3]);
        for (vertex, corner) in vertices.iter_mut().zip(&mut corners) {
            words.expect("vertex")?;
            let (position, first) = words.position()?;
            let (number, is_new) = solid.vertex(position)?;
            (*vertex, *corner) = (number, position);
            if is_new {
                self.not_finite.count(position, || words.place(&first));
            }
        }
        words.expect("endloop")?;
        words.expect("endfacet")?;
        self.sides.count(normal, corners);
        solid.add(vertices)
    }
}

/// The words of a text, one after the other. A word is a range of the bytes of its line.
struct TextWords<'b> {
    lines: PlainLines<'b>,
    line: TextLine<'b>,
    /// The bytes of the line that were read.
    at: usize,
    /// The last word.
    last: Range<usize>,
}

impl<'b> TextWords<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        Self { lines: PlainLines::of(bytes), line: TextLine { number: 1, text: text_of(b"") }, at: 0, last: 0..0 }
    }

    fn next(&mut self) -> Option<Range<usize>> {
        let mut word = word_after(&self.line.text, self.at);
        while word.is_none() {
            let line = self.lines.next()?;
            word = word_after(&line.text, 0);
            // The line of the last word stays until there is another word.
            if word.is_some() {
                self.line = line;
            }
        }
        self.last = word?;
        self.at = self.last.end;
        Some(self.last.clone())
    }

    fn is(&self, word: &Range<usize>, expected: &str) -> bool {
        self.line.text[word.clone()].eq_ignore_ascii_case(expected)
    }

    fn place(&self, word: &Range<usize>) -> LevelPlace {
        self.line.place(self.line.text.get(word.clone()).unwrap_or_default())
    }

    fn unexpected(&self, word: &Range<usize>, expected: &str) -> LevelError {
        let found = quoted(&self.line.text[word.clone()]);
        LevelError::at(self.place(word), format!("{expected} is expected here, not {found}")).help(HELP)
    }

    /// An error at the last word, after which the text ends.
    fn ended(&self, expected: &str) -> LevelError {
        let message = format!("the file ends after this word, inside of a facet; {expected} is missing");
        LevelError::at(self.place(&self.last), message).help(HELP)
    }

    fn expect(&mut self, expected: &str) -> Result<()> {
        match self.next() {
            None => Err(self.ended(&format!("`{expected}`"))),
            Some(word) if self.is(&word, expected) => Ok(()),
            Some(word) => Err(self.unexpected(&word, &format!("`{expected}`"))),
        }
    }

    /// The numbers before the word `outer`. Some programs leave them out, and no answer depends on them.
    fn normal(&mut self) -> Result<Vec3> {
        let (mut numbers, mut count) = ([0.0; 3], 0);
        loop {
            let word = self.next().ok_or_else(|| self.ended("`outer`"))?;
            if self.is(&word, "outer") {
                return Ok(if count == numbers.len() { numbers.into() } else { Vec3::ZERO });
            }
            let number = coordinate(&self.line.text[word.clone()]);
            let (Some(place), Some(number)) = (numbers.get_mut(count), number) else {
                return Err(self.unexpected(&word, "a number of the normal or `outer`"));
            };
            *place = number;
            count += 1;
        }
    }

    /// The numbers of a vertex, and the word of the first.
    fn position(&mut self) -> Result<(Vec3, Range<usize>)> {
        let (mut numbers, mut first) = ([0.0; 3], None);
        for (axis, number) in ["x", "y", "z"].into_iter().zip(&mut numbers) {
            let word = self.next().ok_or_else(|| self.ended(&format!("{axis} of the vertex")))?;
            let text = &self.line.text[word.clone()];
            *number = coordinate(text).ok_or_else(|| {
                let message = format!("{} is no number; {axis} of the vertex is expected here", quoted(text));
                LevelError::at(self.place(&word), message).help(HELP)
            })?;
            first.get_or_insert(word);
        }
        Ok((numbers.into(), first.unwrap_or_default()))
    }

    /// The rest of the line without the spaces around it.
    fn rest_of_line(&mut self) -> &str {
        let rest = &self.line.text[self.at..];
        // Lines of old systems end in CR alone.
        let end = rest.find('\r').unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim()
    }
}

/// The next word of a line.
fn word_after(line: &str, at: usize) -> Option<Range<usize>> {
    let rest = &line[at..];
    let word = rest.trim_ascii_start();
    let start = at + rest.len() - word.len();
    let is_comment = word.starts_with('#') && line[..start].trim_ascii().is_empty();
    let length = word.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(word.len());
    (length > 0 && !is_comment).then(|| start..start + length)
}
