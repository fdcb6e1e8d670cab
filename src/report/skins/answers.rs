//! The skinned objects of a world, as a report stores them.

use std::sync::Arc;

use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::{ObjectAt, SkinAt, World};

impl QuestionAnswers for Vec<(usize, Arc<SkinAt>)> {
    type Scope = ();

    fn compute(world: &World, _: &[TestedObject], (): ()) -> Self {
        let skin = |(i, object): (usize, &ObjectAt)| Some((i, Arc::clone(object.skin.as_ref()?)));
        world.skinned().filter_map(skin).collect()
    }
}
