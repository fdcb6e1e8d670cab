//! The background gradient.

use three_d::{Context, Cull, DepthTest, Program, RenderStates, VertexBuffer, WriteMask};

use super::{RenderError, convert};
use crate::picture::Palette;

/// One triangle that covers the picture.
pub(super) struct Background {
    program: Program,
    corners: VertexBuffer<[f32; 2]>,
}

impl Background {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let program = Program::from_source(
            context,
            include_str!("shaders/background.vert"),
            include_str!("shaders/background.frag"),
        )?;
        let corners = VertexBuffer::new_with_data(context, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]);
        Ok(Self { program, corners })
    }

    pub(super) fn draw(&self, palette: &Palette, viewport: three_d::Viewport) {
        let [top, bottom] = palette.background.map(convert::color);
        self.program.use_uniform("top", three_d::Vec4::from(top));
        self.program.use_uniform("bottom", three_d::Vec4::from(bottom));
        self.program.use_vertex_attribute("corner", &self.corners);
        let states = RenderStates {
            write_mask: WriteMask::COLOR,
            depth_test: DepthTest::Always,
            cull: Cull::None,
            ..RenderStates::default()
        };
        self.program.draw_arrays(states, viewport, 3);
    }
}
