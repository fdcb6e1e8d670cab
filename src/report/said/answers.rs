//! What a program said at a tick, compared with our answers.

use std::sync::Arc;

use super::disagreement::Disagreement;
use super::outcome::Outcome;
use super::rays::RayMistakes;
use super::views::Views;
use super::{agents, pairs, rays};
use crate::geometry::narrate::counted;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::trace::Said;
use crate::world::{PastWorlds, TraceAt, World};

/// The answers of a program beside ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaidAnswers {
    /// The name of the trace.
    pub trace: Arc<str>,
    /// How many answers of the program were compared.
    pub answers: usize,
    /// How many answers are about a camera, an object, a ray or an agent that the world does not have.
    pub unmatched: usize,
    /// The answers that differ, those that a player sees first.
    pub disagreements: Vec<Disagreement>,
    /// Whether they are of the whole trace, not of one tick.
    pub is_whole: bool,
}

impl SaidAnswers {
    /// The answers at the tick of a world; `None` for a scene without a trace.
    pub(in crate::report) fn of(world: &World) -> Option<Self> {
        Self::at(world, &PastWorlds::of_world(world)?)
    }

    /// The same with the worlds before it.
    pub(super) fn at(world: &World, past: &PastWorlds) -> Option<Self> {
        let trace = world.trace.as_deref()?;
        let mut answers = Self { trace: Arc::clone(&trace.name), ..Self::default() };
        answers.add(world, trace, past);
        answers.disagreements.sort_by_key(Disagreement::effect);
        Some(answers)
    }

    /// The answers of the whole trace; `None` for a scene without one.
    pub(in crate::report) fn of_whole(world: &World) -> Option<Self> {
        let of_world = world.trace.as_deref()?;
        let mut answers = Self { trace: Arc::clone(&of_world.name), is_whole: true, ..Self::default() };
        let past = PastWorlds::of(of_world);
        for tick in of_world.ticks_of_said() {
            let world = past.at(tick);
            if let Some(trace) = world.trace.as_deref() {
                let before = answers.disagreements.len();
                answers.add(&world, trace, &past);
                answers.disagreements[before..].sort_by_key(Disagreement::effect);
            }
        }
        Some(answers)
    }

    /// The number of disagreements and that of the answers: "3 disagreements in 5 answers". A list of pairs is one answer with a disagreement for each missing
    /// pair.
    pub fn short_headline(&self) -> String {
        let answers = counted(self.answers, "answer");
        match self.disagreements.len() {
            0 if self.answers == 0 => "No answers".to_owned(),
            0 => format!("No disagreement in {answers}"),
            differing => format!("{} in {answers}", counted(differing, "disagreement")),
        }
    }

    /// The same as a sentence.
    pub fn headline(&self) -> String {
        format!("{} of the program at this tick", self.short_headline())
    }

    fn add(&mut self, world: &World, trace: &TraceAt, past: &PastWorlds) {
        let mut views = Views::of(world, trace, past);
        let mistakes = RayMistakes::default();
        let mut all_pairs: Vec<&[Arc<str>; 2]> = Vec::new();
        let mut has_pairs = false;
        for said in trace.said.iter() {
            let outcome = match said {
                Said::View(said) => views.compare(said),
                Said::Ray(said) => rays::compare(said, world, past, &mistakes),
                Said::Agent(said) => agents::compare(said, world),
                Said::Pairs(said) => {
                    has_pairs = true;
                    all_pairs.extend(said.pairs.iter());
                    self.answers += 1;
                    continue;
                }
            };
            match outcome {
                Outcome::Unmatched => self.unmatched += 1,
                Outcome::Agrees => self.answers += 1,
                Outcome::Differs(one) => {
                    self.answers += 1;
                    self.disagreements.push(*one);
                }
            }
        }
        if has_pairs {
            self.disagreements.extend(pairs::missing(&all_pairs, world, past));
        }
    }
}

impl QuestionAnswers for Option<SaidAnswers> {
    type Scope = bool;

    fn compute(world: &World, _: &[TestedObject], is_asked: bool) -> Self {
        let is_whole = world.trace.as_deref().is_some_and(|trace| trace.is_whole);
        match (is_asked, is_whole) {
            (false, _) => None,
            (true, false) => SaidAnswers::of(world),
            (true, true) => SaidAnswers::of_whole(world),
        }
    }
}
