//! The fields of a cut.

use std::sync::Arc;

use eframe::egui::Ui;

use super::level_fields::vector;
use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::several;
use crate::app::kit::form::slider::NumberSlider;
use crate::scene::Cut;
use crate::workspace::Workspace;

/// The largest gap between the halves: the size of the object along the normal.
fn widest_gap(workspace: &Workspace, index: usize) -> f32 {
    let world = workspace.world();
    let Some(cut) = world.cuts.get(index) else { return 1.0 };
    let halves = cut.objects.iter().flatten().filter_map(|&half| Some(world.objects.get(half)?.aabb));
    let size = halves.reduce(|a, b| a.union(&b)).map(|both| both.max - both.min);
    size.map_or(1.0, |size| size.dot(cut.plane.normal().as_vec3().abs())).clamp(0.01, 1e6)
}

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut cut) = workspace.scene().cuts.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = cut.name.clone();
    let mut form = ItemForm::of::<Cut>(ui, workspace, &scene.cuts[index].name, index);
    form.name(&mut name);
    form.row("object", "An object with a mesh, or an object of a model.", |ui, label| {
        match picker(ui, label, "object", &cut.object, None, Offers::objects(workspace)) {
            Some(Picked::Name(name)) => {
                cut.object = name;
                true
            }
            _ => false,
        }
    });
    for (label, value, unit, help) in [
        ("point", &mut cut.point, Unit::Metres, "A point of the plane."),
        ("normal", &mut cut.normal, Unit::Ratio, "The direction to the front half. Its length does not matter."),
    ] {
        vector(&mut form, label, value, unit, help);
    }
    let drag = eframe::egui::DragValue::new(&mut cut.tick).speed(0.2).update_while_editing(false);
    form.drag("tick", drag, "From this tick on, the halves take the place of the object.");
    form.switch("caps", &mut cut.cap, "close both halves", "Triangles in the plane close each closed loop of the cut.");
    let (most, gap) = (widest_gap(workspace, index), workspace.view().cut_gap());
    let help = "Draws the halves of all cuts apart. Only the picture changes, and no answer.";
    form.row("gap", help, |ui, _| {
        let length = workspace.view().units().length;
        let mut shown = f64::from(gap) * length.per_metre();
        let range = 0.0..=f64::from(most) * length.per_metre();
        let suffix = &format!(" {}", length.symbol());
        let slider = NumberSlider { name: "gap", range, is_logarithmic: false, takes_all: false, suffix, help };
        if slider.show(ui, &mut shown, ui.scope_id().with("gap")) {
            #[expect(clippy::cast_possible_truncation, reason = "the gap is drawn in f32")]
            workspace.view_mut().set_cut_gap((shown / length.per_metre()) as f32);
        }
        false
    });
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, cut);
    }
}

multi_edit! { Cut, Cut in cuts: vec![
    part!("object", object),
    part!("point X", point[0]),
    part!("point Y", point[1]),
    part!("point Z", point[2]),
    part!("normal X", normal[0]),
    part!("normal Y", normal[1]),
    part!("normal Z", normal[2]),
    part!("tick", tick),
    part!("caps", cap),
] }
