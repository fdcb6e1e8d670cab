//! Meshes with materials: their surfaces in GPU memory, and the shaders that light them.
//!
//! The shaders follow glTF's metallic-roughness model with the light of the other solids: the sky and one key light. There
//! are three: without a texture, with one of the base colour, and with all textures and holes.
//!
//! The back of a single-sided material is not drawn and not picked, as in glTF 2.0 (section 3.9.5) and in engines: a mesh that
//! is inside out looks as it does there, and the other display modes show both sides.
//!
//! [`super::blended`] draws the translucent parts of all surfaces, from far to near.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::{Affine2, Vec3, Vec4};
use three_d::{
    Blend, Context, CpuTexture, Cull, DepthTest, ElementBuffer, Interpolation, Mipmap, Program, RenderStates,
    Texture2D, TextureData, VertexBuffer, Wrapping, WriteMask,
};

use super::convert;
use super::distinct::distinct;
use super::error::RenderError;
use super::pieces::{Pieces, TriangleOrder};
use super::programs::{Programs, Shader};
use super::view_uniforms::Eye;
use crate::geometry::{Aabb, Mesh};
use crate::surface::{Alpha, CHECKER, CHECKER_SQUARES, Material, Pixels, TextureUse, Vertex, Wrap};

/// A surface in GPU memory.
pub(super) struct SurfaceOnGpu {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    colors: VertexBuffer<[f32; 4]>,
    /// Both sets of texture coordinates.
    uvs: VertexBuffer<[f32; 4]>,
    parts: Vec<MaterialRange>,
}

/// The triangles of one material.
struct MaterialRange {
    indices: ElementBuffer<u32>,
    material: Arc<Material>,
    /// Base colour, metal and roughness, normals, emitted light, opacity.
    textures: [Rc<Texture2D>; 5],
    /// For a translucent part with triangles.
    blended: Option<BlendedPart>,
}

/// A translucent part, for sorting.
pub(super) struct BlendedPart {
    /// The box around its triangles, in local space.
    pub(super) bounds: Aabb,
    /// The number of its triangles.
    pub(super) triangles: usize,
    order: TriangleOrder,
}

/// An image by its address, and how it is sampled.
type Sampled = (*const Pixels, [Wrap; 2], bool);

/// The textures in GPU memory, each image once for each way of sampling.
#[derive(Default)]
pub(super) struct Textures {
    cached: HashMap<Sampled, (Weak<Pixels>, Rc<Texture2D>)>,
    /// White, and a normal that changes nothing.
    neutral: Option<[Rc<Texture2D>; 2]>,
    /// In place of a missing image of the base colour.
    checker: Option<Rc<Texture2D>>,
}

/// The names of the textures of [`MaterialRange`] in the shaders.
const NAMES: [[&str; 3]; 5] = [
    ["base_image", "base_u", "base_v"],
    ["metal_image", "metal_u", "metal_v"],
    ["normal_image", "normal_u", "normal_v"],
    ["emissive_image", "emissive_u", "emissive_v"],
    ["opacity_image", "opacity_u", "opacity_v"],
];

fn uses(material: &Material) -> [Option<&TextureUse>; 5] {
    [
        material.base_color_texture.as_ref(),
        material.metallic_roughness_texture.as_ref(),
        material.normal_texture.as_ref(),
        material.emissive_texture.as_ref(),
        material.opacity_texture.as_ref(),
    ]
}

