//! Parses text into a syntax tree: JSON with comments and trailing commas, without other extensions.
//!
//! The parser accepts a few texts that are not JSON (raw line breaks in strings, other white space). A scan of the
//! bytes rejects them first. The scan also limits the nesting, which bounds every later recursion.

use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, ParseStringErrorKind, parse_to_ast};

use super::error::quoted;

/// The greatest nesting of lists and objects. A behaviour tree takes up to four levels per node.
pub(crate) const DEEPEST: usize = 256;

/// A syntax error at some bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Parses a text into its syntax tree.
pub(crate) fn parse(text: &str) -> Result<Value<'_>, Fault> {
    scan(text)?;
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options()).map_err(|error| explain(&error, text))?;
    parsed.value.ok_or_else(|| {
        let what = if text.trim().is_empty() { "the file is empty" } else { "the file contains only comments" };
        Fault::new(0..0, what).help("the smallest scene is `{ \"eyeline\": 1 }`")
    })
}

/// The syntax of a file: JSON with comments and trailing commas.
pub(crate) fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// Refuses text that the parser would accept but JSON forbids, and deep nesting.
fn scan(text: &str) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'"' => i = string_end(bytes, i)?,
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i = bytes[i..].iter().position(|&b| b == b'\n' || b == b'\r').map_or(bytes.len(), |n| i + n);
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                let length = text[i + 2..].find("*/");
                let length = length
                    .ok_or_else(|| Fault::new(i..i + 2, "this comment is never closed").help("close it with `*/`"))?;
                i += length + 3;
            }
            b'[' | b'{' => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(Fault::new(i..i + 1, format!("nested more than {DEEPEST} levels deep")));
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b' ' | b'\t' | b'\n' | b'\r' | b'!'..=b'~' => {}
            _ => return Err(disallowed(text, i)),
        }
        i += 1;
    }
    Ok(())
}

/// The closing quote of the string that opens at `start`.
fn string_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut i = start + 1;
    loop {
        match bytes.get(i) {
            Some(b'"') => return Ok(i),
            Some(b'\\') => i += 2,
            None | Some(b'\n' | b'\r') => {
                return Err(Fault::new(start..i.min(bytes.len()), "this string is not closed on its line")
                    .help("close it with `\"`; a line break inside is written `\\n`"));
            }
            Some(&byte) if byte < b' ' => {
                return Err(Fault::new(i..i + 1, format!("a string contains the control character U+{byte:04X}"))
                    .help(format!("write it as `\\u{byte:04x}`, or leave it out")));
            }
            Some(_) => i += 1,
        }
    }
}

/// A character that is not allowed between the tokens of JSON.
fn disallowed(text: &str, at: usize) -> Fault {
    let char = text[at..].chars().next().unwrap_or_default();
    let span = at..at + char.len_utf8();
    let fault = Fault::new(
        span,
        format!("the character {} (U+{:04X}) is not allowed here", quoted(&char.to_string()), char as u32),
    );
    match char {
        '\0' => fault.help("a scene is a text file without zero bytes"),
        '“' | '”' | '„' | '‘' | '’' => fault.help("write strings in straight double quotes: `\"`"),
        c if c.is_whitespace() || c == '\u{feff}' => fault.help("use plain spaces, tabs and line breaks"),
        _ => fault.help("write text in double quotes: `\"`"),
    }
}

