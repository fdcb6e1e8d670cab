//! Paints handles, the guide line of a drag, and the number beside the pointer.

use eframe::egui::epaint::PathStroke;
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::handles::{CAP, DrawnHandle, Handle, Outline};
use super::readout;
use super::readout::PointerSide;
use crate::app::command::tool::Tool;
use crate::app::kit::theme;
use crate::picture::Palette;
use crate::render::overlay;

/// The colours of X, Y and Z: brighter than those of the grid, so that handles are found at once.
const COLORS: [Color32; 3] =
    [Color32::from_rgb(0xe5, 0x48, 0x4d), Color32::from_rgb(0x4f, 0xa8, 0x2f), Color32::from_rgb(0x3b, 0x82, 0xf6)];
/// The handle under the pointer, and the one that is dragged.
const HOVERED: Color32 = Color32::from_rgb(0xff, 0xc8, 0x2e);
/// Width of a line and of the halo around it, points.
const LINE: f32 = 3.0;
const HALO: f32 = 2.5;
/// Half the width of an arrowhead, points.
const HEAD: f32 = 6.0;
/// Half the width of the box at the end of a scale line, points.
const BOX: f32 = 6.0;
/// The width of the caption and the axes beside a note, points.
const BESIDE: f32 = 250.0;
const LETTERS: [&str; 3] = ["X", "Y", "Z"];

/// The handles of a tool.
pub(super) fn handles(
    painter: &Painter,
    tool: Tool,
    drawn: &[DrawnHandle],
    hovered: Option<Handle>,
    palette: &Palette,
) {
    let halo = theme::color(palette.background[0]).gamma_multiply(0.75);
    for one in drawn {
        let is_hovered = hovered == Some(one.handle);
        let color = if is_hovered { HOVERED } else { color(one.handle, palette) };
        match &one.outline {
            Outline::Line(line) => {
                let width = if matches!(one.handle, Handle::ViewRing) { 2.0 } else { LINE };
                let width = if is_hovered { width + 1.5 } else { width };
                for (width, color) in [(width + HALO, halo), (width, color)] {
                    painter.add(Shape::line(line.clone(), PathStroke::new(width, color)));
                }
                if let (Handle::Axis(_), Some(from)) = (one.handle, line.first()) {
                    cap(painter, tool, *from, one.tip, color, halo);
                }
                if let (Handle::Axis(axis), Some(place)) = (one.handle, one.letter()) {
                    letter(painter, place.center(), axis, halo);
                }
            }
            Outline::Dot => dot(painter, one.tip, is_hovered, palette),
            Outline::Area(area) => {
                let fill = color.gamma_multiply(if is_hovered { 0.75 } else { 0.35 });
                let stroke = |width, color| PathStroke::new(width, color);
                painter.add(Shape::closed_line(area.clone(), stroke(1.5 + HALO, halo)));
                painter.add(Shape::convex_polygon(area.clone(), fill, stroke(1.5, color)));
            }
        }
    }
}

fn color(handle: Handle, palette: &Palette) -> Color32 {
    match handle {
        Handle::Axis(axis) | Handle::Plane(axis) | Handle::Ring(axis) => COLORS[axis],
        _ => theme::color(palette.text),
    }
}

/// A dot that can be dragged.
pub(super) fn dot(painter: &Painter, at: Pos2, is_hovered: bool, palette: &Palette) {
    let radius = if is_hovered { 7.0 } else { 5.5 };
    painter.circle_filled(at, radius + 2.0, theme::color(palette.background[0]).gamma_multiply(0.85));
    let fill = if is_hovered { HOVERED } else { theme::color(palette.text) };
    painter.circle_filled(at, radius, fill);
    painter.circle_stroke(at, radius - 1.5, Stroke::new(1.0, theme::color(palette.background[0])));
}

