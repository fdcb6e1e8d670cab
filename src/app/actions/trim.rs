//! A part of a recording: opens the dialog, shows it, and starts to save the part.

use std::path::Path;

use eframe::egui::Context;

use super::state::{Files, WindowState};
use crate::app::kit::file_purpose::Purpose;

/// Opens the dialog that trims a recording.
pub(in crate::app) fn open_dialog(window: &mut WindowState) {
    let range = &window.timeline.range;
    let rate = window.workspace.scene().tick_rate;
    let span = (range.repeats && !range.is_whole()).then(|| window.timeline.span().map(|tick| tick as f64 / rate));
    window.files.trim.open(&window.workspace, span);
}

/// Shows the dialog that trims a recording, and takes the result of the work.
pub(in crate::app) fn show(window: &mut WindowState, ctx: &Context) {
    let Files { trim, dialogs, .. } = &mut window.files;
    if trim.show(ctx, &window.workspace) {
        let recording = trim.recording(&window.workspace).and_then(|file| file.path()).map(Path::to_owned);
        let near = match (recording, window.workspace.disk().near()) {
            // The recording of a lesson is beside the lesson, and its part beside the user's files.
            (Some(recording), Some(near)) if window.workspace.disk().lesson().is_some() => {
                Some(near.with_file_name(recording.file_name().unwrap_or_default()))
            }
            (recording, near) => recording.or(near),
        };
        dialogs.ask(ctx, Purpose::Recording, near.as_deref());
    }
    trim.advance(ctx, &mut window.workspace);
}

/// Starts saving a part of a recording. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, ctx: &Context, path: &Path) {
    if let Err(reason) = window.files.trim.begin(ctx, &window.workspace, path) {
        window.files.dialogs.refuse(Purpose::Recording, path, reason);
    }
}
