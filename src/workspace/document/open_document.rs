//! The document of the open scene with its history.

use std::path::Path;
use std::sync::Arc;

use super::history::History;
use super::level_request::LevelRequest;
use super::refusal::Refusal;
use super::state::DocumentState;
use crate::host::fs;
use crate::scene::{Entry, Scene, rewrite, write};

/// The document with its steps of undo and redo.
pub struct OpenDocument {
    pub(in crate::workspace) history: History,
    /// Items that will use another level once it is read, in the order of the requests.
    pub(in crate::workspace) requests: Vec<LevelRequest>,
    /// The last change that the scene's checks refused.
    pub(in crate::workspace) refusal: Option<Refusal>,
    /// The text of the scene's file, after the first save.
    pub(in crate::workspace) user_text: Option<Arc<str>>,
    /// Whether every change is refused.
    pub(in crate::workspace) is_read_only: bool,
}

impl OpenDocument {
    /// A document without steps.
    pub(in crate::workspace) fn new(document: DocumentState) -> Self {
        Self {
            history: History::new(document),
            requests: Vec::new(),
            refusal: None,
            user_text: None,
            is_read_only: false,
        }
    }

    /// The current scene.
    pub(in crate::workspace) fn scene(&self) -> &Arc<Scene> {
        &self.history.document().scene
    }

    /// The current document.
    pub(crate) fn state(&self) -> &Arc<DocumentState> {
        self.history.document()
    }

    /// The last refused change; `None` after the next change.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// The label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.requests.last().map(|request| &*request.label).or(self.history.undo_label())
    }

    /// The label of the step that redo would restore.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }

    /// The level that is being read for a model or an object.
    pub(crate) fn named_level(&self, item: Entry) -> Option<&str> {
        let id = item.id(self.scene())?;
        let request = self.requests.iter().find(|request| request.ids.contains(&id))?;
        Some(&request.file)
    }

    /// The text of a scene as it is saved. `file` is the scene's file. The text of the user is kept where it says the same:
    /// comments, order and formatting stay, also those of entries that were deleted and restored by undo.
    pub(in crate::workspace) fn text_of(&mut self, scene: &Scene, file: Option<&Path>) -> String {
        if self.user_text.is_none() {
            // Before the first save, the file has the text that was opened.
            self.user_text = file.and_then(|path| fs::read_to_string(path).ok()).map(Arc::from);
        }
        self.user_text.as_deref().and_then(|text| rewrite(text, scene)).unwrap_or_else(|| write(scene))
    }
}
