//! What a camera sees of all objects and images, and its computation.

use std::sync::Arc;

use super::looking::Looking;
use super::targets::{targets, view};
use crate::budget::{OverBudget, Reservation};
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::visibility::{Reason, Seen, look_watching, why};
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
    /// The reason why there are no answers: the camera is unplaced, see [`CameraAt::error`], or the picture does not fit into
    /// the budget.
    pub error: Option<Arc<str>>,
    /// What the answers pay.
    memory: Option<Arc<Reservation>>,
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
        let empty = Self {
            camera: Arc::clone(&camera.name),
            size: camera.size,
            targets: Vec::new(),
            error: camera.error.clone(),
            memory: None,
        };
        if empty.error.is_some() {
            return empty;
        }
        match Self::about(camera, world) {
            Ok((targets, memory)) => Self { targets, memory: Some(Arc::new(memory)), ..empty },
            Err(over) => Self { error: Some(over_budget(&over).into()), ..empty },
        }
    }

    fn about(camera: &CameraAt, world: &World) -> Result<(Vec<VisibilityAnswer>, Reservation), OverBudget> {
        let view = view(camera);
        let targets = targets(world)?;
        let mut looked = look_watching(&view, &targets, None, &world.budget)?;
        // Both lists exist for a moment.
        let bytes = |size: usize| targets.len() as u64 * size as u64;
        looked.memory.grow(bytes(size_of::<VisibilityAnswer>() + size_of::<Option<Reason>>()))?;
        let seen = looked.seen;
        let reasons = crate::parallel::collect(targets.len(), |i| why(&view, &targets[i], &seen[i]));
        let answers: Vec<VisibilityAnswer> =
            seen.into_iter().zip(reasons).map(|(seen, reason)| VisibilityAnswer { seen, reason }).collect();
        let kept = looked.memory.bytes() - bytes(size_of::<Seen>() + size_of::<Option<Reason>>());
        looked.memory.shrink_to(kept);
        Ok((answers, looked.memory))
    }
}

/// Why a picture has no answers: "its picture takes … of memory, but …".
pub(crate) fn over_budget(over: &OverBudget) -> String {
    format!("its picture {over}; give the camera a smaller `size`, or {}", over.help())
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
