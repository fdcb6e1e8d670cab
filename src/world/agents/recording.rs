//! The recording of all agents of a scene: run forward once, then available at any tick.
//!
//! Going back starts at the last snapshot before the tick and runs on without recording again. Snapshots are as dense
//! as [`MOST_SNAPSHOT_BYTES`] allows: when they exceed it, every second one is dropped, and the interval doubles.

use std::sync::Arc;

use web_time::Instant;

use super::agent::{AgentAt, Replay};
use super::body_transform::BodyTransforms;
use super::plan::Plan;
use super::simulation::{Simulation, Snapshot, nodes};
use super::track::Tracks;
use crate::behavior::DetailedLog;
use crate::files::Content;
use crate::geometry::Silent;
use crate::scene::LAST_TICK;
use crate::world::cuts::kept::Kept;
use crate::world::joined;

/// The last tick of a scene up to which agents are run: the last that a scene can name.
pub const MOST_TICKS: u64 = LAST_TICK;

/// Ticks between two snapshots while they take little memory.
const INTERVAL: u64 = 32;

/// The approximate limit of the memory of snapshots, bytes.
const MOST_SNAPSHOT_BYTES: usize = 32 << 20;

/// The recording of a scene's agents.
#[derive(Debug)]
pub struct Recording {
    pub(super) plan: Arc<Plan>,
    run: Arc<()>,
    front: Simulation,
    pub(super) tracks: Tracks,
    /// By tick, ascending; none at 0, which is the initial state.
    snapshots: Vec<Arc<Snapshot>>,
    interval: u64,
    /// The simulation of the last query of an earlier tick.
    back: Option<Simulation>,
    /// The halves of cut meshes.
    pub(in crate::world) cuts: Kept,
}

impl Recording {
    /// The recording of a scene before the first tick.
    pub fn of(content: Content) -> Self {
        // The agents of a trace are those of its first keyframe.
        let joined = joined::with_agents(content);
        let content = joined.as_ref().map_or(content, |scene| Content { scene, files: content.files });
        let plan = Arc::new(Plan::of(content));
        Self {
            front: Simulation::new(&plan),
            tracks: Tracks::new(plan.agents.iter(), &content.files.budget),
            snapshots: Vec::new(),
            interval: INTERVAL,
            back: None,
            cuts: Kept::default(),
            run: Arc::new(()),
            plan,
        }
    }

    /// Follows a change of the scene: from the beginning when its agents may behave differently. Returns whether that
    /// is so.
    pub fn follow(&mut self, now: Content) -> bool {
        let joined = joined::with_agents(now);
        let now = joined.as_ref().map_or(now, |scene| Content { scene, files: now.files });
        let begins_anew = !self.plan.is_same(now);
        if begins_anew {
            *self = Self { cuts: std::mem::take(&mut self.cuts), ..Self::of(now) };
        }
        begins_anew
    }

    /// The same pointer while the agents continue; another one after they began again.
    pub fn run(&self) -> &Arc<()> {
        &self.run
    }

    /// The last tick of the scene to which the agents were run.
    pub fn tick(&self) -> u64 {
        self.front.tick
    }

    /// Whether there are no agents, so that every tick is available at once.
    pub fn is_empty(&self) -> bool {
        self.plan.agents.is_empty()
    }

    /// Runs the agents up to a tick of the scene, but not beyond [`MOST_TICKS`].
    pub fn run_to(&mut self, tick: u64) {
        self.run_until(tick, || false);
    }

    /// The same until an instant. Returns whether it reached the tick.
    pub fn run_before(&mut self, tick: u64, end: Instant) -> bool {
        self.run_until(tick, || Instant::now() >= end)
    }

    /// The same until `is_enough` returns true, which is called at intervals. Returns whether it reached the tick.
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

    /// The agents at a tick of the scene, to which they are run if necessary; beyond [`MOST_TICKS`] those of that tick.
    pub fn agents(&mut self, tick: u64) -> Vec<AgentAt> {
        self.go_to(tick);
        let simulation = self.simulation();
        let agent = |i: usize| {
            let from = self.snapshot_before_own(i, simulation.agent_states[i].ticks);
            AgentAt::new(&self.plan, i, simulation, &self.tracks.agents[i], from)
        };
        (0..self.plan.agents.len()).map(agent).collect()
    }

    /// The transforms of the bodies that agents have moved, at that tick.
    pub(in crate::world) fn body_transforms(&mut self, tick: u64) -> BodyTransforms {
        self.go_to(tick);
        self.simulation()
            .body_transforms()
            .iter()
            .map(|(&body, &transform)| (self.plan.indices[body], transform))
            .collect()
    }

    /// Runs one of an agent's ticks again and returns the steps; `None` for a tick that it has not made.
    pub fn detailed_log(&self, agent: usize, tick: u64) -> Option<DetailedLog> {
        let clock = self.plan.agents.get(agent).filter(|agent| agent.tree.is_ok())?.clock;
        if tick > clock.ticks(self.front.tick) {
            return None;
        }
        Replay { agent, tick, plan: Arc::clone(&self.plan), from: self.snapshot_before_own(agent, tick) }.detailed_log()
    }

    /// The simulation at the tick of the last [`Recording::go_to`].
    pub(super) fn simulation(&self) -> &Simulation {
        self.back.as_ref().unwrap_or(&self.front)
    }

    /// Goes to a tick, forward or back.
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

    pub(super) fn snapshot_up_to(&self, tick: u64) -> Option<Arc<Snapshot>> {
        let count = self.snapshots.partition_point(|snapshot| snapshot.tick <= tick);
        count.checked_sub(1).map(|last| Arc::clone(&self.snapshots[last]))
    }

    /// The last snapshot before an agent makes one of its own ticks.
    fn snapshot_before_own(&self, agent: usize, tick: u64) -> Option<Arc<Snapshot>> {
        let scene_tick = self.plan.agents[agent].clock.scene_tick(tick)?;
        self.snapshot_up_to(scene_tick.checked_sub(1)?)
    }

    /// The approximate memory of events, messages and snapshots, bytes.
    pub fn size(&self) -> usize {
        let snapshot = |snapshot: &Arc<Snapshot>| snapshot.size(self.plan.agents.iter().map(nodes));
        self.tracks.size + self.snapshots.iter().map(snapshot).sum::<usize>()
    }
}
