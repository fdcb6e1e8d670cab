//! The open scene with its answers, its selection and its history; no egui and no GL.
//!
//! Every change of the scene, the tick or the file goes through the session. World and report are updated before the
//! call returns, so that every panel shows the new answers in the same frame.

mod agents;
mod assets;
pub(crate) mod comparison;
mod disk;
mod document;
pub(crate) mod edit;
mod expectations;
mod files;
mod hiding;
mod history;
mod images;
pub(crate) mod job;
mod levels;
mod loading;
mod naming;
mod notice;
mod notices;
mod notify;
mod octree;
mod problem;
mod relocating;
mod replay;
mod revisions;
mod selection;
mod settling;
mod trees;
mod view;
pub(crate) mod watch;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use agents::Search;
pub(crate) use disk::Conflict;
pub(crate) use files::FOREIGN;
pub(crate) use loading::Working;
pub use notice::{Notice, NoticeKind};
use notices::Notices;
use selection::Selection;
pub use settling::Writing;
pub(crate) use trees::TreeChoices;
use view::View;

use crate::budget::Budget;
use crate::files::{Content, Files, Loaded, Pace, Reading, Store, TreeAsset};
use crate::picture::{Bodies, Palette, Selected, Shown};
use crate::report::explain::{Explanation, Subject, explain};
use crate::report::{Report, quoted};
use crate::scene::{self, Folder, ReadOptions, Scene};
use crate::world::{Recording, Thing, World};
use document::{Document, Draft};
use files::TreeChoice;
use history::History;

/// One open scene.
pub struct Session {
    history: History,
    /// The readings of the files that the document names.
    files: Files,
    /// The options for reading files.
    reading: Reading,
    path: Option<PathBuf>,
    /// The folder of the files that the scene names; `None` without a path.
    folder: Option<Folder>,
    tick: u64,
    recording: Recording,
    /// The tick to which the agents are still being run.
    target_tick: Option<u64>,
    world: World,
    report: Report,
    selection: Selection,
    view: View,
    explanation: OnceCell<Option<Explanation>>,
    expectations: expectations::Expectations,
    comparing: comparison::Comparing,
    refusal: Option<Refusal>,
    tree_choice: Option<TreeChoice>,
    notices: Notices,
    loading: loading::Loading,
    disk: disk::Disk,
    /// Files of trees as they were last read or written; the document may have edits of them.
    on_disk: Store<TreeAsset>,
    /// Computed when first used, and again after an object has moved.
    bodies: OnceCell<Arc<Bodies>>,
    revision: u64,
    names: u64,
    placings: u64,
    generation: u64,
}

/// A change that the scene's checks refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field, as given to [`Session::edit`].
    pub field: String,
    /// The reason, in one line.
    pub reason: String,
}

