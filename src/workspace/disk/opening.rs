//! Creates a workspace on a scene, with its files, its notices and the options for reading.

use std::path::PathBuf;

use super::assets::take_files;
use super::loading::load_at_once;
use super::open_files::Disk;
use crate::budget::Budget;
use crate::files::{Content, Files, Loaded, Pace, Reading};
use crate::scene::{ReadOptions, Scene};
use crate::workspace::clock::time::Clock;
use crate::workspace::document::open_document::OpenDocument;
use crate::workspace::document::state::DocumentState;
use crate::workspace::judging::answers::Judging;
use crate::workspace::notices::list::Notices;
use crate::workspace::open_scene::Workspace;
use crate::workspace::placement::Placement;
use crate::workspace::selection::state::Selection;
use crate::workspace::view::state::View;
use crate::world::{Recording, World};

impl Workspace {
    /// A workspace on a valid scene, at its initial tick. `path` is the file to save to. The files that the scene names
    /// are not read.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        Self::on(scene, Files::default(), path, Reading::default())
    }

    /// A workspace on a valid scene, with readings of its files and with the options for further readings.
    pub fn on(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        let opens_at = scene.opens_at;
        let mut workspace = at_the_start(scene, files, path, reading);
        workspace.set_tick(opens_at);
        workspace.judging_mut().evaluate_at_once();
        workspace
    }

    /// A workspace on a scene that was read from a file, with its warnings.
    pub fn opened(loaded: Loaded, path: PathBuf) -> Self {
        Self::opened_with(loaded, path, Reading::default())
    }

    /// A workspace on a scene that was read from a file, with the options of that reading. They apply to further files
    /// too.
    pub fn opened_with(loaded: Loaded, path: PathBuf, reading: Reading) -> Self {
        let mut workspace = Self::on(loaded.scene, loaded.files, Some(path), reading);
        workspace.disk.is_of_other_kind = loaded.stamp.is_none();
        workspace.disk.tracking.read(loaded.stamp);
        workspace.notifier().notify_opened(&loaded.warnings, &loaded.faults);
        load_at_once(&mut workspace);
        workspace
    }

    /// A workspace for a window, which does not wait for files: see [`Pace::Later`].
    #[must_use]
    pub fn in_window(mut self) -> Self {
        self.disk.reading.pace = Pace::Later;
        self.judging_mut().await_depth();
        let files = self.disk.files.clone();
        take_files(&mut self, files);
        self
    }

    /// A workspace for a window, with the user's options for reading, and with a memory budget for further files.
    #[must_use]
    pub fn reading_with(mut self, options: ReadOptions, budget: Budget) -> Self {
        self.disk.set_options(options);
        let files = self.disk.files.clone().with_budget(budget);
        take_files(&mut self, files);
        self
    }

    /// A workspace on an empty scene.
    pub fn empty() -> Self {
        Self::new(Scene::empty(), None)
    }
}

fn at_the_start(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Workspace {
    let content = Content { scene: &scene, files: &files };
    let mut recording = Recording::of(content);
    let world = World::of(&mut recording, content, 0);
    Workspace {
        selection: Selection::opening(&world, &scene.select),
        judging: Judging::new(&world),
        clock: Clock::new(recording),
        document: OpenDocument::new(DocumentState::new(scene, &files)),
        disk: Disk::new(files, path, reading),
        placement: Placement::default(),
        view: View::default(),
        notices: Notices::default(),
        world,
        revision: 0,
    }
}

/// Replaces the scene by another valid scene.
pub(in crate::workspace) fn renew(
    workspace: &mut Workspace,
    scene: Scene,
    files: Files,
    path: Option<PathBuf>,
    reading: Reading,
) {
    let mut next = Workspace::on(scene, files, path, reading);
    next.view = workspace.view.of_next_scene(workspace.appearance_revision() + 1);
    next.placement.count_names_from(&workspace.placement);
    next.revision = workspace.revision + 1;
    next.disk.generation = workspace.disk.generation + 1;
    next.notices.take_message(&mut workspace.notices);
    *workspace = next;
}
