//! The rules for an agent and for every node of its tree.

use super::check::Check;
use super::words::{ABOVE_0, IN_RANGE, is_in_range};
use crate::behavior::MOST_NODES;
use crate::scene::document::Agent;
use crate::scene::names::Kind;
use crate::scene::read::hint::{such_as, such_as_within};
use crate::scene::tree::{
    ActionKind, AgentTree, Blackboard, ConditionKind, Every, Face, Flee, Hears, MoveTo, Near, Node, Patrol, Random,
    Set, Wait,
};
use crate::source::place::ValuePath;

/// The largest number of ticks of an agent in one tick of the scene.
const MOST_TICKS_AT_ONCE: f64 = 1000.0;

impl<'s> Check<'s> {
    pub(super) fn agent(&mut self, agent: &'s Agent, at: &ValuePath) {
        let rate = agent.tick_rate.unwrap_or(1.0);
        self.rules(at, &[(rate > 0.0, "tick_rate", ABOVE_0), (is_in_range(rate), "tick_rate", IN_RANGE)]);
        if agent.tick_rate.is_some_and(|rate| rate > MOST_TICKS_AT_ONCE * self.tick_rate) {
            let message = format!("`tick_rate` must be at most {MOST_TICKS_AT_ONCE} times the scene's");
            self.push_value(at.key("tick_rate"), message, such_as("tick_rate"));
        }
        for (name, kind, key) in [(&agent.body, Kind::Object, "body"), (&agent.camera, Kind::Camera, "camera")] {
            if let Some(name) = name {
                self.reference(name, kind, at.key(key));
            }
        }
        let at = at.key("tree");
        match &agent.tree {
            AgentTree::Written(root) => {
                if root.count() > MOST_NODES {
                    let help = Some("split the work among several agents");
                    self.push(at.clone(), format!("a tree may have at most {MOST_NODES} nodes"), help);
                }
                self.node(root, &at);
            }
            AgentTree::File(file) => {
                // An error in the file is not an error of the scene: see `Files::runnable`.
                self.file(&file.file, at.key("file"));
                if let Some((leaf, _)) = file.scripts.iter().find(|(_, script)| script.is_empty()) {
                    let message = format!("the script of `{}` must contain at least one result", leaf.escape_debug());
                    self.push(at.key("scripts"), message, such_as("script"));
                }
            }
        }
    }

    fn node(&mut self, node: &'s Node, around: &ValuePath) {
        let at = around.key(node.word());
        match node {
            Node::Sequence(composite) | Node::Selector(composite) => self.children(&composite.children, &at),
            Node::Parallel(parallel) => self.children(&parallel.children, &at),
            Node::Repeater(repeater) => self.at_least_1(repeater.times, "times", &at),
            Node::Timeout(timed) | Node::Cooldown(timed) => self.at_least_1(Some(timed.ticks), "ticks", &at),
            Node::Condition(leaf) => self.ask(&leaf.kind, &at.key(leaf.kind.key())),
            Node::Action(leaf) => self.act(&leaf.kind, &at.key(leaf.kind.key())),
            Node::Inverter(_)
            | Node::Succeeder(_)
            | Node::Failer(_)
            | Node::UntilSuccess(_)
            | Node::UntilFailure(_) => {}
        }
        if node.arity_is_one() {
            node.children().iter().for_each(|child| self.node(child, &at.key("child")));
        }
    }

    fn children(&mut self, children: &'s [Node], at: &ValuePath) {
        let at = at.key("children");
        if children.is_empty() {
            self.push(at, "`children` must contain at least one node", such_as("children"));
            return;
        }
        for (i, child) in children.iter().enumerate() {
            self.node(child, &at.index(i));
        }
    }

    fn ask(&mut self, ask: &'s ConditionKind, at: &ValuePath) {
        match ask {
            ConditionKind::Sees(sees) => self.reference(&sees.object, Kind::Object, at.key("object")),
            ConditionKind::Hears(Hears { object, within }) => {
                self.reference(object, Kind::Object, at.key("object"));
                self.rules(at, &[(*within >= 0.0, "within", NOT_NEGATIVE)]);
            }
            ConditionKind::Near(Near { object, point, within }) => {
                self.goal(object.as_deref(), point.is_some(), at);
                self.rules(at, &[(*within >= 0.0, "within", NOT_NEGATIVE)]);
            }
            ConditionKind::Blackboard(Blackboard { key, .. }) => self.rules(at, &[(!key.is_empty(), "key", NOT_EMPTY)]),
            ConditionKind::Every(Every { ticks }) => self.at_least_1(Some(*ticks), "ticks", at),
            ConditionKind::Random(Random { chance }) => {
                self.rules(at, &[((0.0..=1.0).contains(chance), "chance", "must be from 0 to 1")]);
            }
            ConditionKind::Script(answers) => self.script(answers, at),
        }
    }

    fn act(&mut self, act: &'s ActionKind, at: &ValuePath) {
        match act {
            ActionKind::MoveTo(MoveTo { object, point, speed, within }) => {
                self.goal(object.as_deref(), point.is_some(), at);
                self.rules(at, &[(*speed > 0.0, "speed", ABOVE_0), (*within >= 0.0, "within", NOT_NEGATIVE)]);
            }
            ActionKind::Patrol(Patrol { points, speed }) => self.rules(
                at,
                &[(!points.is_empty(), "points", "must contain at least one point"), (*speed > 0.0, "speed", ABOVE_0)],
            ),
            ActionKind::Flee(Flee { object, point, speed, until }) => {
                self.goal(object.as_deref(), point.is_some(), at);
                self.rules(at, &[(*speed > 0.0, "speed", ABOVE_0), (*until > 0.0, "until", ABOVE_0)]);
            }
            ActionKind::Face(Face { object, point, degrees_per_second: speed }) => {
                self.goal(object.as_deref(), point.is_some(), at);
                self.rules(at, &[(speed.is_none_or(|speed| speed > 0.0), "degrees_per_second", ABOVE_0)]);
            }
            ActionKind::Wait(Wait { ticks }) => self.at_least_1(Some(*ticks), "ticks", at),
            ActionKind::Set(Set { key, .. }) => self.rules(at, &[(!key.is_empty(), "key", NOT_EMPTY)]),
            ActionKind::Log(_) => {}
            ActionKind::Script(answers) => self.script(answers, at),
        }
    }

    /// Checks that either an object or a point is given.
    fn goal(&mut self, object: Option<&'s str>, has_point: bool, at: &ValuePath) {
        if let Some(object) = object {
            self.reference(object, Kind::Object, at.key("object"));
        }
        self.exclusive(at, &[("object", object.is_some()), ("point", has_point)]);
        if object.is_none() && !has_point {
            self.push(at.clone(), "an `object` or a `point` is missing", such_as("object"));
        }
    }

    fn script<A>(&mut self, answers: &[A], at: &ValuePath) {
        if answers.is_empty() {
            self.push(at.clone(), "`script` must contain at least one result", such_as("script"));
        }
    }

    fn at_least_1(&mut self, count: Option<u64>, key: &'static str, at: &ValuePath) {
        if count == Some(0) {
            self.push_value(at.key(key), format!("`{key}` must be at least 1"), such_as_within("tree", key));
        }
    }
}

const NOT_NEGATIVE: &str = "must not be negative";
const NOT_EMPTY: &str = "must not be empty";
