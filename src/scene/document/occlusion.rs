//! Occlusion queries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// A collision test by occlusion queries: of `a` and `b`, or of every pair of `among` whose bounds overlap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Occlusion {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of the first object or model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if, length(min = 1))]
    pub a: String,
    /// The name of the second object or model, not that of the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if, length(min = 1))]
    pub b: String,
    /// The names of two or more objects and models, in place of `a` and `b`. Every pair of them whose bounds overlap is
    /// tested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub among: Vec<String>,
    /// The cameras of the depth tests.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OcclusionMethod,
    /// The number of pixels along each side of a depth image, 1 or more; 256 by default. OpenGL and the memory budget limit it:
    /// a query above these limits has an error in place of its answer.
    #[serde(default = "default::resolution", skip_serializing_if = "default::is_resolution")]
    #[schemars(!skip_serializing_if, range(min = 1))]
    pub resolution: u32,
    /// Whether both bodies are drawn wider by half the diagonal of a pixel. Then no collision in view is missed, but
    /// bodies less than about two pixels apart may be reported as colliding.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub fatten: bool,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

/// The cameras of the depth tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OcclusionMethod {
    /// One camera at the scene's own view.
    View,
    /// One orthographic camera on the +Z side that frames both objects.
    Fixed,
    /// Three orthographic cameras, on the +X, +Y and +Z sides. The pair collides only if it does in all three.
    #[default]
    Axes,
}
