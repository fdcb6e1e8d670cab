//! The nodes of behaviour trees.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::leaf::{Action, Condition};
use crate::behavior::{self, NodeId, NodeKey};
use crate::scene::document::default;

/// A node of a behaviour tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Node {
    /// Runs its children in order; fails with the first that fails, succeeds when all have succeeded.
    Sequence(Composite),
    /// Runs its children in order; succeeds with the first that succeeds, fails when all have failed.
    Selector(Composite),
    /// Ticks all children that have not ended, in every tick.
    Parallel(Parallel),
    /// Ends with the opposite of its child's result.
    Inverter(Decorator),
    /// Succeeds when its child ends.
    Succeeder(Decorator),
    /// Fails when its child ends.
    Failer(Decorator),
    /// Starts its child again in the next tick, whatever its result; ends in success.
    Repeater(Repeater),
    /// Starts its child again in the next tick until that succeeds; ends in success.
    UntilSuccess(Decorator),
    /// Starts its child again in the next tick until that fails; ends in success.
    UntilFailure(Decorator),
    /// Fails and aborts its child if the child is still running at the end of its `ticks`-th tick.
    Timeout(Timed),
    /// Fails without starting its child until `ticks` ticks have passed since the child last ended.
    Cooldown(Timed),
    /// Tests a condition; a leaf.
    Condition(Condition),
    /// Runs an action; a leaf.
    Action(Action),
}

/// A sequence or a selector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Composite {
    /// The id; not written to the file.
    #[serde(skip)]
    pub id: NodeKey,
    /// A title for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// When the conditions whose nearest composite this is are evaluated again; never by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub abort: Abort,
    /// The children, first to last; at least one.
    #[schemars(length(min = 1))]
    pub children: Vec<Node>,
}

/// A parallel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parallel {
    /// The id; not written to the file.
    #[serde(skip)]
    pub id: NodeKey,
    /// A title for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The rule that ends it, `all` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub policy: Policy,
    /// When the conditions whose nearest composite this is are evaluated again; never by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub abort: Abort,
    /// The children, first to last; at least one.
    #[schemars(length(min = 1))]
    pub children: Vec<Node>,
}

/// A node with one child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decorator {
    /// The id; not written to the file.
    #[serde(skip)]
    pub id: NodeKey,
    /// A title for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The child.
    pub child: Box<Node>,
}

/// A decorator that runs its child repeatedly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeater {
    /// The id; not written to the file.
    #[serde(skip)]
    pub id: NodeKey,
    /// A title for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The number of runs of the child, at least 1; unlimited by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub times: Option<u64>,
    /// The child.
    pub child: Box<Node>,
}

/// A decorator that counts ticks of the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timed {
    /// The id; not written to the file.
    #[serde(skip)]
    pub id: NodeKey,
    /// A title for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The number of ticks of the agent, at least 1.
    #[schemars(range(min = 1))]
    pub ticks: u64,
    /// The child.
    pub child: Box<Node>,
}

/// When the conditions whose nearest composite this is are evaluated again; never by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Abort {
    /// Never.
    #[default]
    None,
    /// While a later child of the composite runs.
    #[serde(rename = "self")]
    Own,
    /// After the composite has ended and while a later sibling of it runs.
    LowerPriority,
    /// In both cases.
    Both,
}

/// The rule that ends a parallel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Success when all children have succeeded, failure with the first that fails.
    #[default]
    All,
    /// Success with the first child that succeeds, failure when all have failed.
    Any,
}

impl Node {
    /// The object that the node refers to; `None` for one that is no leaf.
    pub fn object(&self) -> Option<&str> {
        match self {
            Self::Condition(leaf) => leaf.kind.object(),
            Self::Action(leaf) => leaf.kind.object(),
            _ => None,
        }
    }

