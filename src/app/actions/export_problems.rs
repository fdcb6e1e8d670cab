//! The list of problems as a file.

use std::path::Path;

use eframe::egui::Context;

use super::state::WindowState;
use crate::app::kit::file_purpose::{Purpose, refuse_input};
use crate::escape;
use crate::files::FileKind;
use crate::host::fs;
use crate::report::problems::export::{ProblemFormat, ProblemList, ProblemSource};
use crate::scene::save_with;
use crate::source::folder::path_in_repository;

/// Writes the list of problems to a file. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, ctx: &Context, path: &Path) {
    let written = write(window, ctx, path);
    match written {
        Ok(()) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            window.workspace.notices_mut().say(format!("Saved the problems to {}", escape::shown(&file)));
        }
        Err(reason) => window.files.dialogs.refuse(Purpose::Problems, path, reason),
    }
}

fn write(window: &mut WindowState, ctx: &Context, path: &Path) -> Result<(), String> {
    refuse_input(&window.workspace.disk().inputs(), path)?;
    let format = ProblemFormat::of_file(path).ok_or("Write to a file that ends with .csv, .sarif, .json or .txt.")?;
    let workspace = &window.workspace;
    let searching =
        "The triangles of meshes are still being checked. Export the list again when the Problems panel has it.";
    let problems = window.panels.problems.list(workspace, ctx).ok_or(searching)?;
    // Lines are those of the saved file, so unsaved changes have none.
    let saved = workspace.path().filter(|path| !workspace.is_dirty() && FileKind::of(path) == FileKind::Scene);
    let text = saved.and_then(|path| fs::read_to_string(path).ok());
    let file = workspace.path().map_or_else(|| "scene.json".to_owned(), path_in_repository);
    let source = ProblemSource {
        report: workspace.report(),
        world: workspace.world(),
        scene: workspace.scene(),
        file: &file,
        text: text.as_deref(),
        is_whole: !workspace.notices().iter().any(|notice| notice.is_error),
    };
    let list = ProblemList::of(source, problems, &[], &workspace.world().budget);
    save_with(path, |out| format.write(&list, out)).map_err(|error| error.to_string())
}
