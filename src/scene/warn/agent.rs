//! Warnings about leaves that always fail because the agent has no body or no camera.

use crate::scene::document::Agent;
use crate::scene::tree::{ConditionKind, Node};
use crate::source::place::ValuePath;

/// Calls `visit` with every leaf of an agent's tree that the scene contains, and with the leaf's place.
pub(super) fn each_leaf(agent: &Agent, at: &ValuePath, visit: &mut impl FnMut(&Node, ValuePath)) {
    if let Some(root) = agent.tree.root() {
        walk(root, &at.key("tree"), visit);
    }
}

fn walk(node: &Node, around: &ValuePath, visit: &mut impl FnMut(&Node, ValuePath)) {
    let at = around.key(node.word());
    if node.arity_is_one() {
        node.children().iter().for_each(|child| walk(child, &at.key("child"), visit));
    } else {
        let children = at.key("children");
        node.children().iter().enumerate().for_each(|(i, child)| walk(child, &children.index(i), visit));
    }
    if matches!(node, Node::Condition(_) | Node::Action(_)) {
        visit(node, at);
    }
}

/// Every leaf that always fails, with its warning.
pub(super) fn idle_leaves(agent: &Agent, at: &ValuePath) -> Vec<(ValuePath, String)> {
    let mut found = Vec::new();
    each_leaf(agent, at, &mut |leaf, at| {
        let (key, needs) = match leaf {
            Node::Condition(leaf) => match leaf.kind {
                ConditionKind::Sees(_) if agent.camera.is_none() => (leaf.kind.key(), "camera"),
                ConditionKind::Hears(_) | ConditionKind::Near(_) if agent.body.is_none() => (leaf.kind.key(), "body"),
                _ => return,
            },
            Node::Action(leaf) if leaf.kind.needs_body() && agent.body.is_none() => (leaf.kind.key(), "body"),
            _ => return,
        };
        let message = format!("`{key}` always fails here: the agent has no `{needs}`");
        found.push((at.key(key), message));
    });
    found
}
