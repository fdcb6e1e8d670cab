//! Materials of a glTF with their textures.
//!
//! A file gets surfaces when it says how its triangles look; see [`are_drawn`]. Textures that cannot be used are notes, and the
//! material has its factors without them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;
use gltf::json::material::AlphaMode;
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{self, Value};

use super::alpha::image_with_alpha;
use super::document::{GltfDocument, Sampler};
use super::image_bytes::image_bytes;
use super::missing::MissingImages;
use super::parts::{MeshPart, attribute};
use super::state::Reading;
use super::texture;
use super::texture_info::{ImageKey, SETS, TRANSFORM, coordinates, faults_of_transform, key, number, textures};
use super::unused_images::note_unused;
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::images;
use crate::import::level::images::{DecodedImages, Images};
use crate::import::level::level_image::LevelImage;
use crate::import::level::notes::NoteKind;
use crate::surface::{Alpha, Material, Surface, TextureUse, Wrap, shaded};

/// Whether meshes get surfaces: one of their primitives names a material, or has normals or colours. The meshes of other files
/// have no look, and are drawn as clay. `ready` is the number of bytes that a triangle needs for answers.
///
/// Answers come first: when the meshes fit into memory only without surfaces, they have none, which is a note. Values of
/// materials that could not be read are notes too.
pub(super) fn are_drawn(reading: &mut Reading, used: &BTreeSet<MeshPart>, ready: usize) -> bool {
    let Reading { source, notes, .. } = reading;
    let document = &source.document;
    for (index, why) in &document.materials.faults {
        let name = document.materials.get(*index).and_then(|material| material.name.as_ref());
        notes.add(NoteKind::ReadAs(why.clone()), LevelPlace::named("materials", *index, name));
    }
    let has_look = |primitive: &Primitive| {
        let has = |semantic| attribute(primitive, semantic).is_some();
        primitive.material.is_some() || has(Semantic::Normals) || has(Semantic::Colors(0))
    };
    if !used.iter().flat_map(|part| primitives(document, *part)).any(has_look) {
        return false;
    }
    let buffers = document.buffers.iter().map(|buffer| buffer.byte_length.0);
    let meshes = used.iter().map(|part| bytes(document, *part, ready));
    let needed = buffers.chain(meshes).fold(0, u64::saturating_add);
    match source.work.budget().take(needed) {
        Ok(_) => true,
        Err(over) => {
            notes.add(NoteKind::NoMaterialMemory(over.to_string()), LevelPlace::File);
            false
        }
    }
}

/// The primitives of a part of a mesh.
pub(super) fn primitives(document: &GltfDocument, part: MeshPart) -> impl Iterator<Item = &Primitive> {
    let all = document.meshes.get(part.mesh).into_iter().flat_map(|mesh| &mesh.primitives);
    all.filter(move |primitive| part.part.has(document, primitive))
}

/// The bytes of a part of a mesh with its surface: its positions and triangles, and what these need for answers. Lists that
/// primitives share count once. An estimate, because what cannot be read counts too.
fn bytes(document: &GltfDocument, part: MeshPart, ready: usize) -> u64 {
    const INDICES: usize = size_of::<[u32; 3]>();
    let count = |accessor: usize| document.accessors.get(accessor).map_or(0, |accessor| accessor.count.0);
    let mut lists = BTreeSet::new();
    let (mut vertices, mut triangles) = (0_u64, 0_u64);
    for primitive in primitives(document, part) {
        let Some(positions) = attribute(primitive, Semantic::Positions) else { continue };
        let all = count(positions);
        let corners = primitive.indices.map_or(all, |indices| count(indices.value()));
        let added = match primitive.mode {
            Checked::Valid(Mode::Triangles) => corners / 3,
            Checked::Valid(Mode::TriangleStrip | Mode::TriangleFan) => corners.saturating_sub(2),
            _ => continue,
        };
        triangles = triangles.saturating_add(added);
        // From a long list that many meshes share, only the used vertices are read.
        let is_part = all / 4 > corners;
        if is_part || lists.insert(positions) {
            vertices = vertices.saturating_add(if is_part { corners } else { all });
        }
    }
    let of_vertex = size_of::<Vec3>() + Surface::bytes(1, 0);
    let of_triangle = 2 * INDICES + Surface::bytes(0, 1) + ready;
    vertices.saturating_mul(of_vertex as u64).saturating_add(triangles.saturating_mul(of_triangle as u64))
}

