//! Rows of the inspector: a label at the left, and the values at the right.

use std::sync::Arc;

use eframe::egui::{
    Button, Checkbox, CursorIcon, DragValue, InnerResponse, Label, Rect, RichText, Role, ScrollArea, Sense, TextEdit,
    TextStyle, TextWrapMode, Ui, WidgetInfo, vec2,
};

use super::choice::choose;
use super::label::{MIXED, label_of};
pub(in crate::app) use super::number::Unit;
use super::number::{ROW, number, widths};
pub(in crate::app) use super::several::Changed;
use super::several::{ItemsChangedTogether, MultiEdit};
use super::typed_text::{parse_color, parse_layers, typed, typed_in};
use super::{attempt, refusal, several};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::{anchors, pointing, units};
use crate::escape;
use crate::scene::Color;
use crate::workspace::{Refusal, Workspace};

/// Width of the labels, points.
const LABELS: f32 = 92.0;
/// The label of the name, which each item has for itself.
const NAME: &str = "name";
/// The lines of an empty field for a long text, and the most lines that are visible without scrolling.
const LINES: usize = 4;
const MOST_LINES: usize = 12;
/// The colour of an item when the user gives it a colour of its own.
const NEW_COLOR: [u8; 3] = [0x9a, 0xa0, 0xa8];

/// A form for one item of the scene. It records which field was changed.
pub(in crate::app) struct ItemForm<'u> {
    ui: &'u mut Ui,
    name: &'u str,
    refusal: Option<Refusal>,
    changed: Option<Changed>,
    /// The place of the last number field, or of the first of several.
    number: Option<Rect>,
    /// The items that the form changes together.
    together: Option<Arc<ItemsChangedTogether>>,
}

impl<'u> ItemForm<'u> {
    /// A form for the item with that name.
    pub(in crate::app) fn new(ui: &'u mut Ui, name: &'u str, refusal: Option<&Refusal>) -> Self {
        Self { ui, name, refusal: refusal.cloned(), changed: None, number: None, together: None }
    }

    /// A form for an entry of the scene, and for the other selected entries of its kind.
    pub(in crate::app) fn of<T: MultiEdit>(ui: &'u mut Ui, workspace: &Workspace, name: &'u str, index: usize) -> Self {
        let together = several::together::<T>(ui.ctx(), workspace, index);
        if let Some(together) = &together {
            let words = format!("{}: a change applies to all of them.", together.words);
            ui.add(Label::new(RichText::new(words).weak()).wrap()).on_hover_text(
                "Names, points of paths and the form of a direction are changed in the shown item alone.",
            );
        }
        Self { together, ..Self::new(ui, name, workspace.document().refusal()) }
    }

    /// Whether the items that the form changes together differ in a part, by the label of its field.
    fn is_mixed(&self, part: &str) -> bool {
        self.together.as_ref().is_some_and(|together| together.mixed.contains(part))
    }

    /// The field that was changed in this frame.
    pub(in crate::app) fn changed(self) -> Option<Changed> {
        self.changed
    }

    /// The `Ui` of the form.
    pub(in crate::app) fn ui(&mut self) -> &mut Ui {
        self.ui
    }

    /// Records a change of a field by a widget other than its row.
    pub(in crate::app) fn change(&mut self, label: &str) {
        self.changed = Some(Changed { field: self.field(label), set: Vec::new() });
    }

    /// Gives all items the value of the shown item in parts of a field, if the field was changed.
    fn set(&mut self, label: &str, parts: Vec<String>) {
        let field = self.field(label);
        if let Some(changed) = self.changed.as_mut().filter(|changed| changed.field == field) {
            changed.set.extend(parts);
        }
    }

    /// A field of this item or of all in words: "near of guard", "near of 3 cameras".
    fn field(&self, label: &str) -> String {
        match &self.together {
            Some(together) if label != NAME => format!("{label} of {}", together.words),
            _ => format!("{label} of {}", escape::shown(self.name)),
        }
    }

    /// A field for the name. It is applied when the field loses the focus.
    pub(in crate::app) fn name(&mut self, name: &mut String) {
        let own = self.name;
        self.row(NAME, "The name is unique in the scene. Renaming also changes all references.", |ui, label_id| {
            let id = ui.scope_id().with(("name", own));
            match typed(ui, id, name, label_id) {
                Some(text) if text.trim() != name => {
                    text.trim().clone_into(name);
                    true
                }
                _ => false,
            }
        });
    }

    /// A text field. It is applied when the field loses the focus.
    pub(in crate::app) fn text(&mut self, label: &str, text: &mut String, help: &str) {
        let own = self.name;
        self.row(label, help, |ui, label_id| {
            let id = ui.scope_id().with(("text", label, own));
            typed(ui, id, text, label_id).map(|new| *text = new).is_some()
        });
    }

