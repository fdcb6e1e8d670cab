//! The recorded camera paths of a world, as a report stores them.

use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::{Changes, SessionAt, World};

impl QuestionAnswers for Vec<SessionAt> {
    type Scope = ();

    fn compute(world: &World, _: &[TestedObject], (): ()) -> Self {
        world.sessions.clone()
    }

    fn update(&mut self, world: &World, _: &[TestedObject], _: &Changes, (): ()) {
        self.clone_from(&world.sessions);
    }
}
