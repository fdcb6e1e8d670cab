//! Materials of a glTF with their textures.
//!
//! Only files whose materials are more than one colour for each mesh get surfaces; see [`are_needed`]. Textures that cannot be
//! used are notes, and the material has its factors without them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{Affine2, Mat2, Vec2, Vec3};
use gltf::json::material::AlphaMode;
use gltf::json::mesh::Semantic;
use gltf::json::validation::Checked;
use gltf::json::{self, Value};

use super::document::{Document, Sampler};
use super::error::{Place, Result};
use super::images::{self, Images};
use super::notes::Kind;
use super::reading::Reading;
use crate::surface::{Alpha, Material, TextureUse, Wrap};

/// The bytes of an image: those of a URI or of a buffer view.
type Key = (Option<String>, Option<usize>);

/// Whether a file needs surfaces: its materials have textures, emit light, are masked or translucent, or its vertices have
/// normals or colours. The meshes of other files are drawn flat in their colours.
pub(super) fn are_needed(document: &Document) -> bool {
    let is_rich = |material: &json::Material| {
        let pbr = &material.pbr_metallic_roughness;
        pbr.base_color_texture.is_some()
            || pbr.metallic_roughness_texture.is_some()
            || material.normal_texture.is_some()
            || material.emissive_texture.is_some()
            || material.emissive_factor.0.iter().any(|factor| *factor > 0.0)
            || !matches!(material.alpha_mode, Checked::Valid(AlphaMode::Opaque))
    };
    let is_shaded = |primitive: &json::mesh::Primitive| {
        let has = |semantic| primitive.attributes.contains_key(&Checked::Valid(semantic));
        has(Semantic::Normals) || has(Semantic::Colors(0))
    };
    document.materials.iter().any(is_rich) || document.meshes.iter().flat_map(|mesh| &mesh.primitives).any(is_shaded)
}

/// The materials of these indices; `None` is that of primitives without a material.
#[expect(clippy::cast_possible_truncation, reason = "a strength of light is of single precision")]
pub(super) fn read(
    reading: &mut Reading,
    used: &BTreeSet<Option<usize>>,
) -> Result<BTreeMap<Option<usize>, Arc<Material>>> {
    let images = decode(reading, used)?;
    let Reading { source, notes, .. } = reading;
    let document = &source.document;
    let mut materials = BTreeMap::from([(None, Arc::new(Material::default()))]);
    for &index in used.iter().flatten() {
        let Some(written) = document.materials.get(index) else { continue };
        let place = Place::named("materials", index, written.name.as_ref());
        let mut texture = |index: usize, set: u32, transform: Option<&Value>| -> Result<Option<TextureUse>> {
            let Some(texture) = document.textures.get(index) else { return Ok(None) };
            let Some(image) = texture.image() else { return Ok(None) };
            let Some(Ok(pixels)) = key(document, image).and_then(|key| images.get(&key)) else { return Ok(None) };
            let (transform, set) = coordinates(transform, set);
            if set >= SETS {
                let message = format!("uses set {set} of texture coordinates");
                notes.add(Kind::TextureSet(message), place.clone());
                return Ok(None);
            }
            let sampler = texture.sampler.and_then(|sampler| document.samplers.get(sampler)).copied();
            let Sampler { mag_filter, wrap_s, wrap_t } = sampler.unwrap_or_default();
            Ok(Some(TextureUse {
                image: Arc::clone(pixels),
                set: u8::from(set == 1),
                transform,
                wrap: [wrap(wrap_s), wrap(wrap_t)],
                is_nearest: mag_filter == Some(NEAREST),
            }))
        };
        let mut of_info = |info: &Option<json::texture::Info>| match info {
            Some(info) => {
                let others = info.extensions.as_ref().map(|extensions| &extensions.others);
                let transform = others.and_then(|others| others.get(TRANSFORM));
                texture(info.index.value(), info.tex_coord, transform)
            }
            None => Ok(None),
        };
        let pbr = &written.pbr_metallic_roughness;
        let base_color_texture = of_info(&pbr.base_color_texture)?;
        let metallic_roughness_texture = of_info(&pbr.metallic_roughness_texture)?;
        let emissive_texture = of_info(&written.emissive_texture)?;
        let normal = written.normal_texture.as_ref();
        let normal_texture = match normal {
            Some(normal) => {
                let others = normal.extensions.as_ref().map(|extensions| &extensions.others);
                let transform = others.and_then(|others| others.get(TRANSFORM));
                texture(normal.index.value(), normal.tex_coord, transform)?
            }
            None => None,
        };
        let others = written.extensions.as_ref().map(|extensions| &extensions.others);
        let extension = |name: &str| others.and_then(|others| others.get(name));
        let strength = extension("KHR_materials_emissive_strength")
            .and_then(|strength| strength.get("emissiveStrength")?.as_f64())
            .map_or(1.0, |strength| shown_strength(strength as f32));
        let share = |factor: f32| if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 1.0 };
        let light = |factor: f32| if factor.is_finite() { factor.max(0.0) } else { 0.0 };
        materials.insert(
            Some(index),
            Arc::new(Material {
                base_color: pbr.base_color_factor.0.map(share),
                metallic: share(pbr.metallic_factor.0),
                roughness: share(pbr.roughness_factor.0),
                emissive: Vec3::from(written.emissive_factor.0.map(light)) * strength,
                alpha: match written.alpha_mode {
                    Checked::Valid(AlphaMode::Mask) => Alpha::Mask(written.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0)),
                    Checked::Valid(AlphaMode::Blend) => Alpha::Blend,
                    _ => Alpha::Opaque,
                },
                is_double_sided: written.double_sided,
                is_unlit: extension("KHR_materials_unlit").is_some(),
                normal_scale: normal.map_or(1.0, |normal| normal.scale),
                base_color_texture,
                metallic_roughness_texture,
                normal_texture,
                emissive_texture,
                opacity_texture: None,
            }),
        );
    }
    Ok(materials)
}

