//! Rays, lines and segments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::EntryId;

/// A ray, line or segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ray {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Where t = 0.
    pub origin: [f32; 3],
    /// How far t = 1 leads; used as given, not normalised, not zero.
    #[schemars(extend("not" = { "const": [0, 0, 0] }))]
    pub direction: [f32; 3],
    /// Which part of the line counts.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub kind: RayKind,
    /// What a start inside a solid means.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub inside: RayInside,
    /// Whether it meets the triangles of meshes from behind.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub back_faces: RayBackFaces,
    /// Layers 0 to 63 it can hit; all without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(max = 63)))]
    pub mask: Option<Vec<u8>>,
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

/// Which part of a line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayKind {
    /// Any t.
    Line,
    /// t ≥ 0.
    #[default]
    Ray,
    /// 0 ≤ t ≤ 1.
    Segment,
}

/// What a start inside a solid means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayInside {
    /// A hit at t = 0.
    #[default]
    Solid,
    /// The hit is where the ray leaves.
    Hollow,
}

/// Whether the triangles of meshes are met from behind, where they wind clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayBackFaces {
    /// From either side.
    #[default]
    Hit,
    /// Only from the side that their normals point to.
    Cull,
}
