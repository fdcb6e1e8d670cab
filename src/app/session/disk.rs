//! The files of the open scene while other programs write them: what they wrote is taken over, and nothing is lost.
//!
//! A change is read once the file has looked the same for a moment: editors write in steps, or put another file in its
//! place. What cannot be read then is told, and what was read before stays. When the scene's own file has changed and the
//! scene here too, the person chooses: see [`Conflict`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::{Notice, Session};
use crate::app::job::Job;
use crate::scene::{self, Assets, Loaded, Pace, Scene, SceneError, Stamp};

/// So long a file must look the same before it is read, seconds.
const QUIET: f64 = 0.15;
/// The same of a file that is empty or gone, as between two steps of an editor.
const PATIENT: f64 = 1.5;
/// What the step of a reload is called.
const LABEL: &str = "reload";

/// What is known of the files on the disk.
#[derive(Default)]
pub(super) struct Disk {
    /// How the scene's file looked when it was read or written last.
    stamp: Option<Stamp>,
    /// Files that look otherwise than when they were read: how, and since when.
    settling: BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    /// The scene's file on its way, and how it looked before.
    reading: Option<(Stamp, Job<Result<Loaded, SceneError>>)>,
    /// The scene's file holds what nobody here has read.
    is_foreign: bool,
    conflict: Option<Conflict>,
    /// What came of the last try to read files that could be read before.
    pub(super) tried: Assets,
}

/// The scene's file has changed, and so has the scene here: somebody has to choose.
#[derive(Clone, Debug)]
pub(crate) struct Conflict {
    /// What the file has; `None` when it cannot be read.
    theirs: Option<Box<Loaded>>,
}

impl Conflict {
    /// Whether what the file has can be taken.
    pub(crate) fn can_take(&self) -> bool {
        self.theirs.is_some()
    }
}

impl Disk {
    /// The scene's file was read or written, and looked so.
    pub(super) fn read(&mut self, stamp: Option<Stamp>) {
        (self.stamp, self.is_foreign, self.conflict, self.reading) = (stamp, false, None, None);
    }
}

/// Says whether a file has looked the same for long enough to be read, at a time in seconds.
fn is_settled(
    settling: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    name: &str,
    look: Vec<Option<Stamp>>,
    now: f64,
) -> bool {
    let is_whole = look.iter().all(|stamp| stamp.is_some_and(|stamp| !stamp.is_empty()));
    match settling.get(name) {
        Some((before, since)) if *before == look => {
            let is_settled = now - since >= if is_whole { QUIET } else { PATIENT };
            if is_settled {
                settling.remove(name);
            }
            is_settled
        }
        _ => {
            settling.insert(name.into(), (look, now));
            false
        }
    }
}

/// Whether two documents are the same, whatever was read from the files that they name.
fn is_same(a: &Scene, b: &Scene) -> bool {
    *a == Scene { assets: a.assets.clone(), ..b.clone() }
}

impl Session {
    /// Looks at the files of the scene at a time in seconds, counted from anywhere, and takes over what other programs have
    /// written. Whether to look again in a moment: something is being written or read.
    pub fn look_at_disk(&mut self, now: f64) -> bool {
        let mut settling = std::mem::take(&mut self.disk.settling);
        let mut unsettled = BTreeMap::new();
        self.refresh_some(|name, look| {
            let is_ready = is_settled(&mut settling, name, look, now);
            if let Some(entry) = settling.get(name) {
                unsettled.insert(Box::from(name), entry.clone());
            }
            is_ready
        });
        let goes_on = self.look_at_scene(now, &mut settling, &mut unsettled);
        // What looks again as it was read is forgotten.
        self.disk.settling = unsettled;
        goes_on || !self.disk.settling.is_empty()
    }

