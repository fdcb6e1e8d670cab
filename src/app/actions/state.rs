//! The state that commands change.

use std::path::PathBuf;

use crate::app::command::palette::Palette;
use crate::app::command::pane::Pane;
use crate::app::dialogs::add_level::Adding;
use crate::app::dialogs::choose_file::Dialogs;
use crate::app::dialogs::compare::Dialog;
use crate::app::dialogs::editor::Editor;
use crate::app::dialogs::help::Help;
use crate::app::dialogs::hunt::HuntDialog;
use crate::app::dialogs::lessons::Lessons;
use crate::app::dialogs::movie::MovieDialog;
use crate::app::dialogs::opening::Opening;
use crate::app::dialogs::repair_level::RepairDialog;
use crate::app::dialogs::replace_expectation::ReplaceExpectation;
use crate::app::dialogs::save_before_leaving::Exit;
use crate::app::dialogs::screenshot::Screenshot;
use crate::app::dialogs::still_picture::StillDialog;
use crate::app::dialogs::trim::TrimDialog;
use crate::app::dialogs::which_way_up::WhichWayUp;
use crate::app::kit::recent::Recent;
use crate::app::layout::Layout;
use crate::app::live::program::LiveProgram;
use crate::app::live::saving::RecordingSave;
use crate::app::panels::state::Panels;
use crate::app::presenter::Presenter;
use crate::app::timeline::bar::Timeline;
use crate::workspace::Workspace;

/// The open scene, the panels and their places, the time bar, and the dialogs.
pub(in crate::app) struct WindowState {
    /// The open scene.
    pub(in crate::app) workspace: Workspace,
    /// The state of the panels.
    pub(in crate::app) panels: Panels,
    /// The places of the panels.
    pub(in crate::app) layout: Layout,
    /// The time bar.
    pub(in crate::app) timeline: Timeline,
    /// Renaming, and the dialog before an item is deleted.
    pub(in crate::app) editor: Editor,
    /// The dialog before an expectation is replaced.
    pub(in crate::app) expecting: ReplaceExpectation,
    /// The dialogs on files.
    pub(in crate::app) files: Files,
    /// The windows of settings, shortcuts, glossary and About.
    pub(in crate::app) help: Help,
    /// The search over all commands.
    pub(in crate::app) palette: Palette,
    /// Presenter mode.
    pub(in crate::app) presenter: Presenter,
    /// The running program that the window shows.
    pub(in crate::app) live: Option<LiveProgram>,
}

/// The parts of the window that handle files.
#[derive(Default)]
pub(in crate::app) struct Files {
    pub(in crate::app) adding: Adding,
    pub(in crate::app) compare: Dialog,
    pub(in crate::app) dialogs: Dialogs,
    pub(in crate::app) exit: Exit,
    pub(in crate::app) hunt: HuntDialog,
    pub(in crate::app) lessons: Lessons,
    pub(in crate::app) movie: MovieDialog,
    pub(in crate::app) still: StillDialog,
    pub(in crate::app) opening: Opening,
    pub(in crate::app) recent: Recent,
    pub(in crate::app) recording: RecordingSave,
    pub(in crate::app) repair: RepairDialog,
    pub(in crate::app) screenshot: Screenshot,
    pub(in crate::app) trim: TrimDialog,
    pub(in crate::app) which_way_up: WhichWayUp,
}

impl WindowState {
    /// The state of a new window on a scene.
    pub(in crate::app) fn new(workspace: Workspace) -> Self {
        Self {
            workspace,
            panels: Panels::default(),
            layout: Layout::default(),
            timeline: Timeline::default(),
            editor: Editor::default(),
            expecting: ReplaceExpectation::default(),
            files: Files::default(),
            help: Help::default(),
            palette: Palette::default(),
            presenter: Presenter::default(),
            live: None,
        }
    }

    /// Writes a picture of the 3D view, as it is on screen, to a PNG file after the next frame.
    pub(in crate::app) fn save_screenshot(&mut self, file: PathBuf) {
        self.layout.reveal(Pane::View);
        self.files.screenshot.take(file);
    }
}
