//! The leaks of a world, as a report stores them.

use std::sync::Arc;

use crate::budget::Budget;
use crate::clearance::leak::{LeakAnswer, LeakQuery, leak};
use crate::geometry::exact::body::bounds_of;
use crate::opacity::Progress;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::report::work::{Asked, PlacedBodies, Work, WorkInput, answered};
use crate::world::{Changes, LeakAt, World};

/// A leak with its answer.
pub type LeakWork = Asked<LeakInput, LeakAnswer>;

/// What the answer about a leak is computed from.
#[derive(Clone, Debug)]
pub struct LeakInput {
    /// The question. Its box is made of the bodies.
    pub(super) query: LeakQuery,
    pub(super) bodies: PlacedBodies,
    budget: Budget,
}

/// The same question about the same bodies.
impl PartialEq for LeakInput {
    fn eq(&self, other: &Self) -> bool {
        self.query == other.query && self.bodies == other.bodies
    }
}

impl WorkInput for LeakInput {
    type Answer = LeakAnswer;

    fn answer(&self, progress: &Progress) -> LeakAnswer {
        let bodies = self.bodies.exact();
        let query = LeakQuery { bounds: bounds_of(&bodies), ..self.query };
        leak(bodies, &query, &self.budget, progress)
    }
}

impl LeakInput {
    /// The radius of the sphere, metres.
    pub fn radius(&self) -> f64 {
        self.query.radius
    }

    /// # Errors
    /// When a name has no objects, with the reason.
    pub(super) fn of(world: &World, leak: &LeakAt) -> Result<Self, Arc<str>> {
        let bodies =
            if leak.bodies.is_empty() { PlacedBodies::all(world) } else { PlacedBodies::named(world, &leak.bodies)? };
        // The box is that of the bodies, which the answer computes.
        let bounds = [leak.from, leak.from];
        let query = LeakQuery { from: leak.from, to: leak.to, radius: leak.radius, bounds };
        Ok(Self { query, bodies, budget: world.budget.clone() })
    }

    /// The names of the bodies with these indices.
    pub(super) fn names<'w>(&self, world: &'w World, bodies: &[usize]) -> Vec<&'w str> {
        let name = |body: &usize| Some(&*world.objects.get(self.bodies.object(*body)?)?.name);
        bodies.iter().filter_map(name).collect()
    }
}

fn asked(world: &World, leak: &LeakAt) -> LeakWork {
    let input = LeakInput::of(world, leak).map(Arc::new);
    Asked { id: leak.id, name: Arc::clone(&leak.name), input, answer: None }
}

impl QuestionAnswers for Vec<LeakWork> {
    type Scope = Work;

    fn compute(world: &World, _: &[TestedObject], work: Work) -> Self {
        if work == Work::Never {
            return Vec::new();
        }
        answered(&[], world.leaks.iter().map(|leak| asked(world, leak)).collect(), work)
    }

    fn update(&mut self, world: &World, _: &[TestedObject], _: &Changes, work: Work) {
        if work != Work::Never {
            let now = world.leaks.iter().map(|leak| asked(world, leak)).collect();
            *self = answered(self, now, work);
        }
    }
}

/// The answer about one leak of a world, computed now.
pub fn answer_now(world: &World, leak: &LeakAt) -> LeakWork {
    answered(&[], vec![asked(world, leak)], Work::Now).remove(0)
}
