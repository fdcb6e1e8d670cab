//! The interface of the answers that a report stores.

use super::tested::TestedObject;
use crate::world::{Changes, World};

/// All answers of one question about a world. Each question implements it for the type of its field in a report.
pub(super) trait QuestionAnswers: Sized {
    /// What of them is computed: the question's part of a [`Scope`](super::scope::Scope), or `()` when they are always
    /// computed.
    type Scope: Copy;

    /// Computes them. `objects` are the tested objects of the world.
    fn compute(world: &World, objects: &[TestedObject], scope: Self::Scope) -> Self;

    /// Computes those again that changes of the world affect; `objects` have these changes. The result equals
    /// [`compute`](Self::compute).
    fn update(&mut self, world: &World, objects: &[TestedObject], _changes: &Changes, scope: Self::Scope) {
        *self = Self::compute(world, objects, scope);
    }
}

/// The part of a scope that a question has, or `()`.
macro_rules! part_of {
    ($scope:ident) => {
        ()
    };
    ($scope:ident $part:ident) => {
        $scope.$part
    };
}

pub(super) use part_of;
