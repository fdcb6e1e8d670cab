//! Makes special characters in untrusted text visible. Files, file names and arguments may contain characters that
//! control a terminal or change the order in which a line is displayed (Boucher and Anderson, "Trojan Source: Invisible
//! Vulnerabilities", 2021).
//!
//! Every message passes through one of these functions. Each replaces a dangerous character by its escape, such as
//! `\u{9b}`, and keeps everything else. Escaping an escaped text again does not change it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

/// Whether a character is dangerous: a control character (C0, DEL, C1), a line or paragraph separator, a character that
/// sets the direction of text, or an invisible format character. The joiners U+200C and U+200D are not dangerous:
/// writing systems and emoji need them.
pub(crate) fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text on one line: line breaks and tabs are escaped too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_dangerous)
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
    escaped(text, |c| c != '\n' && is_dangerous(c))
}

/// A part of a source line: tabs are kept, because they are shown as spaces.
pub(crate) fn source(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\t' && is_dangerous(c))
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

/// Writes a part of a JSON text that `serde_json` has escaped. Dangerous characters are replaced by JSON's own escapes,
/// such as `\u009b`. A parser reads the same text.
pub(crate) fn json<W: ?Sized + io::Write>(fragment: &str, out: &mut W) -> io::Result<()> {
    if is_plain(fragment) {
        return out.write_all(fragment.as_bytes());
    }
    let mut rest = fragment;
    while let Some(at) = rest.find(is_dangerous) {
        out.write_all(&rest.as_bytes()[..at])?;
        let mut chars = rest[at..].chars();
        for unit in chars.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        rest = chars.as_str();
    }
    out.write_all(rest.as_bytes())
}

/// Whether all characters of a text are printable ASCII. The text must not have characters below U+0020; `serde_json` has
/// escaped them. Eight bytes are compared at once.
#[inline]
fn is_plain(text: &str) -> bool {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    // One more than DEL has the high bit, as all bytes beyond ASCII have.
    let high = |word: u64| (word | word.wrapping_add(ONES)) & HIGH;
    let of_words = words.iter().fold(0, |all, word| all | high(u64::from_ne_bytes(*word)));
    of_words == 0 && rest.iter().all(|&byte| byte < 0x7f)
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

fn escaped(text: &str, is_dangerous: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&is_dangerous) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        if is_dangerous(c) {
            push_escape(&mut out, c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
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
    fn escaped_json_has_the_same_value() {
        let text = "a\u{9b}b\u{202e}\u{e0041}\u{7f}ü";
        let mut written = Vec::new();
        json(text, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "a\\u009bb\\u202e\\udb40\\udc41\\u007fü");
        assert_eq!(serde_json::from_str::<String>(&format!("\"{written}\"")).unwrap(), text);
    }

    #[test]
    fn a_character_of_json_is_escaped_at_each_place() {
        for length in 0..20 {
            for at in 0..=length {
                for c in ['\u{7f}', '\u{9b}', 'ü', '~'] {
                    let text = format!("{}{c}{}", "a".repeat(at), "b".repeat(length - at));
                    let mut written = Vec::new();
                    json(&text, &mut written).unwrap();
                    let escape = format!("\\u{:04x}", u32::from(c));
                    let expected = if is_dangerous(c) { text.replace(c, &escape) } else { text };
                    assert_eq!(String::from_utf8(written).unwrap(), expected);
                }
            }
        }
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
