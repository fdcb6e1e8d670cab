//! Images from outside: as a scene of their own, or as a part of the open one.

use std::path::Path;
use std::sync::Arc;

use super::{Notice, NoticeKind, Session};
use crate::files::ImageFile;
use crate::import::image::ImageError;
use crate::scene::{EntryId, Folder, Image, ImageMethod, default};
use crate::session::edit::names::free_name;

impl Session {
    /// Opens an image, which was read already, as a scene of its own in place of the open one. One that cannot be used
    /// leaves the open scene as it is and adds a notice.
    pub fn open_image(&mut self, path: &Path, image: Arc<ImageFile>) -> bool {
        let (mut files, reading) = self.fresh_files();
        if let Ok((_, name)) = Folder::of_file(path, &reading.options) {
            files.images.insert(&name, image);
        }
        self.open_with(path, files, reading)
    }

    /// What the open scene would call a file: its path from the scene's folder, such as `../leaf.png`. `None` when it lies
    /// outside of the root, or the scene was not made of a file and so has no folder.
    pub fn name_of_file(&self, path: &Path) -> Option<String> {
        self.folder()?.name_of(path)
    }

    /// Adds an image, which was read already, to the open scene and selects it; `file` is what
    /// [`Session::name_of_file`] says. One that the scene has is only selected, and one that cannot be used adds a
    /// notice.
    pub fn add_image(&mut self, file: &str, image: Arc<ImageFile>) -> bool {
        if let Some(known) = self.scene().images.iter().position(|image| image.file == file && image.texture.is_none())
        {
            self.refresh_files();
            self.select_image(Some(known));
            return true;
        }
        let size = match image.bitmap() {
            Ok(bitmap) => bitmap.size(),
            Err(error) => {
                self.notify_bad_image(&error);
                return false;
            }
        };
        let stem = Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy());
        let usual = default::divisions();
        let mut index = 0;
        let is_added = self.step_draft("add image", |draft, world| {
            let scene = &mut draft.scene;
            // Beside the others, so that none hides another.
            let right = world.images.iter().map(|image| image.quad.centre.x + image.quad.half_size.x);
            let right = right.reduce(f32::max).map_or(0.0, |right| ((right + 0.6) * 10.0).round() / 10.0);
            draft.files.images.insert(file, image);
            scene.images.push(Image {
                id: EntryId::default(),
                name: free_name(scene, &stem),
                file: file.to_owned(),
                texture: None,
                divisions: [size[0].min(usual[0]), size[1].min(usual[1])],
                threshold: default::threshold(),
                method: ImageMethod::default(),
                position: [right, 0.0, 0.0],
                size: None,
            });
            index = scene.images.len() - 1;
        });
        if is_added {
            self.select_image(Some(index));
        }
        is_added
    }

    fn notify_bad_image(&mut self, error: &ImageError) {
        self.notify(Notice::error(NoticeKind::ImageNotAdded, format!("{error}\n{}", error.help())));
    }
}
