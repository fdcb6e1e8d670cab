//! The open scene with its answers, its selection and its history. It uses neither egui nor OpenGL.
//!
//! Every change of the scene, the tick or the file goes through the session. World and report are updated before the
//! call returns, so that every panel shows the new answers in the same frame.

mod agents;
mod assets;
mod change;
pub(crate) mod comparison;
mod depth;
mod disk;
pub(crate) mod document;
pub(crate) mod edit;
mod expectations;
mod file_debounce;
mod files;
mod following;
mod hiding;
mod history;
mod images;
pub(crate) mod job;
mod lesson;
mod levels;
mod loading;
mod locking;
mod marks;
mod notice;
mod notices;
mod notify;
mod occlusion;
mod octree;
mod opening;
mod outline;
mod path_errors;
mod problem;
mod recordings;
pub(crate) mod recover;
mod relink;
mod relocating;
mod replay;
mod revisions;
mod selection;
mod skins;
pub(crate) mod surface;
mod trees;
mod undo;
mod user_text;
mod view;
pub(crate) mod watch;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use agents::Search;
pub use change::Refusal;
pub(crate) use depth::{DepthRequest, DepthResponse};
pub(crate) use disk::Conflict;
pub use file_debounce::Writing;
pub(crate) use files::FOREIGN;
pub(crate) use loading::Working;
pub use notice::{Notice, NoticeKind};
use notices::Notices;
pub(crate) use occlusion::{OcclusionAnswers, OcclusionKey};
use selection::Selection;
pub(crate) use trees::TreeChoices;
use view::View;

use crate::files::{Files, Reading, Store, TreeAsset};
use crate::geometry::units::Units;
use crate::lessons::Lesson;
use crate::picture::{Bodies, Display, DrawOptions, Palette, Selected, Shown};
use crate::report::Report;
use crate::report::explain::{Explanation, Subject, explain_beside};
use crate::report::skins::{EscapeSearch, explain_skin};
use crate::scene::{Folder, Scene, UnusualObjects};
use crate::world::{Item, Recording, World};
use files::TreeChoice;
use history::History;

/// One open scene.
pub struct Workspace {
    history: History,
    /// The readings of the files that the document names.
    files: Files,
    /// The options for reading files.
    reading: Reading,
    path: Option<PathBuf>,
    /// The folder of the files that the scene names; `None` without a path.
    folder: Option<Folder>,
    /// The number of short messages, and the latest one.
    message: (u64, String),
    /// The text of the scene's file, after the first save.
    user_text: Option<Arc<str>>,
    /// Whether the scene was made from a file of another kind, until it is saved to a file.
    is_of_other_kind: bool,
    /// The lesson that is open, until it is saved to a file.
    lesson: Option<&'static Lesson>,
    tick: u64,
    recording: Recording,
    /// The tick to which the agents are being run; `None` when they have reached it.
    target_tick: Option<u64>,
    world: World,
    report: Report,
    selection: Selection,
    selection_count: u64,
    view: View,
    explanation: OnceCell<Option<Explanation>>,
    /// The [`Workspace::revision`] to which the warnings about the scene belong.
    warned_at: u64,
    unusual_objects: UnusualObjects,
    expectations: expectations::Expectations,
    comparing: comparison::Comparing,
    /// The window's depth buffer for expectations and comparisons; `None` without a window.
    depth: Option<depth::DepthRequests>,
    refusal: Option<Refusal>,
    tree_choice: Option<TreeChoice>,
    notices: Notices,
    loading: loading::Loading,
    disk: disk::Disk,
    /// Tree files as they were last read or written. The document may contain edits of them.
    on_disk: Store<TreeAsset>,
    /// The world with the halves of cuts apart; `None` when they are at their places.
    apart: OnceCell<Option<World>>,
    /// Computed when first used. They follow the objects that move.
    bodies: OnceCell<Arc<Bodies>>,
    /// Whether an object of the scene has a path. Computed when first used.
    has_path: OnceCell<bool>,
    revision: u64,
    names_revision: u64,
    placement_revision: u64,
    generation: u64,
}

