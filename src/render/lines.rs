//! Lines, edges of boxes and dots of constant pixel width: instanced quads, thousands of a shape in one draw call. One shader
//! draws all three.
//!
//! Rejected: cylinders (a draw call and a hundred triangles each, and no constant width) and OpenGL's own wide
//! lines (core profiles need not draw any wider than 1).

use std::collections::HashSet;
use std::hash::Hash;

use three_d::{Context, DepthTest, ElementBuffer, InstanceBuffer, Program, RenderStates, WriteMask};

use super::error::RenderError;
use super::programs::{Programs, Shader};
use super::solids::finish;
use super::translucent::TRANSLUCENT;
use super::view_uniforms::Eye;
use super::{convert, item_code};
use crate::geometry::Aabb;
use crate::picture::{BodyLook, Color, Dot, Line, Palette, Style};

/// The opacity of lines behind solids.
const HIDDEN: f32 = 0.25;

/// The most lines, edges of boxes or dots in one draw call. OpenGL in software keeps the triangles of a call in memory until
/// it has drawn them.
const MOST_AT_ONCE: usize = 8192;

/// Lines, edges of boxes or dots in GPU memory.
pub(super) struct Batch {
    context: Context,
    shape: BatchShape,
    /// The triangles of an instance.
    indices: ElementBuffer<u16>,
    parts: Vec<LineInstances>,
}

/// What each instance of a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BatchShape {
    /// A line between two points.
    Line,
    /// The edges of a box between two corners.
    Frame,
    /// A dot, whose two points are its centre.
    Dot,
}

impl BatchShape {
    /// The number in the shader.
    fn number(self) -> i32 {
        match self {
            Self::Line => 0,
            Self::Frame => 1,
            Self::Dot => 2,
        }
    }

    /// The lines of an instance.
    fn lines(self) -> u16 {
        match self {
            Self::Line | Self::Dot => 1,
            Self::Frame => 12,
        }
    }

    /// The vertices of the triangles of an instance: two triangles for each line, which has four vertices.
    fn indices(self) -> Vec<u16> {
        (0..self.lines()).flat_map(|line| [0, 1, 2, 0, 2, 3].map(|vertex| 4 * line + vertex)).collect()
    }
}

/// The instances of one call.
struct LineInstances {
    count: u32,
    points: [InstanceBuffer<[f32; 3]>; 2],
    colors: InstanceBuffer<[f32; 4]>,
    kinds: InstanceBuffer<[f32; 3]>,
    items: InstanceBuffer<u32>,
}

/// An instance before its upload.
struct Instance {
    points: [[f32; 3]; 2],
    color: Color,
    /// Width, style, and whether it is not drawn behind solids.
    kind: [f32; 3],
    item: u32,
}

impl Batch {
    pub(super) fn of_lines(context: &Context, lines: &[&Line]) -> Self {
        let instance = |line: &&Line| Instance {
            points: [line.from.to_array(), line.to.to_array()],
            color: line.color,
            kind: [line.width, style(line.style), f32::from(u8::from(line.hide_behind))],
            item: item_code::code(line.item),
        };
        Self::new(context, BatchShape::Line, lines.chunks(MOST_AT_ONCE).map(|lines| lines.iter().map(instance)))
    }

    pub(super) fn of_frames(context: &Context, frames: &Frames) -> Self {
        let instance = |frame: &&BoxEdges| Instance {
            points: [frame.aabb.min.to_array(), frame.aabb.max.to_array()],
            color: frame.color,
            kind: [frame.width, style(frame.style), 0.0],
            item: frame.item,
        };
        let frames = frames.different();
        let chunks = frames.chunks(MOST_AT_ONCE / 12).map(|frames| frames.iter().map(instance));
        Self::new(context, BatchShape::Frame, chunks)
    }

    pub(super) fn of_dots(context: &Context, dots: &[Dot]) -> Self {
        let instance = |dot: &Dot| Instance {
            points: [dot.at.to_array(); 2],
            color: dot.color,
            kind: [dot.size, style(Style::Solid), 0.0],
            item: item_code::code(dot.item),
        };
        Self::new(context, BatchShape::Dot, dots.chunks(MOST_AT_ONCE).map(|dots| dots.iter().map(instance)))
    }

    fn new<I: Iterator<Item = Instance>>(
        context: &Context,
        shape: BatchShape,
        chunks: impl Iterator<Item = I>,
    ) -> Self {
        let parts = chunks.map(|chunk| LineInstances::new(context, &chunk.collect::<Vec<_>>())).collect();
        let indices = ElementBuffer::new_with_data(context, &shape.indices());
        Self { context: context.clone(), shape, indices, parts }
    }

