//! What a run has found.

use super::answerer::InsideRule;
use super::fault::FaultKind;
use super::named_mistake::NamedMistake;
use super::naming::Naming;
use super::recipe::Recipe;
use super::truth::Truth;
use crate::geometry::narrate::grouped;
use crate::mistakes::{Answer, Case, SpatialQuestion};

/// What a run has found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The question.
    pub question: SpatialQuestion,
    /// The seed of the cases.
    pub seed: u64,
    /// The cases that were answered, with the undecided ones.
    pub cases: u64,
    /// Those of them that decide nothing.
    pub undecided: u64,
    /// The faults of each kind, in the order of [`FaultKind::ALL`].
    pub faults: [u64; FaultKind::ALL.len()],
    /// Each family that was asked.
    pub families: Vec<FamilyCount>,
    /// Cases whose body is outside, and those of them that were called visible.
    pub outside: [u64; 2],
    /// The wrong rules that answer as this program does, the best first.
    pub mistakes: Vec<NamedMistake>,
    /// Faults, one of each kind and family first.
    pub examples: Vec<Example>,
    /// Faults that belong to no case, and the first messages about them.
    pub strays: Vec<(FaultKind, String)>,
    /// Whether the answerer ended for good before the run was complete.
    pub has_ended_early: bool,
    pub(super) naming: Naming,
    most_examples: usize,
}

/// The cases and faults of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyCount {
    /// Its name.
    pub name: &'static str,
    /// Its cases.
    pub cases: u64,
    /// Their faults.
    pub faults: u64,
}

/// A fault.
#[derive(Clone, Debug)]
pub struct Example {
    /// The kind.
    pub kind: FaultKind,
    /// The name of the family.
    pub family: &'static str,
    /// The number of the case in the run.
    pub index: u64,
    /// What the case is made from.
    pub recipe: Recipe,
    /// The case.
    pub case: Case,
    /// The answer; `None` for one that could not be used.
    pub answer: Option<Answer>,
    /// What was said instead of an answer.
    pub said: Option<String>,
    /// The right answer.
    pub truth: Truth,
    /// A simpler case with a fault of the same kind, what it is made from, its answer and its truth; `None` until it is searched, and
    /// for faults that cannot be asked again.
    pub shrunk: Option<Shrunk>,
}

/// Examples with the same smallest case.
#[derive(Clone, Debug)]
pub struct DistinctExample<'a> {
    /// The first of them.
    pub example: &'a Example,
    /// The places of all of them in the list of examples.
    pub places: Vec<usize>,
}

/// The smallest case of a fault that was found; the case itself when none was searched.
#[derive(Clone, Copy, Debug)]
pub struct SmallestCase<'a> {
    /// What it is made from.
    pub recipe: &'a Recipe,
    /// The case.
    pub case: &'a Case,
    /// The answer to it; `None` for one that could not be used.
    pub answer: Option<&'a Answer>,
    /// What was said instead of an answer.
    pub said: Option<&'a str>,
    /// The right answer.
    pub truth: &'a Truth,
}

impl Example {
    /// Its smallest case.
    pub fn smallest(&self) -> SmallestCase<'_> {
        match &self.shrunk {
            Some(Shrunk { recipe, case, answer, said, truth }) => {
                SmallestCase { recipe, case, answer: answer.as_ref(), said: said.as_deref(), truth }
            }
            None => SmallestCase {
                recipe: &self.recipe,
                case: &self.case,
                answer: self.answer.as_ref(),
                said: self.said.as_deref(),
                truth: &self.truth,
            },
        }
    }

    /// Whether another fault of the same kind has the same smallest case.
    fn has_same_smallest(&self, other: &Self) -> bool {
        let cases = [self, other].map(|example| example.shrunk.as_ref().map(|shrunk| &shrunk.case));
        self.kind == other.kind && cases[0].is_some() && cases[0] == cases[1]
    }
}

/// A simpler case with a fault of the same kind.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// What it is made from.
    pub recipe: Recipe,
    /// The case.
    pub case: Case,
    /// The answer to it; `None` for one that could not be used.
    pub answer: Option<Answer>,
    /// What was said instead of an answer.
    pub said: Option<String>,
    /// The right answer.
    pub truth: Truth,
}

impl Findings {
    pub(super) fn new(
        question: SpatialQuestion,
        seed: u64,
        inside: InsideRule,
        most_examples: usize,
        families: impl Iterator<Item = &'static str>,
    ) -> Self {
        Self {
            question,
            seed,
            cases: 0,
            undecided: 0,
            faults: [0; FaultKind::ALL.len()],
            families: families.map(|name| FamilyCount { name, cases: 0, faults: 0 }).collect(),
            outside: [0; 2],
            mistakes: Vec::new(),
            examples: Vec::new(),
            strays: Vec::new(),
            has_ended_early: false,
            naming: Naming::new(question, inside),
            most_examples,
        }
    }

    /// All faults.
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }

    /// The number of all faults: "no fault", "1 fault", "2,071 faults".
    pub fn faults_in_words(&self) -> String {
        match self.fault_count() {
            0 => "no fault".to_owned(),
            1 => "1 fault".to_owned(),
            many => format!("{} faults", grouped(many)),
        }
    }

    /// The faults of a kind.
    pub fn count(&self, kind: FaultKind) -> u64 {
        self.faults[kind as usize]
    }

    /// The part of the bodies outside that were called visible; `None` when no body was outside.
    pub fn needless_share(&self) -> Option<f64> {
        let [outside, needless] = self.outside;
        (outside > 0).then(|| needless as f64 / outside as f64)
    }

    /// Those of the examples that have another smallest case than all before them, each with its place and the number of examples with
    /// the same one.
    pub fn distinct_examples(&self) -> Vec<DistinctExample<'_>> {
        let mut distinct: Vec<DistinctExample> = Vec::new();
        for (place, example) in self.examples.iter().enumerate() {
            match distinct.iter_mut().find(|other| other.example.has_same_smallest(example)) {
                Some(first) => first.places.push(place),
                None => distinct.push(DistinctExample { example, places: vec![place] }),
            }
        }
        distinct
    }

    /// Adds a fault of a family. Examples are kept in the order of their cases: at most as many of each kind and family as there
    /// may be in all. Returns the fault when it is the first of its kind and family.
    pub(super) fn add_fault(
        &mut self,
        family: usize,
        example: impl FnOnce(&'static str) -> Example,
        kind: FaultKind,
    ) -> Option<&Example> {
        self.faults[kind as usize] += 1;
        self.families[family].faults += 1;
        let name = self.families[family].name;
        let same = self.examples.iter().filter(|other| other.kind == kind && other.family == name).count();
        if same < self.most_examples {
            self.examples.push(example(name));
        }
        self.examples.last().filter(|_| same == 0)
    }

    /// Keeps the most useful examples: the first of each kind and family, then the second of each, and so on.
    pub(super) fn choose_examples(&mut self) {
        let mut ranked: Vec<(usize, Example)> = Vec::with_capacity(self.examples.len());
        for example in self.examples.drain(..) {
            let same = |(_, other): &&(usize, Example)| other.kind == example.kind && other.family == example.family;
            ranked.push((ranked.iter().filter(same).count(), example));
        }
        ranked.sort_by_key(|(rank, example)| (*rank, example.kind, example.index));
        ranked.truncate(self.most_examples);
        self.examples = ranked.into_iter().map(|(_, example)| example).collect();
    }
}
