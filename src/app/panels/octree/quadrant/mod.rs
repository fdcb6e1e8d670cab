//! One slice of a level, seen along an axis: its cells in the order of the Z-order curve, and the objects in the slice.
//!
//! In a slice the third coordinate is the same for all cells, so the order of their Morton codes is that of quadrants.

mod model;
mod paint;

use eframe::egui::{ComboBox, DragValue, Label, RichText, Role, Ui, WidgetInfo};

use super::cells::names;
use super::facts::Facts;
use super::requests::Requests;
use crate::app::kit::form::attempt;
use crate::workspace::Workspace;
use model::{Plane, Slice};

/// The chosen plane and level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuadrantChoice {
    plane: Plane,
    level: u32,
}

impl Default for QuadrantChoice {
    fn default() -> Self {
        Self { plane: Plane::Xz, level: 3 }
    }
}

/// Shows this part of the panel. The square is at most `side` wide.
pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    facts: &Facts,
    choice: &mut QuadrantChoice,
    side: f32,
    requests: &mut Requests,
) {
    let Some(octree) = workspace.report().octree.as_ref() else { return };
    let region = octree.tree.region();
    let most = region.depth().min(model::DEEPEST);
    ui.horizontal(|ui| {
        let list = ComboBox::from_id_salt("plane").selected_text(choice.plane.title()).width(52.0);
        let shown = list.show_ui(ui, |ui| {
            for plane in Plane::ALL {
                ui.selectable_value(&mut choice.plane, plane, plane.title());
            }
        });
        shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Plane of the slice"));
        let mut level = choice.level.min(most);
        let drag = DragValue::new(&mut level).prefix("level ").range(0..=most).speed(0.03);
        let id = ui.scope_id().with("level");
        let response =
            attempt::field(ui, drag, id, None).on_hover_text("The level whose cells the Z-order curve connects.");
        if response.accessible_name("Level of the slice").changed() {
            choice.level = level;
        }
    });
    let focus = workspace.selected().object();
    let selected = focus.and_then(|object| workspace.world().objects.get(object));
    let home = focus.and_then(|object| octree.placements.get(object)).map(|placement| placement.cell);
    let slice = Slice::of(region, choice.plane, choice.level.min(most), selected.map(|object| &object.aabb));
    let side = side.min(ui.available_width());
    let pointed = paint::show(ui, workspace, facts, &slice, side, requests);
    let cell = pointed.or(home);
    let text = match cell {
        Some(cell) if pointed.is_some() => {
            format!("{} = {} · {}", cell.octal(), cell.binary(), names(workspace, facts.objects_in(cell)))
        }
        Some(cell) => format!("in {} {}", cell.octal(), cell.binary()),
        None => "Point at a cell to read its code.".to_owned(),
    };
    ui.add(Label::new(RichText::new(text).small()).wrap());
}
