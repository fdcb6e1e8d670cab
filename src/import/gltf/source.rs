//! The source of a glTF's bytes: its own chunk, its text, or files in the scene's folder.
//!
//! A buffer is read at its first use. A file is read once, even if several buffers name it. Names are percent-decoded,
//! taken from the folder of the glTF, and pass the guard of the scene's folder.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use gltf::json::Index;
use gltf::json::buffer::{Buffer, View};
use gltf::json::validation::USize64;
use percent_encoding::percent_decode_str;

use super::compressed::meshopt;
use super::document::GltfDocument;
use super::glb::LONGEST_JSON;
use super::{compressed, glb};
use crate::budget::{ChargedVec, Reservation};
use crate::geometry::narrate::counted;
use crate::host::fs::File;
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::level_image::LevelImage;
use crate::import::level::limits::LARGEST_LEVEL;
use crate::import::level::work::LevelWork;
use crate::source::error::quoted;
use crate::source::extension::has_extension;
use crate::source::git_text::{POINTER_HELP, POINTER_MESSAGE, is_pointer};

use crate::import::level::file::{Named, open_level, read_piecewise, read_whole, resolve_beside, unreadable};
use crate::import::level::stamps::Stamps;

/// An open glTF.
pub(super) struct GltfSource<'a> {
    pub(super) document: GltfDocument,
    /// The text of the JSON if it is the file itself, for the search of places.
    pub(super) text: Option<String>,
    named: Named<'a>,
    path: PathBuf,
    chunk: Option<(u64, u64)>,
    buffers: HashMap<usize, Arc<ChargedVec<u8>>>,
    files: HashMap<PathBuf, Arc<ChargedVec<u8>>>,
    /// The bytes of compressed views, by the index of the view.
    decoded_views: HashMap<usize, Arc<ChargedVec<u8>>>,
    /// Images with alpha that were decoded for materials.
    pub(super) images: Vec<LevelImage>,
    /// Bytes read so far.
    read: u64,
    /// The number of bytes that may still be decoded.
    budget: u64,
    pub(super) work: &'a LevelWork<'a>,
}

/// Some bytes of a buffer.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    buffer: Arc<ChargedVec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.buffer[self.range.clone()]
    }
}

/// The number of bytes that may be decoded from a file of any size.
const BUDGET_AT_LEAST: u64 = 64 << 20;
/// The number of decoded bytes for each byte read: an index of one byte becomes a triangle of twelve, and so does its
/// vertex.
const BUDGET_PER_BYTE: u64 = 24;

