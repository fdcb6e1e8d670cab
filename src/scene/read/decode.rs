//! Syntax tree to document: a serde deserializer that tracks the place of each value.
//!
//! The document's types define keys, words and types. A value that does not match becomes a [`Fault`] at its key or
//! value. For a mistyped word the fault suggests the nearest known word. `null` is not a value of an optional key: the
//! key must be left out.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::hint::{hint, such_as_within};
use crate::scene::nullable::NULLABLE;
use crate::source::error::{line_and_column, quoted};
use crate::source::place::opening;
use crate::source::suggest::nearest;
use crate::source::syntax::Fault;

/// The document that a syntax tree describes.
pub(crate) fn decode<'de, T: Deserialize<'de>>(root: &'de Value<'de>, source: &'de str) -> Result<T, Fault> {
    let node = NamedValue { value: root, name: Name { around: "", key: "the scene", index: None }, source };
    T::deserialize(node).map_err(|mismatch| mismatch.at(opening(root)).into_fault())
}

/// A value of the tree, and its name for messages.
#[derive(Clone, Copy)]
struct NamedValue<'de> {
    value: &'de Value<'de>,
    name: Name<'de>,
    source: &'de str,
}

/// A value is named by its key, an item of a list by the list's key and its index.
#[derive(Clone, Copy)]
struct Name<'de> {
    /// The key of the enclosing value.
    around: &'de str,
    key: &'de str,
    index: Option<usize>,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "`{}[{index}]`", self.key.escape_debug()),
            None if self.key == "the scene" => f.write_str(self.key),
            None => f.write_str(&quoted(self.key)),
        }
    }
}

/// A mismatch. serde creates it without a place; the innermost enclosing node adds the place.
#[derive(Debug)]
struct Mismatch {
    span: Option<Range<usize>>,
    message: String,
    help: Option<String>,
}

impl Mismatch {
    fn new(message: String, help: Option<String>) -> Self {
        Self { span: None, message, help }
    }

    #[must_use]
    fn at(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }

    fn into_fault(self) -> Fault {
        Fault { span: self.span.unwrap_or(0..0), message: self.message, help: self.help }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mismatch {}

impl de::Error for Mismatch {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string(), None)
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self::new(format!("unknown key {}", quoted(found)), Some(suggestion(found, known, "key")))
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::new(format!("unknown word {}", quoted(found)), Some(suggestion(found, known, "word")))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(format!("the key `{key}` is missing"), hint("", key).map(|hint| format!("add {hint}")))
    }
}

/// The help text: "did you mean …?", or the list of all words.
fn suggestion(found: &str, known: &[&str], what: &str) -> String {
    let all = known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match nearest(found, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the {what}s here are {all}"),
    }
}

impl<'de> NamedValue<'de> {
    /// An example of its key.
    fn example(&self) -> Option<String> {
        such_as_within(self.name.around, self.name.key)
    }

    fn mismatch(&self, must: &str) -> Mismatch {
        let message = format!("{} must be {must}, found {}", self.name, describe(self.value));
        let help = match self.value {
            Value::NullKeyword(_) => Some(match self.example() {
                Some(example) => format!("{example}; or leave the key out, if it has a default"),
                None => "`null` is not a value here; leave the key out, if it has a default".to_owned(),
            }),
            _ => self.example(),
        };
        Mismatch::new(message, help).at(opening(self.value))
    }

