//! The files in the folder of a recording, for formats that have more than one file.

use crate::source::error::SceneError;

/// The folder of a recording.
pub trait Beside {
    /// Whether the folder has a file of this name.
    fn has(&self, name: &str) -> bool;

    /// The names of the files in the folder, in order.
    ///
    /// # Errors
    /// When the folder cannot be read, or has too many files.
    fn names(&self) -> Result<Vec<String>, SceneError>;

    /// The name of such a file in messages.
    fn shown(&self, name: &str) -> String;

    /// The contents of such a file.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, SceneError>;
}

/// Of a text without a folder.
pub(super) struct Alone;

impl Beside for Alone {
    fn has(&self, _: &str) -> bool {
        false
    }

    fn names(&self) -> Result<Vec<String>, SceneError> {
        Ok(Vec::new())
    }

    fn shown(&self, name: &str) -> String {
        name.to_owned()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, SceneError> {
        Err(SceneError::unreadable(name, "there is no such file", None))
    }
}

/// The contents of such a file as text.
pub(super) fn text(beside: &dyn Beside, name: &str) -> Result<String, SceneError> {
    String::from_utf8(beside.read(name)?).map_err(|error| {
        let message = format!("the file is no text in UTF-8: {error}");
        SceneError::unreadable(&beside.shown(name), &message, Some("export the recording again"))
    })
}
