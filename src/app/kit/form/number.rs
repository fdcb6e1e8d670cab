//! A number field of the inspector: dragged or typed, and never wider than its part of the row.
//!
//! A number that does not fit is shown with fewer digits, so that a panel keeps its width. Its tooltip, and the field
//! during typing, show all digits.

use eframe::egui::{
    Color32, Direction, DragValue, FontId, Layout, Response, RichText, Sense, TextStyle, Ui, UiBuilder, vec2,
};

use super::attempt;
use super::attempt::Attempt;
use crate::app::kit::{theme, units};
use crate::geometry::units::{Angle, Length, Units};

/// Height of a row of the form, points.
pub(in crate::app) const ROW: f32 = 22.0;
/// The width below which fields have less padding, points.
const ROOMY: f32 = 56.0;
/// The least width for the number below which an axis letter is left out, points.
const LEAST_NUMBER: f32 = 20.0;
/// The smaller padding, points.
const CLOSE: f32 = 2.0;
/// An infinite number.
const INFINITE: &str = "∞";
/// Font size of the axis letter before a number, points.
const LETTER: f32 = 11.5;
/// The sign in place of a number that differs among the selected items.
const MIXED: &str = "—";
/// Texts that are only measured need no colour.
const COLORLESS: Color32 = Color32::PLACEHOLDER;

/// The quantity of a number. It decides suffix and drag speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Unit {
    /// A coordinate of any sign.
    Metres,
    /// A length above 0, dragged in proportion to its value.
    Size,
    /// The same, or infinite: typed as "∞", as a word, or as nothing.
    SizeOrInfinite,
    /// Metres a second, not negative.
    Speed,
    /// An angle.
    Degrees,
    /// No unit.
    Ratio,
}

impl Unit {
    /// Its symbol as it follows a number.
    pub(in crate::app) fn suffix(self, units: Units) -> String {
        match self {
            Self::Metres | Self::Size | Self::SizeOrInfinite => format!(" {}", units.length.symbol()),
            Self::Speed => format!(" {}/s", units.length.symbol()),
            Self::Degrees => units.angle.suffix().to_owned(),
            Self::Ratio => String::new(),
        }
    }

    /// From the number of the scene to the number on screen.
    fn factor(self, units: Units) -> f64 {
        match self {
            Self::Metres | Self::Size | Self::SizeOrInfinite | Self::Speed => units.length.per_metre(),
            Self::Degrees => units.angle.per_degree(),
            Self::Ratio => 1.0,
        }
    }

    /// A typed number, which may have another unit than the field: "25 cm", "90°". The result is in the unit of the
    /// field.
    ///
    /// # Errors
    /// The reason why a text is no number of the field.
    fn read(self, text: &str, units: Units) -> Result<f64, String> {
        let number = self.parse(text, units).ok_or_else(|| {
            let symbols: &[&str] = match self {
                Self::Metres | Self::Size | Self::SizeOrInfinite => &Length::ALL.map(Length::symbol),
                Self::Speed => &["m/s", "cm/s", "mm/s"],
                Self::Degrees => &["°", "deg", "rad"],
                Self::Ratio => &[],
            };
            attempt::reason(text, symbols, "2.5")
        })?;
        let is_infinite = self == Self::SizeOrInfinite && number.is_infinite() && number > 0.0;
        if is_infinite || (number / self.factor(units)).abs() <= f32::MAX.into() {
            Ok(number)
        } else {
            Err(attempt::too_large(text))
        }
    }

    /// The number of [`read`](Self::read). `None` for text that is no number.
    fn parse(self, text: &str, units: Units) -> Option<f64> {
        let text: String = text.replace('−', "-").chars().filter(|c| !c.is_whitespace()).collect();
        let words = ["", "∞", "inf", "infinite", "infinity", "none"];
        let bare = text.strip_suffix(self.suffix(units).trim_start()).unwrap_or(&text).to_lowercase();
        if self == Self::SizeOrInfinite && words.contains(&&*bare) {
            return Some(f64::INFINITY);
        }
        let end = text.rfind(|c: char| c.is_ascii_digit() || c == '.').map_or(0, |end| end + 1);
        let (number, unit) = text.split_at(end);
        let number: f64 = number.parse().ok()?;
        let length = |unit: &str| Length::ALL.into_iter().find(|length| length.symbol() == unit);
        let written = match self {
            _ if unit.is_empty() => return Some(number),
            Self::Metres | Self::Size | Self::SizeOrInfinite => 1.0 / length(unit)?.per_metre(),
            Self::Speed => 1.0 / length(unit.strip_suffix("/s")?)?.per_metre(),
            Self::Degrees => match unit {
                "°" | "deg" => 1.0,
                "rad" => 1.0 / Angle::Radians.per_degree(),
                _ => return None,
            },
            Self::Ratio => return None,
        };
        Some(number * written * self.factor(units))
    }