impl SurfaceOnGpu {
    /// Uploads the surface of a mesh; `None` for a mesh without one.
    pub(super) fn of(context: &Context, mesh: &Mesh, textures: &mut Textures) -> Option<Self> {
        let surface = mesh.surface()?;
        let vertices = &surface.vertices;
        let at = |index: u32| mesh.positions()[vertices[index as usize].position as usize];
        let key = |index: u32| {
            let Vertex { normal, uv: [first, second], color, .. } = vertices[index as usize];
            let (at, normal) = (at(index).to_array(), normal.to_array());
            let of_corner = [at, normal].map(|vector| vector.map(f32::to_bits));
            (of_corner, color.map(f32::to_bits), [first, second].map(|uv| uv.to_array().map(f32::to_bits)))
        };
        let parts = surface.parts.iter().map(|part| {
            let is_finite = |corners: &&[u32; 3]| corners.iter().all(|&corner| at(corner).is_finite());
            let triangles: Vec<[u32; 3]> = part.triangles.iter().filter(is_finite).copied().collect();
            let is_blended = part.material.alpha == Alpha::Blend && !triangles.is_empty();
            let blended = is_blended.then(|| BlendedPart::of(&triangles, &at, part.material.is_double_sided));
            // All of a translucent part are seen.
            let triangles = if is_blended { triangles } else { distinct(&triangles, key).unwrap_or(triangles) };
            let neutral = textures.neutral(context);
            let found = uses(&part.material);
            let textures = std::array::from_fn(|i| match found[i] {
                Some(texture) => textures.get(context, texture),
                None if i == 0 && part.material.lacks_color => textures.checker(context),
                None => Rc::clone(&neutral[usize::from(i == 2)]),
            });
            let indices = ElementBuffer::new_with_data(context, triangles.as_flattened());
            MaterialRange { indices, material: Arc::clone(&part.material), textures, blended }
        });
        let parts = parts.collect();
        let positions: Vec<_> = vertices.iter().map(|v| mesh.positions()[v.position as usize].to_array()).collect();
        let normals: Vec<_> = vertices.iter().map(|vertex| vertex.normal.to_array()).collect();
        let colors: Vec<_> = vertices.iter().map(|vertex| vertex.color).collect();
        let uvs: Vec<_> = vertices.iter().map(|v| [v.uv[0].x, v.uv[0].y, v.uv[1].x, v.uv[1].y]).collect();
        Some(Self {
            positions: VertexBuffer::new_with_data(context, &positions),
            normals: VertexBuffer::new_with_data(context, &normals),
            colors: VertexBuffer::new_with_data(context, &colors),
            uvs: VertexBuffer::new_with_data(context, &uvs),
            parts,
        })
    }

    /// Draws the parts that are not translucent, of so many instances, which are mirrored or not. `bind` sets the attributes of
    /// the instances: after each drawing, three-d disables all attributes.
    pub(super) fn draw(
        &self,
        programs: &Programs,
        instances: (u32, bool),
        eye: &Eye,
        viewport: three_d::Viewport,
        bind: impl Fn(&Program),
    ) -> Result<(), RenderError> {
        let is_drawn = |part: &MaterialRange| part.blended.is_none() && part.indices.count() > 0;
        for part in (0..self.parts.len()).filter(|&part| is_drawn(&self.parts[part])) {
            self.draw_part((part, None), programs, instances, eye, viewport, &bind)?;
        }
        Ok(())
    }

