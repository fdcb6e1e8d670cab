//! The materials of an OBJ for pictures: colours and opacities of its MTL files, with their images.
//!
//! `Kd` and `map_Kd` are multiplied and are the base colour. Both sides are drawn, because an OBJ does not say which side is
//! seen. Highlights are left out: `Ks` and `Ns` belong to another model of light.
//!
//! `map_d` says nothing about how transparent surfaces are drawn; [`ImageOpacity`] decides it.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use glam::{Affine2, Vec2};

use super::mtl::Materials;
use super::mtl_text::{Map, MaterialStatements};
use crate::host::fs::File;
use crate::import::image::{FilePart, Origin, ReadImage};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{Named, resolve_beside};
use crate::import::level::image_opacity::{CUTOFF, ImageOpacity};
use crate::import::level::images;
use crate::import::level::images::{ImageFault, Images};
use crate::import::level::level_image::LevelImage;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::source::folder::Folder;
use crate::surface::{Alpha, Material, MissingImage, Pixels, TextureUse, Wrap, linear};

/// The greatest number of images that the MTL files of one OBJ name.
const MOST_IMAGES: usize = 10_000;

/// The looks of the used materials, by their numbers.
pub(super) struct ObjMaterials {
    materials: Vec<MaterialLook>,
    plain: Arc<Material>,
    /// Images with alpha.
    pub(super) images: Vec<LevelImage>,
}

/// The look of a material.
struct MaterialLook {
    material: Arc<Material>,
    /// Whether the MTL files say how it looks: by a colour, an opacity or an image that could be read.
    is_written: bool,
}

impl ObjMaterials {
    /// The material of triangles; that of triangles without one is white.
    pub(super) fn material(&self, material: Option<usize>) -> Arc<Material> {
        Arc::clone(self.look(material).map_or(&self.plain, |look| &look.material))
    }

    /// Whether the MTL files say how triangles with a material look.
    pub(super) fn is_written(&self, material: Option<usize>) -> bool {
        self.look(material).is_some_and(|look| look.is_written)
    }

    /// Whether a material shows an image, which needs texture coordinates.
    pub(super) fn has_image(&self, material: Option<usize>) -> bool {
        self.look(material).is_some_and(|look| look.material.textures().next().is_some())
    }

    fn look(&self, material: Option<usize>) -> Option<&MaterialLook> {
        material.and_then(|number| self.materials.get(number))
    }
}

/// The looks of the used materials. Images that cannot be used are notes, and missing images of their materials.
///
/// # Errors
/// When the reading is cancelled.
pub(super) fn read(
    materials: &Materials,
    folder: &Folder,
    work: &LevelWork,
    stamps: &mut Stamps,
    notes: &mut Notes,
) -> Result<ObjMaterials> {
    let mut found = MaterialImages { paths: HashMap::new(), images: Images::new(), opacities: HashMap::new(), work };
    let written = || materials.all().filter_map(|(_, written)| written);
    let shown =
        written().flat_map(|written| [&written.color_map, &written.opacity_map]).flatten().map(|map| (map, true));
    let others = written().flat_map(|written| &written.other_maps).map(|map| (map, false));
    let mut keys = Vec::new();
    let mut names: HashMap<PathBuf, &str> = HashMap::new();
    for (map, is_shown) in shown.chain(others) {
        let key = map_key(map);
        if found.paths.contains_key(&key) {
            continue;
        }
        let path = if found.paths.len() < MOST_IMAGES {
            let path = resolve_beside(Named { folder, file: &map.library }, &map.file, &map.place, stamps);
            path.map_err(ImageFault::of_file)
        } else {
            Err(ImageFault::over_limit(format!("more than {MOST_IMAGES} images are named")))
        };
        match &path {
            Err(fault) if is_shown => notes.add(NoteKind::TextureNotDrawn(fault.why.clone()), map.place.clone()),
            Ok(path) if is_shown && !names.contains_key(path) => {
                names.insert(path.clone(), &map.file);
                keys.push(path.clone());
            }
            _ => {}
        }
        found.paths.insert(key, path);
    }
    let name = |path: &PathBuf| (*names.get(path).unwrap_or(&"")).to_owned();
    let decoded = images::decode(&keys, work, name, |path| images::read_file(path, work), |_| true)?;
    found.images = decoded.images;
    let kept = decoded.kept.into_iter().map(|(path, bitmap)| {
        let files = stamps.stamp(&path).cloned().into_iter().collect();
        let origin = Some(Origin { part: FilePart::Whole, path });
        LevelImage { index: None, read: ReadImage { files, origin, bitmap: Ok(bitmap) } }
    });
    let images = kept.collect();
    let missing = found.missing(materials);
    let plain = Material { is_double_sided: true, ..Material::default() };
    let looks = materials.all().map(|(name, written)| match written {
        Some(written) => {
            let maps = || written.maps().filter_map(|map| missing.get(&map_key(map)));
            let mut images: Vec<Arc<MissingImage>> = maps().cloned().collect();
            images.dedup();
            let lacks_color = written.color_map.as_ref().is_some_and(|map| missing.contains_key(&map_key(map)));
            let look = found.material(written, notes);
            let material = Material { name: name.into(), missing: images, lacks_color, ..look };
            let is_rich = material.textures().next().is_some() || material.alpha != Alpha::Opaque;
            let is_rich = is_rich || !material.missing.is_empty();
            MaterialLook { is_written: is_rich || written.color.is_some(), material: Arc::new(material) }
        }
        None => MaterialLook { is_written: false, material: Arc::new(Material { name: name.into(), ..plain.clone() }) },
    });
    Ok(ObjMaterials { materials: looks.collect(), plain: Arc::new(plain.clone()), images })
}

