//! Taps on the picture of a camera that follows a session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use super::tap_type::TapType;
use crate::scene::id::EntryId;

/// A tap: the ray of a camera through a point of its picture, against the anchors and points of the session that the camera
/// follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tap {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of a camera that follows a session.
    #[schemars(length(min = 1))]
    pub camera: String,
    /// The scene time in seconds.
    pub time: f64,
    /// The point of the picture: 0 to 1 from the left, and from the top.
    #[schemars(inner(range(min = 0, max = 1)))]
    pub screen: [f64; 2],
    /// The types of targets that are tested, in order of priority; `polygon`, `estimated`, `point` by default.
    #[serde(default = "default::order", skip_serializing_if = "default::is_order")]
    #[schemars(!skip_serializing_if, length(min = 1))]
    pub order: Vec<TapType>,
    /// The rule that chooses among the hits; `first_type` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub rule: TapRule,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

/// The rule that chooses among the hits of a tap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TapRule {
    /// The nearest hit of the first type with any hit.
    #[default]
    FirstType,
    /// The nearest hit of all types.
    Nearest,
}
