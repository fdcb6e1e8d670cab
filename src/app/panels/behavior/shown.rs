//! One agent at the shown moment: the tick, how many of its events have happened, and the statuses of the nodes.

use crate::behavior::{Event, EventKind, NodeKind, Status, Tree, apply};
use crate::report::agents::why::{AbortRecord, last_with_aborts, of_tick};
use crate::report::agents::words;

/// A tick of the agent, and how many of its events have happened; `None` for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) tick: u64,
    pub(super) step: Option<usize>,
}

impl Moment {
    /// The moment right after an event. `events` are in order of their ticks.
    pub(super) fn after(events: &[Event], index: usize) -> Self {
        let tick = events.get(index).map_or(0, |event| u64::from(event.tick));
        let first = events.partition_point(|event| u64::from(event.tick) < tick);
        let done = index + 1 - first.min(index);
        Self { tick, step: Some(done).filter(|done| *done < of_tick(events, tick).len()) }
    }

    /// The moment one event later or earlier. After the last event of a tick comes the first event of the next tick.
    /// `count` returns the number of events of a tick.
    pub(super) fn stepped(self, is_forward: bool, count: impl Fn(u64) -> usize) -> Self {
        let Self { tick, step } = self;
        let here = count(tick);
        let done = step.unwrap_or(here).min(here);
        // The end of a tick is the moment after all its events.
        let at = |tick, done, count| Self { tick, step: (done < count).then_some(done) };
        match (is_forward, done) {
            (true, done) if done < here => at(tick, done + 1, here),
            // The number of events may not be known yet. A step beyond the last known event is the end of the tick.
            (true, _) => Self { tick: tick + 1, step: Some(1) },
            (false, 0 | 1) if tick > 0 => Self { tick: tick - 1, step: None },
            (false, done) => at(tick, done.saturating_sub(1), here),
        }
    }
}

/// An agent at a moment.
pub(super) struct ShownAgent<'a> {
    pub(super) tree: &'a Tree,
    /// The number of ticks that the agent has run; 0 before the first.
    pub(super) tick: u64,
    /// The events of that tick.
    pub(super) events: &'a [Event],
    /// The number of these events that have happened; `None` for all.
    pub(super) step: Option<usize>,
    /// The statuses of the nodes at the moment.
    pub(super) statuses: Vec<Status>,
    /// The last abort, in this tick or an earlier one.
    pub(super) abort_records: Vec<AbortRecord>,
    /// The tick of the last abort.
    pub(super) halted_in: u64,
}

impl<'a> ShownAgent<'a> {
    /// `before` are the statuses of the nodes before the tick. `events` are in tick order, and may include events after
    /// it.
    pub(super) fn of(tree: &'a Tree, events: &'a [Event], before: Vec<Status>, tick: u64, step: Option<usize>) -> Self {
        let of_tick = of_tick(events, tick);
        let step = step.filter(|step| *step < of_tick.len());
        let happened = &of_tick[..step.unwrap_or(of_tick.len())];
        let mut statuses = before;
        for event in happened {
            apply(tree, &mut statuses, event);
        }
        let mut abort_records = AbortRecord::all(tree, happened);
        let mut halted_in = tick;
        if abort_records.is_empty()
            && let Some(earlier) = tick.checked_sub(1).and_then(|before| last_with_aborts(events, before))
        {
            abort_records = AbortRecord::all(tree, earlier);
            halted_in = earlier.first().map_or(tick, |event| u64::from(event.tick));
        }
        Self { tree, tick, events: of_tick, step, statuses, abort_records, halted_in }
    }

    /// The moment.
    pub(super) fn moment(&self) -> Moment {
        Moment { tick: self.tick, step: self.step }
    }

    /// Whether a node was halted in this tick.
    pub(super) fn is_aborted(&self) -> bool {
        !self.abort_records.is_empty() && self.halted_in == self.tick
    }

