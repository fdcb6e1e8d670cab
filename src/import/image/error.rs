//! The errors of an image.

use thiserror::Error;

use super::header::{LARGEST_DECODED, LARGEST_SIDE};
use crate::budget::{OverBudget, Size};
use crate::opacity::LayoutError;
use crate::source::error::quoted;

/// The format of a file that was not fetched.
pub(super) const POINTER: &str = "a pointer of git LFS";

/// The reason why an image has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImageError {
    /// Its file cannot be used by a scene: it is missing, or not in the scene's folder.
    #[error("{message}")]
    Refused {
        /// The message of the [`FolderError`](crate::source::folder::FolderError).
        message: String,
        /// The remedy.
        help: &'static str,
    },
    /// The scene is not saved yet, so it has no folder for its files.
    #[error("{} has not been read: the scene is not saved yet", quoted(.0))]
    NoFolder(String),
    /// The system cannot read it.
    #[error("cannot read {}: {reason}", quoted(.file))]
    Unreadable {
        /// The name in the scene.
        file: String,
        /// The error of the system.
        reason: String,
    },
    /// It is not an image, or its format is not supported.
    #[error("{} is not an image of a supported format{}", quoted(.file), found.as_ref().map(|found| format!(": it looks like {found}")).unwrap_or_default())]
    Format {
        /// The name in the scene.
        file: String,
        /// The format that it seems to have.
        found: Option<String>,
    },
    /// Its header has more pixels than the limit.
    #[error("{} is {} × {} pixels large and takes {} when decoded", quoted(.file), size[0], size[1], Size(*bytes))]
    TooLarge {
        /// The name in the scene.
        file: String,
        /// The size in the header.
        size: [u32; 2],
        /// The size of the decoded image.
        bytes: u64,
    },
    /// It is incomplete or damaged.
    #[error("{} is broken or cut off: {reason}", quoted(.file))]
    Broken {
        /// The name in the scene.
        file: String,
        /// The error of the decoder.
        reason: String,
    },
    /// It is being read, see `Pace::Later` of the files.
    #[error("{} is being read", quoted(.0))]
    Reading(String),
    /// The user cancelled reading it.
    #[error("reading {} was cancelled", quoted(.0))]
    Cancelled(String),
    /// Its cells are being computed.
    #[error("the cells of {} are being computed", quoted(.0))]
    Adding(String),
    /// The user cancelled computing its cells.
    #[error("computing the cells of {} was cancelled", quoted(.0))]
    NotAdded(String),
    /// It cannot be divided as the scene says.
    #[error("{0}")]
    Divisions(LayoutError),
    /// Decoding it needs more memory than is left.
    #[error("{} {over}", quoted(.file))]
    NoMemory {
        /// The name in the scene.
        file: String,
        /// The refusal.
        over: OverBudget,
    },
    /// Its cells need more memory than is left.
    #[error("cutting {} into {} × {} cells {over}", quoted(.file), divisions[0], divisions[1])]
    NoMemoryForCells {
        /// The name in the scene.
        file: String,
        /// Columns and rows.
        divisions: [u32; 2],
        /// The refusal.
        over: OverBudget,
    },
}

