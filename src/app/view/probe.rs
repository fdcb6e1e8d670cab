//! The point of the selected ray at the t under the pointer in a plot, drawn over the 3D view.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Stroke, vec2};
use glam::Vec2;

use crate::app::kit::theme;
use crate::picture::{Palette, Viewpoint};
use crate::workspace::Workspace;

/// A dot with its t and its position in world space.
pub(in crate::app) fn paint(
    painter: &Painter,
    rect: Rect,
    workspace: &Workspace,
    viewpoint: &Viewpoint,
    palette: &Palette,
) {
    let Some(t) = workspace.view().pointed() else { return };
    let Some(ray) = workspace.selected().ray().and_then(|ray| workspace.world().rays.get(ray)) else { return };
    let point = ray.ray.at(t);
    if !point.is_finite() {
        return;
    }
    let Some(from_corner) = viewpoint.project(point, Vec2::new(rect.width(), rect.height())) else { return };
    let centre = rect.min + vec2(from_corner.x, from_corner.y);
    if !rect.contains(centre) {
        return;
    }
    painter.circle(centre, 5.0, theme::color(palette.selected), Stroke::new(1.5, theme::color(palette.text)));
    let units = workspace.view().units();
    let text = format!("t = {}  {}", units.number(t), units.point(point));
    let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), theme::color(palette.text));
    let size = galley.size() + vec2(12.0, 5.0);
    // Above the dot, and within the view.
    let wanted = Align2::CENTER_BOTTOM.anchor_size(centre - vec2(0.0, 12.0), size);
    let inner = rect.shrink(4.0);
    let push = vec2(
        (inner.left() - wanted.left()).max(0.0) - (wanted.right() - inner.right()).max(0.0),
        (inner.top() - wanted.top()).max(0.0),
    );
    let plate = wanted.translate(push);
    painter.rect_filled(plate, 4.0, theme::color(palette.plate));
    painter.galley(plate.min + vec2(6.0, 2.5), galley, Color32::PLACEHOLDER);
}