/// The MTL file that names an image, and the name in it.
type MapKey = (Arc<str>, Box<str>);

fn map_key(map: &Map) -> MapKey {
    (Arc::clone(&map.library), map.file.clone())
}

/// The images of all materials.
struct MaterialImages<'w> {
    /// The real paths; for one that cannot be used, the reason.
    paths: HashMap<MapKey, std::result::Result<PathBuf, ImageFault>>,
    images: Images<PathBuf>,
    /// The opacity of images, by the image and the channel.
    opacities: HashMap<(PathBuf, Option<char>), std::result::Result<ImageOpacity, String>>,
    work: &'w LevelWork<'w>,
}

impl MaterialImages<'_> {
    /// The images that cannot be used, each with the materials that name it.
    fn missing(&self, materials: &Materials) -> BTreeMap<MapKey, Arc<MissingImage>> {
        let mut found: BTreeMap<MapKey, MissingImage> = BTreeMap::new();
        for (name, written) in materials.all() {
            for map in written.into_iter().flat_map(MaterialStatements::maps) {
                let Some(fault) = self.fault(map) else { continue };
                let missing = found.entry(map_key(map)).or_insert_with(|| MissingImage {
                    file: Arc::clone(&map.library),
                    image: map.file.as_ref().into(),
                    reason: fault.why.into(),
                    remedy: fault.help.unwrap_or_default().into(),
                    materials: Vec::new(),
                });
                if missing.materials.last().is_none_or(|last| **last != *name) {
                    missing.materials.push(name.into());
                }
            }
        }
        found.into_iter().map(|(key, missing)| (key, Arc::new(missing))).collect()
    }

    /// Why an image cannot be used; `None` for one that can be, or that only a limit refuses.
    fn fault(&self, map: &Map) -> Option<ImageFault> {
        let fault = match self.paths.get(&map_key(map))? {
            Err(fault) => fault.clone(),
            Ok(path) => {
                if let Some(image) = self.images.get(path) {
                    image.as_ref().err()?.clone()
                } else {
                    let error = File::open(path).err()?;
                    ImageFault::of_file(LevelError::at(LevelPlace::File, format!("it cannot be read: {error}")))
                }
            }
        };
        (!fault.is_over_limit).then_some(fault)
    }

    fn material(&mut self, written: &MaterialStatements, notes: &mut Notes) -> Material {
        let mut used = |map: &Option<Map>| {
            let map = map.as_ref()?;
            let path = self.paths.get(&map_key(map))?.clone().ok()?;
            match self.images.get(&path)? {
                Ok(image) => Some((path, texture(map, Arc::clone(image)), map.clone())),
                Err(fault) => {
                    notes.add(NoteKind::TextureNotDrawn(fault.why.clone()), map.place.clone());
                    None
                }
            }
        };
        let (color, opacity) = (used(&written.color_map), used(&written.opacity_map));
        let [r, g, b] = written.color.unwrap_or([1.0; 3]).map(|part| linear(part.clamp(0.0, 1.0)));
        let mut alpha = if written.opacity() < 1.0 { Alpha::Blend } else { Alpha::Opaque };
        let mut opacity_texture = None;
        if let Some((path, mut texture, map)) = opacity {
            match self.opacity(path.clone(), &texture.image, map.channel) {
                Ok(ImageOpacity { image: None, .. }) => {}
                Ok(ImageOpacity { image: Some(image), is_alpha, has_holes }) => {
                    if alpha == Alpha::Opaque && has_holes {
                        alpha = Alpha::Mask(CUTOFF);
                    } else {
                        alpha = Alpha::Blend;
                    }
                    // The alpha of the image of the colour counts already.
                    let is_same = color.as_ref().is_some_and(|(_, color, _)| *color == texture);
                    texture.image = image;
                    opacity_texture = Some(texture).filter(|_| !(is_same && is_alpha));
                }
                Err(why) => notes.add(NoteKind::TextureNotDrawn(why), map.place),
            }
        }
        Material {
            base_color: [r, g, b, written.opacity()],
            alpha,
            is_double_sided: true,
            base_color_texture: color.map(|(_, texture, _)| texture),
            opacity_texture,
            ..Material::default()
        }
    }

    /// The opacity of an image.
    fn opacity(
        &mut self,
        path: PathBuf,
        image: &Pixels,
        channel: Option<char>,
    ) -> std::result::Result<ImageOpacity, String> {
        let budget = self.work.budget();
        self.opacities.entry((path, channel)).or_insert_with(|| ImageOpacity::of(image, channel, budget)).clone()
    }
}

