//! Text to document in one pass, without the syntax tree that the other decoder ([`decode`](super::decode)) needs.
//!
//! It accepts only texts that the other decoder accepts, and reads the same values from them. It refuses every other text,
//! and some valid ones, without a reason: the syntax tree then decides, and locates the error. Tokens come from the scanner
//! of the parser that makes the tree. Numbers are parsed from their text into the type of the field: a number that became
//! an `f64` first would be rounded twice.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::source::syntax::{self, DEEPEST};

/// The document that a text describes, or `None` when the syntax tree must decide. The caller refuses texts with
/// characters that JSON forbids, see [`syntax::scan`].
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let mut tokens = Tokens::of(text);
    let document = T::deserialize(&mut tokens).ok()?;
    matches!(tokens.next(), Ok(None)).then_some(document)
}

/// A text that the syntax tree must decide about.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refused {}

impl de::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// The tokens of a text without its comments.
struct Tokens<'de> {
    scanner: Scanner<'de>,
    /// A token that was read and put back.
    held: Option<Token<'de>>,
    /// Open lists and objects.
    depth: usize,
}

impl<'de> Tokens<'de> {
    fn of(text: &'de str) -> Self {
        let options = syntax::options();
        let options = ScannerOptions {
            allow_single_quoted_strings: options.allow_single_quoted_strings,
            allow_hexadecimal_numbers: options.allow_hexadecimal_numbers,
            allow_unary_plus_numbers: options.allow_unary_plus_numbers,
            allow_bare_decimal_point_numbers: options.allow_bare_decimal_point_numbers,
            allow_non_finite_numbers: options.allow_non_finite_numbers,
            allow_extended_string_escapes: options.allow_extended_string_escapes,
        };
        Self { scanner: Scanner::new(text, &options), held: None, depth: 0 }
    }

    fn next(&mut self) -> Result<Option<Token<'de>>, Refused> {
        if let Some(token) = self.held.take() {
            return Ok(Some(token));
        }
        loop {
            match self.scanner.scan() {
                Ok(Some(Token::CommentLine(_) | Token::CommentBlock(_))) => {}
                Ok(token) => return Ok(token),
                Err(_) => return Err(Refused),
            }
        }
    }

    fn expect_next(&mut self) -> Result<Token<'de>, Refused> {
        self.next()?.ok_or(Refused)
    }

    /// The first token of the next entry of a list or object; `None` at its closing bracket `close`. A comma may precede
    /// the bracket.
    fn entry(&mut self, is_first: bool, close: &Token<'de>) -> Result<Option<Token<'de>>, Refused> {
        let mut token = self.expect_next()?;
        if !is_first && token != *close {
            if token != Token::Comma {
                return Err(Refused);
            }
            token = self.expect_next()?;
        }
        Ok((token != *close).then_some(token))
    }

    fn colon(&mut self) -> Result<(), Refused> {
        if self.expect_next()? == Token::Colon { Ok(()) } else { Err(Refused) }
    }

    fn enter(&mut self) -> Result<(), Refused> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Refused) } else { Ok(()) }
    }

    /// The text of a finite number.
    fn number(&mut self) -> Result<&'de str, Refused> {
        match self.expect_next()? {
            Token::Number(text) => finite(text),
            _ => Err(Refused),
        }
    }

    fn text(&mut self) -> Result<Cow<'de, str>, Refused> {
        match self.expect_next()? {
            Token::String(text) => Ok(text),
            _ => Err(Refused),
        }
    }

    /// The rest of a list, after its opening bracket.
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Refused> {
        self.enter()?;
        let mut items = Items { tokens: self, is_first: true, has_ended: false };
        let value = visitor.visit_seq(&mut items)?;
        // A visitor that knows the length of the list does not ask for its end.
        if !items.has_ended && items.next()?.is_some() {
            return Err(Refused);
        }
        self.depth -= 1;
        Ok(value)
    }

    /// The rest of an object, after its opening bracket.
    fn object<V: Visitor<'de>>(&mut self, visitor: V, keys: Keys<'de>) -> Result<V::Value, Refused> {
        self.enter()?;
        let mut entries = Entries { tokens: self, keys, is_first: true, has_ended: false };
        let value = visitor.visit_map(&mut entries)?;
        if !entries.has_ended {
            return Err(Refused);
        }
        self.depth -= 1;
        Ok(value)
    }
}

/// The text of a number within the range of `f32`, which is the range of all numbers of a scene.
fn finite(text: &str) -> Result<&str, Refused> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(text),
        _ => Err(Refused),
    }
}

