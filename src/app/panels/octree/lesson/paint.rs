//! The lesson with egui's painter.

use eframe::egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::model::{Glyph, Lesson, LessonRow};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::picture::{AXIS_COLORS, Palette};

/// Width of the names at the left with an empty value, and of each digit of a value in bits, points.
const NAMES: f32 = 92.0;
const DIGIT: f32 = 7.5;
/// The distance between rows, the distance before a row that begins a group, and the height of the headings, points.
const ROW: f32 = 12.0;
const GAP: f32 = 2.0;
const HEAD: f32 = 16.0;
/// Least and greatest width of a column, points. Three bits must fit, and digits must be close enough to read.
const COLUMN: [f32; 2] = [24.0, 48.0];

/// The places of the parts.
struct Places {
    rows: Vec<f32>,
    /// The x of the first column.
    names: f32,
    column: f32,
    size: eframe::egui::Vec2,
}

impl Places {
    fn of(lesson: &Lesson, width: f32) -> Self {
        let mut y = HEAD;
        let mut row = |row: &LessonRow| {
            y += if row.begins { GAP } else { 0.0 };
            let top = y;
            y += ROW;
            top
        };
        let rows: Vec<f32> = lesson.rows.iter().map(&mut row).collect();
        let digits = lesson.digits.max(1) as f32;
        let names = NAMES + DIGIT * digits;
        let column = ((width - names) / digits).clamp(COLUMN[0], COLUMN[1]);
        Self { rows, names, column, size: vec2(names + column * digits, y) }
    }

    fn glyph(&self, origin: Pos2, row: usize, glyph: Glyph) -> Pos2 {
        // z, y and x from the left, as in the code.
        let place = glyph.axis.map_or(0.5, |axis| (2.5 - axis as f32) / 3.0);
        let inner = self.column - 5.0;
        let x = self.names + self.column * glyph.digit as f32 + 2.5 + inner * place;
        origin + vec2(x, self.rows.get(row).copied().unwrap_or_default() + ROW / 2.0)
    }
}

pub(super) fn show(ui: &mut Ui, lesson: &Lesson, object: &str) {
    if lesson.rows.is_empty() {
        return;
    }
    let places = Places::of(lesson, ui.available_width());
    let scroll = eframe::egui::ScrollArea::horizontal().id_salt("bits");
    scroll.show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(places.size, Sense::hover());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Bits of {object}: {}", lesson.spoken())));
        paint(ui, rect, lesson, object, &places);
    });
}

fn paint(ui: &Ui, rect: Rect, lesson: &Lesson, object: &str, places: &Places) {
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter_at(rect);
    let (text, weak) = (ui.visuals().strong_text_color(), ui.visuals().weak_text_color());
    let bottom = rect.top() + places.rows.last().map_or(0.0, |top| top + ROW);
    let columns = |from: u32, to: u32| {
        let x = |digit: u32| rect.left() + places.names + places.column * digit as f32;
        Rect::from_min_max(pos2(x(from), rect.top()), pos2(x(to), bottom))
    };
    let band = |rect: Rect, color: Color32| {
        painter.rect_filled(rect.shrink2(vec2(1.0, 0.0)), 3.0, color.gamma_multiply(0.16));
    };
    if lesson.kept > 0 {
        band(columns(0, lesson.kept), theme::color(palette.selected));
    }
    if let Some(digit) = lesson.deciding {
        let column = columns(digit, digit + 1).shrink2(vec2(1.0, 0.0));
        let color = theme::color(palette.tone(Tone::Fail));
        band(column, color);
        painter.rect_stroke(column, 3.0, Stroke::new(1.5, color), StrokeKind::Inside);
    }
    let put = |at: Pos2, anchor, words: String, font: FontId, color| painter.text(at, anchor, words, font, color);
    let title = theme::one_line(ui, &format!("bits of {object}"), theme::small(), text, places.names - 8.0);
    painter.galley(rect.left_top(), title, text);
    for digit in 0..lesson.digits {
        let is_deciding = lesson.deciding == Some(digit);
        let color = if is_deciding { theme::text_color(ui.ctx(), Tone::Fail) } else { weak };
        let head = columns(digit, digit + 1).center_top() + vec2(0.0, 7.0);
        put(
            head,
            Align2::CENTER_CENTER,
            if is_deciding {
                if places.column > 36.0 { "differ" } else { "≠" }.to_owned()
            } else {
                (digit + 1).to_string()
            },
            theme::small(),
            color,
        );
    }
    for (i, row) in lesson.rows.iter().enumerate() {
        let y = rect.top() + places.rows[i] + ROW / 2.0;
        let axis = row.glyphs.first().and_then(|glyph| glyph.axis).filter(|_| !row.value.is_empty());
        let name = axis.map_or(weak, |axis| axis_color(axis, &palette));
        put(pos2(rect.left(), y), Align2::LEFT_CENTER, row.name.to_owned(), theme::small(), name);
        put(pos2(rect.left() + places.names - 6.0, y), Align2::RIGHT_CENTER, row.value.clone(), theme::small(), text);
        for glyph in &row.glyphs {
            let color = glyph.axis.map_or(text, |axis| axis_color(axis, &palette));
            // Ones are emphasised.
            let color = if glyph.axis.is_some() && glyph.value == 0 { color.gamma_multiply(0.5) } else { color };
            let at = places.glyph(rect.min, i, *glyph);
            put(at, Align2::CENTER_CENTER, glyph.value.to_string(), FontId::monospace(12.0), color);
        }
    }
}

/// The colour of an axis as text on a panel.
fn axis_color(axis: usize, palette: &Palette) -> Color32 {
    theme::color(palette.on_plate(AXIS_COLORS[axis % 3]))
}
