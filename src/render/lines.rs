//! Lines of constant pixel width: instanced quads, thousands of lines of a kind in one draw call.
//!
//! Rejected: cylinders (a draw call and a hundred triangles each, and no constant width) and OpenGL's own wide
//! lines (core profiles need not draw any wider than 1).

use std::collections::HashSet;
use std::hash::Hash;

use three_d::{Blend, Context, Cull, DepthTest, InstanceBuffer, Program, RenderStates, WriteMask};

use super::eye::Eye;
use super::solids::finish;
use super::{RenderError, convert, item_code};
use crate::geometry::Aabb;
use crate::picture::{Color, Line, Look, Style};

/// The opacity of lines behind solids.
pub(super) const HIDDEN: f32 = 0.25;

/// The shaders.
pub(super) struct LinePainter {
    lines: Program,
    frames: Program,
}

/// Put before the shader, it draws boxes instead of lines.
pub(super) const FRAMES: &str = "#define FRAMES\n";
/// Six for each edge of a box.
const VERTICES_OF_FRAME: u32 = 72;

/// So many lines, or edges of boxes, are drawn in one call. OpenGL in software keeps the triangles of a call in memory until
/// it has drawn them.
const MOST_AT_ONCE: usize = 8192;

/// Lines in GPU memory.
pub(super) struct LineBatch(Parts<LinePart>);

/// What is drawn in several calls.
struct Parts<T> {
    context: Context,
    parts: Vec<T>,
}

impl<T> Parts<T> {
    /// Calls `draw` with each. Of several, OpenGL finishes one before it gets the next.
    fn each(&self, draw: impl Fn(&T)) {
        for part in &self.parts {
            draw(part);
            if self.parts.len() > 1 {
                finish(&self.context);
            }
        }
    }
}

/// The lines of one call.
struct LinePart {
    count: u32,
    from: InstanceBuffer<[f32; 3]>,
    to: InstanceBuffer<[f32; 3]>,
    colors: InstanceBuffer<[f32; 4]>,
    kinds: InstanceBuffer<[f32; 3]>,
    items: InstanceBuffer<u32>,
}

impl LineBatch {
    pub(super) fn new(context: &Context, lines: &[&Line]) -> Self {
        let parts = lines.chunks(MOST_AT_ONCE).map(|lines| LinePart::new(context, lines)).collect();
        Self(Parts { context: context.clone(), parts })
    }

    /// Draws numbers of items with the program of [`items`].
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        self.0.each(|part| {
            program.use_uniform("fade", 1.0);
            program.use_instance_attribute("item", &part.items);
            part.draw(program, eye, states, viewport);
        });
    }
}

