//! Questions about leaks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// The question whether a sphere can get out of a room: whether its centre can move from `from` to `to`, or to the outside, while
/// no triangle and no solid comes nearer than `radius`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leak {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Where the centre of the sphere starts, in world space, metres.
    pub from: [f64; 3],
    /// Where it should arrive. Without it: outside of the bounds of all objects, or of `objects`, by twice the radius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<[f64; 3]>,
    /// The radius of the sphere in metres, above 0; 0.05 by default.
    #[serde(default = "default::leak_radius", skip_serializing_if = "default::is_leak_radius")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub radius: f64,
    /// The names of the objects and models that stop the sphere; all objects by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub objects: Vec<String>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}
