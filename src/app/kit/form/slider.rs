//! A slider with a number field beside it. The field keeps a text that is no number, with the reason.

use std::ops::RangeInclusive;

use eframe::egui::emath::Numeric;
use eframe::egui::{DragValue, Id, Slider, SliderClamping, Ui};

use super::attempt;
use crate::app::kit::slider_click;

/// The width of the number field, in points.
const FIELD: f32 = 48.0;

/// A slider over a range of numbers.
pub(in crate::app) struct NumberSlider<'a, N> {
    /// The name of the slider and of its field for screen readers.
    pub(in crate::app) name: &'a str,
    pub(in crate::app) range: RangeInclusive<N>,
    /// Whether equal steps of the slider are equal ratios. The range begins above 0 then.
    pub(in crate::app) is_logarithmic: bool,
    /// Whether the field takes numbers outside the range.
    pub(in crate::app) takes_all: bool,
    pub(in crate::app) suffix: &'a str,
    pub(in crate::app) help: &'a str,
}

impl<N: Numeric> NumberSlider<'_, N> {
    /// Shows both in the width that is left, and returns whether the value has changed. `id` is unique among the fields of
    /// all items.
    pub(in crate::app) fn show(self, ui: &mut Ui, value: &mut N, id: Id) -> bool {
        let before = value.to_f64();
        let (low, high) = (self.range.start().to_f64(), self.range.end().to_f64());
        let field = FIELD + if self.suffix.is_empty() { 0.0 } else { 36.0 };
        ui.spacing_mut().slider_width = (ui.available_width() - field - ui.spacing().item_spacing.x).clamp(20.0, 300.0);
        let decimals = if N::INTEGRAL { 0 } else { 3 };
        // The numbers outside the range are those of the field, so the slider leaves them as they are.
        let slider = Slider::new(&mut *value, self.range.clone())
            .logarithmic(self.is_logarithmic)
            .clamping(SliderClamping::Never)
            .max_decimals(decimals)
            .show_value(false);
        let slider = ui.add(slider).on_hover_text(self.help).accessible_name(self.name);
        if let Some(at) = slider_click::clicked(ui, &slider) {
            let place = if self.is_logarithmic { low * libm::pow(high / low, at) } else { low + at * (high - low) };
            *value = N::from_f64(if N::INTEGRAL { place.round() } else { place });
        }
        let speed = if self.is_logarithmic { (0.01 * before).max(0.1) } else { (high - low) / 100.0 };
        let drag = DragValue::new(&mut *value).speed(speed).max_decimals(decimals).suffix(self.suffix);
        let drag = drag.update_while_editing(false);
        let drag = if self.takes_all { drag } else { drag.range(self.range) };
        attempt::field(ui, drag, id, None).on_hover_text(self.help).accessible_name(self.name);
        value.to_f64().to_bits() != before.to_bits()
    }
}
