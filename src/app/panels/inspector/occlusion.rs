//! The fields of an occlusion query: its bodies, its method and its resolution.

use std::sync::Arc;

use eframe::egui::Ui;

use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::several;
use crate::app::kit::form::slider::NumberSlider;
use crate::scene::{Occlusion, OcclusionMethod};
use crate::workspace::Workspace;

/// The resolution at the end of the slider; a greater one can be typed.
const MOST: u32 = 4096;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut query) = workspace.scene().occlusion.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = query.name.clone();
    let mut form = ItemForm::of::<Occlusion>(ui, workspace, &scene.occlusion[index].name, index);
    form.name(&mut name);
    bodies(&mut form, &mut query, workspace);
    let methods = [
        (OcclusionMethod::View, "view: the scene's view"),
        (OcclusionMethod::Fixed, "fixed: one camera on +Z"),
        (OcclusionMethod::Axes, "axes: on +X, +Y and +Z"),
    ];
    form.choice(
        "method",
        &mut query.method,
        &methods,
        "The views of the depth tests. A pair collides if it collides in all views.",
    );
    let resolution = &mut query.resolution;
    let help = "Pixels along each side of a depth picture. A body that is thinner than a pixel may be missed.";
    form.row("resolution", help, |ui, _| {
        let range = 1..=MOST;
        let slider =
            NumberSlider { name: "resolution", range, is_logarithmic: true, takes_all: true, suffix: "", help };
        let id = ui.scope_id().with(("resolution", &name));
        slider.show(ui, resolution, id)
    });
    let help = "Both bodies are drawn wider by √2/2 pixels (Govindaraju's FAR). Nothing in view is missed then, and bodies \
                that pass each other at less than about two pixels may be reported.";
    form.switch("fatten", &mut query.fatten, "wider by half a pixel's diagonal", help);
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, query);
    }
}

/// `a` and `b`, or the list of `among`.
fn bodies(form: &mut ItemForm, query: &mut Occlusion, workspace: &Workspace) {
    if query.among.is_empty() {
        for (key, body, help) in [
            ("a", &mut query.a, "The first object or model."),
            ("b", &mut query.b, "The second object or model. It must be another one."),
        ] {
            form.row(key, help, |ui, label| {
                let Some(Picked::Name(name)) = picker(ui, label, key, body, None, Offers::bodies(workspace)) else {
                    return false;
                };
                *body = name;
                true
            });
        }
        return;
    }
    let help = "Objects and models. Every pair of them whose bounds overlap is tested.";
    let (mut removed, can_remove) = (None, query.among.len() > 2);
    for (i, body) in query.among.iter_mut().enumerate() {
        let key = format!("among {}", i + 1);
        form.row(&key, help, |ui, label| {
            let remove = ui.add_enabled(can_remove, eframe::egui::Button::new("✖").small());
            let remove = remove
                .on_hover_text("Remove it from the query")
                .on_disabled_hover_text("A query needs at least two bodies. Delete the query instead.");
            if remove.clicked() {
                removed = Some(i);
                return true;
            }
            let Some(Picked::Name(name)) = picker(ui, label, &key, body, None, Offers::bodies(workspace)) else {
                return false;
            };
            *body = name;
            true
        });
    }
    if let Some(i) = removed {
        query.among.remove(i);
    }
    form.row("add to among", help, |ui, label| {
        let Some(Picked::Name(name)) = picker(ui, label, "add to among", "an object…", None, Offers::bodies(workspace))
        else {
            return false;
        };
        query.among.push(name);
        true
    });
}

multi_edit! { Occlusion, Occlusion in occlusion: vec![
    part!("a", a),
    part!("b", b),
    part!("method", method),
    part!("resolution", resolution),
    part!("fatten", fatten),
] }
