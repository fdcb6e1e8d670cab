//! The container of a GLB: a header, a chunk of JSON, and a chunk of bytes that may be left out.

use std::io::{self, Read, Seek, SeekFrom};

use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, Result};

/// The longest JSON that is read: 256 MiB, because it may have buffers as text.
pub(in crate::import) const LONGEST_JSON: u64 = 256 << 20;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = 0x4e4f_534a;
const BIN: u32 = 0x004e_4942;

/// The contents of a GLB.
#[derive(Debug)]
pub(in crate::import) struct Glb {
    pub(in crate::import) json: Vec<u8>,
    /// The range of the bytes in the file: start and length.
    pub(in crate::import) bytes: Option<(u64, u64)>,
}

/// Reads everything but the bytes. `length` is that of the file.
/// `hold` reserves memory for the JSON.
pub(in crate::import) fn read(
    file: &mut (impl Read + Seek),
    length: u64,
    hold: impl Fn(u64) -> Result<()>,
) -> Result<Glb> {
    let cut_off = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => broken("it is cut off"),
        _ => LevelError::file(format!("cannot be read: {error}")),
    };
    let mut header = [0; 12];
    file.read_exact(&mut header).map_err(cut_off)?;
    let [magic, version, total] = words(header);
    if magic.to_le_bytes() != *MAGIC {
        return Err(LevelError::file("this is not a GLB: it does not begin with `glTF`")
            .help("a text file of glTF is named `.gltf`; export the level again from where it was made"));
    }
    if version != 2 {
        return Err(LevelError::file(format!("this is GLB version {version}")).help("version 2 is read: glTF 2.0"));
    }
    let total = u64::from(total);
    if total > length {
        return Err(broken(format!("its header claims {total} bytes, and it has {length}")));
    }
    let (mut at, mut json, mut bytes) = (12_u64, None, None);
    while at < total {
        if total - at < 8 {
            return Err(broken(format!("a chunk begins {} before its end", counted(total - at, "byte"))));
        }
        let mut header = [0; 8];
        file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut header)).map_err(cut_off)?;
        let [size, kind] = words(header);
        let size = u64::from(size);
        at += 8;
        if size > total - at {
            let (size, left) = (counted(size, "byte"), total - at);
            return Err(broken(format!("a chunk claims {size}, but the file has only {left} left")));
        }
        match kind {
            JSON if json.is_none() => {
                if size > LONGEST_JSON {
                    return Err(LevelError::file(format!("its JSON is larger than {} MiB", LONGEST_JSON >> 20)));
                }
                hold(size)?;
                let mut text = Vec::new();
                (&mut *file).take(size).read_to_end(&mut text).map_err(cut_off)?;
                json = Some(text);
            }
            BIN if bytes.is_none() => bytes = Some((at, size)),
            // The format requires that readers ignore unknown chunks.
            _ => {}
        }
        at += size;
    }
    let json = json.ok_or_else(|| broken("it has no JSON"))?;
    Ok(Glb { json, bytes })
}

fn broken(what: impl std::fmt::Display) -> LevelError {
    LevelError::file(format!("this GLB is broken: {what}")).help("export the level again from where it was made")
}

/// Little-endian words.
fn words<const BYTES: usize, const WORDS: usize>(bytes: [u8; BYTES]) -> [u32; WORDS] {
    std::array::from_fn(|i| {
        let byte = |j: usize| bytes.get(4 * i + j).copied().unwrap_or(0);
        u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
    })
}
