//! Converts a tree of the document into the flat tree that runs.

use super::leaf::{
    ActionKind, Blackboard, ConditionKind, Every, Face, Flee, Hears, Log, MoveTo, Near, Patrol, Random, Sees, Set, Wait,
};
use super::node::{Composite, Decorator, Node, Parallel, Repeater, Timed};
use crate::behavior::{
    self, ChildOrder, Condition, LeafPlace, NodeKind, Script, Sense, Status, Tree, TreeBuilder, TreeError,
};

impl Node {
    /// The tree that runs. Its nodes have the same indices as those of the document.
    ///
    /// # Errors
    /// When there are too many nodes, or when a node has too few or too many children. The scene's checks refuse both.
    pub fn build(&self) -> Result<Tree, TreeError> {
        let mut tree = TreeBuilder::new();
        self.add_to(&mut tree);
        tree.finish()
    }

    fn add_to(&self, tree: &mut TreeBuilder) {
        let kind = self.kind(tree);
        tree.open_as(self.id(), kind, self.name());
        self.children().iter().for_each(|child| child.add_to(tree));
        tree.close();
    }

    fn kind(&self, tree: &mut TreeBuilder) -> NodeKind {
        match self {
            Self::Sequence(Composite { abort, .. }) => {
                NodeKind::Sequence { order: ChildOrder::Resume, abort: (*abort).into() }
            }
            Self::Selector(Composite { abort, .. }) => {
                NodeKind::Selector { order: ChildOrder::Resume, abort: (*abort).into() }
            }
            Self::Parallel(Parallel { policy, abort, .. }) => {
                NodeKind::Parallel { policy: (*policy).into(), abort: (*abort).into() }
            }
            Self::Inverter(Decorator { .. }) => NodeKind::Inverter,
            Self::Succeeder(_) => NodeKind::Succeeder,
            Self::Failer(_) => NodeKind::Failer,
            Self::Repeater(Repeater { times, .. }) => NodeKind::Repeater { times: *times },
            Self::UntilSuccess(_) => NodeKind::UntilSuccess,
            Self::UntilFailure(_) => NodeKind::UntilFailure,
            Self::Timeout(Timed { ticks, .. }) => NodeKind::Timeout { ticks: *ticks },
            Self::Cooldown(Timed { ticks, .. }) => NodeKind::Cooldown { ticks: *ticks },
            Self::Condition(leaf) => NodeKind::Condition(condition(&leaf.kind, tree)),
            Self::Action(leaf) => NodeKind::Action(action(&leaf.kind, tree)),
        }
    }
}

fn condition(ask: &ConditionKind, tree: &mut TreeBuilder) -> Condition {
    match ask {
        ConditionKind::Sees(Sees { object }) => Condition::Sense(Sense::Sees { object: tree.object(object) }),
        ConditionKind::Hears(Hears { object, within }) => {
            Condition::Sense(Sense::Hears { object: tree.object(object), within: *within })
        }
        ConditionKind::Near(Near { object, point, within }) => {
            Condition::Sense(Sense::Near { place: place(object.as_deref(), *point, tree), within: *within })
        }
        ConditionKind::Blackboard(Blackboard { key, is, value }) => {
            Condition::Blackboard { key: key.as_str().into(), comparison: *is, value: value.clone() }
        }
        ConditionKind::Every(Every { ticks }) => Condition::Every { ticks: *ticks },
        ConditionKind::Random(Random { chance }) => Condition::Random { chance: *chance },
        ConditionKind::Script(answers) => Condition::Script(script(answers)),
    }
}

fn action(act: &ActionKind, tree: &mut TreeBuilder) -> behavior::Action {
    use behavior::{Action, Motion};
    match act {
        ActionKind::MoveTo(MoveTo { object, point, speed, within }) => {
            let place = place(object.as_deref(), *point, tree);
            Action::Motion(Motion::MoveTo { place, speed: *speed, within: *within })
        }
        ActionKind::Patrol(Patrol { points, speed }) => {
            Action::Motion(Motion::Patrol { points: points.as_slice().into(), speed: *speed })
        }
        ActionKind::Flee(Flee { object, point, speed, until }) => {
            let place = place(object.as_deref(), *point, tree);
            Action::Motion(Motion::Flee { place, speed: *speed, until: *until })
        }
        ActionKind::Face(Face { object, point, degrees_per_second }) => {
            let place = place(object.as_deref(), *point, tree);
            Action::Motion(Motion::Face { place, speed: degrees_per_second.map_or(f32::INFINITY, f32::to_radians) })
        }
        ActionKind::Wait(Wait { ticks }) => Action::Wait { ticks: *ticks },
        ActionKind::Set(Set { key, value }) => Action::Set { key: key.as_str().into(), value: value.clone() },
        ActionKind::Log(Log { message }) => Action::Log { message: message.as_str().into() },
        ActionKind::Script(answers) => Action::Script(script(answers)),
    }
}

/// The scene's checks require exactly one of `object` and `point`.
fn place(object: Option<&str>, point: Option<[f32; 3]>, tree: &mut TreeBuilder) -> LeafPlace {
    match object {
        Some(object) => LeafPlace::Object(tree.object(object)),
        None => LeafPlace::Point(point.unwrap_or_default()),
    }
}

/// The scene's checks refuse an empty script.
fn script<A: Copy + Into<Status>>(answers: &[A]) -> Script {
    let answers: Vec<Status> = answers.iter().map(|&answer| answer.into()).collect();
    Script::new(&answers).unwrap_or_else(|| Script::always(true))
}
