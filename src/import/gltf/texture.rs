//! Images of a glTF, decoded for grids of opacity.

use std::collections::HashMap;
use std::sync::Arc;

use super::source::{GltfSource, data_of};
use crate::budget::{Budget, Reservation};
use crate::import::image::{Bitmap, Decoded, FilePart, ImageError, Origin, ReadImage, decode_bytes};
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::file::Named;
use crate::import::level::level_image::LevelImage;
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::opacity::Progress;
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;

/// Decodes images of a glTF that a scene in `folder` names, in their order. The glTF is read once; images of the same
/// bytes are decoded once, and not at all when they are in `decoded`.
pub(crate) fn read_textures(
    file: &str,
    images: &[u32],
    folder: &Folder,
    decoded: &mut dyn Decoded,
    budget: &Budget,
    progress: &Progress,
) -> Vec<ReadImage> {
    let path = match folder.resolve(file) {
        Ok(path) => path,
        Err(error) => {
            let refused = || ImageError::Refused { message: error.to_string(), help: error.help() };
            return images
                .iter()
                .map(|_| ReadImage { files: Vec::new(), origin: None, bitmap: Err(refused()) })
                .collect();
        }
    };
    // Before the reading, so that a write during it counts as a change.
    let own = (path.clone(), Stamp::of(&path));
    let work = LevelWork::new(progress, budget);
    let source = GltfSource::open(Named { folder, file }, path, &work);
    let name = |image: &u32| format!("{file} images[{image}]");
    let mut source = match source {
        Ok(source) => source,
        Err(error) => {
            let failed = |image| {
                let bitmap = Err(failure(&error, name(image), &work));
                ReadImage { files: vec![own.clone()], origin: None, bitmap }
            };
            return images.iter().map(failed).collect();
        }
    };
    let mut uris: HashMap<String, usize> = HashMap::new();
    let mut read = |image: &u32| {
        let (index, place) = (*image as usize, LevelPlace::item("images", *image as usize));
        let mut files: Stamps = [own.clone()].into_iter().collect();
        let origin = match origin(&source, index, &place, &mut files, &mut uris) {
            Ok(origin) => origin,
            Err(error) => {
                return ReadImage {
                    files: files.to_vec(),
                    origin: None,
                    bitmap: Err(failure(&error, name(image), &work)),
                };
            }
        };
        let looked_for = files.to_vec();
        let bitmap = decoded.get(&origin, &looked_for, &name(image), &mut || {
            let bytes = bytes(&mut source, index, &place, &mut files);
            let (bytes, _memory) = bytes.map_err(|error| failure(&error, name(image), &work))?;
            decode_bytes(&bytes, &name(image), budget, progress).map(Arc::new)
        });
        ReadImage { files: files.to_vec(), origin: Some(origin), bitmap }
    };
    images.iter().map(&mut read).collect()
}

fn failure(error: &LevelError, file: String, work: &LevelWork) -> ImageError {
    if work.is_cancelled() {
        return ImageError::Cancelled(file);
    }
    match (&error.over, &error.place) {
        (Some(over), _) => ImageError::NoMemory { file, over: **over },
        // The name of the file already ends with the place of an image.
        (None, LevelPlace::File | LevelPlace::Item { list: "images", .. }) => {
            ImageError::Unreadable { file, reason: error.message.clone() }
        }
        (None, place) => ImageError::Unreadable { file, reason: format!("{place} {}", error.message) },
    }
}

/// Where the bytes of an image are. `files` gets the file that it names, when it names one.
fn origin(
    source: &GltfSource,
    index: usize,
    place: &LevelPlace,
    files: &mut Stamps,
    uris: &mut HashMap<String, usize>,
) -> Result<Origin> {
    let image = get(&source.document.images, "images", index, &LevelPlace::File)?;
    let (uri, view) = (image.uri.clone(), image.buffer_view);
    match (uri, view) {
        (Some(uri), _) if data_of(&uri).is_some() => {
            let first = *uris.entry(uri).or_insert(index);
            Ok(Origin { part: FilePart::Uri(first), path: source.path().to_owned() })
        }
        (Some(uri), _) => Ok(Origin { part: FilePart::Whole, path: source.resolve(&uri, place, files)? }),
        (None, Some(view)) => {
            let (index, range) = source.range(view.value(), place)?;
            let buffer = source.document.buffers[index].uri.clone();
            if let Some(uri) = buffer.filter(|uri| data_of(uri).is_none()) {
                source.resolve(&uri, place, files)?;
            }
            let part = FilePart::Buffer { index, start: range.start, end: range.end };
            Ok(Origin { part, path: source.path().to_owned() })
        }
        (None, None) => Err(nothing(place)),
    }
}

/// The encoded bytes of an image, and the memory for this copy of them.
pub(super) fn bytes(
    source: &mut GltfSource,
    index: usize,
    place: &LevelPlace,
    stamps: &mut Stamps,
) -> Result<(Vec<u8>, Reservation)> {
    let image = get(&source.document.images, "images", index, &LevelPlace::File)?;
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => {
            let uri = uri.clone();
            let bytes = source.resource(&uri, place, stamps)?;
            let memory = source.work.borrow(bytes.len() as u64)?;
            Ok((bytes.to_vec(), memory))
        }
        (None, Some(view)) => source.view_alone(view.value(), place, stamps),
        (None, None) => Err(nothing(place)),
    }
}

/// An image that was decoded for a material, for images of the scene that name it. `stamps` has the stamps of the files
/// before the reading, that of the glTF first. `None` when the image is now in another file.
pub(super) fn kept(source: &GltfSource, index: usize, bitmap: Arc<Bitmap>, stamps: &Stamps) -> Option<LevelImage> {
    let mut files: Stamps = stamps.first().into_iter().cloned().collect();
    let origin = origin(source, index, &LevelPlace::item("images", index), &mut files, &mut HashMap::new()).ok()?;
    let files = files.iter().map(|(path, _)| stamps.stamp(path).cloned()).collect::<Option<Vec<_>>>()?;
    let read = ReadImage { files, origin: Some(origin), bitmap: Ok(bitmap) };
    Some(LevelImage { index: Some(u32::try_from(index).ok()?), read })
}

fn nothing(place: &LevelPlace) -> LevelError {
    LevelError::at(place.clone(), "names no file and no bytes")
}
