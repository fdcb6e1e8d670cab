//! The cuts of a world, as a report stores them.

use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::{Changes, CutAt, World};

impl QuestionAnswers for Vec<CutAt> {
    type Scope = ();

    fn compute(world: &World, _: &[TestedObject], (): ()) -> Self {
        world.cuts.clone()
    }

    fn update(&mut self, world: &World, _: &[TestedObject], _: &Changes, (): ()) {
        self.clone_from(&world.cuts);
    }
}
