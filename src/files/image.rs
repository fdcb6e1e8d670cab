//! The reading of an image file.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Files;
use super::store::Store;
use crate::budget::Budget;
use crate::import::image::{Bitmap, Decoded, ImageError, Origin, Part, ReadImage, decode};
use crate::import::level;
use crate::opacity::Progress;
use crate::scene::Image;
use crate::source::folder::{self, Folder, FolderError};
use crate::source::stamp::Stamp;

/// The result of reading an image file, with its stamp.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageFile {
    stamp: Option<Stamp>,
    /// Other files that were searched, for an image in a glTF file.
    others: Vec<(PathBuf, Option<Stamp>)>,
    /// The location of the image's bytes; `None` when they were not found.
    origin: Option<Origin>,
    bitmap: Result<Arc<Bitmap>, ImageError>,
}

impl ImageFile {
    /// Reads a file that a scene in `folder` names, or an image of one: see [`Image::source`].
    pub fn read(file: &str, folder: &Folder) -> Self {
        Self::read_with(file, folder, &Budget::default(), &Progress::default())
    }

    /// Reads an image within a budget, with progress that can cancel the reading.
    pub fn read_with(file: &str, folder: &Folder, budget: &Budget, progress: &Progress) -> Self {
        let mut read = Self::read_all(&[file], folder, &Store::default(), budget, progress);
        read.pop().unwrap_or_else(|| Self::unread(file))
    }

    /// Reads several images, in their order. A file with several of the images is opened once. Images with the same
    /// bytes are decoded once: they share their pixels with each other, and with images of `known`.
    pub fn read_all(
        sources: &[&str],
        folder: &Folder,
        known: &Store<Self>,
        budget: &Budget,
        progress: &Progress,
    ) -> Vec<Self> {
        let mut shared = Shared { known, decoded: HashMap::new() };
        let mut read: Vec<Option<Self>> = sources.iter().map(|_| None).collect();
        // The indices of the images in one file.
        let mut textures: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, source) in sources.iter().enumerate() {
            match parts(source) {
                (file, Some(_)) => textures.entry(file).or_default().push(i),
                (file, None) => read[i] = Some(Self::of_file(file, folder, &mut shared, budget, progress)),
            }
        }
        for (file, indices) in textures {
            let numbers: Vec<u32> = indices.iter().filter_map(|&i| parts(sources[i]).1).collect();
            let found = level::read_textures(file, &numbers, folder, &mut shared, budget, progress);
            for (i, texture) in indices.into_iter().zip(found) {
                read[i] = Some(Self::from(texture));
            }
        }
        read.into_iter().zip(sources).map(|(read, source)| read.unwrap_or_else(|| Self::unread(source))).collect()
    }

    fn of_file(file: &str, folder: &Folder, shared: &mut Shared, budget: &Budget, progress: &Progress) -> Self {
        let path = match folder.resolve(file) {
            Ok(path) => path,
            Err(error) => return Self { stamp: None, others: Vec::new(), origin: None, bitmap: Err(refused(&error)) },
        };
        // The stamp is taken first, so that a write during the reading counts as a later change.
        let files = vec![(path.clone(), Stamp::of(&path))];
        let origin = Origin { part: Part::Whole, path };
        let bitmap = shared.get(&origin, &files, file, &mut || decode(&origin.path, file, budget, progress));
        Self::from(ReadImage { files, origin: Some(origin), bitmap })
    }

    /// A file that is not read yet.
    pub fn waiting(file: &str) -> Self {
        Self { stamp: None, others: Vec::new(), origin: None, bitmap: Err(ImageError::Reading(title(file))) }
    }

    /// A file whose reading was cancelled.
    pub fn unread(file: &str) -> Self {
        Self { stamp: None, others: Vec::new(), origin: None, bitmap: Err(ImageError::Cancelled(title(file))) }
    }

    /// Other files that were read for the image, when it is an image of a level.
    pub fn others(&self) -> impl Iterator<Item = &Path> {
        self.others.iter().map(|(path, _)| &**path)
    }

    /// Whether it is not read yet.
    pub fn is_waiting(&self) -> bool {
        matches!(self.bitmap, Err(ImageError::Reading(_)))
    }

    /// The pixels.
    ///
    /// # Errors
    /// The reason why the image has no pixels.
    pub fn bitmap(&self) -> Result<&Arc<Bitmap>, ImageError> {
        self.bitmap.as_ref().map_err(Clone::clone)
    }

    /// Whether the stamp of the file is that of the reading, or the file has not been read yet.
    pub fn is_current(&self, file: &str, folder: &Folder) -> bool {
        let (path, _) = parts(file);
        let is_same = self.stamp == folder.resolve(path).ok().and_then(|path| Stamp::of(&path));
        self.is_waiting() || (is_same && Stamp::are_current(&self.others))
    }
}

impl From<ReadImage> for ImageFile {
    fn from(read: ReadImage) -> Self {
        let mut files = read.files.into_iter();
        let stamp = files.next().and_then(|(_, stamp)| stamp);
        Self { stamp, others: files.collect(), origin: read.origin, bitmap: read.bitmap }
    }
}

/// Images that were decoded before.
struct Shared<'k> {
    known: &'k Store<ImageFile>,
    decoded: HashMap<Origin, Result<Arc<Bitmap>, ImageError>>,
}

impl Decoded for Shared<'_> {
    fn get(
        &mut self,
        origin: &Origin,
        files: &[(PathBuf, Option<Stamp>)],
        title: &str,
        decode: &mut dyn FnMut() -> Result<Bitmap, ImageError>,
    ) -> Result<Arc<Bitmap>, ImageError> {
        let (stamp, others) = files.split_first().map_or((None, files), |((_, stamp), others)| (*stamp, others));
        if let Some(decoded) = self.decoded.get(origin) {
            return decoded.clone().map_err(|error| error.renamed(title));
        }
        let is_same = |file: &&Arc<ImageFile>| {
            file.origin.as_ref() == Some(origin) && file.stamp == stamp && file.others == others && file.bitmap.is_ok()
        };
        let known = self.known.iter().map(|(_, file)| file).find(is_same);
        let bitmap = known.map_or_else(|| decode().map(Arc::new), |known| known.bitmap.clone());
        self.decoded.insert(origin.clone(), bitmap.clone());
        bitmap
    }
}

impl Files {
    /// The pixels of an image of the scene.
    ///
    /// # Errors
    /// When the file cannot be used, or has not been read.
    pub fn bitmap(&self, image: &Image) -> Result<&Arc<Bitmap>, ImageError> {
        match self.images.get(&image.source()) {
            Some(file) => file.bitmap(),
            None => Err(match folder::check_written(&image.file) {
                Ok(()) => ImageError::NoFolder(image.file.clone()),
                Err(error) => refused(&error),
            }),
        }
    }
}

/// The file and the texture index of an [`Image::source`].
fn parts(source: &str) -> (&str, Option<u32>) {
    let parts = source.split_once('\0').and_then(|(file, texture)| Some((file, texture.parse().ok()?)));
    parts.map_or((source, None), |(file, texture)| (file, Some(texture)))
}

/// The name of an [`Image::source`] in messages.
pub(crate) fn title(source: &str) -> String {
    match parts(source) {
        (file, Some(texture)) => format!("{file} images[{texture}]"),
        (file, None) => file.to_owned(),
    }
}

fn refused(error: &FolderError) -> ImageError {
    ImageError::Refused { message: error.to_string(), help: error.help() }
}
