//! What a dialog asks for, and its answer.

use std::path::PathBuf;
use std::time::Duration;

/// What a dialog asks for.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser chooses the title and the folder"))]
pub(crate) struct FileRequest {
    pub(crate) title: &'static str,
    /// The kinds of files, with their extensions.
    pub(crate) kinds: &'static [(&'static str, &'static [&'static str])],
    /// Whether files of other kinds may be chosen.
    pub(crate) takes_all: bool,
    /// The folder that is shown first.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) what: RequestedFile,
}

/// What is chosen.
pub(crate) enum RequestedFile {
    /// An existing file.
    Existing,
    /// An existing folder.
    Folder,
    /// A file to write, with the proposed name.
    New(String),
}

/// The answer of a dialog.
pub(crate) enum DialogAnswer {
    Chosen(PathBuf),
    /// No file was chosen. The value is the time since the dialog was opened.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser does not tell it"))]
    Nothing(Duration),
}
