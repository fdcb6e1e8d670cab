//! The fields of a leak.

use std::sync::Arc;

use eframe::egui::Ui;

use super::level_fields::{metres, objects, vector};
use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::several;
use crate::scene::Leak;
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut leak) = workspace.scene().leaks.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = leak.name.clone();
    let mut form = ItemForm::of::<Leak>(ui, workspace, &scene.leaks[index].name, index);
    form.name(&mut name);
    vector(&mut form, "from", &mut leak.from, Unit::Metres, "Where the centre of the sphere starts.");
    let from = leak.from;
    let help = "Off: the centre should arrive at a place. On: it has to get out of all bounds.";
    form.optional("goal", &mut leak.to, "the outside", help, || from);
    if let Some(to) = &mut leak.to {
        vector(&mut form, "to", to, Unit::Metres, "Where the centre should arrive.");
    }
    metres(&mut form, "radius", &mut leak.radius, 1e-4, "Of the sphere. Nothing may come nearer to its centre.");
    objects(&mut form, workspace, &mut leak.objects);
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, leak);
    }
}

multi_edit! { Leak, Leak in leaks: vec![
    part!("from X", from[0]),
    part!("from Y", from[1]),
    part!("from Z", from[2]),
    presence!("goal", to),
    part_of_some!("to X", to, Some(to) => to[0]),
    part_of_some!("to Y", to, Some(to) => to[1]),
    part_of_some!("to Z", to, Some(to) => to[2]),
    part!("radius", radius),
    part!("objects", objects),
] }
