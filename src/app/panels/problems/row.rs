//! One row: a symbol, a text, and a location at the right.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{AsIdSalt, FontId, Galley, Rect, Response, Role, Sense, TextFormat, Ui, WidgetInfo, pos2, vec2};

use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;

/// Height of a row of one line, points.
pub(super) const ROW: f32 = 21.0;
/// Height of a line that follows in a row, points.
const LINE: f32 = 16.0;
/// The width of a list below which its rows have two lines, points.
const TWO_LINES: f32 = 480.0;
/// The x of the text, points from the left.
pub(super) const INDENT: f32 = 26.0;
/// The gap between the text and the location, and between the location and the border, points.
const GAP: f32 = 12.0;
const BORDER: f32 = 6.0;

/// The contents of a row.
pub(super) struct ProblemRow<'a> {
    pub(super) symbol: &'a str,
    pub(super) tone: Tone,
    pub(super) words: &'a str,
    /// File, line and column; may be empty.
    pub(super) place: &'a str,
    /// The effect of a click; `None` for a row without an effect.
    pub(super) help: Option<&'a str>,
    pub(super) is_selected: bool,
}

/// The height of the rows of a list of this width, points: of two lines in a narrow one.
pub(super) fn height(width: f32) -> f32 {
    if width < TWO_LINES { ROW + LINE } else { ROW }
}

/// The place of a row in a list whose rows have the same [`height`].
pub(super) fn place(list: Rect, row: usize) -> Rect {
    let height = height(list.width());
    Rect::from_min_size(list.left_top() + vec2(0.0, row as f32 * height), vec2(list.width(), height))
}

impl ProblemRow<'_> {
    /// Adds a row with as many lines as its text needs. Returns whether it was clicked.
    pub(super) fn add(&self, ui: &mut Ui, id: impl AsIdSalt) -> bool {
        let words = self.words(ui, ui.available_width(), usize::MAX);
        let height = (words.size().y + 5.0).max(ROW);
        let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        self.show(ui, place, id, words).clicked()
    }

    /// Draws a row at a given place, cut where it is too long for its height. Returns whether it was clicked.
    pub(super) fn put(&self, ui: &Ui, place: Rect, id: impl AsIdSalt) -> bool {
        self.respond(ui, place, id).clicked()
    }

    /// The same with its response.
    pub(super) fn respond(&self, ui: &Ui, place: Rect, id: impl AsIdSalt) -> Response {
        let most_lines = if place.height() > ROW { 2 } else { 1 };
        self.show(ui, place, id, self.words(ui, place.width(), most_lines))
    }

    fn show(&self, ui: &Ui, place: Rect, id: impl AsIdSalt, words: Arc<Galley>) -> Response {
        let sense = if self.help.is_some() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(place, ui.scope_id().with(id), sense);
        let spoken =
            if self.place.is_empty() { self.words.to_owned() } else { format!("{}, {}", self.words, self.place) };
        let spoken = escape::shown(&spoken).into_owned();
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, self.is_selected, &spoken));
        let cut = words.elided.then(|| escape::shown(self.words));
        self.paint(ui, place, &response, words);
        let help = cut.as_deref().into_iter().chain(self.help).collect::<Vec<_>>().join("\n");
        if help.is_empty() { response } else { response.on_hover_text(help) }
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response, words: Arc<Galley>) {
        let visuals = ui.visuals();
        theme::row_back(ui, rect, self.is_selected, response.hovered() && self.help.is_some());
        let text = if self.is_selected { visuals.selection.stroke.color } else { visuals.text_color() };
        let tone = theme::text_color(ui.ctx(), self.tone);
        let first_line = rect.top() + ROW / 2.0;
        let symbol = theme::one_line(ui, self.symbol, FontId::proportional(12.0), tone, INDENT);
        ui.painter().galley(pos2(rect.left() + 8.0, first_line - symbol.size().y / 2.0), symbol, tone);
        let file = self.file(ui, rect.width());
        let from = rect.right() - BORDER - file.size().x;
        ui.painter().galley(pos2(from, first_line - file.size().y / 2.0), file, text);
        let line = words.size().y / words.rows.len().max(1) as f32;
        ui.painter().galley(pos2(rect.left() + INDENT, first_line - line / 2.0), words, text);
    }

    fn words(&self, ui: &Ui, width: f32, most_lines: usize) -> Arc<Galley> {
        let room = width - INDENT - GAP - BORDER - self.file(ui, width).size().x;
        let color = if self.is_selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
        let format = TextFormat::simple(FontId::proportional(13.0), color);
        let mut job = LayoutJob::single_section(escape::shown(self.words).into_owned(), format);
        job.wrap = TextWrapping { max_width: room.max(40.0), max_rows: most_lines, ..TextWrapping::default() };
        job.wrap.break_anywhere = most_lines == 1;
        ui.painter().layout_job(job)
    }

    fn file(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        let visuals = ui.visuals();
        let color = if self.is_selected { visuals.selection.stroke.color } else { visuals.weak_text_color() };
        theme::one_line(ui, self.place, FontId::monospace(11.5), color, (width * 0.4).max(20.0))
    }
}
