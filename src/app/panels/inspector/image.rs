//! The numbers of an image.

use std::sync::Arc;

use eframe::egui::{DragValue, TextEdit, Ui};

use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::slider::NumberSlider;
use crate::app::kit::form::{attempt, several};
use crate::scene::{Image, ImageMethod};
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut image) = workspace.scene().images.get(index).cloned() else { return };
    let Some(quad) = workspace.world().images.get(index).map(|image| image.quad) else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = image.name.clone();
    let mut form = ItemForm::of::<Image>(ui, workspace, &scene.images[index].name, index);
    form.name(&mut name);
    let file = &mut image.file;
    form.row("file", "PNG, JPEG, WebP, TGA, BMP or GIF, or a glTF, in the folder of the scene file.", |ui, label| {
        let field = TextEdit::singleline(file).desired_width(ui.available_width());
        ui.add(field).labelled_by(label).changed()
    });
    if let Some(texture) = image.texture {
        form.fact("texture", &texture.to_string(), "The index in the images of that glTF file, from 0.");
    }
    form.section("Cells");
    let divisions = &mut image.divisions;
    form.row("divisions", "Columns and rows of cells, at most one for each pixel.", |ui, _| {
        let mut is_changed = false;
        for (count, letter) in divisions.iter_mut().zip(["X", "Y"]) {
            let drag = DragValue::new(count).speed(0.05).range(1..=u32::MAX).update_while_editing(false);
            let id = ui.scope_id().with(("divisions", letter, &name));
            is_changed |= attempt::field(ui, drag, id, None).accessible_name(format!("divisions {letter}")).changed();
        }
        is_changed
    });
    let threshold = &mut image.threshold;
    let help = "The least mean alpha of a solid cell.";
    form.row("threshold", help, |ui, _| {
        let range = 0.0..=1.0;
        let slider =
            NumberSlider { name: "threshold", range, is_logarithmic: false, takes_all: false, suffix: "", help };
        let id = ui.scope_id().with(("threshold", &name));
        slider.show(ui, threshold, id)
    });
    let methods = [(ImageMethod::Exact, "exact: all pixels"), (ImageMethod::OddBlock, "odd blocks")];
    let help = "Exact: every pixel belongs to a cell. Odd blocks: as a compute shader with one thread per block computes it; the rest \
                at the right and at the bottom is never read.";
    form.choice("method", &mut image.method, &methods, help);
    form.section("Place");
    form.vector("position", &mut image.position, Unit::Metres, "The middle of the quad, which faces +Z.");
    let help = "Without a size the quad is 1 m wide and has the image's aspect ratio.";
    form.optional("size", &mut image.size, "1 m wide", help, || (2.0 * quad.half_size).to_array());
    if let Some(size) = &mut image.size {
        form.columns("width, height", size, ["X", "Y"], Unit::Size, "The size of the quad.");
    }
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, image);
    }
}

multi_edit! { Image, Image in images: vec![
    part!("file", file),
    part!("divisions X", divisions[0]),
    part!("divisions Y", divisions[1]),
    part!("threshold", threshold),
    part!("method", method),
    part!("position X", position[0]),
    part!("position Y", position[1]),
    part!("position Z", position[2]),
    presence!("size", size),
    part_of_some!("width, height X", size, Some(size) => size[0]),
    part_of_some!("width, height Y", size, Some(size) => size[1]),
] }