    /// The key of the node's kind in the file.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Sequence(_) => "sequence",
            Self::Selector(_) => "selector",
            Self::Parallel(_) => "parallel",
            Self::Inverter(_) => "inverter",
            Self::Succeeder(_) => "succeeder",
            Self::Failer(_) => "failer",
            Self::Repeater(_) => "repeater",
            Self::UntilSuccess(_) => "until_success",
            Self::UntilFailure(_) => "until_failure",
            Self::Timeout(_) => "timeout",
            Self::Cooldown(_) => "cooldown",
            Self::Condition(_) => "condition",
            Self::Action(_) => "action",
        }
    }

    /// All keys, in the order of the schema.
    pub const WORDS: &[&str] = &[
        "sequence",
        "selector",
        "parallel",
        "inverter",
        "succeeder",
        "failer",
        "repeater",
        "until_success",
        "until_failure",
        "timeout",
        "cooldown",
        "condition",
        "action",
    ];

    /// The node's title; may be empty.
    pub fn name(&self) -> &str {
        match self {
            Self::Sequence(node) | Self::Selector(node) => &node.name,
            Self::Parallel(node) => &node.name,
            Self::Inverter(node)
            | Self::Succeeder(node)
            | Self::Failer(node)
            | Self::UntilSuccess(node)
            | Self::UntilFailure(node) => &node.name,
            Self::Repeater(node) => &node.name,
            Self::Timeout(node) | Self::Cooldown(node) => &node.name,
            Self::Condition(leaf) => &leaf.name,
            Self::Action(leaf) => &leaf.name,
        }
    }

    /// The node's id. A copy has the same id.
    pub fn id(&self) -> NodeId {
        let key = match self {
            Self::Sequence(node) | Self::Selector(node) => node.id,
            Self::Parallel(node) => node.id,
            Self::Inverter(node)
            | Self::Succeeder(node)
            | Self::Failer(node)
            | Self::UntilSuccess(node)
            | Self::UntilFailure(node) => node.id,
            Self::Repeater(node) => node.id,
            Self::Timeout(node) | Self::Cooldown(node) => node.id,
            Self::Condition(leaf) => leaf.id,
            Self::Action(leaf) => leaf.id,
        };
        key.get()
    }

    /// Gives the node the id of an earlier version of itself.
    pub(super) fn set_id(&mut self, id: NodeId) {
        let key = match self {
            Self::Sequence(node) | Self::Selector(node) => &mut node.id,
            Self::Parallel(node) => &mut node.id,
            Self::Inverter(node)
            | Self::Succeeder(node)
            | Self::Failer(node)
            | Self::UntilSuccess(node)
            | Self::UntilFailure(node) => &mut node.id,
            Self::Repeater(node) => &mut node.id,
            Self::Timeout(node) | Self::Cooldown(node) => &mut node.id,
            Self::Condition(leaf) => &mut leaf.id,
            Self::Action(leaf) => &mut leaf.id,
        };
        *key = id.into();
    }

    /// The node's title, mutable.
    pub fn name_mut(&mut self) -> &mut String {
        match self {
            Self::Sequence(node) | Self::Selector(node) => &mut node.name,
            Self::Parallel(node) => &mut node.name,
            Self::Inverter(node)
            | Self::Succeeder(node)
            | Self::Failer(node)
            | Self::UntilSuccess(node)
            | Self::UntilFailure(node) => &mut node.name,
            Self::Repeater(node) => &mut node.name,
            Self::Timeout(node) | Self::Cooldown(node) => &mut node.name,
            Self::Condition(leaf) => &mut leaf.name,
            Self::Action(leaf) => &mut leaf.name,
        }
    }

    /// The node's children, first to last. A decorator has one child, a leaf none.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::Sequence(node) | Self::Selector(node) => &node.children,
            Self::Parallel(node) => &node.children,
            Self::Inverter(Decorator { child, .. })
            | Self::Succeeder(Decorator { child, .. })
            | Self::Failer(Decorator { child, .. })
            | Self::UntilSuccess(Decorator { child, .. })
            | Self::UntilFailure(Decorator { child, .. })
            | Self::Repeater(Repeater { child, .. })
            | Self::Timeout(Timed { child, .. })
            | Self::Cooldown(Timed { child, .. }) => std::slice::from_ref(&**child),
            Self::Condition(_) | Self::Action(_) => &[],
        }
    }

    /// The node's children, mutable.
    pub fn children_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Sequence(node) | Self::Selector(node) => &mut node.children,
            Self::Parallel(node) => &mut node.children,
            Self::Inverter(Decorator { child, .. })
            | Self::Succeeder(Decorator { child, .. })
            | Self::Failer(Decorator { child, .. })
            | Self::UntilSuccess(Decorator { child, .. })
            | Self::UntilFailure(Decorator { child, .. })
            | Self::Repeater(Repeater { child, .. })
            | Self::Timeout(Timed { child, .. })
            | Self::Cooldown(Timed { child, .. }) => std::slice::from_mut(&mut **child),
            Self::Condition(_) | Self::Action(_) => &mut [],
        }
    }

    /// The list of a composite's children; `None` for other nodes.
    pub fn list_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Sequence(node) | Self::Selector(node) => Some(&mut node.children),
            Self::Parallel(node) => Some(&mut node.children),
            _ => None,
        }
    }

    /// Whether the node has a `child` rather than a list of children.
    pub(in crate::scene) fn arity_is_one(&self) -> bool {
        !matches!(
            self,
            Self::Sequence(_) | Self::Selector(_) | Self::Parallel(_) | Self::Condition(_) | Self::Action(_)
        )
    }

    /// The number of nodes of this tree, including the root.
    pub fn count(&self) -> usize {
        1 + self.children().iter().map(Self::count).sum::<usize>()
    }

    /// The node with an index, in pre-order; this node has index 0. `None` when the index is too large.
    pub fn nth(&self, index: usize) -> Option<&Self> {
        let mut node = self;
        let mut left = index;
        'down: while left > 0 {
            left -= 1;
            for child in node.children() {
                let count = child.count();
                if left < count {
                    node = child;
                    continue 'down;
                }
                left -= count;
            }
            return None;
        }
        Some(node)
    }

    /// The node with an index, mutable.
    pub fn nth_mut(&mut self, index: usize) -> Option<&mut Self> {
        let Some(mut left) = index.checked_sub(1) else { return Some(self) };
        for child in self.children_mut() {
            let count = child.count();
            if left < count {
                return child.nth_mut(left);
            }
            left -= count;
        }
        None
    }

    /// Calls `look` with every node, in pre-order.
    pub fn each(&self, look: &mut impl FnMut(&Self)) {
        look(self);
        self.children().iter().for_each(|child| child.each(look));
    }

    /// Calls `change` with every node, in pre-order.
    pub fn each_mut(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        self.children_mut().iter_mut().for_each(|child| child.each_mut(change));
    }
}

impl From<Abort> for behavior::Abort {
    fn from(abort: Abort) -> Self {
        match abort {
            Abort::None => Self::None,
            Abort::Own => Self::Own,
            Abort::LowerPriority => Self::LowerPriority,
            Abort::Both => Self::Both,
        }
    }
}

impl From<Policy> for behavior::Policy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::All => Self::All,
            Policy::Any => Self::Any,
        }
    }
}
