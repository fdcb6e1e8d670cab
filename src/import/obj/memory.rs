//! The memory that an OBJ needs, from a count of its lines before they are read.
//!
//! The count looks at bytes, not at numbers, so it is fast; a line that cannot be read is found later. It has the rules of
//! [`super::lines::Lines`] for the ends of lines. It refuses a level that does not fit before its lines are read; the lists
//! then reserve for themselves.

use std::ops::Range;

use glam::{Vec2, Vec3};

use super::corners::Corner;
use crate::import::level::limits::READY;
use crate::import::level::text_lines::length_of_line;
use crate::import::level::work::LevelWork;
use crate::parallel;

/// The number of bytes that one thread counts at once.
const PIECE: usize = 1 << 20;

/// The most lines that are kept by places, other than one for each polygon or material: those of an error, of the greatest
/// indices, and of the first note of each kind about vertices and faces.
const KEPT_LINES: usize = 12;
/// The most of these places in one line.
const PLACES_IN_LINE: usize = 4;

/// The numbers of lines of an OBJ, and of the triangles of its faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::import) struct LineCounts {
    pub(in crate::import) vertices: usize,
    pub(in crate::import) uvs: usize,
    pub(in crate::import) normals: usize,
    pub(in crate::import) triangles: usize,
    /// Whether a corner has texture coordinates or a normal.
    pub(in crate::import) has_corners: bool,
    /// Lines that begin a group.
    pub(in crate::import) groups: usize,
    /// The length of the whole file.
    length: usize,
    /// The length of the longest line.
    longest: usize,
    /// The length of all lines that are neither vertices nor faces.
    others: usize,
}

impl LineCounts {
    /// Counts on all threads. The counts are incomplete when the work was cancelled.
    pub(in crate::import) fn of(bytes: &[u8], work: &LevelWork) -> Self {
        let length = bytes.len();
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let of_piece = |i: usize| {
            if work.is_cancelled() { Self::default() } else { Self::of_lines_in(bytes, i * PIECE..(i + 1) * PIECE) }
        };
        let pieces = parallel::map(bytes.len().div_ceil(PIECE), of_piece);
        Self { length, ..pieces.into_iter().fold(Self::default(), Self::and) }
    }

    /// The lines that begin in a range of the bytes, with all that continues them.
    fn of_lines_in(bytes: &[u8], range: Range<usize>) -> Self {
        let end = range.end.min(bytes.len());
        let mut begin = match range.start.checked_sub(1) {
            None => 0,
            Some(before) => before + length_of_line(&bytes[before..end]),
        };
        while begin < end && is_continued(&bytes[..begin]) {
            begin += length_of_line(&bytes[begin..]);
        }
        let mut counts = Self::default();
        while begin < end {
            let first = begin;
            begin += length_of_line(&bytes[begin..]);
            while begin < bytes.len() && is_continued(&bytes[first..begin]) {
                begin += length_of_line(&bytes[begin..]);
            }
            counts.add(&bytes[first..begin]);
        }
        counts
    }

