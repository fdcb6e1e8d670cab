//! A number that may be `null` in a file: for infinity, or for none.
//!
//! `null` is no value of other keys, also where they may be left out, so the decoders ([`super::read::decode`], [`super::read::fast`])
//! refuse it unless the type asks for it by the name [`NULLABLE`].

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};

/// The name of a newtype whose value may be `null`.
pub(super) const NULLABLE: &str = "eyeline::nullable";

/// Reads a number, or infinity for `null`. JSON has no infinity, so that `serde_json` writes `null` for it.
pub(crate) fn null_is_infinite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    deserializer.deserialize_newtype_struct(NULLABLE, NumberOrNull)
}

/// Reads a number, or `None` for `null`.
pub(crate) fn null_is_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    deserializer.deserialize_newtype_struct(NULLABLE, NumberOrNone)
}

struct NumberOrNone;

impl<'de> Visitor<'de> for NumberOrNone {
    type Value = Option<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<f64>, E> {
        Ok(None)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<f64>, D::Error> {
        Option::deserialize(deserializer)
    }
}

struct NumberOrNull;

impl<'de> Visitor<'de> for NumberOrNull {
    type Value = f32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<f32, E> {
        Ok(f32::INFINITY)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<f32, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(f32::INFINITY))
    }
}
