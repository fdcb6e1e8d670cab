//! Moving pictures: opens the dialog, shows it and the progress of the work, and starts the work.

use std::path::Path;

use eframe::egui::{Context, Pos2};

use super::state::{Files, WindowState};
use crate::app::kit::file_purpose::Purpose;

/// Opens the dialog for moving pictures.
pub(in crate::app) fn open_dialog(window: &mut WindowState) {
    let ticks = window.timeline.span();
    window.files.movie.open(&window.workspace, ticks);
}

/// Shows the dialog for moving pictures, and the progress of the work.
pub(in crate::app) fn show(window: &mut WindowState, ctx: &Context, corner: Pos2) {
    let Files { movie, dialogs, .. } = &mut window.files;
    if movie.show(ctx, &window.workspace) {
        dialogs.ask(ctx, Purpose::Movie, window.workspace.disk().near().as_deref());
    }
    movie.advance(ctx, corner, &mut window.workspace);
}

/// Starts drawing a moving picture to a file. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, ctx: &Context, path: &Path) {
    let from = window.panels.views.main().seen_from(&window.workspace);
    if let Err(reason) = window.files.movie.begin(ctx, &window.workspace, (path, from)) {
        window.files.dialogs.refuse(Purpose::Movie, path, reason);
    }
}
