//! Expected answers of a scene.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One expected answer: keys that name the answer, then fields of the report, each with a value or with
/// `{ "min", "max" }`. `tick` names the tick, 0 to 1,000,000; 0 by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Expectation {
    /// The keys in the order of the file.
    pub keys: Map<String, Value>,
}

/// The keys that select an answer. The value of each is the name of an item, except for `octree`, which is `true`.
pub const NAMING_KEYS: [&str; 14] = [
    "camera",
    "object",
    "ray",
    "agent",
    "image",
    "octree",
    "occlusion",
    "session",
    "tap",
    "skin",
    "cut",
    "leak",
    "collider",
    "trace",
];

/// The fields of an answer about a camera and an object that are about what the camera sees, not about its view volume.
pub const VISIBILITY_FIELDS: [&str; 6] = ["seen", "pixels", "share", "rect", "reason", "covered_by"];

impl Expectation {
    /// The camera of an expectation about what it sees.
    pub fn looking_camera(&self) -> Option<&str> {
        self.name("camera").filter(|_| self.fields().any(|(field, _)| VISIBILITY_FIELDS.contains(&field)))
    }

    /// The name that a key such as `camera` gives.
    pub fn name(&self, key: &str) -> Option<&str> {
        self.keys.get(key)?.as_str()
    }

    /// The names in the expectation: those of the keys that select an answer, and the name of the object or image that
    /// the ray should hit.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        NAMING_KEYS.into_iter().chain(["nearest"]).filter_map(|key| self.name(key))
    }

    /// The same names, mutable.
    pub(crate) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let is_name = |key: &str| key == "nearest" || NAMING_KEYS.contains(&key);
        self.keys.iter_mut().filter(move |(key, _)| is_name(key)).filter_map(|(_, value)| match value {
            Value::String(name) => Some(name),
            _ => None,
        })
    }

    /// The tick of the expected answer, 0 by default.
    pub fn tick(&self) -> u64 {
        self.keys.get("tick").and_then(Value::as_u64).unwrap_or(0)
    }

    /// The same at a tick, unless it has one.
    #[must_use]
    pub fn at_tick_or(&self, tick: u64) -> Self {
        let mut named = self.clone();
        named.keys.entry("tick").or_insert_with(|| tick.into());
        named
    }

    /// The fields with their expected values.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Value)> {
        let fields = self.keys.iter().map(|(key, value)| (&**key, value));
        fields.filter(|(key, _)| *key != "tick" && !NAMING_KEYS.contains(key))
    }
}

impl<'de> Deserialize<'de> for Expectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Expectation;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object, such as { \"camera\": …, \"object\": …, \"verdict\": … }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Expectation, A::Error> {
                let mut keys = Map::new();
                while let Some(key) = map.next_key::<String>()? {
                    let value = match &*key {
                        "octree" => Value::Bool(map.next_value()?),
                        "tick" => Value::from(map.next_value::<u64>()?),
                        key if NAMING_KEYS.contains(&key) => Value::String(map.next_value()?),
                        _ => map.next_value::<Expected>()?.0,
                    };
                    keys.insert(key, value);
                }
                Ok(Expectation { keys })
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// The expected value of a field: a value, a list of values, or `{ "min", "max" }`.
struct Expected(Value);

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Value::Object(range) = &value {
            if let Some(key) = range.keys().find(|key| !["min", "max"].contains(&key.as_str())) {
                return Err(de::Error::unknown_field(key, &["min", "max"]));
            }
            if range.is_empty() || !range.values().all(Value::is_number) {
                return Err(de::Error::custom("a range needs a number for `min`, for `max`, or for both"));
            }
            let end = |key| range.get(key).and_then(Value::as_f64);
            if let (Some(min), Some(max)) = (end("min"), end("max"))
                && min > max
            {
                return Err(de::Error::custom(format!(
                    "`min`, which is {min}, must not be above `max`, which is {max}"
                )));
            }
        }
        Ok(Self(value))
    }
}

impl JsonSchema for Expectation {
    fn schema_name() -> Cow<'static, str> {
        "Expectation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "One expected answer: the keys that name it (camera and object, ray, ray and object, agent, \
                image, \"octree\": true, occlusion, session, tap, skin, cut, leak, collider, trace), then fields of the report, each with a \
                value or with { \"min\", \"max\" }. \"tick\" names the tick, 0 to 1,000,000; 0 by default.",
            "minProperties": 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::read::located::parse;

    #[test]
    fn keys_keep_their_order_and_values() {
        let text = r#"{ "ray": "aim", "tick": 3, "nearest": "crate", "t": { "min": 1 } }"#;
        let expectation: Expectation = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&expectation).unwrap(), text.replace(' ', ""));
        assert_eq!((expectation.tick(), expectation.name("ray")), (3, Some("aim")));
        assert_eq!(expectation.fields().map(|(key, _)| key).collect::<Vec<_>>(), ["nearest", "t"]);
        assert_eq!(expectation.names().collect::<Vec<_>>(), ["aim", "crate"]);
    }

    #[test]
    fn wrong_values_have_their_place() {
        for (keys, column, message) in [
            (r#""ray": 3, "t": 1"#, 37, "`ray` must be text in double quotes, found `3`"),
            (r#""tick": -1, "t": 1"#, 38, "`tick` must be 0 or more"),
            (r#""t": { "mim": 1 }"#, 35, "unknown key `mim`"),
            (r#""t": { "min": 2, "max": 1 }"#, 35, "must not be above"),
            (r#""t": { "min": "2" }"#, 35, "needs a number"),
        ] {
            let text = format!(r#"{{ "eyeline": 1, "expect": [{{ {keys} }}] }}"#);
            let error = parse(&text, "a.json").unwrap_err().render(false);
            assert!(error.contains(message), "{error}");
            assert!(error.contains(&format!("a.json:1:{column}")), "{column}: {error}");
        }
    }
}