    fn add(&mut self, line: &[u8]) {
        self.longest = self.longest.max(line.len());
        let mut text = line.trim_ascii_start();
        while let [b'\\', b'\n', rest @ ..] | [b'\\', b'\r', b'\n', rest @ ..] = text {
            text = rest.trim_ascii_start();
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\\';
        let (word, rest) = text.split_at(text.iter().position(ends).unwrap_or(text.len()));
        match word {
            b"v" => self.vertices += 1,
            b"vt" => self.uvs += 1,
            b"vn" => self.normals += 1,
            b"f" => {
                let (corners, has_more) = corners(rest);
                self.triangles += corners.saturating_sub(2);
                self.has_corners |= has_more;
            }
            b"" | [b'#', ..] => {}
            other => {
                self.groups += usize::from(matches!(other, b"o" | b"g"));
                self.others += line.len();
            }
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            vertices: self.vertices + other.vertices,
            uvs: self.uvs + other.uvs,
            normals: self.normals + other.normals,
            triangles: self.triangles + other.triangles,
            has_corners: self.has_corners || other.has_corners,
            groups: self.groups + other.groups,
            length: self.length + other.length,
            longest: self.longest.max(other.longest),
            others: self.others + other.others,
        }
    }

    /// The bytes of a triangle in the lists of a group.
    fn triangle(&self) -> usize {
        size_of::<[u32; 3]>() + if self.has_corners { size_of::<[Corner; 3]>() } else { 0 }
    }

    /// The bytes of all lists while lines are read, without spare memory.
    fn lists(&self) -> usize {
        (self.vertices + self.normals) * size_of::<Vec3>()
            + self.uvs * size_of::<Vec2>()
            + self.triangles * self.triangle()
    }

    /// The spare memory of the lists of groups, whose lengths are not known before their ends.
    fn spare(&self) -> usize {
        if self.groups > 0 { self.triangles * self.triangle() } else { 0 }
    }

    /// The bytes of lines that places of errors and notes keep, and of the names of groups and materials.
    pub(in crate::import) fn places(&self) -> usize {
        (KEPT_LINES * self.longest).min(PLACES_IN_LINE * self.length) + 2 * self.others
    }

    /// The most bytes at one time, without those of materials: either the text with the lists, or the lists with the
    /// meshes and what these need for answers.
    pub(in crate::import) fn most(&self) -> usize {
        // Where groups share the file's vertices, each has a copy, with its index in the file and in the group.
        let copies = if self.groups > 0 { self.vertices * (size_of::<Vec3>() + 2 * size_of::<u32>()) } else { 0 };
        let meshes = self.lists() + copies + self.triangles * READY;
        self.places() + (self.length + self.lists() + self.spare()).max(meshes)
    }
}

/// Whether the last line of some bytes, which is complete, continues in the next one.
fn is_continued(bytes: &[u8]) -> bool {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
}

/// What a byte of a face may be, as bits.
const SPACE: u8 = 1;
const SPECIAL: u8 = 2;
const SLASH: u8 = 4;
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        classes[byte as usize] = match byte {
            _ if byte.is_ascii_whitespace() => SPACE,
            b'#' | b'\\' => SPECIAL,
            b'/' => SLASH,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The number of words before a comment, and whether one has a slash. A backslash at the end of a line is no word.
fn corners(bytes: &[u8]) -> (usize, bool) {
    // A table instead of branches, because the lengths of words are not predictable.
    let (mut words, mut before, mut all) = (0, SPACE, 0);
    for &byte in bytes {
        let class = CLASSES[byte as usize];
        words += usize::from(before & !class & SPACE);
        before = class;
        all |= class;
    }
    if all & SPECIAL != 0 {
        let written = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words = written.take_while(|word| word[0] != b'#').filter(|word| word[0] != b'\\').count();
    }
    (words, all & SLASH != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::opacity::Progress;

    fn counts(text: &[u8]) -> LineCounts {
        LineCounts::of(text, &LevelWork::new(&Progress::default(), &Budget::default()))
    }

    #[test]
    fn lines_are_counted_by_their_first_word() {
        let text = b"# v 1 2 3\nv 0 0 0\r\n\tv 1 0 0\nvt 0 0\nvn 0 0 1\nvp 1\no a\nf 1 2 3 # f 4 5\n\nf 1 2 3 4 5";
        let found = counts(text);
        assert_eq!((found.vertices, found.uvs, found.normals, found.groups), (2, 1, 1, 1));
        assert_eq!((found.triangles, found.has_corners), (1 + 3, false));
        assert_eq!((found.length, found.others), (text.len(), b"vp 1\no a\n".len()));
        assert!(counts(b"f 1 2 3\nf 1//1 2//1 3//1").has_corners);
        assert_eq!(counts(b""), LineCounts::default());
        assert_eq!(counts("\u{feff}v 0 0 0".as_bytes()).vertices, 1);
        for text in [&b"f"[..], b"f 1", b"f 1 2", b"fx 1 2 3", b"F 1 2 3", b"\xfff 1 2 3"] {
            assert_eq!(counts(text).triangles, 0, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn a_line_that_continues_is_one_line() {
        for text in [
            &b"f 1 2 3 4 5\\\n6"[..],
            b"f 1 2 \\\r\n3 4 \\\n5 6\nv 1 2 3",
            b"\\\nf\\\n1 2 3 4 5 6",
            b"# \\\nf 1 2 3\nf 1 2 3 4 5 6",
            b"f 1 2 3 4 5 6 # 7 \\\n 8 9",
            b"f 1 2 3 4 5 6\\",
        ] {
            assert_eq!(counts(text).triangles, 4, "{}", String::from_utf8_lossy(text));
        }
        let text = [b"f 1 2\\\n".to_vec(), b" 3\\\n".repeat(PIECE), b"\nf 1 2 3".to_vec()].concat();
        assert_eq!(counts(&text).triangles, PIECE + 1);
    }

    /// Lines lie across the ends of pieces, and one is longer than several pieces.
    #[test]
    fn pieces_count_each_line_once() {
        let mut text = Vec::new();
        while text.len() < 2 * PIECE {
            text.extend_from_slice(b"v 1 2 3\nf 1 2 3\n");
            text.resize(text.len() + text.len() % 7, b' ');
            text.extend_from_slice(b"\n");
        }
        let repeated = text.windows(2).filter(|two| *two == b"v ").count();
        text.extend_from_slice(b"#");
        text.resize(text.len() + 3 * PIECE, b'v');
        text.extend_from_slice(b"\nv 1 2 3\nf 1 2 3");
        let found = counts(&text);
        assert_eq!((found.vertices, found.triangles), (repeated + 1, repeated + 1));
        assert_eq!(found.longest, 3 * PIECE + 2);
    }

    #[test]
    fn a_file_without_triangles_needs_little_more_than_its_text() {
        let text = b"f 1 2 ".repeat(1000);
        assert!(counts(b"# f 1 2 3 4 5 6 7 8 9").most() < 200);
        assert_eq!(counts(&text).triangles, 3 * 1000 - 1 - 2);
        assert_eq!(counts(&b"f 1 2\n".repeat(1000)).triangles, 0);
    }
}
