//! The breakpoints of one agent: their list, and a form for a comparison with a value of the blackboard.

use eframe::egui::{Button, ComboBox, Label, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use super::menu;
use super::subject::AgentSubject;
use crate::app::kit::form::value_text;
use crate::app::kit::keys::Left;
use crate::app::kit::{keys, theme};
use crate::behavior::{Blackboard, Value, ValueComparison};
use crate::geometry::Tone;
use crate::world::Recording;
use crate::world::agents::Breakpoint;

/// The text of the form for the next breakpoint.
pub(super) struct Breakpoints {
    key: String,
    comparison: ValueComparison,
    value: String,
    wrong: Option<String>,
}

impl Default for Breakpoints {
    fn default() -> Self {
        Self { key: String::new(), comparison: ValueComparison::Equal, value: String::new(), wrong: None }
    }
}

impl Breakpoints {
    /// Shows the list and the form. Returns a breakpoint to add or, if it exists, to remove.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        subject: &AgentSubject<'_>,
        blackboard: &Blackboard,
        recording: &Recording,
    ) -> Option<Breakpoint> {
        let mut toggled = None;
        let scroll = ScrollArea::vertical().id_salt("breakpoints").auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            let small = |text: &str| Label::new(RichText::new(text).small().weak()).wrap();
            if subject.breaks.is_empty() {
                ui.add(small("There is no breakpoint yet. Add a comparison below, or right click a node of the tree."));
            } else {
                ui.add(small("Playback stops in the tick in which one of these becomes true:"));
            }
            for one in &subject.breaks {
                if list_row(ui, subject, one, recording) {
                    toggled = Some(one.clone());
                }
            }
            ui.add_space(6.0);
            ui.separator();
            ui.label(RichText::new("Stop when a value changes so that").small());
            if let Some(new) = self.new_row(ui, blackboard) {
                if subject.breaks.contains(&new) {
                    self.wrong = Some("This breakpoint exists already.".to_owned());
                } else {
                    toggled = Some(new);
                }
            }
            if let Some(wrong) = &self.wrong {
                let color = theme::text_color(ui.ctx(), Tone::Fail);
                ui.add(Label::new(RichText::new(format!("✖ {wrong}")).small().color(color)).wrap());
            }
        });
        toggled
    }

    /// The form: key, comparison and value. `None` until all are entered and confirmed.
    fn new_row(&mut self, ui: &mut Ui, blackboard: &Blackboard) -> Option<Breakpoint> {
        let mut is_typed = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = ((ui.available_width() - 130.0) / 2.0).clamp(50.0, 140.0);
            let mut field = |ui: &mut Ui, text: &mut String, name: &'static str| {
                let response = ui.add(TextEdit::singleline(text).desired_width(width).hint_text(name));
                response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
                is_typed |= keys::left(&response) == Some(Left::Entered);
            };
            field(ui, &mut self.key, "key");
            let list = ComboBox::from_id_salt("comparison").width(44.0).selected_text(self.comparison.sign());
            let list = list.show_ui(ui, |ui| {
                for comparison in ValueComparison::ALL {
                    ui.selectable_value(&mut self.comparison, comparison, comparison.sign());
                }
            });
            list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Comparison"));
            field(ui, &mut self.value, "value");
            let help = "A number, true, false, a text, or a list such as [0, 1, 2].";
            is_typed |= ui.add(Button::new("Add")).on_hover_text(help).accessible_name("Add the breakpoint").clicked();
        });
        if !is_typed {
            return None;
        }
        let value = value_text::read(self.value.trim());
        match compared(self.key.trim(), self.comparison, &self.value, &value, blackboard) {
            Ok(()) => {
                self.wrong = None;
                let key = self.key.trim().into();
                self.value.clear();
                Some(Breakpoint::Compares { key, comparison: self.comparison, value })
            }
            Err(wrong) => {
                self.wrong = Some(wrong);
                None
            }
        }
    }
}

/// A breakpoint with a button that removes it. Returns whether that was clicked.
fn list_row(ui: &mut Ui, subject: &AgentSubject<'_>, one: &Breakpoint, recording: &Recording) -> bool {
    let (tree, here) = (subject.shown.tree, subject.shown.tick);
    let words = theme::quoted(&menu::break_words(tree, one));
    let mut is_gone = false;
    ui.horizontal(|ui| {
        let remove = ui.small_button("✖").on_hover_text("Remove this breakpoint");
        is_gone = remove.accessible_name(format!("Remove the breakpoint {words}")).clicked();
        let is_here = here > 0 && recording.next(subject.index, here - 1, one) == Some(here);
        let (text, color) = if is_here {
            (format!("⏺ {words}: in this tick, {here}"), theme::text_color(ui.ctx(), Tone::Fail))
        } else {
            (format!("⏺ {words}"), ui.visuals().text_color())
        };
        ui.add(Label::new(RichText::new(text).color(color)).truncate());
    });
    is_gone
}

/// An error when a comparison can never be true, as far as is known.
fn compared(
    key: &str,
    comparison: ValueComparison,
    typed: &str,
    value: &Value,
    blackboard: &Blackboard,
) -> Result<(), String> {
    let sign = comparison.sign();
    if key.is_empty() {
        return Err("Type the key of the value on the blackboard.".to_owned());
    }
    if typed.trim().is_empty() {
        return Err(format!("Type the value that {key} is compared with: a number, true, false or a text."));
    }
    let has_order = !matches!(comparison, ValueComparison::Equal | ValueComparison::NotEqual);
    if has_order && matches!(value, Value::List(_)) {
        return Err(format!("Lists can be compared with = and ≠ only: they have no order for {sign}."));
    }
    let known = blackboard.get(key).filter(|known| known.kind() != value.kind());
    match known.filter(|_| comparison != ValueComparison::NotEqual) {
        Some(known) => {
            let (is, other) = (known.kind(), value.kind());
            Err(format!("{key} is a {is} now, and {typed} is a {other}: {key} {sign} {typed} would never be true."))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_never_hold_is_refused_with_the_reason() {
        let blackboard: Blackboard =
            [("hp".into(), Value::from(100.0)), ("name".into(), "bob".into())].into_iter().collect();
        let tried = |key: &str, comparison, typed: &str| {
            compared(key, comparison, typed, &value_text::read(typed), &blackboard)
        };
        assert_eq!(tried("hp", ValueComparison::Less, "50"), Ok(()));
        assert_eq!(tried("hp", ValueComparison::NotEqual, "low"), Ok(()));
        assert_eq!(tried("name", ValueComparison::Equal, "eve"), Ok(()));
        assert_eq!(tried("later", ValueComparison::AtLeast, "3"), Ok(()), "a tree may set it in time");
        for (key, comparison, typed, why) in [
            ("hp", ValueComparison::Less, "low", "hp is a number now, and low is a text"),
            ("name", ValueComparison::Equal, "3", "name is a text now, and 3 is a number"),
            ("", ValueComparison::Equal, "3", "Type the key"),
            ("hp", ValueComparison::Equal, " ", "Type the value that hp is compared with"),
            ("later", ValueComparison::Less, "[1]", "no order for <"),
        ] {
            let error = tried(key, comparison, typed).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
