//! The scene that is asked about, and what all candidates share.

use serde_json::Value;

use crate::files::Content;
use crate::quiz::chosen::shuffle;
use crate::random::Random;
use crate::report::Report;
use crate::world::World;

/// An answer that is decided by less is not asked for, metres.
pub(super) const LEAST_MARGIN: f64 = 0.01;
/// The greatest number of items or pairs of a section that are looked at. More are chosen at random.
const MOST: usize = 400;
/// The greatest number of values to choose from.
const MOST_CHOICES: usize = 6;

/// The scene at the tick of a quiz.
pub(in crate::quiz) struct AskedScene<'a> {
    pub(in crate::quiz) content: Content<'a>,
    pub(in crate::quiz) world: &'a World,
    pub(in crate::quiz) report: &'a Report,
}

/// Some of the numbers below `count`, at most [`MOST`], in a random order.
pub(super) fn some_of(count: usize, random: &mut Random) -> Vec<usize> {
    if count > 50 * MOST {
        return (0..MOST).map(|_| random.below(count)).collect();
    }
    let mut all: Vec<usize> = (0..count).collect();
    shuffle(&mut all, random);
    all.truncate(MOST);
    all
}

/// The values to choose from: the right one and some of the others, each once, in the order of `all`.
pub(super) fn choices(all: &[Value], right: &Value, random: &mut Random) -> Vec<Value> {
    let mut others: Vec<usize> = (0..all.len()).filter(|i| all[*i] != *right).collect();
    shuffle(&mut others, random);
    others.truncate(MOST_CHOICES - 1);
    others.extend(all.iter().position(|value| value == right));
    others.sort_unstable();
    let mut of: Vec<Value> = Vec::new();
    for value in others.into_iter().map(|i| &all[i]) {
        if !of.contains(value) {
            of.push(value.clone());
        }
    }
    of
}
