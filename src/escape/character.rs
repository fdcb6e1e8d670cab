//! Which characters of a text are dangerous.
//!
//! Most are dangerous anywhere. Joiners and variation selectors are a part of ordinary text in some writing systems and in
//! emoji, but they are invisible. They are dangerous only where they cannot change how a visible character is drawn: at the
//! ends of a text, beside ASCII, and several in a row, which can hide any data.

use std::iter::Peekable;
use std::str::CharIndices;

/// The part of a character in the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// ASCII or a space: always harmless, and no joiner or selector belongs beside it.
    Plain,
    /// A digit, `#` or `*`: a variation selector may follow it, as in the emoji of a keycap.
    Keycap,
    /// A visible character beyond ASCII.
    Visible,
    /// U+200C or U+200D: harmless between two visible characters.
    Joiner,
    /// A variation selector or the combining grapheme joiner: harmless after a visible character.
    Selector,
    /// Dangerous anywhere.
    Dangerous,
}

impl Class {
    fn of(c: char) -> Self {
        match c {
            '0'..='9' | '#' | '*' => Self::Keycap,
            ' '..='~' => Self::Plain,
            _ if c.is_control() => Self::Dangerous,
            '\u{200c}' | '\u{200d}' => Self::Joiner,
            '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
                Self::Selector
            }
            _ if is_invisible(c) || is_noncharacter(c) => Self::Dangerous,
            _ if c.is_whitespace() => Self::Plain,
            _ => Self::Visible,
        }
    }
}

/// Format characters that are invisible or set the direction of text: the characters with the property
/// `Default_Ignorable_Code_Point` of Unicode 16 (`DerivedCoreProperties.txt`) without joiners and selectors, line and
/// paragraph separators, marks of direction, and annotation characters.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
        | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// The code points that Unicode never assigns. XML 1.0 forbids U+FFFE and U+FFFF.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// The characters of a text with their positions, and whether each is dangerous there.
pub(super) struct Characters<'t> {
    rest: Peekable<CharIndices<'t>>,
    /// The class of the character before, if it is harmless there; else [`Class::Dangerous`].
    before: Class,
}

impl<'t> Characters<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { rest: text.char_indices().peekable(), before: Class::Dangerous }
    }
}

impl Iterator for Characters<'_> {
    type Item = (usize, char, bool);

    fn next(&mut self) -> Option<(usize, char, bool)> {
        let (at, c) = self.rest.next()?;
        let class = Class::of(c);
        let is_dangerous = match class {
            Class::Plain | Class::Keycap | Class::Visible => false,
            Class::Dangerous => true,
            Class::Selector => !matches!(self.before, Class::Visible | Class::Keycap),
            Class::Joiner => {
                let next = self.rest.peek().map(|(_, next)| Class::of(*next));
                !matches!(self.before, Class::Visible | Class::Selector) || next != Some(Class::Visible)
            }
        };
        self.before = if is_dangerous { Class::Dangerous } else { class };
        Some((at, c, is_dangerous))
    }
}

/// Whether all characters of a text are printable ASCII. Eight bytes are compared at once.
#[inline]
pub(super) fn is_plain(text: &str) -> bool {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const SPACES: u64 = u64::from_ne_bytes([0x20; 8]);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    // One more than DEL has the high bit, as all bytes beyond ASCII have. Of a byte below U+0020 the difference to a space
    // borrows and sets the high bit. A carry or borrow into the next byte comes only from such a byte.
    let high = |word: u64| word | word.wrapping_add(ONES) | word.wrapping_sub(SPACES);
    let of_words = words.iter().fold(0, |all, word| all | high(u64::from_ne_bytes(*word)));
    of_words & HIGH == 0 && rest.iter().all(|byte| (0x20..0x7f).contains(byte))
}
