//! The choice between the scene in the window, with its unsaved changes, and its file, which another program has
//! changed.

use eframe::egui::{Button, Label, RichText, Ui};

use crate::app::kit::callout::callout;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::workspace::Workspace;

/// Shows the choice and carries it out. Without a conflict, shows nothing.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &mut Workspace) {
    let Some(can_take) = workspace.disk().conflict().map(crate::workspace::Conflict::can_take) else { return };
    let name = workspace.path().and_then(|path| path.file_name()).unwrap_or_default().to_string_lossy().into_owned();
    let color = theme::text_color(ui.ctx(), Tone::Partial);
    let (mut keeps, mut takes) = (false, false);
    ui.add_space(6.0);
    callout(ui, color, |ui| {
        let words = format!("⚠ Another program changed {name}, and this scene has unsaved changes.");
        ui.add(Label::new(RichText::new(words).strong().color(color)).wrap());
        ui.horizontal_wrapped(|ui| {
            let keep = ui.button("Keep mine");
            keeps = keep.on_hover_text("Keep the scene in this window. Saving then overwrites the file.").clicked();
            let take = ui.add_enabled(can_take, Button::new("Load the file"));
            let help = "Replace the scene in this window by the file. You can undo this.";
            takes = take.on_hover_text(help).on_disabled_hover_text("The file cannot be read.").clicked();
            ui.weak(if can_take { "You can undo loading the file." } else { "The file cannot be read." });
        });
    });
    ui.add_space(6.0);
    if keeps {
        workspace.disk_mut().keep_mine();
    } else if takes {
        workspace.disk_mut().take_theirs();
    }
}