impl<'a> GltfSource<'a> {
    /// Opens a glTF or GLB, whichever its first bytes say. Buffers are not read yet.
    pub(super) fn open(named: Named<'a>, path: PathBuf, work: &'a LevelWork<'a>) -> Result<Self> {
        let (mut file, length) = open_level(&path)?;
        work.expect(length);
        let mut magic = [0; 4];
        let is_glb = file.read(&mut magic).map_err(unreadable)? == 4 && magic == *b"glTF";
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let (text, chunk);
        if is_glb {
            let glb = glb::read(&mut BufReader::new(&mut file), length, |bytes| work.hold(bytes))?;
            work.advance(glb.json.len() as u64);
            (text, chunk) = (glb.json, glb.bytes);
        } else if has_extension(&path, "glb") {
            // For a message with the reason.
            glb::read(&mut file, length, |bytes| work.hold(bytes))?;
            return Err(LevelError::file("this is not a GLB"));
        } else {
            if length > LONGEST_JSON {
                let message = format!("its JSON is larger than {} MiB", LONGEST_JSON >> 20);
                return Err(LevelError::file(message).help("export the level as a GLB"));
            }
            // Once more for the places of errors.
            work.hold(2 * length)?;
            (text, chunk) = (read_piecewise(&mut file, LONGEST_JSON, work)?, None);
        }
        let text = String::from_utf8(text).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            LevelError::file(format!("its JSON is not UTF-8 at byte {at}")).help("a glTF is JSON in UTF-8, or a GLB")
        })?;
        let document = GltfDocument::parse(text.strip_prefix('\u{feff}').unwrap_or(&text), |bytes| work.hold(bytes))?;
        Ok(Self {
            document,
            budget: BUDGET_AT_LEAST,
            read: text.len() as u64,
            text: (!is_glb).then_some(text),
            named,
            path,
            chunk,
            buffers: HashMap::new(),
            files: HashMap::new(),
            decoded_views: HashMap::new(),
            images: Vec::new(),
            work,
        })
    }

    /// The bytes of a buffer view, decoded if they are compressed. `by` is the item that names it, for the error.
    pub(super) fn view(&mut self, index: usize, by: &LevelPlace, stamps: &mut Stamps) -> Result<Bytes> {
        if let Some(bytes) = self.decoded_view(index, by, stamps)? {
            return Ok(bytes);
        }
        let (buffer, range) = self.range(index, by)?;
        let bytes = self.buffer(buffer, stamps)?;
        Ok(Bytes { buffer: bytes, range })
    }

    /// The bytes of a view that is compressed; `None` for one that has its bytes uncompressed.
    fn decoded_view(&mut self, index: usize, by: &LevelPlace, stamps: &mut Stamps) -> Result<Option<Bytes>> {
        let whole = |buffer: &Arc<ChargedVec<u8>>| Bytes { range: 0..buffer.len(), buffer: Arc::clone(buffer) };
        if let Some(decoded) = self.decoded_views.get(&index) {
            return Ok(Some(whole(decoded)));
        }
        let view = get(&self.document.buffer_views, "bufferViews", index, by)?;
        let place = LevelPlace::named("bufferViews", index, view.name.as_ref());
        // Where the extension is not required, the view has the same bytes uncompressed.
        if self.has_bytes(view.buffer.value(), &place)? {
            return Ok(None);
        }
        let Some(compressed) = meshopt::compressed(view, &place)? else { return Ok(None) };
        let length = get(&self.document.buffers, "buffers", compressed.buffer, &place)?.byte_length.0;
        let range = compressed.range(length, &place)?;
        let bytes = Bytes { buffer: self.buffer(compressed.buffer, stamps)?, range };
        let memory = self.work.borrow(compressed.decoded_size())?;
        let decoded = compressed.decode(bytes.as_slice(), &place)?;
        let decoded = Arc::new(self.work.charged(ChargedVec::from_parts(decoded, memory))?);
        self.note_read(decoded.len() as u64, &place)?;
        self.decoded_views.insert(index, Arc::clone(&decoded));
        Ok(Some(whole(&decoded)))
    }

    /// Whether a buffer has bytes. One without is there for the sizes of views that are compressed.
    fn has_bytes(&self, buffer: usize, by: &LevelPlace) -> Result<bool> {
        let written = get(&self.document.buffers, "buffers", buffer, by)?;
        Ok(written.uri.is_some() || (buffer == 0 && self.chunk.is_some()))
    }

    /// Adds a buffer of decoded bytes, and returns the view of all of it.
    pub(super) fn add_view(&mut self, bytes: ChargedVec<u8>, place: &LevelPlace) -> Result<Index<View>> {
        let (buffer, view) = (self.document.buffers.len(), self.document.buffer_views.len());
        let index = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let byte_length = USize64(bytes.len() as u64);
        self.note_read(byte_length.0, place)?;
        self.document.buffers.push(Buffer { byte_length, name: None, uri: None, extensions: None, extras: None });
        self.document.buffer_views.push(View {
            buffer: Index::new(index(buffer)),
            byte_length,
            byte_offset: None,
            byte_stride: None,
            name: None,
            target: None,
            extensions: None,
            extras: None,
        });
        self.buffers.insert(buffer, Arc::new(bytes));
        Ok(Index::new(index(view)))
    }

    /// The same as [`GltfSource::view`] without keeping the rest of its buffer, where that is in a file.
    pub(super) fn view_alone(
        &mut self,
        index: usize,
        by: &LevelPlace,
        stamps: &mut Stamps,
    ) -> Result<(Vec<u8>, Reservation)> {
        let (buffer, range) = self.range(index, by)?;
        let chunk = self.chunk.filter(|_| buffer == 0 && self.document.buffers[0].uri.is_none());
        let Some((from, _)) = chunk else {
            let memory = self.work.borrow(range.len() as u64)?;
            return Ok((Bytes { buffer: self.buffer(buffer, stamps)?, range }.as_slice().to_vec(), memory));
        };
        let mut file = self.seek(from + range.start as u64)?;
        let length = range.len() as u64;
        Ok(read_whole(&mut file, length, length, self.work)?.into_parts())
    }

    /// The glTF as the scene names it.
    pub(super) fn file(&self) -> &str {
        self.named.file
    }

    /// The real path of the glTF.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The buffer of a view and the bytes of it, which lie inside what the buffer claims to have.
    pub(super) fn range(&self, index: usize, by: &LevelPlace) -> Result<(usize, Range<usize>)> {
        let view = get(&self.document.buffer_views, "bufferViews", index, by)?;
        let place = LevelPlace::named("bufferViews", index, view.name.as_ref());
        let buffer = view.buffer.value();
        if !self.has_bytes(buffer, &place)? && meshopt::compressed(view, &place)?.is_some() {
            return Err(LevelError::at(place, "is compressed by meshopt, so it cannot be the bytes of an image")
                .help(compressed::DECOMPRESS));
        }
        let length = get(&self.document.buffers, "buffers", buffer, &place)?.byte_length.0;
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        let end = start.checked_add(view.byte_length.0).filter(|&end| end <= length).ok_or_else(|| {
            let message = format!(
                "reaches from byte {start} over {}, but buffers[{buffer}] has {length}",
                counted(view.byte_length.0, "byte")
            );
            LevelError::at(place.clone(), message)
        })?;
        let too_large = |_| LevelError::at(place.clone(), "is larger than this machine can hold");
        Ok((buffer, usize::try_from(start).map_err(too_large)?..usize::try_from(end).map_err(too_large)?))
    }

    /// At least as many bytes as the buffer claims.
    fn buffer(&mut self, index: usize, stamps: &mut Stamps) -> Result<Arc<ChargedVec<u8>>> {
        if let Some(bytes) = self.buffers.get(&index) {
            return Ok(Arc::clone(bytes));
        }
        let buffer = &self.document.buffers[index];
        let (place, length) = (LevelPlace::named("buffers", index, buffer.name.as_ref()), buffer.byte_length.0);
        let bytes = match (&buffer.uri, self.chunk) {
            (Some(uri), _) => {
                let uri = uri.clone();
                let bytes = self.resource(&uri, &place, stamps)?;
                if is_pointer(&bytes[..]) {
                    return Err(LevelError::at(place, POINTER_MESSAGE).help(POINTER_HELP));
                }
                bytes
            }
            (None, Some((from, size))) if index == 0 => {
                let mut file = self.seek(from)?;
                Arc::new(read_whole(&mut file, size, size, self.work)?)
            }
            (None, _) => return Err(LevelError::at(place, "has no bytes: it names no file, and the GLB has none")),
        };
        if (bytes.len() as u64) < length {
            let verb = if bytes.len() == 1 { "is" } else { "are" };
            let message = format!("claims {}, but there {verb} {}", counted(length, "byte"), bytes.len());
            return Err(LevelError::at(place, message).help("export the level again from where it was made"));
        }
        self.note_read(bytes.len() as u64, &place)?;
        self.buffers.insert(index, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// The bytes that a URI leads to: in itself, or in a file of the scene's folder.
    pub(super) fn resource(
        &mut self,
        uri: &str,
        place: &LevelPlace,
        stamps: &mut Stamps,
    ) -> Result<Arc<ChargedVec<u8>>> {
        if let Some(data) = data_of(uri) {
            let memory = self.work.borrow(data.len() as u64)?;
            let bytes = embedded(data).map_err(|message| LevelError::at(place.clone(), message))?;
            return Ok(Arc::new(self.work.charged(ChargedVec::from_parts(bytes, memory))?));
        }
        let path = self.resolve(uri, place, stamps)?;
        if let Some(bytes) = self.files.get(&path) {
            return Ok(Arc::clone(bytes));
        }
        let failed = |error: io::Error| LevelError::at(place.clone(), format!("cannot be read: {error}"));
        let mut file = File::open(&path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > LARGEST_LEVEL {
            return Err(LevelError::at(place.clone(), format!("is larger than {} GiB", LARGEST_LEVEL >> 30)));
        }
        self.work.expect(length);
        let bytes = Arc::new(read_whole(&mut file, length, LARGEST_LEVEL, self.work)?);
        self.files.insert(path, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// The file that a relative URI names, through the guard of the scene's folder.
    pub(super) fn resolve(&self, uri: &str, place: &LevelPlace, stamps: &mut Stamps) -> Result<PathBuf> {
        let name = percent_decode_str(uri)
            .decode_utf8()
            .map_err(|_invalid| LevelError::at(place.clone(), format!("its URI {} is not UTF-8", quoted(uri))))?;
        resolve_beside(self.named, &name, place, stamps)
    }

    /// Counts bytes that were read, which allow more to be made of them.
    fn note_read(&mut self, bytes: u64, place: &LevelPlace) -> Result<()> {
        self.read += bytes;
        self.budget = self.budget.saturating_add(bytes.saturating_mul(BUDGET_PER_BYTE));
        if self.read > LARGEST_LEVEL {
            let message = format!("its buffers are larger than {} GiB together", LARGEST_LEVEL >> 30);
            return Err(LevelError::at(place.clone(), message));
        }
        Ok(())
    }

    /// Reserves memory for decoded data.
    ///
    /// # Errors
    /// When it is more than the bytes of the file can hold, or does not fit into the scene's budget.
    pub(super) fn take(&mut self, count: usize, size: usize, place: &LevelPlace) -> Result<()> {
        if self.work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let left = (count as u64).checked_mul(size as u64).and_then(|bytes| self.budget.checked_sub(bytes));
        self.budget = left.ok_or_else(|| {
            LevelError::at(place.clone(), "its decoded data would be far larger than the file")
                .help("the file refers to the same bytes many times; export the level again")
        })?;
        self.work.keep_many(count, size)
    }

    fn seek(&self, to: u64) -> Result<File> {
        let open = || {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(to))?;
            Ok(file)
        };
        open().map_err(unreadable)
    }
}

/// What a data URI holds after its `data:`.
pub(super) fn embedded(data: &str) -> std::result::Result<Vec<u8>, String> {
    let (kind, data) = data.split_once(',').ok_or("its data URI has no `,` before the data")?;
    if !kind.ends_with(";base64") {
        return Ok(percent_decode_str(data).collect());
    }
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&STANDARD, lenient);
    engine.decode(data).map_err(|error| format!("its data URI is no base64: {error}"))
}

/// The text after `data:` in a URI; the scheme may be in upper or lower case.
pub(in crate::import) fn data_of(uri: &str) -> Option<&str> {
    let (scheme, data) = uri.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("data:").then_some(data)
}
