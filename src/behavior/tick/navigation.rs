//! How the control nodes and decorators of Navigation2 are ticked.

use super::run::{Next, Tick, index};
use crate::behavior::blackboard::Blackboard;
use crate::behavior::entry::truth_of;
use crate::behavior::event::Listener;
use crate::behavior::kind::NodeKind;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::node::LibraryNode;
use crate::behavior::memory::Memory;
use crate::behavior::navigation::{Approach, Calls};
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;
use crate::behavior::value::Value;
use std::sync::Arc;

/// The greatest number of recoveries in one tick, so that every tick ends.
const MOST_RECOVERIES: u64 = 100;

/// The states of a [`NodeKind::PauseResumeController`]: the indices of their children.
const RESUMED: u64 = 0;
const PAUSED: u64 = 1;
const ON_PAUSE: u64 = 2;
const ON_RESUME: u64 = 3;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Whether a node starts again, see the module's page. Must be called before the node starts.
    pub(super) fn begins_anew(&self, at: usize) -> bool {
        let in_place = |parent: usize| {
            let is_so = matches!(
                self.tree.kind(parent),
                NodeKind::PipelineSequence
                    | NodeKind::NonblockingSequence
                    | NodeKind::Library(LibraryNode::WhileDoElse)
            );
            is_so && self.state.statuses[at].is_result()
        };
        self.state.statuses[at] != Status::Running && !self.tree.parent(at).is_some_and(in_place)
    }

    /// Ticks a node that has started.
    pub(super) fn navigation_turn(&mut self, at: usize, was_running: bool, is_new: bool) -> Next {
        let child = at + 1;
        let is_child_running = self.state.statuses[child] == Status::Running;
        let tick = self.state.tick;
        let state = &mut *self.state;
        let has_turn = match self.tree.kind(at) {
            NodeKind::Recovery { .. } => {
                if !was_running {
                    (state.cursors[at], state.counts[at]) = (index(child), 0);
                }
                return Next::Turn(state.cursors[at] as usize);
            }
            NodeKind::PipelineSequence => {
                if !was_running {
                    state.cursors[at] = index(child);
                }
                return Next::Turn(child);
            }
            NodeKind::NonblockingSequence => {
                state.counts[at] = 0;
                return Next::Turn(child);
            }
            NodeKind::RoundRobin => {
                if !was_running {
                    state.counts[at] = 0;
                }
                if state.cursors[at] == NONE {
                    state.cursors[at] = index(child);
                }
                return Next::Turn(state.cursors[at] as usize);
            }
            NodeKind::PersistentSequence { key, .. } => {
                let place = key.as_ref().and_then(|key| place_of(&state.blackboard, key)).unwrap_or(state.counts[at]);
                let place = usize::try_from(place).unwrap_or(usize::MAX);
                // An index past the last child means that all have succeeded.
                if let Some(child) = self.tree.children(at).nth(place) {
                    return Next::Turn(child);
                }
                self.keep_place(at, 0);
                return Next::Answer(Status::Success);
            }
            NodeKind::GoalUpdater { copies } => {
                for (from, to) in copies {
                    if let Some(value) = state.blackboard.get(from).cloned() {
                        state.blackboard.set(to, value);
                    }
                }
                true
            }
            NodeKind::SingleTrigger => {
                if !is_new && !is_child_running {
                    return Next::Answer(Status::Failure);
                }
                true
            }
            NodeKind::RateController { ticks } => {
                if is_new {
                    state.counts[at] = tick;
                }
                is_new || tick - state.counts[at] >= *ticks
            }
            NodeKind::DistanceController { distance } => {
                let place = self.leaves.position();
                let memory = state.memories.entry(index(at)).or_default();
                if is_new {
                    memory.place = place;
                }
                is_new || far(memory.place, place) >= *distance
            }
            NodeKind::SpeedController { rates, goals } => {
                let (place, goals) = (self.leaves.position(), values(&state.blackboard, goals));
                let memory = state.memories.entry(index(at)).or_default();
                if is_new || memory.goals != goals {
                    *memory = Memory { place, since: tick, period: rates.period(f64::INFINITY), goals };
                    true
                } else {
                    let elapsed = tick - memory.since;
                    let is_over = elapsed >= memory.period;
                    if is_over {
                        let speed = far(memory.place, place) * rates.tick_rate / elapsed as f64;
                        (memory.period, memory.since, memory.place) = (rates.period(speed), tick, place);
                    }
                    is_over
                }
            }
            NodeKind::GoalUpdatedController { goals } => {
                let goals = values(&state.blackboard, goals);
                let memory = state.memories.entry(index(at)).or_default();
                let is_other = is_new || memory.goals != goals;
                memory.goals = goals;
                is_other
            }
            NodeKind::PathLongerOnApproach(approach) => return self.approach_turn(at, approach),
            NodeKind::PauseResumeController(calls) => return self.paused_turn(at, calls, was_running),
            _ => true,
        };
        if has_turn || is_child_running { Next::Turn(child) } else { Next::Answer(Status::Running) }
    }

    /// The next step after a child's result.
    pub(super) fn navigation_take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        let (first, next, end) = (parent + 1, self.tree.end(child), self.tree.end(parent));
        let state = &mut *self.state;
        Next::Answer(match self.tree.kind(parent) {
            NodeKind::Recovery { retries } => match (child == first, answer) {
                (true, Status::Failure) if next < end && retries.is_none_or(|most| state.counts[parent] < most) => {
                    state.cursors[parent] = index(next);
                    return Next::Turn(next);
                }
                (false, Status::Success) => {
                    state.counts[parent] += 1;
                    state.cursors[parent] = index(first);
                    if !state.counts[parent].is_multiple_of(MOST_RECOVERIES) {
                        return Next::Turn(first);
                    }
                    Status::Running
                }
                (false, Status::Skipped) => Status::Failure,
                (_, answer) => answer,
            },
            NodeKind::PipelineSequence => match answer {
                Status::Running if index(child) >= state.cursors[parent] => {
                    state.cursors[parent] = index(child);
                    Status::Running
                }
                Status::Failure => {
                    self.halt(first, end, parent);
                    Status::Failure
                }
                _ if next < end => return Next::Turn(next),
                _ => {
                    self.halt(first, end, parent);
                    self.skipped_or_success(parent)
                }
            },
            NodeKind::NonblockingSequence if answer == Status::Failure => {
                self.halt(first, end, parent);
                Status::Failure
            }
            NodeKind::NonblockingSequence => {
                state.counts[parent] += u64::from(answer == Status::Running);
                if next < end {
                    return Next::Turn(next);
                }
                if state.counts[parent] > 0 { Status::Running } else { self.skipped_or_success(parent) }
            }
            NodeKind::RoundRobin => {
                if answer.is_result() {
                    state.cursors[parent] = index(if next < end { next } else { first });
                }
                if matches!(answer, Status::Failure | Status::Skipped) {
                    state.counts[parent] += 1;
                    if state.counts[parent] < self.tree.child_count(parent) as u64 {
                        return Next::Turn(state.cursors[parent] as usize);
                    }
                    state.cursors[parent] = NONE;
                    return Next::Answer(if self.are_skipped(parent) { Status::Skipped } else { Status::Failure });
                }
                answer
            }
            NodeKind::PersistentSequence { resets, .. } => return self.persistent_take(parent, child, answer, *resets),
            NodeKind::RateController { .. } => {
                if answer == Status::Success {
                    state.counts[parent] = state.tick;
                }
                answer
            }
            NodeKind::DistanceController { .. } => {
                if answer == Status::Success {
                    let place = self.leaves.position();
                    state.memories.entry(index(parent)).or_default().place = place;
                }
                answer
            }
            NodeKind::PathLongerOnApproach(approach) => {
                if answer.is_result() {
                    let now = state.blackboard.get(&approach.path).cloned();
                    state.memories.entry(index(parent)).or_default().goals = vec![now];
                }
                answer
            }
            NodeKind::PauseResumeController(_) => {
                if answer != Status::Success || state.counts[parent] == RESUMED {
                    return Next::Answer(answer);
                }
                state.counts[parent] = next_state(state.counts[parent]);
                Status::Running
            }
            _ => answer,
        })
    }

    fn persistent_take(&mut self, parent: usize, child: usize, answer: Status, resets: bool) -> Next {
        let (next, end) = (self.tree.end(child), self.tree.end(parent));
        let place = self.tree.place(child) as u64;
        match answer {
            Status::Success | Status::Skipped if next < end => {
                self.keep_place(parent, place + 1);
                return Next::Turn(next);
            }
            Status::Success | Status::Skipped => self.keep_place(parent, 0),
            Status::Failure if resets => self.keep_place(parent, 0),
            _ => self.keep_place(parent, place),
        }
        Next::Answer(if answer == Status::Skipped { self.skipped_or_success(parent) } else { answer })
    }

    /// The result of a sequence whose children were skipped or have succeeded.
    fn skipped_or_success(&self, parent: usize) -> Status {
        if self.are_skipped(parent) { Status::Skipped } else { Status::Success }
    }

    /// Ticks the child of a [`NodeKind::PathLongerOnApproach`] when the path became longer, else halts it.
    fn approach_turn(&mut self, at: usize, approach: &Approach) -> Next {
        let child = at + 1;
        let now = self.state.blackboard.get(&approach.path).cloned();
        let memory = self.state.memories.entry(index(at)).or_default();
        let before = memory.goals.first().cloned().flatten();
        if approach.is_longer(&path_of(before.as_ref()), &path_of(now.as_ref())) {
            return Next::Turn(child);
        }
        memory.goals = vec![now];
        self.halt(child, self.tree.end(at), at);
        Next::Answer(Status::Success)
    }

    /// Ticks the child of the state of a [`NodeKind::PauseResumeController`].
    fn paused_turn(&mut self, at: usize, calls: &Calls, was_running: bool) -> Next {
        if !was_running {
            self.state.counts[at] = RESUMED;
        }
        let mut now = self.state.counts[at];
        let mut is_requested = false;
        for (service, end, way) in [(&calls.pause, PAUSED, ON_PAUSE), (&calls.resume, RESUMED, ON_RESUME)] {
            if self.is_called(service) && now != end {
                (now, is_requested) = (way, true);
            }
        }
        self.state.counts[at] = now;
        if is_requested {
            self.halt(at + 1, self.tree.end(at), at);
            self.clear(at + 1, self.tree.end(at));
        }
        let child = usize::try_from(now).ok().and_then(|place| self.tree.children(at).nth(place));
        child.map_or_else(
            || {
                self.state.counts[at] = next_state(now);
                Next::Answer(Status::Running)
            },
            Next::Turn,
        )
    }

    /// Whether a service was called. The call is answered.
    fn is_called(&mut self, service: &Arc<str>) -> bool {
        let is_called = match self.state.blackboard.get(service) {
            Some(Value::Bool(is_called)) => *is_called,
            Some(Value::Number(number)) => *number != 0.0,
            Some(Value::Text(text)) => truth_of(text) == Some(true),
            _ => false,
        };
        if is_called {
            self.state.blackboard.set(service, Value::Bool(false));
        }
        is_called
    }

    /// Stores the index of the next child of a [`NodeKind::PersistentSequence`], also on the blackboard.
    fn keep_place(&mut self, at: usize, place: u64) {
        self.state.counts[at] = place;
        if let NodeKind::PersistentSequence { key: Some(key), .. } = self.tree.kind(at) {
            #[expect(clippy::cast_precision_loss, reason = "at most as many as a tree has nodes")]
            let value = Value::from(place as f64);
            if self.state.blackboard.get(key) != Some(&value) {
                self.state.blackboard.set(key, value);
            }
        }
    }
}

