//! A repaired copy of a level: opens the dialog, shows it, and starts to write the copy.

use std::path::Path;

use eframe::egui::Context;

use super::state::{Files, WindowState};
use crate::app::kit::file_purpose::Purpose;

/// Opens the dialog that repairs a level.
pub(in crate::app) fn open_dialog(window: &mut WindowState) {
    window.files.repair.open(&window.workspace);
}

/// Shows the dialog that repairs a level, and takes the result of the work.
pub(in crate::app) fn show(window: &mut WindowState, ctx: &Context) {
    let Files { repair, dialogs, .. } = &mut window.files;
    if repair.show(ctx, &window.workspace) {
        dialogs.ask(ctx, Purpose::RepairedLevel, repair.level(&window.workspace).as_deref());
    }
    repair.advance(ctx, &mut window.workspace);
}

/// Starts to write the copy. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, ctx: &Context, path: &Path) {
    if let Err(reason) = window.files.repair.begin(ctx, &window.workspace, path) {
        window.files.dialogs.refuse(Purpose::RepairedLevel, path, reason);
    }
}
