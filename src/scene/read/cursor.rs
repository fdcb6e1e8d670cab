//! Tokens of JSON with comments, read from left to right without an error message.
//!
//! The cursor accepts only texts that [`syntax::parse`](crate::source::syntax::parse) accepts, and refuses every other
//! text: JSON (ECMA-404, "The JSON Data Interchange Syntax", 2017) with comments, nested at most
//! [`DEEPEST`](crate::source::syntax::DEEPEST) levels deep.

use std::borrow::Cow;
use std::ops::Range;

use crate::source::syntax::DEEPEST;

/// A text that the syntax tree must decide about.
#[derive(Debug)]
pub(in crate::scene) struct NotDirect;

/// The place in a text up to which it was read.
pub(in crate::scene) struct Cursor<'de> {
    text: &'de str,
    at: usize,
    /// Open lists and objects.
    depth: usize,
    /// The entries of a list that are passed over.
    without: Option<Range<usize>>,
}

impl<'de> Cursor<'de> {
    pub(in crate::scene) fn of(text: &'de str) -> Self {
        Self { text, at: 0, depth: 0, without: None }
    }

    /// At an entry of a list that is the value of a key of the outermost object.
    pub(in crate::scene) fn in_list_of_root(text: &'de str, at: usize) -> Self {
        Self { at, depth: 2, ..Self::of(text) }
    }

    /// Passes over the entries of a list: the bytes between its brackets.
    pub(in crate::scene) fn without(self, entries: Range<usize>) -> Self {
        Self { without: Some(entries), ..self }
    }

    /// The byte of the text up to which it was read.
    pub(in crate::scene) fn place(&self) -> usize {
        self.at
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and comments, and returns the first byte of the next token without reading the token.
    #[inline]
    pub(in crate::scene) fn peek(&mut self) -> Result<u8, NotDirect> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') => self.comment()?,
                Some(byte) => return Ok(byte),
                None => return Err(NotDirect),
            }
        }
    }

    #[cold]
    fn comment(&mut self) -> Result<(), NotDirect> {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if let Some(inner) = rest.strip_prefix("/*") {
            inner.find("*/").ok_or(NotDirect)? + 4
        } else {
            return Err(NotDirect);
        };
        self.at += length;
        Ok(())
    }

    /// Whether nothing but white space and comments follows.
    pub(in crate::scene) fn is_at_end(&mut self) -> bool {
        self.peek().is_err() && self.at == self.text.len()
    }

    /// Reads a token of one character.
    #[inline]
    pub(in crate::scene) fn expect(&mut self, token: u8) -> Result<(), NotDirect> {
        if self.peek()? != token {
            return Err(NotDirect);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads the bracket that opens a list or an object.
    pub(in crate::scene) fn open(&mut self, bracket: u8) -> Result<(), NotDirect> {
        self.expect(bracket)?;
        self.depth += 1;
        if let Some(entries) = self.without.as_ref().filter(|entries| entries.start == self.at) {
            self.at = entries.end;
        }
        if self.depth > DEEPEST { Err(NotDirect) } else { Ok(()) }
    }

    /// Reads to the next entry of a list or object: the comma before it, or the closing bracket `close`, which a comma may
    /// precede. Whether there is an entry.
    #[inline]
    pub(in crate::scene) fn has_entry(&mut self, is_first: bool, close: u8) -> Result<bool, NotDirect> {
        let mut next = self.peek()?;
        if !is_first && next == b',' {
            self.at += 1;
            next = self.peek()?;
        } else if !is_first && next != close {
            return Err(NotDirect);
        }
        if next == close {
            self.at += 1;
            self.depth -= 1;
        }
        Ok(next != close)
    }

    /// Reads a number and returns its text.
    #[inline]
    pub(in crate::scene) fn number(&mut self) -> Result<&'de str, NotDirect> {
        self.peek()?;
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        let first = self.byte();
        let digits = self.digits()?;
        if first == Some(b'0') && digits > 1 {
            return Err(NotDirect);
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let number = &self.text[start..self.at];
        self.ends_word().map(|()| number)
    }

    /// Reads digits, at least one. Their number.
    #[inline]
    fn digits(&mut self) -> Result<usize, NotDirect> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(NotDirect) } else { Ok(self.at - start) }
    }

    /// Refuses a number or a word that continues with another character.
    #[inline]
    fn ends_word(&self) -> Result<(), NotDirect> {
        match self.byte() {
            None | Some(b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t' | b'/') => Ok(()),
            Some(_) => Err(NotDirect),
        }
    }

    /// Reads `true`, `false` or `null`.
    pub(in crate::scene) fn word(&mut self, word: &str) -> Result<(), NotDirect> {
        self.peek()?;
        if !self.text[self.at..].starts_with(word) {
            return Err(NotDirect);
        }
        self.at += word.len();
        self.ends_word()
    }

    /// Reads a string.
    #[inline]
    pub(in crate::scene) fn string(&mut self) -> Result<Cow<'de, str>, NotDirect> {
        self.expect(b'"')?;
        let start = self.at;
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
                }
                Some(b'\\') => return self.escaped(start),
                None | Some(..b' ') => return Err(NotDirect),
                Some(_) => self.at += 1,
            }
        }
    }

    /// Reads the rest of a string with escapes, which began at `start`.
    #[cold]
    fn escaped(&mut self, start: usize) -> Result<Cow<'de, str>, NotDirect> {
        while let Some(byte) = self.byte() {
            match byte {
                b'"' => {
                    self.at += 1;
                    let quoted = &self.text[start - 1..self.at];
                    return serde_json::from_str(quoted).map(Cow::Owned).map_err(|_escape| NotDirect);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        Err(NotDirect)
    }
}
