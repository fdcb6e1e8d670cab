//! Creates a session on a scene, with its files, its notices and the options for reading.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::document::Document;
use super::history::History;
use super::notices::Notices;
use super::selection::Selection;
use super::view::View;
use super::{Workspace, comparison, disk, expectations, loading};
use crate::budget::Budget;
use crate::files::{Content, Files, Loaded, Pace, Reading};
use crate::report::Report;
use crate::scene::{Folder, ReadOptions, Scene, UnusualObjects};
use crate::world::{Recording, World};

impl Workspace {
    /// A session on a valid scene, at its initial tick. `path` is the file to save to. The files that the scene names
    /// are not read.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        Self::on(scene, Files::default(), path, Reading::default())
    }

    /// A session on a valid scene, with readings of its files and with the options for further readings.
    pub fn on(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        let opens_at = scene.opens_at;
        let mut workspace = Self::at_the_start(scene, files, path, reading);
        workspace.set_tick(opens_at);
        workspace.evaluate_at_once();
        workspace
    }

    fn at_the_start(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        let content = Content { scene: &scene, files: &files };
        let mut recording = Recording::of(content);
        let world = World::of(&mut recording, content, 0);
        Self {
            selection: Selection::opening(&world, &scene.select),
            selection_count: 0,
            view: View::default(),
            report: Report::of(&world),
            recording,
            target_tick: None,
            world,
            on_disk: files.trees.clone(),
            folder: folder_of(path.as_deref(), &reading.options),
            history: History::new(Document::new(scene, &files)),
            files,
            reading,
            path,
            message: (0, String::new()),
            user_text: None,
            is_of_other_kind: false,
            lesson: None,
            tick: 0,
            explanation: OnceCell::new(),
            warned_at: 0,
            unusual_objects: UnusualObjects::default(),
            expectations: expectations::Expectations::default(),
            comparing: comparison::Comparing::default(),
            depth: None,
            refusal: None,
            tree_choice: None,
            notices: Notices::default(),
            loading: loading::Loading::default(),
            disk: disk::Disk::default(),
            apart: OnceCell::new(),
            bodies: OnceCell::new(),
            has_path: OnceCell::new(),
            revision: 0,
            names_revision: 0,
            placement_revision: 0,
            generation: 0,
        }
    }

    /// A session on a scene that was read from a file, with its warnings.
    pub fn opened(loaded: Loaded, path: PathBuf) -> Self {
        Self::opened_with(loaded, path, Reading::default())
    }

    /// A session on a scene that was read from a file, with the options of that reading. They apply to further files
    /// too.
    pub fn opened_with(loaded: Loaded, path: PathBuf, reading: Reading) -> Self {
        let mut workspace = Self::on(loaded.scene, loaded.files, Some(path), reading);
        workspace.is_of_other_kind = loaded.stamp.is_none();
        workspace.disk.read(loaded.stamp);
        workspace.notify_opened(&loaded.warnings, &loaded.faults);
        workspace.load_at_once();
        workspace
    }

    /// A session on a scene for a window, which does not wait for files: see [`Pace::Later`].
    #[must_use]
    pub fn in_window(mut self) -> Self {
        self.reading.pace = Pace::Later;
        self.await_depth();
        self.take_files(self.files.clone());
        self
    }

    /// A session for a window, with the user's options for reading, and with a memory budget for further files.
    #[must_use]
    pub fn reading_with(mut self, options: ReadOptions, budget: Budget) -> Self {
        self.folder = folder_of(self.path.as_deref(), &options);
        self.reading.options = options;
        self.take_files(self.files.clone().with_budget(budget));
        self
    }

    /// An empty store of files and the options for reading another scene. The root, the folders of trees and the size of
    /// the budget apply to the whole run of the program, the tree only to one file.
    pub(crate) fn fresh_files(&self) -> (Files, Reading) {
        let options = ReadOptions { tree: None, ..self.reading.options.clone() };
        (Files::within(self.files.budget.fresh()), Reading { pace: self.reading.pace, options })
    }

    /// A session on an empty scene.
    pub fn empty() -> Self {
        Self::new(Scene::empty(), None)
    }

    /// Replaces the scene by another valid scene.
    pub(crate) fn renew(&mut self, scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) {
        let (revision, generation, appearance_revision) =
            (self.revision + 1, self.generation + 1, self.view.appearance_revision + 1);
        let names_revision = self.names_revision + 1;
        let view = View { appearance_revision, options: self.view.options, ..View::default() };
        let message = std::mem::take(&mut self.message);
        *self = Self { message, view, revision, names_revision, generation, ..Self::on(scene, files, path, reading) };
    }
}

fn folder_of(path: Option<&Path>, options: &ReadOptions) -> Option<Folder> {
    // A scene outside the root was refused when it was read.
    Some(Folder::of_file(path?, options).ok()?.0)
}
