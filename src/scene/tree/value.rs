//! Values of a blackboard in the document: a number, `true` or `false`, a string, or a list of such values.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::behavior::{Value, ValueComparison};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            // A whole number is written without a decimal point. An f64 does not represent every whole number above
            // 2^53.
            #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
            Self::Number(value) if value.fract() == 0.0 && value.abs() <= 9e15 => {
                serializer.serialize_i64(*value as i64)
            }
            Self::Number(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(items) => serializer.collect_seq(items.iter()),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, `true` or `false`, a text, or a list of them")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(Arc::from(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Value, A::Error> {
        Err(de::Error::custom(
            "a blackboard cannot contain objects: write a number, `true` or `false`, a text, or a list of them",
        ))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Err(de::Error::custom("a blackboard cannot contain `null`: leave the key out"))
    }
}

impl JsonSchema for Value {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<Self>();
        json_schema!({
            "description": "A number, true or false, a text, or a list of them.",
            "anyOf": [{ "type": "number" }, { "type": "boolean" }, { "type": "string" }, { "type": "array", "items": item }]
        })
    }
}

impl Serialize for ValueComparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

impl<'de> Deserialize<'de> for ValueComparison {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sign = String::deserialize(deserializer)?;
        let found = Self::ALL.into_iter().find(|comparison| comparison.sign() == sign);
        found.ok_or_else(|| de::Error::unknown_variant(&sign, &SIGNS))
    }
}

impl JsonSchema for ValueComparison {
    fn schema_name() -> Cow<'static, str> {
        "Comparison".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "How two values are compared.", "type": "string", "enum": SIGNS })
    }
}

/// The signs of [`ValueComparison::sign`].
const SIGNS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_those_of_the_comparisons() {
        assert_eq!(SIGNS, ValueComparison::ALL.map(ValueComparison::sign));
    }
}
