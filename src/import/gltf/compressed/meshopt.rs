//! Buffer views that are compressed by meshopt: the glTF extensions `EXT_meshopt_compression` and `KHR_meshopt_compression`.
//!
//! The second one has a newer codec of vertices and the filter `COLOR`. The crate decodes both codecs.

use std::ops::Range;

use gltf::json::buffer::View;
use meshoptimizer_rs::codec::{
    decode_filter_color, decode_filter_exp, decode_filter_oct, decode_filter_quat, decode_index_buffer,
    decode_index_sequence, decode_vertex_buffer,
};
use meshoptimizer_rs::{Error, Limits, Workspace};
use serde::Deserialize;

use super::DECOMPRESS;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::source::error::quoted;

/// The names of the extension.
pub(in crate::import::gltf) const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The compressed form of a buffer view.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::import::gltf) struct CompressedView {
    /// The buffer with the compressed bytes.
    pub(in crate::import::gltf) buffer: usize,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: usize,
    count: usize,
    mode: String,
    filter: Option<String>,
}

/// The compressed form of a view, when it has one. `place` is that of the view.
///
/// # Errors
/// When the extension is not written as it is specified.
pub(in crate::import::gltf) fn compressed(view: &View, place: &LevelPlace) -> Result<Option<CompressedView>> {
    let Some(extensions) = &view.extensions else { return Ok(None) };
    let Some((name, written)) = NAMES.iter().find_map(|name| Some((name, extensions.others.get(*name)?))) else {
        return Ok(None);
    };
    let view = CompressedView::deserialize(written);
    view.map(Some).map_err(|error| LevelError::at(place.clone(), format!("has an invalid {name}: {error}")))
}

impl CompressedView {
    /// The compressed bytes in their buffer, which claims to have `length` bytes.
    pub(in crate::import::gltf) fn range(&self, length: u64, place: &LevelPlace) -> Result<Range<usize>> {
        let end = self.byte_offset.checked_add(self.byte_length).filter(|&end| end <= length);
        let range = end.and_then(|end| Some(usize::try_from(self.byte_offset).ok()?..usize::try_from(end).ok()?));
        range.ok_or_else(|| {
            let (start, size, buffer) = (self.byte_offset, self.byte_length, self.buffer);
            let message =
                format!("its compressed bytes reach from byte {start} over {size}, but buffers[{buffer}] has {length}");
            LevelError::at(place.clone(), message)
        })
    }

    /// The number of bytes that it is decoded to.
    pub(in crate::import::gltf) fn decoded_size(&self) -> u64 {
        (self.count as u64).saturating_mul(self.byte_stride as u64)
    }

    /// Decodes the compressed bytes. The caller has reserved memory for [`CompressedView::decoded_size`].
    ///
    /// # Errors
    /// When they are broken, or when the mode, the filter or the stride is not one of the extension.
    pub(in crate::import::gltf) fn decode(&self, bytes: &[u8], place: &LevelPlace) -> Result<Vec<u8>> {
        let (count, stride) = (self.count, self.byte_stride);
        let max_bytes = usize::try_from(self.decoded_size()).unwrap_or(usize::MAX).saturating_add(1 << 20);
        let mut workspace = Workspace::new(Limits { max_bytes, ..Limits::default() });
        let workspace = &mut workspace;
        let unknown = |what: &str, word: &str| {
            let message = format!("its compression has the {what} {}, which is unknown", quoted(word));
            LevelError::at(place.clone(), message).help(DECOMPRESS)
        };
        let decoded = match &*self.mode {
            "ATTRIBUTES" => decode_vertex_buffer(count, stride, bytes, workspace),
            "TRIANGLES" => decode_index_buffer(count, stride, bytes, workspace),
            "INDICES" => decode_index_sequence(count, stride, bytes, workspace),
            mode => return Err(unknown("mode", mode)),
        };
        let mut decoded = decoded.map_err(|error| broken(error, place))?;
        let filtered = match self.filter.as_deref() {
            None | Some("NONE") => Ok(()),
            Some("OCTAHEDRAL") => decode_filter_oct(&mut decoded, count, stride, workspace),
            Some("QUATERNION") => decode_filter_quat(&mut decoded, count, stride, workspace),
            Some("EXPONENTIAL") => decode_filter_exp(&mut decoded, count, stride, workspace),
            Some("COLOR") => decode_filter_color(&mut decoded, count, stride, workspace),
            Some(filter) => return Err(unknown("filter", filter)),
        };
        filtered.map_err(|error| broken(error, place))?;
        Ok(decoded)
    }
}

/// The error of the decoder in the words of the file.
fn broken(error: Error, place: &LevelPlace) -> LevelError {
    let (why, help) = match error {
        Error::UnsupportedVersion => ("is of a version that is not read", DECOMPRESS),
        Error::InvalidLayout => ("has a `byteStride` that its mode or filter does not allow", DECOMPRESS),
        Error::InvalidTopology => ("has a `count` that is no multiple of 3", DECOMPRESS),
        Error::InvalidParameter => ("has values that the extension does not allow", DECOMPRESS),
        Error::SizeOverflow | Error::LimitExceeded | Error::AllocationFailed => {
            ("has more elements than this machine can hold", "export the level in several parts")
        }
        _ => ("is broken or cut off", "export the level again from where it was made"),
    };
    LevelError::at(place.clone(), format!("its meshopt compression {why}")).help(help)
}
