//! Problems that a scene ignores.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of problems of a report.
pub const PROBLEMS: [&str; 20] = [
    "zero_volume",
    "coincident_objects",
    "far_from_origin",
    "degenerate_triangles",
    "duplicate_triangles",
    "non_manifold_edges",
    "open_edges",
    "flipped_winding",
    "vertices_not_finite",
    "inside_out",
    "mirrored",
    "joints_out_of_range",
    "joint_twice",
    "weights_not_normalized",
    "unused_joints",
    "skinned_node_transform",
    "no_common_root",
    "frame_times",
    "unknown_anchors",
    "turned_twice",
];

/// A kind of problem that is no fault in this scene, such as the open edges of a floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// The kind of the problem, as in the report.
    #[schemars(length(min = 1))]
    pub problem: String,
    /// The item that the problem is about. Without it, all problems of the kind are ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}