    /// The same of the scene's own file. Whether it is being read.
    fn look_at_scene(
        &mut self,
        now: f64,
        settling: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
        unsettled: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    ) -> bool {
        let Some(path) = self.own_file().map(Path::to_owned) else { return false };
        if let Some((stamp, job)) = self.disk.reading.take() {
            match job.wait(Duration::ZERO) {
                Poll::Ready(Some(read)) => self.was_read(&path, stamp, read),
                Poll::Ready(None) => {}
                Poll::Pending => self.disk.reading = Some((stamp, job)),
            }
        }
        let stamp = Stamp::of(&path);
        if self.disk.reading.is_none() && stamp != self.disk.stamp {
            // No file of a scene is called so.
            const NAME: &str = "";
            match (is_settled(settling, NAME, vec![stamp], now), stamp) {
                (false, _) => {
                    unsettled.extend(settling.remove_entry(NAME));
                }
                (true, Some(stamp)) => self.read_scene(&path, stamp),
                (true, None) => {
                    self.disk.stamp = None;
                    self.notify_gone(&path);
                }
            }
        }
        self.disk.reading.is_some()
    }

    /// Reads the scene's file, at once or beside the window.
    fn read_scene(&mut self, path: &Path, stamp: Stamp) {
        let (own, assets) = (path.to_owned(), self.unedited_assets());
        if self.pace() == Pace::AtOnce {
            let read = scene::read_with(path, assets);
            self.was_read(path, stamp, read);
        } else {
            self.disk.reading = Some((stamp, Job::quietly(move |_| scene::read_with(&own, assets))));
        }
    }

    /// Takes over what stands in the scene's file, which looked so before it was read.
    fn was_read(&mut self, path: &Path, stamp: Stamp, read: Result<Loaded, SceneError>) {
        if Stamp::of(path) != Some(stamp) {
            // It was written meanwhile, and will be read again.
            return;
        }
        self.disk.read(Some(stamp));
        let loaded = match read {
            Ok(loaded) => loaded,
            Err(error) => {
                self.disk.is_foreign = true;
                self.notify_unreadable(path, &error);
                return;
            }
        };
        self.notify_readable();
        if is_same(&loaded.scene, self.scene()) {
            if !self.has_unsaved_trees() {
                self.history.mark_saved();
            }
        } else if !self.is_dirty() {
            self.take_loaded(LABEL, loaded);
        } else if !is_same(&loaded.scene, self.history.saved()) {
            self.disk.conflict = Some(Conflict { theirs: Some(Box::new(loaded)) });
        }
    }

    /// Goes on with a scene as it stands in its file, keeping tick, selection and view, as one step that can be undone.
    pub(super) fn take_loaded(&mut self, label: &str, loaded: Loaded) {
        let before = Arc::clone(self.history.scene());
        self.settle();
        self.on_disk = loaded.scene.assets.trees.clone();
        self.history.push(label, loaded.scene);
        self.history.mark_saved();
        self.refusal = None;
        self.bring_assets(&before);
        self.follow(&before, self.tick);
        self.notify_opened(&loaded.warnings, &loaded.faults);
        self.load_at_once();
    }

    /// What was read from the files that the scene names, without edits of trees.
    pub(super) fn unedited_assets(&self) -> Assets {
        Assets { trees: self.on_disk.clone(), ..self.scene().assets.clone() }
    }

    /// What is to be chosen between.
    pub(crate) fn conflict(&self) -> Option<&Conflict> {
        self.disk.conflict.as_ref()
    }

    /// Goes on with what is here; saving then replaces what is in the file.
    pub fn keep_mine(&mut self) {
        self.disk.conflict = None;
        self.disk.is_foreign = false;
    }

    /// Goes on with what is in the file, as a step: undo brings back what was here.
    pub fn take_theirs(&mut self) {
        if let Some(theirs) = self.disk.conflict.take().and_then(|conflict| conflict.theirs) {
            self.take_loaded(LABEL, *theirs);
        }
    }