impl LinePart {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST_AT_ONCE`")]
    fn new(context: &Context, lines: &[&Line]) -> Self {
        let from: Vec<_> = lines.iter().map(|line| line.from.to_array()).collect();
        let to: Vec<_> = lines.iter().map(|line| line.to.to_array()).collect();
        let colors: Vec<_> = lines.iter().map(|line| convert::color(line.color)).collect();
        let kinds: Vec<_> =
            lines.iter().map(|line| [line.width, style(line.style), f32::from(u8::from(line.hide_behind))]).collect();
        let items: Vec<_> = lines.iter().map(|line| item_code::code(line.item)).collect();
        Self {
            count: lines.len() as u32,
            from: InstanceBuffer::new_with_data(context, &from),
            to: InstanceBuffer::new_with_data(context, &to),
            colors: InstanceBuffer::new_with_data(context, &colors),
            kinds: InstanceBuffer::new_with_data(context, &kinds),
            items: InstanceBuffer::new_with_data(context, &items),
        }
    }

    fn draw(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        eye.send(program);
        program.use_instance_attribute("from", &self.from);
        program.use_instance_attribute("to", &self.to);
        program.use_instance_attribute("kind", &self.kinds);
        program.draw_arrays_instanced(states, viewport, 6, self.count);
    }
}

/// The number of a style in the shader.
fn style(style: Style) -> f32 {
    match style {
        Style::Solid => 0.0,
        Style::Dashed => 1.0,
        Style::Dotted => 2.0,
    }
}

/// The edges of boxes, in GPU memory.
pub(super) struct FrameBatch(Parts<FramePart>);

/// Those of one call.
struct FramePart {
    count: u32,
    least: InstanceBuffer<[f32; 3]>,
    most: InstanceBuffer<[f32; 3]>,
    colors: InstanceBuffer<[f32; 4]>,
    kinds: InstanceBuffer<[f32; 3]>,
    items: InstanceBuffer<u32>,
}

/// The edges of boxes, before their upload.
#[derive(Default)]
pub(super) struct Frames(Vec<Frame>);

/// The edges of a box.
struct Frame {
    aabb: Aabb,
    color: Color,
    width: f32,
    style: Style,
    item: u32,
}

impl Frame {
    /// The same for edges between which there is no difference.
    fn key(&self) -> impl Eq + Hash {
        let corners = [self.aabb.min, self.aabb.max].map(|corner| corner.to_array().map(f32::to_bits));
        (corners, self.color.0, self.width.to_bits(), self.style, self.item)
    }
}

impl Frames {
    pub(super) fn push(&mut self, aabb: Aabb, look: &Look, item: u32) {
        self.0.push(Frame { aabb, color: look.edge, width: look.width, style: look.style, item });
    }

    /// The edges to draw. Of equal edges at the same place, only the last: faint edges then stay faint, and drawing
    /// takes no longer. Of opaque edges of several colours at one place, the last is visible.
    fn different(&self) -> Vec<&Frame> {
        let mut known = HashSet::new();
        let mut different: Vec<&Frame> = self.0.iter().rev().filter(|frame| known.insert(frame.key())).collect();
        different.reverse();
        different
    }
}

impl FrameBatch {
    pub(super) fn new(context: &Context, frames: &Frames) -> Self {
        let frames = frames.different();
        let parts = frames.chunks(MOST_AT_ONCE / 12).map(|frames| FramePart::new(context, frames)).collect();
        Self(Parts { context: context.clone(), parts })
    }

    /// Draws numbers of items with the program of [`items`].
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        self.0.each(|part| {
            program.use_uniform("fade", 1.0);
            program.use_instance_attribute("item", &part.items);
            part.draw(program, eye, states, viewport);
        });
    }
}

impl FramePart {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST_AT_ONCE`")]
    fn new(context: &Context, frames: &[&Frame]) -> Self {
        let least: Vec<_> = frames.iter().map(|frame| frame.aabb.min.to_array()).collect();
        let most: Vec<_> = frames.iter().map(|frame| frame.aabb.max.to_array()).collect();
        let colors: Vec<_> = frames.iter().map(|frame| convert::color(frame.color)).collect();
        let kinds: Vec<_> = frames.iter().map(|frame| [frame.width, style(frame.style), 0.0]).collect();
        let items: Vec<_> = frames.iter().map(|frame| frame.item).collect();
        Self {
            count: items.len() as u32,
            least: InstanceBuffer::new_with_data(context, &least),
            most: InstanceBuffer::new_with_data(context, &most),
            colors: InstanceBuffer::new_with_data(context, &colors),
            kinds: InstanceBuffer::new_with_data(context, &kinds),
            items: InstanceBuffer::new_with_data(context, &items),
        }
    }

    fn draw(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        eye.send(program);
        program.use_instance_attribute("least", &self.least);
        program.use_instance_attribute("most", &self.most);
        program.use_instance_attribute("kind", &self.kinds);
        program.draw_arrays_instanced(states, viewport, VERTICES_OF_FRAME, self.count);
    }
}

/// The part of lines and dots that a pass draws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// The parts behind solids, faintly.
    Hidden,
    /// The parts in front, without writing depth: for translucent lines.
    Blended,
    /// The parts in front, writing depth so that near lines cover far ones.
    Opaque,
}

impl Pass {
    /// The factor of the opacity.
    pub(super) fn fade(self) -> f32 {
        if self == Self::Hidden { HIDDEN } else { 1.0 }
    }

    /// The uniforms of lines and frames.
    fn begin(self, program: &Program, eye: &Eye) {
        program.use_uniform("fade", self.fade());
        program.use_uniform("reach", if self == Self::Blended { eye.reach } else { 0.0 });
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
        let program = |first: &str| {
            let vertex = format!("{first}{}", include_str!("shaders/line.vert"));
            Program::from_source(context, &vertex, include_str!("shaders/line.frag"))
        };
        Ok(Self { lines: program("")?, frames: program(FRAMES)? })
    }

    pub(super) fn draw(&self, batch: &LineBatch, pass: Pass, eye: &Eye, viewport: three_d::Viewport) {
        batch.0.each(|part| {
            pass.begin(&self.lines, eye);
            self.lines.use_instance_attribute("color", &part.colors);
            part.draw(&self.lines, eye, pass.states(), viewport);
        });
    }

    pub(super) fn draw_frames(&self, batch: &FrameBatch, pass: Pass, eye: &Eye, viewport: three_d::Viewport) {
        batch.0.each(|part| {
            pass.begin(&self.frames, eye);
            self.frames.use_instance_attribute("color", &part.colors);
            part.draw(&self.frames, eye, pass.states(), viewport);
        });
    }
}
