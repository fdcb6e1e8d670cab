//! Lit solids: the triangles of every [`SolidForm`], uploaded once, and a batch of instances a form and picture.
//!
//! Unit meshes are closed, or parts of a closed surface. Meshes of levels are arbitrary, so both sides are drawn, and
//! the shader computes the normals of the flat triangles: these do not depend on the file and take no memory. Only their
//! materials may hide a side; see [`super::surfaces`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::{Affine3A, Vec3, Vec3A};
use three_d::context::HasContext;
use three_d::{
    Blend, Context, Cull, DepthTest, ElementBuffer, InstanceBuffer, Program, RenderStates, VertexBuffer, WriteMask,
};

use super::distinct::distinct;
use super::error::RenderError;
use super::programs::{Programs, Shader};
use super::surfaces::{SurfaceOnGpu, Textures};
use super::view_uniforms::Eye;
use super::{convert, item_code};
use crate::geometry::Mesh;
use crate::picture::{Color, Fineness, Solid, SolidForm, SolidPart, UnitMesh};
use crate::world::Item;

/// The greatest number of triangles in one draw call. OpenGL in software keeps some 150 bytes of each until they are
/// drawn.
pub(super) const MOST_AT_ONCE: usize = 250_000;

/// More solids than this are small, such as the bodies of thousands of cameras, and drawn coarsely.
const MOST_FINE: usize = 2000;

/// All triangles in GPU memory, each mesh once.
#[derive(Default)]
pub(super) struct Forms {
    /// Each unit mesh at every [`Fineness`], from its first use.
    parts: [[Option<Rc<Triangles>>; Fineness::ALL.len()]; SolidPart::ALL.len()],
    /// By the address of the mesh, which no other mesh has as long as there is an entry.
    meshes: HashMap<*const Mesh, (Weak<Mesh>, Rc<Triangles>)>,
    textures: Textures,
}

/// Triangles in GPU memory.
struct Triangles {
    positions: VertexBuffer<[f32; 3]>,
    /// None for a mesh.
    normals: Option<VertexBuffer<[f32; 3]>>,
    indices: ElementBuffer<u32>,
    /// The triangles without equal ones, for a mesh with many of them.
    distinct: Option<ElementBuffer<u32>>,
    count: usize,
    /// Whether only one side is drawn.
    is_shut: bool,
    /// The materials of a mesh.
    surface: Option<SurfaceOnGpu>,
}

/// Instances of one form, in GPU memory.
pub(super) struct SolidBatch {
    triangles: Rc<Triangles>,
    count: u32,
    rows: [InstanceBuffer<[f32; 4]>; 3],
    colors: InstanceBuffer<[f32; 4]>,
    items: InstanceBuffer<u32>,
    is_mirrored: bool,
    shows_material: bool,
    /// For a form with translucent parts.
    copies: Option<Copies>,
}

/// Instances in memory. The translucent parts of all batches are sorted together, so each picture has them in another order.
pub(super) struct Copies {
    pub(super) rows: [Vec<[f32; 4]>; 3],
    pub(super) colors: Vec<[f32; 4]>,
    /// The numbers of their items.
    pub(super) items: Vec<u32>,
    pub(super) is_mirrored: bool,
}

/// Instances of one form before the upload.
pub(super) struct Instances<'f> {
    form: &'f SolidForm,
    fineness: Fineness,
    rows: [Vec<[f32; 4]>; 3],
    colors: Vec<[f32; 4]>,
    items: Vec<u32>,
    /// Whether the last map mirrors.
    is_mirrored: bool,
    /// Whether only the sides that its materials show have items.
    shows_material: bool,
}

impl<'f> Instances<'f> {
    /// An empty list for a form. The fineness is that of unit meshes.
    pub(super) fn of(form: &'f SolidForm, fineness: Fineness) -> Self {
        let (rows, colors, items) = Default::default();
        Self { form, fineness, rows, colors, items, is_mirrored: false, shows_material: false }
    }

    /// The same list, which has items only on the sides that the materials of the form show.
    pub(super) fn with_material(self) -> Self {
        Self { shows_material: true, ..self }
    }

