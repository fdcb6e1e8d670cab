//! One image of a glTF, decoded for a grid of opacity.

use super::error::{LevelError, Place, Result, get};
use super::source::{Named, Source, Stamps};
use super::work::Work;
use crate::opacity::Progress;
use crate::scene::folder::Folder;
use crate::scene::image::{Bitmap, ImageError, Stamp, decode_bytes};

/// Decodes an image of a glTF that a scene in `folder` names, with the files that were looked for.
pub(in crate::scene) fn read_texture(
    file: &str,
    image: u32,
    folder: &Folder,
    progress: &Progress,
) -> (Stamps, std::result::Result<Bitmap, ImageError>) {
    let mut stamps = Stamps::new();
    let path = match folder.resolve(file) {
        Ok(path) => path,
        Err(error) => {
            return (stamps, Err(ImageError::Refused { message: error.to_string(), help: error.help() }));
        }
    };
    let stamp = Stamp::of(&path);
    stamps.push((path.clone(), stamp));
    let (index, work) = (image as usize, Work::new(progress));
    let read = |stamps: &mut Stamps| -> Result<Vec<u8>> {
        let mut source = Source::open(Named { folder, file }, path, &work)?;
        bytes(&mut source, index, &Place::item("images", index), stamps)
    };
    let name = format!("{file} images[{image}]");
    let bitmap = match read(&mut stamps) {
        Ok(bytes) => decode_bytes(&bytes, &name, progress),
        Err(_) if progress.is_cancelled() => Err(ImageError::Cancelled(name)),
        Err(LevelError { place, message, .. }) => {
            let place = if place == Place::File { String::new() } else { format!("{place} ") };
            Err(ImageError::Unreadable { file: name, reason: format!("{place}{message}") })
        }
    };
    (stamps, bitmap)
}

/// The encoded bytes of an image.
pub(super) fn bytes(source: &mut Source, index: usize, place: &Place, stamps: &mut Stamps) -> Result<Vec<u8>> {
    let image = get(&source.document.images, "images", index, &Place::File)?;
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => {
            let uri = uri.clone();
            Ok(source.resource(&uri, place, stamps)?.to_vec())
        }
        (None, Some(view)) => source.view_alone(view.value(), place, stamps),
        (None, None) => Err(LevelError::at(place.clone(), "names no file and no bytes")),
    }
}