    /// Change per point of a drag.
    fn speed(self, value: f32) -> f32 {
        match self {
            Self::Metres | Self::Speed => 0.02,
            Self::Size | Self::SizeOrInfinite | Self::Ratio => (value.abs() * 0.01).clamp(1e-4, 1e3),
            Self::Degrees => 0.25,
        }
    }
}

/// The widths of fields side by side, each with its letter. They are equal if every letter fits. Otherwise a field with
/// a long letter is wider and its neighbours are narrower.
pub(in crate::app) fn widths<const N: usize>(ui: &Ui, room: f32, letters: [&str; N]) -> [f32; N] {
    let font = FontId::proportional(LETTER);
    let letters = letters.map(|letter| {
        let text = format!("{letter} ");
        ui.painter().layout_no_wrap(text, font.clone(), COLORLESS).size().x
    });
    shares(room, letters)
}

fn shares<const N: usize>(room: f32, letters: [f32; N]) -> [f32; N] {
    let equal = room / N as f32;
    let needs = letters.map(|letter| letter + LEAST_NUMBER + 2.0 * CLOSE);
    let sum: f32 = needs.iter().sum();
    // Where not all letters fit, letters are left out and all fields get the same width.
    if needs.iter().all(|need| *need <= equal) || sum > room {
        return [equal; N];
    }
    needs.map(|need| need + (room - sum) / N as f32)
}

