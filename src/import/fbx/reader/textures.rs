//! The images of an FBX: bytes in the file, or files in the root beside it.
//!
//! Programs write the path of an image as they had it, often an absolute one of another computer. The relative path is tried first, then the
//! name alone beside the level.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use ufbx::{Scene, Texture, TextureFile};

use crate::host::fs::File;
use crate::import::image::{FilePart, Origin, ReadImage};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{Named, resolve_beside};
use crate::import::level::images;
use crate::import::level::images::{DecodedImages, ImageFault, Images};
use crate::import::level::level_image::LevelImage;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::surface::{Pixels, TextureUse, Wrap};

use super::convert::texture_map;

/// Where the bytes of an image are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ImageSource {
    /// In the FBX: an entry of its list of files, by its number.
    Embedded(usize),
    /// In a file, by its real path.
    File(PathBuf),
}

/// The images of the materials.
pub(super) struct FbxImages {
    /// By the number in the list of files: where it is, or why it cannot be used.
    sources: HashMap<usize, std::result::Result<ImageSource, ImageFault>>,
    images: Images<ImageSource>,
}

/// The file of a texture, by its number; of a texture of layers that of the first one with a file.
pub(super) fn file_of(texture: &Texture) -> Option<usize> {
    let with_file = if texture.has_file { Some(texture) } else { texture.file_textures.into_iter().next() };
    with_file.filter(|texture| texture.has_file).map(|texture| texture.file_index as usize)
}

/// The names under which an image is looked for, in order.
pub(super) fn candidates(file: &TextureFile) -> Vec<String> {
    // Programs on Windows write `\` between folders.
    let names = [&file.relative_filename, &file.filename, &file.absolute_filename];
    let names: Vec<String> =
        names.map(|name| name.replace('\\', "/")).into_iter().filter(|name| !name.is_empty()).collect();
    let is_relative = |name: &&String| !name.starts_with('/') && name.as_bytes().get(1) != Some(&b':');
    let relative = names.iter().find(is_relative).cloned();
    let base = names.first().and_then(|name| name.rsplit('/').next()).filter(|base| !base.is_empty());
    let mut found: Vec<String> = relative.into_iter().chain(base.map(str::to_owned)).collect();
    found.dedup();
    found
}

/// The name of an image in messages: its path as the file has it.
pub(super) fn name_of(scene: &Scene, file: usize) -> String {
    let Some(file) = scene.texture_files.get(file) else { return format!("images[{file}]") };
    let names = [&file.relative_filename, &file.filename, &file.absolute_filename];
    let name = names.into_iter().find(|name| !name.is_empty()).map(ToString::to_string);
    name.unwrap_or_else(|| format!("images[{}]", file.index))
}

/// Finds the images of `files` and decodes those of `shown`. Images that cannot be used are notes. Returns images with alpha too.
///
/// # Errors
/// When the reading is cancelled.
pub(super) fn read(
    scene: &Scene,
    [files, shown]: [&[usize]; 2],
    named: Named,
    notes: &mut Notes,
    stamps: &mut Stamps,
    work: &LevelWork,
) -> Result<(FbxImages, Vec<LevelImage>)> {
    let mut sources = HashMap::new();
    for &number in files {
        let source = find(scene, number, named, stamps);
        sources.insert(number, source.map_err(ImageFault::of_file));
    }
    let mut keys: Vec<ImageSource> = Vec::new();
    let mut numbers: HashMap<ImageSource, usize> = HashMap::new();
    for number in shown {
        match sources.get(number) {
            Some(Ok(source)) if !numbers.contains_key(source) => {
                numbers.insert(source.clone(), *number);
                keys.push(source.clone());
            }
            Some(Err(fault)) => notes.add(NoteKind::TextureNotDrawn(fault.why.clone()), place_of(scene, *number)),
            _ => {}
        }
    }
    let bytes = |source: &ImageSource| match source {
        ImageSource::File(path) => images::read_file(path, work),
        ImageSource::Embedded(number) => {
            let content = scene.texture_files.get(*number).map(|file| &*file.content).unwrap_or_default();
            let memory = work.borrow(content.len() as u64)?;
            Ok((content.to_vec(), memory))
        }
    };
    let name = |source: &ImageSource| numbers.get(source).map_or_else(String::new, |number| name_of(scene, *number));
    let is_file = |source: &ImageSource| matches!(source, ImageSource::File(_));
    let DecodedImages { images, kept } = images::decode(&keys, work, name, bytes, is_file)?;
    for source in &keys {
        if let Some(Err(fault)) = images.get(source) {
            let place = numbers.get(source).map_or(LevelPlace::File, |number| place_of(scene, *number));
            notes.add(NoteKind::TextureNotDrawn(fault.why.clone()), place);
        }
    }
    let kept = kept.into_iter().filter_map(|(source, bitmap)| {
        let ImageSource::File(path) = source else { return None };
        let files = stamps.stamp(&path).cloned().into_iter().collect();
        let origin = Some(Origin { part: FilePart::Whole, path });
        Some(LevelImage { index: None, read: ReadImage { files, origin, bitmap: Ok(bitmap) } })
    });
    let kept = kept.collect();
    Ok((FbxImages { sources, images }, kept))
}

