//! The primitives of pictures: lines, arrows, quads, dots and labels.

use std::borrow::Cow;

use glam::{Affine3A, Vec3};

use super::contents::Picture;
use super::palette::{Color, Style};
use super::shape_parts::parts;
use super::shapes::{Dot, Face, Label, Line, Sheet, Solid, Span};
use super::tree_card::{TreeCard, TreeRow};
use crate::escape;
use crate::geometry::{Aabb, Shape};
use crate::world::Item;

/// The look of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStyle {
    pub(super) color: Color,
    pub(super) width: f32,
    pub(super) style: Style,
}

impl LineStyle {
    pub(super) const fn new(color: Color, width: f32, style: Style) -> Self {
        Self { color, width, style }
    }

    pub(super) const fn solid(color: Color, width: f32) -> Self {
        Self::new(color, width, Style::Solid)
    }
}

/// The bytes of a line in the picture, in the transfer to OpenGL and in OpenGL. The capacity of a list may be twice its
/// length.
pub(super) const LINE: u64 = (2 * size_of::<Line>() + 2 * 56) as u64;

/// The bytes of a face, as of a line.
pub(super) const FACE: u64 = (2 * size_of::<Face>() + 2 * 3 * 28) as u64;

/// The bytes of a dot, as of a line.
pub(super) const DOT: u64 = (2 * size_of::<Dot>() + 2 * 40) as u64;

/// The bytes of a solid, as of a line. A translucent solid has buffers of its own.
const SOLID: u64 = (2 * size_of::<Solid>() + 2 * 72 + 512) as u64;

/// The bytes of a label without its text: in the picture, and in the layout.
const LABEL: u64 = (3 * size_of::<Label>()) as u64;

/// The bytes of a card and of each of its rows without their texts: in the picture, and laid out.
const CARD: u64 = (3 * size_of::<TreeCard>()) as u64;

const ROW: u64 = (3 * size_of::<TreeRow>()) as u64;

/// The bytes of the layout of a letter.
const LETTER: u64 = 64;

/// The bytes of an image's rectangle: in the picture, its copy for drawing, and its buffers. Its pixels are reserved with the
/// image.
const SHEET: u64 = (2 * size_of::<Sheet>() + 1024) as u64;

/// Pairs of corner indices of a box whose index bits are its axes.
pub(super) const BOX_EDGES: [(usize, usize); 12] =
    [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)];

impl Picture {
    pub(super) fn line(&mut self, from: Vec3, to: Vec3, pen: LineStyle) {
        let LineStyle { color, width, style } = pen;
        if !self.memory.take(LINE) {
            return;
        }
        self.lines.push(Line { from, to, color, width, style, hide_behind: false, item: None });
    }

    /// A line with a head of four barbs, a fifth of its length.
    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, pen: LineStyle) {
        self.arrow_with_head(from, to, f32::INFINITY, pen);
    }

    /// An arrow whose head is a fifth of its length, but not longer than `longest`: the head of a long way would hide
    /// what is at its end.
    pub(super) fn arrow_with_head(&mut self, from: Vec3, to: Vec3, longest: f32, pen: LineStyle) {
        self.line(from, to, pen);
        let along = ((to - from) * 0.2).clamp_length_max(longest);
        let (u, v) = along.try_normalize().map_or((Vec3::X, Vec3::Z), |n| n.any_orthonormal_pair());
        for side in [u, -u, v, -v] {
            self.line(to, to - along + side * along.length() * 0.5, LineStyle { style: Style::Solid, ..pen });
        }
    }

    pub(super) fn edges(&mut self, corners: &[Vec3; 8], pen: LineStyle) {
        for (a, b) in BOX_EDGES {
            self.line(corners[a], corners[b], pen);
        }
    }

    /// Two triangles; the corners go around.
    pub(super) fn quad(&mut self, [a, b, c, d]: [Vec3; 4], color: Color) {
        self.face([a, b, c], color);
        self.face([a, c, d], color);
    }

    pub(super) fn face(&mut self, corners: [Vec3; 3], color: Color) {
        if self.memory.take(FACE) {
            self.faces.push(Face { corners, color });
        }
    }

    pub(super) fn dot(&mut self, at: Vec3, size: f32, color: Color) {
        if self.memory.take(DOT) {
            self.dots.push(Dot { at, color, size, item: None });
        }
    }

    pub(super) fn label(&mut self, at: Vec3, text: impl Into<String>, color: Color, priority: u8) {
        self.labelled(Label { at, text: text.into(), color, priority, item: None, span: None, around: None });
    }

    /// A label that names a whole item, and may be on any side of it.
    pub(super) fn name(&mut self, of: Item, at: Vec3, text: impl Into<String>, color: Color, priority: u8) {
        let (text, around) = (text.into(), Some(of));
        self.labelled(Label { at, text, color, priority, item: None, span: None, around });
    }

    /// A label for a distance that is drawn over everything else.
    pub(super) fn distance(&mut self, span: Span, text: impl Into<String>, color: Color, priority: u8) {
        let at = (span.from + span.to) / 2.0;
        self.labelled(Label { at, text: text.into(), color, priority, item: None, span: Some(span), around: None });
    }

    /// Adds a label.
    pub(super) fn labelled(&mut self, mut label: Label) {
        cut(&mut label.text);
        if self.memory.take(LABEL + label.text.len() as u64) {
            self.labels.push(label);
        }
    }

    /// Adds the card of a tree.
    pub(super) fn card(&mut self, mut card: TreeCard) {
        cut(&mut card.title);
        card.label.iter_mut().for_each(|label| cut(&mut label.text));
        let rows = card.all_forms().flatten().map(|row| ROW + LETTER * (row.text.len() + row.note.len()) as u64);
        let texts = card.title.len() + card.label.as_ref().map_or(0, |label| label.text.len());
        if self.memory.take(CARD + LETTER * texts as u64 + rows.sum::<u64>()) {
            self.cards.push(card);
        }
    }

    /// Adds an image on a rectangle.
    pub(super) fn sheet(&mut self, sheet: Sheet) {
        if self.memory.take(SHEET) {
            self.sheets.push(sheet);
        }
    }

    /// Adds a solid.
    pub(super) fn lit(&mut self, solid: Solid) {
        if self.memory.take(SOLID) {
            self.solids.push(solid);
        }
    }

    /// The edges of a box.
    pub(super) fn box_edges(&mut self, aabb: &Aabb, pen: LineStyle) {
        self.edges(&std::array::from_fn(|i| aabb.corner(i)), pen);
    }

    /// The parts of a posed solid.
    pub(super) fn solid(&mut self, shape: &Shape, world_from_local: Affine3A, color: Color) {
        parts(shape, world_from_local, |form, world_from_unit| {
            self.lit(Solid { form, world_from_unit, color, item: None });
        });
    }
}

/// Cuts a text that is longer than any screen is wide, before its layout takes memory.
fn cut(text: &mut String) {
    if let Cow::Owned(shown) = escape::shown(text) {
        *text = shown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_long_arrow_is_short() {
        for (length, longest, head) in [(1.0, 0.5, 0.2), (10.0, 0.5, 0.5), (10.0, f32::INFINITY, 2.0)] {
            let mut picture = Picture::default();
            let pen = LineStyle::solid(Color::rgb(0, 0, 0), 1.0);
            picture.arrow_with_head(Vec3::ZERO, Vec3::X * length, longest, pen);
            let back = picture.lines[1..].iter().map(|line| line.from.x - line.to.x).fold(0.0, f32::max);
            assert!((back - head).abs() < 1e-5, "{length} {longest}: {back}");
        }
    }
}
