//! New nodes: the smallest nodes that pass the scene's checks.

use glam::Vec3;

use crate::app::command::new_node::New;
use crate::behavior::{NodeKey, Value, ValueComparison};
use crate::scene::Scene;
use crate::scene::tree::{
    Abort, Action, ActionKind, ActionResult, Blackboard, Composite, Condition, ConditionKind, ConditionResult,
    Decorator, Every, Face, Flee, Hears, Log, MoveTo, Near, Node, Parallel, Patrol, Policy, Random, Repeater, Sees,
    Set, Timed, Wait,
};
use crate::world::World;

/// Length of a new patrol, metres.
const PATROL: f32 = 2.0;

/// The values of new nodes that depend on the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app::panels::behavior) struct NewNodeValues {
    /// The object that they refer to.
    pub(in crate::app::panels::behavior) object: String,
    /// The first point of a patrol.
    pub(in crate::app::panels::behavior) start: [f32; 3],
}

impl NewNodeValues {
    /// The values for the tree of an agent. The object is the first one that the tree already names, else the first of
    /// the scene. It is the body of the agent only when there is no other object.
    pub(in crate::app::panels::behavior) fn of(scene: &Scene, world: &World, agent: usize) -> Self {
        let Some(agent) = scene.agents.get(agent) else { return Self::default() };
        let body = agent.body.as_deref();
        let is_other = |name: &str| Some(name) != body;
        let mut named: Option<String> = None;
        if let Some(root) = agent.tree.root() {
            root.each(&mut |node| {
                if named.is_none() {
                    named = node.object().filter(|name| is_other(name)).map(str::to_owned);
                }
            });
        }
        let own = scene.objects.iter().map(|object| &*object.name);
        let mut all = own.chain(world.objects.iter().map(|at| &*at.name));
        let object = named.or_else(|| all.find(|name| is_other(name)).or(body).map(str::to_owned));
        let start = body.map_or([0.0; 3], |body| start_of(scene, world, body));
        Self { object: object.unwrap_or_default(), start }
    }
}

/// The position of an object at tick 0. Of an object of a model it is the position at the tick of the world.
fn start_of(scene: &Scene, world: &World, name: &str) -> [f32; 3] {
    if let Some(object) = scene.objects.iter().find(|object| object.name == name) {
        let first = object.path.as_ref().and_then(|path| path.points.first());
        return first.copied().unwrap_or(object.position);
    }
    let at = world.objects.iter().find(|at| *at.name == *name);
    at.map_or([0.0; 3], |at| Vec3::from(at.pose.world_from_local().translation).to_array())
}

/// Whether a node is the child of a new composite, as it was made. A wait of one tick without a title that the user has
/// added is the same.
pub(super) fn is_placeholder(node: &Node) -> bool {
    matches!(node, Node::Action(Action { name, kind: ActionKind::Wait(Wait { ticks: 1 }), .. }) if name.is_empty())
}

impl New {
    /// A placeholder for a node while the node is changed.
    pub(super) const PLACEHOLDER: Self = Self::Wait;

    /// A new node of this kind. Composites and decorators get a wait of one tick as their child.
    pub(super) fn node(self, values: &NewNodeValues) -> Node {
        let child = || action(ActionKind::Wait(Wait { ticks: 1 }));
        let (name, [x, y, z]) = (values.object.clone(), values.start);
        let condition = |kind| Node::Condition(Condition { id: NodeKey::default(), name: String::new(), kind });
        match self {
            Self::Sees => condition(ConditionKind::Sees(Sees { object: name })),
            Self::Hears => condition(ConditionKind::Hears(Hears { object: name, within: 5.0 })),
            Self::Near => condition(ConditionKind::Near(Near { object: Some(name), point: None, within: 2.0 })),
            Self::Value => condition(ConditionKind::Blackboard(Blackboard {
                key: "value".to_owned(),
                is: ValueComparison::Equal,
                value: Value::Number(0.0),
            })),
            Self::Every => condition(ConditionKind::Every(Every { ticks: 10 })),
            Self::Random => condition(ConditionKind::Random(Random { chance: 0.5 })),
            Self::Answers => condition(ConditionKind::Script(vec![ConditionResult::Success])),
            Self::MoveTo => {
                action(ActionKind::MoveTo(MoveTo { object: Some(name), point: None, speed: 1.0, within: 1.0 }))
            }
            Self::Patrol => {
                action(ActionKind::Patrol(Patrol { points: vec![[x, y, z], [x + PATROL, y, z]], speed: 1.0 }))
            }
            Self::Flee => action(ActionKind::Flee(Flee { object: Some(name), point: None, speed: 1.0, until: 5.0 })),
            Self::Face => action(ActionKind::Face(Face { object: Some(name), point: None, degrees_per_second: None })),
            Self::Wait => child(),
            Self::Set => action(ActionKind::Set(Set { key: "value".to_owned(), value: Value::Number(1.0) })),
            Self::Log => action(ActionKind::Log(Log { message: "here".to_owned() })),
            Self::Does => action(ActionKind::Script(vec![ActionResult::Success])),
            _ => self.around(child(), values),
        }
    }

    /// A new node around another one. A leaf cannot contain a node, so a sequence of both is made.
    pub(super) fn around(self, inner: Node, values: &NewNodeValues) -> Node {
        let (id, name) = (NodeKey::default(), String::new());
        let composite = |children| Composite { id, name: String::new(), abort: Abort::None, children };
        let one = |child: Node| Decorator { id, name: String::new(), child: Box::new(child) };
        match self {
            Self::Sequence => Node::Sequence(composite(vec![inner])),
            Self::Selector => Node::Selector(composite(vec![inner])),
            Self::Parallel => {
                Node::Parallel(Parallel { id, name, policy: Policy::All, abort: Abort::None, children: vec![inner] })
            }
            Self::Inverter => Node::Inverter(one(inner)),
            Self::Succeeder => Node::Succeeder(one(inner)),
            Self::Failer => Node::Failer(one(inner)),
            Self::UntilSuccess => Node::UntilSuccess(one(inner)),
            Self::UntilFailure => Node::UntilFailure(one(inner)),
            Self::Repeater => Node::Repeater(Repeater { id, name, times: None, child: Box::new(inner) }),
            Self::Timeout => Node::Timeout(Timed { id, name, ticks: 10, child: Box::new(inner) }),
            Self::Cooldown => Node::Cooldown(Timed { id, name, ticks: 10, child: Box::new(inner) }),
            leaf => Node::Sequence(composite(vec![inner, leaf.node(values)])),
        }
    }
}

fn action(kind: ActionKind) -> Node {
    Node::Action(Action { id: NodeKey::default(), name: String::new(), kind })
}
