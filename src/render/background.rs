//! The background gradient.

use three_d::{Context, Cull, DepthTest, RenderStates, VertexBuffer, WriteMask};

use super::convert;
use super::error::RenderError;
use super::programs::{Programs, Shader};
use crate::picture::Palette;

/// One triangle that covers the picture.
pub(super) struct Background {
    corners: VertexBuffer<[f32; 2]>,
}

impl Background {
    pub(super) fn new(context: &Context) -> Self {
        Self { corners: VertexBuffer::new_with_data(context, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]) }
    }

    pub(super) fn draw(
        &self,
        programs: &Programs,
        palette: &Palette,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let program = programs.get(Shader::Background)?;
        let [top, bottom] = palette.background.map(convert::color);
        program.use_uniform("top", three_d::Vec4::from(top));
        program.use_uniform("bottom", three_d::Vec4::from(bottom));
        program.use_vertex_attribute("corner", &self.corners);
        let states = RenderStates {
            write_mask: WriteMask::COLOR,
            depth_test: DepthTest::Always,
            cull: Cull::None,
            ..RenderStates::default()
        };
        program.draw_arrays(states, viewport, 3);
        Ok(())
    }
}
