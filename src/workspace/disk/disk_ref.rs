//! What is read of the files of the open scene.

use std::path::Path;

use super::open_files::Disk;
use crate::files::{Files, Pace, Reading};
use crate::scene::Folder;
use crate::workspace::document::open_document::OpenDocument;
use crate::world::World;

/// The files of the open scene, with the document that names them.
#[derive(Clone, Copy)]
pub struct DiskRef<'a> {
    pub(in crate::workspace) disk: &'a Disk,
    pub(in crate::workspace) document: &'a OpenDocument,
    pub(in crate::workspace) world: &'a World,
}

impl<'a> DiskRef<'a> {
    /// The folder of the scene's files, and its root; `None` for a scene without a file.
    pub fn folder(self) -> Option<&'a Folder> {
        self.disk.folder.as_ref()
    }

    /// The scene's file.
    pub(in crate::workspace) fn path(self) -> Option<&'a Path> {
        self.disk.path.as_deref()
    }

    /// When files are read. In a window it is [`Pace::Later`], so that the window opens at once.
    pub fn pace(self) -> Pace {
        self.disk.reading.pace
    }

    /// Changes whenever another file is opened, so that the view is reset.
    pub fn generation(self) -> u64 {
        self.disk.generation
    }

    /// An empty store of files and the options for reading another scene.
    pub(crate) fn fresh_files(self) -> (Files, Reading) {
        self.disk.fresh_files()
    }

    /// The title of the scene, else the name of its file.
    pub fn title(self) -> String {
        let title = &self.document.scene().title;
        let name = self.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        match (title.is_empty(), name) {
            (false, _) => title.clone(),
            (true, Some(name)) => name,
            (true, None) => "Untitled scene".to_owned(),
        }
    }

    /// Whether there are unsaved changes, not counting changes that wait for their level.
    pub(in crate::workspace) fn has_edits(self) -> bool {
        self.document.history.is_dirty() || self.disk.tracking.keeps_open_scene()
    }

    /// The level or image that the next change waits for, by its name in the scene.
    pub(crate) fn awaited_level(self) -> Option<&'a str> {
        let added = || self.disk.loading.adding.as_ref().map(|(file, _)| &**file);
        self.document.requests.first().map(|request| &*request.file).or_else(added)
    }

    /// The progress of the level that the next change waits for, from 0 to 1.
    pub(crate) fn awaited_fraction(self) -> f32 {
        let awaited = self.awaited_level();
        if let Some((file, fraction)) = &self.disk.loading.adding
            && awaited == Some(file)
        {
            return *fraction;
        }
        self.working().filter(|working| awaited == Some(&*working.file)).map_or(0.0, |working| working.fraction)
    }
}