    /// Adds an image of the form; one without alpha is not drawn.
    pub(super) fn push(&mut self, world_from_unit: &Affine3A, color: Color, item: Option<Item>) {
        let m = world_from_unit.matrix3;
        // A unit part is its own mirror image in x, so turning the x axis round gives the same solid from a map that
        // does not mirror: outside stays outside.
        let mirrors = m.determinant() < 0.0;
        let is_part = matches!(self.form, SolidForm::Part(_));
        let side = if is_part && mirrors { -1.0 } else { 1.0 };
        self.is_mirrored = mirrors && !is_part;
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.push([m.x_axis[i] * side, m.y_axis[i], m.z_axis[i], world_from_unit.translation[i]]);
        }
        self.colors.push(convert::color(color));
        self.items.push(item_code::code(item));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The opaque solids, by form, as many in a batch as OpenGL gets at once.
///
/// Only the first of several solids with the same form and pose is drawn: the depth test would refuse the others.
pub(super) fn opaque_batches(context: &Context, solids: &[Solid], forms: &mut Forms) -> Vec<SolidBatch> {
    let fineness = if solids.len() > MOST_FINE { Fineness::Low } else { Fineness::Full };
    let mut open: Vec<Instances> = Vec::new();
    let mut full: Vec<SolidBatch> = Vec::new();
    let mut places: HashSet<(usize, [u32; 12])> = HashSet::new();
    for solid in solids.iter().filter(|solid| is_opaque(solid)) {
        let form = open.iter().position(|batch| *batch.form == solid.form).unwrap_or_else(|| {
            open.push(Instances::of(&solid.form, fineness));
            open.len() - 1
        });
        if !places.insert((form, solid.world_from_unit.to_cols_array().map(f32::to_bits))) {
            continue;
        }
        let batch = &mut open[form];
        batch.push(&solid.world_from_unit, solid.color, solid.item);
        if batch.items.len() >= SolidBatch::most(batch.form, fineness) {
            full.push(SolidBatch::new(context, batch, forms));
            *batch = Instances::of(&solid.form, fineness);
        }
    }
    full.extend(open.iter().filter(|batch| !batch.is_empty()).map(|batch| SolidBatch::new(context, batch, forms)));
    full
}

/// A solid by itself.
pub(super) fn alone(context: &Context, solid: &Solid, forms: &mut Forms) -> SolidBatch {
    let mut instances = Instances::of(&solid.form, Fineness::Full);
    instances.push(&solid.world_from_unit, solid.color, solid.item);
    SolidBatch::new(context, &instances, forms)
}

/// Whether it is opaque.
pub(super) fn is_opaque(solid: &Solid) -> bool {
    solid.color.0[3] == u8::MAX
}

impl SolidBatch {
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion solids do not fit into memory")]
    pub(super) fn new(context: &Context, instances: &Instances, forms: &mut Forms) -> Self {
        let triangles = forms.get(context, instances.form, instances.fineness);
        let is_blended = triangles.surface.as_ref().is_some_and(SurfaceOnGpu::is_blended);
        Self {
            triangles,
            count: instances.items.len() as u32,
            rows: instances.rows.each_ref().map(|row| InstanceBuffer::new_with_data(context, row)),
            colors: InstanceBuffer::new_with_data(context, &instances.colors),
            items: InstanceBuffer::new_with_data(context, &instances.items),
            is_mirrored: instances.is_mirrored,
            shows_material: instances.shows_material,
            copies: is_blended.then(|| Copies::of(instances)),
        }
    }

    /// The number of instances of a form in one draw call: as many as have [`MOST_AT_ONCE`] triangles.
    pub(super) fn most(form: &SolidForm, fineness: Fineness) -> usize {
        let triangles = match form {
            SolidForm::Part(part) => part.triangles(fineness),
            SolidForm::Mesh(mesh) => mesh.triangles().len(),
        };
        (MOST_AT_ONCE / triangles.max(1)).max(1)
    }

    /// The number of instances.
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Whether OpenGL finishes drawing it before the next batch.
    fn is_large(&self) -> bool {
        self.count as usize * self.triangles.count >= MOST_AT_ONCE / 2
    }

    /// Changes the colours of all instances.
    pub(super) fn recolor(&mut self, colors: &[Color]) {
        let colors: Vec<_> = colors.iter().map(|&color| convert::color(color)).collect();
        self.colors.fill(&colors);
        if let Some(copies) = &mut self.copies {
            copies.colors = colors;
        }
    }