    /// The last event, unless the moment is the end of the tick.
    pub(super) fn last_event(&self) -> Option<&'a Event> {
        self.events.get(self.step?.checked_sub(1)?)
    }

    /// The running leaves.
    pub(super) fn running(&self) -> Vec<usize> {
        let is_leaf = |node: &usize| matches!(self.tree.kind(*node), NodeKind::Condition(_) | NodeKind::Action(_));
        let runs = |node: &usize| self.statuses[*node] == Status::Running;
        (0..self.tree.len()).filter(runs).filter(is_leaf).collect()
    }

    /// The nodes that explain the moment, the most important first: the node of the last event, the cause of an abort
    /// and the node that continues, the halted nodes, and the running leaves.
    pub(super) fn interest(&self) -> Vec<usize> {
        let mut nodes: Vec<usize> = self.last_event().map(|event| event.node as usize).into_iter().collect();
        if self.is_aborted() {
            nodes.extend(self.abort_records.iter().flat_map(|one| [one.cause, one.continues_at]));
            nodes.extend(self.abort_records.iter().filter_map(|one| one.left.first()));
        }
        nodes.extend(self.running().into_iter().take(3));
        if self.is_aborted() {
            // The conditions whose results led there.
            let ended = |event: &&Event| event.what == EventKind::End;
            let is_below = |node: usize| {
                let mut above = self.abort_records.iter().map(|one| one.continues_at);
                above.any(|above| above < node && node < self.tree.end(above))
            };
            nodes.extend(
                self.events.iter().filter(ended).map(|event| event.node as usize).filter(|node| is_below(*node)),
            );
        }
        if nodes.is_empty() {
            nodes.push(0);
        }
        nodes
    }

    /// The headline: the tick, and what happened in it.
    pub(super) fn headline(&self) -> String {
        let tick = self.tick;
        if tick == 0 {
            return "Before the first tick: nothing has started.".to_owned();
        }
        if let Some(step) = self.step {
            let count = self.events.len();
            let event = self
                .last_event()
                .map_or_else(|| "nothing has happened yet".to_owned(), |event| words::event(self.tree, event));
            return format!("Tick {tick}, event {step} of {count}: {event}.");
        }
        if self.is_aborted() {
            let described: Vec<String> = self.abort_records.iter().map(|one| one.sentence(self.tree)).collect();
            return format!("Tick {tick}: {}.", described.join(". Then "));
        }
        format!("Tick {tick}: {}.", self.state())
    }

    /// The second line: after an abort the running leaf, otherwise the last abort.
    pub(super) fn beside(&self) -> Option<String> {
        if self.tick == 0 || self.step.is_some() {
            return None;
        }
        if self.is_aborted() {
            return Some(format!("Now {}.", self.state()));
        }
        let last = self.abort_records.first()?;
        Some(format!("Last abort in tick {}: {}.", self.halted_in, last.sentence(self.tree)))
    }

    /// The running leaves, or the result of the tree.
    fn state(&self) -> String {
        let status = self.statuses[0];
        if status.is_result() {
            return format!("the tree has ended in {}", status.word());
        }
        let running = self.running();
        if running.is_empty() {
            return "no leaf is running; the tree continues in the next tick".to_owned();
        }
        let verb = if running.len() == 1 { "runs" } else { "run" };
        format!("{} {verb}", words::listed(self.tree, &running))
    }

    /// Whether a node was halted in this tick up to the moment.
    pub(super) fn is_halted(&self, node: usize) -> bool {
        self.is_aborted() && self.abort_records.iter().any(|one| one.halted.contains(&node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Abort;
    use crate::report::agents::sample;

    const SEES: [Status; 3] = [Status::Failure, Status::Failure, Status::Success];

    fn shown(run: &sample::SampleRun, tick: u64, step: Option<usize>) -> ShownAgent<'_> {
        let before = usize::try_from(tick.saturating_sub(1)).unwrap();
        ShownAgent::of(&run.tree, &run.log.events, run.states[before].statuses().to_vec(), tick, step)
    }

    #[test]
    fn the_moment_after_all_events_is_the_state_after_the_tick() {
        let run = sample::guard(Abort::Both, &SEES, 6);
        for tick in 0..=6 {
            let state = &run.states[usize::try_from(tick).unwrap()];
            assert_eq!(shown(&run, tick, None).statuses, state.statuses(), "tick {tick}");
        }
    }

    #[test]
    fn sentences_say_what_happened_and_what_runs() {
        let run = sample::guard(Abort::Both, &SEES, 6);
        for (tick, step, headline, beside) in [
            (0, None, "Before the first tick: nothing has started.", None),
            (1, None, "Tick 1: `walk` runs.", None),
            (
                3,
                None,
                "Tick 3: `sees player` went from failure to success; the tree continues at `attack` instead of `patrol`; aborted: `walk`, `patrol`.",
                Some("Now `chase` runs."),
            ),
            (3, Some(1), "Tick 3, event 1 of 7: `sees player` went from failure to success.", None),
            (3, Some(2), "Tick 3, event 2 of 7: `walk` was aborted because of `sees player`.", None),
            (
                3,
                Some(99),
                "Tick 3: `sees player` went from failure to success; the tree continues at `attack` instead of `patrol`; aborted: `walk`, `patrol`.",
                Some("Now `chase` runs."),
            ),
            (
                5,
                None,
                "Tick 5: `chase` runs.",
                Some(
                    "Last abort in tick 3: `sees player` went from failure to success; the tree continues at `attack` instead of `patrol`; aborted: `walk`, `patrol`.",
                ),
            ),
        ] {
            let shown = shown(&run, tick, step);
            assert_eq!((shown.headline().as_str(), shown.beside().as_deref()), (headline, beside), "{tick} {step:?}");
        }
    }

    #[test]
    fn stepping_visits_every_event_once_in_both_directions() {
        let run = sample::guard(Abort::Both, &SEES, 6);
        let count = |tick| of_tick(&run.log.events, tick).len();
        let done = |at: Moment| (at.tick, at.step.map_or(count(at.tick), |step| step.min(count(at.tick))));
        let (mut at, mut seen) = (Moment { tick: 0, step: None }, Vec::new());
        while at.tick <= 6 {
            at = at.stepped(true, count);
            seen.push(done(at));
        }
        let of_tick = |tick| (1..=count(tick).max(1)).map(move |done| (tick, done.min(count(tick))));
        let mut wanted: Vec<(u64, usize)> = (1..=6).flat_map(of_tick).collect();
        wanted.push((7, 0));
        assert_eq!(seen, wanted);
        let mut back = Vec::new();
        while at.tick > 0 {
            at = at.stepped(false, count);
            back.push(done(at));
        }
        wanted.pop();
        wanted.reverse();
        wanted.push((0, 0));
        // The end of a tick without events is a moment too.
        assert_eq!(back, wanted);
        assert_eq!(Moment { tick: 0, step: None }.stepped(false, count), Moment { tick: 0, step: None });
    }

    #[test]
    fn the_moment_of_an_event_is_just_after_it() {
        let run = sample::guard(Abort::Both, &SEES, 6);
        for (index, event) in run.log.events.iter().enumerate() {
            let moment = Moment::after(&run.log.events, index);
            let shown = shown(&run, moment.tick, moment.step);
            assert_eq!(shown.statuses[event.node as usize], event.status, "{index}: {event:?}");
            assert_eq!(shown.last_event().unwrap_or(shown.events.last().unwrap()), event);
        }
    }
}
