//! A row for a number in f64.

use eframe::egui::DragValue;

use super::fields::ItemForm;

/// A field for a number in f64. Its unit is part of the label.
pub(in crate::app) fn decimal(form: &mut ItemForm, label: &str, value: &mut f64, help: &str) {
    let speed = (value.abs() * 0.01).max(0.01);
    form.drag(label, DragValue::new(value).speed(speed).max_decimals(6).update_while_editing(false), help);
}
