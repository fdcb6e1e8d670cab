//! The lumps of a file: lists at places that a table at its beginning gives.

use qbsp::data::texture::BspTextureHeader;
use qbsp::data::{LumpDirectory, LumpEntry};
use qbsp::reader::{BspByteReader, BspParseContext, BspValue};
use qbsp::{BspFormat, BspParseError, read_lump};

use crate::budget::ChargedVec;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::work::LevelWork;

/// The bytes of an entry in the table of lumps: its place and its length.
const ENTRY: usize = 8;
/// The greatest number of textures whose names are read.
const MOST_TEXTURES: usize = 1 << 20;

/// The lumps of a file, each within it.
pub(super) struct Lumps<'b> {
    bytes: &'b [u8],
    context: BspParseContext,
    pub(super) table: LumpDirectory,
}

impl<'b> Lumps<'b> {
    /// Reads the table.
    ///
    /// # Errors
    /// When the format is none that is read, or a lump is not within the file.
    pub(super) fn of(bytes: &'b [u8]) -> Result<Self> {
        let any = BspParseContext::default();
        let mut reader = BspByteReader::new(bytes, &any);
        let format: BspFormat = reader.read().map_err(|error| unknown(&error, bytes))?;
        let (begin, count) = if format.is_quake2() { (8, 19) } else { (4, 15) };
        let header = bytes.get(..begin + count * ENTRY).ok_or_else(|| {
            cut_off(LevelPlace::Byte(bytes.len()), "the file ends within the table of its lumps".to_owned())
        })?;
        let mut last = 0;
        for (index, entry) in header[begin..].chunks_exact(ENTRY).enumerate() {
            let number = |at: usize| u64::from(u32::from_le_bytes([0, 1, 2, 3].map(|byte| entry[at + byte])));
            let (offset, length) = (number(0), number(4));
            let end = offset + length;
            if end > bytes.len() as u64 {
                let whole = bytes.len();
                let message = format!("lump {index} ends at byte {end}, but the length of the file is {whole} bytes");
                return Err(cut_off(LevelPlace::Byte(begin + index * ENTRY), message));
            }
            last = last.max(end);
        }
        // After the last lump there may be more lumps, with names. The reader of the table looks for these too; it gets none.
        if last < header.len() as u64 {
            let message = "all lumps are within the table of lumps".to_owned();
            return Err(cut_off(LevelPlace::Byte(begin), message));
        }
        let context = BspParseContext { format };
        let mut reader = BspByteReader::new(header, &context).with_pos(begin);
        let table = reader.read().map_err(|error| LevelError::at(LevelPlace::Byte(begin), error.to_string()))?;
        Ok(Self { bytes, context, table })
    }

    /// Whether textures are named in their uses, as in Quake 2, and not in a lump of their own.
    pub(super) fn is_quake2(&self) -> bool {
        self.context.format.is_quake2()
    }

    /// The entries of a lump. `name` is that of the lump in messages.
    ///
    /// # Errors
    /// When its length is not that of whole entries, an entry cannot be read, or the budget has no room for them.
    pub(super) fn entries<T: BspValue>(
        &self,
        lump: LumpEntry,
        name: &'static str,
        work: &LevelWork,
    ) -> Result<ChargedVec<T>> {
        let (length, size) = (lump.len as usize, T::bsp_struct_size(&self.context));
        let place = LevelPlace::Byte(lump.offset as usize);
        if !length.is_multiple_of(size) {
            let message = format!("the lump of {name} has {length} bytes, which is no multiple of {size}");
            return Err(cut_off(place, message));
        }
        let memory = work.borrow((length / size * size_of::<T>()) as u64)?;
        let entries = read_lump(self.bytes, lump, name, &self.context)
            .map_err(|error| LevelError::at(place, format!("the lump of {name}: {error}")).help(HELP))?;
        work.charged(ChargedVec::from_parts(entries, memory))
    }

    /// The bytes of a lump.
    pub(super) fn bytes(&self, lump: LumpEntry) -> &'b [u8] {
        lump.get(self.bytes).unwrap_or_default()
    }

    /// The names of the textures in their lump. A texture that is missing in the file, or cannot be read, has none.
    pub(super) fn texture_names(&self, work: &LevelWork) -> Result<ChargedVec<Option<String>>> {
        let mut names = ChargedVec::new(work.budget());
        let Some(lump) = *self.table.textures else { return Ok(names) };
        let mut reader = BspByteReader::new(self.bytes(lump), &self.context);
        let count: u32 = reader.read().unwrap_or_default();
        for _ in 0..(count as usize).min(MOST_TEXTURES) {
            let Ok(place) = reader.read::<i32>() else { break };
            let header =
                usize::try_from(place).ok().and_then(|place| reader.with_pos(place).read::<BspTextureHeader>().ok());
            work.charged(names.push(header.map(|header| header.name.to_string())))?;
        }
        Ok(names)
    }
}

const HELP: &str = "compile the map again";

fn cut_off(place: LevelPlace, message: String) -> LevelError {
    LevelError::at(place, message).help("the file may be cut off; compile the map again, or copy the file again")
}

/// The error of a file in another format.
fn unknown(error: &BspParseError, bytes: &[u8]) -> LevelError {
    let message = if let BspParseError::UnsupportedBspVersion { found, .. } = error {
        format!("version {found} of this format is not read")
    } else {
        let start = bytes.get(..4).unwrap_or(bytes).escape_ascii();
        format!("it starts with `{start}`, as no format of compiled maps does that is read")
    };
    LevelError::at(LevelPlace::Byte(0), message).help(
        "BSP29 and BSP2 of Quake, BSP30 of Half-Life and version 38 of Quake 2 are read; Quake 3 (version 46) and Source (`VBSP`) are not",
    )
}