/// The sets of texture coordinates that are read.
pub(super) const SETS: u32 = 2;
const TRANSFORM: &str = "KHR_texture_transform";
/// The number of OpenGL's filter without interpolation.
const NEAREST: u32 = 9728;

/// The strength in a picture without exposure: equal up to 1, then growing with the logarithm.
fn shown_strength(strength: f32) -> f32 {
    match strength {
        strength if strength > 1.0 && strength.is_finite() => 1.0 + libm::logf(strength),
        strength if strength > 0.0 => strength.min(1.0),
        _ => 0.0,
    }
}

/// OpenGL's numbers of wrap modes.
fn wrap(mode: Option<u32>) -> Wrap {
    match mode {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    }
}

/// The textures of a material, each with the set of texture coordinates that it uses.
pub(super) fn textures(material: &json::Material) -> impl Iterator<Item = (usize, u32)> {
    let pbr = &material.pbr_metallic_roughness;
    let infos = [&pbr.base_color_texture, &pbr.metallic_roughness_texture, &material.emissive_texture];
    let of_infos = infos.into_iter().flatten().map(|info| {
        let others = info.extensions.as_ref().map(|extensions| &extensions.others);
        (info.index.value(), info.tex_coord, others)
    });
    let of_normal = material.normal_texture.iter().map(|normal| {
        let others = normal.extensions.as_ref().map(|extensions| &extensions.others);
        (normal.index.value(), normal.tex_coord, others)
    });
    of_infos.chain(of_normal).map(|(texture, set, others)| {
        let (_, set) = coordinates(others.and_then(|others| others.get(TRANSFORM)), set);
        (texture, set)
    })
}

/// The map of a texture's coordinates, and their set: that of the transform, else the texture's own.
fn coordinates(transform: Option<&Value>, set: u32) -> (Affine2, u32) {
    let (map, moved_set) = transform.map_or((Affine2::IDENTITY, None), texture_transform);
    (map, moved_set.unwrap_or(set))
}

