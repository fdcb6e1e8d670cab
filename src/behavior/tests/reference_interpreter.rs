//! A second interpreter of the contract's nodes: recursive, slow, and written from the contract's words instead of from
//! the engine's loop. It writes its events in the notation of the other tests.

use crate::behavior::kind::{Abort, NodeKind, Policy};
use crate::behavior::leaf::{Action, Condition};
use crate::behavior::script::Script;
use crate::behavior::status::Status;
use crate::behavior::tree::Tree;

pub(super) struct ReferenceInterpreter<'a> {
    tree: &'a Tree,
    tick: u64,
    status: Vec<Status>,
    /// Of an action ticks since its start, of a repeater runs, of a timeout ticks.
    count: Vec<u64>,
    /// The number of starts of a node; for a condition, the start of its composite in which it was evaluated.
    starts: Vec<usize>,
    evaluated: Vec<Option<usize>>,
    /// The child of a sequence or selector that has its turn.
    turn: Vec<usize>,
    /// The next child of a round robin.
    next: Vec<usize>,
    /// Whether a node of Navigation2 begins again, and from which tick a rate controller counts.
    is_new: Vec<bool>,
    clock: Vec<u64>,
    described: Vec<String>,
}

impl<'a> ReferenceInterpreter<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let n = tree.len();
        Self {
            tree,
            tick: 0,
            status: vec![Status::Inactive; n],
            count: vec![0; n],
            starts: vec![0; n],
            evaluated: vec![None; n],
            turn: vec![0; n],
            next: vec![0; n],
            is_new: vec![false; n],
            clock: vec![0; n],
            described: Vec::new(),
        }
    }

    /// The events of the next tick.
    pub(super) fn tick(&mut self) -> String {
        self.tick += 1;
        if !self.is_done(0) {
            self.reevaluate();
            self.visit(0);
        }
        std::mem::take(&mut self.described).join(" ")
    }

    pub(super) fn statuses(&self) -> &[Status] {
        &self.status
    }

    fn is_done(&self, node: usize) -> bool {
        matches!(self.status[node], Status::Success | Status::Failure | Status::Skipped)
    }

    fn children(&self, node: usize) -> Vec<usize> {
        self.tree.children(node).collect()
    }

    fn ancestors(&self, node: usize) -> Vec<usize> {
        std::iter::successors(self.tree.parent(node), |&n| self.tree.parent(n)).collect()
    }

    fn composite_of(&self, node: usize) -> Option<usize> {
        let is_composite = |n: &usize| self.tree.kind(*n).is_composite();
        self.ancestors(node).into_iter().find(is_composite)
    }

    /// The child of a composite in which a node is, when it and all between have ended, and whether a later child runs.
    fn ended_child_before_a_running_one(&self, composite: usize, node: usize) -> Option<usize> {
        let mut path = vec![node];
        path.extend(self.ancestors(node).into_iter().take_while(|&n| n != composite));
        let child = *path.last()?;
        let later_runs = self.children(composite).into_iter().any(|n| n > child && self.status[n] == Status::Running);
        (path.into_iter().all(|n| self.is_done(n)) && later_runs).then_some(child)
    }

    fn reevaluate(&mut self) {
        for condition in 0..self.tree.len() {
            let NodeKind::Condition(Condition::Script(script)) = self.tree.kind(condition) else { continue };
            let Some(composite) = self.composite_of(condition) else { continue };
            let abort = self.tree.kind(composite).abort();
            if self.evaluated[condition] != Some(self.starts[composite]) {
                continue;
            }
            let is_self = matches!(abort, Abort::Own | Abort::Both) && self.status[composite] == Status::Running;
            let own = is_self.then(|| self.ended_child_before_a_running_one(composite, condition)).flatten();
            let target = own.map(|child| (composite, child)).or_else(|| {
                let above = self.composite_of(composite)?;
                let is_lower = matches!(abort, Abort::LowerPriority | Abort::Both);
                let all_ended = is_lower && self.is_done(composite) && self.status[above] == Status::Running;
                let inner = self.children(composite);
                let holder = inner.into_iter().rfind(|&n| n <= condition)?;
                let mut between = vec![condition];
                between.extend(self.ancestors(condition).into_iter().take_while(|&n| n != composite));
                let has_asked = between.contains(&holder) && between.into_iter().all(|n| self.is_done(n));
                (all_ended && has_asked)
                    .then(|| self.ended_child_before_a_running_one(above, composite))
                    .flatten()
                    .map(|child| (above, child))
            });
            let (Some((at, child)), now) = (target, script.answer(self.tick)) else { continue };
            if now == self.status[condition] {
                continue;
            }
            self.status[condition] = now;
            self.record(format!("{condition}~{}>{child}", letter(now)));
            let later = self.children(at).into_iter().filter(|&n| n > child).collect::<Vec<_>>();
            self.halt(&later, condition);
            if let NodeKind::Parallel { .. } = self.tree.kind(at) {
                self.status[child] = Status::Inactive;
            } else {
                self.turn[at] = self.children(at).iter().position(|&n| n == child).unwrap();
                self.next[at] = self.turn[at];
            }
            return;
        }
    }

    /// Halts what runs in these subtrees, deepest first.
    fn halt(&mut self, roots: &[usize], cause: usize) {
        let is_below = |n: usize| roots.iter().any(|&root| root <= n && n < self.tree.end(root));
        let all = (0..self.tree.len()).filter(|&n| is_below(n) && self.status[n] == Status::Running);
        let mut running: Vec<(usize, usize)> = all.map(|n| (self.ancestors(n).len(), n)).collect();
        running.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, node) in running {
            self.status[node] = Status::Inactive;
            self.next[node] = 0;
            self.record(format!("{node}!{cause}"));
        }
    }

    fn record(&mut self, event: String) {
        self.described.push(event);
    }

    fn visit(&mut self, node: usize) -> Status {
        let children = self.children(node);
        if self.status[node] != Status::Running {
            let parent = self.tree.parent(node).map(|parent| self.tree.kind(parent));
            let is_in_place = matches!(parent, Some(NodeKind::PipelineSequence | NodeKind::NonblockingSequence));
            self.is_new[node] = !(is_in_place && self.is_done(node));
            self.status[node] = Status::Running;
            self.starts[node] += 1;
            self.count[node] = 0;
            self.turn[node] = 0;
            for &child in &children {
                self.status[child] = Status::Inactive;
            }
            self.record(format!("+{node}"));
        }
        let answer = self.decide(node, &children);
        if answer != Status::Running {
            self.status[node] = answer;
            self.record(format!("{node}{}", letter(answer)));
        }
        answer
    }

    fn decide(&mut self, node: usize, children: &[usize]) -> Status {
        let result = |is_success| if is_success { Status::Success } else { Status::Failure };
        match self.tree.kind(node) {
            NodeKind::Sequence { .. } => self.in_order(node, children, Status::Success),
            NodeKind::Selector { .. } => self.in_order(node, children, Status::Failure),
            NodeKind::Parallel { policy, .. } => self.side_by_side(node, children, *policy == Policy::All),
            NodeKind::Condition(Condition::Script(script)) => {
                self.evaluated[node] = self.composite_of(node).map(|composite| self.starts[composite]);
                script.answer(self.tick)
            }
            NodeKind::Action(Action::Script(script)) => {
                self.count[node] += 1;
                Script::answer(script, self.count[node])
            }
            NodeKind::Recovery { .. }
            | NodeKind::PipelineSequence
            | NodeKind::RoundRobin
            | NodeKind::NonblockingSequence => self.navigate(node, children),
            NodeKind::RateController { ticks } => {
                // The clock starts when the node begins again, and again when the child succeeds.
                if self.is_new[node] {
                    self.clock[node] = self.tick;
                }
                let is_due = self.is_new[node] || self.tick >= self.clock[node] + ticks;
                if !is_due && self.status[children[0]] != Status::Running {
                    return Status::Running;
                }
                self.is_new[node] = false;
                let answer = self.visit(children[0]);
                if answer == Status::Success {
                    self.clock[node] = self.tick;
                }
                answer
            }
            NodeKind::SingleTrigger => {
                if !self.is_new[node] && self.status[children[0]] != Status::Running {
                    return Status::Failure;
                }
                self.is_new[node] = false;
                self.visit(children[0])
            }
            decorator => {
                let answer = self.visit(children[0]);
                match (decorator, answer) {
                    // A decorator hands it on.
                    (_, Status::Skipped) => answer,
                    (NodeKind::Timeout { ticks }, Status::Running) => {
                        self.count[node] += 1;
                        if self.count[node] < *ticks {
                            return Status::Running;
                        }
                        self.halt(children, node);
                        Status::Failure
                    }
                    (_, Status::Running)
                    | (NodeKind::UntilSuccess, Status::Failure)
                    | (NodeKind::UntilFailure, Status::Success) => Status::Running,
                    (NodeKind::Inverter, _) => result(answer == Status::Failure),
                    (NodeKind::Succeeder | NodeKind::UntilSuccess | NodeKind::UntilFailure, _) => Status::Success,
                    (NodeKind::Failer, _) => Status::Failure,
                    (NodeKind::Repeater { times }, _) => {
                        self.count[node] += 1;
                        if times.is_some_and(|times| self.count[node] >= times) {
                            Status::Success
                        } else {
                            Status::Running
                        }
                    }
                    (NodeKind::Timeout { .. }, _) => answer,
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    /// The control nodes of Navigation2, as its documentation has them.
    fn navigate(&mut self, node: usize, children: &[usize]) -> Status {
        match self.tree.kind(node) {
            NodeKind::Recovery { retries } => loop {
                let answer = self.visit(children[self.turn[node]]);
                match (self.turn[node], answer) {
                    (0, Status::Failure)
                        if children.len() > 1 && retries.is_none_or(|most| self.count[node] < most) =>
                    {
                        self.turn[node] = 1;
                    }
                    (1, Status::Success) => {
                        self.turn[node] = 0;
                        self.count[node] += 1;
                        if self.count[node].is_multiple_of(100) {
                            return Status::Running;
                        }
                    }
                    (1, Status::Skipped) => return Status::Failure,
                    _ => return answer,
                }
            },
            NodeKind::PipelineSequence => {
                for (i, &child) in children.iter().enumerate() {
                    match self.visit(child) {
                        Status::Failure => {
                            self.halt(children, node);
                            return Status::Failure;
                        }
                        Status::Running if i >= self.turn[node] => {
                            self.turn[node] = i;
                            return Status::Running;
                        }
                        _ => {}
                    }
                }
                self.halt(children, node);
                self.unless_skipped(children, Status::Success)
            }
            NodeKind::NonblockingSequence => {
                let mut answers = Vec::new();
                for &child in children {
                    answers.push(self.visit(child));
                    if answers.ends_with(&[Status::Failure]) {
                        self.halt(children, node);
                        return Status::Failure;
                    }
                }
                if answers.contains(&Status::Running) {
                    return Status::Running;
                }
                self.unless_skipped(children, Status::Success)
            }
            _ => loop {
                let answer = self.visit(children[self.next[node]]);
                if answer == Status::Running {
                    return answer;
                }
                self.next[node] = (self.next[node] + 1) % children.len();
                self.count[node] += 1;
                if answer == Status::Success {
                    return answer;
                }
                if self.count[node] == children.len() as u64 {
                    self.next[node] = 0;
                    return self.unless_skipped(children, Status::Failure);
                }
            },
        }
    }

    fn in_order(&mut self, node: usize, children: &[usize], going_on: Status) -> Status {
        while self.turn[node] < children.len() {
            let answer = self.visit(children[self.turn[node]]);
            if answer != going_on && answer != Status::Skipped {
                return answer;
            }
            self.turn[node] += 1;
        }
        self.unless_skipped(children, going_on)
    }

    /// A composite whose children were all skipped is skipped.
    fn unless_skipped(&self, children: &[usize], answer: Status) -> Status {
        if children.iter().all(|&child| self.status[child] == Status::Skipped) { Status::Skipped } else { answer }
    }

    fn side_by_side(&mut self, node: usize, children: &[usize], is_all: bool) -> Status {
        let (deciding, waiting) =
            if is_all { (Status::Failure, Status::Success) } else { (Status::Success, Status::Failure) };
        for &child in children {
            if self.is_done(child) {
                continue;
            }
            let answer = self.visit(child);
            if answer == deciding {
                self.halt(children, node);
                return deciding;
            }
            if children.iter().all(|&child| self.status[child] == waiting) {
                return waiting;
            }
        }
        if children.iter().all(|&child| self.is_done(child)) {
            return self.unless_skipped(children, waiting);
        }
        Status::Running
    }
}

fn letter(status: Status) -> char {
    match status {
        Status::Inactive => '.',
        Status::Running => 'R',
        Status::Success => 'S',
        Status::Failure => 'F',
        Status::Skipped => 'K',
    }
}