    /// The text of a number. Numbers beyond the range of `f32` are refused, because they would become infinite.
    fn number(&self) -> Result<&'de str, Mismatch> {
        let Value::NumberLit(number) = self.value else { return Err(self.mismatch("a number")) };
        match number.value.parse::<f32>() {
            Ok(value) if value.is_finite() => Ok(number.value),
            _ => Err(Mismatch::new(
                format!("the number {} is too large", quoted(number.value)),
                Some("numbers are finite in 32 bits: at most about 3.4e38".to_owned()),
            )
            .at(opening(self.value))),
        }
    }

    /// A whole number. As in JSON Schema, `4.0` is one too.
    fn whole(&self, least: i128, most: i128) -> Result<i128, Mismatch> {
        let not_whole = || self.mismatch("a whole number");
        if !matches!(self.value, Value::NumberLit(_)) {
            return Err(not_whole());
        }
        let text = self.number()?;
        #[expect(clippy::cast_possible_truncation, reason = "the number is whole and below 2^63 in size")]
        let value = match text.parse::<i128>() {
            Ok(value) => value,
            Err(_) => match text.parse::<f64>() {
                Ok(value) if value.fract() == 0.0 && value.abs() < 9e18 => value as i128,
                _ => return Err(not_whole()),
            },
        };
        if value < least {
            Err(self.mismatch(&format!("{least} or more")))
        } else if value > most {
            // The type's range is wider than that of the key. The example shows the range of the key.
            Err(self.mismatch("a smaller number"))
        } else {
            Ok(value)
        }
    }

    fn object(&self) -> Result<&'de Object<'de>, Mismatch> {
        let Value::Object(object) = self.value else { return Err(self.mismatch("an object, `{ … }`")) };
        let mut first = HashMap::with_capacity(object.properties.len());
        for property in &object.properties {
            let key = property.name.as_str();
            if let Some(before) = first.insert(key, property.name.range().start) {
                let (line, column) = line_and_column(self.source, before);
                let message = format!("the key {} is given twice, first at {line}:{column}", quoted(key));
                return Err(Mismatch::new(message, Some("keep one of them".to_owned())).at(key_span(property)));
            }
        }
        Ok(object)
    }

    fn child(&self, property: &'de ObjectProp<'de>) -> Self {
        let name = Name { around: self.name.key, key: property.name.as_str(), index: None };
        Self { value: &property.value, name, source: self.source }
    }
}

fn key_span(property: &ObjectProp) -> Range<usize> {
    let range = property.name.range();
    range.start..range.end
}

/// A short description of the value that was found.
fn describe(value: &Value) -> String {
    match value {
        Value::StringLit(string) => format!("the text {}", quoted(&format!("\"{}\"", string.value))),
        Value::NumberLit(number) => quoted(number.value),
        Value::BooleanLit(boolean) => format!("`{}`", boolean.value),
        Value::Object(_) => "an object".to_owned(),
        Value::Array(array) => match array.elements.len() {
            1 => "a list of 1 item".to_owned(),
            n => format!("a list of {n} items"),
        },
        Value::NullKeyword(_) => "`null`".to_owned(),
    }
}