    /// The surface and the instances, if it has translucent parts.
    pub(super) fn blended(&self) -> Option<(&SurfaceOnGpu, &Copies)> {
        self.triangles.surface.as_ref().zip(self.copies.as_ref())
    }
}

impl Copies {
    fn of(instances: &Instances) -> Self {
        Self {
            rows: instances.rows.clone(),
            colors: instances.colors.clone(),
            items: instances.items.clone(),
            is_mirrored: instances.is_mirrored,
        }
    }

    /// The map of an instance.
    pub(super) fn world_from_unit(&self, instance: usize) -> Affine3A {
        let [x, y, z] = self.rows.each_ref().map(|row| row[instance]);
        let column = |i: usize| Vec3A::new(x[i], y[i], z[i]);
        Affine3A::from_cols(column(0), column(1), column(2), column(3))
    }

    /// Whether the shader draws an instance.
    pub(super) fn is_drawn(&self, instance: usize) -> bool {
        self.colors[instance][3] > 0.0
    }
}

impl SolidBatch {
    /// Draws numbers of items, or only depth, with the program of [`items`].
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, write_mask: WriteMask, viewport: three_d::Viewport) {
        let cull = self.cull();
        let states = RenderStates { write_mask, depth_test: DepthTest::Less, blend: Blend::Disabled, cull };
        match &self.triangles.surface {
            Some(surface) if self.shows_material => {
                eye.send(program);
                surface.draw_items(program, (self.count, self.is_mirrored), states, viewport, |program| {
                    program.use_instance_attribute("item", &self.items);
                    bind_rows(program, &self.rows);
                });
            }
            _ => {
                program.use_instance_attribute("item", &self.items);
                draw_shape(program, self, eye, states, viewport);
            }
        }
    }

    /// Both sides of an open form are drawn.
    fn cull(&self) -> Cull {
        if self.triangles.is_shut { Cull::Back } else { Cull::None }
    }
}

impl Triangles {
    /// Uploads a unit mesh.
    fn of_part(context: &Context, part: SolidPart, fineness: Fineness) -> Self {
        let UnitMesh { positions, normals, indices } = part.mesh(fineness);
        Self {
            positions: VertexBuffer::new_with_data(context, &arrays(&positions)),
            normals: Some(VertexBuffer::new_with_data(context, &arrays(&normals))),
            count: indices.len() / 3,
            indices: ElementBuffer::new_with_data(context, &indices),
            distinct: None,
            is_shut: !matches!(part, SolidPart::Tube | SolidPart::Dome),
            surface: None,
        }
    }
}

impl Forms {
    /// Removes the meshes and textures that have no other owner.
    pub(super) fn sweep(&mut self) {
        self.meshes.retain(|_, (mesh, _)| mesh.strong_count() > 0);
        self.textures.sweep();
    }

    fn get(&mut self, context: &Context, form: &SolidForm, fineness: Fineness) -> Rc<Triangles> {
        let mesh = match form {
            SolidForm::Part(part) => {
                let uploaded = &mut self.parts[*part as usize][fineness as usize];
                return Rc::clone(
                    uploaded.get_or_insert_with(|| Rc::new(Triangles::of_part(context, *part, fineness))),
                );
            }
            SolidForm::Mesh(mesh) => mesh,
        };
        if let Some((_, triangles)) = self.meshes.get(&Arc::as_ptr(mesh)) {
            return Rc::clone(triangles);
        }
        let finite: Vec<[u32; 3]> = mesh.finite().map(|(i, _)| mesh.triangles()[i as usize]).collect();
        let distinct = distinct(&finite, |vertex| mesh.positions()[vertex as usize].to_array().map(f32::to_bits));
        let indices = finite.as_flattened();
        let triangles = Rc::new(Triangles {
            positions: VertexBuffer::new_with_data(context, &arrays(mesh.positions())),
            normals: None,
            count: indices.len() / 3,
            indices: ElementBuffer::new_with_data(context, indices),
            distinct: distinct.map(|distinct| ElementBuffer::new_with_data(context, distinct.as_flattened())),
            is_shut: false,
            surface: SurfaceOnGpu::of(context, mesh, &mut self.textures),
        });
        self.meshes.insert(Arc::as_ptr(mesh), (Arc::downgrade(mesh), Rc::clone(&triangles)));
        triangles
    }
}

