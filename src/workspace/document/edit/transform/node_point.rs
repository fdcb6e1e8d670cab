//! The points of the nodes of a tree: their names, and the change of one.

use glam::DVec3;

use super::change::Transform;
use super::moved::MovedPart;
use super::numbers::{point, wide};
use crate::behavior::NodeId;
use crate::scene::Agent;
use crate::scene::tree::{Action, ActionKind, Condition, ConditionKind, Face, Flee, MoveTo, Node};

/// Moves a point of a node. An agent has no place of its own, so the other parts change nothing.
pub(super) fn agent(to: &mut Agent, from: &Agent, part: MovedPart, change: &Transform, grain: f64) {
    let MovedPart::NodePoint(id, index) = part else { return };
    let Some(old) = find(from, id).and_then(|node| points_of(node).get(index)) else { return };
    let moved = point(*old, change, grain);
    let Some(root) = to.tree.root_mut() else { return };
    root.each_mut(&mut |node| {
        if node.id() == id
            && let Some(place) = points_of_mut(node).get_mut(index)
        {
            *place = moved;
        }
    });
}

/// The points of the nodes of an agent's tree, in pre-order and in world space. A tree in a file has none, because the
/// scene cannot change it.
pub(crate) fn tree_points(agent: &Agent) -> Vec<(MovedPart, DVec3)> {
    let mut points = Vec::new();
    if let Some(root) = agent.tree.root() {
        root.each(&mut |node| {
            let own = points_of(node).iter().enumerate();
            points.extend(own.map(|(i, point)| (MovedPart::NodePoint(node.id(), i), wide(*point))));
        });
    }
    points
}

/// The name of a point of a node, such as "patrol point 2" or "point of move to". `None` when the node does not exist.
pub(crate) fn node_point_name(agent: &Agent, id: NodeId, index: usize) -> Option<String> {
    let key = match find(agent, id)? {
        Node::Action(Action { kind: ActionKind::Patrol(_), .. }) => return Some(format!("patrol point {}", index + 1)),
        Node::Action(action) => action.kind.key(),
        Node::Condition(condition) => condition.kind.key(),
        other => other.word(),
    };
    Some(format!("point of {}", key.replace('_', " ")))
}

/// The node of an agent's tree with an id.
fn find(agent: &Agent, id: NodeId) -> Option<&Node> {
    fn below(node: &Node, id: NodeId) -> Option<&Node> {
        if node.id() == id { Some(node) } else { node.children().iter().find_map(|child| below(child, id)) }
    }
    below(agent.tree.root()?, id)
}

/// The points of a node: those of a patrol, or the single point of another leaf.
fn points_of(node: &Node) -> &[[f32; 3]] {
    match node {
        Node::Action(Action { kind: ActionKind::Patrol(patrol), .. }) => patrol.points.as_slice(),
        Node::Action(Action {
            kind:
                ActionKind::MoveTo(MoveTo { point, .. })
                | ActionKind::Flee(Flee { point, .. })
                | ActionKind::Face(Face { point, .. }),
            ..
        }) => point.as_slice(),
        Node::Condition(Condition { kind: ConditionKind::Near(near), .. }) => near.point.as_slice(),
        _ => &[],
    }
}

/// The same, mutable.
fn points_of_mut(node: &mut Node) -> &mut [[f32; 3]] {
    match node {
        Node::Action(Action { kind: ActionKind::Patrol(patrol), .. }) => patrol.points.as_mut_slice(),
        Node::Action(Action {
            kind:
                ActionKind::MoveTo(MoveTo { point, .. })
                | ActionKind::Flee(Flee { point, .. })
                | ActionKind::Face(Face { point, .. }),
            ..
        }) => point.as_mut_slice(),
        Node::Condition(Condition { kind: ConditionKind::Near(near), .. }) => near.point.as_mut_slice(),
        _ => &mut [],
    }
}
