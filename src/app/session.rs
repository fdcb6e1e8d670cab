//! The open scene with its answers, its selection and its history; no egui and no GL.
//!
//! Whatever changes the scene, the tick or the file goes through here, and world and report follow before the call
//! returns, so every panel drawn afterwards shows the new answers in the same frame.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::edit::Item;
use super::history::History;
use crate::picture::{Asker, Focus, Hidden};
use crate::report::Report;
use crate::report::explain::{Explanation, explain};
use crate::scene::{self, Object, Scene, SceneError};
use crate::world::{ObjectAt, World};

/// One open scene.
pub struct Session {
    history: History,
    path: Option<PathBuf>,
    tick: u64,
    world: World,
    report: Report,
    focus: Focus,
    active: Active,
    hidden: Hidden,
    looks: u64,
    explanation: OnceCell<Option<Explanation>>,
    pointed: Option<f32>,
    refusal: Option<Refusal>,
    notices: Vec<Notice>,
    revision: u64,
    generation: u64,
}

/// Which half of the selection was chosen last, so that keys and menus mean it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Active {
    Neither,
    Asker,
    Object,
}

impl Active {
    /// After both were chosen at once.
    fn of(focus: &Focus) -> Self {
        match (focus.asker, focus.object) {
            (_, Some(_)) => Self::Object,
            (Some(_), None) => Self::Asker,
            (None, None) => Self::Neither,
        }
    }
}

/// A change that the scene's checks did not let through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which field was to change, as given to [`Session::edit`].
    pub field: String,
    /// Why not, in one line.
    pub reason: String,
}

/// Something that the person should read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened, in a few words.
    pub title: String,
    /// The whole message; for a scene with the source line and a caret, so meant for a monospaced font.
    pub text: String,
    /// Whether it is an error rather than a warning.
    pub is_error: bool,
}

