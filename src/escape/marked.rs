//! The escapes for text that people read: each dangerous character is replaced by a mark such as `\u{9b}`. Escaping an
//! escaped text again does not change it.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::character::{Characters, is_plain};

/// A text on one line: line breaks and tabs are escaped too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, None)
}

/// The largest number of characters of a text on the screen. No line of a screen has room for more, and the layout of a
/// character takes a hundred times its memory.
const MOST_SHOWN: usize = 1000;

/// A [`line`] for the screen. A text that is too long for any screen is cut and ends with ….
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", line(&text[..end]))),
        None => line(text),
    }
}

/// A text of several lines: `\n` is kept.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, Some('\n'))
}

/// A part of a source line: tabs are kept, because they are shown as spaces.
pub(crate) fn source(text: &str) -> Cow<'_, str> {
    escaped(text, Some('\t'))
}

/// A text of several lines with eyeline's own colours: `\n` and the sequences `ESC [ numbers m` are kept. Quoted
/// text in it must have been escaped before.
pub(crate) fn lines_with_colors(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return lines(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        let (before, after) = rest.split_at(at);
        out.push_str(&lines(before));
        let length = color_length(after);
        let (kept, more) = after.split_at(length.unwrap_or(1));
        if length.is_some() {
            out.push_str(kept);
        } else {
            out.push_str(&lines(kept));
        }
        rest = more;
    }
    out.push_str(&lines(rest));
    Cow::Owned(out)
}

/// The length of the colour sequence at the beginning of a text.
fn color_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// Writes the escape of a character.
fn push_escape(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c => {
            let _infallible = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
    }
}

/// The text with marks in place of dangerous characters. `kept` is not dangerous in this text.
fn escaped(text: &str, kept: Option<char>) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut written = 0;
    let dangerous = Characters::of(text).filter(|(_, c, is_dangerous)| *is_dangerous && Some(*c) != kept);
    for (at, c, _) in dangerous {
        out.push_str(&text[written..at]);
        push_escape(&mut out, c);
        written = at + c.len_utf8();
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[written..]);
    Cow::Owned(out)
}

/// Whether a text on one line has no dangerous character.
pub(crate) fn is_harmless(text: &str) -> bool {
    matches!(line(text), Cow::Borrowed(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_control_a_terminal_or_the_direction_are_escaped() {
        for (text, shown) in [
            ("plain ünï “text” 👩‍🚀", "plain ünï “text” 👩‍🚀"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\u{9b}31mb\u{7f}", "a\\u{9b}31mb\\u{7f}"),
            ("a\u{202e}b\u{2066}\u{2069}\u{200f}\u{61c}", "a\\u{202e}b\\u{2066}\\u{2069}\\u{200f}\\u{61c}"),
            ("a\u{2028}b\u{2029}\u{feff}\u{200b}", "a\\u{2028}b\\u{2029}\\u{feff}\\u{200b}"),
            ("a\r\n\tb", "a\\r\\n\\tb"),
        ] {
            assert_eq!(line(text), shown);
            assert_eq!(line(&line(text)), shown);
        }
        assert_eq!(lines("a\nb\tc\r"), "a\nb\\tc\\r");
        assert_eq!(source("a\tb\u{9b}"), "a\tb\\u{9b}");
    }

    #[test]
    fn only_colours_are_kept() {
        let ours = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m: x\ny";
        assert_eq!(lines_with_colors(ours), ours);
        assert_eq!(
            lines_with_colors("\u{1b}[2J\u{1b}]0;t\u{7}\u{1b}[31m\u{1b}"),
            "\\u{1b}[2J\\u{1b}]0;t\\u{7}\u{1b}[31m\\u{1b}"
        );
        assert_eq!(lines_with_colors("a\u{9b}31m"), "a\\u{9b}31m");
    }
}
