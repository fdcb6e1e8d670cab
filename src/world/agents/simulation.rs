//! The simulation of the agents and the objects around them, tick by tick.

use std::collections::BTreeMap;

use glam::Vec3;

use super::bodies::Bodies;
use super::body_transform::BodyTransform;
use super::plan::{AgentPlan, Plan};
use super::senses::Senses;
use crate::behavior::{Listener, Status, Tree, TreeState};
use crate::geometry::Silent;

/// The state that changes from tick to tick.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    /// The tick of the scene.
    pub(super) tick: u64,
    /// One for each agent.
    pub(super) agent_states: Vec<AgentState>,
    bodies: Bodies,
}

/// The state of an agent.
#[derive(Clone, Debug)]
pub(super) struct AgentState {
    /// How many ticks of its own it has made.
    pub(super) ticks: u64,
    /// `None` for an agent whose tree cannot run.
    pub(super) state: Option<TreeState>,
    /// The positions of the objects that its tree names, in its tick before, when it has `hears` leaves.
    heard: Vec<Vec3>,
}

/// The state of a simulation, without what its plan determines.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) tick: u64,
    agent_states: Vec<AgentState>,
    body_transforms: BTreeMap<usize, BodyTransform>,
}

/// The listeners to the agents' events.
pub(super) trait Listeners {
    type Listener: Listener;

    /// The listener to an agent in this tick of its own.
    fn listener(&mut self, agent: usize, own_tick: u64) -> &mut Self::Listener;

    /// The tick is over.
    fn done(&mut self, _agent: usize, _plan: &AgentPlan, _state: &TreeState) {}
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
        let agent_state = |agent: &AgentPlan| AgentState {
            ticks: 0,
            state: agent.tree.as_ref().ok().map(|tree| TreeState::new(tree, agent.blackboard.clone(), agent.seed)),
            heard: Vec::new(),
        };
        let bodies = Bodies {
            objects: plan.objects.clone(),
            tree: plan.tree.clone(),
            body_transforms: BTreeMap::new(),
            time: 0.0,
        };
        let mut simulation = Self { tick: 0, agent_states: plan.agents.iter().map(agent_state).collect(), bodies };
        for (agent_state, agent) in simulation.agent_states.iter_mut().zip(&plan.agents) {
            agent_state.listen(agent, &simulation.bodies);
        }
        simulation
    }

    /// Advances by one tick of the scene: objects on paths, in animations and with sessions move, then the agents with a due tick make it, in file
    /// order.
    pub(super) fn step(&mut self, plan: &Plan, listeners: &mut impl Listeners) {
        self.tick += 1;
        self.bodies.time = self.tick as f64 / plan.tick_rate;
        for &mover in &plan.on_paths {
            self.bodies.follow_path(plan, mover);
        }
        self.bodies.follow_driven(plan);
        self.bodies.tree.refresh();
        for (i, (agent_state, agent)) in self.agent_states.iter_mut().zip(&plan.agents).enumerate() {
            let due = agent.clock.ticks(self.tick);
            while agent_state.ticks < due {
                agent_state.ticks += 1;
                if let (Some(state), Ok(tree)) = (&mut agent_state.state, &agent.tree) {
                    let mut senses = Senses { plan, agent, bodies: &mut self.bodies, heard: &agent_state.heard };
                    state.tick(tree, &mut senses, listeners.listener(i, agent_state.ticks));
                    listeners.done(i, agent, state);
                    agent_state.listen(agent, &self.bodies);
                }
            }
        }
    }

    /// The transforms of the bodies that were moved.
    pub(super) fn body_transforms(&self) -> &BTreeMap<usize, BodyTransform> {
        &self.bodies.body_transforms
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            tick: self.tick,
            agent_states: self.agent_states.clone(),
            body_transforms: self.bodies.body_transforms.clone(),
        }
    }

    /// Restores a snapshot of the same plan.
    pub(super) fn restore(&mut self, plan: &Plan, snapshot: &Snapshot) {
        self.tick = snapshot.tick;
        self.agent_states.clone_from(&snapshot.agent_states);
        self.bodies.body_transforms.clone_from(&snapshot.body_transforms);
        self.bodies.time = self.tick as f64 / plan.tick_rate;
        for mover in plan.movers() {
            self.bodies.set_place(plan, mover);
        }
        self.bodies.follow_driven(plan);
    }
}

impl AgentState {
    /// Stores the positions of objects for `hears` leaves in the next tick.
    fn listen(&mut self, agent: &AgentPlan, bodies: &Bodies) {
        if agent.needs_earlier_positions {
            let place = |target: &Option<usize>| target.map_or(Vec3::ZERO, |i| bodies.objects[i].aabb.centre());
            self.heard.clear();
            self.heard.extend(agent.targets.iter().map(place));
        }
    }

    /// The statuses of all nodes.
    pub(super) fn statuses(&self) -> &[Status] {
        self.state.as_ref().map_or(&[], TreeState::statuses)
    }
}

impl Snapshot {
    /// Its approximate size, bytes.
    pub(super) fn size(&self, trees: impl Iterator<Item = usize>) -> usize {
        // The arrays of a state, see `behavior::State`: a status, two small and one large number, a count of runs.
        const NODE: usize = 1 + 4 + 8 + 4 + 4;
        let arrays: usize = trees.map(|nodes| nodes * NODE).sum();
        let heard: usize =
            self.agent_states.iter().map(|agent_state| agent_state.heard.capacity() * size_of::<Vec3>()).sum();
        arrays
            + heard
            + self.agent_states.len() * size_of::<AgentState>()
            + self.body_transforms.len() * size_of::<(usize, BodyTransform)>()
    }
}

/// How many nodes an agent's tree has.
pub(super) fn nodes(agent: &AgentPlan) -> usize {
    agent.tree.as_ref().map_or(0, |tree: &std::sync::Arc<Tree>| tree.len())
}
