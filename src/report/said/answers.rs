//! What a program said at a tick, compared with our answers.

use std::sync::Arc;

use super::disagreement::Disagreement;
use super::earlier::EarlierWorlds;
use super::outcome::Outcome;
use super::rays::RayMistakes;
use super::views::Views;
use super::{agents, pairs, rays};
use crate::geometry::narrate::counted;
use crate::parallel;
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
        let said = &*trace.said;
        let views = Views::of(world, trace);
        let outcomes = parallel::map(said.len(), |i| match &said[i] {
            Said::View(said) => views.outcome(said),
            Said::Ray(said) => rays::outcome(said, world),
            Said::Agent(said) => agents::outcome(said, world),
            // Each missing pair is a disagreement.
            Said::Pairs(_) => Outcome::Agrees,
        });
        let unmatched = outcomes.iter().filter(|outcome| **outcome == Outcome::Unmatched).count();
        self.unmatched += unmatched;
        self.answers += said.len() - unmatched;
        let differing = outcomes.iter().zip(said).filter(|(outcome, _)| **outcome == Outcome::Differs);
        let differing: Vec<&Said> = differing.map(|(_, said)| said).collect();
        let missing = pairs::missing(said, world);
        let has_earlier = !missing.is_empty() || differing.iter().any(|said| !matches!(said, Said::Agent(_)));
        let earlier = if has_earlier { EarlierWorlds::of(past, world.tick) } else { EarlierWorlds::default() };
        let mistakes = RayMistakes::default();
        self.disagreements.extend(parallel::filter_map(differing.len(), |i| match differing[i] {
            Said::View(said) => views.disagreement(said, &earlier),
            Said::Ray(said) => rays::disagreement(said, world, &earlier, &mistakes),
            Said::Agent(said) => agents::disagreement(said, world),
            Said::Pairs(_) => None,
        }));
        self.disagreements.extend(parallel::map(missing.len(), |i| pairs::disagreement(missing[i], world, &earlier)));
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
