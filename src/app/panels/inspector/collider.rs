//! The fields of a collider.

use std::sync::Arc;

use eframe::egui::{Label, RichText, Ui};

use super::level_fields::metres;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::several;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::scene::Collider;
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut collider) = workspace.scene().colliders.get(index).cloned() else {
        return of_model(ui, workspace, index);
    };
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
    if !collider.parts.is_empty() {
        let parts = collider.parts.iter().map(|name| escape::line(name).into_owned()).collect::<Vec<_>>().join(", ");
        form.row("parts", "The other objects of this collider. All parts together are compared.", |ui, _| {
            ui.add(Label::new(parts).wrap());
            false
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

/// A collider of a model, which has no fields: its file says what it is.
fn of_model(ui: &mut Ui, workspace: &Workspace, index: usize) {
    let Some(collider) = workspace.world().colliders.get(index) else { return };
    let Some(of_model) = &collider.of_model else { return };
    let shapes = counted(of_model.shapes.len() as u64, "shape");
    let name = escape::line(&collider.render.name);
    let words = format!(
        "The file of the model has {shapes} for “{name}”. It is not drawn. Change it in the program that made the file."
    );
    ui.add(Label::new(RichText::new(words).weak()).wrap());
}

multi_edit! { Collider, Collider in colliders: vec![
    part!("render", render),
    part!("collider", collider),
    part!("tolerance", tolerance),
] }