/// Methods for whole number types. All read through [`NamedValue::whole`] within the type's range.
macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
            let value = self.whole(<$type>::MIN.into(), <$type>::MAX.into())?;
            visitor.$visit(<$type>::try_from(value).map_err(de::Error::custom)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for NamedValue<'de> {
    type Error = Mismatch;

    /// For values of any type, such as those of a blackboard.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.value {
            Value::StringLit(string) => visitor.visit_str(&string.value),
            Value::BooleanLit(boolean) => visitor.visit_bool(boolean.value),
            Value::NullKeyword(_) => visitor.visit_unit(),
            Value::Object(_) => self.deserialize_map(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::NumberLit(_) => {
                let text = self.number()?;
                if let Ok(value) = text.parse::<u64>() {
                    visitor.visit_u64(value)
                } else if let Ok(value) = text.parse::<i64>() {
                    visitor.visit_i64(value)
                } else {
                    visitor.visit_f64(text.parse().map_err(de::Error::custom)?)
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

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_f32(self.number()?.parse().map_err(de::Error::custom)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_f64(self.number()?.parse().map_err(de::Error::custom)?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        let Value::BooleanLit(boolean) = self.value else { return Err(self.mismatch("`true` or `false`")) };
        visitor.visit_bool(boolean.value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        let Value::StringLit(string) = self.value else { return Err(self.mismatch("text in double quotes")) };
        visitor.visit_str(&string.value)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        if name == NULLABLE && matches!(self.value, Value::NullKeyword(_)) {
            return visitor.visit_unit();
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        let Value::Array(array) = self.value else { return Err(self.mismatch("a list, `[ … ]`")) };
        visitor.visit_seq(Items { list: self, items: array.elements.iter().enumerate() })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Mismatch> {
        match self.value {
            Value::Array(array) if array.elements.len() == length => self.deserialize_seq(visitor),
            _ => Err(self.mismatch(&format!("a list of {length} numbers"))),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_map(ValueEntries { properties: self.object()?.properties.iter(), object: self, value: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.deserialize_map(visitor).map_err(|mismatch| mismatch.at(opening(self.value)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        let all = || words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let choice = match self.value {
            Value::StringLit(string) => {
                EnumValue { word: &string.value, span: opening(self.value), content: None, node: self }
            }
            Value::Object(_) => match &*self.object()?.properties {
                [property] => EnumValue {
                    word: property.name.as_str(),
                    span: key_span(property),
                    content: Some(self.child(property)),
                    node: self,
                },
                properties => {
                    let span = properties.get(1).map_or_else(|| opening(self.value), key_span);
                    let message =
                        format!("{} must have exactly one of {}, found {} keys", self.name, all(), properties.len());
                    return Err(Mismatch::new(message, self.example()).at(span));
                }
            },
            _ => return Err(self.mismatch(&format!("one of {}", all()))),
        };
        visitor.visit_enum(choice)
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Mismatch> for NamedValue<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

struct Items<'de, I> {
    list: NamedValue<'de>,
    items: I,
}

impl<'de, I: Iterator<Item = (usize, &'de Value<'de>)>> de::SeqAccess<'de> for Items<'de, I> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        let Some((index, value)) = self.items.next() else { return Ok(None) };
        let node = NamedValue { value, name: Name { index: Some(index), ..self.list.name }, source: self.list.source };
        seed.deserialize(node).map(Some).map_err(|mismatch| mismatch.at(opening(value)))
    }
}

struct ValueEntries<'de, I> {
    object: NamedValue<'de>,
    properties: I,
    value: Option<&'de ObjectProp<'de>>,
}

impl<'de, I: Iterator<Item = &'de ObjectProp<'de>>> de::MapAccess<'de> for ValueEntries<'de, I> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        self.value = self.properties.next();
        let Some(property) = self.value else { return Ok(None) };
        let key: StrDeserializer<Mismatch> = property.name.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|mismatch| mismatch.at(key_span(property)))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Mismatch> {
        let property = self.value.ok_or_else(|| de::Error::custom("a value was asked for before its key"))?;
        seed.deserialize(self.object.child(property)).map_err(|mismatch| mismatch.at(opening(&property.value)))
    }
}

/// A word alone, `"word"`, or with content, `{ "word": … }`.
struct EnumValue<'de> {
    word: &'de str,
    span: Range<usize>,
    content: Option<NamedValue<'de>>,
    node: NamedValue<'de>,
}

impl<'de> de::EnumAccess<'de> for EnumValue<'de> {
    type Error = Mismatch;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Mismatch> {
        let word: StrDeserializer<Mismatch> = self.word.into_deserializer();
        let variant = seed.deserialize(word).map_err(|mismatch| mismatch.at(self.span.clone()))?;
        Ok((variant, self))
    }
}

impl<'de> EnumValue<'de> {
    fn content(&self) -> Result<NamedValue<'de>, Mismatch> {
        self.content.ok_or_else(|| self.node.mismatch(&format!("an object, `{{ \"{}\": {{ … }} }}`", self.word)))
    }
}

impl<'de> de::VariantAccess<'de> for EnumValue<'de> {
    type Error = Mismatch;

    fn unit_variant(self) -> Result<(), Mismatch> {
        match self.content {
            None => Ok(()),
            Some(_) => Err(self.node.mismatch(&format!("a word such as `\"{}\"`", self.word))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Mismatch> {
        let content = self.content()?;
        seed.deserialize(content).map_err(|mismatch| mismatch.at(opening(content.value)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.content()?.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, keys: &'static [&'static str], visitor: V) -> Result<V::Value, Mismatch> {
        self.content()?.deserialize_struct("", keys, visitor)
    }
}