/// The parser's error with a message for scene files.
fn explain(error: &ParseError, text: &str) -> Fault {
    use ParseErrorKind as Kind;
    let range = error.range();
    let word = word_at(text, range.start);
    let found = || match word.chars().next() {
        Some(_) => quoted(word),
        None => "the end of the file".to_owned(),
    };
    let (message, help) = match error.kind() {
        Kind::UnterminatedObject => ("the file ends before this object is closed".into(), "close it with `}`"),
        Kind::UnterminatedArray => ("the file ends before this list is closed".into(), "close it with `]`"),
        Kind::UnexpectedCloseBrace | Kind::UnexpectedCloseBracket => {
            (format!("{} has no opening bracket, or a value is missing before it", found()), "pair every bracket")
        }
        Kind::ExpectedComma => ("a comma is missing here".into(), "separate entries with `,`"),
        Kind::ExpectedColonAfterObjectKey => {
            (format!("`:` must follow a key, found {}", found()), "write `\"key\": value`")
        }
        Kind::ExpectedObjectValue => ("a value is missing after `:`".into(), "write `\"key\": value`"),
        Kind::ExpectedStringObjectProperty => {
            (format!("the key {} has no quotes", found()), "write keys in double quotes")
        }
        Kind::UnexpectedTokenInObject => (format!("expected a key, found {}", found()), "write `\"key\": value`"),
        Kind::MultipleRootJsonValues => {
            (format!("the scene has ended, but {} follows", found()), "a file contains one object, `{ … }`")
        }
        Kind::SingleQuotedStringsNotAllowed => ("write text in double quotes, not single ones".into(), "write `\"`"),
        Kind::HexadecimalNumbersNotAllowed => ("a number is decimal, not hexadecimal".into(), "such as `16`"),
        Kind::UnaryPlusNumbersNotAllowed => ("a number has no `+` before it".into(), "leave the `+` out"),
        Kind::BareDecimalPointNumbersNotAllowed => {
            ("a decimal point needs digits on both sides".into(), "such as `0.5` or `5.0`")
        }
        Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral => {
            ("this number is not complete".into(), "such as `-0.5` or `1e-3`")
        }
        Kind::NonFiniteNumbersNotAllowed | Kind::UnexpectedWord | Kind::UnexpectedToken
            if ["NaN", "Infinity", "-NaN", "-Infinity"].contains(&word) =>
        {
            (format!("{} is not a finite number", found()), "every number in a scene is finite")
        }
        Kind::UnexpectedWord | Kind::UnexpectedToken => {
            (format!("{} is not a value", found()), "write text in double quotes")
        }
        Kind::UnexpectedComma => ("a value is missing before this comma".into(), "leave the comma out"),
        Kind::UnexpectedColon => ("`:` has no key before it".into(), "write `\"key\": value`"),
        Kind::String(ParseStringErrorKind::UnterminatedStringLiteral) => {
            ("this string is never closed".into(), "close it with `\"`")
        }
        Kind::String(_) => ("JSON has no such escape sequence".into(), "a backslash is written `\\\\`"),
        other => (other.to_string(), "a scene is JSON with comments and trailing commas"),
    };
    let end = match error.kind() {
        Kind::UnterminatedObject | Kind::UnterminatedArray => text.len().min(range.start + 1),
        _ => range.end.max(range.start + word.len()),
    };
    Fault::new(range.start..end, message).help(help)
}

/// The word or the single character that starts at a byte; empty at the end of the text.
fn word_at(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    let is_word = |c: char| c.is_alphanumeric() || "_-+.$".contains(c);
    match rest.find(|c| !is_word(c)).unwrap_or(rest.len()) {
        0 => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
        length => &rest[..length],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::error::SceneError;

    #[test]
    fn the_marker_of_a_merge_conflict_is_named() {
        for before in ["{\n", "{ \"a\": 1,\n", "{ \"a\": [1,\n", "{ \"a\": [1\n"] {
            let text = format!("{before}<<<<<<< HEAD\n\"b\": 1\n=======\n>>>>>>> other\n}}");
            let fault = parse(&text).unwrap_err();
            let error = SceneError::at("a.json", &text, fault.span, &fault.message, None);
            assert_eq!(error.to_string(), "a.json:2:1: this is the marker of a merge conflict");
        }
    }

    #[test]
    fn only_comments_and_trailing_commas_go_beyond_json() {
        parse("// a\n{ /* b */ \"a\": [1, 2,], \"ü\": \"\\n\\u00e9 ü\", } // c").unwrap();
        for text in [
            "{'a': 1}",
            "{a: 1}",
            "[1 2]",
            "[0x10]",
            "[+1]",
            "[.5]",
            "[5.]",
            "[NaN]",
            "[-Infinity]",
            "[\"\\x41\"]",
            "# a\n[]",
            "[1,,2]",
            "[,]",
            "{,}",
            "[1]]",
            "[01]",
            "[1e]",
            "[-]",
            "[\"a\nb\"]",
            "[\"a\tb\"]",
            "[1,\u{a0}2]",
            "[1,\u{b}2]",
            "[tru]",
            "{\"a\" 1}",
            "{\"a\":}",
            "{\"a\": 1 \"b\": 2}",
            "[1}",
            "{]",
            "/* [] ",
            "[\"\\ud800\"]",
            "[\"a",
            "[1",
            "{\"a\":1",
            "",
            " // a",
            "\u{feff}[]",
            "[] []",
            "[“a”]",
            "[\0]",
            "[\"\\",
            "/",
            "\"\\\"",
        ] {
            let fault = parse(text).expect_err(text);
            assert!(fault.span.start <= fault.span.end && !fault.message.contains('\n'), "{text}: {fault:?}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_at_once() {
        for open in ["[", "{\"a\":"] {
            let fault = parse(&open.repeat(100_000)).unwrap_err();
            assert_eq!(fault.span.start, open.len() * DEEPEST, "{fault:?}");
            assert!(fault.message.contains("deep"));
        }
        let close = "]".repeat(DEEPEST);
        parse(&("[".repeat(DEEPEST) + &close)).unwrap();
    }
}