impl Session {
    /// A session on a scene that has passed its checks. `path` is where it will be saved.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        let world = World::at(&scene, 0);
        let focus = Focus::on(&world, &scene.select).unwrap_or_else(|_| Focus::of(&world));
        Self {
            active: if scene.select.is_empty() { Active::Neither } else { Active::of(&focus) },
            focus,
            report: Report::of(&world),
            world,
            history: History::new(scene),
            path,
            tick: 0,
            hidden: Hidden::default(),
            looks: 0,
            explanation: OnceCell::new(),
            pointed: None,
            refusal: None,
            notices: Vec::new(),
            revision: 0,
            generation: 0,
        }
    }

    /// A session on a scene without anything in it.
    pub fn empty() -> Self {
        let scene = Scene {
            eyeline: 1,
            title: String::new(),
            about: String::new(),
            tick_rate: 60.0,
            view: None,
            cameras: Vec::new(),
            objects: Vec::new(),
            models: Vec::new(),
            rays: Vec::new(),
            octree: None,
            agents: Vec::new(),
            images: Vec::new(),
            occlusion: Vec::new(),
            select: Vec::new(),
        };
        Self::new(scene, None)
    }

    /// Opens a file in place of the open scene. A broken file leaves the open scene as it is and adds a notice.
    /// Says whether the file is open now.
    pub fn open(&mut self, path: &Path) -> bool {
        let Some(scene) = self.read(path) else { return false };
        self.renew(scene, Some(path.to_owned()));
        true
    }

    /// Goes on with another scene that has passed its checks.
    pub(super) fn renew(&mut self, scene: Scene, path: Option<PathBuf>) {
        let (revision, generation, looks) = (self.revision + 1, self.generation + 1, self.looks + 1);
        let notices = std::mem::take(&mut self.notices);
        *self = Self { looks, notices, revision, generation, ..Self::new(scene, path) };
    }

    /// Reads the file again, keeping tick and selection, as one step that can be undone.
    pub fn reload(&mut self) -> bool {
        let Some(path) = self.path.clone() else { return false };
        let Some(scene) = self.read(&path) else { return false };
        let names = self.selected_names();
        self.history.push("reload", scene);
        self.history.mark_saved();
        self.recompute();
        self.focus = Focus::on(&self.world, &names).unwrap_or_else(|_| Focus::of(&self.world));
        true
    }

    fn read(&mut self, path: &Path) -> Option<Scene> {
        self.notices.clear();
        match scene::read(path) {
            Ok(loaded) => {
                self.notices.extend(loaded.warnings.iter().map(|warning| Notice {
                    title: "Not everything is answered".to_owned(),
                    text: warning.to_string(),
                    is_error: false,
                }));
                Some(loaded.scene)
            }
            Err(error) => {
                self.notices.push(Notice::of(&error));
                None
            }
        }
    }

    /// Changes the scene. When its checks refuse the result, nothing changes, and [`Session::refusal`] tells why
    /// under the name of `field`. Changes of the same field until [`Session::settle`] are one step for undo.
    pub fn edit(&mut self, field: &str, change: impl FnOnce(&mut Scene)) -> bool {
        let mut scene = Scene::clone(self.history.scene());
        change(&mut scene);
        if scene == **self.history.scene() {
            return false;
        }
        if let Some(problem) = scene::check(&scene, self.folder()).into_iter().next() {
            // The help is for somebody who writes the file.
            let reason = problem.message.replace('`', "");
            self.refusal = Some(Refusal { field: field.to_owned(), reason });
            return false;
        }
        self.refusal = None;
        self.history.change(field, scene);
        self.recompute();
        true
    }

    /// The same as a step of its own, even when the one before was called alike.
    pub(super) fn step(&mut self, label: &str, change: impl FnOnce(&mut Scene)) -> bool {
        self.settle();
        let is_done = self.edit(label, change);
        self.settle();
        is_done
    }

    /// Ends a drag: the next change is a step of its own.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        if self.history.undo() {
            self.refusal = None;
            self.recompute();
        }
    }

    /// Takes the last undo back.
    pub fn redo(&mut self) {
        if self.history.redo() {
            self.refusal = None;
            self.recompute();
        }
    }

    /// Saves to the scene's own file. Without one, or when that fails, the answer is `false`.
    pub fn save(&mut self) -> bool {
        self.path.clone().is_some_and(|path| self.save_as(&path))
    }

    /// Saves to a file, which then is the scene's own.
    pub fn save_as(&mut self, path: &Path) -> bool {
        match scene::save(self.history.scene(), path) {
            Ok(()) => {
                self.path = Some(path.to_owned());
                self.history.mark_saved();
                true
            }
            Err(error) => {
                self.notices.push(Notice {
                    title: "The scene was not saved".to_owned(),
                    text: error.to_string(),
                    is_error: true,
                });
                false
            }
        }
    }

    /// Goes to a tick.
    pub fn set_tick(&mut self, tick: u64) {
        if tick != self.tick {
            self.tick = tick;
            self.recompute();
        }
    }

    /// Lets a camera or ray ask; the selected object stays.
    pub fn select_asker(&mut self, asker: Asker) {
        self.active = Active::Asker;
        self.set_focus(Focus { asker: Some(asker), step: None, ..self.focus });
    }

    /// Selects an object, or none; who asks stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.active = if object.is_some() { Active::Object } else { Active::Neither };
        self.set_focus(Focus { object, step: None, ..self.focus });
    }

    /// Shows one step of the story, or with `None` all of them.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.focus.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    /// Points at a t of the asking ray for as long as a plot is pointed at; no change of the scene.
    pub fn point_at(&mut self, t: Option<f32>) {
        self.pointed = t;
    }

    /// The t that is pointed at.
    pub fn pointed(&self) -> Option<f32> {
        self.pointed
    }

    fn set_focus(&mut self, focus: Focus) {
        if focus.subject() != self.focus.subject() {
            self.explanation = OnceCell::new();
            self.refusal = None;
        }
        self.focus = focus;
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), crate::report::explain::ExplainError> {
        let focus = Focus::on(&self.world, names)?;
        self.active = Active::of(&focus);
        self.set_focus(focus);
        Ok(())
    }

    /// Selects a thing of the document.
    pub(super) fn select(&mut self, item: Item) {
        match item {
            Item::Camera(i) => self.select_asker(Asker::Camera(i)),
            Item::Ray(i) => self.select_asker(Asker::Ray(i)),
            Item::Object(i) => {
                let name = item.name(self.scene());
                let is_it = |object: &ObjectAt| Some(&*object.name) == name;
                let near = self.world.objects.get(i).is_some_and(is_it).then_some(i);
                let object = near.or_else(|| self.world.objects.iter().position(is_it));
                self.select_object(object);
            }
        }
    }

    /// What was selected last and is meant by keys and menus.
    pub(super) fn active(&self) -> Option<Item> {
        match self.active {
            Active::Neither => None,
            Active::Asker => self.focus.asker.map(|asker| match asker {
                Asker::Camera(i) => Item::Camera(i),
                Asker::Ray(i) => Item::Ray(i),
            }),
            Active::Object => self.focus.object.and_then(|object| self.written(object)),
        }
    }

    /// An object of the world in the document, whose list is longer when one cannot be placed.
    pub(super) fn written(&self, object: usize) -> Option<Item> {
        let name = &self.world.objects.get(object)?.name;
        let objects = &self.scene().objects;
        let is_it = |object: &Object| *object.name == **name;
        let near = objects.get(object).is_some_and(is_it).then_some(object);
        near.or_else(|| objects.iter().position(is_it)).map(Item::Object)
    }

    /// What is not drawn.
    pub fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    /// Draws a thing no more, or again. That is a matter of the view: the scene and its answers stay.
    pub fn set_hidden(&mut self, name: &str, is_hidden: bool) {
        if self.hidden.set(name, is_hidden) {
            self.looks += 1;
        }
    }

    /// World and report for the scene and tick of now. Nothing is ever patched, so nothing can be stale. The
    /// selection follows what was selected.
    fn recompute(&mut self) {
        let before = std::mem::replace(&mut self.world, World::at(self.history.scene(), self.tick));
        let world = &self.world;
        self.report = Report::of(world);
        self.revision += 1;
        self.explanation = OnceCell::new();
        let Focus { asker, object, step } = self.focus;
        let asker = asker.and_then(|asker| match asker {
            Asker::Camera(i) => now_at(i, &before.cameras, &world.cameras, |c| &c.name).map(Asker::Camera),
            Asker::Ray(i) => now_at(i, &before.rays, &world.rays, |r| &r.name).map(Asker::Ray),
        });
        let object = object.and_then(|i| now_at(i, &before.objects, &world.objects, |o| &o.name));
        self.active = match self.active {
            Active::Asker if asker.is_none() => Active::Neither,
            Active::Object if object.is_none() => Active::Neither,
            active => active,
        };
        self.focus = Focus { asker: asker.or(Focus::of(world).asker), object, step: None };
        self.show_step(step);
    }

    fn selected_names(&self) -> Vec<String> {
        let asker = self.focus.asker.map(|asker| match asker {
            Asker::Camera(i) => self.world.cameras[i].name.to_string(),
            Asker::Ray(i) => self.world.rays[i].name.to_string(),
        });
        asker.into_iter().chain(self.focus.object.map(|o| self.world.objects[o].name.to_string())).collect()
    }

    fn folder(&self) -> Option<&Path> {
        self.path.as_deref().and_then(Path::parent)
    }

    /// The document.
    pub fn scene(&self) -> &Arc<Scene> {
        self.history.scene()
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

    /// Whether there are changes that the file does not have.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.history.undo_label()
    }

    /// What redo would bring back.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }

    /// The moment that is shown.
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
    pub fn focus(&self) -> &Focus {
        &self.focus
    }

    /// The answer that the selection asks for, opened.
    pub fn explanation(&self) -> Option<&Explanation> {
        let open = || self.focus.subject().and_then(|subject| explain(&self.world, subject));
        self.explanation.get_or_init(open).as_ref()
    }

    /// The change that was refused last, until another one is made.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// What the person should read.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Adds a notice.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Puts away one notice.
    pub fn dismiss(&mut self, notice: usize) {
        if notice < self.notices.len() {
            self.notices.remove(notice);
        }
    }

    /// Counts every change of world and report.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Counts every hiding and showing.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Counts the files opened, so that the view can begin anew.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// Where the thing at `index` is now: it is known by its name, or by its place when it was renamed.
