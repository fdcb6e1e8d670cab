//! One row of the outliner: symbol, name, answer, the padlock of a locked item, and the eye that hides the item.

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};

use super::swatch::Swatch;
use crate::app::kit::glossary::Term;
use crate::app::kit::keys::Left;
use crate::app::kit::{glossary, keys, theme};
use crate::geometry::Tone;

/// Height of a row in points.
pub(super) const ROW: f32 = 22.0;

/// Width of the eye at the right, points.
const EYE: f32 = 22.0;
/// Width of the padlock beside the eye, points.
const LOCK: f32 = 16.0;
/// The x of names, points from the left.
const INDENT: f32 = 32.0;
/// The indentation of models, which leaves room for their arrow, points.
pub(super) const MODEL: f32 = 5.0;
/// The indentation of parts of models, points.
pub(super) const PART: f32 = 18.0;
/// The further indentation of a row for each group above it, points.
const STEP: f32 = 10.0;
/// The most groups that indent a row: a row further down has the same place, so that names keep room.
const MOST_STEPS: u8 = 8;
/// The x of the arrow that expands a row without indentation, points from the left.
const ARROW: f32 = 10.0;

/// The further indentation of a row with this number of groups above it, points.
pub(super) fn step(depth: u32) -> f32 {
    STEP * f32::from(u8::try_from(depth).map_or(MOST_STEPS, |depth| depth.min(MOST_STEPS)))
}

/// The arrow of a row that can be expanded.
pub(super) fn arrow(is_open: bool) -> &'static str {
    if is_open { "⏷" } else { "⏵" }
}

/// The contents of a row.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct RowLine<'a> {
    /// The symbol at the left, in the colour of the tone.
    pub(super) symbol: &'a str,
    pub(super) tone: Tone,
    pub(super) name: &'a str,
    /// The name of the item's model, with which its own name begins; may be empty.
    pub(super) model: &'a str,
    /// The kind of a row that is no item, as screen readers say it; may be empty.
    pub(super) kind: &'a str,
    /// A number that distinguishes rows of one name.
    pub(super) salt: usize,
    /// A picture in place of the symbol.
    pub(super) swatch: Option<&'a Swatch>,
    /// The indentation, points.
    pub(super) shift: f32,
    /// Whether the row is expanded; `None` without parts.
    pub(super) fold: Option<bool>,
    /// The answer, at the right; may be empty.
    pub(super) word: &'a str,
    /// The detail after the word, shown if it fits completely; may be empty.
    pub(super) detail: &'a str,
    /// The glossary term of the word.
    pub(super) term: Option<Term>,
    /// Whether the exact answer differs.
    pub(super) warns: bool,
    pub(super) choice: RowChoice,
    /// Whether the item is hidden.
    pub(super) is_hidden: bool,
    /// Whether the item is locked.
    pub(super) is_locked: bool,
    /// Whether the item is under the pointer in the 3D view.
    pub(super) is_pointed: bool,
    /// Whether the cursor of the keyboard is at the row.
    pub(super) has_cursor: bool,
}

/// How a row is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowChoice {
    #[default]
    Not,
    /// Selected for the answer that is shown. Commands do not change it, so the row has an outline and is not filled.
    Shown,
    /// Selected, and changed by commands.
    Selected,
    /// The active item, to which keys and menus apply.
    Active,
}

/// The user's input on a row.
pub(super) struct RowInput {
    pub(super) response: Response,
    pub(super) is_eye_clicked: bool,
    pub(super) is_lock_clicked: bool,
    pub(super) is_fold_clicked: bool,
}

/// The state of a name that is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    Editing,
    Entered,
    Left,
    Cancelled,
}

