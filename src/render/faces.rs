//! Translucent triangles. Their order changes with the viewpoint, so only their indices are sent again.

use three_d::{Context, ElementBuffer, VertexBuffer};

use super::convert;
use super::error::RenderError;
use super::programs::{Programs, Shader};
use super::translucent::TRANSLUCENT;
use super::view_uniforms::Eye;
use crate::picture::Face;

/// Triangles in GPU memory.
pub(super) struct FaceBatch {
    positions: VertexBuffer<[f32; 3]>,
    colors: VertexBuffer<[f32; 4]>,
    indices: ElementBuffer<u32>,
}

impl FaceBatch {
    pub(super) fn new(context: &Context, faces: &[Face]) -> Self {
        let positions: Vec<_> = faces.iter().flat_map(|face| face.corners.map(|corner| corner.to_array())).collect();
        let colors: Vec<_> = faces.iter().flat_map(|face| [convert::color(face.color); 3]).collect();
        Self {
            positions: VertexBuffer::new_with_data(context, &positions),
            colors: VertexBuffer::new_with_data(context, &colors),
            indices: ElementBuffer::new(context),
        }
    }

    /// Draws the triangles in the order of the indices `order`.
    pub(super) fn draw(
        &mut self,
        programs: &Programs,
        order: &[u32],
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        if order.is_empty() {
            return Ok(());
        }
        let corners: Vec<u32> = order.iter().flat_map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        self.indices.fill(&corners);
        let program = programs.get(Shader::Faces)?;
        eye.send(program);
        program.use_vertex_attribute("position", &self.positions);
        program.use_vertex_attribute("color", &self.colors);
        program.draw_elements(TRANSLUCENT, viewport, &self.indices);
        Ok(())
    }
}
