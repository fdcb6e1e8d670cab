//! Reads a text file within the size limit and as UTF-8, or returns a located error.

use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use super::error::SceneError;
use super::folder::{Folder, FolderError};
use super::git_text;
use super::options::ReadOptions;
use super::regular::open_without_waiting;
use super::stamp::Stamp;
use crate::escape;
use crate::host::fs::{self, File};
use crate::host::thread::sleep;

/// The largest size of a file, in bytes: 32 MiB.
pub const LARGEST_FILE: u64 = 32 << 20;

/// The largest size of a scene file, in bytes: 512 MiB.
pub const LARGEST_SCENE: u64 = 512 << 20;

/// The number of times that a file is read again while another program writes it, and the pause before each.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// The expected kind of file, for the help text of an error.
pub(crate) struct ExpectedFile {
    /// The kind, such as `scene`.
    pub(crate) what: &'static str,
    /// An example of a name, such as `guard.json`.
    pub(crate) example: &'static str,
    /// The largest size in bytes.
    pub(crate) most: u64,
}

/// The text of a file. `name` is its name in messages.
///
/// # Errors
/// When it cannot be read, is larger than it may be, or is not UTF-8.
pub(crate) fn read(path: &Path, name: &str, wanted: &ExpectedFile) -> Result<String, SceneError> {
    read_stamped(path, name, wanted, Source::Any).map(|(text, _)| text)
}

/// The bytes of a regular file. `name` is its name in messages.
///
/// # Errors
/// When it cannot be read, is no regular file, or is larger than it may be.
pub(crate) fn read_binary(path: &Path, name: &str, wanted: &ExpectedFile) -> Result<Vec<u8>, SceneError> {
    let read = read_bytes(path, wanted, Source::File);
    read.map(|(bytes, _)| bytes).map_err(|(message, help)| SceneError::unreadable(name, &message, Some(&help)))
}

/// The kinds of files that reading accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Also pipes and devices, for which reading may block forever.
    Any,
    /// Regular files only.
    File,
}

/// The text of a file, and its stamp. A file that another program is writing is read again, so that the text is one
/// state of the file.
pub(crate) fn read_stamped(
    path: &Path,
    name: &str,
    wanted: &ExpectedFile,
    source: Source,
) -> Result<(String, Stamp), SceneError> {
    let (bytes, stamp) = read_bytes(path, wanted, source)
        .map_err(|(message, help)| SceneError::unreadable(name, &message, Some(&help)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
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
    })?;
    Ok((text, stamp))
}

/// The text after its byte order mark, and the mark's length.
pub(crate) fn without_mark(text: &str) -> (&str, usize) {
    text.strip_prefix('\u{feff}').map_or((text, 0), |rest| (rest, text.len() - rest.len()))
}

/// Whether a text starts with `<`, after a byte order mark and white space.
pub(crate) fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"<")
}

/// A path for a message, on one line.
pub(crate) fn path_in_message(path: &Path) -> String {
    escape::line(&path.display().to_string()).into_owned()
}

/// The bytes of a file and its stamp, or a message with a help text.
fn read_bytes(path: &Path, wanted: &ExpectedFile, source: Source) -> Result<(Vec<u8>, Stamp), (String, String)> {
    let ExpectedFile { what, example, most } = wanted;
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            ("there is no such file".to_owned(), format!("give a {what} file, such as `{example}`"))
        }
        io::ErrorKind::IsADirectory => ("this is a folder, not a file".to_owned(), format!("give a {what} file in it")),
        _ => (format!("cannot be read: {error}"), format!("give a {what} file that can be read")),
    };
    let mut tries = 1;
    let (bytes, stamp) = loop {
        let file = open(path, source).map_err(refused)?;
        let stamp = |file: &File| file.metadata().map(|metadata| Stamp::from(&metadata)).map_err(refused);
        let before = stamp(&file)?;
        if source == Source::File && !before.is_file() {
            return Err((no_file(path).to_owned(), format!("give a {what} file")));
        }
        let is_too_large = |bytes: u64| (bytes > *most).then(|| too_large(wanted));
        if let Some(error) = is_too_large(file.metadata().map_err(refused)?.len()) {
            return Err(error);
        }
        let mut bytes = Vec::new();
        (&file).take(most + 1).read_to_end(&mut bytes).map_err(refused)?;
        if let Some(error) = is_too_large(bytes.len() as u64) {
            return Err(error);
        }
        if !before.is_file() || stamp(&file)? == before || tries == TRIES {
            break (bytes, before);
        }
        tries += 1;
        sleep(PAUSE);
    };
    if git_text::is_pointer(&bytes[..]) {
        return Err((git_text::POINTER_MESSAGE.to_owned(), git_text::POINTER_HELP.to_owned()));
    }
    Ok((bytes, stamp))
}

/// The message about a file that is larger than it may be, with a help text.
fn too_large(wanted: &ExpectedFile) -> (String, String) {
    let ExpectedFile { what, most, .. } = wanted;
    (format!("the file is larger than {} MiB", most >> 20), format!("split the {what} into smaller ones"))
}

/// The message for a path that is not a file.
pub(crate) fn no_file(path: &Path) -> &'static str {
    if fs::is_folder(path) { "this is a folder, not a file" } else { "this is a pipe or a device, not a file" }
}

/// Opens a file. If only regular files are allowed, opening does not block; opening a pipe otherwise blocks until
/// another program writes to it.
fn open(path: &Path, source: Source) -> io::Result<File> {
    match source {
        Source::Any => File::open(path),
        Source::File => open_without_waiting(path),
    }
}
/// The folder of a file that the user names, and the name of the file there.
///
/// # Errors
/// When it is outside the chosen root.
pub(crate) fn folder_of(path: &Path, options: &ReadOptions) -> Result<(Folder, String), SceneError> {
    let refused =
        |error: FolderError| SceneError::unreadable(&path_in_message(path), &error.to_string(), Some(error.help()));
    Folder::of_file(path, options).map_err(refused)
}
