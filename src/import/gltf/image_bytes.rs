//! The encoded bytes of an image of a glTF.

use super::source::GltfSource;
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::stamps::Stamps;

/// Gives the encoded bytes of an image of a glTF to a function. The source keeps buffers and files that it has read, so
/// nothing is read from the disk a second time.
pub(super) fn image_bytes<T>(
    source: &mut GltfSource,
    index: usize,
    place: &LevelPlace,
    stamps: &mut Stamps,
    take: impl FnOnce(&[u8]) -> T,
) -> Result<T> {
    let image = get(&source.document.images, "images", index, &LevelPlace::File)?;
    match (image.uri.clone(), image.buffer_view) {
        (Some(uri), _) => Ok(take(&source.resource(&uri, place, stamps)?)),
        (None, Some(view)) => Ok(take(source.view(view.value(), place, stamps)?.as_slice())),
        (None, None) => Err(LevelError::at(place.clone(), "names no file and no bytes")),
    }
}
