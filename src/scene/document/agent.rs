//! Agents; their trees are in [`crate::scene::tree`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::behavior::Value;
use crate::scene::id::EntryId;
use crate::scene::tree::AgentTree;

/// An agent that runs a behaviour tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of the object that the agent moves. Without it, actions that move fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The name of the camera through which the agent sees. Without it, the condition `sees` fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// The number of the agent's ticks a second, above 0 and at most 1000 times the scene's; the scene's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub tick_rate: Option<f64>,
    /// The values of the blackboard at the start, by keys: numbers, `true` or `false`, texts, and lists of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blackboard: BTreeMap<String, Value>,
    /// The behaviour tree: a node, or `{ "file": … }` for a file of BehaviorTree.CPP version 4.
    pub tree: AgentTree,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}
