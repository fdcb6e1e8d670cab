//! Round dots of constant pixel size, with an outline, which makes them visible on every background.

use three_d::{Context, InstanceBuffer, Program, RenderStates};

use super::eye::Eye;
use super::lines::Pass;
use super::{RenderError, convert, item_code};
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
    items: InstanceBuffer<u32>,
}

impl DotBatch {
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion dots do not fit into memory")]
    pub(super) fn new(context: &Context, dots: &[Dot]) -> Self {
        let centres: Vec<_> = dots.iter().map(|dot| dot.at.to_array()).collect();
        let colors: Vec<_> = dots.iter().map(|dot| convert::color(dot.color)).collect();
        let diameters: Vec<_> = dots.iter().map(|dot| dot.size).collect();
        let items: Vec<_> = dots.iter().map(|dot| item_code::code(dot.item)).collect();
        Self {
            count: dots.len() as u32,
            centres: InstanceBuffer::new_with_data(context, &centres),
            colors: InstanceBuffer::new_with_data(context, &colors),
            diameters: InstanceBuffer::new_with_data(context, &diameters),
            items: InstanceBuffer::new_with_data(context, &items),
        }
    }

    /// Draws numbers of items with the program of [`items`].
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        if self.count == 0 {
            return;
        }
        program.use_instance_attribute("item", &self.items);
        self.draw(program, eye, states, viewport);
    }

    fn draw(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        eye.send(program);
        program.use_instance_attribute("centre", &self.centres);
        program.use_instance_attribute("diameter", &self.diameters);
        program.draw_arrays_instanced(states, viewport, 6, self.count);
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
        program.use_uniform("fade", pass.fade());
        program.use_uniform("outline", three_d::Vec4::from(convert::color(palette.plate)));
        program.use_instance_attribute("color", &batch.colors);
        batch.draw(program, eye, pass.states(), viewport);
    }
}