impl Workspace {
    /// Sets the t of the selected ray that a plot points at. This is not a change of the scene.
    pub fn point_at(&mut self, t: Option<f32>) {
        self.view.pointed = t;
    }

    /// The t that a plot points at.
    pub fn pointed(&self) -> Option<f32> {
        self.view.pointed
    }

    /// The folder of the scene's files, and its root; `None` for a scene without a file.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The current document.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.history.document().scene
    }

    /// The readings of the files that the document names.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The scene's file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The title of the scene, else the name of its file.
    pub fn title(&self) -> String {
        let name = self.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
        match (self.scene().title.is_empty(), name) {
            (false, _) => self.scene().title.clone(),
            (true, Some(name)) => name,
            (true, None) => "Untitled scene".to_owned(),
        }
    }

    /// Whether there are unsaved changes, including changes that wait for their level, and a file that is being added.
    pub fn is_dirty(&self) -> bool {
        self.has_edits() || !self.loading.namings.is_empty() || self.loading.adding.is_some()
    }

    /// Whether there are unsaved changes, not counting changes that wait for their level.
    fn has_edits(&self) -> bool {
        self.history.is_dirty() || self.disk.keeps_open_scene()
    }

    /// The level or image that the next change waits for, by its name in the scene.
    pub(crate) fn awaited_level(&self) -> Option<&str> {
        let added = || self.loading.adding.as_ref().map(|(file, _)| &**file);
        self.loading.namings.first().map(|naming| &*naming.file).or_else(added)
    }

    /// The progress of the level that the next change waits for, from 0 to 1.
    pub(crate) fn awaited_fraction(&self) -> f32 {
        let awaited = self.awaited_level();
        if let Some((file, fraction)) = &self.loading.adding
            && awaited == Some(file)
        {
            return *fraction;
        }
        self.working().filter(|working| awaited == Some(&*working.file)).map_or(0.0, |working| working.fraction)
    }

    /// Sets the file that is being read to be added to the scene, and the progress from 0 to 1.
    pub(crate) fn await_addition(&mut self, file: Option<(Box<str>, f32)>) {
        self.loading.adding = file;
    }

    /// The current tick.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The scene at the current tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All answers at the current tick.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The selection.
    pub fn selected(&self) -> &Selected {
        &self.selection.selected
    }

    /// The explanation of the selected answer.
    pub fn explanation(&self) -> Option<&Explanation> {
        let open = || match self.selection.selected.subject()? {
            Subject::Occlusion(query) => self.explain_occlusion(query)?.ok(),
            Subject::Skin(object) => explain_skin(&self.world, object, self.view.skin.chosen(), EscapeSearch::IfQuick),
            subject => explain_beside(&self.world, &self.report, subject),
        };
        self.explanation.get_or_init(open).as_ref()
    }

    /// Removes the explanation. The next call computes it again.
    pub(crate) fn explain_again(&mut self) {
        self.explanation = OnceCell::new();
    }

    /// The reason why there is no explanation: the selected image or occlusion query has no answer, or the selected
    /// object or camera is unplaced. Such as "`leaf` has no answer: `leaf.png` is being read".
    pub fn unanswered(&self) -> Option<String> {
        if let Some(Item::Unplaced(unplaced)) = self.active_item() {
            let unplaced = self.world.unplaced.get(unplaced)?;
            return Some(format!("`{}` could not be placed: {}.", unplaced.name, unplaced.error));
        }
        if let Some(Subject::Occlusion(query)) = self.selection.selected.subject() {
            let name = &self.world.occlusion.get(query)?.name;
            return match self.explain_occlusion(query) {
                None => Some(format!("`{name}` has no answer yet: its depth tests are running.")),
                Some(explained) => Some(format!("`{name}` has no answer: {}.", explained.err()?)),
            };
        }
        if let Some(Subject::View(subject)) = self.selection.selected.subject() {
            let answers = self.report.frusta.get(subject.camera()).filter(|answers| answers.error.is_some())?;
            return answers.no_list_sentence();
        }
        let image = self.selection.selected.image.and_then(|image| self.world.images.get(image))?;
        let error = image.opacity.as_ref().err()?;
        Some(format!("`{}` has no answer{}: {error}.", image.name, if error.is_pending() { " yet" } else { "" }))
    }

    /// The world as the 3D view shows it, with the halves of cuts apart.
    pub fn displayed_world(&self) -> &World {
        self.apart.get_or_init(|| self.world.apart(self.view.cut_gap)).as_ref().unwrap_or(&self.world)
    }

    /// Whether an object of the scene has a path.
    pub(crate) fn has_path(&self) -> bool {
        *self.has_path.get_or_init(|| self.scene().objects.iter().any(|object| object.path.is_some()))
    }

    /// The geometry of the world's objects for pictures.
    pub fn bodies(&self) -> &Arc<Bodies> {
        self.bodies.get_or_init(|| Arc::new(Bodies::of(&self.world)))
    }

    /// What the view draws, through a camera if one is given. Its explanation is the one that panels show.
    pub fn shown<'a>(&'a self, through: Option<usize>, palette: &'a Palette) -> Shown<'a> {
        Shown {
            bodies: Some(Arc::clone(self.bodies())),
            explanation: self.selection.selected.step.and_then(|_| self.explanation()),
            through,
            hidden: self.hidden(),
            display: self.display(),
            options: self.draw_options(),
            skin_look: self.skin_look(),
            cut_gap: self.cut_gap(),
            octree_look: *self.octree_look(),
            is_octree_open: self.is_octree_open(),
            occlusion: self.occlusion_pair(),
            path_errors: self.view.path_errors.as_ref(),
            problem: self.problem(),
            place: self.problem_place(),
            changes: self.changed_answers(),
            ..Shown::new(&self.world, &self.report, &self.selection.selected, palette)
        }
    }

    /// What the surfaces of objects show.
    pub fn display(&self) -> Display {
        self.view.display
    }

    /// Sets what the surfaces of objects show. This is not a change of the scene.
    pub fn set_display(&mut self, display: Display) {
        if display != self.view.display {
            self.view.display = display;
            self.view.appearance_revision += 1;
        }
    }

    /// Shows the surfaces as a wireframe, or again as before.
    pub(crate) fn toggle_wireframe(&mut self) {
        let shown = self.view.display;
        if shown == Display::Wireframe {
            self.set_display(self.view.before_wireframe);
        } else {
            self.view.before_wireframe = shown;
            self.set_display(Display::Wireframe);
        }
    }

    /// The distance by which both halves of each cut are drawn apart, in metres.
    pub fn cut_gap(&self) -> f32 {
        self.view.cut_gap
    }

    /// Sets the distance by which both halves of each cut are drawn apart, in metres. This is not a change of the scene.
    pub fn set_cut_gap(&mut self, gap: f32) {
        if gap.to_bits() != self.view.cut_gap.to_bits() {
            self.view.cut_gap = gap;
            self.apart = OnceCell::new();
            self.view.appearance_revision += 1;
        }
    }

    /// The number of short messages since the start, and the latest one, such as "Saved desk.json".
    pub(crate) fn latest_message(&self) -> (u64, &str) {
        (self.message.0, &self.message.1)
    }

    /// Shows a short message for some seconds. It is for what succeeded; what failed is a notice.
    pub(crate) fn say(&mut self, text: String) {
        self.message = (self.message.0 + 1, text);
    }

    /// What is drawn besides the objects.
    pub fn draw_options(&self) -> DrawOptions {
        self.view.options
    }

    /// The units and the digits of numbers on screen.
    pub fn units(&self) -> Units {
        self.view.options.units
    }

    /// Sets the parts of the picture that are drawn. This is not a change of the scene, and applies to the next scenes too.
    pub fn set_draw_options(&mut self, options: DrawOptions) {
        if options != self.view.options {
            self.view.options = options;
            self.view.appearance_revision += 1;
        }
    }

    /// Changes whenever a name in the scene's lists changes, and whenever the file of a model does. A list of names is valid
    /// while the value is the same.
    pub fn names_revision(&self) -> u64 {
        self.names_revision
    }

    /// Changes whenever world or report change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes whenever an item is hidden or shown.
    pub fn appearance_revision(&self) -> u64 {
        self.view.appearance_revision
    }

    /// Changes whenever another file is opened, so that the view is reset.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
