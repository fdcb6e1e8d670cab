//! The images that materials of a glTF name and that cannot be used.
//!
//! The images that pictures show are decoded. Of the others, such as those of `occlusionTexture` and of extensions of materials,
//! only the file is looked for. An image that is only too large for a limit of this program is not missing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use gltf::json::{Material, Value};

use super::document::Texture;
use super::source::{GltfSource, data_of};
use super::texture_info::{ImageKey, key, textures};
use crate::host::fs::File;
use crate::import::level::error::{LevelError, LevelPlace};
use crate::import::level::images::{ImageFault, Images};
use crate::import::level::stamps::Stamps;
use crate::surface::MissingImage;

/// The remedy for an index that leads nowhere.
const CORRECT: &str = "correct the index, or export the file again";

/// The missing images of each material.
#[derive(Default)]
pub(super) struct MissingImages {
    of_material: BTreeMap<usize, Vec<Arc<MissingImage>>>,
    without_color: BTreeSet<usize>,
}

/// What a texture shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// An entry of `images`, by its bytes.
    Image(ImageKey),
    /// An entry of `images` that does not exist.
    NoImage(usize),
    /// An entry of `textures` that does not exist.
    NoTexture(usize),
}

/// An image without a use, and the materials that name it.
struct Found {
    image: String,
    fault: ImageFault,
    materials: Vec<usize>,
}

impl MissingImages {
    /// Those of some materials. `images` are the images of these that were decoded, or why not.
    pub(super) fn find(
        source: &GltfSource,
        used: &BTreeSet<Option<usize>>,
        images: &Images<ImageKey>,
        stamps: &mut Stamps,
    ) -> Self {
        let mut search = ImageSearch { source, images, stamps, known: HashMap::new(), found: BTreeMap::new() };
        let mut without_color = BTreeSet::new();
        for &index in used.iter().flatten() {
            let Some(material) = source.document.materials.get(index) else { continue };
            let color = material.pbr_metallic_roughness.base_color_texture.as_ref().map(|info| info.index.value());
            let shown = textures(material).map(|(texture, _)| texture);
            for texture in shown.chain(other_textures(material)) {
                if search.is_missing(texture, index) && color == Some(texture) {
                    without_color.insert(index);
                }
            }
        }
        let name = |&index: &usize| -> Arc<str> {
            let written = source.document.materials.get(index).and_then(|material| material.name.as_deref());
            match written.filter(|name| !name.trim().is_empty()) {
                Some(name) => name.into(),
                None => format!("material {index}").into(),
            }
        };
        let mut of_material: BTreeMap<usize, Vec<Arc<MissingImage>>> = BTreeMap::new();
        for Found { image, fault, materials } in search.found.into_values() {
            let missing = Arc::new(MissingImage {
                file: source.file().into(),
                image: image.into(),
                reason: fault.why.into(),
                remedy: fault.help.unwrap_or_default().into(),
                materials: materials.iter().map(name).collect(),
            });
            for material in materials {
                of_material.entry(material).or_default().push(Arc::clone(&missing));
            }
        }
        Self { of_material, without_color }
    }

    /// The missing images of a material, and whether that of its base colour is one of them.
    pub(super) fn of(&self, material: usize) -> (Vec<Arc<MissingImage>>, bool) {
        (self.of_material.get(&material).cloned().unwrap_or_default(), self.without_color.contains(&material))
    }
}

struct ImageSearch<'s, 'a> {
    source: &'s GltfSource<'a>,
    images: &'s Images<ImageKey>,
    stamps: &'s mut Stamps,
    /// By the index of the texture: what it shows if that is missing.
    known: HashMap<usize, Option<Shown>>,
    found: BTreeMap<Shown, Found>,
}

impl ImageSearch<'_, '_> {
    /// Whether the image of a texture is missing. The material is then among those that miss it.
    fn is_missing(&mut self, texture: usize, material: usize) -> bool {
        if !self.known.contains_key(&texture) {
            let fault = self.fault(texture);
            self.known.insert(texture, fault.as_ref().map(|(shown, ..)| shown.clone()));
            if let Some((shown, image, fault)) = fault {
                self.found.entry(shown).or_insert(Found { image, fault, materials: Vec::new() });
            }
        }
        let Some(Some(shown)) = self.known.get(&texture) else { return false };
        if let Some(found) = self.found.get_mut(shown)
            && found.materials.last() != Some(&material)
        {
            found.materials.push(material);
        }
        true
    }

