//! The statuses of an agent's nodes at earlier ticks, from its events. Nothing is run again.

use super::agent::AgentAt;
use crate::behavior::{Status, apply};

impl AgentAt {
    /// The statuses of its nodes at ticks of the scene, which ascend and are not after its own. A tick is left out when the events
    /// up to it were not kept, and all are when its tree cannot run.
    pub fn statuses_at(&self, ticks: impl IntoIterator<Item = u64>) -> Vec<(u64, Vec<Status>)> {
        let Ok(tree) = &self.tree else { return Vec::new() };
        let mut statuses = vec![Status::Inactive; tree.len()];
        let mut events = self.events.iter().peekable();
        // The last tick with events may have more of them when not all were kept.
        let end =
            self.events.len().checked_sub(1).and_then(|last| self.events.get(last)).map(|last| u64::from(last.tick));
        let is_kept = |own: u64| !self.is_cut || end.is_some_and(|end| own < end);
        let mut found = Vec::new();
        for tick in ticks {
            let own = self.own_ticks(tick);
            if !is_kept(own) {
                break;
            }
            while let Some(event) = events.next_if(|event| u64::from(event.tick) <= own) {
                apply(tree, &mut statuses, event);
            }
            found.push((tick, statuses.clone()));
        }
        found
    }
}
