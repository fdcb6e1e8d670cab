//! The whole panel: the answer and the fields of the selected items, then the fields of the scene.

use eframe::egui::{Label, Margin, RichText, ScrollArea, Ui};

use super::block::{block, block_from};
use super::{agent, camera, collider, cut, image, leak, model, object, occlusion, ray, scene, session, summary, tap};
use crate::app::command::Commands;
use crate::app::view::movie_eye::MovieEye;
use crate::escape;
use crate::geometry::ray::Facing;
use crate::picture::sides_in_words;
use crate::scene::Entry;
use crate::workspace::Workspace;
use crate::world::Item;

/// The whole panel. `eye` is that of the active 3D view; `None` before a view was shown. `sides` are those that the mesh of
/// the selected object shows there, while faces are shown by their orientation.
pub(in crate::app) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    (eye, sides): (Option<&MovieEye>, Option<Facing>),
    commands: &mut Commands,
) {
    // The scroll bar is beside the fields rather than over them.
    let beside = Margin { right: 10, ..Margin::ZERO };
    let scroll = ScrollArea::vertical()
        .id_salt(workspace.disk().generation())
        .auto_shrink([false, false])
        .content_margin(beside);
    scroll.show(ui, |ui| {
        ui.add_space(4.0);
        if workspace.selection().set_len() > 1 {
            several(ui, workspace);
        }
        summary::show(ui, workspace, commands);
        let selected = workspace.selected().clone();
        if let Some(index) = selected.agent().filter(|_| selected.object().is_none()) {
            block(ui, "Agent", "agent", |ui| agent::show(ui, workspace, index));
        }
        if let Some(index) = selected.object() {
            block(ui, "Object", "object", |ui| {
                if let Some(sides) = sides {
                    ui.add(Label::new(RichText::new(sides_in_words(sides)).weak()).wrap()).on_hover_text(
                        "A ray that hits one of these from here hits a back face. Hidden triangles count too.",
                    );
                }
                object::show(ui, workspace, index);
            });
        }
        if let (Some(Item::Unplaced(_)), Some(Entry::Object(written))) =
            (workspace.selection().active_item(), workspace.selection().active_entry())
        {
            block(ui, "Object", "object", |ui| object::unplaced(ui, workspace, written));
        }
        let of_model = |item| if let Some(Entry::Model(model)) = item { Some(model) } else { None };
        let model = selected
            .model()
            .or(selected.object().and_then(|object| of_model(workspace.selection().entry_of(Item::Object(object)))));
        if let Some(index) = model {
            block(ui, "Model", "model", |ui| model::show(ui, workspace, index));
        }
        if let Some(index) = selected.image() {
            block(ui, "Image", "image", |ui| image::show(ui, workspace, index));
        }
        if let Some(index) = selected.occlusion() {
            block(ui, "Occlusion query", "occlusion", |ui| occlusion::show(ui, workspace, index));
        }
        match selected.explained_alone() {
            Some(Item::Session(index)) => block(ui, "Session", "session", |ui| session::show(ui, workspace, index)),
            Some(Item::Tap(index)) => block(ui, "Tap", "tap", |ui| tap::show(ui, workspace, index)),
            Some(Item::Cut(index)) => block(ui, "Cut", "cut", |ui| cut::show(ui, workspace, index)),
            Some(Item::Leak(index)) => block(ui, "Leak", "leak", |ui| leak::show(ui, workspace, index)),
            Some(Item::Collider(index)) => block(ui, "Collider", "collider", |ui| collider::show(ui, workspace, index)),
            _ => {}
        }
        let of_camera =
            workspace.selection().active_camera().and_then(|camera| workspace.world().model_of_camera(camera));
        match workspace.selection().active_querier() {
            // Those of models and of a trace are no entries of the scene.
            Some(Item::Camera(index)) if of_camera.is_some() || index >= workspace.scene().cameras.len() => {
                block(ui, "Camera", "camera", |ui| model::camera(ui, workspace, index));
            }
            Some(Item::Camera(index)) => block(ui, "Camera", "camera", |ui| camera::show(ui, workspace, index)),
            Some(Item::Ray(index)) => block(ui, "Ray", "ray", |ui| ray::show(ui, workspace, index)),
            _ => {}
        }
        if let Some(index) = of_camera.filter(|_| model.is_none()) {
            block(ui, "Model", "model", |ui| model::show(ui, workspace, index));
        }
        let (id, is_open) =
            if workspace.selection().active().is_none() { ("scene", true) } else { ("scene of the selection", false) };
        block_from(ui, "Scene", id, is_open, |ui| scene::show(ui, workspace, eye));
        ui.add_space(12.0);
    });
}

/// How many items are selected, and which of them the answer and the fields below belong to.
fn several(ui: &mut Ui, workspace: &Workspace) {
    ui.label(RichText::new(workspace.selection().set_words()).strong());
    let name = workspace.selection().active_item().and_then(|active| workspace.world().name_of(active));
    let name = escape::line(name.map_or("", |name| name));
    ui.add(Label::new(RichText::new(format!("The answer and the fields belong to “{name}”.")).weak()).wrap());
    ui.add_space(4.0);
}