/// An arrowhead, or the box of a scale line.
fn cap(painter: &Painter, tool: Tool, from: Pos2, tip: Pos2, color: Color32, halo: Color32) {
    let along = (tip - from).normalized();
    let aside = along.rot90();
    let points = if tool == Tool::Scale {
        vec![
            tip + (along + aside) * BOX,
            tip + (along - aside) * BOX,
            tip - (along + aside) * BOX,
            tip - (along - aside) * BOX,
        ]
    } else {
        let base = tip - along * 3.0;
        vec![tip + along * CAP, base + aside * HEAD, base - aside * HEAD]
    };
    painter.add(Shape::closed_line(points.clone(), PathStroke::new(HALO, halo)));
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

fn letter(painter: &Painter, at: Pos2, axis: usize, halo: Color32) {
    let font = FontId::proportional(13.0);
    for by in [vec2(1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(-1.0, 1.0)] {
        painter.text(at + by, Align2::CENTER_CENTER, LETTERS[axis], font.clone(), halo);
    }
    painter.text(at, Align2::CENTER_CENTER, LETTERS[axis], font, COLORS[axis]);
}

/// A line through the whole view along the axis of a drag.
pub(super) fn guide(painter: &Painter, ends: [Pos2; 2], axis: Option<usize>, palette: &Palette) {
    let color = axis.map_or(theme::color(palette.text), |axis| COLORS[axis]);
    let [a, b] = ends;
    let reach = painter.clip_rect().size().length();
    let along = (b - a).normalized() * reach;
    painter.line_segment([a - along, a + along], Stroke::new(1.0, color.gamma_multiply(0.8)));
}

/// Line from the pivot to the pointer, for a drag that began with a key.
pub(super) fn pivot_line(painter: &Painter, pivot: Pos2, end: Pos2, palette: &Palette) {
    let stroke = Stroke::new(1.0, theme::color(palette.neutral));
    painter.extend(Shape::dashed_line(&[pivot, end], stroke, 4.0, 4.0));
}

/// The lines between the points of patrols, below the dots at these points.
pub(super) fn routes(painter: &Painter, lines: &[[Pos2; 2]], palette: &Palette) {
    let stroke = Stroke::new(1.5, theme::color(palette.text).gamma_multiply(0.5));
    for line in lines {
        painter.line_segment(*line, stroke);
    }
}

/// The number beside the pointer. It keeps off the rectangles in `taken`, and on its side of the last frame if that is
/// free. Returns the side.
pub(super) fn number(
    painter: &Painter,
    (at, words): (Pos2, &str),
    last: Option<PointerSide>,
    taken: &[Rect],
    palette: &Palette,
) -> PointerSide {
    let font = FontId::proportional(14.0);
    let galley = painter.layout_no_wrap(words.to_owned(), font, theme::color(palette.text));
    let size = galley.size() + vec2(14.0, 8.0);
    let (chosen, plate) = readout::place(last, at, size, painter.clip_rect().shrink(4.0), taken);
    overlay::paint_plate(painter, plate, 4, palette, 1.0);
    painter.galley(plate.min + vec2(7.0, 4.0), galley, Color32::PLACEHOLDER);
    chosen
}

/// A line at the upper border: the keys of a drag, or why the selected item has no gizmo. Returns its plate.
pub(super) fn note(painter: &Painter, rect: Rect, words: &str, palette: &Palette) -> Rect {
    let font = FontId::proportional(12.0);
    let width = (rect.width() - BESIDE).max(120.0);
    let galley = painter.layout(words.to_owned(), font, theme::color(palette.text), width);
    let size = galley.size() + vec2(14.0, 7.0);
    let corner = rect.center_top() + vec2(-size.x / 2.0, 0.0);
    let plate = Rect::from_min_size(corner.round(), size);
    overlay::paint_plate(painter, plate, 4, palette, 1.0);
    painter.galley(plate.min + vec2(7.0, 3.5), galley, Color32::PLACEHOLDER);
    plate
}