    /// Draws one part, by its index, with its triangles in another order if that is given.
    pub(super) fn draw_part(
        &self,
        (part, sorted): (usize, Option<&ElementBuffer<u32>>),
        programs: &Programs,
        (count, is_mirrored): (u32, bool),
        eye: &Eye,
        viewport: three_d::Viewport,
        bind: impl Fn(&Program),
    ) -> Result<(), RenderError> {
        let MaterialRange { indices, material, textures, blended } = &self.parts[part];
        let program = programs.get(shader(material))?;
        eye.send(program);
        let cutoff = if let Alpha::Mask(cutoff) = material.alpha { cutoff } else { -1.0 };
        let factors = Vec4::new(material.metallic, material.roughness, material.normal_scale, cutoff);
        let unlit = if material.is_unlit { 1.0 } else { 0.0 };
        // The checker has its own colours.
        let base_color = match material.base_color {
            [.., alpha] if material.lacks_color => [1.0, 1.0, 1.0, alpha],
            color => color,
        };
        program.use_uniform("base_color", convert::vec4(base_color.into()));
        program.use_uniform_if_required("factors", convert::vec4(factors));
        program.use_uniform_if_required("emissive", convert::vec4(material.emissive.extend(unlit)));
        program.use_uniform_if_required("is_blended", if blended.is_some() { 1.0_f32 } else { 0.0 });
        for (i, (([image, u, v], texture), texture_use)) in
            NAMES.into_iter().zip(textures).zip(uses(material)).enumerate()
        {
            if program.requires_uniform(image) {
                let [row_u, row_v] = if i == 0 && material.lacks_color { checker_rows() } else { rows(texture_use) };
                program.use_texture(image, texture);
                program.use_uniform_if_required(u, convert::vec4(row_u));
                program.use_uniform_if_required(v, convert::vec4(row_v));
            }
        }
        let opaque = RenderStates { depth_test: DepthTest::Less, ..RenderStates::default() };
        let states = if blended.is_some() {
            RenderStates { write_mask: WriteMask::COLOR, blend: Blend::TRANSPARENCY, ..opaque }
        } else {
            opaque
        };
        // Of a translucent part that needs an order and has none, the far sides come first.
        let is_unsorted = sorted.is_none() && blended.as_ref().is_some_and(BlendedPart::needs_order);
        let culls: &[Cull] = match (hidden_side(material, is_mirrored), is_unsorted) {
            (Cull::None, true) if is_mirrored => &[Cull::Back, Cull::Front],
            (Cull::None, true) => &[Cull::Front, Cull::Back],
            (cull, _) => &[cull],
        };
        for &cull in culls {
            // After each draw call three-d unbinds all attributes.
            bind(program);
            self.bind(program);
            let states = RenderStates { cull, ..states };
            program.draw_elements_instanced(states, viewport, sorted.unwrap_or(indices), count);
        }
        Ok(())
    }

    /// Draws the sides that its materials show, with the items of instances that the program has. `bind` sets the attributes of
    /// the instances: after each drawing, three-d disables all attributes.
    pub(super) fn draw_items(
        &self,
        program: &Program,
        (count, is_mirrored): (u32, bool),
        states: RenderStates,
        viewport: three_d::Viewport,
        bind: impl Fn(&Program),
    ) {
        for part in self.parts.iter().filter(|part| part.indices.count() > 0) {
            bind(program);
            program.use_vertex_attribute("position", &self.positions);
            let cull = hidden_side(&part.material, is_mirrored);
            program.draw_elements_instanced(RenderStates { cull, ..states }, viewport, &part.indices, count);
        }
    }

    /// Sets the attributes of the vertices.
    fn bind(&self, program: &Program) {
        program.use_vertex_attribute("position", &self.positions);
        program.use_vertex_attribute("normal", &self.normals);
        program.use_vertex_attribute("vertex_color", &self.colors);
        if program.requires_attribute("uvs") {
            program.use_vertex_attribute("uvs", &self.uvs);
        }
    }

    /// Whether a part is translucent.
    pub(super) fn is_blended(&self) -> bool {
        self.blended().next().is_some()
    }

    /// The translucent parts with their indices.
    pub(super) fn blended(&self) -> impl Iterator<Item = (usize, &BlendedPart)> {
        self.parts.iter().enumerate().filter_map(|(i, part)| Some((i, part.blended.as_ref()?)))
    }

    /// The pieces of a translucent part, by its index; `None` if it is not sorted by them.
    pub(super) fn pieces(&self, part: usize) -> Option<&Pieces> {
        match &self.parts.get(part)?.blended.as_ref()?.order {
            TriangleOrder::Pieces(pieces) => Some(pieces),
            TriangleOrder::Any | TriangleOrder::Sides => None,
        }
    }
}

impl BlendedPart {
    /// The triangles have finite corners, at the positions that `at` returns.
    fn of(triangles: &[[u32; 3]], at: &impl Fn(u32) -> Vec3, is_double_sided: bool) -> Self {
        let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let corners = triangles.iter().flatten().map(|&corner| at(corner));
        let (min, max) = corners.fold(none, |(min, max), corner| (min.min(corner), max.max(corner)));
        let order = TriangleOrder::of(triangles, at, is_double_sided);
        Self { bounds: Aabb { min, max }, triangles: triangles.len(), order }
    }

