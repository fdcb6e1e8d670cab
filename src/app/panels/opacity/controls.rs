//! The fields of an image's cells, and the resulting counts.

use eframe::egui::{DragValue, Label, Margin, RichText, ScrollArea, Ui};

use super::show::Show;
use super::state::OpacityPanel;
use super::words;
use crate::app::kit::form::attempt;
use crate::app::kit::form::slider::NumberSlider;
use crate::app::kit::glossary;
use crate::app::kit::host::Host;
use crate::opacity::{CellLayout, Method};
use crate::scene::ImageMethod;
use crate::workspace::Workspace;
use crate::world::Opacity;

/// Shows all of it in a column with a scroll bar.
pub(super) fn show(panel: &mut OpacityPanel, ui: &mut Ui, workspace: &mut Workspace, index: usize, host: &dyn Host) {
    // The scroll bar is beside the fields, not over them.
    let beside = Margin { right: 8, ..Margin::ZERO };
    let scroll = ScrollArea::vertical().id_salt("controls").auto_shrink([false, false]).content_margin(beside);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        threshold(panel, ui, workspace, index);
        cut(ui, workspace, index);
        // Changes of this frame are included in the answer.
        let Some(image) = workspace.world().images.get(index).cloned() else { return };
        let Ok(opacity) = &image.opacity else { return };
        look(panel, ui);
        numbers(panel, ui, opacity, image.threshold);
        panel.compute.ui(ui, opacity, host);
    });
}

/// The threshold as a slider, and as a line in the histogram.
fn threshold(panel: &mut OpacityPanel, ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(written) = workspace.scene().images.get(index).map(|image| image.threshold) else { return };
    let mut value = written;
    ui.horizontal(|ui| {
        glossary::label(ui, Label::new(RichText::new("threshold").weak()));
        let slider = NumberSlider {
            name: "threshold of cells",
            range: 0.0..=1.0,
            is_logarithmic: false,
            takes_all: false,
            suffix: "",
            help: "The least mean alpha of a solid cell.",
        };
        let id = ui.scope_id().with(("threshold of cells", index));
        slider.show(ui, &mut value, id);
    });
    if let Some(Ok(opacity)) = workspace.world().images.get(index).map(|image| &image.opacity)
        && let Some(dragged) = panel.bars.ui(ui, panel.compute.grid(opacity), written)
    {
        value = dragged;
    }
    if value.to_bits() != written.to_bits() {
        edit(workspace, index, "threshold", |image| image.threshold = value);
    }
}

/// Columns, rows and method.
pub(super) fn cut(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(written) = workspace.scene().images.get(index) else { return };
    let (mut divisions, mut method) = (written.divisions, written.method);
    let most = workspace.files().bitmap(written).map_or([u32::MAX; 2], |bitmap| bitmap.size());
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("cells").weak());
        for (axis, (name, between)) in [("columns of cells", "×"), ("rows of cells", "")].into_iter().enumerate() {
            let count = &mut divisions[axis];
            let drag = DragValue::new(count).range(1..=most[axis]).speed(0.08).update_while_editing(false);
            let help = match most[axis] {
                u32::MAX => "At most one for each pixel.".to_owned(),
                most => format!("At most one for each pixel: {most}."),
            };
            let id = ui.scope_id().with((name, index));
            attempt::field(ui, drag, id, None).on_hover_text(help).accessible_name(name);
            ui.label(between);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("method").weak());
        for (choice, help) in [
            (ImageMethod::Exact, "Every pixel belongs to one cell."),
            (
                ImageMethod::OddBlock,
                "Blocks of one odd size, as a compute shader with one thread per block computes them; the rest at the right and at \
                 the bottom is never read.",
            ),
        ] {
            let word = match choice {
                ImageMethod::Exact => Method::Exact.word(),
                ImageMethod::OddBlock => Method::OddBlock.word(),
            };
            ui.selectable_value(&mut method, choice, word).on_hover_text(help);
        }
    });
    if divisions != written.divisions {
        edit(workspace, index, "divisions", |image| image.divisions = divisions);
    } else if method != written.method {
        edit(workspace, index, "method", |image| image.method = method);
    }
}

fn look(panel: &mut OpacityPanel, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("show").weak());
        ui.selectable_value(&mut panel.show, Show::Cells, "cells").on_hover_text("Show which cells are solid.");
        let help = "Compare exact with odd_block, cell by cell: show where the means and the answers differ.";
        ui.selectable_value(&mut panel.show, Show::Difference, "difference").on_hover_text(help);
        if panel.canvas.is_moved()
            && ui.button("Fit").on_hover_text("Show the whole image. A double click does the same.").clicked()
        {
            panel.canvas.fit();
        }
    });
}

fn numbers(panel: &mut OpacityPanel, ui: &mut Ui, opacity: &Opacity, threshold: f64) {
    let line = |ui: &mut Ui, text: String| {
        glossary::label(ui, Label::new(RichText::new(text)).wrap());
    };
    if panel.show == Show::Difference {
        panel.comparison.update(ui.ctx(), opacity, threshold);
        panel.comparison.bar(ui);
        let Some(compared) = panel.comparison.compared() else { return };
        let all = opacity.layout().len();
        line(ui, differing(compared.difference.verdicts, all));
        let (largest, by) = (compared.difference.largest, compared.difference.by);
        if by != 0.0 {
            let columns = opacity.layout().divisions()[0] as usize;
            line(ui, format!("Means differ most in cell {},{}: {by:+.3}", largest % columns, largest / columns));
        }
        line(ui, words::never_read(compared.odd.layout()));
        return;
    }
    let layout: &CellLayout = opacity.layout();
    line(ui, words::solid_cells(opacity.solid_cells, layout.len()));
    if !opacity.bitmap.has_alpha() {
        line(ui, "The image has no alpha, so every cell is solid".to_owned());
    }
    line(ui, words::never_read(layout));
}

/// Such as "⚠ 3 of 96 cells are solid by one method and clear by the other".
fn differing(cells: usize, all: usize) -> String {
    match cells {
        0 => "✔ The same cells are solid by both methods".to_owned(),
        1 => format!("⚠ 1 of {all} cells is solid by one method and clear by the other"),
        _ => format!("⚠ {cells} of {all} cells are solid by one method and clear by the other"),
    }
}

fn edit(workspace: &mut Workspace, index: usize, field: &str, change: impl FnOnce(&mut crate::scene::Image)) {
    let Some(name) = workspace.scene().images.get(index).map(|image| image.name.clone()) else { return };
    workspace.edit(&format!("{field} of {name}"), |scene| {
        if let Some(image) = scene.images.get_mut(index) {
            change(image);
        }
    });
}
