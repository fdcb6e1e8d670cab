//! The file formats of moving pictures.

use std::path::Path;

/// The file format of a moving picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipFormat {
    /// 255 colours a picture; every browser, chat and slide program plays it.
    Gif,
    /// All colours (PNG, third edition, 2025, § 4.9); browsers play it.
    Apng,
}

impl ClipFormat {
    /// The format of a file by its extension, `.gif` or `.apng`; `None` for others.
    pub fn of(file: &Path) -> Option<Self> {
        let extension = file.extension()?;
        let is = |other: &str| extension.eq_ignore_ascii_case(other);
        if is("gif") {
            Some(Self::Gif)
        } else if is("apng") {
            Some(Self::Apng)
        } else {
            None
        }
    }
}
