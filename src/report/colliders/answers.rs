//! The colliders of a world, as a report stores them.

use std::sync::Arc;

use crate::budget::Budget;
use crate::clearance::UndecidedReason;
use crate::clearance::deviation::{Deviations, compare};
use crate::opacity::Progress;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::report::work::{Asked, PlacedBodies, Work, WorkInput, answered};
use crate::world::{Changes, ColliderAt, World};

/// The surfaces compared, or why they were not.
pub type Compared = Result<Deviations, UndecidedReason>;

/// A collider with its answer.
pub type ColliderWork = Asked<ColliderInput, Compared>;

/// What the answer about a collider is computed from.
#[derive(Clone, Debug)]
pub struct ColliderInput {
    /// What is drawn.
    render: PlacedBodies,
    /// What collides.
    collider: PlacedBodies,
    /// Their names.
    pub(super) names: [Arc<str>; 2],
    /// The greatest distance that is accepted, metres.
    pub tolerance: f64,
    budget: Budget,
}

/// The same bodies. The tolerance judges the answer and does not change it, but it is a part of what is asked.
impl PartialEq for ColliderInput {
    fn eq(&self, other: &Self) -> bool {
        self.render == other.render
            && self.collider == other.collider
            && self.names == other.names
            && self.tolerance.to_bits() == other.tolerance.to_bits()
    }
}

impl WorkInput for ColliderInput {
    type Answer = Compared;

    fn answer(&self, progress: &Progress) -> Compared {
        compare(&self.render.exact(), &self.collider.exact(), &self.budget, progress)
    }
}

impl ColliderInput {
    fn of(world: &World, collider: &ColliderAt) -> Result<Self, Arc<str>> {
        Ok(Self {
            render: PlacedBodies::named(world, [&collider.render])?,
            collider: match &collider.of_model {
                Some(_) => PlacedBodies::of_shapes(collider.placed_shapes(&world.objects)),
                None => PlacedBodies::named(world, [&collider.collider])?,
            },
            names: [&collider.render, &collider.collider].map(|body| Arc::clone(&body.name)),
            tolerance: collider.tolerance,
            budget: world.budget.clone(),
        })
    }

    /// Whether both distances are at most the tolerance.
    pub fn is_within(&self, found: &Deviations) -> bool {
        found.both.iter().all(|one| one.distance <= self.tolerance)
    }
}

fn asked(world: &World, collider: &ColliderAt) -> ColliderWork {
    let input = ColliderInput::of(world, collider).map(Arc::new);
    Asked { id: collider.id, name: Arc::clone(&collider.name), input, answer: None }
}

impl QuestionAnswers for Vec<ColliderWork> {
    type Scope = Work;

    fn compute(world: &World, _: &[TestedObject], work: Work) -> Self {
        if work == Work::Never {
            return Vec::new();
        }
        answered(&[], world.colliders.iter().map(|collider| asked(world, collider)).collect(), work)
    }

    fn update(&mut self, world: &World, _: &[TestedObject], _: &Changes, work: Work) {
        if work != Work::Never {
            let now = world.colliders.iter().map(|collider| asked(world, collider)).collect();
            *self = answered(self, now, work);
        }
    }
}

/// The answer about one collider of a world, computed now.
pub(super) fn answer_now(world: &World, collider: &ColliderAt) -> ColliderWork {
    answered(&[], vec![asked(world, collider)], Work::Now).remove(0)
}
