//! A glTF or GLB that is copied: its JSON, the bytes of all its buffers as one, and the other chunks of a GLB as they are.

use std::path::Path;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use super::source::{data_of, embedded};

/// The greatest file that is copied, with its buffers, and the longest JSON in it: its values take many times its length.
pub(crate) const LARGEST_COPIED: u64 = 1 << 29;
const LONGEST_JSON: usize = 1 << 26;

const MAGIC: &[u8] = b"glTF";
const JSON: u32 = 0x4e4f_534a;
const BIN: u32 = 0x004e_4942;

/// The extensions that compress views, which name a buffer too.
const COMPRESSIONS: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The form of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CopyForm {
    /// One file.
    Glb,
    /// Text, and a file with the bytes beside it.
    Text {
        /// The name of that file.
        buffer: String,
    },
}

/// The files that a glTF names.
pub(crate) struct NamedFiles<'f> {
    /// Reads a file beside the glTF; else says why not, in one sentence.
    pub(crate) read: &'f dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// Whether the copy is in the same folder, so that names of images lead to the same files. Else the images go into the copy.
    pub(crate) is_same_folder: bool,
}

/// The file.
#[derive(Debug)]
pub(crate) struct Chunks {
    pub(super) json: Value,
    /// All buffers, which are one in the JSON.
    pub(super) binary: Vec<u8>,
    others: Vec<(u32, Vec<u8>)>,
}

impl Chunks {
    /// Reads a file and the buffers that it names.
    pub(crate) fn read(bytes: &[u8], files: &NamedFiles) -> Result<Self, String> {
        let (json, chunk, others) = if bytes.starts_with(MAGIC) { of_glb(bytes)? } else { (bytes, None, Vec::new()) };
        if json.len() > LONGEST_JSON {
            return Err(format!("its JSON is longer than {} MiB", LONGEST_JSON >> 20));
        }
        let json = json.strip_prefix("\u{feff}".as_bytes()).unwrap_or(json);
        let json: Value = serde_json::from_slice(json).map_err(|error| format!("its JSON: {error}"))?;
        if !json.is_object() || json.get("asset").is_none() {
            return Err("this is no glTF or GLB of version 2; export the level as .glb".to_owned());
        }
        let mut file = Self { json, binary: chunk.map_or_else(Vec::new, <[u8]>::to_vec), others };
        file.join_buffers(chunk.is_some(), files)?;
        Ok(file)
    }

    /// Makes one buffer of all.
    fn join_buffers(&mut self, has_chunk: bool, files: &NamedFiles) -> Result<(), String> {
        let buffers = self.json.get("buffers").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut starts = Vec::with_capacity(buffers.len());
        for (i, buffer) in buffers.iter().enumerate() {
            let Some(uri) = buffer.get("uri") else {
                if i > 0 || !has_chunk {
                    return Err(format!("buffers[{i}] has no bytes; export the level without compression"));
                }
                starts.push(0);
                continue;
            };
            let uri = uri.as_str().ok_or_else(|| format!("the `uri` of buffers[{i}] is no text"))?;
            let bytes = bytes_of(uri, files).map_err(|why| format!("buffers[{i}]: {why}"))?;
            let length = buffer.get("byteLength").and_then(Value::as_u64).unwrap_or(0);
            if (bytes.len() as u64) < length {
                return Err(format!("buffers[{i}] claims {length} bytes, and there are {}", bytes.len()));
            }
            self.align();
            starts.push(self.binary.len());
            self.append(&bytes)?;
        }
        if buffers.len() == 1 && has_chunk && buffers[0].get("uri").is_none() {
            return Ok(());
        }
        for view in self.json.get_mut("bufferViews").and_then(Value::as_array_mut).into_iter().flatten() {
            rebase(view, &starts);
            for name in COMPRESSIONS {
                if let Some(compressed) = view.get_mut("extensions").and_then(|extensions| extensions.get_mut(name)) {
                    rebase(compressed, &starts);
                }
            }
        }
        if !buffers.is_empty() {
            self.json["buffers"] = json!([{}]);
        }
        Ok(())
    }

    /// Pads the bytes, so that the next value is aligned.
    pub(super) fn align(&mut self) {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), String> {
        if (self.binary.len() + bytes.len()) as u64 > LARGEST_COPIED {
            return Err(format!("its buffers are larger than {} MiB together", LARGEST_COPIED >> 20));
        }
        self.binary.extend(bytes);
        Ok(())
    }

