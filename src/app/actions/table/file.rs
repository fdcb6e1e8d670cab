//! Commands on files.

use std::path::PathBuf;

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, ctrl, ctrl_shift, plain};
use crate::app::dialogs::opening::takes_long_again;
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::kit::file_purpose::Purpose;
use crate::app::shell::received_files;

/// A command of the File menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum FileCommand {
    New,
    Open,
    OpenPath,
    OpenImage,
    AddLevel,
    OpenRecent { path: PathBuf, is_there: bool },
    ClearRecent,
    Reload,
    CancelLoading,
    Save,
    SaveAs,
    SaveToPath,
    Screenshot,
    Movie,
    CancelMovie,
    TrimRecording,
    Quit,
}

impl FileCommand {
    /// All commands, except recent files.
    pub(in crate::app) const ALL: [Self; 16] = [
        Self::New,
        Self::Open,
        Self::OpenPath,
        Self::OpenImage,
        Self::AddLevel,
        Self::ClearRecent,
        Self::Reload,
        Self::CancelLoading,
        Self::Save,
        Self::SaveAs,
        Self::SaveToPath,
        Self::Screenshot,
        Self::Movie,
        Self::CancelMovie,
        Self::TrimRecording,
        Self::Quit,
    ];

    pub(super) fn entry(&self, context: &Context) -> Entry {
        match self {
            Self::New => Entry::new("New", |work| work.leave(Leave::New))
                .help("Create a scene with one camera and one object.")
                .keys(Scope::Window, [ctrl(Key::N)]),
            Self::Open => Entry::new("Open…", |work| work.choose_file(Purpose::Open))
                .help("Open a scene, a level, a behaviour tree or an image.")
                .keys(Scope::Window, [ctrl(Key::O)]),
            Self::OpenPath => Entry::new("Open path…", |work| work.type_path(Purpose::Open))
                .help("Type the path of the file to open.")
                .keys(Scope::Window, [ctrl_shift(Key::O)]),
            Self::OpenImage => Entry::new("Open image…", |work| work.choose_file(Purpose::Image)).help(
                "PNG, JPEG, WebP, TGA, BMP or GIF. An image from the folder of this scene is added to the scene. Any \
                 other image becomes a scene of its own. You can also drop files on the window.",
            ),
            Self::AddLevel => Entry::new("Add level…", |work| work.choose_file(Purpose::Level))
                .help("Add a glTF, GLB or OBJ file to this scene as a model."),
            Self::OpenRecent { path, is_there } => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let (place, path) = (path.display().to_string(), path.clone());
                Entry::new(name, move |work| received_files::open(work.app, work.ctx, vec![path]))
                    .needs(*is_there, format!("{place} no longer exists."))
                    .help(place)
            }
            Self::ClearRecent => Entry::new("Clear recent files", |work| work.app.files.recent.clear(work.ctx))
                .help("Remove all entries from File, Open recent."),
            Self::Reload => Entry::new("Reload", |work| {
                let workspace = &mut work.app.workspace;
                if workspace.path().is_some_and(takes_long_again) {
                    work.app.files.opening.begin_again(work.ctx, workspace);
                } else {
                    workspace.disk_mut().reload();
                }
            })
            .help("Read the file of the scene again.")
            .keys(Scope::Window, [ctrl(Key::R)])
            .needs(context.has_file, "The scene has no file yet. Save it first."),
            Self::CancelLoading => Entry::new("Cancel loading", |work| work.app.workspace.disk_mut().stop_loading())
                .help("Cancel loading. The scene stays open without this file.")
                .needs(context.is_loading, "No file is being loaded."),
            Self::Save => Entry::new("Save", |work| {
                if work.app.workspace.disk().saves_in_place() {
                    work.app.workspace.save();
                } else {
                    work.choose_file(Purpose::Save);
                }
            })
            .help("Save the scene to its file.")
            .keys(Scope::Window, [ctrl(Key::S)]),
            Self::SaveAs => Entry::new("Save as…", |work| work.choose_file(Purpose::Save))
                .help("Save the scene to another file.")
                .keys(Scope::Window, [ctrl_shift(Key::S)]),
            Self::SaveToPath => Entry::new("Save to path…", |work| work.type_path(Purpose::Save))
                .help("Type the path of the file to save to."),
            Self::Screenshot => Entry::new("Screenshot…", |work| work.choose_file(Purpose::Picture))
                .help("Save the 3D view as a PNG file.")
                .keys(Scope::Window, [plain(Key::F12)]),
            Self::Movie => Entry::new("Export moving picture…", |work| work.app.open_movie_dialog()).help(
                "Save a turn around the scene, a range of time or the steps of an answer as GIF, APNG or PNG files.",
            ),
            Self::CancelMovie => Entry::new("Cancel export", |work| work.app.files.movie.cancel())
                .help("Stop drawing the moving picture. No file is written.")
                .keys_if(context.is_exporting, Scope::View, [plain(Key::Escape)])
                .needs(context.is_exporting, "No moving picture is being drawn."),
            Self::TrimRecording => Entry::new("Trim recording…", |work| work.app.open_trim_dialog())
                .help("Save a range of time of a recorded session as a file of its own.")
                .needs(context.has_recording, "The scene has no recording that can be read."),
            Self::Quit => Entry::new("Quit", |work| work.leave(Leave::Quit))
                .help("Close the window.")
                .keys(Scope::Window, [ctrl(Key::Q)]),
        }
    }
}