impl RowLine<'_> {
    /// Shows the row.
    pub(super) fn show(&self, ui: &mut Ui, help: &str) -> RowInput {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let parts = [
            self.name,
            self.kind,
            self.word,
            if self.warns { "exact differs" } else { "" },
            if self.is_hidden { "hidden" } else { "" },
            if self.is_locked { "locked" } else { "" },
        ];
        let spoken = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, self.is_selected(), &spoken));
        let eye = self.eye(ui, rect);
        let fold = self.fold.map(|is_open| self.fold(ui, rect, is_open));
        let is_hovered = response.hovered() || eye.hovered() || response.context_menu_opened();
        self.paint_back(ui, rect, is_hovered || self.is_pointed);
        let lock = self.is_locked.then(|| self.lock(ui, rect));
        if self.is_hidden || self.is_selected() || is_hovered {
            self.paint_eye(ui, &eye);
        }
        if let (Some(fold), Some(is_open)) = (&fold, self.fold) {
            let color = if fold.hovered() { ui.visuals().strong_text_color() } else { self.text_color(ui) };
            let middle = pos2(rect.left() + self.arrow_x(), rect.center().y);
            ui.painter().text(middle, Align2::CENTER_CENTER, arrow(is_open), theme::small(), color);
        }
        let is_fold_clicked = fold.is_some_and(|fold| fold.on_hover_text("Expand or collapse").clicked());
        let (is_cut, word) = self.paint_texts(ui, rect);
        let help = if is_cut || !self.model.is_empty() { format!("{}\n{help}", self.name) } else { help.to_owned() };
        let eye_help = match (self.is_hidden, self.kind.is_empty()) {
            (true, true) => "Show this item (H)",
            (false, true) => "Hide this item (H). Its answers are still computed.",
            (true, false) => "Show these parts",
            (false, false) => "Hide these parts. Their answers are still computed.",
        };
        let is_eye_clicked = eye.on_hover_text(eye_help).clicked();
        let lock_help = "Unlock this item: it can be selected and moved in the 3D view again (Ctrl+L)";
        let is_lock_clicked = lock.is_some_and(|lock| lock.on_hover_text(lock_help).clicked());
        let pointed = response.hover_pos().and(ui.input(|i| i.pointer.hover_pos()));
        let response = match self.term.filter(|_| pointed.is_some_and(|pointer| word.contains(pointer))) {
            Some(term) => response.on_hover_ui(|ui| glossary::tooltip(ui, term, &help)),
            None => response.on_hover_text(help),
        };
        if self.term.is_some() && (self.is_selected() || is_hovered) {
            glossary::underline(ui, word);
        }
        RowInput { response, is_eye_clicked, is_lock_clicked, is_fold_clicked }
    }

    /// The row with a text field in place of the name. `refusal` is the reason why the text cannot be a name.
    pub(super) fn name_field(&self, ui: &mut Ui, text: &mut String, is_new: bool, refusal: Option<&str>) -> Naming {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        ui.painter().text(
            pos2(rect.left() + 20.0 + self.shift, rect.center().y),
            Align2::CENTER_CENTER,
            self.symbol,
            FontId::proportional(12.0),
            ui.visuals().weak_text_color(),
        );
        let left = rect.left() + INDENT + self.shift - 6.0;
        let place = Rect::from_min_max(pos2(left, rect.top() + 1.0), rect.max - vec2(2.0, 1.0));
        let mut field = TextEdit::singleline(text).id_salt("name of a row").margin(vec2(4.0, 2.0));
        if refusal.is_some() {
            field = field.text_color(theme::text_color(ui.ctx(), Tone::Fail));
        }
        let response = ui.put(place, field.desired_width(place.width())).accessible_name("Name");
        if is_new {
            response.request_focus();
            let mut state = TextEdit::load_state(ui.ctx(), response.id).unwrap_or_default();
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
            state.cursor.set_char_range(Some(all));
            state.store(ui.ctx(), response.id);
            return Naming::Editing;
        }
        if let Some(reason) = refusal {
            response.show_tooltip_ui(|ui| {
                ui.colored_label(theme::text_color(ui.ctx(), Tone::Fail), format!("✖ {reason}"));
            });
        }
        match keys::left(&response) {
            None if response.has_focus() => Naming::Editing,
            Some(Left::Entered) => Naming::Entered,
            Some(Left::Escaped) => Naming::Cancelled,
            _ => Naming::Left,
        }
    }

    fn is_selected(&self) -> bool {
        self.choice != RowChoice::Not
    }

    /// Whether the row has the colours of the selection.
    fn is_filled(&self) -> bool {
        matches!(self.choice, RowChoice::Selected | RowChoice::Active)
    }

    /// The displayed name.
    fn title(&self) -> &str {
        let rest = self.name.strip_prefix(self.model).and_then(|rest| rest.strip_prefix('/'));
        rest.filter(|_| !self.model.is_empty()).unwrap_or(self.name)
    }

    /// The x of the arrow, points from the left. A model has the arrow of a row without indentation.
    fn arrow_x(&self) -> f32 {
        ARROW + (self.shift - MODEL).max(0.0)
    }

    /// The area that expands and collapses the row.
    fn fold(&self, ui: &Ui, row: Rect, is_open: bool) -> Response {
        let middle = row.left() + self.arrow_x();
        let rect =
            Rect::from_min_max(pos2((middle - 16.0).max(row.left()), row.top()), pos2(middle + 6.0, row.bottom()));
        let response = ui.interact(rect, ui.scope_id().with(("fold", self.name, self.salt)), Sense::click());
        let name = format!("Parts of {}", self.name);
        response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, &name));
        response
    }

    /// The area that hides and shows the item.
    fn eye(&self, ui: &Ui, row: Rect) -> Response {
        let rect = Rect::from_min_max(pos2(row.right() - EYE, row.top()), row.max);
        let response = ui.interact(rect, ui.scope_id().with(("eye", self.name, self.salt)), Sense::click());
        let name = format!("Draw {}", self.name);
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !self.is_hidden, &name));
        response
    }

    /// A padlock, which unlocks the item.
    fn lock(&self, ui: &Ui, row: Rect) -> Response {
        let right = row.right() - EYE;
        let rect = Rect::from_min_max(pos2(right - LOCK, row.top()), pos2(right, row.bottom()));
        let response = ui.interact(rect, ui.scope_id().with(("lock", self.name, self.salt)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Unlock {}", self.name)));
        let color = if response.hovered() { ui.visuals().strong_text_color() } else { self.text_color(ui) };
        let middle = rect.center();
        let body = Rect::from_min_max(middle + vec2(-4.5, -0.5), middle + vec2(4.5, 6.0));
        ui.painter().rect_filled(body, 1.0, color);
        let shackle = |i: u8| {
            let (sine, cosine) = libm::sincosf(std::f32::consts::PI * f32::from(i) / 8.0);
            middle + vec2(-3.0 * cosine, -1.5 - 4.0 * sine)
        };
        let shackle = std::iter::once(middle + vec2(-3.0, 0.0)).chain((0..=8).map(shackle));
        let shackle = shackle.chain([middle + vec2(3.0, 0.0)]).collect();
        ui.painter().line(shackle, Stroke::new(1.4, color));
        response
    }

    /// An open eye, or a crossed-out one.
    fn paint_eye(&self, ui: &Ui, response: &Response) {
        let visuals = ui.visuals();
        let color = match (response.hovered(), self.is_filled()) {
            (true, _) => visuals.strong_text_color(),
            (false, true) => self.text_color(ui),
            (false, false) => visuals.weak_text_color(),
        };
        let middle = response.rect.center();
        let stroke = Stroke::new(1.2, color);
        let lid = |height: f32| {
            let along = |i: u8| {
                let x = f32::from(i) / 8.0 * 2.0 - 1.0;
                middle + vec2(x * 6.5, (1.0 - x * x) * height)
            };
            (0..=8).map(along).collect::<Vec<_>>()
        };
        ui.painter().line(lid(-4.2), stroke);
        ui.painter().line(lid(4.2), stroke);
        ui.painter().circle_filled(middle, 1.9, color);
        if self.is_hidden {
            ui.painter().line_segment([middle + vec2(-5.5, 5.0), middle + vec2(5.5, -5.0)], stroke);
        }
    }

    fn text_color(&self, ui: &Ui) -> Color32 {
        let visuals = ui.visuals();
        match (self.is_filled(), self.is_hidden) {
            (true, _) => visuals.selection.stroke.color,
            (false, true) => visuals.weak_text_color(),
            (false, false) => visuals.text_color(),
        }
    }

    fn paint_back(&self, ui: &Ui, rect: Rect, is_hovered: bool) {
        let visuals = ui.visuals();
        theme::row_back(ui, rect, self.is_filled(), is_hovered);
        let outline = |inside: f32, stroke: Stroke| {
            ui.painter().rect_stroke(rect.shrink(inside), 3.0, stroke, StrokeKind::Inside);
        };
        if self.choice == RowChoice::Shown {
            outline(0.0, Stroke::new(1.0, visuals.selection.bg_fill));
        }
        if self.has_cursor {
            outline(1.0, Stroke::new(1.0, self.text_color(ui)));
        }
        if self.choice == RowChoice::Active {
            let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            ui.painter().rect_filled(bar, 1.5, visuals.selection.stroke.color);
        }
    }

    /// Returns whether the name was cut, and the place of the word.
    fn paint_texts(&self, ui: &Ui, rect: Rect) -> (bool, Rect) {
        let text = self.text_color(ui);
        let tone = match self.tone {
            Tone::Note if self.is_filled() => text,
            Tone::Note => ui.visuals().weak_text_color(),
            tone if self.is_filled() => theme::text_color_on_selection(ui.ctx(), tone),
            tone => theme::text_color(ui.ctx(), tone),
        };
        let middle = rect.center().y;
        let symbol = pos2(rect.left() + 20.0 + self.shift, middle);
        if let Some(swatch) = self.swatch {
            swatch.paint(ui, symbol);
        } else {
            ui.painter().text(symbol, Align2::CENTER_CENTER, self.symbol, FontId::proportional(12.0), tone);
        }
        let mut right = rect.right() - EYE - 2.0 - if self.is_locked { LOCK } else { 0.0 };
        if self.warns {
            let purple = theme::text_color(ui.ctx(), Tone::Exact);
            let font = FontId::proportional(12.0);
            right = ui.painter().text(pos2(right, middle), Align2::RIGHT_CENTER, "⚠", font, purple).left() - 5.0;
        }
        // A long word, such as another object's name, leaves half of the row to the name.
        let most = (rect.width() * 0.5).max(20.0);
        let word = theme::one_line(ui, self.word, theme::small(), tone, most);
        let left = rect.left() + INDENT + self.shift;
        let name_font = TextStyle::Body.resolve(ui.style());
        if !self.detail.is_empty() && !word.elided {
            let line = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, tone);
            let detail = line(&format!(", {}", self.detail), theme::small());
            let name = line(self.title(), name_font.clone());
            if left + name.size().x + 8.0 + word.size().x + detail.size().x <= right {
                right -= detail.size().x;
                ui.painter().galley(pos2(right, middle - detail.size().y / 2.0), detail, tone);
            }
        }
        let word_place = Rect::from_min_size(pos2(right - word.size().x, middle - word.size().y / 2.0), word.size());
        let name = theme::one_line(ui, self.title(), name_font, text, word_place.left() - 8.0 - left);
        let name_place = pos2(left, middle - name.size().y / 2.0);
        let is_cut = name.elided;
        ui.painter().galley(word_place.min, word, tone);
        ui.painter().galley(name_place, name, text);
        (is_cut, word_place)
    }
}
