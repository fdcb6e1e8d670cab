//! Opens an image as a new scene, or adds it to the open one.

use std::path::Path;
use std::sync::Arc;

use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::saving::open_with;
use crate::files::ImageFile;
use crate::files::open_as_scene::item_name::stem_of;
use crate::import::image::ImageError;
use crate::scene::{Folder, Image};
use crate::workspace::document::edit::names::free_name;
use crate::workspace::document::edits::Edits;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

impl DiskMut<'_> {
    /// Replaces the open scene by a new scene of an image that was already read. If the image cannot be used, the open
    /// scene is kept and a notice is added.
    pub fn open_image(&mut self, path: &Path, image: Arc<ImageFile>) -> bool {
        let (mut files, reading) = self.workspace.disk().fresh_files();
        if let Ok((_, name)) = Folder::of_file(path, &reading.options) {
            files.images.insert(&name, image);
        }
        open_with(self.workspace, path, files, reading)
    }
}

impl Edits<'_> {
    /// Adds an image that was already read to the open scene and selects it. `file` is the result of
    /// `DiskRef::name_of_file`. An image that the scene already has is only selected. If the image cannot be used, a
    /// notice is added.
    pub(crate) fn add_image(&mut self, file: &str, image: Arc<ImageFile>) -> bool {
        if let Some(known) =
            self.workspace.scene().images.iter().position(|image| image.file == file && image.texture.is_none())
        {
            self.workspace.disk_mut().refresh_files();
            self.workspace.selection_mut().select_image(Some(known));
            return true;
        }
        let size = match image.bitmap() {
            Ok(bitmap) => bitmap.size(),
            Err(error) => {
                notify_bad_image(self.workspace, &error);
                return false;
            }
        };
        let mut index = 0;
        let is_added = self.workspace.step_draft("add image", |draft, world| {
            let scene = &mut draft.scene;
            // The image is placed beside the others, so that none hides another.
            let right = world.images.iter().map(|image| image.quad.centre.x + image.quad.half_size.x);
            let right = right.reduce(f32::max).map_or(0.0, |right| ((right + 0.6) * 10.0).round() / 10.0);
            draft.files.images.insert(file, image);
            let name = free_name(scene, &stem_of(file));
            scene.images.push(Image { position: [right, 0.0, 0.0], ..Image::new(name, file, size) });
            index = scene.images.len() - 1;
        });
        if is_added {
            self.workspace.selection_mut().select_image(Some(index));
        }
        is_added
    }
}

impl DiskRef<'_> {
    /// The name of a file in the open scene: its path from the scene's folder, such as `../leaf.png`. `None` when it is
    /// outside the root, and when the scene has no file and therefore no folder.
    pub fn name_of_file(self, path: &Path) -> Option<String> {
        self.folder()?.name_of(path)
    }
}

fn notify_bad_image(workspace: &mut Workspace, error: &ImageError) {
    workspace.notify(Notice::error(NoticeKind::ImageNotAdded, format!("{error}\n{}", error.help())));
}
