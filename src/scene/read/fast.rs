//! Text to document in one pass, without the syntax tree that the other decoder ([`decode`](super::decode)) needs.
//!
//! It accepts only texts that the other decoder accepts, and reads the same values from them. It refuses every other text,
//! and some valid ones, without a reason: the syntax tree then decides, and locates the error. Numbers are parsed from their
//! text into the type of the field: a number that became an `f64` first would be rounded twice.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::cursor::{Cursor, NotDirect};
use crate::scene::nullable::NULLABLE;

/// The document that a text describes, read from its start, or `None` when the syntax tree must decide.
pub(in crate::scene) fn read<'de, T: Deserialize<'de>>(mut cursor: Cursor<'de>) -> Option<T> {
    let document = T::deserialize(&mut cursor).ok()?;
    cursor.is_at_end().then_some(document)
}

impl fmt::Display for NotDirect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for NotDirect {}

impl de::Error for NotDirect {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A list.
fn list<'de, V: Visitor<'de>>(cursor: &mut Cursor<'de>, visitor: V) -> Result<V::Value, NotDirect> {
    cursor.open(b'[')?;
    let mut items = Items { cursor, is_first: true, has_ended: false };
    let value = visitor.visit_seq(&mut items)?;
    // A visitor for a list of fixed length does not read its end.
    if items.has_ended || !items.has_next()? { Ok(value) } else { Err(NotDirect) }
}

/// An object.
fn object<'de, V: Visitor<'de>>(cursor: &mut Cursor<'de>, visitor: V, keys: Keys<'de>) -> Result<V::Value, NotDirect> {
    cursor.open(b'{')?;
    let mut entries = ObjectEntries { cursor, keys, is_first: true, has_ended: false };
    let value = visitor.visit_map(&mut entries)?;
    if entries.has_ended { Ok(value) } else { Err(NotDirect) }
}

/// A number within the range of `f32`, which is the range of all numbers of a scene.
fn finite(text: &str) -> Result<f32, NotDirect> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(NotDirect),
    }
}

/// Methods for whole numbers. A whole number with a decimal point is left to the syntax tree.
macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
            visitor.$visit(self.number()?.parse::<$type>().map_err(|_whole| NotDirect)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Cursor<'de> {
    type Error = NotDirect;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        match self.peek()? {
            b'"' => visitor.visit_str(&self.string()?),
            b't' => self.word("true").and_then(|()| visitor.visit_bool(true)),
            b'f' => self.word("false").and_then(|()| visitor.visit_bool(false)),
            b'n' => self.word("null").and_then(|()| visitor.visit_unit()),
            b'[' => list(self, visitor),
            b'{' => object(self, visitor, Keys::Any(HashSet::new())),
            _ => {
                let text = self.number()?;
                finite(text)?;
                if let Ok(value) = text.parse::<u64>() {
                    visitor.visit_u64(value)
                } else if let Ok(value) = text.parse::<i64>() {
                    visitor.visit_i64(value)
                } else {
                    visitor.visit_f64(text.parse().map_err(|_number| NotDirect)?)
                }
            }
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

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        visitor.visit_f32(finite(self.number()?)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        let text = self.number()?;
        finite(text)?;
        visitor.visit_f64(text.parse().map_err(|_number| NotDirect)?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        let value = self.peek()? == b't';
        self.word(if value { "true" } else { "false" })?;
        visitor.visit_bool(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        visitor.visit_str(&self.string()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        self.deserialize_str(visitor)
    }

    /// `null` is not a value of an optional key.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        if self.peek()? == b'n' { Err(NotDirect) } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NotDirect> {
        if name == NULLABLE && self.peek()? == b'n' {
            return self.word("null").and_then(|()| visitor.visit_unit());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        list(self, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, NotDirect> {
        list(self, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotDirect> {
        object(self, visitor, Keys::Any(HashSet::new()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NotDirect> {
        object(self, visitor, Keys::OfType)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NotDirect> {
        if self.peek()? != b'{' {
            return visitor.visit_enum(EnumWord { word: self.string()?, content: None });
        }
        self.open(b'{')?;
        if !self.has_entry(true, b'}')? {
            return Err(NotDirect);
        }
        let word = self.string()?;
        self.expect(b':')?;
        let value = visitor.visit_enum(EnumWord { word, content: Some(&mut *self) })?;
        if self.has_entry(false, b'}')? { Err(NotDirect) } else { Ok(value) }
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// The entries of a list.
struct Items<'t, 'de> {
    cursor: &'t mut Cursor<'de>,
    is_first: bool,
    has_ended: bool,
}

impl Items<'_, '_> {
    /// Reads to the next entry. Whether there is one.
    fn has_next(&mut self) -> Result<bool, NotDirect> {
        let has_next = self.cursor.has_entry(self.is_first, b']')?;
        self.is_first = false;
        self.has_ended = !has_next;
        Ok(has_next)
    }
}

impl<'de> de::SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = NotDirect;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NotDirect> {
        if self.has_ended || !self.has_next()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.cursor).map(Some)
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
struct ObjectEntries<'t, 'de> {
    cursor: &'t mut Cursor<'de>,
    keys: Keys<'de>,
    is_first: bool,
    has_ended: bool,
}

impl<'de> de::MapAccess<'de> for &mut ObjectEntries<'_, 'de> {
    type Error = NotDirect;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NotDirect> {
        if self.has_ended {
            return Ok(None);
        }
        if !self.cursor.has_entry(self.is_first, b'}')? {
            self.has_ended = true;
            return Ok(None);
        }
        let key = self.cursor.string()?;
        self.is_first = false;
        let text: StrDeserializer<NotDirect> = (*key).into_deserializer();
        let read = seed.deserialize(text)?;
        let is_new = match &mut self.keys {
            Keys::Any(keys) => keys.insert(key),
            Keys::OfType => true,
        };
        if is_new { Ok(Some(read)) } else { Err(NotDirect) }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, NotDirect> {
        self.cursor.expect(b':')?;
        seed.deserialize(&mut *self.cursor)
    }
}

/// A word alone, `"word"`, or with content, `{ "word": … }`.
struct EnumWord<'t, 'de> {
    word: Cow<'de, str>,
    content: Option<&'t mut Cursor<'de>>,
}

impl<'de> de::EnumAccess<'de> for EnumWord<'_, 'de> {
    type Error = NotDirect;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), NotDirect> {
        let word: StrDeserializer<NotDirect> = (*self.word).into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for EnumWord<'_, 'de> {
    type Error = NotDirect;

    fn unit_variant(self) -> Result<(), NotDirect> {
        if self.content.is_none() { Ok(()) } else { Err(NotDirect) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, NotDirect> {
        seed.deserialize(self.content.ok_or(NotDirect)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, NotDirect> {
        self.content.ok_or(NotDirect)?.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, keys: &'static [&'static str], visitor: V) -> Result<V::Value, NotDirect> {
        self.content.ok_or(NotDirect)?.deserialize_struct("", keys, visitor)
    }
}
