//! A run of all agents of a scene: forward once, and from then on to any tick.
//!
//! Going back starts at the last snapshot before and runs on in silence, for what happened is known. Snapshots stand
//! as close as [`MOST_SNAPSHOT_BYTES`] allow: when there are more, every second one goes, and they come half as often.

use std::sync::Arc;
use std::time::Instant;

use super::agent::{AgentAt, Replay};
use super::plan::Plan;
use super::simulation::{Simulation, Snapshot, nodes};
use super::track::Tracks;
use crate::behavior::DetailedLog;
use crate::files::{Content, Files};
use crate::geometry::Silent;
use crate::scene::Scene;
use crate::world::place::BodyTransforms;

/// The last tick of a scene up to which agents are run.
pub const MOST_TICKS: u64 = 1_000_000;

/// Ticks between two snapshots as long as they take little memory.
const INTERVAL: u64 = 32;

/// What snapshots may take, about.
const MOST_SNAPSHOT_BYTES: usize = 32 << 20;

/// Everything that the agents of a scene have done so far.
#[derive(Debug)]
pub struct Recording {
    /// Of which it is; other scenes whose agents do the same share it.
    scene: Scene,
    /// What agents depend on of what was read for it.
    files: Files,
    pub(super) plan: Arc<Plan>,
    run: Arc<()>,
    front: Simulation,
    pub(super) tracks: Tracks,
    /// By tick, ascending; none at 0, where everything is as it is written.
    snapshots: Vec<Arc<Snapshot>>,
    interval: u64,
    /// Where somebody looked back last.
    back: Option<Simulation>,
}

impl Recording {
    /// Of a scene whose agents have not made a tick.
    pub fn of(content: Content) -> Self {
        let Content { scene, files } = content;
        let plan = Arc::new(Plan::of(content));
        Self {
            front: Simulation::new(&plan),
            tracks: Tracks::new(plan.agents.iter(), &files.budget),
            snapshots: Vec::new(),
            interval: INTERVAL,
            back: None,
            scene: scene.clone(),
            files: files.for_agents(!scene.agents.is_empty()),
            run: Arc::new(()),
            plan,
        }
    }

    /// Becomes that of another scene: from the beginning when its agents may do something else. Whether it is.
    pub fn follow(&mut self, now: Content) -> bool {
        let begins_anew = !Plan::is_same(Content { scene: &self.scene, files: &self.files }, now);
        if begins_anew {
            *self = Self::of(now);
        }
        begins_anew
    }

    /// The same, by pointer, as long as the agents go on from where they were; another one when they begin anew.
    pub fn run(&self) -> &Arc<()> {
        &self.run
    }

    /// How far it goes: the last tick of the scene up to which the agents were run.
    pub fn tick(&self) -> u64 {
        self.front.tick
    }

    /// Whether there are no agents, so that every tick is at hand.
    pub fn is_empty(&self) -> bool {
        self.plan.agents.is_empty()
    }

    /// Runs the agents up to a tick of the scene, but not beyond [`MOST_TICKS`].
    pub fn run_to(&mut self, tick: u64) {
        self.run_until(tick, || false);
    }

    /// The same, but not for long after a moment has come. Whether it got there.
    pub fn run_before(&mut self, tick: u64, end: Instant) -> bool {
        self.run_until(tick, || Instant::now() >= end)
    }

    /// The same until somebody has enough, who is asked now and then. Whether it got there.
    pub fn run_until(&mut self, tick: u64, mut is_enough: impl FnMut() -> bool) -> bool {
        if self.is_empty() {
            return true;
        }
        let last = tick.min(MOST_TICKS);
        while self.front.tick < last {
            if is_enough() {
                return false;
            }
            self.front.step(&self.plan, &mut self.tracks);
            if self.front.tick.is_multiple_of(self.interval) {
                self.keep_snapshot();
            }
        }
        true
    }

    fn keep_snapshot(&mut self) {
        let snapshot = self.front.snapshot();
        let size = snapshot.size(self.plan.agents.iter().map(nodes));
        self.snapshots.push(Arc::new(snapshot));
        if self.snapshots.len() * size > MOST_SNAPSHOT_BYTES && self.snapshots.len() > 2 {
            self.interval *= 2;
            let interval = self.interval;
            self.snapshots.retain(|snapshot| snapshot.tick.is_multiple_of(interval));
        }
    }

    /// The agents at a tick of the scene, which is run to if need be; those of [`MOST_TICKS`] beyond that.
    pub fn agents(&mut self, tick: u64) -> Vec<AgentAt> {
        self.go_to(tick);
        let simulation = self.simulation();
        let agent = |i: usize| {
            let from = self.snapshot_before_own(i, simulation.minds[i].ticks);
            AgentAt::new(&self.plan, i, simulation, &self.tracks.agents[i], from)
        };
        (0..self.plan.agents.len()).map(agent).collect()
    }

    /// Where bodies stand at that tick that agents have moved.
    pub(in crate::world) fn transforms(&mut self, tick: u64) -> BodyTransforms {
        self.go_to(tick);
        self.simulation().transforms().iter().map(|(&body, &transform)| (self.plan.indices[body], transform)).collect()
    }

    /// One tick of an agent's own, told step by step; `None` for one that it has not made.
    pub fn tell(&self, agent: usize, tick: u64) -> Option<DetailedLog> {
        let clock = self.plan.agents.get(agent).filter(|agent| agent.tree.is_ok())?.clock;
        if tick > clock.ticks(self.front.tick) {
            return None;
        }
        Replay { agent, tick, plan: Arc::clone(&self.plan), from: self.snapshot_before_own(agent, tick) }.tell()
    }

    /// The simulation where [`Recording::go_to`] went.
    pub(super) fn simulation(&self) -> &Simulation {
        self.back.as_ref().unwrap_or(&self.front)
    }

    /// Goes to a tick, back or forth.
    pub(super) fn go_to(&mut self, tick: u64) {
        let tick = tick.min(MOST_TICKS);
        self.run_to(tick);
        if tick == self.front.tick || self.is_empty() {
            self.back = None;
            return;
        }
        let snapshot = self.snapshot_up_to(tick);
        let from = snapshot.as_ref().map_or(0, |snapshot| snapshot.tick);
        let plan = Arc::clone(&self.plan);
        let back = self.back.take().filter(|back| (from..=tick).contains(&back.tick));
        let mut back = back.unwrap_or_else(|| {
            let mut simulation = Simulation::new(&plan);
            if let Some(snapshot) = snapshot {
                simulation.restore(&plan, &snapshot);
            }
            simulation
        });
        while back.tick < tick {
            back.step(&plan, &mut Silent);
        }
        self.back = Some(back);
    }

    fn snapshot_up_to(&self, tick: u64) -> Option<Arc<Snapshot>> {
        let count = self.snapshots.partition_point(|snapshot| snapshot.tick <= tick);
        count.checked_sub(1).map(|last| Arc::clone(&self.snapshots[last]))
    }

    /// The last one before an agent makes this tick of its own.
    fn snapshot_before_own(&self, agent: usize, tick: u64) -> Option<Arc<Snapshot>> {
        let scene_tick = self.plan.agents[agent].clock.scene_tick(tick)?;
        self.snapshot_up_to(scene_tick.checked_sub(1)?)
    }

    /// About how many bytes events, messages and snapshots take.
    pub fn size(&self) -> usize {
        let snapshot = |snapshot: &Arc<Snapshot>| snapshot.size(self.plan.agents.iter().map(nodes));
        self.tracks.size + self.snapshots.iter().map(snapshot).sum::<usize>()
    }
}
