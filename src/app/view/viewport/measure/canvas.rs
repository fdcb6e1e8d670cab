//! Draws the tape, its words, and the mark of the point under the pointer.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, vec2};
use glam::{Vec2, Vec3};

use super::snap::Snap;
use crate::app::kit::theme;
use crate::geometry::units::Units;
use crate::picture::{Palette, Viewpoint};
use crate::render::overlay;

/// The words of a measured distance: the length, and its parts along the axes.
fn words(from: Vec3, to: Vec3, units: Units) -> String {
    let [x, y, z] = (to - from).to_array().map(|x| units.bare_length(x));
    format!("{}   (x {x}  y {y}  z {z})", units.length(from.distance(to)))
}

/// What the tape is drawn on.
pub(super) struct TapeCanvas<'a> {
    pub(super) painter: &'a Painter,
    pub(super) rect: Rect,
    pub(super) viewpoint: &'a Viewpoint,
    pub(super) palette: &'a Palette,
}

impl TapeCanvas<'_> {
    fn place(&self, point: Vec3) -> Option<Pos2> {
        let at = self.viewpoint.project(point, Vec2::new(self.rect.width(), self.rect.height()))?;
        Some(self.rect.min + vec2(at.x, at.y))
    }

    pub(super) fn tape(&self, from: Vec3, to: Vec3, units: Units) {
        let Some((a, b)) = self.place(from).zip(self.place(to)) else { return };
        let [plate, text] = [self.palette.plate, self.palette.text].map(theme::color);
        for (width, color) in [(5.0, plate), (2.0, text)] {
            self.painter.line_segment([a, b], Stroke::new(width, color));
        }
        for end in [a, b] {
            self.painter.circle(end, 4.0, text, Stroke::new(1.5, plate));
        }
        self.text(a.lerp(b, 0.5) - vec2(0.0, 14.0), &words(from, to, units));
    }

    /// Marks the point under the pointer, with the word for what it is.
    pub(super) fn mark(&self, snap: &Snap) {
        let Some(at) = self.place(snap.point) else { return };
        let color = theme::color(self.palette.selected);
        self.painter.circle_stroke(at, 6.0, Stroke::new(2.0, color));
        self.text(at + vec2(0.0, 22.0), snap.what);
    }

    /// A text around a place, inside the view.
    pub(super) fn text(&self, at: Pos2, text: &str) {
        let color = theme::color(self.palette.text);
        let galley = self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), color);
        let wanted = Align2::CENTER_CENTER.anchor_size(at, galley.size() + vec2(12.0, 5.0));
        let room = self.rect.shrink(4.0);
        let push = vec2(
            (room.left() - wanted.left()).max(0.0) - (wanted.right() - room.right()).max(0.0),
            (room.top() - wanted.top()).max(0.0) - (wanted.bottom() - room.bottom()).max(0.0),
        );
        let plate = wanted.translate(push);
        overlay::paint_plate(self.painter, plate, 4, self.palette, 1.0);
        self.painter.galley(plate.min + vec2(6.0, 2.5), galley, Color32::PLACEHOLDER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::units::Length;

    #[test]
    fn a_distance_has_its_parts_along_the_axes() {
        let (from, to) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 6.0, 3.0));
        assert_eq!(words(from, to, Units::default()), "5 m   (x 3  y 4  z 0)");
        let units = Units { length: Length::Centimetres, ..Units::default() };
        assert_eq!(words(from, to, units), "500 cm   (x 300  y 400  z 0)");
    }
}
