//! One line of the list.

use eframe::egui::{AsIdSalt, FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme;
use crate::geometry::Tone;

/// Height of a row in points.
pub(super) const ROW: f32 = 21.0;
/// Where words begin, points from the left.
const INDENT: f32 = 26.0;

/// What a row says.
pub(super) struct Row<'a> {
    pub(super) symbol: &'a str,
    pub(super) tone: Tone,
    pub(super) words: &'a str,
    /// File, line and column; or nothing.
    pub(super) place: &'a str,
    /// What a click does; nothing for a row that leads nowhere.
    pub(super) help: Option<&'a str>,
    pub(super) is_selected: bool,
}

/// Where a row stands in a list of them.
pub(super) fn place(list: Rect, row: usize) -> Rect {
    Rect::from_min_size(list.left_top() + vec2(0.0, row as f32 * ROW), vec2(list.width(), ROW))
}

impl Row<'_> {
    /// Paints it; `id` tells it from the others. Says whether it was clicked.
    pub(super) fn show(&self, ui: &Ui, place: Rect, id: impl AsIdSalt) -> bool {
        let sense = if self.help.is_some() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(place, ui.scope_id().with(id), sense);
        let spoken =
            if self.place.is_empty() { self.words.to_owned() } else { format!("{}, {}", self.words, self.place) };
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, self.is_selected, &spoken));
        let is_cut = self.paint(ui, place, &response);
        let help = match (is_cut, self.help) {
            (true, Some(help)) => format!("{}\n{help}", self.words),
            (true, None) => self.words.to_owned(),
            (false, help) => help.unwrap_or_default().to_owned(),
        };
        let response = if help.is_empty() { response } else { response.on_hover_text(help) };
        response.clicked()
    }

    /// Says whether words had to be cut.
    fn paint(&self, ui: &Ui, rect: Rect, response: &Response) -> bool {
        let visuals = ui.visuals();
        if self.is_selected {
            ui.painter().rect_filled(rect, 3.0, visuals.selection.bg_fill);
        } else if response.hovered() && self.help.is_some() {
            ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
        }
        let text = if self.is_selected { visuals.selection.stroke.color } else { visuals.text_color() };
        let weak = if self.is_selected { text } else { visuals.weak_text_color() };
        let tone = theme::text_color(ui.ctx(), self.tone);
        let middle = rect.center().y;
        let symbol = theme::one_line(ui, self.symbol, FontId::proportional(12.0), tone, INDENT);
        ui.painter().galley(pos2(rect.left() + 8.0, middle - symbol.size().y / 2.0), symbol, tone);
        let most = (rect.width() * 0.4).max(20.0);
        let file = theme::one_line(ui, self.place, FontId::monospace(11.5), weak, most);
        let from = rect.right() - 6.0 - file.size().x;
        let room = from - 10.0 - rect.left() - INDENT;
        ui.painter().galley(pos2(from, middle - file.size().y / 2.0), file, weak);
        let words = theme::one_line(ui, self.words, FontId::proportional(13.0), text, room);
        let is_cut = words.elided;
        ui.painter().galley(pos2(rect.left() + INDENT, middle - words.size().y / 2.0), words, text);
        is_cut
    }
}
