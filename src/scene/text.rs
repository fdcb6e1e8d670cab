//! The text of a file that somebody names: whole, not too large, UTF-8; or a located error.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::SceneError;
use super::folder::{Folder, FolderError};
use super::options::ReadOptions;

/// The largest file that is read, in bytes: 32 MiB, far above any scene that can be looked at.
pub const LARGEST_FILE: u64 = 32 << 20;

/// What a file should be, for the help below an error.
pub(super) struct Wanted {
    /// Such as `scene`.
    pub(super) what: &'static str,
    /// Such as `guard.json`.
    pub(super) example: &'static str,
}

/// The text of a file. `name` stands for it in messages.
///
/// # Errors
/// When it cannot be read, is larger than [`LARGEST_FILE`], or is not UTF-8.
pub(super) fn read(path: &Path, name: &str, wanted: &Wanted) -> Result<String, SceneError> {
    let bytes =
        read_bytes(path, wanted).map_err(|(message, help)| SceneError::unreadable(name, &message, Some(&help)))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let help = match bytes[..] {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16; save it as UTF-8",
            _ => &format!("a {} is a text file in UTF-8", wanted.what),
        };
        let message = format!("the byte 0x{:02x} is not UTF-8", bytes[valid]);
        let text = String::from_utf8_lossy(&bytes);
        let (text, mark) = without_mark(&text);
        let valid = valid.saturating_sub(mark);
        SceneError::at(name, text, valid..valid + '\u{fffd}'.len_utf8(), &message, Some(help))
    })
}

/// The text after its byte order mark, and the mark's length.
pub(super) fn without_mark(text: &str) -> (&str, usize) {
    text.strip_prefix('\u{feff}').map_or((text, 0), |rest| (rest, text.len() - rest.len()))
}

/// A path as it stands in a message, in one line.
pub(super) fn path_in_message(path: &Path) -> String {
    path.display().to_string().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The bytes of a file, or a message with help.
fn read_bytes(path: &Path, Wanted { what, example }: &Wanted) -> Result<Vec<u8>, (String, String)> {
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            ("there is no such file".to_owned(), format!("name a {what} file, such as `{example}`"))
        }
        io::ErrorKind::IsADirectory => ("this is a folder, not a file".to_owned(), format!("name a {what} file in it")),
        _ => (format!("cannot be read: {error}"), format!("name a {what} file that can be read")),
    };
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)).map_err(refused)?;
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("the file is larger than {} MiB", LARGEST_FILE >> 20);
        return Err((message, format!("split the {what}; nobody can look at that much at once")));
    }
    Ok(bytes)
}
/// The folder of a file that the person names, and what it is called there.
///
/// # Errors
/// When it lies outside of the root that was chosen.
pub(super) fn folder_of(path: &Path, options: &ReadOptions) -> Result<(Folder, String), SceneError> {
    let refused =
        |error: FolderError| SceneError::unreadable(&path_in_message(path), &error.to_string(), Some(error.help()));
    Folder::of_file(path, options).map_err(refused)
}
