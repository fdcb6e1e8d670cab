//! Fields that the questions about a level share: places and lengths in `f64`, and lists of objects.

use eframe::egui::{Button, DragValue};

use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::workspace::Workspace;

/// Three numbers of `f64`, with the digits of `f32` that fields have. Numbers that do not change keep their digits.
pub(super) fn vector(form: &mut ItemForm, label: &str, value: &mut [f64; 3], unit: Unit, help: &str) {
    #[expect(clippy::cast_possible_truncation, reason = "the fields have the digits of f32")]
    let mut short = value.map(|x| x as f32);
    let before = short;
    form.vector(label, &mut short, unit, help);
    for i in 0..3 {
        if short[i].to_bits() != before[i].to_bits() {
            value[i] = short[i].to_string().parse().unwrap_or_else(|_| short[i].into());
        }
    }
}

/// A length of at least `least` metres.
pub(super) fn metres(form: &mut ItemForm, label: &str, value: &mut f64, least: f64, help: &str) {
    let drag = DragValue::new(value).range(least..=1e6).speed(0.005).suffix(" m").update_while_editing(false);
    form.drag(label, drag, help);
}

/// The objects and models that stop a sphere; none for all.
pub(super) fn objects(form: &mut ItemForm, workspace: &Workspace, names: &mut Vec<String>) {
    let help = "Objects and models that stop the sphere. Without any, all objects do.";
    let mut removed = None;
    for (i, name) in names.iter_mut().enumerate() {
        let key = format!("stops {}", i + 1);
        form.row(&key, help, |ui, label| {
            if ui.add(Button::new("✖").small()).on_hover_text("Remove it from the list").clicked() {
                removed = Some(i);
                return true;
            }
            let Some(Picked::Name(picked)) = picker(ui, label, &key, name, None, Offers::bodies(workspace)) else {
                return false;
            };
            *name = picked;
            true
        });
    }
    if let Some(i) = removed {
        names.remove(i);
    }
    let shown = if names.is_empty() { "all objects" } else { "an object…" };
    form.row("objects", help, |ui, label| {
        let Some(Picked::Name(name)) = picker(ui, label, "objects", shown, None, Offers::bodies(workspace)) else {
            return false;
        };
        let is_new = !names.contains(&name);
        if is_new {
            names.push(name);
        }
        is_new
    });
}
