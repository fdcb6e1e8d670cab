//! One tick: evaluates the watched conditions, then continues at the running path.
//!
//! The loop descends to a leaf, passes its result up through all nodes that it decides, and descends again from there.
//! It needs no stack: the parents are in the tree, and the current children are in the state. Leaves, sequences and
//! selectors, which are most nodes, are handled here, the others in [`super::turn`].
//!
//! Siblings with constant results that follow each other are ticked in one loop over their part of the state.
//!
//! When a sequence or selector starts, it does not reset its children at once. Most of them start in the same tick
//! anyway. Those that do not are reset as soon as that is known, before the tick ends.

#![expect(clippy::inline_always, reason = "the code of each kind of leaf is specialised")]

use crate::behavior::event::{Event, EventKind, Listener};
use crate::behavior::leaves::Leaves;
use crate::behavior::state::TreeState;
use crate::behavior::status::Status;
use crate::behavior::tree::{NONE, TickTurn, Tree};

impl TreeState {
    /// Runs one tick and returns the status of the root. After the root has ended, or an error has ended the agent,
    /// nothing changes but the tick number.
    ///
    /// `tree` must be the tree of this state.
    pub fn tick<L: Leaves, R: Listener>(&mut self, tree: &Tree, leaves: &mut L, listener: &mut R) -> Status {
        self.tick += 1;
        if !self.statuses[0].is_result() && self.fault.is_none() {
            let mut tick = Tick { tree, state: self, leaves, listener, caught: 0 };
            tick.evaluate_watched();
            tick.update(0);
        }
        self.statuses[0]
    }
}

pub(in crate::behavior) struct Tick<'a, L, R> {
    pub(in crate::behavior) tree: &'a Tree,
    pub(in crate::behavior) state: &'a mut TreeState,
    pub(in crate::behavior) leaves: &'a mut L,
    pub(in crate::behavior) listener: &'a mut R,
    /// The number of nested calls of [`Tick::update`] for nodes that tick a child while they are halted.
    pub(in crate::behavior) caught: usize,
}

