//! The open scene at its tick, for what is computed from it on other threads.

use std::sync::Arc;

use super::depth::DepthLink;
use crate::files::Files;
use crate::scene::{LessonStep, Scene};

/// The open scene at its tick.
pub(super) struct Now<'a> {
    pub(super) scene: &'a Arc<Scene>,
    pub(super) files: &'a Files,
    pub(super) tick: u64,
    /// The depth buffer of the window.
    pub(super) link: Option<DepthLink>,
}

/// Whether some expectation is about an occlusion query.
pub(super) fn uses_depth(scene: &Scene) -> bool {
    scene.expect.iter().any(|expected| expected.name("occlusion").is_some())
}

/// Whether a step needs the answers of occlusion queries.
pub(super) fn is_of_occlusion(scene: &Scene, step: &LessonStep) -> bool {
    let asked = step.ask.iter().map(|ask| &ask.answer().named);
    let is_about = asked.chain(&step.goal).any(|named| named.name("occlusion").is_some());
    // A value in the text names its item, so the kind of the answer is not known before the scene is read.
    !scene.occlusion.is_empty() && (is_about || step.say.contains('{'))
}