fn now_at<T>(index: usize, before: &[T], after: &[T], name: impl Fn(&T) -> &str) -> Option<usize> {
    let wanted = name(before.get(index)?);
    let is_it = |item: &T| name(item) == wanted;
    if after.get(index).is_some_and(is_it) {
        return Some(index);
    }
    after.iter().position(is_it).or_else(|| (before.len() == after.len()).then_some(index))
}

impl Notice {
    fn of(error: &SceneError) -> Self {
        Self { title: format!("Cannot open {}", error.file), text: error.render(false), is_error: true }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers come back as they were set")]
mod tests {
    use super::*;
    use crate::geometry::frustum::Verdict;

    fn session() -> Session {
        let text = r#"{ "eyeline": 1, "tick_rate": 10,
            "cameras": [{ "name": "c", "near": 1, "far": 10 }],
            "objects": [
                { "name": "o", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -3] },
                { "name": "m", "shape": { "sphere": { "radius": 0.5 } }, "path": { "points": [[0, 0, -5], [90, 0, -5]] } }
            ] }"#;
        Session::new(scene::parse(text, "test.json", None).unwrap().scene, None)
    }

    fn verdict(session: &Session, object: usize) -> Verdict {
        session.report().frusta[0].objects[object].fast.verdict
    }

