//! Terms with a tooltip, which screen readers read as the description.

use eframe::egui::emath::GuiRounding;
use eframe::egui::text::CCursor;
use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{
    Galley, Label, Mesh, Pos2, Rect, Response, RichText, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2,
};

use super::find::terms_in;
use super::picture;
use super::term::Term;

/// Thickness of the line below a term, points.
const DOT: f32 = 1.0;
/// Width of a tooltip, points.
const WIDTH: f32 = 250.0;

/// Gives a widget the tooltip of a term, with a dotted line below the widget and the text as accessible description.
/// `more` is added to the text; it may be empty.
pub(in crate::app) fn explain(ui: &Ui, response: Response, term: Term, more: &str) -> Response {
    underline(ui, response.rect);
    describe(&response, &spoken(term, more));
    response.on_hover_ui(|ui| tooltip(ui, term, more))
}

/// A label in which every term of the glossary has a tooltip at its first place.
pub(in crate::app) fn label(ui: &mut Ui, label: Label) -> Response {
    let (at, galley, response) = label.layout_in_ui(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), galley.text()));
    if !ui.is_rect_visible(response.rect) {
        return response;
    }
    let color = ui.visuals().text_color();
    let terms = terms_in(galley.text());
    let places: Vec<_> = terms
        .iter()
        .filter_map(|(range, term)| Some((word_place(&galley, [range.start, range.end], at)?, *term)))
        .collect();
    if ui.style().interaction.selectable_labels {
        LabelSelectionState::label_text_selection(ui, &response, at, galley, color, Stroke::NONE);
    } else {
        ui.painter().galley(at, galley, color);
    }
    for (place, term) in places {
        underline(ui, place);
        let word = ui.interact(place, response.id.with(term as usize), Sense::hover());
        word.on_hover_ui(|ui| tooltip(ui, term, ""));
    }
    if !terms.is_empty() {
        let texts: Vec<_> = terms.iter().map(|(_, term)| spoken(*term, "")).collect();
        describe(&response, &texts.join(" "));
    }
    response
}

/// The content of a term's tooltip.
pub(in crate::app) fn tooltip(ui: &mut Ui, term: Term, more: &str) {
    ui.set_max_width(WIDTH);
    ui.label(RichText::new(term.title()).strong());
    ui.label(term.text());
    picture::show(ui, term);
    if !more.is_empty() {
        ui.weak(more);
    }
}

/// The dotted line below a term.
pub(in crate::app) fn underline(ui: &Ui, word: Rect) {
    if !ui.is_rect_visible(word) {
        return;
    }
    let color = ui.visuals().weak_text_color().gamma_multiply(0.8);
    let mut dots = Mesh::default();
    let mut x = word.left();
    while x + DOT <= word.right() {
        // Whole pixels, so that all dots look the same.
        let corner = pos2(x, word.bottom() - DOT).round_to_pixels(ui.pixels_per_point());
        dots.add_colored_rect(Rect::from_min_size(corner, Vec2::splat(DOT)), color);
        x += 3.0 * DOT;
    }
    ui.painter().add(Shape::mesh(dots));
}

fn spoken(term: Term, more: &str) -> String {
    format!("{}: {} {more}", term.title(), term.text()).trim_end().to_owned()
}

fn describe(response: &Response, text: &str) {
    if response.ctx.has_accesskit_node(response.id) {
        response.ctx.accesskit_node_builder(response.id, |node| node.set_description(text));
    }
}

/// The place of some characters of a text on screen. `None` when a line break divides them or they are cut off.
fn word_place(galley: &Galley, [from, to]: [usize; 2], at: Pos2) -> Option<Rect> {
    let cursor = |index, prefer_next_row| CCursor { prefer_next_row, ..CCursor::new(index) };
    let start = galley.pos_from_cursor(cursor(from, true));
    let end = galley.pos_from_cursor(cursor(to, false));
    let is_whole = start.top() >= end.top() && end.left() > start.left();
    is_whole.then(|| Rect::from_min_max(start.min, end.max).translate(at.to_vec2()))
}