    /// A field for a text of several lines, below its label. It is applied when the field loses the focus.
    pub(in crate::app) fn long_text(&mut self, label: &str, text: &mut String, help: &str) {
        let own = self.name;
        let block = self.ui.vertical(|ui| {
            let width = ui.available_width();
            let label_id = label_of(ui, label, "", help, width);
            let id = ui.scope_id().with(("long text", label, own));
            let height = ui.text_style_height(&TextStyle::Body) * MOST_LINES as f32;
            let scroll = ScrollArea::vertical().id_salt(("long text", label)).max_height(height);
            let new = typed_in(ui, id, text, label_id, |ui, text| {
                let field = TextEdit::multiline(text).desired_width(f32::INFINITY).desired_rows(LINES);
                scroll.show(ui, |ui| ui.add(field)).inner
            });
            new.map(|new| *text = new).is_some()
        });
        self.end_row(label, &block);
    }

    /// A field for a whole number from 1.
    pub(in crate::app) fn count(&mut self, label: &str, count: &mut u64, help: &str) {
        let drag = DragValue::new(count).range(1..=u64::MAX).speed(0.1).update_while_editing(false);
        self.drag(label, drag, help);
    }

    /// A field for a number with limits or a speed of its own, as wide as the other fields.
    pub(in crate::app) fn drag(&mut self, label: &str, drag: DragValue<'_>, help: &str) {
        let own = self.name;
        self.row(label, help, |ui, label_id| {
            let size = vec2(ui.available_width(), ROW);
            attempt::field(ui, drag, ui.scope_id().with(("number", label, own)), Some(size))
                .labelled_by(label_id)
                .changed()
        });
    }

    /// A heading within the form.
    pub(in crate::app) fn section(&mut self, title: &str) {
        self.ui.add_space(8.0);
        self.ui.label(RichText::new(title).strong().size(12.5));
        self.ui.add_space(1.0);
    }

    /// A field for a number.
    pub(in crate::app) fn number(&mut self, label: &str, value: &mut f32, unit: Unit, help: &str) {
        let (mut place, own) = (None, self.name);
        let is_mixed = self.is_mixed(label);
        self.row_in(label, "", help, |ui, label_id| {
            let width = ui.available_width();
            let response = number(ui, value, unit, "", width, is_mixed, own).labelled_by(label_id);
            place = Some(response.rect);
            response.changed()
        });
        self.set(label, vec![label.to_owned()]);
        self.number = place;
    }

    /// Records the place of the last number field, or the first of several, as an anchor.
    pub(in crate::app) fn note(&self, anchor: Anchor) {
        if let Some(place) = self.number {
            anchors::note(self.ui, anchor, place);
        }
    }

    /// Fields for three numbers, X, Y and Z.
    pub(in crate::app) fn vector(&mut self, label: &str, value: &mut [f32; 3], unit: Unit, help: &str) {
        self.columns(label, value, ["X", "Y", "Z"], unit, help);
    }

