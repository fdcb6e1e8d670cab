//! The worlds of a trace at other ticks.

use std::sync::{Arc, OnceLock};

use super::at_tick::World;
use super::traced::TraceAt;

/// So many ticks before a tick are searched for an answer that the program gave late.
pub const LATE_TICKS: usize = 8;

/// The worlds before a tick, made when they are asked for.
#[derive(Debug)]
pub struct PastWorlds<'t> {
    trace: &'t TraceAt,
    /// The last one first.
    worlds: [OnceLock<Option<Arc<World>>>; LATE_TICKS],
}

impl<'t> PastWorlds<'t> {
    /// Those before the tick of a trace.
    pub fn of(trace: &'t TraceAt) -> Self {
        Self { trace, worlds: Default::default() }
    }

    /// The world so many ticks before, 1 to [`LATE_TICKS`]; `None` before tick 0.
    pub fn before(&self, ticks: usize) -> Option<&Arc<World>> {
        let made = self.worlds.get(ticks.checked_sub(1)?)?;
        let make = || self.trace.tick.checked_sub(ticks as u64).map(|tick| Arc::new(self.trace.world_at(tick)));
        made.get_or_init(make).as_ref()
    }
}

impl TraceAt {
    /// The world at a tick, without agents.
    pub fn world_at(&self, tick: u64) -> World {
        World::at(&self.scene, &self.files, tick)
    }
}
