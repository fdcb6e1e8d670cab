//! The fields of the octree: method, depth and region.

use std::sync::Arc;

use eframe::egui::{DragValue, Ui};
use glam::Vec3;

use crate::app::kit::form::fields::{Changed, ItemForm, Unit};
use crate::octree::Region;
use crate::octree::morton::MAX_DEPTH;
use crate::scene::OctreeMethod;
use crate::workspace::Workspace;

/// The fields; a change can be undone. `region` is the current one.
pub(in crate::app) fn fields(ui: &mut Ui, workspace: &mut Workspace, region: &Region) {
    let scene = Arc::clone(workspace.scene());
    let Some(mut octree) = scene.octree.clone() else { return };
    let mut form = ItemForm::new(ui, "the octree", workspace.document().refusal());
    let methods = [(OctreeMethod::Tight, "tight: it fits in"), (OctreeMethod::Loose, "loose: by its size")];
    form.choice(
        "method",
        &mut octree.method,
        &methods,
        "The rule for an object's cell. Tight: the deepest cell that contains the whole box. Loose: the level by the \
                     box's size, the cell by its centre; cells are enlarged by half an edge on every side.",
    );
    let drag = DragValue::new(&mut octree.depth).speed(0.05).range(0..=MAX_DEPTH).update_while_editing(false);
    form.drag("halvings", drag, "The depth of the octree, 0 to 10: its leaves are cells of that level.");
    let mut is_around = octree.min.is_none();
    form.switch(
        "region",
        &mut is_around,
        "around all objects",
        "The region that is divided: a box, including its faces.",
    );
    if is_around != octree.min.is_none() {
        let bounds = |corner: Vec3| (!is_around).then(|| corner.to_array());
        (octree.min, octree.max) = (bounds(region.min()), bounds(region.max()));
    }
    if let (Some(min), Some(max)) = (&mut octree.min, &mut octree.max) {
        form.vector("region min", min, Unit::Metres, "Its least corner.");
        form.vector("region max", max, Unit::Metres, "Its greatest corner, above the least on every axis.");
    }
    if let Some(Changed { field, .. }) = form.changed() {
        workspace.edit(&field, |scene| scene.octree = Some(octree));
    }
}
