//! An image file as it was read.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::super::document::{Image, Scene};
use super::super::folder::{self, FolderError};
use super::super::import::level;
use super::{Bitmap, ImageError, decode};
use crate::opacity::Progress;

/// What reading an image file gave, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageFile {
    stamp: Option<Stamp>,
    /// Other files that were looked for, when it is an image of a glTF.
    others: Vec<(PathBuf, Option<Stamp>)>,
    bitmap: Result<Arc<Bitmap>, ImageError>,
}

/// By what a changed file is known without reading it: when it was written, how long it is, and which file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    is_file: bool,
    /// Device and number in it, where the system has them.
    identity: Option<(u64, u64)>,
}

impl ImageFile {
    /// Reads a file that a scene in `folder` names, or an image of one: see [`Image::source`].
    pub fn read(file: &str, folder: &Path) -> Self {
        Self::read_with(file, folder, &Progress::default())
    }

    /// The same with somebody who watches and may stop it.
    pub fn read_with(file: &str, folder: &Path, progress: &Progress) -> Self {
        if let (file, Some(texture)) = parts(file) {
            let (files, bitmap) = level::read_texture(file, texture, folder, progress);
            let mut files = files.into_iter();
            let stamp = files.next().and_then(|(_, stamp)| stamp);
            return Self { stamp, others: files.collect(), bitmap: bitmap.map(Arc::new) };
        }
        let others = Vec::new();
        match folder::resolve(folder, file) {
            // The stamp first: what is written meanwhile is seen as a change afterwards.
            Ok(path) => Self { stamp: Stamp::of(&path), others, bitmap: decode(&path, file, progress).map(Arc::new) },
            Err(error) => Self { stamp: None, others, bitmap: Err(refused(&error)) },
        }
    }

    /// A file that is to be read.
    pub fn waiting(file: &str) -> Self {
        Self { stamp: None, others: Vec::new(), bitmap: Err(ImageError::Reading(title(file))) }
    }

    /// A file whose reading broke off.
    pub fn unread(file: &str) -> Self {
        Self { stamp: None, others: Vec::new(), bitmap: Err(ImageError::Cancelled(title(file))) }
    }

    /// Other files that it was read from, when it is an image of a level.
    pub fn others(&self) -> impl Iterator<Item = &Path> {
        self.others.iter().map(|(path, _)| &**path)
    }

    /// Whether it is still to be read.
    pub fn is_waiting(&self) -> bool {
        matches!(self.bitmap, Err(ImageError::Reading(_)))
    }

    /// The pixels.
    ///
    /// # Errors
    /// Why there are none.
    pub fn bitmap(&self) -> Result<&Arc<Bitmap>, ImageError> {
        self.bitmap.as_ref().map_err(Clone::clone)
    }

    /// Whether the file looks as it did when it was read, or is not read yet.
    pub fn is_current(&self, file: &str, folder: &Path) -> bool {
        let (path, _) = parts(file);
        let is_same = self.stamp == folder::resolve(folder, path).ok().and_then(|path| Stamp::of(&path));
        self.is_waiting() || (is_same && self.others.iter().all(|(path, stamp)| *stamp == Stamp::of(path)))
    }
}

impl Scene {
    /// The pixels of one of its images.
    ///
    /// # Errors
    /// Why there are none: the file cannot be used, or it was never looked for.
    pub fn bitmap(&self, image: &Image) -> Result<&Arc<Bitmap>, ImageError> {
        match self.assets.images.get(&image.source()) {
            Some(file) => file.bitmap(),
            None => Err(match folder::check_written(&image.file) {
                Ok(()) => ImageError::NoFolder(image.file.clone()),
                Err(error) => refused(&error),
            }),
        }
    }
}

impl Stamp {
    /// Of a file as it is now; `None` when it is not there.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::from(&path.metadata().ok()?))
    }

    /// Whether it is a file with contents of its own, and no folder, pipe or device.
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Whether there is nothing in it, as when somebody is about to write it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Self { modified: metadata.modified().ok(), len: metadata.len(), is_file: metadata.is_file(), identity }
    }
}

/// File and texture of an [`Image::source`].
fn parts(source: &str) -> (&str, Option<u32>) {
    let parts = source.split_once('\0').and_then(|(file, texture)| Some((file, texture.parse().ok()?)));
    parts.map_or((source, None), |(file, texture)| (file, Some(texture)))
}

/// What an [`Image::source`] is called in messages.
pub(crate) fn title(source: &str) -> String {
    match parts(source) {
        (file, Some(texture)) => format!("{file} images[{texture}]"),
        (file, None) => file.to_owned(),
    }
}

fn refused(error: &FolderError) -> ImageError {
    ImageError::Refused { message: error.to_string(), help: error.help() }
}
