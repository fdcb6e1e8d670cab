//! The simulation of the agents and the objects around them, tick by tick.

use std::collections::BTreeMap;

use glam::{DQuat, Vec3};

use super::body_transform::BodyTransform;
use super::plan::{AgentPlan, Plan, origin};
use super::senses::Senses;
use crate::behavior::{Listener, State, Status, Tree};
use crate::geometry::{Aabb, BoxTree, Pose, Silent};
use crate::world::ObjectAt;

/// The state that changes from tick to tick.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    /// The tick of the scene.
    pub(super) tick: u64,
    /// One for each agent.
    pub(super) minds: Vec<Mind>,
    bodies: Bodies,
}

/// The state of an agent.
#[derive(Clone, Debug)]
pub(super) struct Mind {
    /// How many ticks of its own it has made.
    pub(super) ticks: u64,
    /// `None` for an agent whose tree cannot run.
    pub(super) state: Option<State>,
    /// The positions of the objects that its tree names, in its tick before, when it has `hears` leaves.
    heard: Vec<Vec3>,
}

/// The positions of all objects.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    objects: Vec<ObjectAt>,
    tree: BoxTree,
    body_transforms: BTreeMap<usize, BodyTransform>,
}

/// The state of a simulation, without what its plan determines.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) tick: u64,
    minds: Vec<Mind>,
    body_transforms: BTreeMap<usize, BodyTransform>,
}

/// The listeners to the agents' events.
pub(super) trait Listeners {
    type Listener: Listener;

    /// The listener to an agent in this tick of its own.
    fn listener(&mut self, agent: usize, own_tick: u64) -> &mut Self::Listener;

    /// The tick is over.
    fn done(&mut self, _agent: usize, _plan: &AgentPlan, _state: &State) {}
}

/// No listener.
impl Listeners for Silent {
    type Listener = Self;

    fn listener(&mut self, _: usize, _: u64) -> &mut Self {
        self
    }
}

impl Simulation {
    /// The initial state at tick 0.
    pub(super) fn new(plan: &Plan) -> Self {
        let mind = |agent: &AgentPlan| Mind {
            ticks: 0,
            state: agent.tree.as_ref().ok().map(|tree| State::new(tree, agent.blackboard.clone(), agent.seed)),
            heard: Vec::new(),
        };
        let bodies =
            Bodies { objects: plan.objects.clone(), tree: plan.tree.clone(), body_transforms: BTreeMap::new() };
        let mut simulation = Self { tick: 0, minds: plan.agents.iter().map(mind).collect(), bodies };
        for (mind, agent) in simulation.minds.iter_mut().zip(&plan.agents) {
            mind.listen(agent, &simulation.bodies);
        }
        simulation
    }

    /// Advances by one tick of the scene: objects on paths move, then the agents with a due tick make it, in file
    /// order.
    pub(super) fn step(&mut self, plan: &Plan, listeners: &mut impl Listeners) {
        self.tick += 1;
        let time = self.tick as f64 / plan.tick_rate;
        for &mover in &plan.on_paths {
            self.bodies.follow_path(plan, mover, time);
        }
        self.bodies.tree.refresh();
        for (i, (mind, agent)) in self.minds.iter_mut().zip(&plan.agents).enumerate() {
            let due = agent.clock.ticks(self.tick);
            while mind.ticks < due {
                mind.ticks += 1;
                if let (Some(state), Ok(tree)) = (&mut mind.state, &agent.tree) {
                    let mut senses = Senses { plan, agent, bodies: &mut self.bodies, heard: &mind.heard };
                    state.tick(tree, &mut senses, listeners.listener(i, mind.ticks));
                    listeners.done(i, agent, state);
                    mind.listen(agent, &self.bodies);
                }
            }
        }
    }