fn arrays(vectors: &[Vec3]) -> Vec<[f32; 3]> {
    vectors.iter().map(Vec3::to_array).collect()
}

impl SolidBatch {
    /// Draws opaque solids.
    pub(super) fn draw_opaque(
        &self,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let states = RenderStates { depth_test: DepthTest::Less, cull: self.cull(), ..RenderStates::default() };
        self.draw(programs, eye, states, viewport)?;
        if self.is_large() {
            finish(programs.context());
        }
        Ok(())
    }

    /// Draws the faces of one side of opaque solids, in one colour: the front faces, or the back faces.
    pub(super) fn draw_side(
        &self,
        programs: &Programs,
        (is_front, color): (bool, Color),
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let normals = self.triangles.normals.as_ref();
        let program = programs.get(if normals.is_some() { Shader::SmoothSides } else { Shader::FlatSides })?;
        if let Some(normals) = normals {
            program.use_vertex_attribute("normal", normals);
        }
        program.use_instance_attribute("color", &self.colors);
        let [r, g, b, _] = convert::color(color);
        program.use_uniform("color_of_side", three_d::vec3(r, g, b));
        program.use_uniform("side", if is_front { 1.0_f32 } else { -1.0 });
        // The inside of a closed solid is seen from inside.
        let states = RenderStates { depth_test: DepthTest::Less, cull: Cull::None, ..RenderStates::default() };
        draw_shape(program, self, eye, states, viewport);
        if self.is_large() {
            finish(programs.context());
        }
        Ok(())
    }

    /// Draws the parts of solids with materials that are not translucent. The colours of the instances are their tints.
    /// `false` if they have no materials.
    pub(super) fn draw_materials(
        &self,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<bool, RenderError> {
        let Some(surface) = &self.triangles.surface else { return Ok(false) };
        let bind = |program: &Program| {
            bind_rows(program, &self.rows);
            program.use_instance_attribute("color", &self.colors);
        };
        surface.draw(programs, (self.count, self.is_mirrored), eye, viewport, bind)?;
        if self.is_large() {
            finish(programs.context());
        }
        Ok(true)
    }

    /// Draws translucent ones: first the sides that face away, then those that face the eye.
    pub(super) fn draw_translucent(
        &self,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let culls = if self.is_mirrored { [Cull::Back, Cull::Front] } else { [Cull::Front, Cull::Back] };
        for cull in culls {
            let states = RenderStates {
                write_mask: WriteMask::COLOR,
                depth_test: DepthTest::Less,
                blend: Blend::TRANSPARENCY,
                cull,
            };
            self.draw(programs, eye, states, viewport)?;
        }
        Ok(())
    }

    fn draw(
        &self,
        programs: &Programs,
        eye: &Eye,
        states: RenderStates,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let normals = self.triangles.normals.as_ref();
        let program = programs.get(if normals.is_some() { Shader::Smooth } else { Shader::Flat })?;
        if let Some(normals) = normals {
            program.use_vertex_attribute("normal", normals);
        }
        program.use_instance_attribute("color", &self.colors);
        draw_shape(program, self, eye, states, viewport);
        Ok(())
    }
}

/// Waits until everything is drawn. OpenGL in software keeps all triangles in memory until then.
#[expect(unsafe_code, reason = "an OpenGL call")]
pub(super) fn finish(context: &Context) {
    // SAFETY: takes nothing and changes no state.
    unsafe { context.finish() };
}

fn draw_shape(program: &Program, batch: &SolidBatch, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
    let triangles = &batch.triangles;
    eye.send(program);
    program.use_vertex_attribute("position", &triangles.positions);
    bind_rows(program, &batch.rows);
    let distinct = triangles.distinct.as_ref().filter(|_| states.write_mask.depth);
    program.draw_elements_instanced(states, viewport, distinct.unwrap_or(&triangles.indices), batch.count);
}

/// Sets the attributes of instances: the rows of their maps.
pub(super) fn bind_rows(program: &Program, rows: &[InstanceBuffer<[f32; 4]>; 3]) {
    for (name, row) in ["row_x", "row_y", "row_z"].into_iter().zip(rows) {
        program.use_instance_attribute(name, row);
    }
}
