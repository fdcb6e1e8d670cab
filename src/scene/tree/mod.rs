//! Behaviour trees in the document: one key for the kind of a node, and its contents.
//!
//! ```jsonc
//! { "selector": { "children": [
//!     { "sequence": { "name": "chase", "abort": "lower_priority", "children": [
//!         { "condition": { "sees": { "object": "player" } } },
//!         { "action": { "move_to": { "object": "player", "speed": 3 } } } ] } },
//!     { "action": { "patrol": { "points": [[-4, 0, 0], [4, 0, 0]] } } } ] } }
//! ```
//!
//! [`AgentTree`] is the tree of an agent: such a node, or the name of a file. [`Node::build`] converts it to the flat
//! tree that runs; both number their nodes in pre-order. The nesting is limited when scenes are read, so functions may
//! recurse.

mod adopt;
mod build;
mod leaf;
mod node;
mod source;
mod value;

pub use leaf::{
    Action, ActionKind, ActionResult, Blackboard, Condition, ConditionKind, ConditionResult, Every, Face, Flee, Hears,
    Log, MoveTo, Near, Patrol, Random, Sees, Set, Wait,
};
pub use node::{Abort, Composite, Decorator, Node, Parallel, Policy, Repeater, Timed};
pub use source::{AgentTree, Root, TreeFile};

#[cfg(test)]
mod tests;