/// The materials of these indices; `None` is that of primitives without a material.
pub(super) fn read(
    reading: &mut Reading,
    used: &BTreeSet<Option<usize>>,
) -> Result<BTreeMap<Option<usize>, Arc<Material>>> {
    let (images, missing_images) = decode(reading, used)?;
    let Reading { source, notes, .. } = reading;
    let document = &source.document;
    let mut materials = BTreeMap::from([(None, Arc::new(Material::default()))]);
    for &index in used.iter().flatten() {
        let Some(written) = document.materials.get(index) else { continue };
        let place = LevelPlace::named("materials", index, written.name.as_ref());
        let mut texture = |index: usize, set: u32, transform: Option<&Value>| -> Result<Option<TextureUse>> {
            let Some(texture) = document.textures.get(index) else { return Ok(None) };
            let Some(image) = texture.image() else { return Ok(None) };
            let Some(Ok(pixels)) = key(document, image).and_then(|key| images.get(&key)) else { return Ok(None) };
            for why in transform.into_iter().flat_map(faults_of_transform) {
                notes.add(NoteKind::ReadAs(why), place.clone());
            }
            let (transform, set) = coordinates(transform, set);
            if set >= SETS {
                let message = format!("uses set {set} of texture coordinates");
                notes.add(NoteKind::TextureSet(message), place.clone());
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
        let mut check = |is_sound: bool, why: &str| {
            if !is_sound {
                notes.add(NoteKind::ReadAs(why.to_owned()), place.clone());
            }
        };
        let emissive = written.emissive_factor.0;
        let is_sound = emissive.iter().all(|factor| (0.0..=1.0).contains(factor));
        check(is_sound, "its emissive factor is not from 0 to 1; it is drawn with the nearest one");
        let strength = extension("KHR_materials_emissive_strength").and_then(|written| written.get("emissiveStrength"));
        let used_strength = strength.and_then(number).filter(|strength| *strength >= 0.0);
        let is_sound = strength.is_none() || used_strength.is_some();
        check(is_sound, "its `emissiveStrength` is no finite number of at least 0; 1 is used");
        let strength = shown_strength(used_strength.unwrap_or(1.0));
        let normal_scale = normal.map_or(1.0, |normal| normal.scale);
        check(normal_scale.is_finite(), "the `scale` of its normal texture is not finite; 1 is used");
        let (missing, lacks_color) = missing_images.of(index);
        let share = |factor: f32| if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 1.0 };
        let [r, g, b, alpha] = pbr.base_color_factor.0.map(share);
        materials.insert(
            Some(index),
            Arc::new(Material {
                name: written.name.as_deref().unwrap_or_default().into(),
                base_color: [shaded(r), shaded(g), shaded(b), alpha],
                metallic: share(pbr.metallic_factor.0),
                roughness: share(pbr.roughness_factor.0),
                emissive: Vec3::from(emissive.map(|factor| shaded(share(factor) * strength))),
                alpha: match written.alpha_mode {
                    Checked::Valid(AlphaMode::Mask) => Alpha::Mask(written.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0)),
                    Checked::Valid(AlphaMode::Blend) => Alpha::Blend,
                    _ => Alpha::Opaque,
                },
                is_double_sided: written.double_sided,
                is_unlit: extension("KHR_materials_unlit").is_some(),
                normal_scale: if normal_scale.is_finite() { normal_scale } else { 1.0 },
                base_color_texture,
                metallic_roughness_texture,
                normal_texture,
                emissive_texture,
                opacity_texture: None,
                missing,
                lacks_color,
            }),
        );
    }
    Ok(materials)
}

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

