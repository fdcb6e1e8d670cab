//! Messages and choices over the upper part of the 3D view.

use eframe::egui::{self, Align2, Area, Frame, Id, Margin, Order, Rect, Ui};

use crate::app::command::Commands;
use crate::app::dialogs::which_way_up::WhichWayUp;
use crate::app::{dialogs, panels};
use crate::workspace::Workspace;

/// The part of the height that they take above the view, at most.
const MOST_ABOVE: f32 = 0.5;

/// Messages and choices over the upper part of the 3D view. They move no panel.
pub(super) fn show(
    ctx: &egui::Context,
    view: Rect,
    workspace: &mut Workspace,
    has_notices: bool,
    commands: &mut Commands,
) {
    let has_notices = has_notices && panels::problems::has_banner(workspace);
    if workspace.disk().conflict().is_none() && !has_notices {
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
                contents(ui, workspace, has_notices, commands);
            });
        });
    });
}

/// The question which way is up, and the messages, above a view that is lower by as much: they cover no part of the path.
pub(super) fn above(
    ui: &mut Ui,
    workspace: &mut Workspace,
    (which_way_up, has_notices): (&mut WhichWayUp, bool),
    commands: &mut Commands,
) {
    let has_notices = has_notices && panels::problems::has_banner(workspace);
    let most = ui.available_height() * MOST_ABOVE;
    Frame::new().inner_margin(Margin::symmetric(6, 0)).show(ui, |ui| {
        egui::ScrollArea::vertical().id_salt("above the view").max_height(most).show(ui, |ui| {
            which_way_up.show(ui, workspace, commands);
            contents(ui, workspace, has_notices, commands);
        });
    });
}

fn contents(ui: &mut Ui, workspace: &mut Workspace, has_notices: bool, commands: &mut Commands) {
    dialogs::conflict::show(ui, workspace);
    if has_notices {
        panels::problems::banner(ui, workspace, commands);
    }
}
