//! The octree.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;

/// A Morton-order octree over all objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = { "min": ["max"], "max": ["min"] }))]
pub struct Octree {
    /// Least corner of the region; together with `max`, or neither for the smallest region around all objects, wherever
    /// they are at the moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<[f32; 3]>,
    /// Greatest corner, above `min` on every axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<[f32; 3]>,
    /// Number of halvings, 0 to 10.
    #[serde(default = "default::depth", skip_serializing_if = "default::is_depth")]
    #[schemars(!skip_serializing_if, range(max = 10))]
    pub depth: u32,
    /// How an object's cell is chosen.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OctreeMethod,
}

impl Default for Octree {
    fn default() -> Self {
        Self { min: None, max: None, depth: default::depth(), method: OctreeMethod::default() }
    }
}

/// How an object's cell is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OctreeMethod {
    /// The deepest cell that holds the whole AABB.
    #[default]
    Tight,
    /// Level by size, cell by centre, cells reaching half an edge beyond themselves.
    Loose,
}
