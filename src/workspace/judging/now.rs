//! The open scene at its tick, for what is computed from it on other threads.

use std::sync::Arc;

use super::depth::DepthLink;
use crate::files::Files;
use crate::scene::Scene;

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
