//! The looks of the materials of an FBX.
//!
//! `ufbx` knows the materials of several programs and gives them one form. Of the old models of light, Lambert and Phong, colour, emitted light,
//! opacity and normals are used; their highlights belong to another model of light, so such a surface is rough and no metal. Of
//! the newer models, and of those that Blender writes as Phong, roughness and metal are used too. Colours are linear, as Blender
//! writes and reads them. A texture replaces the value that it belongs to, as in the programs that write FBX.
//!
//! Both sides are drawn, because FBX does not say which side is seen.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use glam::Vec3;
use ufbx::{Material as Written, MaterialMap, Scene, ShaderType, Texture};

use super::textures::{self, FbxImages, file_of, name_of};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::file::Named;
use crate::import::level::image_opacity::{CUTOFF, ImageOpacity};
use crate::import::level::level_image::LevelImage;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::scene::Color;
use crate::surface::{Alpha, Material, MissingImage, encoded, shaded};

/// The looks of the used materials.
pub(super) struct FbxMaterials {
    looks: BTreeMap<usize, (Arc<Material>, Option<Color>)>,
    plain: Arc<Material>,
    /// Images with alpha.
    pub(super) images: Vec<LevelImage>,
}

impl FbxMaterials {
    /// The material with a number; a white one without it.
    pub(super) fn material(&self, number: Option<usize>) -> Arc<Material> {
        let look = number.and_then(|number| self.looks.get(&number));
        Arc::clone(look.map_or(&self.plain, |(material, _)| material))
    }

    /// The colour of objects with a material; `None` for white.
    pub(super) fn color(&self, number: usize) -> Option<Color> {
        self.looks.get(&number).and_then(|(_, color)| *color)
    }
}

/// The textures of a material that pictures show.
struct ShownTextures<'s> {
    color: Option<&'s Texture>,
    normal: Option<&'s Texture>,
    emissive: Option<&'s Texture>,
    opacity: Option<&'s Texture>,
}

