//! One tick: watched conditions, then the tree from its running path on.
//!
//! The loop goes down to a leaf, takes its answer up as far as it decides something, and down again from there. It keeps
//! no stack: where it came from is in the tree, where it goes on is in the state.

use super::state::State;
use super::tree::{NONE, Tree};
use super::{Action, Condition, Event, Kind, Leaves, Listener, Order, Policy, RunError, Status, What};

impl State {
    /// Goes on by one tick; the root's status after it. A root that ended stays as it is.
    ///
    /// `tree` is the one that the state was made for.
    pub fn tick<L: Leaves, R: Listener>(&mut self, tree: &Tree, leaves: &mut L, listener: &mut R) -> Status {
        self.tick += 1;
        if !self.statuses[0].is_result() {
            let mut tick = Tick { tree, state: self, leaves, listener };
            tick.ask_watched();
            tick.update();
        }
        self.statuses[0]
    }
}

struct Tick<'a, L, R> {
    tree: &'a Tree,
    state: &'a mut State,
    leaves: &'a mut L,
    listener: &'a mut R,
}

/// Both results that a parallel counts, in one number.
const ONE_SUCCESS: u64 = 1 << 32;
const ONE_FAILURE: u64 = 1;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Asks the watched conditions again, up to the first that answers otherwise.
    fn ask_watched(&mut self) {
        for watch in self.tree.watches() {
            let Some((composite, child)) = watch.target(self.tree, self.state) else { continue };
            let condition = watch.condition;
            let answer = self.ask(condition);
            if answer != self.state.statuses[condition] {
                let result = self.state.statuses[child];
                self.state.statuses[condition] = answer;
                let event = Event::new(self.state.tick, condition, What::Reevaluate, answer);
                self.listener.event(event.because_of(child));
                self.halt(self.tree.end(child), self.tree.end(composite), condition);
                self.go_on_at(composite, child, result);
                return;
            }
        }
    }

    /// Lets a composite that runs give this child, which ended with that result, its turn again.
    fn go_on_at(&mut self, composite: usize, child: usize, result: Status) {
        if matches!(self.tree.kind(composite), Kind::Parallel { .. }) {
            self.state.counts[composite] -= if result == Status::Failure { ONE_FAILURE } else { ONE_SUCCESS };
            self.state.statuses[child] = Status::Inactive;
        } else {
            self.state.cursors[composite] = index(child);
        }
    }

    /// Goes on from the running path until nothing more can be done in this tick.
    fn update(&mut self) {
        let mut at = 0;
        loop {
            let answer = match self.down(at) {
                Down::To(child) => {
                    at = child;
                    continue;
                }
                Down::Answer(answer) => answer,
            };
            match self.up(at, answer) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Gives a node its turn: starts it unless it runs, and goes to the child that is next.
    #[inline]
    fn down(&mut self, at: usize) -> Down {
        let is_running = self.state.statuses[at] == Status::Running;
        if !is_running {
            self.start(at);
        }
        let state = &mut *self.state;
        match self.tree.kind(at) {
            Kind::Condition(_) => return Down::Answer(self.answer(at)),
            Kind::Action(action) => {
                state.counts[at] = if is_running { state.counts[at] + 1 } else { 1 };
                return Down::Answer(self.act(at, action));
            }
            Kind::Sequence { order, .. } | Kind::Selector { order, .. } => {
                let remembers = *order == Order::Remember && state.cursors[at] != NONE;
                if *order == Order::Reactive || !(is_running || remembers) {
                    state.cursors[at] = index(at + 1);
                }
                return Down::To(state.cursors[at] as usize);
            }
            Kind::Unsupported { .. } => {
                if !is_running {
                    state.cursors[at] = index(at + 1);
                }
                return Down::To(state.cursors[at] as usize);
            }
            Kind::Parallel { .. } => {
                if !is_running {
                    state.counts[at] = 0;
                }
                return match self.next_turn(at, at + 1) {
                    Some(child) => Down::To(child),
                    // Never: a parallel whose children have all ended has ended.
                    None => Down::Answer(Status::Success),
                };
            }
            Kind::Cooldown { .. } if !is_running && state.tick < state.counts[at] => {
                return Down::Answer(Status::Failure);
            }
            Kind::Delay { ticks } => {
                if !is_running {
                    state.counts[at] = 0;
                }
                if state.counts[at] < *ticks {
                    state.counts[at] += 1;
                    return Down::Answer(Status::Running);
                }
            }
            Kind::RunOnce { then_skip } if state.cursors[at] != NONE => {
                let was_success = state.cursors[at] == 1;
                let is_success = if *then_skip { !self.is_in_selector(at) } else { was_success };
                return Down::Answer(Status::of(is_success));
            }
            Kind::Repeater { .. } | Kind::Repeat { .. } | Kind::Retry { .. } | Kind::Timeout { .. } if !is_running => {
                state.counts[at] = 0;
            }
            _ => {}
        }
        Down::To(at + 1)
    }

    /// Takes a node's answer to its parent, and on to that one's parent while it decides them: gives the node that has its
    /// turn next, `None` when the tick is over.
    #[inline]
    fn up(&mut self, from: usize, answer: Status) -> Option<usize> {
        let (ends, parents) = self.tree.links();
        let (mut at, mut answer) = (from, answer);
        loop {
            if answer.is_result() {
                self.end(at, answer);
            }
            if parents[at] == NONE {
                return None;
            }
            let parent = parents[at] as usize;
            let is_success = answer == Status::Success;
            let state = &mut *self.state;
            match self.tree.kind(parent) {
                kind @ (Kind::Sequence { .. } | Kind::Selector { .. } | Kind::Unsupported { .. }) => {
                    let (order, going_on) = match kind {
                        Kind::Sequence { order, .. } => (*order, Status::Success),
                        Kind::Selector { order, .. } => (*order, Status::Failure),
                        _ => (Order::Resume, Status::Success),
                    };
                    let next = ends[at];
                    if answer == going_on && next < ends[parent] {
                        state.cursors[parent] = next;
                        return Some(next as usize);
                    }
                    match order {
                        Order::Reactive if answer != going_on => self.halt(next as usize, ends[parent] as usize, at),
                        Order::Remember if answer == going_on => state.cursors[parent] = NONE,
                        _ => {}
                    }
                }
                Kind::Parallel { policy, .. } => {
                    match answer {
                        Status::Success => state.counts[parent] += ONE_SUCCESS,
                        Status::Failure => state.counts[parent] += ONE_FAILURE,
                        _ => {}
                    }
                    if let Some(decision) = answer.is_result().then(|| self.decide(parent, *policy)).flatten() {
                        self.halt(parent + 1, ends[parent] as usize, parent);
                        answer = decision;
                    } else if let Some(next) = self.next_turn(parent, ends[at] as usize) {
                        return Some(next);
                    } else {
                        answer = Status::Running;
                    }
                }
                Kind::Inverter => answer = answer.inverted(),
                Kind::Succeeder if answer.is_result() => answer = Status::Success,
                Kind::Failer if answer.is_result() => answer = Status::Failure,
                Kind::Repeater { times } if answer.is_result() => {
                    state.counts[parent] += 1;
                    answer = if *times == Some(state.counts[parent]) { Status::Success } else { Status::Running };
                }
                Kind::UntilSuccess if answer == Status::Failure => answer = Status::Running,
                Kind::UntilFailure if answer.is_result() => {
                    answer = if is_success { Status::Running } else { Status::Success };
                }
                Kind::KeepRunning if is_success => answer = Status::Running,
                Kind::Repeat { times } if is_success => {
                    state.counts[parent] += 1;
                    answer = if *times == Some(state.counts[parent]) { Status::Success } else { Status::Running };
                }
                Kind::Retry { attempts } if answer == Status::Failure => {
                    state.counts[parent] += 1;
                    answer = if *attempts == Some(state.counts[parent]) { Status::Failure } else { Status::Running };
                }
                Kind::Timeout { ticks } if answer == Status::Running => {
                    state.counts[parent] += 1;
                    if state.counts[parent] >= *ticks {
                        self.halt(at, ends[parent] as usize, parent);
                        answer = Status::Failure;
                    }
                }
                Kind::Cooldown { ticks } if answer.is_result() => {
                    state.counts[parent] = state.tick.saturating_add(*ticks);
                }
                Kind::RunOnce { .. } if answer.is_result() => state.cursors[parent] = u32::from(is_success),
                _ => {}
            }
            at = parent;
        }
    }

    /// The first child of a parallel, from this one on, that has not ended.
    fn next_turn(&self, parallel: usize, from: usize) -> Option<usize> {
        let end = self.tree.end(parallel);
        let mut at = from;
        while at < end {
            if !self.state.statuses[at].is_result() {
                return Some(at);
            }
            at = self.tree.end(at);
        }
        None
    }

    /// How a parallel ends with the children that have ended, if it does.
    fn decide(&self, parallel: usize, policy: Policy) -> Option<Status> {
        let counts = self.state.counts[parallel];
        let (successes, failures) = (counts >> 32, counts & u64::from(u32::MAX));
        let children = || self.tree.children(parallel).count() as u64;
        let (success, failure) = match policy {
            Policy::All => (children(), 1),
            Policy::Any => (1, children()),
            Policy::Counts { success, failure } => {
                let most_failures = (children() + 1).saturating_sub(u64::from(success)).max(1);
                (u64::from(success), u64::from(failure).min(most_failures))
            }
            Policy::Wait { failures: most } => {
                let has_failed = failures >= u64::from(most);
                return (successes + failures == children()).then(|| Status::of(!has_failed));
            }
        };
        if successes >= success { Some(Status::Success) } else { (failures >= failure).then_some(Status::Failure) }
    }

    /// Whether passing a node over means failing, because its nearest composite is a selector.
    fn is_in_selector(&self, node: usize) -> bool {
        let composite = self.tree.composite_above(node);
        composite.is_some_and(|composite| matches!(self.tree.kind(composite), Kind::Selector { .. }))
    }

    #[inline]
    fn start(&mut self, node: usize) {
        let (ends, _) = self.tree.links();
        let state = &mut *self.state;
        state.statuses[node] = Status::Running;
        state.runs[node] = state.runs[node].wrapping_add(1).max(1);
        self.listener.event(Event::new(state.tick, node, What::Start, Status::Running));
        let (mut child, end) = (node + 1, ends[node] as usize);
        while child < end {
            state.statuses[child] = Status::Inactive;
            child = ends[child] as usize;
        }
    }

    #[inline]
    fn end(&mut self, node: usize, result: Status) {
        self.state.statuses[node] = result;
        self.listener.event(Event::new(self.state.tick, node, What::End, result));
    }

    /// Halts the running nodes from one index up to another, deepest first.
    fn halt(&mut self, from: usize, end: usize, cause: usize) {
        let is_running = |&node: &usize| self.state.statuses[node] == Status::Running;
        let mut running: Vec<usize> = (from..end).filter(is_running).collect();
        running.sort_by_key(|&node| std::cmp::Reverse(self.tree.depth(node)));
        for node in running {
            self.state.statuses[node] = Status::Inactive;
            if matches!(self.tree.kind(node), Kind::Sequence { order: Order::Remember, .. }) {
                self.state.cursors[node] = NONE;
            }
            let event = Event::new(self.state.tick, node, What::Abort, Status::Inactive);
            self.listener.event(event.because_of(cause));
        }
    }

    /// A condition's answer in its turn.
    #[inline]
    fn answer(&mut self, node: usize) -> Status {
        let composite = self.state.cursors[node];
        if composite != NONE {
            self.state.asked[node] = self.state.runs[composite as usize];
        }
        self.ask(node)
    }

    /// A condition's answer.
    #[inline]
    fn ask(&mut self, node: usize) -> Status {
        let Kind::Condition(condition) = self.tree.kind(node) else { return Status::Failure };
        let state = &*self.state;
        match condition {
            Condition::Script(script) => script.answer(state.tick),
            Condition::Blackboard { key, comparison, value } => {
                Status::of(state.blackboard.get(key).is_some_and(|found| comparison.holds(found, value)))
            }
            Condition::Every { ticks } => Status::of(state.tick.is_multiple_of(*ticks)),
            Condition::Random { chance } => Status::of(chance_of(state.seed, node, state.tick) < *chance),
            Condition::Expression(expression) => {
                let held = expression.holds(&mut self.state.blackboard);
                self.said(node, held)
            }
            Condition::Sense(sense) => {
                self.listener.about(node);
                Status::of(self.leaves.sense(sense, self.listener))
            }
        }
    }

    /// What an expression came to; why it did not goes to the log.
    fn said(&mut self, node: usize, held: Result<bool, RunError>) -> Status {
        if let Err(error) = &held {
            self.listener.log(self.state.tick, node, || error.to_string());
        }
        Status::of(held.unwrap_or(false))
    }

    /// An action's tick.
    #[inline]
    fn act(&mut self, node: usize, action: &Action) -> Status {
        let state = &mut *self.state;
        match action {
            Action::Script(script) => script.answer(state.counts[node]),
            Action::Wait { ticks } if state.counts[node] < *ticks => Status::Running,
            Action::Wait { .. } => Status::Success,
            Action::Set { key, value } => {
                state.blackboard.set(key, value.clone());
                Status::Success
            }
            Action::Log { message } => {
                let blackboard = &state.blackboard;
                self.listener.log(state.tick, node, || blackboard.fill_in(message));
                Status::Success
            }
            Action::Expression(expression) => {
                let ran = expression.run(&mut state.blackboard).map(|_| true);
                self.said(node, ran)
            }
            Action::Act(act) => {
                self.listener.about(node);
                let memory = &mut state.cursors[node];
                self.leaves.act(act, memory, state.counts[node] == 1, self.listener)
            }
        }
    }
}

/// Where a node's turn leads.
enum Down {
    To(usize),
    Answer(Status),
}

fn index(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(NONE)
}

/// Evenly from 0 up to 1, a function of its arguments: `SplitMix64`'s mixing of them (G. Steele, D. Lea and C. Flood, "Fast
/// splittable pseudorandom number generators", 2014).
fn chance_of(seed: u64, node: usize, tick: u64) -> f64 {
    let mix = |x: u64| {
        let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let bits = mix(mix(mix(seed) ^ node as u64) ^ tick);
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}
