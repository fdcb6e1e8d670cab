//! Cuts of meshes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// A cut of a mesh by a plane. From its tick on, two objects take the place of the mesh: `OBJECT/NAME+` in front of the plane
/// and `OBJECT/NAME-` behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of an object with a mesh, or of an object of a model.
    #[schemars(length(min = 1))]
    pub object: String,
    /// A point of the plane in world space, metres.
    pub point: [f64; 3],
    /// The direction to the front of the plane in world space; any length above 0.
    #[schemars(extend("not" = { "const": [0, 0, 0] }))]
    pub normal: [f64; 3],
    /// The tick of the cut, 0 by default. The mesh is cut as it is posed at this tick. Before it, the mesh is whole.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub tick: u64,
    /// Whether both halves are closed where the cut leaves closed loops, true by default.
    #[serde(default = "default::cap", skip_serializing_if = "default::is_cap")]
    #[schemars(!skip_serializing_if)]
    pub cap: bool,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Cut {
    /// The names of the halves in front and behind.
    pub fn halves(&self) -> [String; 2] {
        ['+', '-'].map(|sign| format!("{}/{}{sign}", self.object, self.name))
    }
}