fn place_of(scene: &Scene, number: usize) -> LevelPlace {
    LevelPlace::named("images", number, Some(&name_of(scene, number)))
}

fn find(scene: &Scene, number: usize, named: Named, stamps: &mut Stamps) -> Result<ImageSource> {
    let place = place_of(scene, number);
    let Some(file) = scene.texture_files.get(number) else {
        return Err(LevelError::at(place, format!("there is no images[{number}]")));
    };
    if !file.content.is_empty() {
        return Ok(ImageSource::Embedded(number));
    }
    let mut refused = None;
    for name in candidates(file) {
        match resolve_beside(named, &name, &place, stamps) {
            Ok(path) => return Ok(ImageSource::File(path)),
            Err(error) => drop(refused.get_or_insert(error)),
        }
    }
    Err(refused.unwrap_or_else(|| LevelError::at(place, "it names no file and has no bytes")))
}

impl FbxImages {
    /// The image of a file by its number, decoded.
    pub(super) fn pixels(&self, file: usize) -> Option<(&ImageSource, &Arc<Pixels>)> {
        let source = self.sources.get(&file)?.as_ref().ok()?;
        Some((source, self.images.get(source)?.as_ref().ok()?))
    }

    /// Why an image cannot be used; `None` for one that can be, or that only a limit refuses.
    pub(super) fn fault(&self, file: usize) -> Option<ImageFault> {
        let fault = match self.sources.get(&file)? {
            Err(fault) => fault.clone(),
            Ok(source) => match (self.images.get(source), source) {
                (Some(image), _) => image.as_ref().err()?.clone(),
                (None, ImageSource::Embedded(_)) => return None,
                (None, ImageSource::File(path)) => {
                    let error = File::open(path).err()?;
                    ImageFault::of_file(LevelError::file(format!("it cannot be read: {error}")))
                }
            },
        };
        (!fault.is_over_limit).then_some(fault)
    }

    /// A texture with its image, on a set of texture coordinates, 0 or 1; `None` without an image.
    pub(super) fn texture(&self, texture: &Texture, set: u8) -> Option<TextureUse> {
        let (_, image) = self.pixels(file_of(texture)?)?;
        let wrap = |mode: ufbx::WrapMode| match mode {
            ufbx::WrapMode::Repeat => Wrap::Repeat,
            ufbx::WrapMode::Clamp => Wrap::Clamp,
        };
        let map = texture_map(&texture.uv_to_texture);
        Some(TextureUse {
            image: Arc::clone(image),
            set,
            transform: if texture.has_uv_transform && map.is_finite() { map } else { glam::Affine2::IDENTITY },
            wrap: [wrap(texture.wrap_u), wrap(texture.wrap_v)],
            is_nearest: false,
        })
    }
}
