//! The occupied cells as rows. Each click on a row selects the next of its objects.

use eframe::egui::{Button, RichText, ScrollArea, Ui, vec2};

use super::facts::Facts;
use super::requests::Requests;
use crate::escape;
use crate::octree::Cell;
use crate::workspace::Workspace;

/// The number of visible rows.
const ROWS: usize = 6;
/// The largest number of names in a row.
const NAMES: usize = 4;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, facts: &Facts, requests: &mut Requests) {
    ui.add_space(6.0);
    ui.label(RichText::new(format!("Occupied cells  {}", facts.cell_count())).strong());
    let height = ui.text_style_height(&eframe::egui::TextStyle::Body) + 6.0;
    let home = workspace
        .selected()
        .object()
        .and_then(|object| workspace.report().octree.as_ref()?.placements.get(object))
        .map(|placement| placement.cell);
    let spacing = ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().id_salt("cells").max_height((height + spacing) * ROWS as f32);
    scroll.auto_shrink([false, true]).show_rows(ui, height, facts.cell_count(), |ui, rows| {
        for (cell, objects) in facts.occupied(rows) {
            let text = row(workspace, cell, objects);
            let size = vec2(ui.available_width(), height);
            let response = ui.add(Button::selectable(home == Some(cell), text).truncate().min_size(size));
            if response.hovered() {
                requests.pointed = Some(cell);
            }
            if response.on_hover_text(format!("{} = {}", cell.octal(), cell.binary())).clicked() {
                requests.clicked = Some(cell);
            }
        }
    });
}

/// Such as "0o052 · level 3 · 2: crate, ball".
fn row(workspace: &Workspace, cell: Cell, objects: &[u32]) -> String {
    format!("{} · level {} · {}", cell.octal(), cell.level(), names(workspace, objects))
}

/// Such as "2: crate, ball".
pub(super) fn names(workspace: &Workspace, objects: &[u32]) -> String {
    if objects.is_empty() {
        return "no objects".to_owned();
    }
    let name = |&i: &u32| workspace.world().objects.get(i as usize).map(|object| &*object.name);
    let names: Vec<_> = objects.iter().take(NAMES).filter_map(name).collect();
    let more = if objects.len() > NAMES { " …" } else { "" };
    format!("{}: {}{more}", objects.len(), escape::shown(&names.join(", ")))
}