/// The map of `KHR_texture_transform`, translation · rotation · scale, and the set that it names.
#[expect(clippy::cast_possible_truncation, reason = "texture coordinates are of single precision")]
fn texture_transform(written: &Value) -> (Affine2, Option<u32>) {
    let number = |value: &Value| value.as_f64().map(|number| number as f32).filter(|number| number.is_finite());
    let pair = |name: &str, default: Vec2| {
        let pair = written.get(name).and_then(|pair| Some(Vec2::new(number(pair.get(0)?)?, number(pair.get(1)?)?)));
        pair.unwrap_or(default)
    };
    let angle = written.get("rotation").and_then(number).unwrap_or(0.0);
    let (sin, cos) = libm::sincosf(angle);
    // The extension's own matrices: v grows downwards, so a positive angle has the opposite sign here.
    let rotation = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
    let map = Affine2::from_mat2_translation(
        rotation * Mat2::from_diagonal(pair("scale", Vec2::ONE)),
        pair("offset", Vec2::ZERO),
    );
    let set = written.get("texCoord").and_then(Value::as_u64).and_then(|set| u32::try_from(set).ok());
    (map, set)
}

/// Decodes the images of the materials, each once. Images that cannot be used are notes.
fn decode(reading: &mut Reading, used: &BTreeSet<Option<usize>>) -> Result<Images<Key>> {
    let Reading { source, notes, stamps } = reading;
    let mut keys: Vec<Key> = Vec::new();
    // The first image with these bytes.
    let mut firsts: BTreeMap<Key, usize> = BTreeMap::new();
    for &index in used.iter().flatten() {
        let Some(material) = source.document.materials.get(index) else { continue };
        let place = Place::named("materials", index, material.name.as_ref());
        for (texture, _) in textures(material) {
            let Some(written) = source.document.textures.get(texture) else {
                notes.add(Kind::TextureNotDrawn(format!("there is no textures[{texture}]")), place.clone());
                continue;
            };
            let Some(image) = written.image() else {
                let why = if written.is_basis() { "its image is KTX2, which is not read" } else { "it names no image" };
                notes.add(Kind::TextureNotDrawn(why.to_owned()), Place::item("textures", texture));
                continue;
            };
            let Some(key) = key(&source.document, image) else {
                let why = format!("there is no images[{image}]");
                notes.add(Kind::TextureNotDrawn(why), Place::item("textures", texture));
                continue;
            };
            if !firsts.contains_key(&key) {
                firsts.insert(key.clone(), image);
                keys.push(key);
            }
        }
    }
    let work = source.work;
    let images = images::decode(
        &keys,
        work,
        |key| format!("images[{}]", firsts[key]),
        |key| super::texture::bytes(source, firsts[key], &Place::item("images", firsts[key]), stamps),
    )?;
    for key in &keys {
        if let Some(Err(why)) = images.get(key) {
            let index = firsts[key];
            let place = Place::named("images", index, source.document.images[index].name.as_ref());
            notes.add(Kind::TextureNotDrawn(why.clone()), place);
        }
    }
    Ok(images)
}

/// The bytes of an image of the list.
fn key(document: &Document, image: usize) -> Option<Key> {
    let image = document.images.get(image)?;
    Some((image.uri.clone(), image.buffer_view.map(|view| view.value())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_transform_is_that_of_its_extension() {
        // The example of the extension's text: offset (0, 1), a quarter turn, scale 0.5.
        let written = r#"{ "offset": [0, 1], "rotation": 1.57079632679, "scale": [0.5, 0.5], "texCoord": 1 }"#;
        let (map, set) = texture_transform(&json::deserialize::from_str(written).unwrap());
        for (uv, expected) in [((0.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 0.5)), ((0.0, 1.0), (0.5, 1.0))] {
            let found = map.transform_point2(Vec2::from(uv));
            assert!(found.distance(Vec2::from(expected)) < 1e-6, "{uv:?} becomes {found}");
        }
        assert_eq!(set, Some(1));
    }

    #[test]
    fn a_strong_light_keeps_a_range_that_a_screen_can_show() {
        for (strength, shown) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (20.0, 3.9957), (f32::NAN, 0.0)] {
            assert!((shown_strength(strength) - shown).abs() < 1e-3, "{strength}");
        }
    }
}
