//! The trace of a running program that a scene shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The trace of a running program. Its objects and cameras are in the scene, beside the scene's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SceneTrace {
    /// The file, relative to the scene file: a JSON object a line, and the first one is a keyframe.
    #[schemars(length(min = 1))]
    pub file: String,
    /// The name by which expectations name it. Without it, the name in the first line of the file, else the name of the file without its
    /// extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub name: Option<String>,
}