/// An image on the texture coordinates of an OBJ, whose `v` grows upwards while that of a [`TextureUse`] grows downwards.
fn texture(map: &Map, image: Arc<Pixels>) -> TextureUse {
    let [su, sv] = map.scale;
    let [ou, ov] = map.offset;
    let wrap = if map.is_clamped { Wrap::Clamp } else { Wrap::Repeat };
    TextureUse {
        image,
        set: 0,
        transform: Affine2::from_scale_angle_translation(Vec2::new(su, sv), 0.0, Vec2::new(ou, 1.0 - sv - ov)),
        wrap: [wrap; 2],
        is_nearest: false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::import::level::Level;
    use crate::import::level::tests::{notes, read_in};

    /// A level of faces with the material `a`.
    fn level(faces: &str, mtl: &str) -> Level {
        let folder = tempfile::tempdir().unwrap();
        image::RgbImage::new(2, 2).save(folder.path().join("wood.png")).unwrap();
        fs::write(folder.path().join("a.mtl"), mtl).unwrap();
        let text = format!("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\n{faces}\n");
        fs::write(folder.path().join("a.obj"), text).unwrap();
        read_in(folder.path(), "a.obj").unwrap()
    }

    #[test]
    fn faces_have_a_look_when_their_material_is_written() {
        for (mtl, has_surface) in [
            ("newmtl a\nKd 1 0 0", true),
            ("newmtl a\nKd 1 1 1", true),
            ("newmtl a\nd 0.5", true),
            ("newmtl a\nKd red", false),
            ("newmtl a\nNs 10", false),
            ("newmtl a\nnewmtl b\nKd 1 0 0", false),
        ] {
            let level = level("f 1 2 3\nusemtl b", mtl);
            assert_eq!(level.objects[0].mesh.surface().is_some(), has_surface, "{mtl}");
        }
    }

    #[test]
    fn an_image_on_faces_without_coordinates_is_a_located_note() {
        let mtl = "newmtl a\nKd 1 1 1\nmap_Kd wood.png\n";
        assert_eq!(notes(&level("f 1/1 2/1 3/1", mtl)), [""; 0]);
        let two = "2 triangles with an image have no texture coordinates (`vt`), this is the first image";
        for (faces, words) in [
            ("f 1 2 3", "a triangle with this image has no texture coordinates (`vt`)"),
            ("f 1/1 2/1 3", "a triangle with this image has no texture coordinates (`vt`)"),
            ("f 1 2 3\nf 1/1 2/1 3/1\nf 3 2 1", two),
        ] {
            let notes = notes(&level(faces, mtl));
            assert!(notes.len() == 1 && notes[0].starts_with("a.mtl:3:8: "), "{notes:?}");
            assert!(notes[0].contains(words), "{notes:?}");
        }
    }
}
