//! An agent at a tick.

use std::sync::Arc;

use super::plan::{AgentPlan, Plan};
use super::shared::SharedLog;
use super::simulation::{Listeners, Simulation, Snapshot};
use crate::behavior::{Blackboard, DetailedLog, Event, Fault, Listener, Message, Status, Tree, TreeState};
use crate::geometry::{Narrator, Silent, Step};
use crate::scene::ItemId;

/// An agent with the state of its tree and its events so far.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The object that it moves, by its index in the world.
    pub body: Option<usize>,
    /// The camera that it sees with, by its index in the world.
    pub camera: Option<usize>,
    /// Ticks a second, its own.
    pub tick_rate: f64,
    /// How many ticks of its own it has made.
    pub tick: u64,
    /// How many it had made at the tick of the scene before.
    pub tick_before: u64,
    /// Its tree; or what keeps it from running, in a sentence: then it has neither statuses nor events.
    pub tree: Result<Arc<Tree>, Arc<str>>,
    /// The objects that the tree names, by their indices in the world and in the order of [`Tree::objects`].
    pub targets: Vec<Option<usize>>,
    /// The status of each node.
    pub statuses: Vec<Status>,
    /// The error that has ended it.
    pub fault: Option<Box<Fault>>,
    /// The values of its nodes.
    pub blackboard: Blackboard,
    /// All events from its first tick to this one.
    pub events: SharedLog<Event>,
    /// What its actions have said.
    pub messages: SharedLog<Message>,
    /// Whether events and messages end before this tick, because there were too many to keep.
    pub is_cut: bool,
    replay: Replay,
}

impl AgentAt {
    pub(super) fn new(
        plan: &Arc<Plan>,
        index: usize,
        simulation: &Simulation,
        track: &super::track::Track,
        from: Option<Arc<Snapshot>>,
    ) -> Self {
        let (agent, agent_state) = (&plan.agents[index], &simulation.agent_states[index]);
        let AgentPlan { id, name, body, camera, tick_rate, tree, targets, blackboard, .. } = agent;
        let tick = agent_state.ticks;
        let blackboard = agent_state.state.as_ref().map_or(blackboard, |state| state.blackboard());
        let events = track.events.partition_point(|event| u64::from(event.tick) <= tick);
        let messages = track.messages.partition_point(|message| message.tick <= tick);
        Self {
            id: *id,
            name: Arc::clone(name),
            body: *body,
            camera: *camera,
            tick_rate: *tick_rate,
            tick,
            tick_before: agent.clock.ticks(simulation.tick.saturating_sub(1)),
            tree: tree.clone(),
            targets: targets.clone(),
            statuses: agent_state.statuses().to_vec(),
            fault: agent_state.state.as_ref().and_then(TreeState::fault).cloned().map(Box::new),
            blackboard: blackboard.clone(),
            events: track.events.first(events),
            messages: track.messages.first(messages),
            is_cut: track.is_cut,
            replay: Replay { agent: index, tick, plan: Arc::clone(plan), from },
        }
    }

    /// The status of the root; inactive without a tree that runs.
    pub fn status(&self) -> Status {
        self.statuses.first().copied().unwrap_or_default()
    }

    /// How many ticks of its own it has made at a tick of the scene.
    pub(super) fn own_ticks(&self, tick: u64) -> u64 {
        self.replay.plan.agents[self.replay.agent].clock.ticks(tick)
    }

    /// The objects that do not block its sight: its body, and the object that carries its camera.
    pub(super) fn ignored(&self) -> [usize; 2] {
        self.replay.plan.agents[self.replay.agent].ignored()
    }

    /// The places in [`AgentAt::events`] of those of one of its own ticks.
    pub fn events_of(&self, tick: u64) -> std::ops::Range<usize> {
        let before = |tick: u64| self.events.partition_point(|event| u64::from(event.tick) < tick);
        before(tick)..before(tick.saturating_add(1))
    }

    /// Runs its last tick again and returns the steps; `None` before its first tick, and for an agent whose tree cannot
    /// run.
    pub fn detailed_log(&self) -> Option<DetailedLog> {
        self.tree.is_ok().then(|| self.replay.detailed_log()).flatten()
    }
}

/// What is needed to run an agent's last tick again.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    pub(super) agent: usize,
    /// The agent's own tick.
    pub(super) tick: u64,
    pub(super) plan: Arc<Plan>,
    /// The snapshot before that tick; `None` for the beginning.
    pub(super) from: Option<Arc<Snapshot>>,
}

/// Equal agents have equal replays.
impl PartialEq for Replay {
    fn eq(&self, other: &Self) -> bool {
        (self.agent, self.tick) == (other.agent, other.tick)
    }
}

impl Replay {
    pub(super) fn detailed_log(&self) -> Option<DetailedLog> {
        let Self { agent, tick, plan, from } = self;
        let target = plan.agents.get(*agent)?.clock.scene_tick(*tick).filter(|&tick| tick > 0)?;
        let mut simulation = Simulation::new(plan);
        if let Some(snapshot) = from.as_ref().filter(|snapshot| snapshot.tick < target) {
            simulation.restore(plan, snapshot);
        }
        while simulation.tick + 1 < target {
            simulation.step(plan, &mut Silent);
        }
        let mut listeners = One {
            agent: *agent,
            tick: *tick,
            recorded: OneListener::DetailedLog(DetailedLog::default()),
            silent: OneListener::Silent,
        };
        simulation.step(plan, &mut listeners);
        match listeners.recorded {
            OneListener::DetailedLog(log) => Some(log),
            OneListener::Silent => None,
        }
    }
}

/// A listener for one tick of one agent.
struct One {
    agent: usize,
    tick: u64,
    recorded: OneListener,
    silent: OneListener,
}

enum OneListener {
    Silent,
    DetailedLog(DetailedLog),
}

impl Listeners for One {
    type Listener = OneListener;

    fn listener(&mut self, agent: usize, own_tick: u64) -> &mut OneListener {
        if (agent, own_tick) == (self.agent, self.tick) { &mut self.recorded } else { &mut self.silent }
    }
}

impl Narrator for OneListener {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        if let Self::DetailedLog(log) = self {
            log.step(make);
        }
    }
}

impl Listener for OneListener {
    fn about(&mut self, node: usize) {
        if let Self::DetailedLog(log) = self {
            log.about(node);
        }
    }

    fn event(&mut self, event: Event) {
        if let Self::DetailedLog(log) = self {
            log.event(event);
        }
    }

    fn log(&mut self, tick: u64, node: usize, message: impl FnOnce() -> String) {
        if let Self::DetailedLog(log) = self {
            log.log(tick, node, message);
        }
    }
}