/// The next step of the loop.
#[derive(Clone, Copy)]
pub(in crate::behavior) enum Next {
    /// Tick this node.
    Turn(usize),
    /// Pass this result to the parent.
    Answer(Status),
}

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Continues at the running path below a node until its tick is complete, or an error has ended the agent. The node is
    /// the root, or a child of a node of [`TickTurn::Other`].
    pub(in crate::behavior) fn update(&mut self, top: usize) {
        let links = self.tree.links();
        let mut at = top;
        'turn: loop {
            let mut link = links[at];
            // The next sibling of a leaf is the next node. The processor need not wait for `link` to find it.
            let after_leaf = at + 1;
            let (mut answer, mut next) = match link.turn {
                TickTurn::Condition | TickTurn::Action if link.constant != Status::Inactive => {
                    let (last, answer) = self.constant_leaves(at, going_on(link.above));
                    at = last;
                    link = links[at];
                    (answer, at + 1)
                }
                // One call for each kind, so that each is specialised.
                TickTurn::Condition => (self.leaf(at, TickTurn::Condition, Status::Inactive), after_leaf),
                TickTurn::Action => (self.leaf(at, TickTurn::Action, Status::Inactive), after_leaf),
                TickTurn::Watched => (self.leaf(at, TickTurn::Watched, link.constant), after_leaf),
                TickTurn::Sequence | TickTurn::Selector => {
                    at = if self.state.statuses[at] == Status::Running {
                        self.state.cursors[at] as usize
                    } else {
                        self.start(at);
                        self.state.counts[at] = self.state.tick;
                        at + 1
                    };
                    continue;
                }
                TickTurn::Other => match self.turn(at) {
                    Next::Turn(child) => {
                        at = child;
                        continue;
                    }
                    Next::Answer(answer) => {
                        self.finish(at, answer);
                        if self.state.fault.is_some() {
                            return;
                        }
                        (answer, link.end as usize)
                    }
                },
            };
            loop {
                let parent = link.parent as usize;
                let going_on = match going_on(link.above) {
                    Status::Inactive if at == top => return,
                    Status::Inactive => {
                        let taken = self.take(parent, at, answer);
                        match taken {
                            Next::Turn(next) => at = next,
                            Next::Answer(taken) => {
                                self.finish(parent, taken);
                                answer = taken;
                                at = parent;
                                link = links[at];
                                next = link.end as usize;
                            }
                        }
                        if self.state.fault.is_some() {
                            return;
                        }
                        match taken {
                            Next::Turn(_) => continue 'turn,
                            Next::Answer(_) => continue,
                        }
                    }
                    result => result,
                };
                let passes = answer == going_on || answer == Status::Skipped;
                if passes && !link.is_last {
                    at = next;
                    continue 'turn;
                }
                if !link.is_last && self.state.counts[parent] == self.state.tick {
                    self.clear(next, links[parent].end as usize);
                }
                if answer == Status::Running {
                    self.state.cursors[parent] = index(at);
                } else {
                    if answer == Status::Skipped && !self.are_skipped(parent) {
                        answer = going_on;
                    }
                    self.end(parent, answer);
                    if !self.state.lingering.is_empty() {
                        self.settle(parent + 1, links[parent].end as usize);
                        if self.state.fault.is_some() {
                            return;
                        }
                    }
                }
                at = parent;
                link = links[at];
                next = link.end as usize;
            }
        }
    }

    /// Ticks leaves with constant results, none of which is watched, and records their events: the first one, and its next
    /// siblings as long as each result is `going_on`. Returns the last leaf ticked and its result.
    fn constant_leaves(&mut self, first: usize, going_on: Status) -> (usize, Status) {
        let TreeState { statuses, counts, tick, .. } = &mut *self.state;
        let stretch = self.tree.links()[first..].iter().zip(&mut statuses[first..]).zip(&mut counts[first..]);
        let mut last = (first, going_on);
        for (node, ((link, status), count)) in (first..).zip(stretch) {
            if !matches!(link.turn, TickTurn::Condition | TickTurn::Action) || link.constant == Status::Inactive {
                break;
            }
            let is_running = *status == Status::Running;
            if !is_running {
                self.listener.event(Event::new(*tick, node, EventKind::Start, Status::Running));
            }
            if link.turn == TickTurn::Action {
                *count = if is_running { *count + 1 } else { 1 };
            }
            *status = link.constant;
            if link.constant.is_result() {
                self.listener.event(Event::new(*tick, node, EventKind::End, link.constant));
            }
            last = (node, link.constant);
            if link.constant != going_on || link.is_last {
                break;
            }
        }
        last
    }

    /// Ticks a leaf and records its events. `constant` is its result if that is constant, else inactive.
    #[inline(always)]
    fn leaf(&mut self, node: usize, turn: TickTurn, constant: Status) -> Status {
        let is_running = self.state.statuses[node] == Status::Running;
        if !is_running {
            self.listener.event(Event::new(self.state.tick, node, EventKind::Start, Status::Running));
        }
        let answer = match turn {
            TickTurn::Action => {
                let count = &mut self.state.counts[node];
                *count = if is_running { *count + 1 } else { 1 };
                let count = *count;
                if constant == Status::Inactive { self.act(node, count) } else { constant }
            }
            TickTurn::Watched => {
                let composite = self.state.cursors[node] as usize;
                self.state.evaluated[node] = self.state.runs[composite];
                if constant == Status::Inactive { self.ask(node) } else { constant }
            }
            _ if constant == Status::Inactive => self.ask(node),
            _ => constant,
        };
        self.state.statuses[node] = answer;
        if answer.is_result() {
            self.listener.event(Event::new(self.state.tick, node, EventKind::End, answer));
        }
        answer
    }

    /// Starts an inner node. Does not reset the results of its children.
    #[inline]
    pub(in crate::behavior) fn start(&mut self, node: usize) {
        let state = &mut *self.state;
        state.statuses[node] = Status::Running;
        state.runs[node] = state.runs[node].wrapping_add(1).max(1);
        self.listener.event(Event::new(state.tick, node, EventKind::Start, Status::Running));
    }

    #[inline]
    pub(in crate::behavior) fn end(&mut self, node: usize, result: Status) {
        self.state.statuses[node] = result;
        self.listener.event(Event::new(self.state.tick, node, EventKind::End, result));
    }

    /// Whether all children of a node were skipped.
    #[cold]
    pub(in crate::behavior) fn are_skipped(&self, parent: usize) -> bool {
        self.tree.children(parent).all(|child| self.state.statuses[child] == Status::Skipped)
    }

    /// Resets a node and its later siblings to inactive.
    #[inline]
    pub(in crate::behavior) fn clear(&mut self, first: usize, end: usize) {
        let mut at = first;
        while at < end {
            self.state.statuses[at] = Status::Inactive;
            at = self.tree.end(at);
        }
    }
}

/// The result of a child with which a node of this kind ticks the next child; inactive for all kinds that are not sequences
/// or selectors.
fn going_on(above: TickTurn) -> Status {
    match above {
        TickTurn::Selector => Status::Failure,
        TickTurn::Sequence => Status::Success,
        _ => Status::Inactive,
    }
}

pub(in crate::behavior) fn index(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(NONE)
}
