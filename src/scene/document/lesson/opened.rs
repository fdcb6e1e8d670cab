//! What a step of a lesson opens.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::scene::document::check::CheckPanel;

/// A panel, or a step of the selected answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenedPart {
    /// The panel at the bottom of the window whose tab is open.
    Panel(CheckPanel),
    /// The number of the opened step of the selected answer, from 1.
    Step(u64),
}

impl Serialize for OpenedPart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Panel(panel) => serializer.serialize_str(panel.word()),
            Self::Step(number) => serializer.serialize_u64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for OpenedPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Part;
        impl Visitor<'_> for Part {
            type Value = OpenedPart;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the word of a panel, such as \"explain\", or the number of a step, such as 3")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<OpenedPart, E> {
                word.parse().map(OpenedPart::Panel).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<OpenedPart, E> {
                Ok(OpenedPart::Step(number))
            }
        }
        deserializer.deserialize_any(Part)
    }
}

impl JsonSchema for OpenedPart {
    fn schema_name() -> Cow<'static, str> {
        "OpenedPart".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let panels = CheckPanel::ALL.map(CheckPanel::word);
        json_schema!({
            "description": "The panel whose tab is open, or the number of the opened step of the selected answer, from 1.",
            "anyOf": [
                { "description": "The panel at the bottom of the window whose tab is open.", "enum": panels },
                { "description": "The number of the opened step.", "type": "integer", "minimum": 1 },
            ],
        })
    }
}
