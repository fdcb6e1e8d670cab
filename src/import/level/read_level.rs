//! What the reader of a format returns.

use super::contents::Level;
use super::level_image::LevelImage;
use super::notes::Notes;

/// A level, its images with alpha, its notes, and the text of its file if that is JSON.
pub(in crate::import) struct ReadLevel {
    pub(in crate::import) level: Level,
    pub(in crate::import) images: Vec<LevelImage>,
    pub(in crate::import) notes: Notes,
    pub(in crate::import) text: Option<String>,
}
