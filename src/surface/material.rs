//! A material: factors and textures of glTF's metallic-roughness model (glTF 2.0, section 3.9).

use std::sync::Arc;

use glam::{Affine2, Vec3};

use super::missing_image::MissingImage;
use super::pixels::Pixels;

/// How a surface reflects light. The default is that of glTF without metal: white and rough.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name in its file; empty without one.
    pub name: Arc<str>,
    /// The base colour with alpha, 0 to 1; its light is linear as in [`crate::surface`].
    pub base_color: [f32; 4],
    /// 0 for a dielectric, 1 for a metal.
    pub metallic: f32,
    /// 0 for a mirror, 1 for a matte surface.
    pub roughness: f32,
    /// The light that it emits, 0 or more, linear as in [`crate::surface`].
    pub emissive: Vec3,
    /// What its alpha does.
    pub alpha: Alpha,
    /// Whether both sides are drawn.
    pub is_double_sided: bool,
    /// Whether the base colour is shown without light.
    pub is_unlit: bool,
    /// The factor of x and y of the normals of its texture.
    pub normal_scale: f32,
    /// The base colour, sRGB with alpha.
    pub base_color_texture: Option<TextureUse>,
    /// Roughness in green, metal in blue, linear.
    pub metallic_roughness_texture: Option<TextureUse>,
    /// Normals in tangent space, linear, with +Y up.
    pub normal_texture: Option<TextureUse>,
    /// The emitted light, sRGB.
    pub emissive_texture: Option<TextureUse>,
    /// Alpha alone, in red (`map_d` of an MTL file).
    pub opacity_texture: Option<TextureUse>,
    /// The images that it names and that cannot be used, each once.
    pub missing: Vec<Arc<MissingImage>>,
    /// Whether one of these is the image of its base colour. Pictures show a magenta checker in its place.
    pub lacks_color: bool,
}

/// What the alpha of a material does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// Nothing.
    #[default]
    Opaque,
    /// The surface has holes where alpha is less than this.
    Mask(f32),
    /// The surface is translucent.
    Blend,
}

/// An image on a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureUse {
    /// The image, which several textures may share.
    pub image: Arc<Pixels>,
    /// The set of texture coordinates, 0 or 1.
    pub set: u8,
    /// Maps the coordinates of the vertices to those of the image.
    pub transform: Affine2,
    /// What is beyond the image, along u and v.
    pub wrap: [Wrap; 2],
    /// Whether an enlarged image shows its pixels as squares.
    pub is_nearest: bool,
}

/// What a texture shows beyond its image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The image again, every other time mirrored.
    Mirror,
    /// The pixels of its border.
    Clamp,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: "".into(),
            base_color: [1.0; 4],
            metallic: 0.0,
            roughness: 1.0,
            emissive: Vec3::ZERO,
            alpha: Alpha::Opaque,
            is_double_sided: false,
            is_unlit: false,
            normal_scale: 1.0,
            base_color_texture: None,
            metallic_roughness_texture: None,
            normal_texture: None,
            emissive_texture: None,
            opacity_texture: None,
            missing: Vec::new(),
            lacks_color: false,
        }
    }
}

impl Material {
    /// Whether it has a cutoff by which the surface may have holes.
    pub fn has_holes(&self) -> bool {
        matches!(self.alpha, Alpha::Mask(cutoff) if cutoff > 0.0)
    }

    /// All its textures.
    pub fn textures(&self) -> impl Iterator<Item = &TextureUse> {
        [
            &self.base_color_texture,
            &self.metallic_roughness_texture,
            &self.normal_texture,
            &self.emissive_texture,
            &self.opacity_texture,
        ]
        .into_iter()
        .flatten()
    }
}
