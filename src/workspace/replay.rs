//! Runs agents to the target tick without blocking the window. An edit of a scene with agents restarts them. A long run
//! continues over several frames.

use std::time::{Duration, Instant};

use super::Workspace;
use crate::world::agents::MOST_TICKS;

/// The longest time that a call runs agents. After it, the tick that was reached is shown.
const AT_ONCE: Duration = Duration::from_millis(200);
/// The longest time that a frame runs agents.
const IN_A_FRAME: Duration = Duration::from_millis(40);

impl Workspace {
    /// Runs the agents towards a tick for a limited time. Returns the tick that was reached.
    pub(super) fn reach(&mut self, tick: u64) -> u64 {
        let tick = if self.recording.is_empty() { tick } else { tick.min(MOST_TICKS) };
        let is_there = self.recording.run_before(tick, Instant::now() + AT_ONCE);
        self.target_tick = (!is_there).then_some(tick);
        if is_there { tick } else { self.recording.tick() }
    }

    /// Continues towards the target tick. Returns whether there is more to do in the next frame.
    pub fn catch_up(&mut self) -> bool {
        let Some(wanted) = self.target_tick else { return false };
        if self.recording.run_before(wanted, Instant::now() + IN_A_FRAME) {
            self.follow_time(wanted);
        }
        self.target_tick.is_some()
    }

    /// The tick that was reached and the target tick, while they differ.
    pub fn catching_up(&self) -> Option<(u64, u64)> {
        self.target_tick.map(|wanted| (self.recording.tick(), wanted))
    }

    /// Makes the tick that was reached the target tick.
    pub fn stop_catching_up(&mut self) {
        if self.target_tick.take().is_some() {
            self.set_tick(self.recording.tick());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Workspace;
    use crate::scene;

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
        let (reached, wanted) = workspace.catching_up().unwrap();
        assert_eq!((workspace.tick(), wanted), (reached, 900_000));
        assert!(reached > 0 && reached < wanted);
        assert!(workspace.catch_up(), "it continues");
        assert_eq!(workspace.tick(), reached, "and shows what it showed until it is there");
        workspace.stop_catching_up();
        assert_eq!((workspace.catching_up(), workspace.catch_up()), (None, false));
        assert!(workspace.tick() >= reached);
    }

    #[test]
    fn a_near_tick_is_reached_in_one_call() {
        let mut workspace = busy();
        workspace.set_tick(20);
        assert_eq!((workspace.tick(), workspace.catching_up()), (20, None));
        workspace.edit("rate", |scene| scene.tick_rate = 30.0);
        assert_eq!(workspace.tick(), 20, "an edit runs them again");
        workspace.set_tick(u64::MAX);
        assert!(
            workspace.catching_up().is_none_or(|(_, wanted)| wanted == 1_000_000),
            "no further than agents are run"
        );
    }
}