    fn near(session: &mut Session, near: f32) -> bool {
        session.edit("c near", |scene| scene.cameras[0].near = near)
    }

    #[test]
    fn answers_follow_an_edit_at_once() {
        let mut session = session();
        assert_eq!(verdict(&session, 0), Verdict::Inside);
        assert!(near(&mut session, 3.0));
        assert_eq!(verdict(&session, 0), Verdict::Intersect);
        assert!(near(&mut session, 4.0));
        assert_eq!(verdict(&session, 0), Verdict::Outside);
    }

    #[test]
    fn a_refused_edit_changes_nothing_and_tells_why() {
        let mut session = session();
        let before = (session.revision(), session.scene().clone());
        for bad in [0.0, -1.0, 10.0, f32::NAN] {
            assert!(!near(&mut session, bad), "{bad}");
            let refusal = session.refusal().unwrap();
            assert_eq!(refusal.field, "c near", "{bad}");
            assert!(refusal.reason.len() > 10, "{bad}: {}", refusal.reason);
        }
        assert_eq!((session.revision(), session.scene().clone()), before);
        assert!(!session.is_dirty());
        assert!(near(&mut session, 2.0));
        assert_eq!(session.refusal(), None);
    }

    #[test]
    fn a_drag_is_one_step_for_undo() {
        let mut session = session();
        for value in [1.5, 2.0, 3.5] {
            near(&mut session, value);
        }
        session.settle();
        near(&mut session, 4.0);
        session.settle();
        assert_eq!(session.undo_label(), Some("c near"));
        session.undo();
        assert_eq!(session.scene().cameras[0].near, 3.5);
        assert!(session.is_dirty());
        session.undo();
        assert_eq!(session.scene().cameras[0].near, 1.0);
        assert_eq!(verdict(&session, 0), Verdict::Inside);
        assert!(!session.is_dirty());
        assert_eq!(session.undo_label(), None);
        session.redo();
        session.redo();
        assert_eq!(session.scene().cameras[0].near, 4.0);
        assert_eq!(verdict(&session, 0), Verdict::Outside);
    }

    #[test]
    fn time_moves_the_world() {
        let mut session = session();
        assert_eq!(verdict(&session, 1), Verdict::Inside);
        session.set_tick(900);
        assert_eq!(verdict(&session, 1), Verdict::Outside);
        assert_eq!(session.report().tick, 900);
        assert!((session.world().time - 90.0).abs() < 1e-9);
    }

    #[test]
    fn steps_stay_within_the_story() {
        let mut session = session();
        session.select_object(Some(0));
        let count = session.explanation().unwrap().story.steps.len();
        session.show_step(Some(999));
        assert_eq!(session.focus().step, Some(count - 1));
        session.select_object(Some(1));
        assert_eq!(session.focus().step, None);
    }

    #[test]
    fn a_broken_file_keeps_the_open_scene_and_a_good_one_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let (bad, good) = (folder.path().join("bad.json"), folder.path().join("good.json"));
        std::fs::write(&bad, r#"{ "eyeline": 1, "cameras": [ { "nam": "x" } ] }"#).unwrap();
        std::fs::write(&good, r#"{ "eyeline": 1, "title": "Good" }"#).unwrap();
        let mut session = session();
        let generation = session.generation();
        assert!(!session.open(&bad));
        assert_eq!(session.world().cameras.len(), 1);
        assert_eq!(session.generation(), generation);
        assert!(session.notices()[0].text.contains("nam"), "{:?}", session.notices());
        assert!(session.open(&good));
        assert_eq!(session.title(), "Good");
        assert_eq!(session.world().cameras.len(), 0);
        assert_eq!(session.focus(), &Focus::default());
        assert!(session.notices().is_empty());
    }

    #[test]
    fn what_was_saved_is_what_opens() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.json");
        let mut session = session();
        assert!(!session.save(), "there is no file yet");
        near(&mut session, 2.25);
        assert!(session.is_dirty());
        assert!(session.save_as(&path), "{:?}", session.notices());
        assert!(!session.is_dirty());
        let mut other = Session::empty();
        assert!(other.open(&path), "{:?}", other.notices());
        assert_eq!(other.scene(), session.scene());
        assert!(!session.save_as(folder.path()), "a folder is no file");
        assert_eq!(session.notices().len(), 1);
    }
}
