//! The worlds of a trace at other ticks.

use std::cell::RefCell;
use std::sync::{Arc, PoisonError};

use super::agents::recording::Recording;
use super::at_tick::{KnownWorlds, World};
use super::traced::TraceAt;
use crate::files::Content;

/// So many ticks before a tick are searched for an answer that the program gave late.
pub const LATE_TICKS: usize = 8;

/// The most worlds that are kept.
const KEPT: usize = 2 * (LATE_TICKS + 1);

/// The worlds of a trace. Some are kept, because an answer is compared with those before it.
#[derive(Debug)]
pub struct PastWorlds<'t> {
    trace: &'t TraceAt,
    recording: RefCell<Recording>,
    known: KnownWorlds,
}

impl<'t> PastWorlds<'t> {
    /// Those of a trace.
    pub fn of(trace: &'t TraceAt) -> Self {
        let recording = RefCell::new(Recording::of(content(trace)));
        Self { trace, recording, known: KnownWorlds::default() }
    }

    /// Those of the trace of a world, which knows some while the time goes on. `None` for a world without a trace.
    pub fn of_world(world: &'t World) -> Option<Self> {
        Some(Self { known: Arc::clone(&world.known_worlds), ..Self::of(world.trace.as_deref()?) })
    }

    /// The world at a tick.
    pub fn at(&self, tick: u64) -> Arc<World> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(world) = known().get(&tick) {
            return Arc::clone(world);
        }
        let world = Arc::new(World::of(&mut self.recording.borrow_mut(), content(self.trace), tick));
        let mut known = known();
        known.insert(tick, Arc::clone(&world));
        if known.len() > KEPT {
            // The one that is furthest away.
            let before = known.first_key_value().map_or(0, |(first, _)| tick - first);
            let after = known.last_key_value().map_or(0, |(last, _)| last - tick);
            if before > after {
                known.pop_first()
            } else {
                known.pop_last()
            };
        }
        world
    }

    /// The world so many ticks before another one; `None` before tick 0.
    pub fn before(&self, tick: u64, ticks: usize) -> Option<Arc<World>> {
        tick.checked_sub(ticks as u64).map(|tick| self.at(tick))
    }
}

fn content(trace: &TraceAt) -> Content<'_> {
    Content { scene: &trace.scene, files: &trace.files }
}
