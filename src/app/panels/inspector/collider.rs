//! The fields of a collider.

use std::sync::Arc;

use eframe::egui::Ui;

use super::level_fields::metres;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::several;
use crate::scene::Collider;
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut collider) = workspace.scene().colliders.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = collider.name.clone();
    let mut form = ItemForm::of::<Collider>(ui, workspace, &scene.colliders[index].name, index);
    form.name(&mut name);
    for (key, body, help) in [
        ("render", &mut collider.render, "The object or model that is drawn."),
        ("collider", &mut collider.collider, "The object or model that collides. It must be another one."),
    ] {
        form.row(key, help, |ui, label| {
            let Some(Picked::Name(name)) = picker(ui, label, key, body, None, Offers::bodies(workspace)) else {
                return false;
            };
            *body = name;
            true
        });
    }
    metres(
        &mut form,
        "tolerance",
        &mut collider.tolerance,
        0.0,
        "The greatest distance of the surfaces that is accepted.",
    );
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, collider);
    }
}

multi_edit! { Collider, Collider in colliders: vec![
    part!("render", render),
    part!("collider", collider),
    part!("tolerance", tolerance),
] }
