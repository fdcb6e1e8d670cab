//! Which known mistakes answer as the program does.
//!
//! A rule is compared over the decided cases that tell it from the right rule. Two mistakes at once are searched over the
//! first cases of a run, and count only when some of these cases tell the pair from each of its two.

use super::answerer::InsideRule;
use super::named_mistake::NamedMistake;
use super::truth::Truth;
use crate::mistakes::{
    Answer, Case, Mistake, MistakeKind, MistakeSet, SaidVerdict, SpatialQuestion, of_question, rules,
};

/// The least part of the telling cases in which a rule has to answer as the program does.
const LEAST_SHARE: f64 = 0.99;

/// The least number of telling cases.
const LEAST_CASES: u64 = 100;

/// The least number of cases that tell two mistakes from one of them.
const LEAST_OF_PAIR: u64 = 20;

/// The cases that are kept for the search for two mistakes.
const MOST_KEPT: usize = 30_000;

/// The counts of one rule: the cases that tell it from another rule, and those in which the program answers as it does.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    telling: u64,
    agreeing: u64,
}

impl Count {
    fn add(&mut self, is_same: bool) {
        self.telling += 1;
        self.agreeing += u64::from(is_same);
    }

    fn share(self) -> f64 {
        self.agreeing as f64 / self.telling as f64
    }

    fn is_convincing(self, least: u64) -> bool {
        self.telling >= least && self.share() >= LEAST_SHARE
    }
}

/// The comparison of a program with all mistakes of its question.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    /// What the right rule does that would be a mistake of a program that says otherwise of itself.
    declared: MistakeSet,
    rules: Vec<(&'static Mistake, Count)>,
    kept: Vec<(Case, Answer)>,
}

impl Naming {
    pub(super) fn new(question: SpatialQuestion, inside: InsideRule) -> Self {
        let declared = match inside {
            InsideRule::Solid => MistakeSet::default(),
            InsideRule::Hollow => MistakeSet::one(MistakeKind::StartInsideLeaves),
        };
        let others = of_question(question).filter(|mistake| !declared.has(mistake.kind));
        Self { declared, rules: others.map(|mistake| (mistake, Count::default())).collect(), kept: Vec::new() }
    }

    /// Compares an answer to a case.
    pub(super) fn add(&mut self, case: &Case, truth: &Truth, answer: &Answer) {
        if *truth == Truth::Undecided {
            return;
        }
        let right = rules::answer(case, self.declared);
        for (mistake, count) in &mut self.rules {
            let wrong = rules::answer(case, self.declared.with(mistake.kind));
            if !is_same(case, &wrong, &right) {
                count.add(is_same(case, answer, &wrong));
            }
        }
        if self.kept.len() < MOST_KEPT {
            self.kept.push((case.clone(), *answer));
        }
    }

    /// The mistakes of the program, the best first.
    pub(super) fn named(&self) -> Vec<NamedMistake> {
        let singles = self.rules.iter().filter(|(_, count)| count.is_convincing(LEAST_CASES));
        let mut named: Vec<(Vec<&Mistake>, Count)> = singles.map(|(mistake, count)| (vec![*mistake], *count)).collect();
        named.sort_by_key(|(_, count)| std::cmp::Reverse(count.agreeing));
        let best = named.first().map_or(self.declared, |(mistakes, _)| self.declared.with(mistakes[0].kind));
        let is_unexplained = |(case, answer): &&(Case, Answer)| !is_same(case, answer, &rules::answer(case, best));
        let has_more = self.kept.iter().filter(is_unexplained).count() as u64 >= LEAST_OF_PAIR;
        let candidates: Vec<&Mistake> =
            if has_more { self.rules.iter().map(|(mistake, _)| *mistake).collect() } else { Vec::new() };
        for (i, a) in candidates.iter().enumerate() {
            for b in &candidates[i + 1..] {
                if let Some(count) = self.pair(a, b) {
                    named.push((vec![a, b], count));
                }
            }
        }
        named.sort_by_key(|(mistakes, count)| (std::cmp::Reverse(count.agreeing), mistakes[0].kind));
        let entry = |(mistakes, count): (Vec<&Mistake>, Count)| NamedMistake {
            keys: mistakes.iter().map(|mistake| mistake.key).collect(),
            share: count.share(),
            cases: count.telling,
        };
        named.into_iter().map(entry).collect()
    }

    /// Two mistakes at once, over the cases that were kept; `None` when they do not explain more than one of them does.
    fn pair(&self, a: &Mistake, b: &Mistake) -> Option<Count> {
        let (mut both, mut beyond) = (Count::default(), [Count::default(); 2]);
        for (i, (case, answer)) in self.kept.iter().enumerate() {
            let pair = rules::answer(case, self.declared.with(a.kind).with(b.kind));
            let agrees = is_same(case, answer, &pair);
            if !is_same(case, &pair, &rules::answer(case, self.declared)) {
                both.add(agrees);
            }
            for (one, count) in [a, b].into_iter().zip(&mut beyond) {
                if !is_same(case, &pair, &rules::answer(case, self.declared.with(one.kind))) {
                    count.add(agrees);
                }
            }
            // Most pairs disagree at once.
            let hopeless = |count: &Count| count.telling >= 50 && count.share() < 0.9;
            if i % 256 == 255 && (hopeless(&both) || beyond.iter().any(hopeless)) {
                return None;
            }
        }
        let counts = beyond.iter().all(|count| count.is_convincing(LEAST_OF_PAIR));
        (both.is_convincing(LEAST_CASES) && counts).then_some(both)
    }
}

/// Whether a program answers a case as a wrong rule does.
pub(super) fn answers_as(case: &Case, answer: &Answer, mistake: &Mistake) -> bool {
    is_same(case, &rules::answer(case, MistakeSet::one(mistake.kind)), answer)
}

/// Whether two answers are the same, up to rounding of t. Normals are not compared.
fn is_same(case: &Case, a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Answer::Verdict(a), Answer::Verdict(b)) => is_same_verdict(*a, *b),
        (Answer::Hit(None), Answer::Hit(None)) => true,
        (Answer::Hit(Some(a)), Answer::Hit(Some(b))) => {
            (a.t - b.t).abs() <= 1e-3 * a.t.abs().max(b.t.abs()) + rounding(case)
        }
        (Answer::Bounds { min: a, max: b }, Answer::Bounds { min: c, max: d }) => {
            let size = a.iter().chain(b).fold(0.0_f64, |most, x| most.max(x.abs()));
            let is_close = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-5 * size);
            is_close(a, c) && is_close(b, d)
        }
        _ => a == b,
    }
}

/// A program that says visible or culled agrees with both classes.
fn is_same_verdict(a: SaidVerdict, b: SaidVerdict) -> bool {
    let tells = |said: SaidVerdict| matches!(said, SaidVerdict::Inside | SaidVerdict::Intersect);
    if tells(a) && tells(b) { a == b } else { a.is_visible() == b.is_visible() }
}

/// The rounding of `f32` in t.
fn rounding(case: &Case) -> f64 {
    let of = |origin: &[f32; 3], direction: &[f32; 3]| {
        let length = |v: &[f32; 3]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        16.0 * f64::from(f32::EPSILON) * length(origin) / length(direction)
    };
    match case {
        Case::RaySolid(ray) => of(&ray.origin, &ray.direction),
        Case::RayTriangle { origin, direction, .. } => of(origin, direction),
        _ => 0.0,
    }
}
