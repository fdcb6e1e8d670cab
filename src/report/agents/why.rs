//! The aborts of a tick with their causes, found in the events.

use super::words::{flip, listed, quoted};
use crate::behavior::{Event, EventKind, LibraryNode, NodeKind, Status, Tree};

/// An abort: the halted nodes and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AbortRecord {
    /// The node that caused it.
    pub(crate) cause: usize,
    pub(crate) why: AbortCause,
    /// The composite at which the tree continues.
    pub(crate) continues_at: usize,
    /// The uppermost halted nodes, first to last.
    pub(crate) left: Vec<usize>,
    /// All halted nodes, deepest first.
    pub(crate) halted: Vec<usize>,
}

/// The kind of the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbortCause {
    /// A watched condition has this result now and aborts lower priorities: the tree continues at the composite that
    /// watches it.
    LowerPriority(Status),
    /// A watched condition has this result now and aborts its own branch: the composite that watches it evaluates it
    /// again.
    Own(Status),
    /// A parallel ended before all of its children had.
    Decided,
    /// A timeout expired.
    TimedOut,
    /// An earlier child of a reactive composite decided.
    Reactive,
}

impl AbortRecord {
    /// The aborts of one tick, or of its first events, in order.
    pub(crate) fn all(tree: &Tree, events: &[Event]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for event in events {
            let node = event.node as usize;
            match (event.what, event.cause()) {
                (EventKind::Reevaluate, Some(next)) => all.push(Self::by_condition(tree, node, next, event.status)),
                (EventKind::Abort, Some(cause)) => {
                    if all.last().is_none_or(|last| last.cause != cause) {
                        all.push(Self::by_node(tree, cause));
                    }
                    if let Some(last) = all.last_mut() {
                        last.halted.push(node);
                    }
                }
                _ => {}
            }
        }
        for abort_record in &mut all {
            abort_record.find_uppermost(tree);
        }
        all
    }

    fn by_condition(tree: &Tree, condition: usize, next: usize, now: Status) -> Self {
        let composite = tree.composite_above(condition).unwrap_or(condition);
        let is_lower = next <= composite;
        let why = if is_lower { AbortCause::LowerPriority(now) } else { AbortCause::Own(now) };
        Self { cause: condition, why, continues_at: composite, left: Vec::new(), halted: Vec::new() }
    }

    fn by_node(tree: &Tree, cause: usize) -> Self {
        let why = match tree.kind(cause) {
            NodeKind::Parallel { .. }
            | NodeKind::PipelineSequence
            | NodeKind::NonblockingSequence
            | NodeKind::Library(LibraryNode::Parallel(_) | LibraryNode::ParallelAll { .. }) => AbortCause::Decided,
            NodeKind::Timeout { .. } | NodeKind::Library(LibraryNode::Timeout(_)) => AbortCause::TimedOut,
            _ => AbortCause::Reactive,
        };
        Self { cause, why, continues_at: cause, left: Vec::new(), halted: Vec::new() }
    }

    fn find_uppermost(&mut self, tree: &Tree) {
        let mut sorted = self.halted.clone();
        sorted.sort_unstable();
        let mut end = 0;
        for node in sorted {
            if node >= end {
                self.left.push(node);
                end = tree.end(node);
            }
        }
    }

    /// As a sentence without a full stop.
    pub(crate) fn sentence(&self, tree: &Tree) -> String {
        let (cause, continues_at) = (quoted(tree, self.cause), quoted(tree, self.continues_at));
        let (left, halted) = (listed(tree, &self.left), listed(tree, &self.halted));
        let words = match self.why {
            AbortCause::LowerPriority(now) if left.is_empty() => {
                format!("{}; the tree continues at {continues_at}", flip(&cause, now))
            }
            AbortCause::LowerPriority(now) => {
                format!("{}; the tree continues at {continues_at} instead of {left}", flip(&cause, now))
            }
            AbortCause::Own(now) => format!("{}; {continues_at} evaluates it again", flip(&cause, now)),
            AbortCause::Decided => format!("{cause} ended before all its children had ended"),
            AbortCause::TimedOut => format!("{cause} expired"),
            AbortCause::Reactive => format!("the tree continues at {cause} instead of {left}"),
        };
        if halted.is_empty() { words } else { format!("{words}; aborted: {halted}") }
    }
}

