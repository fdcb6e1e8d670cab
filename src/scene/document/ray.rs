//! Rays, lines and segments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// A ray, line or segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ray {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The point at t = 0 in world space, in metres.
    pub origin: [f32; 3],
    /// The vector from t = 0 to t = 1 in metres, not zero. It is not normalised.
    #[schemars(extend("not" = { "const": [0, 0, 0] }))]
    pub direction: [f32; 3],
    /// The range of t that counts, `ray` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub kind: RayKind,
    /// The answer when the origin is inside a solid.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub inside: RayInside,
    /// Whether the ray hits the back faces of meshes, `hit` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub back_faces: RayBackFaces,
    /// The layers that the ray can hit, each 0 to 63; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(max = 63)))]
    pub mask: Option<Vec<u8>>,
    /// The key of a known mistake about rays, as `eyeline mistakes` lists them. The answers of that wrong rule then are in the report,
    /// the picture and the steps beside the right ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<String>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Ray {
    /// A ray that can hit all layers. The direction must not be zero.
    pub fn new(name: impl Into<String>, origin: [f32; 3], direction: [f32; 3]) -> Self {
        Self {
            name: name.into(),
            origin,
            direction,
            kind: RayKind::default(),
            inside: RayInside::default(),
            back_faces: RayBackFaces::default(),
            mask: None,
            mistake: None,
            id: EntryId::default(),
        }
    }
}

/// The range of t that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayKind {
    /// A line: every t.
    Line,
    /// A ray: t ≥ 0.
    #[default]
    Ray,
    /// A segment: 0 ≤ t ≤ 1.
    Segment,
}

/// The answer when the origin is inside a solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayInside {
    /// The ray hits at t = 0.
    #[default]
    Solid,
    /// The ray hits where it leaves the solid.
    Hollow,
}

/// Whether a ray hits the back faces of meshes. The vertices of a back face are in clockwise order as the ray sees
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayBackFaces {
    /// A triangle is hit from both sides.
    #[default]
    Hit,
    /// A triangle is hit only from its front, the side to which its normal points.
    Cull,
}