/// The state after the child of this one has succeeded.
fn next_state(state: u64) -> u64 {
    match state {
        ON_PAUSE => PAUSED,
        ON_RESUME => RESUMED,
        state => state,
    }
}

/// An index on the blackboard.
fn place_of(blackboard: &Blackboard, key: &Arc<str>) -> Option<u64> {
    match blackboard.get(key)? {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        Value::Number(number) => Some(*number as u64),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    }
}

fn values(blackboard: &Blackboard, keys: &[Arc<str>]) -> Vec<Option<Value>> {
    keys.iter().map(|key| blackboard.get(key).cloned()).collect()
}

/// The distance of two positions in metres; 0 if one is unknown.
fn far(from: Option<[f32; 3]>, to: Option<[f32; 3]>) -> f64 {
    let (Some(from), Some(to)) = (from, to) else { return 0.0 };
    let squares = from.iter().zip(to).map(|(a, b)| (f64::from(b) - f64::from(*a)).powi(2));
    squares.sum::<f64>().sqrt()
}

/// The path of a list of points, or of a text such as `0,0; 2,0; 2,3`: points with two or three coordinates in metres.
/// Any other value is a path without points.
fn path_of(value: Option<&Value>) -> Vec<[f64; 3]> {
    let text = match value {
        Some(Value::Text(text)) => text,
        Some(Value::List(items)) => return items.iter().map(Value::point).collect::<Option<_>>().unwrap_or_default(),
        _ => return Vec::new(),
    };
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let point = |text: &str| {
        let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
        match numbers?[..] {
            [x, y] => Some([x, y, 0.0]),
            [x, y, z] => Some([x, y, z]),
            _ => None,
        }
    };
    text.split(';').filter(|part| !part.trim().is_empty()).map(point).collect::<Option<_>>().unwrap_or_default()
}
