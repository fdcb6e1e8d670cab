//! Occlusion queries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::EntryId;

/// Objects tested by occlusion queries: `a` against `b`, or every pair of `among` whose bounds overlap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Occlusion {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The first object or model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if, length(min = 1))]
    pub a: String,
    /// The second object or model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if, length(min = 1))]
    pub b: String,
    /// Objects and models, in place of `a` and `b`: every pair of them whose bounds overlap is tested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub among: Vec<String>,
    /// From where the depth tests look.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OcclusionMethod,
    /// Pixels along each side of a depth image, 1 to 4096.
    #[serde(default = "default::resolution", skip_serializing_if = "default::is_resolution")]
    #[schemars(!skip_serializing_if, range(min = 1, max = 4096))]
    pub resolution: u32,
    /// Whether both bodies are drawn wider by half the diagonal of a pixel: then nothing in view is missed, and bodies that
    /// pass each other at less than about two pixels may be reported.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub fatten: bool,
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

/// From where the depth tests look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OcclusionMethod {
    /// The scene's own view.
    View,
    /// One camera on +Z that frames both.
    Fixed,
    /// Three cameras on +X, +Y and +Z; all must agree.
    #[default]
    Axes,
}
