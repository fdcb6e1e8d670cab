//! The agents and the objects among which they live, going on tick by tick.

use std::collections::BTreeMap;

use glam::{DQuat, Vec3};

use super::body_transform::BodyTransform;
use super::plan::{AgentPlan, Plan, origin};
use super::senses::Senses;
use crate::behavior::{Listener, State, Status, Tree};
use crate::geometry::{Aabb, BoxTree, Pose, Silent};
use crate::world::ObjectAt;

/// All that changes from tick to tick.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    /// Of the scene: how many it has made.
    pub(super) tick: u64,
    /// One for each agent.
    pub(super) minds: Vec<Mind>,
    bodies: Bodies,
}

/// What goes on in an agent.
#[derive(Clone, Debug)]
pub(super) struct Mind {
    /// How many ticks of its own it has made.
    pub(super) ticks: u64,
    /// `None` for an agent without a tree that runs.
    pub(super) state: Option<State>,
    /// Where the objects that its tree names were in its tick before, when it listens.
    heard: Vec<Vec3>,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    objects: Vec<ObjectAt>,
    tree: BoxTree,
    transforms: BTreeMap<usize, BodyTransform>,
}

/// A simulation without what follows from its plan.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) tick: u64,
    minds: Vec<Mind>,
    transforms: BTreeMap<usize, BodyTransform>,
}

/// Who listens to which agent.
pub(super) trait Listeners {
    type Each: Listener;

    /// Who listens to an agent in this tick of its own.
    fn listener(&mut self, agent: usize, own_tick: u64) -> &mut Self::Each;

    /// The tick is over.
    fn done(&mut self, _agent: usize, _plan: &AgentPlan, _state: &State) {}
}

/// Nobody listens to anybody.
impl Listeners for Silent {
    type Each = Self;

    fn listener(&mut self, _: usize, _: u64) -> &mut Self {
        self
    }
}

impl Simulation {
    /// At tick 0, where everything is as it is written.
    pub(super) fn new(plan: &Plan) -> Self {
        let mind = |agent: &AgentPlan| Mind {
            ticks: 0,
            state: agent.tree.as_ref().ok().map(|tree| State::new(tree, agent.blackboard.clone(), agent.seed)),
            heard: Vec::new(),
        };
        let bodies = Bodies { objects: plan.objects.clone(), tree: plan.tree.clone(), transforms: BTreeMap::new() };
        let mut simulation = Self { tick: 0, minds: plan.agents.iter().map(mind).collect(), bodies };
        for (mind, agent) in simulation.minds.iter_mut().zip(&plan.agents) {
            mind.listen(agent, &simulation.bodies);
        }
        simulation
    }

    /// Goes on by one tick of the scene: what has a path moves, then the agents whose time has come make their ticks, in
    /// the order of the file.
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

    /// Where bodies stand that were moved.
    pub(super) fn transforms(&self) -> &BTreeMap<usize, BodyTransform> {
        &self.bodies.transforms
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot { tick: self.tick, minds: self.minds.clone(), transforms: self.bodies.transforms.clone() }
    }

    /// Goes back, or forth, to where a snapshot was made of the same plan.
    pub(super) fn restore(&mut self, plan: &Plan, snapshot: &Snapshot) {
        self.tick = snapshot.tick;
        self.minds.clone_from(&snapshot.minds);
        self.bodies.transforms.clone_from(&snapshot.transforms);
        let time = self.tick as f64 / plan.tick_rate;
        for mover in plan.movers() {
            self.bodies.set_place(plan, mover, time);
        }
    }
}

impl Mind {
    /// Notes where things are, for whoever listens in the next tick.
    fn listen(&mut self, agent: &AgentPlan, bodies: &Bodies) {
        if agent.listens {
            let place = |target: &Option<usize>| target.map_or(Vec3::ZERO, |i| bodies.objects[i].aabb.centre());
            self.heard.clear();
            self.heard.extend(agent.targets.iter().map(place));
        }
    }

    /// How all nodes stand.
    pub(super) fn statuses(&self) -> &[Status] {
        self.state.as_ref().map_or(&[], State::statuses)
    }
}

impl Bodies {
    pub(super) fn objects(&self) -> &[ObjectAt] {
        &self.objects
    }

    /// Of their bounds.
    pub(super) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    /// Where an object stands.
    pub(super) fn transform(&self, object: usize) -> BodyTransform {
        self.transforms.get(&object).copied().unwrap_or_else(|| BodyTransform::at(origin(&self.objects[object])))
    }

    /// Puts a body somewhere else; `false` when it cannot be there, and stays where it is.
    pub(super) fn put(&mut self, plan: &Plan, body: usize, transform: BodyTransform) -> bool {
        if transform == self.transform(body) {
            return true;
        }
        let Some((pose, aabb)) = plan.pose(body, 0.0, Some(&transform)) else { return false };
        self.transforms.insert(body, transform);
        self.place(body, pose, aabb, transform.rotation(plan.written_rotation(body)));
        true
    }

    fn place(&mut self, object: usize, pose: Pose, aabb: Aabb, rotation: DQuat) {
        let at = &mut self.objects[object];
        (at.pose, at.aabb, at.rotation) = (pose, aabb, rotation);
        self.tree.set(object, &aabb);
    }

    fn follow_path(&mut self, plan: &Plan, mover: usize, time: f64) {
        if !self.transforms.contains_key(&mover) {
            self.set_place(plan, mover, time);
        }
    }

    fn set_place(&mut self, plan: &Plan, mover: usize, time: f64) {
        let transform = self.transforms.get(&mover);
        if let Some((pose, aabb)) = plan.pose(mover, time, transform) {
            let written = plan.written_rotation(mover);
            let rotation = transform.map_or(written, |transform| transform.rotation(written));
            self.place(mover, pose, aabb, rotation);
        }
    }
}

impl Snapshot {
    /// About how many bytes it takes.
    pub(super) fn size(&self, trees: impl Iterator<Item = usize>) -> usize {
        // Of a state's arrays, see `behavior::State`: a status, two small and one large number, a count of runs.
        const NODE: usize = 1 + 4 + 8 + 4 + 4;
        let arrays: usize = trees.map(|nodes| nodes * NODE).sum();
        let heard: usize = self.minds.iter().map(|mind| mind.heard.capacity() * size_of::<Vec3>()).sum();
        arrays
            + heard
            + self.minds.len() * size_of::<Mind>()
            + self.transforms.len() * size_of::<(usize, BodyTransform)>()
    }
}

/// How many nodes an agent's tree has.
pub(super) fn nodes(agent: &AgentPlan) -> usize {
    agent.tree.as_ref().map_or(0, |tree: &std::sync::Arc<Tree>| tree.len())
}
