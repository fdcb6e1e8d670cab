//! A text that was typed into a number field and is no number: the field keeps it, with the reason on a plate, until the
//! field gets a number, Escape is pressed in it, or its value changes in another way.

use std::cell::{Cell, RefCell};

use eframe::egui::{DragValue, Id, Response, Ui, Vec2};

use super::refusal;
use crate::app::kit::{keys, theme};
use crate::escape;
use crate::geometry::Tone;

/// The text of a field that is no number.
#[derive(Clone)]
struct Kept {
    text: String,
    reason: String,
    /// The value of the field, which is still that of the scene.
    value: f64,
    /// The user has closed the plate with the reason. The tooltip still has it.
    is_closed: bool,
}

/// One field in one frame.
pub(in crate::app) struct Attempt {
    id: Id,
    kept: Option<Kept>,
    /// The value that the field shows.
    value: Cell<f64>,
    refused: RefCell<Option<(String, String)>>,
    /// Whether a typed text was a number.
    is_taken: Cell<bool>,
}

impl Attempt {
    /// Of the field with this id, which no other field has. A field of another item is another field.
    pub(in crate::app) fn of(ui: &Ui, id: Id) -> Self {
        let kept = ui.data(|data| data.get_temp::<Kept>(id));
        Self { id, kept, value: Cell::new(f64::NAN), refused: RefCell::new(None), is_taken: Cell::new(false) }
    }

    /// Whether a text is kept, so that the field shows it in the colour of a failure.
    pub(in crate::app) fn is_refused(&self) -> bool {
        self.kept.is_some()
    }

    /// The text that the field shows in place of its value.
    pub(in crate::app) fn text(&self, value: f64) -> Option<String> {
        self.value.set(value);
        self.kept.as_ref().filter(|kept| kept.value.to_bits() == value.to_bits()).map(|kept| kept.text.clone())
    }

    /// The number of a typed text; else the text and the reason are kept.
    pub(in crate::app) fn read(&self, text: &str, number: Result<f64, String>) -> Option<f64> {
        self.is_taken.set(number.is_ok());
        number.map_err(|reason| *self.refused.borrow_mut() = Some((text.to_owned(), reason))).ok()
    }

    /// Keeps or forgets the text, and shows the reason beside the field.
    pub(in crate::app) fn finish(self, ui: &Ui, response: Response) -> Response {
        let value = self.value.get();
        let is_cancelled = keys::left(&response) == Some(keys::Left::Escaped);
        let kept = match self.refused.into_inner() {
            Some((text, reason)) => Some(Kept { text, reason, value, is_closed: false }),
            None if self.is_taken.get() || response.changed() || is_cancelled => None,
            None => self.kept.filter(|kept| kept.value.to_bits() == value.to_bits()),
        };
        let Some(mut kept) = kept else {
            ui.data_mut(|data| data.remove::<Kept>(self.id));
            return response;
        };
        // While the text is edited, the plate is out of the way.
        if !kept.is_closed && !response.has_focus() {
            kept.is_closed = refusal::show(ui, response.rect, &kept.reason);
        }
        let reason = kept.reason.clone();
        ui.data_mut(|data| data.insert_temp(self.id, kept));
        response.on_hover_text(theme::quoted(&reason))
    }

    /// The colour of the text of a field whose text is no number.
    pub(in crate::app) fn tint(&self, ui: &mut Ui) {
        if self.is_refused() {
            ui.visuals_mut().override_text_color = Some(theme::text_color(ui.ctx(), Tone::Fail));
        }
    }
}

/// A field for a number with limits, a speed or words of its own. `id` is unique among the fields of all items.
pub(in crate::app) fn field(ui: &mut Ui, drag: DragValue<'_>, id: Id, size: Option<Vec2>) -> Response {
    let attempt = Attempt::of(ui, id);
    let style = ui.style().number_formatter.clone();
    let drag = drag
        .custom_parser(|text| attempt.read(text, plain(text)))
        .custom_formatter(|value, decimals| attempt.text(value).unwrap_or_else(|| style.format(value, decimals)));
    let before = ui.visuals().override_text_color;
    attempt.tint(ui);
    let response = match size {
        Some(size) => ui.add_sized(size, drag),
        None => ui.add(drag),
    };
    ui.visuals_mut().override_text_color = before;
    attempt.finish(ui, response)
}

/// Why a text is no number of a field whose unit has these symbols. `example` is a text that it takes.
pub(in crate::app) fn reason(text: &str, units: &[&str], example: &str) -> String {
    let shown = escape::shown(text.trim()).into_owned();
    let compact: String = text.replace('−', "-").chars().filter(|c| !c.is_whitespace()).collect();
    if compact.is_empty() {
        return format!("The field needs a number, such as {example}.");
    }
    let parsed = |text: &str| text.parse::<f64>().ok();
    let with_point = compact.replacen(',', ".", 1);
    let number_end = |text: &str| text.rfind(|c: char| c.is_ascii_digit() || c == '.').map_or(0, |end| end + 1);
    if compact.matches(',').count() == 1 && parsed(&with_point[..number_end(&with_point)]).is_some() {
        return format!("`{shown}` is no number: write the decimal point as a point, {with_point}.");
    }
    let end = number_end(&compact);
    if parsed(&compact[..end]).is_some() {
        let unit = escape::shown(&compact[end..]).into_owned();
        return match units {
            [] => format!("`{shown}` is no number: the field has no unit, so `{unit}` cannot follow."),
            units => format!("`{unit}` is no unit of this field; it takes {}.", units.join(", ")),
        };
    }
    if compact.chars().skip(1).any(|c| "*/+()^=".contains(c)) {
        return format!(
            "`{shown}` is no number: the field takes one number, such as {example}, and calculates nothing."
        );
    }
    format!("`{shown}` is no number; write one such as {example}.")
}

/// The number of a text without a unit, with thousands separated by spaces.
///
/// # Errors
/// The reason why it is none.
pub(in crate::app) fn plain(text: &str) -> Result<f64, String> {
    let compact: String = text.replace('−', "-").chars().filter(|c| !c.is_whitespace()).collect();
    match compact.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(too_large(text)),
        Err(_) => Err(reason(text, &[], "2.5")),
    }
}

/// The reason for a number that is not finite in 32 bits.
pub(in crate::app) fn too_large(text: &str) -> String {
    format!("`{}` is beyond the range of 32-bit numbers, at most about 3.4e38.", escape::shown(text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_says_what_to_write() {
        for (text, units, expected) in [
            (
                "2*3,5",
                &["m", "cm"][..],
                "`2*3,5` is no number: the field takes one number, such as 2.5, and calculates nothing.",
            ),
            ("3,5", &["m"], "`3,5` is no number: write the decimal point as a point, 3.5."),
            ("3,5 m", &["m"], "`3,5 m` is no number: write the decimal point as a point, 3.5m."),
            ("1,2,3", &["m"], "`1,2,3` is no number; write one such as 2.5."),
            ("3 km", &["m", "cm"], "`km` is no unit of this field; it takes m, cm."),
            ("3 m", &[], "`3 m` is no number: the field has no unit, so `m` cannot follow."),
            ("  ", &["m"], "The field needs a number, such as 2.5."),
            ("two", &["m"], "`two` is no number; write one such as 2.5."),
            ("a\u{202e}b", &["m"], "`a\\u{202e}b` is no number; write one such as 2.5."),
        ] {
            assert_eq!(reason(text, units, "2.5"), expected, "{text}");
        }
    }
}