    /// What a texture shows, the name of its image and why it cannot be used; `None` for a sound one.
    fn fault(&mut self, texture: usize) -> Option<(Shown, String, ImageFault)> {
        let document = &self.source.document;
        let dangling = |shown, place: String| {
            let why = format!("there is no {place}");
            (shown, place, ImageFault { why, help: Some(CORRECT.to_owned()), is_over_limit: false })
        };
        let Some(written) = document.textures.get(texture) else {
            return Some(dangling(Shown::NoTexture(texture), format!("textures[{texture}]")));
        };
        let image = Texture::image(written)?;
        let Some((key, entry)) = key(document, image).zip(document.images.get(image)) else {
            return Some(dangling(Shown::NoImage(image), format!("images[{image}]")));
        };
        let place = LevelPlace::named("images", image, entry.name.as_ref());
        let uri = entry.uri.as_deref().filter(|uri| data_of(uri).is_none());
        let fault = match (self.images.get(&key), uri) {
            (Some(Ok(_)), _) | (None, None) => return None,
            (Some(Err(fault)), _) => fault.clone(),
            (None, Some(uri)) => ImageFault::of_file(unreadable(self.source, uri, &place, self.stamps)?),
        };
        let name = uri.map_or_else(|| place.to_string(), str::to_owned);
        (!fault.is_over_limit).then_some((Shown::Image(key), name, fault))
    }
}

/// Why a file cannot be read; `None` for one that can be.
fn unreadable(source: &GltfSource, uri: &str, place: &LevelPlace, stamps: &mut Stamps) -> Option<LevelError> {
    match source.resolve(uri, place, stamps) {
        Ok(path) => {
            let error = File::open(path).err()?;
            Some(LevelError::at(place.clone(), format!("cannot be read: {error}")))
        }
        Err(error) => Some(error),
    }
}

/// The textures of a material that no picture shows: of ambient occlusion, and of the extensions of materials.
pub(super) fn other_textures(material: &Material) -> impl Iterator<Item = usize> {
    let occlusion = material.occlusion_texture.iter().map(|texture| texture.index.value());
    let extensions = material.extensions.iter().flat_map(|extensions| extensions.others.values());
    let infos = extensions.filter_map(Value::as_object).flatten().filter(|(key, _)| key.ends_with("Texture"));
    let indices = infos.filter_map(|(_, info)| info.get("index")?.as_u64()).filter_map(|index| index.try_into().ok());
    occlusion.chain(indices)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::import::level::Level;
    use crate::import::level::tests::Maker;

    /// A square with these materials, of which it has the first, and these images, each of a texture with its number.
    fn level(materials: serde_json::Value, images: serde_json::Value) -> Level {
        let mut maker = Maker::new();
        let mesh = maker.square();
        maker.node("n", mesh);
        maker.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
        let textures = (0..images.as_array().map_or(0, Vec::len)).map(|source| json!({ "source": source }));
        maker.json["textures"] = textures.collect();
        maker.json["materials"] = materials;
        maker.json["images"] = images;
        maker.level()
    }

    #[test]
    fn each_image_that_a_used_material_misses_is_found_once() {
        let texture = |index: u32| json!({ "index": index });
        let level = level(
            json!([
                { "name": "leaf", "pbrMetallicRoughness": { "baseColorTexture": texture(0) }, "normalTexture": texture(1),
                  "occlusionTexture": texture(2), "emissiveTexture": texture(9),
                  "extensions": { "KHR_materials_clearcoat": { "clearcoatTexture": texture(3) } } },
                { "name": "unused", "pbrMetallicRoughness": { "baseColorTexture": texture(4) } },
            ]),
            json!([{ "uri": "leaf%20one.png" }, { "uri": "leaf%20one.png" }, { "uri": "../out.png" }, { "uri": "coat.png" },
                   { "uri": "other.png" }]),
        );
        let material = &level.objects[0].mesh.surface().unwrap().parts[0].material;
        assert!(material.lacks_color && material.base_color_texture.is_none());
        let found: Vec<(&str, &str)> = material.missing.iter().map(|one| (&*one.image, &*one.reason)).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        for (image, reason) in [
            ("leaf%20one.png", "there is no file `leaf one.png`"),
            ("../out.png", "leaves the root"),
            ("coat.png", "there is no file `coat.png`"),
            ("textures[9]", "there is no textures[9]"),
        ] {
            let known = found.iter().find(|(known, _)| *known == image);
            assert!(known.is_some_and(|(_, known)| known.contains(reason)), "{image}: {found:?}");
        }
        assert!(material.missing.iter().all(|one| *one.materials == ["leaf".into()] && !one.remedy.is_empty()));
    }

    #[test]
    fn an_image_in_the_file_that_cannot_be_decoded_is_named_by_its_place() {
        let color = json!({ "baseColorTexture": { "index": 0 } });
        let level = level(
            json!([{ "pbrMetallicRoughness": color }]),
            json!([{ "name": "bark", "uri": "data:image/png;base64,AAAA" }]),
        );
        let missing = &level.objects[0].mesh.surface().unwrap().parts[0].material.missing;
        assert_eq!(missing.len(), 1, "{missing:?}");
        assert_eq!((&*missing[0].image, &*missing[0].materials), ("images[0] `bark`", &["material 0".into()][..]));
        assert!(missing[0].reason.contains("supported format"), "{missing:?}");
    }
}
