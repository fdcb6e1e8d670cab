//! The reading of an image file.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::level::LevelFile;
use super::store::Store;
use crate::budget::Budget;
use crate::import::gltf::texture::read_textures;
use crate::import::image::{Bitmap, Decoded, FilePart, ImageError, Origin, ReadImage, decode};
use crate::import::level::level_image::LevelImage;
use crate::opacity::Progress;
use crate::source::decoding::guarded;
use crate::source::folder::{Folder, FolderError};
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
    /// Reads a file that a scene in `folder` names, or an image of one: see [`Image::source`](crate::scene::Image::source).
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
            let read_all = || read_textures(file, &numbers, folder, &mut shared, budget, progress);
            let found = guarded(read_all).unwrap_or_else(|panicked| {
                let broken = || ImageError::Broken { file: file.to_owned(), reason: panicked.to_string() };
                let none = |_| ReadImage { files: Vec::new(), origin: None, bitmap: Err(broken()) };
                numbers.iter().map(none).collect()
            });
            for (i, texture) in indices.into_iter().zip(found) {
                read[i] = Some(Self::from(texture));
            }
        }
        read.into_iter().zip(sources).map(|(read, source)| read.unwrap_or_else(|| Self::unread(source))).collect()
    }

    /// Those of some images whose pixels were decoded for materials of `levels`, by [`Image::source`](crate::scene::Image::source). Images with the same
    /// bytes share their pixels with each other, and with images of `known`.
    pub(super) fn take_from_levels(
        sources: &[&str],
        levels: &Store<LevelFile>,
        folder: &Folder,
        known: &Store<Self>,
    ) -> BTreeMap<String, Self> {
        let mut shared = Shared { known, decoded: HashMap::new() };
        let mut taken = BTreeMap::new();
        let mut in_files: HashMap<PathBuf, ReadImage> = HashMap::new();
        let wanted: HashMap<(&str, Option<u32>), &str> =
            sources.iter().map(|source| (parts(source), *source)).collect();
        for (file, level) in levels.iter() {
            for LevelImage { index, read } in level.take_images() {
                let Some(origin) = &read.origin else { continue };
                let bitmap = shared.get(origin, &read.files, file, &mut || read.bitmap.clone());
                let read = ReadImage { bitmap, ..read.clone() };
                if origin.part == FilePart::Whole {
                    let files = read.files.iter().filter(|(path, _)| *path == origin.path).cloned().collect();
                    in_files.insert(origin.path.clone(), ReadImage { files, ..read.clone() });
                }
                if let Some(source) = index.and_then(|index| wanted.get(&(file, Some(index)))) {
                    taken.insert((*source).to_owned(), Self::from(read));
                }
            }
        }
        let whole = wanted.iter().filter(|((_, texture), _)| texture.is_none() && !in_files.is_empty());
        for ((file, _), source) in whole {
            if let Some(read) = folder.resolve(file).ok().and_then(|path| in_files.get(&path)) {
                taken.insert((*source).to_owned(), Self::from(read.clone()));
            }
        }
        taken
    }

    fn of_file(file: &str, folder: &Folder, shared: &mut Shared, budget: &Budget, progress: &Progress) -> Self {
        let path = match folder.resolve(file) {
            Ok(path) => path,
            Err(error) => return Self { stamp: None, others: Vec::new(), origin: None, bitmap: Err(refused(&error)) },
        };
        // The stamp is taken first, so that a write during the reading counts as a later change.
        let files = vec![(path.clone(), Stamp::of(&path))];
        let origin = Origin { part: FilePart::Whole, path };
        let bitmap =
            shared.get(&origin, &files, file, &mut || decode(&origin.path, file, budget, progress).map(Arc::new));
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
        decode: &mut dyn FnMut() -> Result<Arc<Bitmap>, ImageError>,
    ) -> Result<Arc<Bitmap>, ImageError> {
        let (stamp, others) = files.split_first().map_or((None, files), |((_, stamp), others)| (*stamp, others));
        if let Some(decoded) = self.decoded.get(origin) {
            return decoded.clone().map_err(|error| error.renamed(title));
        }
        let is_same = |file: &&Arc<ImageFile>| {
            file.origin.as_ref() == Some(origin) && file.stamp == stamp && file.others == others && file.bitmap.is_ok()
        };
        let known = self.known.iter().map(|(_, file)| file).find(is_same);
        let bitmap = known.map_or_else(decode, |known| known.bitmap.clone());
        self.decoded.insert(origin.clone(), bitmap.clone());
        bitmap
    }
}

/// The file and the texture index of an [`Image::source`](crate::scene::Image::source).
fn parts(source: &str) -> (&str, Option<u32>) {
    let parts = source.split_once('\0').and_then(|(file, texture)| Some((file, texture.parse().ok()?)));
    parts.map_or((source, None), |(file, texture)| (file, Some(texture)))
}

/// The name of an [`Image::source`](crate::scene::Image::source) in messages.
pub(crate) fn title(source: &str) -> String {
    match parts(source) {
        (file, Some(texture)) => format!("{file} images[{texture}]"),
        (file, None) => file.to_owned(),
    }
}

/// The error of an image whose file may not be named.
pub(super) fn refused(error: &FolderError) -> ImageError {
    ImageError::Refused { message: error.to_string(), help: error.help() }
}

#[cfg(test)]
mod tests {
    use super::super::level::LevelPart;
    use super::super::reading::Pace;
    use super::*;
    use crate::files::content::Files;
    use crate::import::level::work::LevelWork;
    use crate::scene::{Image, Scene};

