//! Leaves that can only fail, because the agent lacks what they need.

use crate::scene::document::Agent;
use crate::scene::tree::{Ask, Node};
use crate::source::place::Place;

/// Every such leaf, with what is to be said of it.
pub(super) fn idle_leaves(agent: &Agent, at: &Place) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    if let Some(root) = agent.tree.root() {
        look(root, agent, &at.key("tree"), &mut found);
    }
    found
}

fn look(node: &Node, agent: &Agent, around: &Place, found: &mut Vec<(Place, String)>) {
    let at = around.key(node.word());
    let (key, needs) = match node {
        Node::Condition(leaf) => match leaf.asks {
            Ask::Sees(_) if agent.camera.is_none() => (leaf.asks.key(), "camera"),
            Ask::Hears(_) | Ask::Near(_) if agent.body.is_none() => (leaf.asks.key(), "body"),
            _ => ("", ""),
        },
        Node::Action(leaf) if leaf.does.needs_body() && agent.body.is_none() => (leaf.does.key(), "body"),
        _ => ("", ""),
    };
    if !key.is_empty() {
        let message = format!("`{key}` always fails here: the agent has no `{needs}`");
        found.push((at.key(key), message));
    }
    if node.arity_is_one() {
        node.children().iter().for_each(|child| look(child, agent, &at.key("child"), found));
    } else {
        let at = at.key("children");
        node.children().iter().enumerate().for_each(|(i, child)| look(child, agent, &at.index(i), found));
    }
}
