//! The edits of the open scene, each as one step of undo. The files of [`edit`](super::edit) and of the files on disk add to
//! them.

use crate::workspace::open_scene::Workspace;

/// The edits that commands and panels make.
pub(crate) struct Edits<'a> {
    pub(in crate::workspace) workspace: &'a mut Workspace,
}

impl Workspace {
    /// The edits of the scene.
    pub(crate) fn edits(&mut self) -> Edits<'_> {
        Edits { workspace: self }
    }
}
