//! What is done with the files of the open scene: they are opened, saved, read again and taken.

use crate::workspace::open_scene::Workspace;

/// The files of the open scene, for what replaces the scene or reads and writes files.
pub struct DiskMut<'a> {
    pub(in crate::workspace) workspace: &'a mut Workspace,
}

impl Workspace {
    /// The files of the scene, for what replaces the scene or reads and writes files.
    pub fn disk_mut(&mut self) -> DiskMut<'_> {
        DiskMut { workspace: self }
    }
}

impl DiskMut<'_> {
    /// Sets the file that is being read to be added to the scene, and the progress from 0 to 1.
    pub(crate) fn await_addition(&mut self, file: Option<(Box<str>, f32)>) {
        self.workspace.disk.loading.adding = file;
    }
}
