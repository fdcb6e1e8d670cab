//! The images of a world, as a report stores them.

use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::{Changes, ImageAt, World};

impl QuestionAnswers for Vec<ImageAt> {
    type Scope = ();

    fn compute(world: &World, _: &[TestedObject], (): ()) -> Self {
        world.images.clone()
    }

    fn update(&mut self, world: &World, _: &[TestedObject], changes: &Changes, (): ()) {
        changes.images.update(self, |i| world.images[i].clone());
    }
}
