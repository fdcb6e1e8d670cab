//! Agents; their trees are in [`crate::scene::tree`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::behavior::Value;
use crate::scene::EntryId;
use crate::scene::tree::AgentTree;

/// An agent that runs a behaviour tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The object it moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The camera it sees with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// Ticks a second, above 0; the scene's without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub tick_rate: Option<f64>,
    /// Values the tree starts with: numbers, `true` or `false`, texts, and lists of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blackboard: BTreeMap<String, Value>,
    /// The behaviour tree, or `{ "file": … }` in BehaviorTree.CPP form.
    pub tree: AgentTree,
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}