/// A field with exactly this width, with an axis letter before the number, or a unit after it. `is_mixed`: the selected
/// items have different numbers, so that a dash is shown, and a typed number is a change even when it is that of the
/// shown item. `owner` is the item, by which its fields differ from those of others.
pub(in crate::app) fn number(
    ui: &mut Ui,
    value: &mut f32,
    unit: Unit,
    letter: &str,
    width: f32,
    is_mixed: bool,
    owner: &str,
) -> Response {
    let (before, mut is_set) = (*value, false);
    let units = units::in_use(ui.ctx());
    let factor = unit.factor(units);
    let suffix = if letter.is_empty() { unit.suffix(units) } else { String::new() };
    // The field takes exactly its place, whatever it contains.
    let (place, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    let layout = Layout::centered_and_justified(Direction::LeftToRight);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    ui.shrink_clip_rect(place);
    ui.spacing_mut().interact_size.x = 0.0;
    let painter = ui.painter().clone();
    let [body, small] = [TextStyle::Body.resolve(ui.style()), FontId::proportional(LETTER)];
    let length = |text: &str, font: &FontId| painter.layout_no_wrap(text.to_owned(), font.clone(), COLORLESS).size().x;
    let mut prefix = if letter.is_empty() { String::new() } else { format!("{letter} ") };
    // A letter that needs the space of the padding gets it.
    let is_roomy = width - 2.0 * ui.spacing().button_padding.x - length(&prefix, &small) >= LEAST_NUMBER;
    if width < ROOMY || !is_roomy {
        ui.spacing_mut().button_padding.x = CLOSE;
    }
    let inner = width - 2.0 * ui.spacing().button_padding.x;
    if inner - length(&prefix, &small) < LEAST_NUMBER {
        prefix.clear();
    }
    let room = inner - length(&prefix, &small) - length(&suffix, &body);
    let is_typed = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
    let attempt = Attempt::of(&ui, ui.next_auto_id().with(("typed", owner)));
    attempt.tint(&mut ui);
    let fitting = |value: f64| fitting(value, units.digits, |text| length(text, &body) <= room);
    let mut drag = DragValue::from_get_set(|new| {
        #[expect(clippy::cast_possible_truncation, reason = "a scene has f32")]
        if let Some(new) = new {
            (*value, is_set) = ((new / factor) as f32, true);
        }
        on_screen(*value, factor)
    });
    drag = drag
        .speed(f64::from(unit.speed(before)) * factor)
        .custom_parser(|text| attempt.read(text, unit.read(text, units)))
        .custom_formatter(|value, _| {
            attempt.text(value).unwrap_or_else(|| match (is_mixed, is_typed) {
                (true, true) => String::new(),
                (true, false) => MIXED.to_owned(),
                (false, true) => exactly(value),
                (false, false) => fitting(value),
            })
        })
        .update_while_editing(false)
        .clip_text(true);
    if letter.is_empty() {
        drag = drag.suffix(suffix);
    } else if !prefix.is_empty() {
        drag = drag.prefix(RichText::new(prefix).color(theme::letter_color(ui.ctx(), letter)).size(LETTER));
    }
    let mut response = ui.add(drag);
    if is_mixed && is_set {
        response.mark_changed();
    }
    let is_refused = attempt.is_refused();
    response = attempt.finish(&ui, response);
    if is_refused {
        return response;
    }
    let value = on_screen(*value, factor);
    if is_mixed {
        return response.on_hover_text("The selected items have different values.");
    }
    if response.has_focus() || fitting(value) == exactly(value) {
        return response;
    }
    response.on_hover_text(format!("{letter} {}{}", exactly(value), unit.suffix(units)).trim_start())
}

/// The number on screen. Nine digits are enough to restore the same f32.
fn on_screen(value: f32, factor: f64) -> f64 {
    // The shortest decimals of an f32 are those of the file: 0.1, and not 0.10000000149.
    // Radians have no short decimals, and nine digits of such a decimal may be nearer to another f32.
    let is_decimal = factor >= 1.0;
    let short: Option<f64> = value.to_string().parse().ok().filter(|_| is_decimal);
    let product = short.unwrap_or(value.into()) * factor;
    if product.is_finite() { format!("{product:.8e}").parse().unwrap_or(product) } else { product }
}

/// All digits.
fn exactly(value: f64) -> String {
    if value.is_infinite() {
        return INFINITE.to_owned();
    }
    // Adding 0 makes −0 a 0.
    (value + 0.0).to_string().replace('-', "−")
}

/// About one digit more than `digits`, without trailing zeros.
fn written(value: f64, digits: u8) -> String {
    let magnitude = if value == 0.0 { 0.0 } else { libm::log10(value.abs()).floor() };
    let least = f64::from(digits) / 2.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let decimals = (f64::from(digits) - magnitude).clamp(least, 8.0) as usize;
    rounded(value, decimals)
}

/// The number with as many digits as fit. If not even the integer part fits, it is shown as a power of ten.
fn fitting(value: f64, digits: u8, fits: impl Fn(&str) -> bool) -> String {
    if value.is_infinite() {
        return INFINITE.to_owned();
    }
    let full = written(value, digits);
    if fits(&full) || value == 0.0 {
        return full;
    }
    // A small number must not be shown as 0.
    let fewer = (0..=8).rev().map(|decimals| rounded(value, decimals)).filter(|text| text != "0");
    let power = (0..=3).rev().map(|decimals| format!("{value:.decimals$e}").replace('-', "−"));
    let bare = fewer
        .clone()
        .map(|text| text.replacen("0.", ".", 1))
        .filter(|text| text.trim_start_matches('−').starts_with('.'));
    let candidates: Vec<String> = fewer.chain(power).chain(bare).collect();
    let shortest = || candidates.iter().min_by_key(|text| text.chars().count());
    candidates.iter().find(|text| fits(text)).or_else(shortest).cloned().unwrap_or(full)
}

fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-4.0, "−4"),
            (0.5, "0.5"),
            (f64::from(1.0_f32 / 3.0), "0.33333"),
            (f64::from(16.0_f32 / 9.0), "1.7778"),
            (1200.0, "1200"),
            (12_345.678, "12345.68"),
            (0.000_25, "0.00025"),
            (-1e-9, "0"),
        ] {
            assert_eq!(written(value, 4), text, "{value}");
        }
    }

    #[test]
    fn fields_have_the_chosen_digits() {
        for (digits, text) in [(2, "0.33"), (3, "0.333"), (7, "0.3333333")] {
            let written = written(1.0 / 3.0, digits);
            assert!(written.starts_with(text) && written.len() == text.len() + 1, "{written}");
        }
        assert_eq!(written(12_345.678, 7), "12345.678");
    }

    #[test]
    fn every_number_comes_back_from_the_screen() {
        let units = [
            Units::default(),
            Units { length: Length::Centimetres, angle: Angle::Radians, digits: 2 },
            Units { length: Length::Millimetres, ..Units::default() },
        ];
        let values = (0..200_000_u32).map(|i| f32::from_bits(i.wrapping_mul(21_379) ^ 0x3a00_0000));
        for value in values.filter(|value| value.is_finite() && (1e-20..1e20).contains(&value.abs())) {
            for units in units {
                for unit in [Unit::Metres, Unit::Degrees] {
                    let factor = unit.factor(units);
                    let typed = unit.parse(&exactly(on_screen(value, factor)), units).unwrap();
                    #[expect(clippy::cast_possible_truncation, reason = "as the field does")]
                    let back = (typed / factor) as f32;
                    assert_eq!(back.to_bits(), value.to_bits(), "{value} in {units:?}");
                }
            }
        }
        let factor = Unit::Size.factor(units[2]);
        assert_eq!(exactly(on_screen(0.29, factor)), "290");
    }

    #[test]
    fn a_typed_number_may_have_another_unit() {
        let units = Units { length: Length::Centimetres, ..Units::default() };
        for (unit, text, value) in [
            (Unit::Metres, "25", Some(25.0)),
            (Unit::Metres, "1.5 m", Some(150.0)),
            (Unit::Size, "−20mm", Some(-2.0)),
            (Unit::Speed, "2 m/s", Some(200.0)),
            (Unit::Degrees, "90°", Some(90.0)),
            (Unit::Degrees, "1e1", Some(10.0)),
            (Unit::Metres, "3 km", None),
            (Unit::Ratio, "3 m", None),
            (Unit::Metres, "m", None),
            (Unit::Metres, "", None),
            (Unit::Size, "∞", None),
            (Unit::SizeOrInfinite, "", Some(f64::INFINITY)),
            (Unit::SizeOrInfinite, " ∞ cm", Some(f64::INFINITY)),
            (Unit::SizeOrInfinite, "Infinite", Some(f64::INFINITY)),
            (Unit::SizeOrInfinite, "1.5 m", Some(150.0)),
            (Unit::SizeOrInfinite, "far", None),
        ] {
            assert_eq!(unit.parse(text, units), value, "{text}");
        }
        let turn = Unit::Degrees.parse("3.14159265 rad", units).unwrap();
        assert!((turn - 180.0).abs() < 1e-6, "{turn}");
    }

    #[test]
    fn a_long_letter_makes_its_neighbours_narrower() {
        let is_near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(is_near(shares(180.0, [25.0, 20.0, 15.0]), [60.0; 3]), "all fit");
        let narrow = shares(141.0, [25.0, 20.0, 15.0]);
        assert!(is_near(narrow, [52.0, 47.0, 42.0]), "each has room for its letter and a number: {narrow:?}");
        assert!(is_near(shares(120.0, [25.0, 20.0, 15.0]), [40.0; 3]), "not all fit");
    }

    #[test]
    fn numbers_lose_digits_until_they_fit() {
        for (value, letters, text) in [
            (0.886_99, 7, "0.88699"),
            (0.886_99, 5, "0.887"),
            (0.886_99, 4, "0.89"),
            (-0.461_75, 5, "−0.46"),
            (1200.0, 4, "1200"),
            (123_456.0, 5, "1.2e5"),
            (123_456.0, 3, "1e5"),
            (-0.000_25, 5, "−3e−4"),
            (0.0, 1, "0"),
            (1e30, 2, "1e30"),
            (-0.461_75, 2, "−.5"),
            (-0.008_71, 4, "−.01"),
        ] {
            assert_eq!(fitting(value, 4, |text| text.chars().count() <= letters), text, "{value} in {letters}");
        }
    }
}
