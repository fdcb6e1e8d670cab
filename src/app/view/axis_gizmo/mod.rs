//! The axis gizmo in the corner of the 3D view. It turns with the view. A click on an axis looks along it.

mod model;
mod paint;

use eframe::egui::{Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::command::directions::Direction;
use crate::picture::{Palette, Viewpoint};
use model::{Ball, balls, leads_to};

/// Width and height, points.
const SIZE: f32 = 88.0;
/// Gap to the border of the view, points.
const MARGIN: f32 = 10.0;
/// The least size of a view that has a gizmo, points.
const LEAST_VIEW: [f32; 2] = [360.0, 200.0];

/// The upper right corner of the view, if it is large enough.
pub(in crate::app) fn place(view: Rect) -> Option<Rect> {
    let corner = view.right_top() + vec2(-MARGIN, MARGIN);
    let is_large = view.width() >= LEAST_VIEW[0] && view.height() >= LEAST_VIEW[1];
    is_large.then(|| Rect::from_min_max(pos2(corner.x - SIZE, corner.y), pos2(corner.x, corner.y + SIZE)))
}

/// Shows the axes in the orientation of the view. Returns the direction of the axis that was clicked.
pub(in crate::app) fn show(ui: &mut Ui, place: Rect, viewpoint: &Viewpoint, palette: &Palette) -> Option<Direction> {
    let balls = balls(viewpoint);
    let mut clicked = None;
    let mut hovered = None;
    // The nearest end is drawn last, on top.
    for ball in &balls {
        let Some(target) = leads_to(ball) else { continue };
        let rect = Rect::from_center_size(ball.middle(place), vec2(2.0, 2.0) * (ball.radius + 1.0));
        let response = ui.interact(rect, ui.scope_id().with(("axis", ball.end)), Sense::click());
        let name = format!("View from {}", target.name());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.hovered() {
            hovered = Some(ball.end);
        }
        if response.on_hover_text(format!("{name} ({})", target.key())).clicked() {
            clicked = Some(target);
        }
    }
    paint::paint(ui.painter(), place, &balls, hovered, palette);
    clicked
}

impl Ball {
    fn middle(&self, place: Rect) -> Pos2 {
        place.center() + vec2(self.place.x, self.place.y)
    }
}
