//! Levels from other programs.

use glam::{DAffine3, DVec3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::geometry::pose::unit_rotation;
use crate::scene::EntryId;

/// A level placed in the scene: one object per mesh node of a glTF or group of an OBJ, and one camera per glTF camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Unique in the scene; its objects and cameras are named `name/node`.
    #[schemars(length(min = 1))]
    pub name: String,
    /// glTF, GLB or OBJ, relative to the scene file.
    pub file: String,
    /// The world position of its origin: x, y, z in metres.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// Quaternion x, y, z, w; normalised when used, not zero.
    #[serde(default = "default::rotation", skip_serializing_if = "default::is_rotation")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: [f32; 4],
    /// Per axis, no component 0.
    #[serde(default = "default::scale", skip_serializing_if = "default::is_scale")]
    #[schemars(!skip_serializing_if, extend("items" = { "type": "number", "not": { "const": 0 } }))]
    pub scale: [f32; 3],
    /// Layers 0 to 63 of all its objects.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Model {
    /// From the space of its file to the world's.
    pub fn world_from_level(&self) -> DAffine3 {
        let vector = |v: [f32; 3]| DVec3::from(v.map(f64::from));
        DAffine3::from_scale_rotation_translation(
            vector(self.scale),
            unit_rotation(self.rotation),
            vector(self.position),
        )
    }
}