    /// The transforms of the bodies that were moved.
    pub(super) fn body_transforms(&self) -> &BTreeMap<usize, BodyTransform> {
        &self.bodies.body_transforms
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot { tick: self.tick, minds: self.minds.clone(), body_transforms: self.bodies.body_transforms.clone() }
    }

    /// Restores a snapshot of the same plan.
    pub(super) fn restore(&mut self, plan: &Plan, snapshot: &Snapshot) {
        self.tick = snapshot.tick;
        self.minds.clone_from(&snapshot.minds);
        self.bodies.body_transforms.clone_from(&snapshot.body_transforms);
        let time = self.tick as f64 / plan.tick_rate;
        for mover in plan.movers() {
            self.bodies.set_place(plan, mover, time);
        }
    }
}

impl Mind {
    /// Stores the positions of objects for `hears` leaves in the next tick.
    fn listen(&mut self, agent: &AgentPlan, bodies: &Bodies) {
        if agent.listens {
            let place = |target: &Option<usize>| target.map_or(Vec3::ZERO, |i| bodies.objects[i].aabb.centre());
            self.heard.clear();
            self.heard.extend(agent.targets.iter().map(place));
        }
    }

    /// The statuses of all nodes.
    pub(super) fn statuses(&self) -> &[Status] {
        self.state.as_ref().map_or(&[], State::statuses)
    }
}

impl Bodies {
    pub(super) fn objects(&self) -> &[ObjectAt] {
        &self.objects
    }

    /// The tree of their bounds.
    pub(super) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    /// The transform of an object.
    pub(super) fn transform(&self, object: usize) -> BodyTransform {
        self.body_transforms.get(&object).copied().unwrap_or_else(|| BodyTransform::at(origin(&self.objects[object])))
    }

    /// Moves a body; returns `false` when the pose has no inverse, and leaves it unchanged.
    pub(super) fn put(&mut self, plan: &Plan, body: usize, transform: BodyTransform) -> bool {
        if transform == self.transform(body) {
            return true;
        }
        let Some((pose, aabb)) = plan.pose(body, 0.0, Some(&transform)) else { return false };
        self.body_transforms.insert(body, transform);
        self.place(body, pose, aabb, transform.rotation(plan.written_rotation(body)));
        true
    }

    fn place(&mut self, object: usize, pose: Pose, aabb: Aabb, rotation: DQuat) {
        let at = &mut self.objects[object];
        (at.pose, at.aabb, at.rotation) = (pose, aabb, rotation);
        self.tree.set(object, &aabb);
    }

    fn follow_path(&mut self, plan: &Plan, mover: usize, time: f64) {
        if !self.body_transforms.contains_key(&mover) {
            self.set_place(plan, mover, time);
        }
    }

    fn set_place(&mut self, plan: &Plan, mover: usize, time: f64) {
        let transform = self.body_transforms.get(&mover);
        if let Some((pose, aabb)) = plan.pose(mover, time, transform) {
            let written = plan.written_rotation(mover);
            let rotation = transform.map_or(written, |transform| transform.rotation(written));
            self.place(mover, pose, aabb, rotation);
        }
    }
}

impl Snapshot {
    /// Its approximate size, bytes.
    pub(super) fn size(&self, trees: impl Iterator<Item = usize>) -> usize {
        // The arrays of a state, see `behavior::State`: a status, two small and one large number, a count of runs.
        const NODE: usize = 1 + 4 + 8 + 4 + 4;
        let arrays: usize = trees.map(|nodes| nodes * NODE).sum();
        let heard: usize = self.minds.iter().map(|mind| mind.heard.capacity() * size_of::<Vec3>()).sum();
        arrays
            + heard
            + self.minds.len() * size_of::<Mind>()
            + self.body_transforms.len() * size_of::<(usize, BodyTransform)>()
    }
}

/// How many nodes an agent's tree has.
pub(super) fn nodes(agent: &AgentPlan) -> usize {
    agent.tree.as_ref().map_or(0, |tree: &std::sync::Arc<Tree>| tree.len())
}
