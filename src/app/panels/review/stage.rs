//! The pictures of the shown capture: side by side, one swiped over the other, both alternately, or their difference.

use eframe::egui::{
    Button, Color32, Label, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::open::Open;
use super::pictures::ShownPicture;
use crate::app::command::table::review::ReviewLook;
use crate::app::command::{self, Commands, ReviewCommand};
use crate::app::kit::theme;
use crate::app::view::viewport::BLINK;
use crate::check::review::ReviewSide;

/// The gap between two pictures, points.
const GAP: f32 = 8.0;
/// The largest factor by which small pictures are enlarged.
const LARGEST_SCALE: f32 = 4.0;

/// Shows the buttons of the looks, and the pictures below, in this height.
pub(super) fn show(ui: &mut Ui, open: &mut Open, commands: &mut Commands, height: f32) {
    let (_, capture) = open.current();
    if open.baseline(capture).is_none_or(crate::check::results::BaselineResult::is_answers) {
        return;
    }
    let bottom = ui.cursor().top() + height;
    ui.horizontal_wrapped(|ui| {
        for look in ReviewLook::ALL {
            let button = Button::selectable(open.look == look, look.word());
            command::button(ui, button, look.word(), ReviewCommand::Look(look), commands);
        }
        let button = Button::selectable(open.is_full_size, "Full size");
        command::button(ui, button, "Full size", ReviewCommand::FullSize, commands);
        if open.pictures.is_reading() {
            ui.spinner();
            ui.weak("Reading the pictures …");
        }
    });
    for side in [ReviewSide::Before, ReviewSide::After, ReviewSide::Difference] {
        if let Some(Err(reason)) = open.pictures.shown(side) {
            theme::failure(ui, &format!("{}: {reason}", word(open, side)));
        }
    }
    let sides: &[ReviewSide] = match open.look {
        ReviewLook::Difference if open.pictures.has_difference() => &[ReviewSide::Difference],
        ReviewLook::Swipe | ReviewLook::Blink if open.pictures.has_pair() => &[ReviewSide::Before],
        _ => &[ReviewSide::Before, ReviewSide::After],
    };
    let shown = |side: &ReviewSide| open.pictures.shown(*side).and_then(Result::ok).map(|shown| (*side, shown));
    let shown: Vec<(ReviewSide, &ShownPicture)> = sides.iter().filter_map(shown).collect();
    if shown.is_empty() {
        return;
    }
    let (columns, largest) = (shown.len() as f32, shown.iter().fold(Vec2::ZERO, |most, (_, one)| most.max(one.size)));
    let label = ui.text_style_height(&eframe::egui::TextStyle::Body) + 2.0;
    let height = (bottom - ui.cursor().top()).max(80.0);
    // The heights of the label above and of the pixel of border around.
    let room =
        vec2(ui.available_width() - GAP * (columns - 1.0) - 2.0, height - label - ui.spacing().item_spacing.y - 4.0);
    let scale = scale(largest, vec2(room.x / columns, room.y), ui.pixels_per_point(), open.is_full_size);
    let border = ScrollArea::both().id_salt("pictures").max_height(height).auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let mut border = None;
            for (side, one) in shown {
                ui.vertical(|ui| {
                    let size = one.size * scale;
                    ui.set_width(size.x);
                    border = pictures(ui, open, side, one, size).or(border);
                });
            }
            border
        })
        .inner
    });
    if let Some(border) = border.inner {
        open.border = border;
    }
}

/// The label of a picture, and the picture. In the looks of two pictures the other one is drawn over it. Returns the
/// position to which the pointer has moved the border between the two.
fn pictures(ui: &mut Ui, open: &Open, of: ReviewSide, one: &ShownPicture, size: Vec2) -> Option<f32> {
    let after = open.pictures.shown(ReviewSide::After).and_then(Result::ok).filter(|_| of == ReviewSide::Before);
    let after = after.filter(|_| open.pictures.has_pair());
    let is_after = open.look == ReviewLook::Blink && after.is_some() && {
        ui.ctx().request_repaint_after_secs(BLINK);
        ui.input(|i| i.time).rem_euclid(2.0 * f64::from(BLINK)) >= f64::from(BLINK)
    };
    let is_swiped = open.look == ReviewLook::Swipe && after.is_some();
    let words = match open.look {
        ReviewLook::Swipe if is_swiped && open.is_unstable() => {
            "Left: first drawing. Right: second drawing. Move the pointer over the picture."
        }
        ReviewLook::Swipe if is_swiped => "Left: before. Right: after. Move the pointer over the picture.",
        ReviewLook::Blink if is_after => word(open, ReviewSide::After),
        _ => word(open, of),
    };
    ui.add(Label::new(RichText::new(words).weak()).truncate());
    let (rect, response) =
        ui.allocate_exact_size(size, if is_swiped { Sense::click_and_drag() } else { Sense::hover() });
    let name = if is_after { word(open, ReviewSide::After) } else { word(open, of) };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name} picture")));
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    let painter = ui.painter();
    match after {
        Some(after) if is_after => drop(painter.image(after.texture.id(), rect, whole, Color32::WHITE)),
        _ => drop(painter.image(one.texture.id(), rect, whole, Color32::WHITE)),
    }
    let mut moved = None;
    if let Some(after) = after.filter(|_| is_swiped) {
        moved = response.hover_pos().map(|at| ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0));
        let border = moved.unwrap_or(open.border);
        let at = rect.left() + border * rect.width();
        let part = whole.with_min_x(border);
        painter.image(after.texture.id(), rect.with_min_x(at), part, Color32::WHITE);
        painter.vline(at, rect.y_range(), Stroke::new(2.0, ui.visuals().selection.stroke.color));
    }
    painter.rect_stroke(rect, 0.0, line, eframe::egui::StrokeKind::Outside);
    moved
}

/// The name of a side. An unstable picture has two drawings in place of a baseline and a capture.
fn word(open: &Open, side: ReviewSide) -> &'static str {
    match side {
        ReviewSide::Before if open.is_unstable() => "First drawing",
        ReviewSide::After if open.is_unstable() => "Second drawing",
        ReviewSide::Before => "Before",
        ReviewSide::After => "After",
        ReviewSide::Difference => "Difference",
    }
}

/// The number of points for each pixel of the picture, so that it fits, or so that each pixel is one of the screen.
fn scale(picture: Vec2, room: Vec2, pixels_per_point: f32, is_full_size: bool) -> f32 {
    let pixel = 1.0 / pixels_per_point;
    if is_full_size || picture.x < 1.0 || picture.y < 1.0 {
        return pixel;
    }
    let fit = (room.x / picture.x).min(room.y / picture.y).max(0.01);
    // With a whole factor no pattern appears.
    if fit >= pixel { pixel * (fit / pixel).floor().min(LARGEST_SCALE) } else { fit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "these numbers are exact")]
    fn a_picture_fits_or_has_its_own_pixels() {
        let room = vec2(500.0, 300.0);
        assert_eq!(scale(vec2(1000.0, 500.0), room, 1.0, false), 0.5);
        assert_eq!(scale(vec2(1000.0, 500.0), room, 2.0, true), 0.5);
        assert_eq!(scale(vec2(200.0, 100.0), room, 1.0, false), 2.0);
        assert_eq!(scale(vec2(10.0, 10.0), room, 1.0, false), LARGEST_SCALE);
        assert_eq!(scale(vec2(0.0, 0.0), room, 1.0, false), 1.0);
    }
}
