//! What is edited, saved and undone: the scene, and the tree files that it names.

use std::sync::Arc;

use crate::files::{Files, Store, TreeAsset};
use crate::scene::Scene;

/// One state of the document. Copies share their parts. Ids are in the scene, so undo and redo keep them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DocumentState {
    pub(crate) scene: Arc<Scene>,
    /// Tree files with edits. Saving writes them to their files.
    pub(crate) trees: Store<TreeAsset>,
}

impl DocumentState {
    /// A scene with the trees that its files contain.
    pub(crate) fn new(scene: Scene, files: &Files) -> Self {
        Self { scene: Arc::new(scene), trees: files.trees.clone() }
    }
}

/// A scene and its files during a change.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) scene: Scene,
    pub(crate) files: Files,
}
