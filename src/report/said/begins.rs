//! The ticks at which answers of a program begin to differ from ours.

use std::collections::HashSet;

use super::answers::SaidAnswers;
use super::disagreement::Disagreement;
use super::effect::Effect;
use crate::opacity::Progress;
use crate::world::{PastWorlds, TraceAt};

/// More beginnings than this are left out.
const MOST: usize = 5000;

/// A tick at which answers begin to differ that did not differ when the program was asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidBegin {
    /// The tick.
    pub tick: u64,
    /// How many answers begin to differ.
    pub count: usize,
    /// Whether something vanishes that a player should see.
    pub vanishes: bool,
    /// What was asked first, and the cause.
    pub words: String,
}

/// The beginnings of a trace up to a tick. It is extended while the trace grows.
#[derive(Clone, Debug, Default)]
pub struct SaidBegins {
    found: Vec<SaidBegin>,
    /// What differed at the last tick with answers.
    differing: HashSet<String>,
    /// The first tick that was not searched.
    next: u64,
}

impl SaidBegins {
    /// The beginnings, by tick.
    pub fn found(&self) -> &[SaidBegin] {
        &self.found
    }

    /// The first tick that was not searched.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Leaves out what begins before a tick: the trace no longer has it.
    pub fn forget_before(&mut self, tick: u64) {
        let old = self.found.partition_point(|begin| begin.tick < tick);
        self.found.drain(..old);
        self.next = self.next.max(tick);
    }

    /// Searches the ticks of a trace that were not searched yet, up to `to`. It ends early when it was cancelled, or when
    /// `has_time` is false; a further call goes on. Returns whether it has searched all.
    pub fn extend(&mut self, trace: &TraceAt, to: u64, progress: &Progress, has_time: impl Fn() -> bool) -> bool {
        let past = PastWorlds::of(trace);
        let ticks = trace.ticks_of_said().into_iter().filter(|tick| (self.next..=to).contains(tick));
        let ticks: Vec<u64> = ticks.collect();
        progress.expect(ticks.len() as u64);
        for tick in ticks {
            if progress.is_cancelled() || !has_time() {
                return false;
            }
            let world = past.at(tick);
            if let Some(answers) = SaidAnswers::at(&world, &past) {
                self.take(tick, &answers.disagreements);
            }
            self.next = tick + 1;
            progress.advance(1);
        }
        self.next = self.next.max(to.saturating_add(1));
        true
    }

    fn take(&mut self, tick: u64, disagreements: &[Disagreement]) {
        let differing: HashSet<String> = disagreements.iter().map(|one| one.asked.words()).collect();
        let mut new = disagreements.iter().filter(|one| !self.differing.contains(&one.asked.words()));
        if let Some(first) = new.next()
            && self.found.len() < MOST
        {
            let cause = match first.cause.short() {
                cause if cause.is_empty() => String::new(),
                cause => format!(": {cause}"),
            };
            self.found.push(SaidBegin {
                tick,
                count: 1 + new.count(),
                vanishes: first.effect() == Effect::Vanishes,
                words: format!("{}{cause}", first.asked.words().replace('`', "")),
            });
        }
        self.differing = differing;
    }
}
