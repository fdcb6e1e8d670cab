//! Lit solids: a unit mesh a [`Part`], uploaded once, and a batch of instances a part and picture.

use glam::{Affine3A, Mat3A};
use three_d::{
    Blend, Context, Cull, DepthTest, ElementBuffer, InstanceBuffer, Program, RenderStates, VertexBuffer, WriteMask,
};

use super::eye::Eye;
use super::{RenderError, convert, items};
use crate::picture::{Color, Item, Part, Solid};

/// The shader and the unit meshes.
pub(super) struct SolidPainter {
    program: Program,
    meshes: [Mesh; Part::ALL.len()],
}

struct Mesh {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    indices: ElementBuffer<u32>,
}

/// Instances of one part, in GPU memory.
pub(super) struct SolidBatch {
    part: Part,
    count: u32,
    rows: [InstanceBuffer<[f32; 4]>; 3],
    colors: InstanceBuffer<[f32; 4]>,
    items: InstanceBuffer<u32>,
}

/// Instances of one part, on their way there.
#[derive(Default)]
pub(super) struct Instances {
    rows: [Vec<[f32; 4]>; 3],
    colors: Vec<[f32; 4]>,
    items: Vec<u32>,
}

impl Instances {
    /// Adds an image of the unit mesh; one without alpha is not drawn.
    pub(super) fn push(&mut self, world_from_unit: &Affine3A, color: Color, item: Option<Item>) {
        let m = world_from_unit.matrix3;
        let side = handedness(m);
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.push([m.x_axis[i] * side, m.y_axis[i], m.z_axis[i], world_from_unit.translation[i]]);
        }
        self.colors.push(convert::color(color));
        self.items.push(items::code(item));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn of<'s>(solids: impl Iterator<Item = &'s Solid>) -> Self {
        let mut instances = Self::default();
        solids.for_each(|solid| instances.push(&solid.world_from_unit, solid.color, solid.item));
        instances
    }
}

/// The opaque solids, one batch for each part that occurs.
pub(super) fn opaque_batches(context: &Context, solids: &[Solid]) -> Vec<SolidBatch> {
    let batch = |part| {
        let same = Instances::of(solids.iter().filter(|solid| solid.part == part && is_opaque(solid)));
        (!same.is_empty()).then(|| SolidBatch::new(context, part, &same))
    };
    Part::ALL.into_iter().filter_map(batch).collect()
}

/// Whether nothing is seen through it.
pub(super) fn is_opaque(solid: &Solid) -> bool {
    solid.color.0[3] == u8::MAX
}

impl SolidBatch {
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion solids do not fit into memory")]
    pub(super) fn new(context: &Context, part: Part, instances: &Instances) -> Self {
        Self {
            part,
            count: instances.items.len() as u32,
            rows: instances.rows.each_ref().map(|row| InstanceBuffer::new_with_data(context, row)),
            colors: InstanceBuffer::new_with_data(context, &instances.colors),
            items: InstanceBuffer::new_with_data(context, &instances.items),
        }
    }

    pub(super) fn part(&self) -> Part {
        self.part
    }

    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// Gives all instances other colours.
    pub(super) fn recolor(&mut self, colors: &[Color]) {
        self.colors.fill(&colors.iter().map(|&color| convert::color(color)).collect::<Vec<_>>());
    }
}

impl SolidBatch {
    /// Tubes and domes are open: their inside may be seen.
    fn cull(&self) -> Cull {
        if matches!(self.part, Part::Tube | Part::Dome) { Cull::None } else { Cull::Back }
    }
}

/// 1, or −1 for a map that mirrors. Every unit part is its own mirror image in x, so turning the x axis round
/// gives the same solid from a map that does not mirror: outside stays outside.
fn handedness(linear: Mat3A) -> f32 {
    if linear.determinant() < 0.0 { -1.0 } else { 1.0 }
}

impl SolidPainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let program =
            Program::from_source(context, include_str!("shaders/solid.vert"), include_str!("shaders/solid.frag"))?;
        let meshes = Part::ALL.map(|part| {
            let mesh = part.mesh();
            let flat = |vectors: &[glam::Vec3]| {
                let arrays: Vec<[f32; 3]> = vectors.iter().map(glam::Vec3::to_array).collect();
                VertexBuffer::new_with_data(context, &arrays)
            };
            Mesh {
                positions: flat(&mesh.positions),
                normals: flat(&mesh.normals),
                indices: ElementBuffer::new_with_data(context, &mesh.indices),
            }
        });
        Ok(Self { program, meshes })
    }

    /// Draws solids through which nothing is seen.
    pub(super) fn draw_opaque(&self, batch: &SolidBatch, eye: &Eye, viewport: three_d::Viewport) {
        let states = RenderStates { depth_test: DepthTest::Less, cull: batch.cull(), ..RenderStates::default() };
        self.draw(batch, eye, states, viewport);
    }

    /// Draws translucent ones: first the sides that face away, then those that face the eye.
    pub(super) fn draw_translucent(&self, batch: &SolidBatch, eye: &Eye, viewport: three_d::Viewport) {
        for cull in [Cull::Front, Cull::Back] {
            let states = RenderStates {
                write_mask: WriteMask::COLOR,
                depth_test: DepthTest::Less,
                blend: Blend::TRANSPARENCY,
                cull,
            };
            self.draw(batch, eye, states, viewport);
        }
    }

    /// Draws numbers of items, or only depth, with the program of [`items`].
    pub(super) fn draw_items(
        &self,
        program: &Program,
        batch: &SolidBatch,
        eye: &Eye,
        write_mask: WriteMask,
        viewport: three_d::Viewport,
    ) {
        let cull = batch.cull();
        let states = RenderStates { write_mask, depth_test: DepthTest::Less, blend: Blend::Disabled, cull };
        program.use_instance_attribute("item", &batch.items);
        self.draw_shape(program, batch, eye, states, viewport);
    }

    fn draw(&self, batch: &SolidBatch, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        let program = &self.program;
        program.use_vertex_attribute("normal", &self.meshes[batch.part as usize].normals);
        program.use_instance_attribute("color", &batch.colors);
        self.draw_shape(program, batch, eye, states, viewport);
    }

    fn draw_shape(
        &self,
        program: &Program,
        batch: &SolidBatch,
        eye: &Eye,
        states: RenderStates,
        viewport: three_d::Viewport,
    ) {
        let mesh = &self.meshes[batch.part as usize];
        eye.send(program);
        program.use_vertex_attribute("position", &mesh.positions);
        for (name, row) in ["row_x", "row_y", "row_z"].into_iter().zip(&batch.rows) {
            program.use_instance_attribute(name, row);
        }
        program.draw_elements_instanced(states, viewport, &mesh.indices, batch.count);
    }
}
