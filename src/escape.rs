//! Text of others made visible: files, file names and arguments may hold characters that steer a terminal or that change
//! the order in which a line is read (Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021).
//!
//! Every message passes one of these functions. Each replaces a dangerous character by its escape, such as `\u{9b}`, and
//! leaves everything else. An escaped text stays as it is when it is escaped again.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

/// Whether a character is a control (C0, DEL, C1), a line or paragraph separator, sets the direction of text, or is an
/// invisible format character. The joiners U+200C and U+200D are none of these: writing systems and emoji need them.
pub(crate) fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text that stands in one line: line breaks and tabs are escaped too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_dangerous)
}

/// A text on the screen has no more letters than this. No line of a screen has room for more, and the layout of a letter
/// takes a hundred times its memory.
const MOST_SHOWN: usize = 1000;

/// A [`line`] for the screen: what is too long for any screen is cut, with … at the end.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", line(&text[..end]))),
        None => line(text),
    }
}

/// A text of several lines: `\n` stays.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_dangerous(c))
}

/// A piece of a source line: tabs stay, since they are shown as spaces.
pub(crate) fn source(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\t' && is_dangerous(c))
}

/// A text of several lines with colours of our own: `\n` and the sequences `ESC [ numbers m` stay. What it quotes must
/// have been escaped before.
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

/// How long the colour sequence is that a text begins with.
fn color_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// Writes a piece of a JSON text, which `serde_json` has escaped, with JSON's own escapes such as `\u009b` in place of
/// dangerous characters. For a parser it is the same text.
pub(crate) fn json<W: ?Sized + io::Write>(fragment: &str, out: &mut W) -> io::Result<()> {
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
    fn what_steers_a_terminal_or_turns_a_line_is_escaped() {
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
    fn json_means_the_same() {
        let text = "a\u{9b}b\u{202e}\u{e0041}\u{7f}ü";
        let mut written = Vec::new();
        json(text, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "a\\u009bb\\u202e\\udb40\\udc41\\u007fü");
        assert_eq!(serde_json::from_str::<String>(&format!("\"{written}\"")).unwrap(), text);
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
