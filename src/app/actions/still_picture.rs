//! Still pictures: shows the dialog, and starts the work.

use std::path::Path;

use eframe::egui::Context;

use super::state::{Files, WindowState};
use crate::app::kit::file_purpose::Purpose;

/// Shows the dialog for a still picture, and a message when one is written.
pub(in crate::app) fn show(window: &mut WindowState, ctx: &Context) {
    let Files { still, dialogs, .. } = &mut window.files;
    if still.show(ctx) {
        dialogs.ask(ctx, Purpose::Still, window.workspace.disk().near().as_deref());
    }
    still.advance(ctx, &mut window.workspace);
}

/// Starts drawing a picture to a file. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, ctx: &Context, path: &Path) {
    let from = window.panels.views.main().seen_from(&window.workspace);
    if let Err(reason) = window.files.still.begin(ctx, &window.workspace, (path, from)) {
        window.files.dialogs.refuse(Purpose::Still, path, reason);
    }
}
