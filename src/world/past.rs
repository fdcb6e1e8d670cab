//! The worlds of a trace at other ticks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::agents::recording::Recording;
use super::at_tick::World;
use super::traced::TraceAt;
use crate::files::Content;

/// So many ticks before a tick are searched for an answer that the program gave late.
pub const LATE_TICKS: usize = 8;

/// The most worlds that are kept.
const KEPT: usize = 2 * (LATE_TICKS + 1);

/// The worlds of a trace. The last ones are kept, because an answer is compared with those before it.
#[derive(Debug)]
pub struct PastWorlds<'t> {
    trace: &'t TraceAt,
    recording: RefCell<Recording>,
    kept: RefCell<BTreeMap<u64, Arc<World>>>,
}

impl<'t> PastWorlds<'t> {
    /// Those of a trace.
    pub fn of(trace: &'t TraceAt) -> Self {
        let recording = RefCell::new(Recording::of(content(trace)));
        Self { trace, recording, kept: RefCell::default() }
    }

    /// The world at a tick.
    pub fn at(&self, tick: u64) -> Arc<World> {
        if let Some(world) = self.kept.borrow().get(&tick) {
            return Arc::clone(world);
        }
        let world = Arc::new(World::of(&mut self.recording.borrow_mut(), content(self.trace), tick));
        let mut kept = self.kept.borrow_mut();
        kept.insert(tick, Arc::clone(&world));
        if kept.len() > KEPT {
            kept.pop_first();
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