    /// Fields for numbers side by side, each with its letter.
    pub(in crate::app) fn columns<const N: usize>(
        &mut self,
        label: &str,
        values: &mut [f32; N],
        letters: [&str; N],
        unit: Unit,
        help: &str,
    ) {
        let (mut first, mut set, own) = (None, Vec::new(), self.name);
        let suffix = unit.suffix(units::in_use(self.ui.ctx()));
        let parts = letters.map(|letter| format!("{label} {letter}"));
        let mixed = parts.each_ref().map(|part| self.is_mixed(part));
        self.row_in(label, suffix.trim_start(), help, |ui, _| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let widths = widths(ui, ui.available_width() - 3.0 * (N as f32 - 1.0), letters);
            for (i, (value, width)) in values.iter_mut().zip(widths).enumerate() {
                let response = number(ui, value, unit, letters[i], width, mixed[i], own);
                first.get_or_insert(response.rect);
                if response.accessible_name(&parts[i]).changed() {
                    set.push(parts[i].clone());
                }
            }
            !set.is_empty()
        });
        self.set(label, set);
        self.number = first;
    }

    /// One of a few choices.
    pub(in crate::app) fn choice<T: PartialEq + Copy>(
        &mut self,
        label: &str,
        value: &mut T,
        choices: &[(T, &str)],
        help: &str,
    ) {
        let is_mixed = self.is_mixed(label);
        // A camera and an object, which are shown together, may have a choice with the same label.
        let salt = self.field(label);
        self.row(label, help, |ui, label_id| choose(ui, &salt, label_id, value, choices, is_mixed));
        self.set(label, vec![label.to_owned()]);
    }

    /// A choice of how something is shown. It does not change the scene.
    pub(in crate::app) fn setting<T: PartialEq + Copy>(
        &mut self,
        label: &str,
        value: &mut T,
        choices: &[(T, &str)],
        help: &str,
    ) {
        self.row(label, help, |ui, label_id| {
            choose(ui, label, label_id, value, choices, false);
            false
        });
    }

    /// A switch for how something is shown. It does not change the scene.
    pub(in crate::app) fn option(&mut self, label: &str, value: &mut bool, text: &str, help: &str) {
        self.row(label, help, |ui, label_id| {
            ui.checkbox(value, text).labelled_by(label_id);
            false
        });
    }

    /// A button below the rows. Returns whether it was clicked.
    pub(in crate::app) fn button(&mut self, text: &str, help: &str) -> bool {
        self.ui.button(text).on_hover_text(help).clicked()
    }

    /// The same for what may be impossible. `why_not` is the reason, which the pointer shows over the button.
    pub(in crate::app) fn button_unless(&mut self, text: &str, help: &str, why_not: Option<&str>) -> bool {
        let button = self.ui.add_enabled(why_not.is_none(), Button::new(text)).on_hover_text(help);
        button.on_disabled_hover_text(why_not.unwrap_or(help)).clicked()
    }

    /// A point of a list: its number, its coordinates, and its buttons, of which there are `count`.
    pub(in crate::app) fn point(
        &mut self,
        [label, number]: [&str; 2],
        point: &mut [f32; 3],
        count: u8,
        add_buttons: impl FnOnce(&mut Ui),
    ) {
        /// The width of a button with its gap, points.
        const BUTTON: f32 = 19.3;
        let own = self.name;
        let is_changed = self.ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            ui.spacing_mut().item_spacing.x = 3.0;
            let text = Label::new(RichText::new(number).color(ui.visuals().weak_text_color())).truncate();
            ui.add_sized(vec2(22.0, ROW), text);
            let width = ((ui.available_width() - BUTTON * f32::from(count)) / 3.0 - 3.0).max(30.0);
            let mut is_changed = false;
            for (value, letter) in point.iter_mut().zip(["X", "Y", "Z"]) {
                let response = super::number::number(ui, value, Unit::Metres, letter, width, false, own);
                is_changed |= response.accessible_name(format!("{label} {letter}")).changed();
            }
            ui.spacing_mut().button_padding.x = 1.0;
            add_buttons(ui);
            is_changed
        });
        self.refusal(label, is_changed.response.rect);
        if is_changed.inner {
            self.change(label);
        }
    }

    /// Rows in a scroll area.
    pub(in crate::app) fn scroll_rows(
        &mut self,
        label: &str,
        shown: usize,
        count: usize,
        add_rows: &mut impl FnMut(&mut ItemForm, std::ops::Range<usize>),
    ) {
        let Self { name, refusal, .. } = self;
        let (name, refusal) = (*name, refusal.as_ref());
        let height = (ROW + self.ui.spacing().item_spacing.y) * shown as f32;
        let scroll = ScrollArea::vertical().id_salt(label).max_height(height);
        let changed = scroll.show_rows(self.ui, ROW, count, |ui, range| {
            let mut form = ItemForm::new(ui, name, refusal);
            add_rows(&mut form, range);
            form.changed()
        });
        self.changed = changed.inner.or(self.changed.take());
    }

    /// A switch.
    pub(in crate::app) fn switch(&mut self, label: &str, value: &mut bool, text: &str, help: &str) {
        let is_mixed = self.is_mixed(label);
        self.row(label, help, |ui, label_id| {
            ui.add(Checkbox::new(value, text).indeterminate(is_mixed)).labelled_by(label_id).changed()
        });
        self.set(label, vec![label.to_owned()]);
    }

    /// A switch for a value that may be left out: it is on without the value. When it is switched off, the value is that of
    /// `first`.
    pub(in crate::app) fn optional<T>(
        &mut self,
        label: &str,
        value: &mut Option<T>,
        text: &str,
        help: &str,
        first: impl FnOnce() -> T,
    ) {
        let mut is_left_out = value.is_none();
        self.switch(label, &mut is_left_out, text, help);
        if is_left_out != value.is_none() {
            *value = (!is_left_out).then(first);
        }
    }

    /// A field for a list of layers, typed as "0, 3, 5".
    pub(in crate::app) fn layers(&mut self, label: &str, layers: &mut Vec<u8>, help: &str) {
        let mut wrong = None;
        let own = self.name;
        let place = self.row(label, help, |ui, label_id| {
            let id = ui.scope_id().with(("layers", label, own));
            let written = layers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            let Some(text) = typed(ui, id, &written, label_id) else { return false };
            match parse_layers(&text) {
                Ok(parsed) => *layers = parsed,
                Err(reason) => wrong = Some(reason),
            }
            wrong.is_none()
        });
        self.wrong_text(label, place, wrong);
    }

    /// Shows why a typed text was not taken, until the user closes it. `wrong` is the reason in the frame in which the
    /// field lost the focus.
    fn wrong_text(&mut self, label: &str, place: Rect, wrong: Option<String>) {
        let kept = self.ui.scope_id().with(("wrong text", label, self.name));
        if let Some(reason) = wrong {
            self.ui.data_mut(|data| data.insert_temp::<String>(kept, reason));
        }
        let reason = self.ui.data(|data| data.get_temp::<String>(kept));
        if reason.is_some_and(|reason| refusal::show(self.ui, place, &reason)) {
            self.ui.data_mut(|data| data.remove::<String>(kept));
        }
    }

    /// A colour, or the default. The colour is chosen, or typed as in the file: #rrggbb.
    pub(in crate::app) fn color(&mut self, label: &str, color: &mut Option<[u8; 3]>, help: &str) {
        let mut wrong = None;
        let own = self.name;
        let place = self.row(label, help, |ui, label_id| {
            let mut is_own = color.is_some();
            let toggled = ui.checkbox(&mut is_own, "own").changed();
            if toggled {
                *color = is_own.then_some(NEW_COLOR);
            }
            let mut is_changed = toggled;
            if let Some(rgb) = color {
                is_changed |= ui.color_edit_button_srgb(rgb).accessible_name(label).changed();
                let id = ui.scope_id().with(("color", label, own));
                if let Some(text) = typed(ui, id, &String::from(Color(*rgb)), label_id) {
                    match parse_color(&text) {
                        Ok(parsed) => {
                            is_changed |= parsed != *rgb;
                            *rgb = parsed;
                        }
                        Err(reason) => wrong = Some(reason),
                    }
                }
            }
            is_changed
        });
        self.wrong_text(label, place, wrong);
    }

    /// A value that cannot be edited here.
    pub(in crate::app) fn fact(&mut self, label: &str, text: &str, help: &str) {
        self.row(label, help, |ui, _| {
            ui.add(Label::new(escape::shown(text)).truncate());
            false
        });
    }

    /// A line with a name that leads elsewhere. Returns whether it was clicked.
    pub(in crate::app) fn link(&mut self, label: &str, text: &str, help: &str) -> bool {
        let mut is_clicked = false;
        self.row(label, help, |ui, _| {
            let link = Label::new(RichText::new(escape::shown(text)).color(ui.visuals().hyperlink_color));
            let response = ui.add(link.truncate().sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand);
            response.widget_info(|| WidgetInfo::labeled(Role::Link, true, text));
            is_clicked = response.on_hover_text(help).clicked();
            false
        });
        is_clicked
    }

    /// Label and values on one line. `add_values` returns whether the value changed. Returns the place of the line.
    pub(in crate::app) fn row(
        &mut self,
        label: &str,
        help: &str,
        add_values: impl FnOnce(&mut Ui, egui::Id) -> bool,
    ) -> Rect {
        let mark = if self.is_mixed(label) { MIXED } else { "" };
        self.row_in(label, mark, help, add_values)
    }

    /// Label, unit and values on one line. The unit may be empty.
    fn row_in(
        &mut self,
        label: &str,
        unit: &str,
        help: &str,
        add_values: impl FnOnce(&mut Ui, egui::Id) -> bool,
    ) -> Rect {
        let line = self.ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            // A label that is too long is cut.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
            let width = LABELS.min(ui.available_width() * 0.4);
            let id = label_of(ui, label, unit, help, width);
            add_values(ui, id)
        });
        self.end_row(label, &line)
    }

    /// Shows the refusal of a row. Applies its change when `row` returned that a value changed. Returns its place.
    fn end_row(&mut self, label: &str, row: &InnerResponse<bool>) -> Rect {
        let place = row.response.rect;
        pointing::mark(self.ui, label, place);
        self.refusal(label, place);
        if row.inner {
            self.change(label);
        }
        place
    }

    /// The reason for a refused value, over the rows below.
    fn refusal(&mut self, label: &str, place: Rect) {
        let field = self.field(label);
        let Some(refusal) = self.refusal.as_ref().filter(|refusal| refusal.field == field) else { return };
        // Closed with the refusal itself, by the next mouse press.
        refusal::show(self.ui, place, &refusal.reason);
    }
}
