//! Adds a level to the open scene.

use std::path::Path;
use std::sync::Arc;

use super::disk_ref::DiskRef;
use crate::files::LevelFile;
use crate::files::open_as_scene::level::{images as images_of_level, name_of as name_of_level};
use crate::scene::{Folder, Image, Model};
use crate::workspace::document::edit::names::free_name;
use crate::workspace::document::edits::Edits;
use crate::workspace::notices::notice::{Notice, NoticeKind};

impl Edits<'_> {
    /// Adds a level that was already read to the open scene as a model and selects it. Its textures with alpha that the
    /// scene does not have are added as images. `file` is the result of `DiskRef::name_of_file`. If the level cannot
    /// be used, a notice is added.
    pub(crate) fn add_level(&mut self, file: &str, level: Arc<LevelFile>) -> bool {
        if let Err(error) = level.level() {
            let error = error.clone();
            self.workspace.notifier().notify_unreadable(Path::new(file), &error);
            return false;
        }
        let level = self.workspace.disk().known_level(file).unwrap_or(level);
        let mut index = 0;
        let is_added = self.workspace.step_draft("add level", |draft, _| {
            let scene = &mut draft.scene;
            index = scene.models.len();
            let name = free_name(scene, &name_of_level(file));
            let textures = level.level().map(|level| images_of_level(file, &name, level)).unwrap_or_default();
            let is_there = |image: &Image| scene.images.iter().any(|other| other.source() == image.source());
            let new: Vec<Image> = textures.into_iter().filter(|image| !is_there(image)).collect();
            for image in new {
                let name = free_name(scene, &image.name);
                scene.images.push(Image { name, ..image });
            }
            draft.files.levels.insert(file, level);
            scene.models.push(Model::new(name, file));
        });
        if is_added {
            self.workspace.selection_mut().select_model(index);
        } else if let Some(refusal) = self.workspace.document.refusal.take() {
            self.workspace.notify(Notice::error(NoticeKind::LevelNotAdded, refusal.reason));
        }
        is_added
    }
}

impl DiskRef<'_> {
    /// The name of a file in the open scene, and the folder to which it is relative. `None` in the same cases as
    /// `DiskRef::name_of_file`.
    pub(crate) fn named_file(self, path: &Path) -> Option<(String, Folder)> {
        Some((self.name_of_file(path)?, self.folder()?.clone()))
    }

    /// A level of the open scene whose file has not changed since it was read.
    pub(crate) fn known_level(self, file: &str) -> Option<Arc<LevelFile>> {
        let known = self.disk.files.levels.get(file)?;
        (known.level().is_ok() && known.is_current(file, self.folder()?)).then(|| Arc::clone(known))
    }
}
