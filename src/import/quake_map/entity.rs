//! The entities of a text: what they are called, and the values of their keys.

use std::io::{self, Read};

use quake_map::{Entity, QuakeMap, TextParseError};

use crate::import::level::error::Result;
use crate::import::level::work::LevelWork;

/// Estimates of what the lists of the parser take: for each byte of the text, and beside these for each brace, as a brush
/// without planes has room for four.
const PARSED_BYTE: usize = 16;
const PARSED_BRACE: usize = 1024;

/// The entities of a text, or the error of the parser. The memory for its lists is reserved before.
///
/// # Errors
/// When the budget has no room for the lists.
pub(in crate::import) fn parse(
    bytes: &[u8],
    work: &LevelWork,
) -> Result<std::result::Result<QuakeMap, TextParseError>> {
    let braces = bytes.split(|byte| *byte == b'{').count();
    work.hold((PARSED_BYTE * bytes.len() + PARSED_BRACE * braces) as u64)?;
    Ok(quake_map::parse(&mut Cancelled { bytes, work }))
}

/// Bytes until the user cancels.
struct Cancelled<'b, 'w> {
    bytes: &'b [u8],
    work: &'w LevelWork<'w>,
}

impl Read for Cancelled<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.work.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        self.bytes.read(into)
    }
}

/// The value of a key of an entity; `None` where it is missing or blank.
pub(in crate::import) fn value(entity: &Entity, wanted: &str) -> Option<String> {
    let found = entity.edict.iter().find(|(key, _)| key.as_bytes() == wanted.as_bytes());
    found.map(|(_, value)| value.to_string_lossy().trim().to_owned()).filter(|value| !value.is_empty())
}

/// What an entity is named for others, or its class.
pub(in crate::import) fn name_of(entity: &Entity) -> String {
    value(entity, "targetname").or_else(|| value(entity, "classname")).unwrap_or_else(|| "entity".to_owned())
}
