//! Messages and choices over the upper part of the 3D view.

use eframe::egui::{self, Align2, Area, Frame, Id, Margin, Order, Rect};

use crate::app::command::Commands;
use crate::app::dialogs::which_way_up::WhichWayUp;
use crate::app::{dialogs, panels};
use crate::workspace::Workspace;

/// Messages and choices over the upper part of the 3D view. They move no panel.
pub(super) fn show(
    ctx: &egui::Context,
    view: Rect,
    workspace: &mut Workspace,
    has_notices: bool,
    which_way_up: &mut WhichWayUp,
    commands: &mut Commands,
) {
    let has_notices = has_notices && panels::problems::has_banner(workspace);
    let asks_up = which_way_up.is_open(workspace);
    if workspace.disk().conflict().is_none() && !has_notices && !asks_up {
        return;
    }
    // Beside the tools and the axes of the view, where there is room.
    let [left, right] = if view.width() > 520.0 { [48.0, 96.0] } else { [8.0, 8.0] };
    let room = Rect::from_min_max(view.min + egui::vec2(left, 8.0), view.max - egui::vec2(right, 8.0));
    let area = Area::new(Id::unique("messages")).order(Order::Middle).pivot(Align2::LEFT_TOP).movable(false);
    area.fixed_pos(room.min).constrain(false).show(ctx, |ui| {
        ui.set_width(room.width());
        // Messages that wrap in a narrower view take more room than before.
        let height = room.height().max(40.0);
        ui.set_max_height(height);
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Frame::popup(ui.style()).inner_margin(Margin::symmetric(6, 2)).show(ui, |ui| {
                dialogs::conflict::show(ui, workspace);
                which_way_up.show(ui, workspace, commands);
                if has_notices {
                    panels::problems::banner(ui, workspace, commands);
                }
            });
        });
    });
}
