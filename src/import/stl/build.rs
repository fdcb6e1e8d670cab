//! Reads an STL: tells a binary file from a text, reads its solids, and makes each an object.

use std::path::Path;

use super::{binary, text};
use crate::import::level::error::Result;
use crate::import::level::file::{Named, read_level};
use crate::import::level::plain_meshes::{PlainMeshes, level_of, name_of_file};
use crate::import::level::read_level::ReadLevel;
use crate::import::level::work::LevelWork;

/// Reads an STL.
pub(in crate::import) fn read(named: Named, path: &Path, work: &LevelWork) -> Result<ReadLevel> {
    let bytes = read_level(path, work)?;
    let read = meshes(&bytes, &name_of_file(named.file), work)?;
    drop(bytes);
    let level = level_of(read, "solid", work)?;
    work.release(u64::MAX);
    Ok(level)
}

/// The meshes of the bytes of an STL. `name` is that of a solid without one.
pub(super) fn meshes(bytes: &[u8], name: &str, work: &LevelWork) -> Result<PlainMeshes> {
    if is_text(bytes) { text::read(bytes, name, work) } else { binary::read(bytes, name, work) }
}

/// Whether an STL is a text. The header of a binary file is free and often begins with `solid`, so the size decides first: a
/// text of that size would have a count of at least 500 million triangles where a binary file has it. Of a binary file that
/// is cut off, the header or the count has a zero byte, which a text has not.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    const WORD: &[u8] = b"solid";
    let head = &bytes[..bytes.len().min(binary::HEADER)];
    if binary::has_exact_size(bytes) || head.contains(&0) {
        return false;
    }
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    let begins = text.get(..WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD));
    // A text without that word has an error in its first line, not one of the count of a binary file.
    begins || text.starts_with(b"#") || head.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}