    /// Draws numbers of items with a program of [`items`](super::items).
    pub(super) fn draw_items(&self, program: &Program, eye: &Eye, states: RenderStates, viewport: three_d::Viewport) {
        self.draw(program, eye, states, viewport, |part| {
            program.use_uniform("fade", 1.0);
            program.use_instance_attribute("item", &part.items);
        });
    }

    /// Draws a pass.
    pub(super) fn draw_pass(
        &self,
        programs: &Programs,
        pass: Pass,
        palette: &Palette,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let program = programs.get(Shader::Lines)?;
        self.draw(program, eye, pass.states(), viewport, |part| {
            program.use_uniform("fade", pass.fade());
            program.use_uniform("reach", if pass == Pass::Blended { eye.reach } else { 0.0 });
            program.use_uniform("outline", three_d::Vec4::from(convert::color(palette.plate)));
            program.use_instance_attribute("color", &part.colors);
        });
        Ok(())
    }

    /// Draws each part after `prepare`. Of several, OpenGL finishes one before it gets the next.
    fn draw(
        &self,
        program: &Program,
        eye: &Eye,
        states: RenderStates,
        viewport: three_d::Viewport,
        prepare: impl Fn(&LineInstances),
    ) {
        for part in &self.parts {
            prepare(part);
            eye.send(program);
            program.use_uniform("shape", self.shape.number());
            for (name, points) in ["from", "to"].into_iter().zip(&part.points) {
                program.use_instance_attribute(name, points);
            }
            program.use_instance_attribute("kind", &part.kinds);
            program.draw_elements_instanced(states, viewport, &self.indices, part.count);
            if self.parts.len() > 1 {
                finish(&self.context);
            }
        }
    }
}

impl LineInstances {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST_AT_ONCE`")]
    fn new(context: &Context, instances: &[Instance]) -> Self {
        let points = |i: usize| instances.iter().map(|instance| instance.points[i]).collect::<Vec<_>>();
        let colors: Vec<_> = instances.iter().map(|instance| convert::color(instance.color)).collect();
        let kinds: Vec<_> = instances.iter().map(|instance| instance.kind).collect();
        let items: Vec<_> = instances.iter().map(|instance| instance.item).collect();
        Self {
            count: instances.len() as u32,
            points: [0, 1].map(|i| InstanceBuffer::new_with_data(context, &points(i))),
            colors: InstanceBuffer::new_with_data(context, &colors),
            kinds: InstanceBuffer::new_with_data(context, &kinds),
            items: InstanceBuffer::new_with_data(context, &items),
        }
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

/// The edges of boxes, before their upload.
#[derive(Default)]
pub(super) struct Frames(Vec<BoxEdges>);

/// The edges of a box.
struct BoxEdges {
    aabb: Aabb,
    color: Color,
    width: f32,
    style: Style,
    item: u32,
}

impl BoxEdges {
    /// The same for edges between which there is no difference.
    fn key(&self) -> impl Eq + Hash {
        let corners = [self.aabb.min, self.aabb.max].map(|corner| corner.to_array().map(f32::to_bits));
        (corners, self.color.0, self.width.to_bits(), self.style, self.item)
    }
}

impl Frames {
    pub(super) fn push(&mut self, aabb: Aabb, look: &BodyLook, item: u32) {
        self.0.push(BoxEdges { aabb, color: look.edge, width: look.width, style: look.style, item });
    }

    /// The edges to draw. Of equal edges at the same place, only the last: faint edges then stay faint, and drawing
    /// takes no longer. Of opaque edges of several colours at one place, the last is visible.
    fn different(&self) -> Vec<&BoxEdges> {
        let mut keys = HashSet::new();
        let mut different: Vec<&BoxEdges> = self.0.iter().rev().filter(|frame| keys.insert(frame.key())).collect();
        different.reverse();
        different
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
    fn fade(self) -> f32 {
        if self == Self::Hidden { HIDDEN } else { 1.0 }
    }

    fn states(self) -> RenderStates {
        RenderStates {
            write_mask: if self == Self::Opaque { WriteMask::COLOR_AND_DEPTH } else { WriteMask::COLOR },
            depth_test: if self == Self::Hidden { DepthTest::Greater } else { DepthTest::LessOrEqual },
            ..TRANSLUCENT
        }
    }
}
