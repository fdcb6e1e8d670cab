//! The common state of the readers of a glTF.

use super::source::GltfSource;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::Notes;
use crate::import::level::stamps::Stamps;

/// The common state of the readers.
pub(super) struct Reading<'r, 'a> {
    pub(super) source: &'r mut GltfSource<'a>,
    pub(super) notes: &'r mut Notes,
    pub(super) stamps: &'r mut Stamps,
}

impl Reading<'_, '_> {
    /// The reason why the part at `place` cannot be used, for a note.
    ///
    /// # Errors
    /// The error itself when it ends the reading of the file: there is no memory, or the user cancelled.
    pub(super) fn why_left_out(&self, error: LevelError, place: &LevelPlace) -> Result<String> {
        if error.over.is_some() || self.source.work.is_cancelled() {
            return Err(error);
        }
        let within = if error.place == *place { String::new() } else { format!("{}: ", error.place) };
        Ok(format!("{within}{}", error.message))
    }
}
