//! Splits the text of an expression into tokens.

use super::error::ExpressionError;

/// A token of the language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'t> {
    Whole(i64),
    Real(f64),
    Text(&'t str),
    Name(&'t str),
    Sign(&'static str),
    End,
}

/// Longer signs come before their prefixes.
const SIGNS: [&str; 28] = [
    ":=", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=", "&&", "||", "..", "+", "-", "*", "/", "(", ")", "&", "|",
    "^", "~", "!", "<", ">", "?", ":", ";",
];

/// The tokens of a text.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token with the byte at which it starts.
    pub(super) fn next(&mut self) -> Result<(usize, Token<'t>), ExpressionError> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let failed = |message: String| ExpressionError { at: start, message };
        let (token, length) = match rest.chars().next() {
            None => (Token::End, 0),
            Some('\'') => match rest[1..].split_once('\'') {
                Some((text, _)) => (Token::Text(text), text.len() + 2),
                None => return Err(failed("this text has no end; write `'` after it".to_owned())),
            },
            Some(c) if c.is_ascii_digit() || is_fraction(rest) => {
                let length = number_length(rest);
                let number = number(&rest[..length]).ok_or_else(|| {
                    failed(format!("`{}` is not a number; write one such as `42`, `0x2A` or `4.2`", &rest[..length]))
                })?;
                (number, length)
            }
            Some(c) if is_name_start(c) => {
                let length = rest[c.len_utf8()..].find(|c| !is_name(c)).map_or(rest.len(), |end| end + c.len_utf8());
                (Token::Name(&rest[..length]), length)
            }
            Some(c) => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign)).or((c == '=').then_some("="));
                let sign = sign.ok_or_else(|| {
                    let hint = if c == '"' { "; write texts in single quotes" } else { "" };
                    failed(format!("{} is not part of the script language{hint}", quoted(c)))
                })?;
                (Token::Sign(sign), sign.len())
            }
        };
        self.at = start + length;
        Ok((start, token))
    }
}

fn quoted(c: char) -> String {
    if c == '"' { "`\"`".to_owned() } else { format!("`{}`", c.escape_debug()) }
}

/// A name may start with `@`: it is then a key of the blackboard of the whole tree.
fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '@'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_fraction(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'.', digit, ..] if digit.is_ascii_digit())
}

fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        let is_sign_of_exponent =
            matches!(byte, b'+' | b'-') && matches!(bytes[length - 1], b'e' | b'E') && !rest.starts_with("0x");
        let is_point = byte == b'.' && bytes.get(length + 1) != Some(&b'.');
        if !(byte.is_ascii_alphanumeric() || is_point || (length > 0 && is_sign_of_exponent)) {
            break;
        }
        length += 1;
    }
    length
}

/// A whole number in decimal or, after `0x`, hexadecimal digits, or a finite real number in decimal digits.
fn number(text: &str) -> Option<Token<'static>> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            i64::from_str_radix(digits, 16).ok().map(Token::Whole)
        }
        Some(_) => None,
        None if is_whole => text.parse().ok().map(Token::Whole),
        None => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Token::Real),
    }
}
