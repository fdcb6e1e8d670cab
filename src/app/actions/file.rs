//! Commands on files.

use eframe::egui::Key;

use super::action::Action;
use super::shared::SharedFacts;
use super::{export, movie, received_files, repair_level, trim};
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{ctrl, ctrl_shift, plain};
use crate::app::command::table::file::FileCommand;
use crate::app::dialogs::opening::takes_long_again;
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::kit::file_purpose::Purpose;
use crate::workspace::Workspace;

/// What the commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct FileFacts {
    /// Whether the scene is in a file.
    has_file: bool,
    /// Whether the scene has a model.
    has_model: bool,
    /// Whether the scene has a recorded session that can be read.
    has_recording: bool,
    /// Whether the selected object can be written as a file: it is a mesh.
    has_mesh: bool,
    /// Whether a file is being loaded.
    is_loading: bool,
}

impl FileFacts {
    pub(super) fn of(workspace: &Workspace) -> Self {
        Self {
            has_file: workspace.path().is_some(),
            has_model: !workspace.scene().models.is_empty(),
            has_recording: workspace.world().sessions.iter().any(|one| one.trajectory().is_some()),
            has_mesh: export::selected_mesh(workspace).is_some(),
            is_loading: workspace.disk().working().is_some(),
        }
    }
}

impl FileCommand {
    pub(super) fn action(&self, facts: &FileFacts, shared: &SharedFacts) -> Action {
        match self {
            Self::New => Action::new("New", |target| target.leave(Leave::New))
                .help("Create a scene with one camera and one object.")
                .keys(KeyScope::Window, [ctrl(Key::N)]),
            Self::Open => Action::new("Open…", |target| target.choose_file(Purpose::Open))
                .help("Open a scene, a level, a behaviour tree or an image.")
                .keys(KeyScope::Window, [ctrl(Key::O)]),
            Self::OpenPath => Action::new("Open path…", |target| target.type_path(Purpose::Open))
                .help("Type the path of the file to open.")
                .keys(KeyScope::Window, [ctrl_shift(Key::O)]),
            Self::OpenImage => Action::new("Open image…", |target| target.choose_file(Purpose::Image)).help(
                "PNG, JPEG, WebP, TGA, BMP or GIF. An image from the folder of this scene is added to the scene. Any \
                 other image becomes a scene of its own. You can also drop files on the window.",
            ),
            Self::AddLevel => Action::new("Add level…", |target| target.choose_file(Purpose::Level))
                .help("Add a glTF, GLB, FBX, OBJ, PLY or STL file, or a map of Quake (.map, .bsp), to this scene as a model."),
            Self::OpenRecent { path, is_there } => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let (place, path) = (path.display().to_string(), path.clone());
                Action::new(name, move |target| received_files::open(target.window, target.ctx, vec![path]))
                    .needs(*is_there, format!("{place} no longer exists."))
                    .help(place)
            }
            Self::ClearRecent => {
                Action::new("Clear recent files", |target| target.window.files.recent.clear(target.ctx))
                    .help("Remove all entries from File, Open recent.")
            }
            Self::Reload => Action::new("Reload", |target| {
                let workspace = &mut target.window.workspace;
                if workspace.path().is_some_and(takes_long_again) {
                    target.window.files.opening.begin_again(target.ctx, workspace);
                } else {
                    workspace.disk_mut().reload();
                }
            })
            .help("Read the file of the scene again.")
            .keys(KeyScope::Window, [ctrl(Key::R)])
            .needs(facts.has_file, "The scene has no file yet. Save it first."),
            Self::CancelLoading => {
                Action::new("Cancel loading", |target| target.window.workspace.disk_mut().stop_loading())
                    .help("Cancel loading. The scene stays open without this file.")
                    .needs(facts.is_loading, "No file is being loaded.")
            }
            Self::Save => Action::new("Save", |target| {
                if target.window.workspace.disk().saves_in_place() {
                    target.window.workspace.save();
                } else {
                    target.choose_file(Purpose::Save);
                }
            })
            .help("Save the scene to its file.")
            .keys(KeyScope::Window, [ctrl(Key::S)]),
            Self::SaveAs => Action::new("Save as…", |target| target.choose_file(Purpose::Save))
                .help("Save the scene to another file.")
                .keys(KeyScope::Window, [ctrl_shift(Key::S)]),
            Self::SaveToPath => Action::new("Save to path…", |target| target.type_path(Purpose::Save))
                .needs_desktop()
                .help("Type the path of the file to save to."),
            Self::Screenshot => Action::new("Screenshot…", |target| target.choose_file(Purpose::Picture))
                .help("Save the 3D view as a PNG file, without its buttons and handles.")
                .keys(KeyScope::Window, [plain(Key::F12)]),
            Self::Still => Action::new("Export picture…", |target| target.window.files.still.open()).needs_desktop().help(
                "Save a PNG file of any size, with larger labels, without text, or without the answers.",
            ),
            Self::Movie => Action::new("Export moving picture…", |target| movie::open_dialog(target.window)).needs_desktop().help(
                "Save a turn around the scene, a range of time or the steps of an answer as GIF, APNG or PNG files.",
            ),
            Self::CancelMovie => Action::new("Cancel export", |target| target.window.files.movie.cancel())
                .help("Stop drawing the moving picture. No file is written.")
                .keys_if(shared.is_exporting, KeyScope::View, [plain(Key::Escape)])
                .needs(shared.is_exporting, "No moving picture is being drawn."),
            Self::TrimRecording => Action::new("Trim recording…", |target| trim::open_dialog(target.window))
                .help("Save a range of time of a recorded session as a file of its own.")
                .needs(facts.has_recording, "The scene has no recording that can be read."),
            Self::RepairLevel => Action::new("Repair level…", |target| repair_level::open_dialog(target.window))
                .help("Save a copy of a level without duplicate triangles, holes or inconsistent winding. Each change is listed.")
                .needs(facts.has_model && facts.has_file, "Open a level, or a saved scene with a model."),
            Self::ExportObject => Action::new("Export object…", |target| target.choose_file(Purpose::Object))
                .help(
                    "Save the selected mesh, such as a half of a cut, as a GLB with its joints, weights, animations and \
                     materials, in the pose of this tick.",
                )
                .needs(facts.has_mesh, "Select an object that is a mesh."),
            Self::ExportProblems => Action::new("Export problems…", |target| target.choose_file(Purpose::Problems))
                .help(
                    "Save the list of problems as a table: CSV, SARIF for code scanning, JSON or text, by the extension of \
                     the file.",
                ),
            Self::Hunt => Action::new("Hunt…", |target| target.window.files.hunt.open())
                .needs_desktop()
                .help(
                    "Ask another program questions about space, find its faults with their smallest cases, and name the mistake \
                     that it makes.",
                )
                .found_by("test engine faults judge program"),
            Self::Quit => Action::new("Quit", |target| target.leave(Leave::Quit))
                .needs_desktop()
                .help("Close the window.")
                .keys(KeyScope::Window, [ctrl(Key::Q)]),
        }
    }
}
