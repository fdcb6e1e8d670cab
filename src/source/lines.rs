//! Lines and columns of many places of one text. The text is read once; then the time for a place does not depend on
//! the length of the text.

/// The bytes between two marks. The search from a mark to a place reads at most so many.
const BLOCK: usize = 4096;

/// A text with the lines and columns at each [`BLOCK`].
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    marks: Vec<BlockMark>,
}

/// What precedes a block.
#[derive(Clone, Copy, Debug, Default)]
struct BlockMark {
    line_breaks: usize,
    /// Characters after the last line break.
    column: usize,
}

impl BlockMark {
    /// The mark after some more bytes. They may begin within a character, which then counts for the bytes before.
    fn after(self, bytes: &[u8]) -> Self {
        #[expect(clippy::naive_bytecount, reason = "a crate for it is not worth its compilation")]
        let breaks = bytes.iter().filter(|&&byte| byte == b'\n').count();
        let of_line = bytes.iter().rposition(|&byte| byte == b'\n').map_or(bytes, |last| &bytes[last + 1..]);
        let characters = of_line.iter().filter(|&&byte| is_first_of_character(byte)).count();
        let column = if breaks == 0 { self.column + characters } else { characters };
        Self { line_breaks: self.line_breaks + breaks, column }
    }
}

fn is_first_of_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

impl<'t> Lines<'t> {
    /// Reads the text once.
    pub(crate) fn of(text: &'t str) -> Self {
        let mut mark = BlockMark::default();
        let marks = text.as_bytes().chunks(BLOCK).map(|block| {
            let next = mark.after(block);
            std::mem::replace(&mut mark, next)
        });
        Self { text, marks: marks.collect() }
    }

    /// The text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The line and column of a byte, from 1, the column in characters.
    pub(crate) fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte);
        let block = (byte / BLOCK).min(self.marks.len().saturating_sub(1));
        let before = self.marks.get(block).copied().unwrap_or_default();
        let BlockMark { line_breaks, column } = before.after(&self.text.as_bytes()[block * BLOCK..byte]);
        (line_breaks + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::source::error::line_and_column;

    proptest! {
        #[test]
        fn every_place_is_that_of_a_search_from_the_start(
            pieces in prop::collection::vec(prop::sample::select(vec!["a", "é", "\n", "\r\n", "😀", "{ \"x\": 1 }"]), 0..40),
            copies in 1_usize..120,
            at in any::<prop::sample::Index>(),
        ) {
            let text = pieces.concat().repeat(copies);
            let lines = Lines::of(&text);
            for byte in [0, at.index(text.len() + 2), text.len(), text.len() / BLOCK * BLOCK] {
                prop_assert_eq!(lines.line_and_column(byte), line_and_column(&text, byte), "{} of {:?}", byte, text);
            }
        }
    }
}