/// Decodes the images of the materials, each once. Images that cannot be used are notes, and missing images of their materials.
fn decode(reading: &mut Reading, used: &BTreeSet<Option<usize>>) -> Result<(Images<ImageKey>, MissingImages)> {
    let Reading { source, notes, stamps } = reading;
    let mut keys: Vec<ImageKey> = Vec::new();
    // The first image with these bytes.
    let mut firsts: BTreeMap<ImageKey, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for &index in used.iter().flatten() {
        let Some(material) = source.document.materials.get(index) else { continue };
        let place = LevelPlace::named("materials", index, material.name.as_ref());
        for (texture, _) in textures(material) {
            let Some(written) = source.document.textures.get(texture) else {
                notes.add(NoteKind::TextureNotDrawn(format!("there is no textures[{texture}]")), place.clone());
                continue;
            };
            let samplers = source.document.samplers.len();
            if seen.insert(texture) && written.sampler.is_some_and(|sampler| sampler >= samplers) {
                let why = format!(
                    "its sampler does not exist, because the length of `samplers` is {samplers}; its image is \
                     repeated and interpolated"
                );
                notes.add(NoteKind::ReadAs(why), LevelPlace::item("textures", texture));
            }
            let Some(image) = written.image() else {
                notes.add(
                    NoteKind::TextureNotDrawn("it names no image".to_owned()),
                    LevelPlace::item("textures", texture),
                );
                continue;
            };
            let Some(key) = key(&source.document, image) else {
                let why = format!("there is no images[{image}]");
                notes.add(NoteKind::TextureNotDrawn(why), LevelPlace::item("textures", texture));
                continue;
            };
            if !firsts.contains_key(&key) {
                firsts.insert(key.clone(), image);
                keys.push(key);
            }
        }
    }
    let work = source.work;
    let copied = |bytes: &[u8]| -> Result<images::Encoded> {
        let memory = work.borrow(bytes.len() as u64)?;
        Ok((bytes.to_vec(), memory))
    };
    // The indices of images with alpha, by their bytes.
    let mut with_alpha: BTreeMap<ImageKey, BTreeSet<usize>> = BTreeMap::new();
    for material in source.document.materials.iter() {
        if let Some(Ok(image)) = image_with_alpha(&source.document, material)
            && let Some(key) = key(&source.document, image)
        {
            with_alpha.entry(key).or_default().insert(image);
        }
    }
    let DecodedImages { images, kept } = images::decode(
        &keys,
        work,
        |key| format!("images[{}]", firsts[key]),
        |key| image_bytes(source, firsts[key], &LevelPlace::item("images", firsts[key]), stamps, copied)?,
        |key| with_alpha.contains_key(key),
    )?;
    for (key, bitmap) in kept {
        let of_image = |&image: &usize| texture::kept(source, image, Arc::clone(&bitmap), stamps);
        let read: Vec<LevelImage> = with_alpha[&key].iter().filter_map(of_image).collect();
        source.images.extend(read);
    }
    for key in &keys {
        if let Some(Err(fault)) = images.get(key) {
            let index = firsts[key];
            let place = LevelPlace::named("images", index, source.document.images[index].name.as_ref());
            notes.add(NoteKind::TextureNotDrawn(fault.why.clone()), place);
        }
    }
    note_unused(&source.document, used, notes);
    let missing = MissingImages::find(source, used, &images, stamps);
    Ok((images, missing))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::budget::Budget;
    use crate::files::LevelFile;
    use crate::import::level::tests::{Maker, notes};
    use crate::opacity::Progress;

    /// A square with the first of these materials.
    fn square(materials: Value) -> Maker {
        let mut maker = Maker::new();
        let mesh = maker.square();
        maker.node("n", mesh);
        maker.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
        maker.json["materials"] = materials;
        maker
    }

    #[test]
    fn a_file_that_names_a_material_has_surfaces() {
        let mut clay = Maker::new();
        let mesh = clay.square();
        clay.node("n", mesh);
        assert!(clay.level().objects[0].mesh.surface().is_none(), "without materials, normals and colours");
        let color = |color: [u8; 4]| json!({ "baseColorFactor": color });
        let mut maker = square(json!([
            { "pbrMetallicRoughness": color([1, 0, 0, 1]) },
            { "pbrMetallicRoughness": color([0, 0, 1, 1]), "extensions": { "KHR_materials_unlit": {} } },
        ]));
        let mut other = maker.json["meshes"][0]["primitives"][0].clone();
        other["material"] = json!(1);
        maker.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(other);
        let level = maker.level();
        let [red, blue] = &level.objects[0].mesh.surface().unwrap().parts[..] else { panic!("two parts") };
        let bits = |color: [f32; 4]| color.map(f32::to_bits);
        assert_eq!(bits(red.material.base_color), bits([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(bits(blue.material.base_color), bits([0.0, 0.0, 1.0, 1.0]));
        assert!(!red.material.is_double_sided && red.material.metallic > 0.99, "the defaults of glTF");
        assert!(!red.material.is_unlit && blue.material.is_unlit);
        assert_eq!(notes(&level), [""; 0]);
    }

    #[test]
    fn a_material_that_does_not_exist_is_the_default_one() {
        for (materials, count) in [(json!([{ "doubleSided": true }]), 1), (json!([]), 0)] {
            let mut maker = square(materials);
            maker.json["meshes"][0]["primitives"][0]["material"] = json!(9);
            let level = maker.level();
            assert_eq!(*level.objects[0].mesh.surface().unwrap().parts[0].material, Material::default());
            let notes = notes(&level);
            let length = format!("the length of `materials` is {count}");
            assert!(notes.len() == 1 && notes[0].contains(&length), "{notes:?}");
            assert!(notes[0].contains("meshes[0]: a primitive names a material that does not exist"), "{notes:?}");
        }
    }

    #[test]
    fn each_value_that_cannot_be_used_is_a_note_and_the_rest_is_drawn() {
        let mut maker = square(json!([{
            "emissiveFactor": [9, -1, 0],
            "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1], "metallicFactor": 0.5,
                "baseColorTexture": { "index": 0, "extensions": { "KHR_texture_transform": { "scale": "x" } } } },
            "extensions": { "KHR_materials_emissive_strength": { "emissiveStrength": "x" } },
        }]));
        let mut png = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(2, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let view = maker.view(&png.into_inner());
        maker.json["images"] = json!([{ "bufferView": view, "mimeType": "image/png" }]);
        maker.json["textures"] = json!([{ "source": 0, "sampler": 9 }]);
        let level = maker.level();
        let notes = notes(&level);
        for words in [
            "materials[0]: its `baseColorFactor` cannot be read: invalid length 3, expected an array of length 4",
            "materials[0]: its emissive factor is not from 0 to 1",
            "materials[0]: its `emissiveStrength` is no finite number",
            "materials[0]: the `scale` of its KHR_texture_transform is not two finite numbers; 1, 1 is used",
            "textures[0]: its sampler does not exist, because the length of `samplers` is 0",
            "meshes[0]: a primitive has no TEXCOORD_0",
        ] {
            assert_eq!(notes.iter().filter(|note| note.contains(words)).count(), 1, "{words}: {notes:?}");
        }
        assert_eq!(notes.len(), 6, "{notes:?}");
        let material = &level.objects[0].mesh.surface().unwrap().parts[0].material;
        assert_eq!((material.base_color, material.emissive), ([1.0; 4], Vec3::X));
        assert!((material.metallic - 0.5).abs() < f32::EPSILON && material.base_color_texture.is_some());
    }

    #[test]
    fn a_level_that_fits_only_without_surfaces_is_read_without_them() {
        let mut maker = Maker::new();
        let positions = maker.positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].repeat(2000));
        let mesh = maker.mesh(json!({ "attributes": { "POSITION": positions }, "material": 0 }));
        maker.node("n", mesh);
        maker.json["materials"] = json!([{}]);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.glb"), maker.glb()).unwrap();
        let read = |budget: u64| {
            let budget = Budget::new(budget);
            let file = LevelFile::read("a.glb", &folder.path().into(), &budget, &Progress::default());
            let level = file.level().ok()?;
            let has_note = notes(level).iter().any(|note| note.contains("drawn without its materials and normals"));
            Some((level.objects[0].mesh.surface().is_some(), has_note))
        };
        let mut found: Vec<Option<(bool, bool)>> = (0..64).map(|i| read(i * (64 << 10))).collect();
        found.dedup();
        assert_eq!(found, [None, Some((false, true)), Some((true, false))]);
    }

    #[test]
    fn a_strong_light_keeps_a_range_that_a_screen_can_show() {
        for (strength, shown) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (20.0, 3.9957), (f32::NAN, 0.0)] {
            assert!((shown_strength(strength) - shown).abs() < 1e-3, "{strength}");
        }
    }
}
