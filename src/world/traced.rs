//! The trace of a scene at a tick: what the program said.

use std::sync::Arc;

use crate::files::{Content, Files, name_of_trace};
use crate::scene::Scene;
use crate::trace::{Said, Trace};

/// The trace of a scene at a tick.
#[derive(Clone, Debug)]
pub struct TraceAt {
    /// Its name in expectations and reports.
    pub name: Arc<str>,
    /// The tick.
    pub tick: u64,
    /// What the program said after the tick before.
    pub said: Arc<[Said]>,
    /// Whether the answers of the whole trace are asked for, not of this tick alone.
    pub is_whole: bool,
    /// The trace itself.
    pub trace: Arc<Trace>,
    /// The scene with the entries of the trace at the tick.
    pub(super) joined: Arc<Scene>,
    /// The scene that shows it.
    pub(super) scene: Arc<Scene>,
    pub(super) files: Files,
}

impl TraceAt {
    /// The trace of a scene, to ask about its ticks.
    pub fn of_scene(content: Content, trace: &Arc<Trace>) -> Self {
        Self::of(content, trace, 0, Arc::new(Scene::empty()))
    }

    /// The trace of a scene at a tick. `joined` is the scene with its entries.
    pub(super) fn of(content: Content, trace: &Arc<Trace>, tick: u64, joined: Arc<Scene>) -> Self {
        let rate = content.scene.tick_rate;
        let before = tick.checked_sub(1).map(|before| before as f64 / rate);
        let name = content.scene.trace.as_ref().map_or_else(|| Arc::from(""), |written| name_of_trace(written, trace));
        let scene = Scene { expect: Vec::new(), ..content.scene.clone() };
        Self {
            name,
            tick,
            said: trace.said_between(before, tick as f64 / rate).cloned().collect(),
            is_whole: false,
            trace: Arc::clone(trace),
            joined,
            scene: Arc::new(scene),
            files: content.files.clone(),
        }
    }

    /// The ticks at which the program said something, ascending: the first tick that has the line.
    pub fn ticks_of_said(&self) -> Vec<u64> {
        let rate = self.scene.tick_rate;
        let mut ticks: Vec<u64> = self.trace.times_of_said().map(|time| first_tick(time, rate)).collect();
        ticks.dedup();
        ticks
    }
}

/// The first tick whose world has the lines of a time. A time that is off by rounding belongs to its tick.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
pub fn first_tick(time: f64, rate: f64) -> u64 {
    (time * rate - 1e-9 * rate).ceil().clamp(0.0, 1e15) as u64
}
