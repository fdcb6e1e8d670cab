//! The numbers of the whole level.

use eframe::egui::{RichText, Ui};

use crate::budget::Size;
use crate::cost::{GEOMETRY_FORMULA, LevelCost, TEXTURE_FORMULA};
use crate::geometry::narrate::{counted, grouped};

/// The whole level.
pub(super) fn totals(ui: &mut Ui, cost: &LevelCost) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{} triangles", grouped(cost.count.triangles))).strong());
        ui.label(format!("in {},", counted(cost.count.objects, "object")));
        let help = "One for each material of each object: nothing is batched or instanced.";
        ui.label(format!("{};", counted(cost.count.draws, "draw call"))).on_hover_text(help);
        ui.label(format!("geometry {},", Size(cost.geometry_bytes))).on_hover_text(format!("{GEOMETRY_FORMULA}."));
        ui.label(format!("textures {}", Size(cost.texture_bytes))).on_hover_text(format!("{TEXTURE_FORMULA}."));
    });
}
