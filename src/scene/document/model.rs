//! Models: levels of other programs, placed in the scene.

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
    /// The name, unique in the scene; its objects and cameras are named `name/node`.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The glTF, GLB or OBJ file, relative to the scene file.
    pub file: String,
    /// The world position of the model's origin in metres; 0 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// The rotation as a quaternion x, y, z, w, not zero; it is normalised.
    #[serde(default = "default::rotation", skip_serializing_if = "default::is_rotation")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: [f32; 4],
    /// The scale along each local axis, no component 0; 1 by default.
    #[serde(default = "default::scale", skip_serializing_if = "default::is_scale")]
    #[schemars(!skip_serializing_if, extend("items" = { "type": "number", "not": { "const": 0 } }))]
    pub scale: [f32; 3],
    /// The layers of all its objects, each 0 to 63; `[0]` by default.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Model {
    /// The transform from the space of the model's file to world space.
    pub fn world_from_level(&self) -> DAffine3 {
        let vector = |v: [f32; 3]| DVec3::from(v.map(f64::from));
        DAffine3::from_scale_rotation_translation(
            vector(self.scale),
            unit_rotation(self.rotation),
            vector(self.position),
        )
    }
}