    /// Whether saving would replace what another program has written and nobody here has seen; then it is asked about.
    pub(super) fn is_overtaken(&mut self, path: &Path) -> bool {
        let stamp = Stamp::of(path);
        if let Some(stamp) = stamp.filter(|_| self.disk.stamp.is_some() && stamp != self.disk.stamp) {
            let read = scene::read_with(path, self.unedited_assets());
            self.was_read(path, stamp, read);
        }
        if self.disk.is_foreign && stamp.is_some() {
            self.disk.conflict.get_or_insert(Conflict { theirs: None });
        }
        if self.disk.conflict.is_none() {
            return false;
        }
        let text = "Another program has changed the file meanwhile. Choose first which of the two stays.";
        self.notify(Notice::warning("The scene was not saved", text));
        true
    }

    /// The files whose changes matter, whether they are there or not.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let Some(folder) = self.folder() else { return Vec::new() };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        self.own_file().map(Path::to_owned).into_iter().chain(self.scene().assets.paths(folder)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use super::*;
    use crate::app::Session;

    const SCENE: &str = r#"{ "eyeline": 1, "title": "One", "tick_rate": 10,
        "cameras": [{ "name": "eye" }],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, -5] }],
        "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } }],
        "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;

    const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;

    /// A clock that is only turned by hand, and a scene in a folder.
    struct Desk {
        folder: tempfile::TempDir,
        session: Session,
        now: f64,
        /// Every write gets a date of its own, however fast it follows.
        written: u64,
    }

    impl Desk {
        fn new(pace: Pace) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let mut desk = Self { folder, session: Session::empty(), now: 0.0, written: 0 };
            desk.paint([8, 8]);
            desk.write("guard.xml", TREE);
            desk.write("a.json", SCENE);
            let loaded = scene::read_with(&desk.path("a.json"), Assets { pace, ..Assets::default() }).unwrap();
            desk.session = Session::opened(loaded, desk.path("a.json"));
            desk.session.load(Duration::from_mins(1));
            assert!(!desk.session.look_at_disk(desk.now), "nothing has changed");
            desk
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&mut self, name: &str, text: impl AsRef<[u8]>) {
            fs::write(self.path(name), text).unwrap();
            self.date(name);
        }

        fn date(&mut self, name: &str) {
            self.written += 1;
            let date = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + self.written);
            fs::File::options().write(true).open(self.path(name)).unwrap().set_modified(date).unwrap();
        }

        fn paint(&mut self, [width, height]: [u32; 2]) {
            image::RgbaImage::new(width, height).save(self.path("leaf.png")).unwrap();
            self.date("leaf.png");
        }

        /// Looks after so many seconds.
        fn look(&mut self, after: f64) -> bool {
            self.now += after;
            self.session.look_at_disk(self.now)
        }

        /// Looks until everything is read.
        fn settle(&mut self) {
            let begun = std::time::Instant::now();
            while self.look(QUIET + 0.05) {
                self.session.load(Duration::from_millis(5));
                assert!(begun.elapsed() < Duration::from_mins(1), "it never settles");
            }
            self.session.load(Duration::from_mins(1));
        }

        fn title(&self) -> &str {
            &self.session.scene().title
        }

        fn told(&self) -> Vec<&str> {
            self.session.notices().iter().filter(|notice| notice.is_error).map(|notice| &*notice.title).collect()
        }
    }

    fn titled(title: &str) -> String {
        SCENE.replace("One", title)
    }

    #[test]
    fn what_an_editor_saves_is_followed_and_is_one_step_back() {
        for pace in [Pace::AtOnce, Pace::Later] {
            let mut desk = Desk::new(pace);
            desk.session.set_tick(7);
            desk.session.select_object(Some(1));
            desk.session.select_asker(crate::picture::Asker::Camera(0));
            let generation = desk.session.generation();
            desk.write("a.json", titled("Two").replace(r#""name": "crate""#, r#""name": "chest""#));
            desk.settle();
            let focus = *desk.session.focus();
            assert_eq!((desk.title(), desk.session.tick(), focus.object), ("Two", 7, Some(1)), "{pace:?}");
            assert_eq!(desk.session.generation(), generation, "the view stays");
            assert!(!desk.session.is_dirty());
            assert_eq!(desk.session.undo_label(), Some("reload"));
            desk.session.undo();
            assert_eq!((desk.title(), desk.session.is_dirty()), ("One", true), "what was here is not lost");
            desk.session.redo();
            assert_eq!((desk.title(), desk.session.is_dirty()), ("Two", false));
            assert!(!desk.look(9.0), "and it is read once");
        }
    }

    #[test]
    fn a_file_that_is_still_being_written_is_waited_for() {
        let mut desk = Desk::new(Pace::AtOnce);
        let text = titled("Two");
        for end in [0, 40, text.len() / 2, text.len() - 1] {
            desk.write("a.json", &text[..end]);
            assert!(desk.look(0.1), "something goes on");
            assert!(desk.look(0.1));
            assert_eq!((desk.title(), desk.told().len()), ("One", 0), "after {end} bytes");
        }
        desk.write("a.json", &text);
        desk.settle();
        assert_eq!(desk.title(), "Two");
    }

    #[test]
    fn a_file_that_is_deleted_and_written_anew_is_one_change() {
        let mut desk = Desk::new(Pace::AtOnce);
        fs::remove_file(desk.path("a.json")).unwrap();
        assert!(desk.look(0.1) && desk.look(0.5));
        desk.write("b.json", titled("Two"));
        fs::rename(desk.path("b.json"), desk.path("a.json")).unwrap();
        desk.settle();
        assert_eq!((desk.title(), desk.session.notices().len()), ("Two", 0));
        fs::remove_file(desk.path("a.json")).unwrap();
        desk.settle();
        assert!(desk.session.notices()[0].text.contains("gone"), "{:?}", desk.session.notices());
        assert_eq!(desk.title(), "Two");
        desk.write("a.json", titled("Two"));
        desk.settle();
        assert!(desk.session.notices().is_empty() && desk.session.undo_label() == Some("reload"));
    }

    #[test]
    fn a_broken_save_shows_where_and_keeps_the_good_state_until_it_is_right_again() {
        for pace in [Pace::AtOnce, Pace::Later] {
            let mut desk = Desk::new(pace);
            desk.write("a.json", titled("Two").replace(r#""radius": 1"#, r#""radius": "one""#));
            desk.settle();
            assert_eq!((desk.title(), desk.told()), ("One", vec!["Cannot open a.json"]));
            assert!(desk.session.notices()[0].place.as_ref().unwrap().starts_with("a.json:4:"));
            desk.settle();
            assert_eq!(desk.told().len(), 1, "it is told once");
            desk.write("a.json", titled("Three"));
            desk.settle();
            assert_eq!((desk.title(), desk.told().len(), desk.session.is_dirty()), ("Three", 0, false));
            desk.write("a.json", "{");
            desk.settle();
            desk.write("a.json", titled("Three"));
            desk.settle();
            assert_eq!((desk.told().len(), desk.session.undo_label()), (0, Some("reload")), "no step for nothing");
        }
    }

    #[test]
    fn own_saves_and_touched_files_are_no_changes() {
        let mut desk = Desk::new(Pace::AtOnce);
        desk.session.edit("title", |scene| scene.title = "Mine".to_owned());
        desk.session.settle();
        assert!(desk.session.save(), "{:?}", desk.session.notices());
        assert!(!desk.look(0.0) && !desk.look(9.0));
        assert_eq!(desk.session.undo_label(), Some("title"));
        desk.date("a.json");
        desk.settle();
        assert_eq!((desk.session.undo_label(), desk.session.is_dirty()), (Some("title"), false));
    }

    #[test]
    fn when_both_have_changed_somebody_chooses_and_nothing_is_lost() {
        for keeps_mine in [true, false] {
            let mut desk = Desk::new(Pace::AtOnce);
            desk.session.edit("title", |scene| scene.title = "Mine".to_owned());
            desk.write("a.json", titled("Theirs"));
            desk.settle();
            assert!(desk.session.conflict().is_some_and(Conflict::can_take));
            assert_eq!(desk.title(), "Mine", "nothing happens by itself");
            assert!(!desk.session.save(), "and nothing is overwritten");
            let on_disk = |desk: &Desk| fs::read_to_string(desk.path("a.json")).unwrap();
            assert!(on_disk(&desk).contains("Theirs"));
            if keeps_mine {
                desk.session.keep_mine();
                assert_eq!((desk.title(), desk.session.is_dirty()), ("Mine", true));
                assert!(desk.session.save(), "{:?}", desk.session.notices());
                assert!(on_disk(&desk).contains("Mine"));
            } else {
                desk.session.take_theirs();
                assert_eq!((desk.title(), desk.session.is_dirty()), ("Theirs", false));
                desk.session.undo();
                assert_eq!((desk.title(), desk.session.is_dirty()), ("Mine", true));
            }
            assert!(desk.session.conflict().is_none());
            assert!(!desk.look(9.0));
        }
    }

    #[test]
    fn a_save_before_anybody_has_looked_overwrites_nothing_either() {
        let mut desk = Desk::new(Pace::AtOnce);
        desk.session.edit("title", |scene| scene.title = "Mine".to_owned());
        desk.write("a.json", "{ half of it");
        assert!(!desk.session.save());
        assert!(desk.session.conflict().is_some_and(|conflict| !conflict.can_take()), "it cannot be read");
        desk.session.keep_mine();
        assert!(desk.session.save());
        assert!(fs::read_to_string(desk.path("a.json")).unwrap().contains("Mine"));
        desk.session.edit("title", |scene| scene.title = "Again".to_owned());
        assert!(desk.session.save(), "nothing was in the way");
    }

    #[test]
    fn images_and_trees_that_break_stay_as_they_were_until_they_are_right_again() {
        for pace in [Pace::AtOnce, Pace::Later] {
            let mut desk = Desk::new(pace);
            let size = |desk: &Desk| desk.session.world().images[0].opacity.as_ref().ok().map(|o| o.bitmap.size());
            let runs = |desk: &Desk| desk.session.world().agents[0].tree.is_ok();
            desk.write("leaf.png", "no image");
            desk.write("guard.xml", "<root BTCPP_format=\"4\">\n<Behavior");
            desk.settle();
            assert_eq!((size(&desk), runs(&desk)), (Some([8, 8]), true), "{pace:?}");
            let told = desk.session.notices();
            assert_eq!(told.len(), 2, "{told:?}");
            assert!(told[0].text.contains("leaf.png") && told[0].text.contains("read last"), "{told:?}");
            assert!(told[1].place.as_ref().is_some_and(|place| place.starts_with("guard.xml:2")), "{told:?}");
            desk.settle();
            desk.session.edit("title", |scene| scene.title = "Other".to_owned());
            desk.session.undo();
            assert_eq!((size(&desk), desk.session.notices().len()), (Some([8, 8]), 2), "undo tries nothing again");
            desk.paint([9, 9]);
            desk.settle();
            assert_eq!((size(&desk), desk.session.notices().len()), (Some([9, 9]), 1));
            desk.write("guard.xml", TREE.replace("AlwaysSuccess", "AlwaysFailure"));
            desk.settle();
            assert!(runs(&desk) && desk.session.notices().is_empty(), "{:?}", desk.session.notices());
            assert!(!desk.session.is_dirty() && desk.session.undo_label().is_none());
        }
    }

    #[test]
    fn all_files_of_the_scene_are_watched() {
        let desk = Desk::new(Pace::AtOnce);
        let mut names: Vec<String> = desk
            .session
            .watched_files()
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names, ["a.json", "guard.xml", "leaf.png"]);
    }
}
