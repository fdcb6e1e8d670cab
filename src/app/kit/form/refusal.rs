//! The reason for a refused value, on a plate below its field and over the rows there, so that no field moves. The next
//! mouse press closes it.

use eframe::egui::{Align2, Area, Frame, Id, Label, Margin, Order, Rect, RichText, Ui, vec2};

use crate::app::kit::theme;
use crate::geometry::Tone;

/// The space that the plate needs below its field, points. If there is less, the plate is above the field.
const LEAST_BELOW: f32 = 60.0;

/// Shows the reason at a row of the form. Returns whether the user closed it.
pub(in crate::app) fn show(ui: &Ui, row: Rect, reason: &str) -> bool {
    let shown_since = Id::unique(("refusal", reason));
    let frame = ui.ctx().cumulative_frame_nr();
    let first = ui.data_mut(|data| *data.get_temp_mut_or_insert_with(shown_since, || frame));
    // The mouse press that left the field is in the frame in which the reason appears.
    if frame > first + 1 && ui.input(|i| i.pointer.any_pressed()) {
        ui.data_mut(|data| data.remove::<u64>(shown_since));
        return true;
    }
    if !ui.clip_rect().intersects(row) {
        return false;
    }
    let color = theme::text_color(ui.ctx(), Tone::Fail);
    let window = ui.ctx().content_rect();
    let is_below = row.bottom() + LEAST_BELOW < window.bottom();
    let (pivot, at) = if is_below {
        (Align2::LEFT_TOP, row.left_bottom() + vec2(0.0, 2.0))
    } else {
        (Align2::LEFT_BOTTOM, row.left_top() - vec2(0.0, 2.0))
    };
    let area = Area::new(ui.scope_id().with("refusal")).order(Order::Foreground).pivot(pivot);
    // A press goes to the widget below it.
    let area = area.movable(false).interactable(false);
    area.fixed_pos(at).constrain_to(window).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).inner_margin(Margin::symmetric(8, 5)).stroke((1.0, color)).show(ui, |ui| {
            ui.set_max_width((row.width() - 18.0).max(120.0));
            ui.add(Label::new(RichText::new(format!("✖ {}", theme::quoted(reason))).small().color(color)).wrap());
        });
    });
    false
}
