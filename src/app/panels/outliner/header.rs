//! The header of a section of the outliner.

use eframe::egui::{Align2, FontId, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::line;
use super::line::ROW;
use crate::app::kit::theme;

/// The header of a section, with its number of rows. A click expands or collapses the section.
pub(super) fn show(ui: &mut Ui, title: &str, count: &str, is_open: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, title));
    let visuals = ui.style().interact(&response);
    let middle = pos2(rect.left() + 8.0, rect.center().y);
    ui.painter().text(middle, Align2::CENTER_CENTER, line::arrow(is_open), theme::small(), visuals.fg_stroke.color);
    let strong = FontId::proportional(12.5);
    let color = ui.visuals().strong_text_color();
    ui.painter().text(middle + vec2(10.0, 0.0), Align2::LEFT_CENTER, title, strong, color);
    let end = rect.right_center() - vec2(6.0, 0.0);
    ui.painter().text(end, Align2::RIGHT_CENTER, count, theme::small(), ui.visuals().weak_text_color());
    response
}
