//! The card of a lesson: its picture, its name, a line about it, and how much of it is done.

use std::sync::Arc;

use eframe::egui::{
    Align2, CornerRadius, FontId, Image, Rect, Response, Role, Sense, StrokeKind, TextureHandle, Ui, Vec2, WidgetInfo,
    vec2,
};

use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::workspace::LessonProgress;

/// Size of a picture, points.
pub(super) const PICTURE: Vec2 = vec2(216.0, 121.5);
/// Height of the name and the line below a picture, points.
const WORDS: f32 = 52.0;
/// Height of a card without a picture, points.
const WITHOUT_PICTURE: f32 = 62.0;

/// The picture of a card.
#[derive(Clone, Copy)]
pub(super) enum CardPicture<'t> {
    /// The card has no picture.
    None,
    /// It is not drawn yet. The card has its size.
    Waiting,
    Shown(&'t TextureHandle),
}

/// A card.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    /// What it is about, or why it cannot be opened.
    pub(super) words: &'a str,
    /// What was done of it; `None` before its first step was shown.
    pub(super) done: Option<&'a LessonProgress>,
    /// Whether it cannot be opened.
    pub(super) error: bool,
}

impl Card<'_> {
    /// Shows the card.
    pub(super) fn show(&self, ui: &mut Ui, picture: CardPicture) -> Response {
        let has_picture = !matches!(picture, CardPicture::None);
        let size = if has_picture { PICTURE + vec2(0.0, WORDS) } else { vec2(PICTURE.x, WITHOUT_PICTURE) };
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let badge = self.badge(theme::palette(ui.ctx()).symbol(Tone::Pass));
        let spoken = format!(
            "{}: {}{}",
            self.name,
            self.words,
            badge.as_ref().map_or(String::new(), |words| format!(", {words}"))
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, !self.error, &spoken));
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let framed = if has_picture { Rect::from_min_size(rect.min, PICTURE) } else { rect };
        if let CardPicture::Shown(texture) = picture {
            Image::new(texture).corner_radius(4).paint_at(ui, framed);
        }
        let visuals = ui.style().interact(&response);
        let is_active = response.hovered() || response.has_focus();
        let edge = if is_active { ui.visuals().selection.stroke } else { visuals.bg_stroke };
        if !matches!(picture, CardPicture::Shown(_)) {
            ui.painter().rect_filled(framed, CornerRadius::same(4), ui.visuals().widgets.inactive.weak_bg_fill);
        }
        ui.painter().rect_stroke(framed, CornerRadius::same(4), edge, StrokeKind::Inside);
        let (strong, usual) = (ui.visuals().strong_text_color(), ui.visuals().text_color());
        let usual = if self.error { theme::text_color(ui.ctx(), Tone::Fail) } else { usual };
        let inset = if has_picture { vec2(2.0, PICTURE.y + 4.0) } else { vec2(8.0, 6.0) };
        let mut place = rect.min + inset;
        for (words, size, color) in [(self.name, 13.0, strong), (self.words, 11.5, usual)] {
            let text =
                ui.painter().layout(words.to_owned(), FontId::proportional(size), color, rect.width() - 2.0 * inset.x);
            ui.painter().galley(place, Arc::clone(&text), color);
            place.y += text.size().y;
        }
        if let Some(badge) = badge {
            self.paint_badge(ui, framed, &badge);
        }
        response
    }

    /// How much of it is done, in words.
    fn badge(&self, check: &str) -> Option<String> {
        let done = self.done?;
        let right = done.right.len();
        Some(match (done.is_done(), right) {
            (true, 0) => format!("{check} done"),
            (true, right) => format!("{check} done, {right} right"),
            (false, _) => format!("{} of {} steps", done.done.len(), done.steps),
        })
    }

    fn paint_badge(&self, ui: &Ui, framed: Rect, words: &str) {
        let is_done = self.done.is_some_and(LessonProgress::is_done);
        let palette = theme::palette(ui.ctx());
        let color = if is_done { theme::text_color(ui.ctx(), Tone::Pass) } else { theme::color(palette.text) };
        let galley = ui.painter().layout_no_wrap(words.to_owned(), FontId::proportional(11.0), color);
        let place = Align2::RIGHT_BOTTOM.anchor_size(framed.right_bottom() - vec2(5.0, 5.0), galley.size());
        ui.painter().rect_filled(place.expand2(vec2(4.0, 2.0)), 3.0, theme::color(palette.plate));
        ui.painter().galley(place.min, galley, color);
    }
}
