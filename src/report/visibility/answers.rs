//! What a camera sees of all objects and images, and its computation.

use std::sync::Arc;

use super::looking::Looking;
use super::targets::{targets, view};
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::visibility::{LookTarget, Reason, Seen, look, why};
use crate::world::{CameraAt, Changes, World};

/// What a camera sees.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibilityAnswers {
    /// Its name.
    pub camera: Arc<str>,
    /// Width and height of its picture in pixels.
    pub size: [u32; 2],
    /// One per object, then one per image, in the order of the world.
    pub targets: Vec<VisibilityAnswer>,
    /// The reason why the camera is unplaced and has no answers: see [`CameraAt::error`].
    pub error: Option<Arc<str>>,
}

/// What a camera sees of one object or image.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibilityAnswer {
    /// Its pixels.
    pub seen: Seen,
    /// Why it has none; `None` when it is seen.
    pub reason: Option<Reason>,
}

impl VisibilityAnswers {
    /// What a camera of a world sees.
    pub fn of(camera: &CameraAt, world: &World) -> Self {
        let answers = match &camera.error {
            Some(_) => Vec::new(),
            None => Self::about(camera, &targets(world)),
        };
        Self { camera: Arc::clone(&camera.name), size: camera.size, targets: answers, error: camera.error.clone() }
    }

    fn about(camera: &CameraAt, targets: &[LookTarget]) -> Vec<VisibilityAnswer> {
        let view = view(camera);
        let mut seen = look(&view, targets);
        let reasons = crate::parallel::collect(targets.len(), |i| why(&view, &targets[i], &seen[i]));
        seen.drain(..).zip(reasons).map(|(seen, reason)| VisibilityAnswer { seen, reason }).collect()
    }
}

impl QuestionAnswers for Vec<VisibilityAnswers> {
    type Scope = Looking;

    fn compute(world: &World, _: &[TestedObject], looking: Looking) -> Self {
        looking.cameras(world).into_iter().map(|camera| VisibilityAnswers::of(&world.cameras[camera], world)).collect()
    }

    fn update(&mut self, world: &World, objects: &[TestedObject], _: &Changes, looking: Looking) {
        // A change of any object may change what covers every other one.
        *self = Self::compute(world, objects, looking);
    }
}
