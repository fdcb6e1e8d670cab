//! The paths of the files that the user drops on the window.

use std::path::PathBuf;

use eframe::egui::Context;

/// The paths of the files that were dropped in this frame.
#[cfg(not(target_family = "wasm"))]
pub(super) fn paths(ctx: &Context) -> Vec<PathBuf> {
    ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect())
}

/// The paths of dropped files that were put into the memory of the page since the last frame.
#[cfg(target_family = "wasm")]
pub(super) fn paths(ctx: &Context) -> Vec<PathBuf> {
    use std::sync::{Mutex, PoisonError};

    use crate::host::page::place_all;

    static PLACED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let placed = || PLACED.lock().unwrap_or_else(PoisonError::into_inner);
    let dropped: Vec<web_sys::File> =
        ctx.input(|i| i.raw.dropped_files.iter().filter_map(|file| file.web_file().cloned()).collect());
    if !dropped.is_empty() {
        let ctx = ctx.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let paths = place_all(dropped).await;
            PLACED.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
            ctx.request_repaint();
        });
    }
    std::mem::take(&mut *placed())
}