impl ImageError {
    /// The key of the scene with the error.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Divisions(_) | Self::NoMemoryForCells { .. } => "divisions",
            _ => "file",
        }
    }

    /// The same error about a file or image of another name.
    #[must_use]
    pub(crate) fn renamed(mut self, title: &str) -> Self {
        match &mut self {
            Self::Unreadable { file, .. }
            | Self::Format { file, .. }
            | Self::TooLarge { file, .. }
            | Self::Broken { file, .. }
            | Self::NoMemory { file, .. }
            | Self::NoMemoryForCells { file, .. }
            | Self::NoFolder(file)
            | Self::Reading(file)
            | Self::Cancelled(file)
            | Self::Adding(file)
            | Self::NotAdded(file) => title.clone_into(file),
            Self::Refused { .. } | Self::Divisions(_) => {}
        }
        self
    }

    /// Whether it will be replaced by a result: the image is still read or its cells are still computed.
    pub fn is_pending(&self) -> bool {
        matches!(self, Self::Reading(_) | Self::Adding(_))
    }

    /// Whether the user's cancel is the reason.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Self::Cancelled(_) | Self::NotAdded(_))
    }

    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            Self::Refused { help, .. } => (*help).to_owned(),
            Self::NoFolder(_) => "save the scene; files are looked for in its folder".to_owned(),
            Self::Unreadable { .. } => "give a file that can be read".to_owned(),
            Self::Format { found: Some(found), .. } if found.starts_with("KTX2") => {
                "`gltf-transform ktxdecompress level.glb plain.glb` writes a level with PNG images; or give a PNG, JPEG or WebP file"
                    .to_owned()
            }
            Self::Format { found: Some(found), .. } if found == POINTER => {
                "fetch the image with `git lfs pull`".to_owned()
            }
            Self::Format { .. } => "give a PNG, JPEG, WebP, TGA, BMP, GIF or KTX2 file".to_owned(),
            Self::TooLarge { .. } => {
                format!("images of up to {LARGEST_SIDE} pixels a side and {} are read", Size(LARGEST_DECODED))
            }
            Self::Broken { .. } => "save the image again from where it was made".to_owned(),
            Self::Reading(_) | Self::Adding(_) => "wait a moment".to_owned(),
            Self::Cancelled(_) => "read it again, in the Opacity panel".to_owned(),
            Self::NotAdded(_) => "add them up again, in the Opacity panel".to_owned(),
            Self::Divisions(LayoutError::Zero { .. }) => "such as `\"divisions\": [10, 10]`".to_owned(),
            Self::Divisions(LayoutError::TooMany { pixels, .. }) => {
                format!("at most {pixels}: one cell for each pixel")
            }
            Self::NoMemory { over, .. } => over.help(),
            Self::NoMemoryForCells { over, .. } => format!("{}, or ask for fewer cells", over.help()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_remedy() {
        let file = || "leaf.png".to_owned();
        for (error, words, help) in [
            (ImageError::NoFolder(file()), "`leaf.png` has not been read", "save the scene"),
            (
                ImageError::Unreadable { file: file(), reason: "permission denied".into() },
                "cannot read `leaf.png`: permission denied",
                "can be read",
            ),
            (ImageError::Format { file: file(), found: None }, "not an image of a supported format", "PNG, JPEG, WebP"),
            (ImageError::Format { file: file(), found: Some("TIFF".into()) }, "looks like TIFF", "PNG"),
            (ImageError::Format { file: file(), found: Some(POINTER.into()) }, "a pointer of git LFS", "git lfs pull"),
            (
                ImageError::TooLarge { file: file(), size: [60_000; 2], bytes: 14_400_000_000 },
                "60000 × 60000 pixels large and takes 13.4 GiB",
                "up to 16384 pixels a side and 1 GiB are read",
            ),
            (ImageError::Broken { file: file(), reason: "it ends".into() }, "broken or cut off: it ends", "save"),
            (ImageError::Reading(file()), "`leaf.png` is being read", "wait"),
            (ImageError::Cancelled(file()), "was cancelled", "again"),
            (ImageError::Adding(file()), "cells of `leaf.png` are being computed", "wait"),
            (ImageError::NotAdded(file()), "was cancelled", "again"),
            (
                ImageError::Divisions(LayoutError::TooMany { axis: 0, cells: 9, pixels: 8 }),
                "9 columns of cells do not fit into 8 pixels",
                "at most 8",
            ),
        ] {
            assert!(error.to_string().contains(words), "{error}");
            assert!(error.help().contains(help), "{error}: {}", error.help());
        }
    }
}
