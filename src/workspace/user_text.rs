//! The text of the scene's file as the user wrote it. Saving changes only what differs from it, so comments, order and
//! formatting stay, also those of entries that were deleted and restored by undo.

use std::fs;
use std::sync::Arc;

use super::Workspace;
use crate::scene::{Scene, rewrite, write};

impl Workspace {
    /// The text to save for a scene.
    pub(super) fn text_of(&mut self, scene: &Scene) -> String {
        if self.user_text.is_none() {
            // Before the first save, the file has the text that was opened.
            let path = self.scene_file();
            self.user_text = path.and_then(|path| fs::read_to_string(path).ok()).map(Arc::from);
        }
        self.user_text.as_deref().and_then(|text| rewrite(text, scene)).unwrap_or_else(|| write(scene))
    }
}