    /// Whether the picture depends on the order of its triangles.
    pub(super) fn needs_order(&self) -> bool {
        !matches!(self.order, TriangleOrder::Any)
    }
}

impl Textures {
    /// Removes the textures whose images have no other owner.
    pub(super) fn sweep(&mut self) {
        self.cached.retain(|_, (image, _)| image.strong_count() > 0);
    }

    fn neutral(&mut self, context: &Context) -> [Rc<Texture2D>; 2] {
        let one = |pixel: [u8; 4]| Rc::new(texture(context, [1, 1], vec![pixel], [Wrap::Repeat; 2], true));
        self.neutral.get_or_insert_with(|| [one([255; 4]), one([128, 128, 255, 255])]).clone()
    }

    fn checker(&mut self, context: &Context) -> Rc<Texture2D> {
        let [light, dark] = CHECKER.map(|[r, g, b]| [r, g, b, u8::MAX]);
        let make = || Rc::new(texture(context, [2, 2], vec![light, dark, dark, light], [Wrap::Repeat; 2], true));
        Rc::clone(self.checker.get_or_insert_with(make))
    }

    fn get(&mut self, context: &Context, texture_use: &TextureUse) -> Rc<Texture2D> {
        let TextureUse { image, wrap, is_nearest, .. } = texture_use;
        let make = || {
            let made = texture(context, image.size(), image.rgba().to_vec(), *wrap, *is_nearest);
            (Arc::downgrade(image), Rc::new(made))
        };
        let (_, texture) = self.cached.entry((Arc::as_ptr(image), *wrap, *is_nearest)).or_insert_with(make);
        Rc::clone(texture)
    }
}

fn texture(
    context: &Context,
    [width, height]: [u32; 2],
    pixels: Vec<[u8; 4]>,
    wrap: [Wrap; 2],
    is_nearest: bool,
) -> Texture2D {
    let [wrap_s, wrap_t] = wrap.map(|wrap| match wrap {
        Wrap::Repeat => Wrapping::Repeat,
        Wrap::Mirror => Wrapping::MirroredRepeat,
        Wrap::Clamp => Wrapping::ClampToEdge,
    });
    Texture2D::new(
        context,
        &CpuTexture {
            data: TextureData::RgbaU8(pixels),
            width,
            height,
            min_filter: Interpolation::Linear,
            mag_filter: if is_nearest { Interpolation::Nearest } else { Interpolation::Linear },
            mipmap: Some(Mipmap::default()),
            wrap_s,
            wrap_t,
            ..CpuTexture::default()
        },
    )
}

/// The side that a material does not show. A map that mirrors exchanges the sides.
fn hidden_side(material: &Material, is_mirrored: bool) -> Cull {
    match (material.is_double_sided, is_mirrored) {
        (true, _) => Cull::None,
        (false, false) => Cull::Back,
        (false, true) => Cull::Front,
    }
}

/// The rows of a map of texture coordinates to those of the checker, whose image has two squares on each side.
fn checker_rows() -> [Vec4; 2] {
    let scale = f32::from(CHECKER_SQUARES) / 2.0;
    [Vec4::new(scale, 0.0, 0.0, 0.0), Vec4::new(0.0, scale, 0.0, 0.0)]
}

/// The rows of a map of texture coordinates; the last number of the first row is the set.
fn rows(texture: Option<&TextureUse>) -> [Vec4; 2] {
    let (map, set) = texture.map_or((Affine2::IDENTITY, 0), |texture| (texture.transform, texture.set));
    let [x, y, z] = [map.matrix2.x_axis, map.matrix2.y_axis, map.translation];
    [Vec4::new(x.x, y.x, z.x, f32::from(set)), Vec4::new(x.y, y.y, z.y, 0.0)]
}

/// The shader for a material, from few to many textures.
fn shader(material: &Material) -> Shader {
    let has_more = uses(material)[1..].iter().any(Option::is_some);
    if has_more || matches!(material.alpha, Alpha::Mask(_)) {
        Shader::Rich
    } else if material.base_color_texture.is_some() || material.lacks_color {
        Shader::Textured
    } else {
        Shader::Plain
    }
}