    /// The copy, and the bytes of the buffer beside it.
    pub(crate) fn write(mut self, form: &CopyForm, files: &NamedFiles) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
        if !files.is_same_folder {
            self.embed_images(files)?;
        }
        let length = self.binary.len();
        if let Some(buffer) = self.json.get_mut("buffers").and_then(|buffers| buffers.get_mut(0)) {
            buffer["byteLength"] = json!(length);
        }
        if let CopyForm::Text { buffer } = form {
            if let Some(written) = self.json.get_mut("buffers").and_then(|buffers| buffers.get_mut(0)) {
                written["uri"] = json!(utf8_percent_encode(buffer, IN_URI).to_string());
            }
            let mut text = serde_json::to_string_pretty(&self.json).map_err(|error| error.to_string())?;
            text.push('\n');
            return Ok((text.into_bytes(), Some(self.binary)));
        }
        let mut json = self.json.to_string().into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');
        self.align();
        let mut bytes = [MAGIC, &2_u32.to_le_bytes(), &[0; 4]].concat();
        let chunks = [(JSON, json), (BIN, self.binary)].into_iter().chain(self.others);
        let too_long = |_error| "the copy would be longer than 4 GiB".to_owned();
        for (kind, chunk) in chunks {
            bytes.extend(u32::try_from(chunk.len()).map_err(too_long)?.to_le_bytes());
            bytes.extend(kind.to_le_bytes());
            bytes.extend(chunk);
        }
        let all = u32::try_from(bytes.len()).map_err(too_long)?;
        bytes[8..12].copy_from_slice(&all.to_le_bytes());
        Ok((bytes, None))
    }

    /// Puts the images of files into the bytes, because their names lead elsewhere from the folder of the copy.
    fn embed_images(&mut self, files: &NamedFiles) -> Result<(), String> {
        let images = self.json.get("images").and_then(Value::as_array).cloned().unwrap_or_default();
        for (i, image) in images.into_iter().enumerate() {
            let Some(uri) = image.get("uri").and_then(Value::as_str).filter(|uri| data_of(uri).is_none()) else {
                continue;
            };
            let kind = kind_of(uri).ok_or_else(|| {
                format!("images[{i}] is no PNG, JPEG, WebP or KTX 2; write the copy to the folder of the level")
            })?;
            let bytes = bytes_of(uri, files).map_err(|why| format!("images[{i}]: {why}"))?;
            self.align();
            let view = json!({ "buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len() });
            self.append(&bytes)?;
            let views = self.json.get_mut("bufferViews").and_then(Value::as_array_mut);
            let views = views.ok_or("`bufferViews` is no list")?;
            views.push(view);
            let index = views.len() - 1;
            if let Some(image) = self.json["images"][i].as_object_mut() {
                image.shift_remove("uri");
                image.insert("bufferView".into(), json!(index));
                image.insert("mimeType".into(), json!(kind));
            }
        }
        Ok(())
    }
}

/// What a name in a URI may have as it is.
const IN_URI: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The chunks of a GLB: JSON, bytes, and others.
type GlbChunks<'b> = (&'b [u8], Option<&'b [u8]>, Vec<(u32, Vec<u8>)>);

fn of_glb(bytes: &[u8]) -> Result<GlbChunks<'_>, String> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?));
    if word(4) != Some(2) {
        return Err("this is not a GLB of version 2; export the level as .glb".to_owned());
    }
    let end = word(8).and_then(|length| usize::try_from(length).ok()).filter(|end| *end <= bytes.len());
    let end = end.ok_or("this GLB is cut off")?;
    let (mut json, mut binary, mut others, mut at) = (None, None, Vec::new(), 12);
    while at < end {
        let header = word(at).zip(word(at + 4)).filter(|_| at + 8 <= end);
        let (length, kind) = header.ok_or("this GLB is cut off")?;
        let from = at + 8;
        let to = usize::try_from(length).ok().and_then(|length| from.checked_add(length)).filter(|to| *to <= end);
        let to = to.ok_or("this GLB is cut off")?;
        match kind {
            JSON if json.is_none() => json = Some(&bytes[from..to]),
            BIN if binary.is_none() => binary = Some(&bytes[from..to]),
            _ => others.push((kind, bytes[from..to].to_vec())),
        }
        at = to;
    }
    Ok((json.ok_or("this GLB has no JSON")?, binary, others))
}

/// The bytes that a URI leads to: in itself, or in a file beside the glTF.
fn bytes_of(uri: &str, files: &NamedFiles) -> Result<Vec<u8>, String> {
    if let Some(data) = data_of(uri) {
        return embedded(data);
    }
    let name = percent_decode_str(uri).decode_utf8().map_err(|_invalid| "its URI is not UTF-8".to_owned())?;
    (files.read)(&name)
}

/// Moves a view to its place in the one buffer. A view of a buffer that does not exist stays, and has no bytes.
fn rebase(view: &mut Value, starts: &[usize]) {
    let buffer = view.get("buffer").and_then(Value::as_u64).and_then(|buffer| usize::try_from(buffer).ok());
    let Some(start) = buffer.and_then(|buffer| starts.get(buffer)) else { return };
    let offset = view.get("byteOffset").and_then(Value::as_u64).unwrap_or(0);
    view["buffer"] = json!(0);
    view["byteOffset"] = json!(offset.saturating_add(*start as u64));
}

fn kind_of(uri: &str) -> Option<&'static str> {
    let extension = Path::new(uri).extension()?.to_str()?.to_ascii_lowercase();
    Some(match &*extension {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ktx2" => "image/ktx2",
        _ => return None,
    })
}
