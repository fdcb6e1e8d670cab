//! Comparisons of colliders with what is drawn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// A comparison of the surface that is drawn with the surface that collides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collider {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of the object that is drawn, or of a model with all its objects.
    #[schemars(length(min = 1))]
    pub render: String,
    /// The name of the object that collides, or of a model with all its objects; not that of `render`.
    #[schemars(length(min = 1))]
    pub collider: String,
    /// The names of the other objects of a collider in several parts, such as `UCX_rock_02`. All parts together are compared with
    /// `render`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The greatest distance of the surfaces that is accepted, metres; 0.05 by default.
    #[serde(default = "default::collider_tolerance", skip_serializing_if = "default::is_collider_tolerance")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub tolerance: f64,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Collider {
    /// The names of all objects and models that collide.
    pub(crate) fn names(&self) -> Vec<&str> {
        std::iter::once(&self.collider).chain(&self.parts).map(String::as_str).collect()
    }
}
