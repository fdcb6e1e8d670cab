//! Materials, textures and images of a GLB. Images have the size at which they were read, at most 1024 pixels.

use std::sync::Arc;

use glam::Affine2;
use serde_json::{Map, Value, json};

use super::container::{GlbContainer, GlbUse};
use crate::surface::{Alpha, Material, Pixels, TextureUse, Wrap};

/// A material that was written, and the texture coordinates that its textures need: the set and its transform. The first are
/// `TEXCOORD_0`.
#[derive(Clone, Debug)]
pub(super) struct Textured {
    pub(super) index: usize,
    pub(super) coordinates: Vec<(u8, Affine2)>,
}

/// Writes each material and each image once.
#[derive(Debug, Default)]
pub(super) struct LookWriter {
    materials: Vec<(Arc<Material>, Textured)>,
    /// An image with its index; `None` for one that could not be encoded.
    images: Vec<(Arc<Pixels>, Option<usize>)>,
}

impl LookWriter {
    /// The material.
    pub(super) fn material(&mut self, file: &mut GlbContainer, material: &Arc<Material>) -> Textured {
        if let Some((_, known)) = self.materials.iter().find(|(known, _)| Arc::ptr_eq(known, material)) {
            return known.clone();
        }
        let mut coordinates = Vec::new();
        let mut surface = json!({
            "baseColorFactor": material.base_color.map(|part| part.clamp(0.0, 1.0)),
            "metallicFactor": material.metallic.clamp(0.0, 1.0),
            "roughnessFactor": material.roughness.clamp(0.0, 1.0),
        });
        for (key, texture) in [
            ("baseColorTexture", &material.base_color_texture),
            ("metallicRoughnessTexture", &material.metallic_roughness_texture),
        ] {
            if let Some(info) = self.texture(file, texture.as_ref(), &mut coordinates) {
                surface[key] = info;
            }
        }
        let mut written = Map::new();
        if !material.name.is_empty() {
            written.insert("name".into(), json!(&*material.name));
        }
        written.insert("pbrMetallicRoughness".into(), surface);
        if let Some(mut info) = self.texture(file, material.normal_texture.as_ref(), &mut coordinates) {
            info["scale"] = json!(material.normal_scale);
            written.insert("normalTexture".into(), info);
        }
        if let Some(info) = self.texture(file, material.emissive_texture.as_ref(), &mut coordinates) {
            written.insert("emissiveTexture".into(), info);
        }
        let strength = material.emissive.max_element();
        if strength > 0.0 && strength.is_finite() {
            let factor = (material.emissive / strength.max(1.0)).to_array().map(|part| part.clamp(0.0, 1.0));
            written.insert("emissiveFactor".into(), json!(factor));
        }
        match material.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => {
                written.insert("alphaMode".into(), json!("MASK"));
                written.insert("alphaCutoff".into(), json!(cutoff.max(0.0)));
            }
            Alpha::Blend => drop(written.insert("alphaMode".into(), json!("BLEND"))),
        }
        if material.is_double_sided {
            written.insert("doubleSided".into(), json!(true));
        }
        let mut extensions = Map::new();
        if strength > 1.0 && strength.is_finite() {
            file.use_extension("KHR_materials_emissive_strength");
            extensions.insert("KHR_materials_emissive_strength".into(), json!({ "emissiveStrength": strength }));
        }
        if material.is_unlit {
            file.use_extension("KHR_materials_unlit");
            extensions.insert("KHR_materials_unlit".into(), json!({}));
        }
        if !extensions.is_empty() {
            written.insert("extensions".into(), Value::Object(extensions));
        }
        let textured = Textured { index: file.push("materials", Value::Object(written)), coordinates };
        self.materials.push((Arc::clone(material), textured.clone()));
        textured
    }

    /// The use of a texture; `None` without one.
    fn texture(
        &mut self,
        file: &mut GlbContainer,
        texture: Option<&TextureUse>,
        coordinates: &mut Vec<(u8, Affine2)>,
    ) -> Option<Value> {
        let texture = texture?;
        let image = self.image(file, &texture.image)?;
        let wanted = (texture.set, texture.transform);
        let set = coordinates.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            coordinates.push(wanted);
            coordinates.len() - 1
        });
        let [wrap_s, wrap_t] = texture.wrap.map(|wrap| match wrap {
            Wrap::Repeat => 10497,
            Wrap::Mirror => 33648,
            Wrap::Clamp => 33071,
        });
        let filter = if texture.is_nearest { 9728 } else { 9729 };
        let smaller = if texture.is_nearest { 9984 } else { 9987 };
        let sampler = json!({ "magFilter": filter, "minFilter": smaller, "wrapS": wrap_s, "wrapT": wrap_t });
        let sampler = file.push("samplers", sampler);
        let index = file.push("textures", json!({ "source": image, "sampler": sampler }));
        Some(json!({ "index": index, "texCoord": set }))
    }

    fn image(&mut self, file: &mut GlbContainer, pixels: &Arc<Pixels>) -> Option<usize> {
        if let Some((_, known)) = self.images.iter().find(|(known, _)| Arc::ptr_eq(known, pixels)) {
            return *known;
        }
        let index = encoded(pixels).map(|bytes| {
            let view = file.view(&bytes, GlbUse::Other);
            file.push("images", json!({ "bufferView": view, "mimeType": "image/png" }))
        });
        self.images.push((Arc::clone(pixels), index));
        index
    }
}

/// The image as PNG; `None` for one without pixels.
fn encoded(pixels: &Pixels) -> Option<Vec<u8>> {
    let [width, height] = pixels.size();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels.rgba().as_flattened()).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
