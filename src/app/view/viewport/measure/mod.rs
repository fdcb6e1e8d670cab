//! The measuring tape: the distance between two points that are clicked in the view.
//!
//! ```text
//! snap   the point under the pointer: a corner, an edge, or a surface
//! ```

mod snap;

use eframe::egui::{Align2, Color32, CursorIcon, FontId, Painter, Pos2, Rect, Response, Stroke, Ui, vec2};
use glam::{Vec2, Vec3};

use super::state::{Tape, ViewportState};
use crate::app::kit::theme;
use crate::geometry::units::Units;
use crate::picture::{Palette, Viewpoint};
use crate::render::overlay;
use crate::workspace::Workspace;
use snap::{Snap, snap};

impl ViewportState {
    /// Begins measuring, or ends it.
    pub(in crate::app) fn toggle_tape(&mut self) {
        self.tape = if self.tape.is_none() { Some(Tape::default()) } else { None };
    }

    /// Whether the tape is used.
    pub(in crate::app) fn is_measuring(&self) -> bool {
        self.tape.is_some()
    }

    /// Takes clicks as the ends of the tape, and draws it. Returns whether the tape takes the clicks of the view.
    pub(super) fn measure(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        (viewpoint, palette): (&Viewpoint, &Palette),
        workspace: &Workspace,
    ) -> bool {
        let Some(tape) = &mut self.tape else { return false };
        let pointer = response.hover_pos().filter(|_| response.hovered());
        let under = pointer.and_then(|pointer| snap(workspace, viewpoint, rect, pointer));
        if response.clicked()
            && let Some(snap) = &under
        {
            match (tape.first, tape.second) {
                (Some(_), None) => tape.second = Some(snap.point),
                _ => *tape = Tape { first: Some(snap.point), second: None },
            }
            ui.ctx().request_repaint();
        }
        if pointer.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        let ends = tape.first.zip(tape.second.or(under.as_ref().map(|snap| snap.point)));
        let canvas = TapeCanvas { painter: &ui.painter_at(rect), rect, viewpoint, palette };
        if let Some((from, to)) = ends {
            canvas.tape(from, to, workspace.view().units());
        } else {
            canvas.text(rect.center_top() + vec2(0.0, 40.0), "Click two points to measure their distance. Esc: end");
        }
        if let Some(snap) = under.filter(|_| tape.second.is_none()) {
            canvas.mark(&snap);
        }
        true
    }
}

/// The words of a measured distance: the length, and its parts along the axes.
fn words(from: Vec3, to: Vec3, units: Units) -> String {
    let [x, y, z] = (to - from).to_array().map(|x| units.bare_length(x));
    format!("{}   (x {x}  y {y}  z {z})", units.length(from.distance(to)))
}

/// What the tape is drawn on.
struct TapeCanvas<'a> {
    painter: &'a Painter,
    rect: Rect,
    viewpoint: &'a Viewpoint,
    palette: &'a Palette,
}

impl TapeCanvas<'_> {
    fn place(&self, point: Vec3) -> Option<Pos2> {
        let at = self.viewpoint.project(point, Vec2::new(self.rect.width(), self.rect.height()))?;
        Some(self.rect.min + vec2(at.x, at.y))
    }

    fn tape(&self, from: Vec3, to: Vec3, units: Units) {
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
    fn mark(&self, snap: &Snap) {
        let Some(at) = self.place(snap.point) else { return };
        let color = theme::color(self.palette.selected);
        self.painter.circle_stroke(at, 6.0, Stroke::new(2.0, color));
        self.text(at + vec2(0.0, 22.0), snap.what);
    }

    /// A text around a place, inside the view.
    fn text(&self, at: Pos2, text: &str) {
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
