//! The dialog for choosing a tree of a file with several trees and no main tree.

use eframe::egui::{Button, Context, Frame, Id, Modal, ScrollArea, vec2};

use crate::workspace::Workspace;

/// Shows the dialog while a choice is open.
pub(in crate::app) fn show(ctx: &Context, workspace: &mut Workspace) {
    let Some(choice) = workspace.disk().tree_choice().cloned() else { return };
    let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = Modal::new(Id::unique("tree choice")).frame(frame).show(ctx, |ui| {
        ui.set_width(340.0);
        ui.heading("Choose a tree");
        let file = choice.file.file_name().unwrap_or_default().to_string_lossy();
        ui.label(format!("“{file}” has {} trees and no main tree. Choose one.", choice.trees.len()));
        ui.add_space(8.0);
        let mut chosen = None;
        ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
            for tree in &choice.trees {
                let button = Button::new(&**tree).truncate().min_size(vec2(ui.available_width(), 26.0));
                if ui.add(button).clicked() {
                    chosen = Some(tree.clone());
                }
            }
        });
        ui.add_space(8.0);
        (chosen, ui.button("Cancel").clicked())
    });
    let is_closing = modal.should_close();
    let (chosen, is_cancelled) = modal.inner;
    if let Some(tree) = chosen {
        workspace.disk_mut().open_tree(&choice.file, &tree);
        ctx.request_repaint();
    } else if is_cancelled || is_closing {
        workspace.disk_mut().drop_tree_choice();
    }
}
