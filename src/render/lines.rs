//! Lines of constant pixel width: instanced quads, all lines of a kind in one draw call.
//!
//! Rejected: cylinders (a draw call and a hundred triangles each, and no constant width) and OpenGL's own wide
//! lines (core profiles need not draw any wider than 1).

use three_d::{Blend, Context, Cull, DepthTest, InstanceBuffer, Program, RenderStates, WriteMask};

use super::eye::Eye;
use super::{RenderError, convert, items};
use crate::picture::{Line, Style};

/// How much of a line is left where a solid hides it.
pub(super) const HIDDEN: f32 = 0.25;

/// The shader.
pub(super) struct LinePainter {
    program: Program,
}

/// Lines in GPU memory.
pub(super) struct LineBatch {
    count: u32,
    from: InstanceBuffer<[f32; 3]>,
    to: InstanceBuffer<[f32; 3]>,
    colors: InstanceBuffer<[f32; 4]>,
    kinds: InstanceBuffer<[f32; 3]>,
    items: InstanceBuffer<u32>,
}

impl LineBatch {
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion lines do not fit into memory")]
    pub(super) fn new(context: &Context, lines: &[&Line]) -> Self {
        let from: Vec<_> = lines.iter().map(|line| line.from.to_array()).collect();
        let to: Vec<_> = lines.iter().map(|line| line.to.to_array()).collect();
        let colors: Vec<_> = lines.iter().map(|line| convert::color(line.color)).collect();
        let kinds: Vec<_> = lines
            .iter()
            .map(|line| {
                let style = match line.style {
                    Style::Solid => 0.0,
                    Style::Dashed => 1.0,
                    Style::Dotted => 2.0,
                };
                [line.width, style, f32::from(u8::from(line.hide_behind))]
            })
            .collect();
        let items: Vec<_> = lines.iter().map(|line| items::code(line.item)).collect();
        Self {
            count: lines.len() as u32,
            from: InstanceBuffer::new_with_data(context, &from),
            to: InstanceBuffer::new_with_data(context, &to),
            colors: InstanceBuffer::new_with_data(context, &colors),
            kinds: InstanceBuffer::new_with_data(context, &kinds),
            items: InstanceBuffer::new_with_data(context, &items),
        }
    }

    /// Draws numbers of items with the program of [`items`].
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        if self.count == 0 {
            return;
        }
        program.use_uniform("fade", 1.0);
        program.use_instance_attribute("item", &self.items);
        self.draw(program, eye, states, viewport);
    }

    fn draw(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        eye.send(program);
        program.use_instance_attribute("from", &self.from);
        program.use_instance_attribute("to", &self.to);
        program.use_instance_attribute("kind", &self.kinds);
        program.draw_arrays_instanced(states, viewport, 6, self.count);
    }
}

/// Which part of lines and dots a pass draws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// What solids hide, faintly.
    Hidden,
    /// What is in front, leaving the depth as it is: for what is seen through.
    Blended,
    /// What is in front, writing depth so that near lines cover far ones.
    Opaque,
}

impl Pass {
    /// How strong colours are.
    pub(super) fn fade(self) -> f32 {
        if self == Self::Hidden { HIDDEN } else { 1.0 }
    }

    pub(super) fn states(self) -> RenderStates {
        RenderStates {
            write_mask: if self == Self::Opaque { WriteMask::COLOR_AND_DEPTH } else { WriteMask::COLOR },
            depth_test: if self == Self::Hidden { DepthTest::Greater } else { DepthTest::LessOrEqual },
            blend: Blend::TRANSPARENCY,
            cull: Cull::None,
        }
    }
}

impl LinePainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let program =
            Program::from_source(context, include_str!("shaders/line.vert"), include_str!("shaders/line.frag"))?;
        Ok(Self { program })
    }

    pub(super) fn draw(&self, batch: &LineBatch, pass: Pass, eye: &Eye, viewport: three_d::Viewport) {
        if batch.count == 0 {
            return;
        }
        let program = &self.program;
        program.use_uniform("fade", pass.fade());
        program.use_uniform("reach", if pass == Pass::Blended { eye.reach } else { 0.0 });
        program.use_instance_attribute("color", &batch.colors);
        batch.draw(program, eye, pass.states(), viewport);
    }
}
