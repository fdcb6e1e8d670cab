//! The tick of the open scene. Agents run to the target tick without blocking the window: an edit of a scene with agents
//! restarts them, and a long run continues over several frames.

use std::time::Duration;

use web_time::Instant;

use super::breakpoints::Breakpoints;
use crate::world::Recording;
use crate::world::agents::MOST_TICKS;

/// The longest time that a call runs agents. After it, the tick that was reached is shown.
const AT_ONCE: Duration = Duration::from_millis(200);
/// The longest time that a frame runs agents.
const IN_A_FRAME: Duration = Duration::from_millis(40);

/// The current tick, and the recording of the agents up to the last tick that was run.
pub(in crate::workspace) struct Clock {
    pub(in crate::workspace) tick: u64,
    /// The tick to which the agents are being run; `None` when they have reached it.
    pub(in crate::workspace) target_tick: Option<u64>,
    pub(in crate::workspace) recording: Recording,
    pub(in crate::workspace) breakpoints: Breakpoints,
}

impl Clock {
    /// The first tick.
    pub(in crate::workspace) fn new(recording: Recording) -> Self {
        Self { tick: 0, target_tick: None, recording, breakpoints: Breakpoints::default() }
    }

    /// Runs the agents towards a tick for a limited time, and goes to the tick that was reached. Returns it.
    pub(in crate::workspace) fn reach(&mut self, tick: u64) -> u64 {
        let tick = if self.recording.is_empty() { tick } else { tick.min(MOST_TICKS) };
        let is_there = self.recording.run_before(tick, Instant::now() + AT_ONCE);
        self.target_tick = (!is_there).then_some(tick);
        self.tick = if is_there { tick } else { self.recording.tick() };
        self.tick
    }

    /// Runs the agents on towards the target tick. Returns that tick when it was reached in this call.
    pub(in crate::workspace) fn run_on(&mut self) -> Option<u64> {
        let wanted = self.target_tick?;
        self.recording.run_before(wanted, Instant::now() + IN_A_FRAME).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use crate::scene;
    use crate::workspace::open_scene::Workspace;

    /// Agents with so much work that a million ticks take much longer than a frame.
    fn busy() -> Workspace {
        let agent = |i: usize| {
            format!(
                r#"{{ "name": "a{i}", "tree": {{ "repeater": {{ "child": {{ "condition": {{ "every": {{ "ticks": 7 }} }} }} }} }} }}"#
            )
        };
        let agents: Vec<String> = (0..50).map(agent).collect();
        let text = format!(r#"{{ "eyeline": 1, "agents": [{}] }}"#, agents.join(","));
        Workspace::new(scene::parse(&text, "a.json").unwrap(), None)
    }

    #[test]
    fn a_far_tick_does_not_block() {
        let mut workspace = busy();
        workspace.set_tick(900_000);
        let (reached, wanted) = workspace.clock().catching_up().unwrap();
        assert_eq!((workspace.tick(), wanted), (reached, 900_000));
        assert!(reached > 0 && reached < wanted);
        assert!(workspace.catch_up(), "it continues");
        assert_eq!(workspace.tick(), reached, "and shows what it showed until it is there");
        workspace.stop_catching_up();
        assert_eq!((workspace.clock().catching_up(), workspace.catch_up()), (None, false));
        assert!(workspace.tick() >= reached);
    }

    #[test]
    fn a_near_tick_is_reached_in_one_call() {
        let mut workspace = busy();
        workspace.set_tick(20);
        assert_eq!((workspace.tick(), workspace.clock().catching_up()), (20, None));
        workspace.edit("rate", |scene| scene.tick_rate = 30.0);
        assert_eq!(workspace.tick(), 20, "an edit runs them again");
        workspace.set_tick(u64::MAX);
        assert!(
            workspace.clock().catching_up().is_none_or(|(_, wanted)| wanted == 1_000_000),
            "no further than agents are run"
        );
    }
}
