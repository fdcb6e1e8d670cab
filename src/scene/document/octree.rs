//! The octree.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;

/// A Morton-order octree over all objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = { "min": ["max"], "max": ["min"] }))]
pub struct Octree {
    /// The least corner of the region in metres, with `max`. Without both, the region is the smallest one around all
    /// objects at the tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<[f32; 3]>,
    /// The greatest corner of the region in metres, above `min` on every axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<[f32; 3]>,
    /// The number of subdivisions, 0 to 10; 4 by default. The tree has 2^depth leaves along each axis.
    #[serde(default = "default::depth", skip_serializing_if = "default::is_depth")]
    #[schemars(!skip_serializing_if, range(max = 10))]
    pub depth: u32,
    /// The rule that gives an object its cell.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OctreeMethod,
}

impl Default for Octree {
    fn default() -> Self {
        Self { min: None, max: None, depth: default::depth(), method: OctreeMethod::default() }
    }
}

/// The rule that gives an object its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OctreeMethod {
    /// The deepest cell that contains the whole AABB.
    #[default]
    Tight,
    /// The level depends on the object's size, the cell on its centre. A cell extends half an edge beyond itself on
    /// every side.
    Loose,
}