impl Session {
    /// A session on a scene that has passed its checks, at its initial tick. `path` is the file to save to. None of the
    /// files that it names are read.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        Self::on(scene, Files::default(), path, Reading::default())
    }

    /// The same with readings of the scene's files, and the options for further ones.
    pub fn on(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        let opens_at = scene.opens_at;
        let mut session = Self::at_the_start(scene, files, path, reading);
        session.set_tick(opens_at);
        session.evaluate_at_once();
        session
    }

    fn at_the_start(scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        let content = Content { scene: &scene, files: &files };
        let mut recording = Recording::of(content);
        let world = World::of(&mut recording, content, 0);
        Self {
            selection: Selection::opening(&world, &scene.select),
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
            tick: 0,
            explanation: OnceCell::new(),
            expectations: expectations::Expectations::default(),
            comparing: comparison::Comparing::default(),
            refusal: None,
            tree_choice: None,
            notices: Notices::default(),
            loading: loading::Loading::default(),
            disk: disk::Disk::default(),
            bodies: OnceCell::new(),
            revision: 0,
            names: 0,
            placings: 0,
            generation: 0,
        }
    }

    /// A session on a scene that was read from a file, with its warnings.
    pub fn opened(loaded: Loaded, path: PathBuf) -> Self {
        Self::opened_with(loaded, path, Reading::default())
    }

    /// The same with the options of the reading, which apply to further files too.
    pub fn opened_with(loaded: Loaded, path: PathBuf, reading: Reading) -> Self {
        let mut session = Self::on(loaded.scene, loaded.files, Some(path), reading);
        session.disk.read(loaded.stamp);
        session.notify_opened(&loaded.warnings, &loaded.faults);
        session.load_at_once();
        session
    }

    /// The same for a window, which does not wait for files: see [`Pace::Later`].
    #[must_use]
    pub fn in_window(mut self) -> Self {
        self.reading.pace = Pace::Later;
        self.take_files(self.files.clone());
        self
    }

    /// The same with the user's options for reading, and with a memory budget for further files.
    #[must_use]
    pub fn reading_with(mut self, options: ReadOptions, budget: Budget) -> Self {
        self.folder = folder_of(self.path.as_deref(), &options);
        self.reading.options = options;
        self.take_files(self.files.clone().with_budget(budget));
        self
    }

    /// Empty files and the options for reading another scene. The root and the size of the budget apply to the whole
    /// run, the tree to one file.
    pub(crate) fn fresh_files(&self) -> (Files, Reading) {
        let options = ReadOptions { root: self.reading.options.root.clone(), tree: None };
        (Files::within(self.files.budget.fresh()), Reading { pace: self.reading.pace, options })
    }

    /// A session on a scene without anything in it.
    pub fn empty() -> Self {
        Self::new(Scene::empty(), None)
    }

    /// Replaces the scene by another that has passed its checks.
    pub(crate) fn renew(&mut self, scene: Scene, files: Files, path: Option<PathBuf>, reading: Reading) {
        let (revision, generation, looks) = (self.revision + 1, self.generation + 1, self.view.looks + 1);
        let names = self.names + 1;
        let view = View { looks, ..View::default() };
        *self = Self { view, revision, names, generation, ..Self::on(scene, files, path, reading) };
    }

    /// Changes the scene. When its checks refuse the result, nothing changes, and [`Session::refusal`] has the reason
    /// under the name of `field`. Changes of the same field until [`Session::settle`] are one undo step.
    pub fn edit(&mut self, field: &str, change: impl FnOnce(&mut Scene)) -> bool {
        self.edit_in_world(field, |scene, _| change(scene))
    }

    fn edit_in_world(&mut self, field: &str, change: impl FnOnce(&mut Scene, &World)) -> bool {
        self.edit_draft(field, |draft, world| change(&mut draft.scene, world))
    }

    fn edit_draft(&mut self, field: &str, change: impl FnOnce(&mut Draft, &World)) -> bool {
        let before = Arc::clone(self.scene());
        let mut draft = Draft { scene: Scene::clone(&before), files: self.files.clone() };
        change(&mut draft, &self.world);
        let Draft { scene, mut files } = draft;
        files.forget_outdated_unnamed(&scene, self.folder());
        files.update(&scene, self.folder(), self.reading.pace);
        self.note_new_trees(&files);
        if scene == *before && files == self.files {
            return false;
        }
        if let Some(problem) = self.new_problem(&before, &scene, &files) {
            // The help text is for authors of the file.
            let reason = quoted(&problem.message);
            self.refusal = Some(Refusal { field: field.to_owned(), reason });
            return false;
        }
        self.refusal = None;
        self.history.change(field, Document::new(scene, &files));
        let old = std::mem::replace(&mut self.files, files);
        self.follow(Content { scene: &before, files: &old }, self.tick);
        self.load_at_once();
        true
    }

    /// A problem that a change causes. Problems that existed before, such as those of a level that has changed, do not
    /// block other changes.
    fn new_problem(&self, before: &Scene, scene: &Scene, files: &Files) -> Option<scene::Problem> {
        let sound = scene::Before { scene: before, has_same_levels: self.files.levels == files.levels };
        let problems = scene::check_change(&sound, scene, files, self.folder());
        let known = if problems.is_empty() { Vec::new() } else { scene::check(before, &self.files, self.folder()) };
        problems.into_iter().find(|problem| known.iter().all(|known| known.message != problem.message))
    }

    /// The same as a separate undo step, even when the last one had the same label; `change` also receives the current
    /// world.
    pub(crate) fn step(&mut self, label: &str, change: impl FnOnce(&mut Scene, &World)) -> bool {
        self.settle();
        let is_done = self.edit_in_world(label, change);
        self.settle();
        is_done
    }

    /// The same for a change that also changes files.
    pub(crate) fn step_draft(&mut self, label: &str, change: impl FnOnce(&mut Draft, &World)) -> bool {
        self.settle();
        let is_done = self.edit_draft(label, change);
        self.settle();
        is_done
    }

    /// Ends a drag: the next change is a separate undo step.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// Undoes the last step, or drops a change that still waits for its level.
    pub fn undo(&mut self) {
        if self.loading.namings.pop().is_some() {
            return;
        }
        let before = Arc::clone(self.history.document());
        if self.history.undo() {
            self.has_gone_from(&before);
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        let before = Arc::clone(self.history.document());
        if self.history.redo() {
            self.has_gone_from(&before);
        }
    }

    /// After undo or redo: keeps readings of files that were read meanwhile.
    fn has_gone_from(&mut self, before: &Arc<Document>) {
        self.refusal = None;
        self.view.looks += 1;
        if Arc::ptr_eq(before, self.history.document()) {
            // That step only hid or showed items.
            return;
        }
        let old = self.files.clone();
        self.files.trees = self.history.document().trees.clone();
        self.update_files();
        self.follow(Content { scene: &before.scene, files: &old }, self.tick);
        self.refresh_files();
        self.load_at_once();
    }

    /// Goes to a tick.
    pub fn set_tick(&mut self, tick: u64) {
        if tick != self.tick || self.target_tick.is_some() {
            self.follow_time(tick);
        }
    }

    /// Sets the t of the selected ray that a plot points at; not a change of the scene.
    pub fn point_at(&mut self, t: Option<f32>) {
        self.view.pointed = t;
    }

    /// The t that a plot points at.
    pub fn pointed(&self) -> Option<f32> {
        self.view.pointed
    }

    /// World and report of the same scene at another tick.
    fn follow_time(&mut self, tick: u64) {
        let (scene, files) = (Arc::clone(self.scene()), self.files.clone());
        self.follow(Content { scene: &scene, files: &files }, tick);
    }

    /// Updates world and report after a change of the scene, which was `before`, at a tick. Unaffected parts are kept.
    /// The selection stays with its items.
    fn follow(&mut self, before: Content, tick: u64) {
        let scene = Arc::clone(self.scene());
        self.recording.follow(Content { scene: &scene, files: &self.files });
        let tick = self.reach(tick);
        self.tick = tick;
        let now = Content { scene: &scene, files: &self.files };
        let changes = self.world.follow(&mut self.recording, before, now, tick);
        self.report.follow(&self.world, &changes);
        self.follow_breaks();
        self.revision += 1;
        self.names += u64::from(changes.names);
        if !changes.images.is_none() {
            self.notify_images();
        }
        if before.files.levels != self.files.levels {
            self.notify_levels();
        }
        if !changes.objects.is_none() {
            self.bodies = OnceCell::new();
            self.placings += 1;
            self.view.problem = None;
        }
        self.explanation = OnceCell::new();
        self.follow_selection();
        if changes.names {
            self.hide_new_parts();
        }
        self.evaluate_at_once();
        self.compare_at_once();
    }

    /// The folder of the scene's files, and its root; `None` for a scene without a file.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The document.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.history.document().scene
    }

    /// The readings of the files that it names.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Its file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The scene's title, or else the file's name.
    pub fn title(&self) -> String {
        let name = self.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
        match (self.scene().title.is_empty(), name) {
            (false, _) => self.scene().title.clone(),
            (true, Some(name)) => name,
            (true, None) => "Untitled scene".to_owned(),
        }
    }

    /// Whether there are unsaved changes. A change that waits for its level counts.
    pub fn is_dirty(&self) -> bool {
        self.has_edits() || !self.loading.namings.is_empty()
    }

    /// The same without changes that wait for their level.
    fn has_edits(&self) -> bool {
        self.history.is_dirty() || self.disk.is_overruled()
    }

    /// The level for which the next change waits, by its name in the scene.
    pub(crate) fn awaited_level(&self) -> Option<&str> {
        self.loading.namings.first().map(|naming| &*naming.file)
    }

    /// The label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.loading.namings.last().map(|naming| &*naming.label).or(self.history.undo_label())
    }

    /// The label of the step that redo would restore.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }

    /// The current tick.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The scene at that tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All answers at that tick.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The selection.
    pub fn selected(&self) -> &Selected {
        &self.selection.selected
    }

    /// The explanation of the selected answer.
    pub fn explanation(&self) -> Option<&Explanation> {
        let open = || self.selection.selected.subject().and_then(|subject| explain(&self.world, subject));
        self.explanation.get_or_init(open).as_ref()
    }

    /// Why there is no explanation: the selected image has no answer, or the selected object or camera is unplaced.
    /// "`leaf` has no answer: `leaf.png` is being read".
    pub fn unanswered(&self) -> Option<String> {
        if let Some(Thing::Unplaced(unplaced)) = self.active_thing() {
            let unplaced = self.world.unplaced.get(unplaced)?;
            return Some(format!("`{}` could not be placed: {}.", unplaced.name, unplaced.error));
        }
        if let Some(Subject::View(subject)) = self.selection.selected.subject() {
            let answers = self.report.frusta.get(subject.camera()).filter(|answers| answers.error.is_some())?;
            return answers.say_no_list();
        }
        let image = self.selection.selected.image.and_then(|image| self.world.images.get(image))?;
        let error = image.opacity.as_ref().err()?;
        Some(format!("`{}` has no answer{}: {error}.", image.name, if error.is_pending() { " yet" } else { "" }))
    }

    /// The last refused change, until the next change.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Removes the refusal.
    pub(crate) fn put_away_refusal(&mut self) {
        self.refusal = None;
    }

    /// The geometry of the world's objects for pictures.
    pub fn bodies(&self) -> &Arc<Bodies> {
        self.bodies.get_or_init(|| Arc::new(Bodies::of(&self.world)))
    }

    /// What the view draws, seen through a camera if one is given. Its explanation is the one that panels show.
    pub fn shown<'a>(&'a self, through: Option<usize>, palette: &'a Palette) -> Shown<'a> {
        Shown {
            bodies: Some(Arc::clone(self.bodies())),
            explanation: self.selection.selected.step.and_then(|_| self.explanation()),
            through,
            hidden: self.hidden(),
            octree_look: *self.octree_look(),
            is_octree_open: self.is_octree_open(),
            problem: self.problem(),
            changes: self.changed_answers(),
            ..Shown::new(&self.world, &self.report, &self.selection.selected, palette)
        }
    }

    /// Changes whenever a name in the scene's lists changes. Lists of names made at the same value are valid.
    pub fn names(&self) -> u64 {
        self.names
    }

    /// Changes whenever world or report change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes whenever an item is hidden or shown.
    pub fn looks(&self) -> u64 {
        self.view.looks
    }

    /// Changes whenever another file is opened, so that the view is reset.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

fn folder_of(path: Option<&Path>, options: &ReadOptions) -> Option<Folder> {
    // A scene outside of the root was refused when it was read.
    Some(Folder::of_file(path?, options).ok()?.0)
}

#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