impl<'s> ShownTextures<'s> {
    fn of(material: &'s Written) -> Self {
        let Written { pbr, fbx, .. } = material;
        Self {
            color: texture(&pbr.base_color),
            normal: texture(&pbr.normal_map),
            emissive: texture(&pbr.emission_color),
            opacity: texture(&pbr.opacity).or(texture(&fbx.transparency_color)).or(texture(&fbx.transparency_factor)),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'s Texture> + use<'s> {
        [self.color, self.normal, self.emissive, self.opacity].into_iter().flatten()
    }
}

/// The texture of a value, if it is in use.
fn texture(map: &MaterialMap) -> Option<&Texture> {
    map.texture.as_deref().filter(|_| map.texture_enabled)
}

/// The base colour of a material for its objects; `None` for white.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn color(material: &Written) -> Option<Color> {
    let color = base_color(material).map(|light| (encoded(light) * 255.0).round() as u8);
    (color != [255; 3]).then_some(Color(color))
}

/// Linear, from 0 to 1.
fn base_color(material: &Written) -> [f32; 3] {
    let Written { pbr, .. } = material;
    let factor = if pbr.base_factor.has_value { pbr.base_factor.value_vec4.x } else { 1.0 };
    let color = pbr.base_color.value_vec4;
    let is_plain = texture(&pbr.base_color).is_some() || !pbr.base_color.has_value;
    let color = if is_plain { [1.0; 3] } else { [color.x, color.y, color.z] };
    color.map(|part| share(part * factor, 1.0))
}

/// From 0 to 1; the default for a number that is not finite.
#[expect(clippy::cast_possible_truncation, reason = "materials have single numbers")]
fn share(number: f64, default: f32) -> f32 {
    if number.is_finite() { number.clamp(0.0, 1.0) as f32 } else { default }
}

/// From 0 to 1. A material that is wholly invisible by its old values counts as opaque, because programs write such values for
/// opaque materials.
fn opacity(material: &Written) -> f32 {
    let Written { pbr, fbx, element, .. } = material;
    if pbr.opacity.has_value {
        return share(pbr.opacity.value_vec4.x, 1.0);
    }
    let stored = element.props.find_prop("Opacity").map(|prop| share(prop.value_vec4.x, 1.0));
    let color = fbx.transparency_color.value_vec4;
    let factor = if fbx.transparency_factor.has_value { fbx.transparency_factor.value_vec4.x } else { 1.0 };
    let transparency = (color.x + color.y + color.z) / 3.0 * factor;
    let opacity = if fbx.transparency_color.has_value { share(1.0 - transparency, 1.0) } else { 1.0 };
    match stored.unwrap_or(opacity) {
        opacity if opacity > 0.0 => opacity,
        _ => 1.0,
    }
}

/// The looks of these materials. Images that cannot be used are notes, and missing images of their materials.
///
/// # Errors
/// When the reading is cancelled.
pub(super) fn read(
    scene: &Scene,
    used: &BTreeSet<usize>,
    named: Named,
    notes: &mut Notes,
    stamps: &mut Stamps,
    work: &LevelWork,
) -> Result<FbxMaterials> {
    let written: Vec<(usize, &Written)> =
        used.iter().filter_map(|&number| Some((number, &**scene.materials.get(number)?))).collect();
    let shown: BTreeSet<usize> =
        written.iter().flat_map(|(_, written)| ShownTextures::of(written).all()).filter_map(file_of).collect();
    let mut files = shown.clone();
    files.extend(written.iter().flat_map(|(_, written)| &written.textures).filter_map(|one| file_of(&one.texture)));
    let [files, shown] = [files, shown].map(|numbers| numbers.into_iter().collect::<Vec<usize>>());
    let (found, images) = textures::read(scene, [&files, &shown], named, notes, stamps, work)?;
    let missing = missing(scene, &written, &found, named);
    let sets = UvSets::of(scene);
    let mut opacities = HashMap::new();
    let looks = written.into_iter().map(|(number, written)| {
        let place = LevelPlace::named("materials", number, Some(&written.element.name.to_string()));
        let textures = ShownTextures::of(written);
        let mut texture = |texture: Option<&Texture>| {
            let texture = texture?;
            let set = sets.number(number, &texture.uv_set);
            let Ok(set) = u8::try_from(set).map_err(drop).and_then(|set| if set < 2 { Ok(set) } else { Err(()) })
            else {
                let why = format!("uses set {set} of texture coordinates");
                notes.add(NoteKind::TextureSet(why), place.clone());
                return None;
            };
            found.texture(texture, set)
        };
        let base_color_texture = texture(textures.color);
        let normal_texture = texture(textures.normal);
        let emissive_texture = texture(textures.emissive);
        let mut opacity_texture = texture(textures.opacity);
        let file = |texture: Option<&Texture>| texture.and_then(file_of);
        let value = opacity(written);
        let mut alpha = if value < 1.0 { Alpha::Blend } else { Alpha::Opaque };
        if let Some((source, image)) = file(textures.opacity).and_then(|file| found.pixels(file))
            && let Some(texture) = &mut opacity_texture
        {
            let of = opacities.entry(source.clone()).or_insert_with(|| ImageOpacity::of(image, None, work.budget()));
            match of {
                Ok(ImageOpacity { image: None, .. }) => opacity_texture = None,
                Ok(ImageOpacity { image: Some(image), is_alpha, has_holes }) => {
                    let is_cut = alpha == Alpha::Opaque && *has_holes;
                    alpha = if is_cut { Alpha::Mask(CUTOFF) } else { Alpha::Blend };
                    texture.image = Arc::clone(image);
                    // The alpha of the image of the colour counts already.
                    let is_same = file(textures.color) == file(textures.opacity) && base_color_texture.is_some();
                    opacity_texture = opacity_texture.filter(|_| !(is_same && *is_alpha));
                }
                Err(why) => {
                    notes.add(NoteKind::TextureNotDrawn(why.clone()), place.clone());
                    opacity_texture = None;
                }
            }
        }
        let lacks_color = file(textures.color).is_some_and(|file| found.fault(file).is_some());
        let (missing, lacks_color) = (missing.get(&number).cloned().unwrap_or_default(), lacks_color);
        let look = Material {
            alpha,
            base_color_texture,
            normal_texture,
            emissive_texture,
            opacity_texture,
            missing,
            lacks_color,
            ..values(written, value)
        };
        (number, (Arc::new(look), color(written)))
    });
    let looks = looks.collect();
    let plain = Arc::new(Material { is_double_sided: true, ..Material::default() });
    Ok(FbxMaterials { looks, plain, images })
}

/// The values of a material without its textures.
fn values(written: &Written, opacity: f32) -> Material {
    let Written { pbr, features, shader_type, element, .. } = written;
    let is_newer = features.pbr.enabled || *shader_type == ShaderType::BlenderPhong;
    let number = |map: &MaterialMap, default: f32| {
        if is_newer && map.has_value { share(map.value_vec4.x, default) } else { default }
    };
    let roughness = number(&pbr.roughness, 1.0);
    let is_gloss = features.roughness_as_glossiness.enabled;
    let [r, g, b] = base_color(written).map(shaded);
    let light = pbr.emission_color.value_vec4;
    let factor = if pbr.emission_factor.has_value { pbr.emission_factor.value_vec4.x } else { 1.0 };
    let light = if texture(&pbr.emission_color).is_some() { [1.0; 3] } else { [light.x, light.y, light.z] };
    Material {
        name: (&*element.name).into(),
        base_color: [r, g, b, opacity],
        metallic: number(&pbr.metalness, 0.0),
        roughness: if is_gloss { 1.0 - roughness } else { roughness },
        emissive: Vec3::from(light.map(|part| shaded(share(part * factor, 0.0)))),
        is_double_sided: true,
        is_unlit: features.unlit.enabled,
        ..Material::default()
    }
}

/// The missing images of each material.
fn missing(
    scene: &Scene,
    materials: &[(usize, &Written)],
    images: &FbxImages,
    named: Named,
) -> BTreeMap<usize, Vec<Arc<MissingImage>>> {
    let mut found: BTreeMap<usize, (MissingImage, Vec<usize>)> = BTreeMap::new();
    for (number, written) in materials {
        let shown = ShownTextures::of(written);
        let textures = shown.all().chain(written.textures.iter().map(|one| &*one.texture));
        let files: BTreeSet<usize> = textures.filter_map(file_of).collect();
        for file in files {
            let Some(fault) = images.fault(file) else { continue };
            let (missing, of) = found.entry(file).or_insert_with(|| {
                let missing = MissingImage {
                    file: named.file.into(),
                    image: name_of(scene, file).into(),
                    reason: fault.why.into(),
                    remedy: fault.help.unwrap_or_default().into(),
                    materials: Vec::new(),
                };
                (missing, Vec::new())
            });
            let name = written.element.name.trim();
            missing.materials.push(if name.is_empty() { format!("material {number}").into() } else { name.into() });
            of.push(*number);
        }
    }
    let mut of_materials: BTreeMap<usize, Vec<Arc<MissingImage>>> = BTreeMap::new();
    for (missing, materials) in found.into_values() {
        let missing = Arc::new(missing);
        for material in materials {
            of_materials.entry(material).or_default().push(Arc::clone(&missing));
        }
    }
    of_materials
}

/// The sets of texture coordinates that textures name.
struct UvSets<'s> {
    scene: &'s Scene,
    /// The first mesh with each material.
    meshes: HashMap<usize, usize>,
}

impl<'s> UvSets<'s> {
    fn of(scene: &'s Scene) -> Self {
        let mut meshes = HashMap::new();
        for (number, mesh) in scene.meshes.into_iter().enumerate() {
            for material in &mesh.materials {
                meshes.entry(material.element.typed_id as usize).or_insert(number);
            }
        }
        Self { scene, meshes }
    }

    /// The number of a set in the meshes with a material; 0 for a name that they do not have.
    fn number(&self, material: usize, name: &str) -> usize {
        let mesh = self.meshes.get(&material).and_then(|mesh| self.scene.meshes.get(*mesh));
        mesh.and_then(|mesh| mesh.uv_sets.iter().position(|set| &*set.name == name)).unwrap_or(0)
    }
}