/// Methods for whole numbers. A whole number with a decimal point is left to the syntax tree.
macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.expect_next()? {
                Token::Number(text) => visitor.$visit(text.parse::<$type>().map_err(|_whole| Refused)?),
                _ => Err(Refused),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Tokens<'de> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.expect_next()? {
            Token::String(text) => visitor.visit_str(&text),
            Token::Boolean(value) => visitor.visit_bool(value),
            Token::Null => visitor.visit_unit(),
            Token::OpenBracket => self.list(visitor),
            Token::OpenBrace => self.object(visitor, Keys::Any(HashSet::new())),
            Token::Number(text) => {
                let text = finite(text)?;
                if let Ok(value) = text.parse::<u64>() {
                    visitor.visit_u64(value)
                } else if let Ok(value) = text.parse::<i64>() {
                    visitor.visit_i64(value)
                } else {
                    visitor.visit_f64(text.parse().map_err(|_number| Refused)?)
                }
            }
            _ => Err(Refused),
        }
    }

    whole_numbers! {
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let Token::Number(text) = self.expect_next()? else { return Err(Refused) };
        match text.parse::<f32>() {
            Ok(number) if number.is_finite() => visitor.visit_f32(number),
            _ => Err(Refused),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_f64(self.number()?.parse().map_err(|_number| Refused)?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let Token::Boolean(value) = self.expect_next()? else { return Err(Refused) };
        visitor.visit_bool(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_str(&self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_str(visitor)
    }

    /// `null` is not a value of an optional key.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let token = self.expect_next()?;
        if token == Token::Null {
            return Err(Refused);
        }
        self.held = Some(token);
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.expect_next()? == Token::OpenBracket { self.list(visitor) } else { Err(Refused) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.expect_next()? == Token::OpenBrace {
            self.object(visitor, Keys::Any(HashSet::new()))
        } else {
            Err(Refused)
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        if self.expect_next()? == Token::OpenBrace { self.object(visitor, Keys::OfType) } else { Err(Refused) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.expect_next()? {
            Token::String(word) => visitor.visit_enum(Choice { word, content: None }),
            Token::OpenBrace => {
                self.enter()?;
                let Some(Token::String(word)) = self.entry(true, &Token::CloseBrace)? else { return Err(Refused) };
                self.colon()?;
                let value = visitor.visit_enum(Choice { word, content: Some(&mut *self) })?;
                if self.entry(false, &Token::CloseBrace)?.is_some() {
                    return Err(Refused);
                }
                self.depth -= 1;
                Ok(value)
            }
            _ => Err(Refused),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// The entries of a list.
struct Items<'t, 'de> {
    tokens: &'t mut Tokens<'de>,
    is_first: bool,
    has_ended: bool,
}

impl<'de> Items<'_, 'de> {
    /// The first token of the next entry.
    fn next(&mut self) -> Result<Option<Token<'de>>, Refused> {
        let token = self.tokens.entry(self.is_first, &Token::CloseBracket)?;
        self.is_first = false;
        self.has_ended = token.is_none();
        Ok(token)
    }
}

impl<'de> de::SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refused> {
        if self.has_ended {
            return Ok(None);
        }
        let Some(token) = self.next()? else { return Ok(None) };
        self.tokens.held = Some(token);
        seed.deserialize(&mut *self.tokens).map(Some)
    }
}

/// How a key that is given twice is found.
enum Keys<'de> {
    /// The type of the object refuses it, as it refuses unknown keys.
    OfType,
    /// It is among the keys so far.
    Any(HashSet<Cow<'de, str>>),
}

/// The entries of an object.
struct Entries<'t, 'de> {
    tokens: &'t mut Tokens<'de>,
    keys: Keys<'de>,
    is_first: bool,
    has_ended: bool,
}

impl<'de> de::MapAccess<'de> for &mut Entries<'_, 'de> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refused> {
        if self.has_ended {
            return Ok(None);
        }
        let key = match self.tokens.entry(self.is_first, &Token::CloseBrace)? {
            None => {
                self.has_ended = true;
                return Ok(None);
            }
            Some(Token::String(key)) => key,
            Some(_) => return Err(Refused),
        };
        self.is_first = false;
        let text: StrDeserializer<Refused> = (*key).into_deserializer();
        let read = seed.deserialize(text)?;
        let is_new = match &mut self.keys {
            Keys::Any(keys) => keys.insert(key),
            Keys::OfType => true,
        };
        if is_new { Ok(Some(read)) } else { Err(Refused) }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refused> {
        self.tokens.colon()?;
        seed.deserialize(&mut *self.tokens)
    }
}

/// A word alone, `"word"`, or with content, `{ "word": … }`.
struct Choice<'t, 'de> {
    word: Cow<'de, str>,
    content: Option<&'t mut Tokens<'de>>,
}

impl<'de> de::EnumAccess<'de> for Choice<'_, 'de> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Refused> {
        let word: StrDeserializer<Refused> = (*self.word).into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Choice<'_, 'de> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        if self.content.is_none() { Ok(()) } else { Err(Refused) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(self.content.ok_or(Refused)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Refused> {
        self.content.ok_or(Refused)?.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, keys: &'static [&'static str], visitor: V) -> Result<V::Value, Refused> {
        self.content.ok_or(Refused)?.deserialize_struct("", keys, visitor)
    }
}
