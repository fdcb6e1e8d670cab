//! Round dots of constant pixel size, with an outline so that they read on any ground.

use three_d::{Context, InstanceBuffer, Program};

use super::eye::Eye;
use super::lines::Pass;
use super::{RenderError, convert};
use crate::picture::{Dot, Palette};

/// The shader.
pub(super) struct DotPainter {
    program: Program,
}

/// Dots in GPU memory.
pub(super) struct DotBatch {
    count: u32,
    centres: InstanceBuffer<[f32; 3]>,
    colors: InstanceBuffer<[f32; 4]>,
    diameters: InstanceBuffer<f32>,
}

impl DotBatch {
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion dots do not fit into memory")]
    pub(super) fn new(context: &Context, dots: &[Dot]) -> Self {
        let centres: Vec<_> = dots.iter().map(|dot| dot.at.to_array()).collect();
        let colors: Vec<_> = dots.iter().map(|dot| convert::color(dot.color)).collect();
        let diameters: Vec<_> = dots.iter().map(|dot| dot.size).collect();
        Self {
            count: dots.len() as u32,
            centres: InstanceBuffer::new_with_data(context, &centres),
            colors: InstanceBuffer::new_with_data(context, &colors),
            diameters: InstanceBuffer::new_with_data(context, &diameters),
        }
    }
}

impl DotPainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let program =
            Program::from_source(context, include_str!("shaders/dot.vert"), include_str!("shaders/dot.frag"))?;
        Ok(Self { program })
    }

    pub(super) fn draw(&self, batch: &DotBatch, pass: Pass, palette: &Palette, eye: &Eye, viewport: three_d::Viewport) {
        if batch.count == 0 {
            return;
        }
        let program = &self.program;
        eye.send(program);
        program.use_uniform("fade", pass.fade());
        program.use_uniform("outline", three_d::Vec4::from(convert::color(palette.plate)));
        program.use_instance_attribute("centre", &batch.centres);
        program.use_instance_attribute("color", &batch.colors);
        program.use_instance_attribute("diameter", &batch.diameters);
        program.draw_arrays_instanced(pass.states(), viewport, 6, batch.count);
    }
}