    fn leaf(folder: &Path) {
        let leaf = |x, _| image::Rgba([0, 200, 0, if x < 2 { 0 } else { 255 }]);
        image::RgbaImage::from_fn(4, 4, leaf).save(folder.join("leaf.png")).unwrap();
    }

    /// A triangle with a material that is masked by `leaf.png`, in two glTFs and an OBJ.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        leaf(folder.path());
        write("a.obj", b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n");
        write("a.mtl", b"newmtl a\nmap_d leaf.png\n");
        let positions: Vec<u8> =
            [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        write("a.bin", &positions);
        write(
            "a.gltf",
            br#"{ "asset": { "version": "2.0" },
                "buffers": [{ "uri": "a.bin", "byteLength": 36 }],
                "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
                "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
                "images": [{ "uri": "none.png" }, { "uri": "leaf.png" }],
                "textures": [{ "source": 1 }],
                "materials": [{ "alphaMode": "MASK", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
                "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] }],
                "nodes": [{ "mesh": 0 }] }"#,
        );
        std::fs::copy(folder.path().join("a.gltf"), folder.path().join("b.gltf")).unwrap();
        folder
    }

    #[test]
    fn an_image_that_a_level_has_decoded_is_not_read_again() {
        let folder = folder();
        let path = Folder::from(folder.path());
        let model = |level: &str| crate::scene::Model::new(level, level);
        let texture = |level: &str, index: u32| Image { texture: Some(index), ..Image::new("t", level, [4, 4]) };
        let alone = [Image::new("alone", "leaf.png", [4, 4]), Image::new("also", "./leaf.png", [4, 4])];
        for (levels, textures, waiting) in [
            (vec!["a.obj"], vec![], 0),
            (vec!["a.gltf"], vec![texture("a.gltf", 1)], 0),
            // An image that no material uses is still to be read.
            (vec!["a.gltf"], vec![texture("a.gltf", 1), texture("a.gltf", 0)], 1),
            (vec!["a.gltf", "b.gltf", "a.obj"], vec![texture("b.gltf", 1), texture("a.gltf", 1)], 0),
        ] {
            let images = alone.iter().cloned().chain(textures).collect();
            let models = levels.iter().map(|level| model(level)).collect();
            let scene = Scene { models, images, ..Scene::empty() };
            let mut files = Files::default();
            // Later, images that are still to be read wait.
            files.update(&scene, Some(&path), Pace::Later);
            let sources: Vec<_> = scene.images.iter().map(Image::source).collect();
            let read: Vec<_> = sources.iter().map(|source| (&**source, files.images.get(source).unwrap())).collect();
            let (unread, read): (Vec<_>, Vec<_>) = read.into_iter().partition(|(_, read)| read.is_waiting());
            assert_eq!(unread.len(), waiting, "{levels:?}");
            for (source, read) in &read {
                assert!(read.is_current(source, &path), "{source}");
                assert_eq!(***read, ImageFile::read(source, &path), "{source}");
            }
            let pixels = read.iter().map(|(_, read)| Arc::as_ptr(read.bitmap().unwrap()));
            assert_eq!(pixels.collect::<std::collections::BTreeSet<_>>().len(), 1, "they share their pixels");
            for level in levels {
                assert!(files.levels.get(level).unwrap().take_images().is_empty(), "pixels do not stay with the level");
            }
            image::RgbaImage::new(3, 3).save(folder.path().join("leaf.png")).unwrap();
            assert!(read.iter().all(|(source, read)| !read.is_current(source, &path)), "the file has changed");
            leaf(folder.path());
        }
    }

    #[test]
    fn images_that_the_scene_does_not_name_do_not_stay_in_memory() {
        let folder = folder();
        let scene = Scene { models: vec![crate::scene::Model::new("m", "a.gltf")], ..Scene::empty() };
        let mut files = Files::default();
        files.update(&scene, Some(&folder.path().into()), Pace::AtOnce);
        assert!(files.levels.get("a.gltf").unwrap().take_images().is_empty());
        let read = |budget: &Budget| LevelFile::read("a.gltf", &folder.path().into(), budget, &Progress::default());
        assert_eq!(read(&Budget::default()).take_images().len(), 1);
        // When memory is scarce, they are not kept at all.
        let budget = Budget::new(1 << 20);
        let _others = budget.take(600 << 10).unwrap();
        let level = read(&budget);
        assert!(level.level().is_ok() && level.take_images().is_empty());
    }

    /// Whether a level fits into a budget does not depend on its images for the scene.
    #[test]
    fn a_level_that_does_not_fit_beside_its_images_is_read_without_them() {
        let folder = folder();
        // The pixels of an image that is kept, in a level whose own memory is small.
        let leaf = |x, _| image::Rgba([0, 200, 0, if x < 2 { 0 } else { 255 }]);
        image::RgbaImage::from_fn(64, 64, leaf).save(folder.path().join("leaf.png")).unwrap();
        let mut kept = 0;
        for total in (0..400).map(|i| i << 10) {
            let mut read = |with_images: bool| {
                let (progress, budget) = (Progress::default(), Budget::new(total));
                let work = LevelWork::new(&progress, &budget);
                let work = if with_images { work } else { work.without_images() };
                let level = LevelFile::read_watched("a.gltf", &folder.path().into(), &[LevelPart::Objects], &work);
                kept += level.take_images().len();
                level.level().is_ok()
            };
            assert_eq!(read(true), read(false), "{total} bytes");
        }
        assert!(kept > 0, "some have memory for images");
    }
}
