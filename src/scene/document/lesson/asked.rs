//! A question of a lesson. The file does not have the right answer: it is a value of the report.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::scene::document::expect::{Expectation, NAMING_KEYS};
use crate::scene::document::last_tick::LAST_TICK;

/// A question of one of three kinds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonQuestion {
    /// The student chooses one of some values.
    Choice(AskedAnswer),
    /// The student gives a number, which may differ by `tolerance`.
    Number(AskedAnswer),
    /// The student gives a place in the scene, which may be `tolerance` metres away.
    Place(AskedAnswer),
}

impl LessonQuestion {
    /// The answer that is asked for.
    pub fn answer(&self) -> &AskedAnswer {
        match self {
            Self::Choice(answer) | Self::Number(answer) | Self::Place(answer) => answer,
        }
    }

    pub(crate) fn answer_mut(&mut self) -> &mut AskedAnswer {
        match self {
            Self::Choice(answer) | Self::Number(answer) | Self::Place(answer) => answer,
        }
    }

    /// The key of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Choice(_) => "choice",
            Self::Number(_) => "number",
            Self::Place(_) => "place",
        }
    }
}

/// A field of an answer that a student gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedAnswer {
    /// The keys that select the answer, as in an expectation, and its `tick` when it is not that of the step. It has no field.
    pub named: Expectation,
    /// The field of the answer. A dot leads into a value: `planes.near.p_distance`.
    pub field: String,
    /// The values to choose from, for a choice; without them, all words that the field can have.
    pub of: Option<Vec<Value>>,
    /// The greatest difference that counts as right, for a number in its unit, for a place in metres.
    pub tolerance: Option<f64>,
}

const OWN_KEYS: [&str; 3] = ["field", "of", "tolerance"];

impl Serialize for AskedAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &self.named.keys {
            map.serialize_entry(key, value)?;
        }
        map.serialize_entry("field", &self.field)?;
        if let Some(of) = &self.of {
            map.serialize_entry("of", of)?;
        }
        if let Some(tolerance) = &self.tolerance {
            map.serialize_entry("tolerance", tolerance)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for AskedAnswer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AskedKeys;
        impl<'de> Visitor<'de> for AskedKeys {
            type Value = AskedAnswer;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object, such as { \"camera\": …, \"object\": …, \"field\": \"verdict\" }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AskedAnswer, A::Error> {
                let mut keys = Map::new();
                let (mut field, mut of, mut tolerance) = (None, None, None);
                while let Some(key) = map.next_key::<String>()? {
                    match &*key {
                        "field" => field = Some(map.next_value()?),
                        "of" => of = Some(map.next_value()?),
                        "tolerance" => tolerance = Some(map.next_value()?),
                        "octree" => drop(keys.insert(key, Value::Bool(map.next_value()?))),
                        "tick" => drop(keys.insert(key, Value::from(map.next_value::<u64>()?))),
                        name if NAMING_KEYS.contains(&name) => {
                            keys.insert(key, Value::String(map.next_value()?));
                        }
                        _ => return Err(de::Error::unknown_field(&key, &KNOWN)),
                    }
                }
                let field = field.ok_or_else(|| de::Error::missing_field("field"))?;
                Ok(AskedAnswer { named: Expectation { keys }, field, of, tolerance })
            }
        }
        const KNOWN: [&str; NAMING_KEYS.len() + OWN_KEYS.len() + 1] = {
            let mut known = ["tick"; NAMING_KEYS.len() + OWN_KEYS.len() + 1];
            let mut i = 0;
            while i < NAMING_KEYS.len() {
                known[i] = NAMING_KEYS[i];
                i += 1;
            }
            let mut own = 0;
            while own < OWN_KEYS.len() {
                known[i + own] = OWN_KEYS[own];
                own += 1;
            }
            known
        };
        deserializer.deserialize_map(AskedKeys)
    }
}

impl JsonSchema for AskedAnswer {
    fn schema_name() -> Cow<'static, str> {
        "AskedAnswer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut properties = Map::new();
        for key in NAMING_KEYS {
            let value = if key == "octree" {
                json!({ "const": true, "description": "The answer of the octree." })
            } else {
                json!({ "type": "string", "description": format!("The name of the {key} of the answer.") })
            };
            properties.insert(key.to_owned(), value);
        }
        for (key, value) in [
            (
                "tick",
                json!({ "type": "integer", "minimum": 0, "maximum": LAST_TICK, "description": "The tick; that of the step by default." }),
            ),
            (
                "field",
                json!({ "type": "string", "minLength": 1, "description": "The field of the report that is asked for. A dot leads into a value: `planes.near.p_distance`." }),
            ),
            (
                "of",
                json!({ "type": "array", "minItems": 2, "description": "The values of a choice; by default all words of the field." }),
            ),
            (
                "tolerance",
                json!({ "type": "number", "exclusiveMinimum": 0, "description": "The greatest difference that counts as right: of a number in its unit, of a place in metres." }),
            ),
        ] {
            properties.insert(key.to_owned(), value);
        }
        json_schema!({
            "type": "object",
            "description": "The keys that name an answer, as in an expectation, and the field that is asked for.",
            "properties": properties,
            "required": ["field"],
            "additionalProperties": false,
        })
    }
}