/// The events of the last tick with an abort, up to this tick. `events` are in order of their ticks.
pub(crate) fn last_with_aborts(events: &[Event], tick: u64) -> Option<&[Event]> {
    let end = events.partition_point(|event| u64::from(event.tick) <= tick);
    let last = events[..end].iter().rposition(|event| event.what == EventKind::Abort)?;
    Some(of_tick(&events[..end], u64::from(events[last].tick)))
}

/// The events of one tick. `events` are in order of their ticks.
pub(crate) fn of_tick(events: &[Event], tick: u64) -> &[Event] {
    let start = events.partition_point(|event| u64::from(event.tick) < tick);
    let end = events.partition_point(|event| u64::from(event.tick) <= tick);
    &events[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Abort;
    use crate::report::agents::sample;

    fn sentences(abort: Abort, sees: &[Status], ticks: u64) -> Vec<(u64, String)> {
        let run = sample::guard(abort, sees, ticks);
        let described = |tick| AbortRecord::all(&run.tree, of_tick(&run.log.events, tick));
        (1..=ticks)
            .flat_map(|tick| described(tick).into_iter().map(move |one| (tick, one)))
            .map(|(tick, one)| (tick, one.sentence(&run.tree)))
            .collect()
    }

    #[test]
    fn the_sentence_names_the_cause_and_where_the_tree_continues() {
        let sees = [Status::Failure, Status::Failure, Status::Success];
        let described = sentences(Abort::LowerPriority, &sees, 5);
        let words = "`sees player` went from failure to success; the tree continues at `attack` instead of `patrol`; aborted: `walk`, `patrol`";
        assert_eq!(described, [(3, words.to_owned())]);
        assert_eq!(sentences(Abort::None, &sees, 5), []);
    }

    #[test]
    fn a_self_abort_is_named() {
        let sees = [Status::Success, Status::Success, Status::Failure];
        let described = sentences(Abort::Own, &sees, 5);
        let words = "`sees player` went from success to failure; `attack` evaluates it again; aborted: `chase`";
        assert_eq!(described, [(3, words.to_owned())]);
    }

    #[test]
    fn a_later_tick_has_the_last_abort() {
        let run = sample::guard(Abort::Both, &[Status::Failure, Status::Success], 9);
        assert_eq!(last_with_aborts(&run.log.events, 1), None);
        for tick in 2..=9 {
            let events = last_with_aborts(&run.log.events, tick).unwrap();
            assert!(events.iter().all(|event| event.tick == 2), "{events:?}");
            assert_eq!(AbortRecord::all(&run.tree, events)[0].cause, sample::SEES);
        }
    }

    #[test]
    fn nodes_that_halt_others_without_a_condition_are_named() {
        use crate::behavior::{Action, NodeKind, Policy, Script, TreeBuilder};
        let running = || NodeKind::Action(Action::Script(Script::new(&[Status::Running]).unwrap()));
        let done = || NodeKind::Action(Action::Script(Script::always(true)));
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::Timeout { ticks: 2 }, "");
        builder.leaf(running(), "dig");
        let timeout = sample::run(builder.finish().unwrap(), 2);
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::Parallel { policy: Policy::Any, abort: Abort::None }, "race");
        builder.leaf(running(), "slow");
        builder.leaf(done(), "fast");
        let parallel = sample::run(builder.finish().unwrap(), 1);
        for (run, words) in [
            (timeout, "`timeout 2` expired; aborted: `dig`"),
            (parallel, "`race` ended before all its children had ended; aborted: `slow`"),
        ] {
            let all = AbortRecord::all(&run.tree, &run.log.events);
            assert_eq!(all.iter().map(|one| one.sentence(&run.tree)).collect::<Vec<_>>(), [words]);
        }
    }
}
