//! Problems that a scene ignores.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
