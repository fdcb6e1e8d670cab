//! Opens an image as a scene.

use std::path::Path;

use super::item_name::stem_of;
use crate::files::content::Files;
use crate::files::image::ImageFile;
use crate::files::read::{Loaded, load};
use crate::files::reading::Reading;
use crate::opacity::Progress;
use crate::scene::{Image, Scene, WrittenScene};
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::text;

/// The file extensions of images, in lower case.
pub const IMAGE_EXTENSIONS: [&str; 7] = ["png", "jpg", "jpeg", "webp", "tga", "bmp", "gif"];

/// Whether a file name has the extension of an image.
pub fn is_image(path: &Path) -> bool {
    IMAGE_EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}

/// Opens an image as a scene with one image item of the same name. If `files` has a reading of the image, it is used.
///
/// # Errors
/// When the image cannot be read.
pub(crate) fn open(path: &Path, mut files: Files, reading: &Reading) -> Result<Loaded, SceneError> {
    let name = text::path_in_message(path);
    let (folder, file) = text::folder_of(path, &reading.options)?;
    let budget = files.budget.clone();
    files.images.update([&*file], |file| ImageFile::read_with(file, &folder, &budget, &Progress::default()));
    let refused = |message: &str, help: &str| SceneError::unreadable(&name, message, Some(help));
    let Some(image) = files.images.get(&file) else {
        return Err(refused("there is no such file", "give an image file"));
    };
    let bitmap = image.bitmap().map_err(|error| refused(&error.to_string(), &error.help()))?;
    // If the user named a link, the item has the name of the link.
    let image = Image::new(stem_of(&path.to_string_lossy()), &*file, bitmap.size());
    let scene = Scene { about: about(&file), title: file, images: vec![image], ..Scene::empty() };
    load(scene, &WrittenScene::made(&name), Some(&folder), files, reading, &Progress::default())
}

fn about(file: &str) -> String {
    format!(
        "The image `{file}`, opened as a scene and divided into cells. A cell is **solid** when the mean \
         alpha of its pixels is at least the threshold. Change the threshold and the number of cells in the \
         panel *Opacity*; save this scene in the folder of the image to keep the changes."
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::is_image;
    use crate::{files, scene};

    #[test]
    fn an_image_opens_as_a_scene() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiny leaf.PNG");
        assert!(is_image(&path));
        image::RgbaImage::new(3, 40).save_with_format(&path, image::ImageFormat::Png).unwrap();
        let loaded = files::open(&path).unwrap();
        let image = &loaded.scene.images[0];
        assert_eq!((&*image.name, &*image.file, image.divisions), ("tiny leaf", "tiny leaf.PNG", [3, 10]));
        assert!(loaded.files.bitmap(image).is_ok() && loaded.faults.is_empty());
        // The saved scene names the file. It can be read from the scene's folder.
        let saved = folder.path().join("leaf.json");
        scene::save(&loaded.scene, &saved).unwrap();
        assert_eq!(files::open(&saved).unwrap().scene.images, loaded.scene.images);

        fs::write(&path, "no image").unwrap();
        let error = files::open(&path).unwrap_err();
        assert!(error.message.contains("tiny leaf.PNG"), "{error}");
        assert!(error.help.is_some());
        fs::remove_file(&path).unwrap();
        assert!(files::open(&path).is_err());
    }
}
