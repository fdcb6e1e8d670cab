//! The event history of one agent, and the status of its nodes before any tick.

use std::sync::Arc;

use crate::behavior::{Blackboard, Event, Status, Tree, Value, apply};
use crate::report::agents::why::of_tick;
use crate::workspace::Workspace;
use crate::world::AgentAt;

/// The history of the shown agent. It is extended while the same tree continues to run.
#[derive(Default)]
pub(super) struct EventHistory {
    of: Option<(Arc<()>, usize)>,
    tree: Option<Arc<Tree>>,
    events: Vec<Event>,
    /// The statuses of its nodes before a tick.
    before: Option<(u64, Vec<Status>)>,
    /// The number of trees so far.
    revision: u64,
}

impl EventHistory {
    /// Adds the events since the last call. Returns whether the history was restarted: for another tree, or for the
    /// same tree from tick 0.
    pub(super) fn update(&mut self, workspace: &Workspace, agent: usize, tree: &Arc<Tree>) -> bool {
        let (recording, is_tree) =
            (workspace.clock().recording(), self.tree.as_ref().is_some_and(|own| Arc::ptr_eq(own, tree)));
        let is_run = self.of.as_ref().is_some_and(|(run, of)| Arc::ptr_eq(run, recording.run()) && *of == agent);
        let is_new = !(is_tree && is_run);
        if is_new {
            let of = Some((Arc::clone(recording.run()), agent));
            *self = Self { of, tree: Some(Arc::clone(tree)), revision: self.revision + 1, ..Self::default() };
        }
        let all = recording.events(agent, 0..u64::MAX);
        self.events.extend(all.skip(self.events.len()).copied());
        is_new
    }

    /// The events in tick order, including those after the shown tick.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// The statuses of the nodes before a tick.
    pub(super) fn before(&mut self, tree: &Tree, tick: u64) -> Vec<Status> {
        let (mut from, mut statuses) = match self.before.take() {
            Some((known, statuses)) if known <= tick => (known, statuses),
            _ => (0, vec![Status::Inactive; tree.len()]),
        };
        while from < tick {
            for event in of_tick(&self.events, from) {
                apply(tree, &mut statuses, event);
            }
            // Continues to the next tick with an event.
            let next = self.events.partition_point(|event| u64::from(event.tick) <= from);
            from = self.events.get(next).map_or(tick, |event| u64::from(event.tick)).min(tick);
        }
        self.before = Some((tick, statuses.clone()));
        statuses
    }
}

/// The blackboard of an agent before its last tick.
pub(super) fn blackboard_before(workspace: &Workspace, index: usize, agent: &AgentAt) -> Blackboard {
    let recording = workspace.clock().recording();
    let is_new =
        |key: &Arc<str>| recording.changes(index).any(|change| change.tick == agent.tick && change.key == *key);
    let was = |(key, value): (&Arc<str>, &Value)| {
        if !is_new(key) {
            return Some((Arc::clone(key), value.clone()));
        }
        let earlier = recording.values(index, key).into_iter().take_while(|(tick, _)| *tick < agent.tick).last();
        earlier.map(|(_, value)| (Arc::clone(key), value))
    };
    agent.blackboard.iter().filter_map(was).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Abort;
    use crate::report::agents::sample;

    #[test]
    fn the_state_before_any_tick_is_found_in_any_order() {
        let run = sample::guard(Abort::Both, &[Status::Failure, Status::Failure, Status::Success], 8);
        let mut event_history = EventHistory { events: run.log.events.clone(), ..EventHistory::default() };
        for tick in [1, 2, 3, 8, 4, 4, 1, 9, 3] {
            let state = &run.states[usize::try_from(tick).unwrap() - 1];
            assert_eq!(event_history.before(&run.tree, tick), state.statuses(), "before tick {tick}");
        }
    }

    #[test]
    fn a_restarted_run_has_a_new_history() {
        let agent = |name: &str| {
            format!(r#"{{ "name": "{name}", "tree": {{ "action": {{ "script": ["running", "success"] }} }} }}"#)
        };
        let text = format!(r#"{{ "eyeline": 1, "agents": [{}, {}] }}"#, agent("a"), agent("b"));
        let mut workspace = Workspace::new(crate::scene::parse(&text, "test.json").unwrap(), None);
        workspace.set_tick(1);
        let mut event_history = EventHistory::default();
        let mut is_new = |workspace: &Workspace, agent: usize| {
            let tree = workspace.world().agents[agent].tree.clone().unwrap();
            let is_new = event_history.update(workspace, agent, &tree);
            (is_new, event_history.events().len())
        };
        assert_eq!(is_new(&workspace, 0), (true, 1));
        workspace.set_tick(4);
        assert_eq!(is_new(&workspace, 0), (false, 2), "it continues");
        workspace.set_tick(1);
        assert_eq!(is_new(&workspace, 0), (false, 2), "what is known stays known");
        assert_eq!(is_new(&workspace, 1), (true, 2), "another agent");
        workspace.edit("tick_rate", |scene| scene.agents[1].tick_rate = Some(120.0));
        assert_eq!(is_new(&workspace, 1), (true, 2), "it was restarted, and has run two ticks");
    }
}
