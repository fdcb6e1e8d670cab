//! Files of an open scene that another program writes: the scene itself, its images and its trees; levels in `levels`.

mod levels;
mod trees;

use std::fs;
use std::time::SystemTime;

use super::*;
use crate::files::{Pace, Reading, open_watched};
use crate::session::Session;
use crate::session::settling::QUIET;

const SCENE: &str = r#"{ "eyeline": 1, "title": "One", "tick_rate": 10,
    "cameras": [{ "name": "eye" }],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, -5] }],
    "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } }],
    "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;

const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;

/// A scene in a folder, and a clock that only the test advances.
struct Desk {
    folder: tempfile::TempDir,
    session: Session,
    now: f64,
    /// Every write has a different date, however fast it follows.
    written: u64,
}

impl Desk {
    fn new(pace: Pace) -> Self {
        Self::beside(SCENE, pace, |desk| {
            desk.paint([8, 8]);
            desk.write("guard.xml", TREE);
        })
    }

    /// With other files beside another scene.
    fn beside(scene: &str, pace: Pace, files: impl FnOnce(&mut Self)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Self { folder, session: Session::empty(), now: 0.0, written: 0 };
        files(&mut desk);
        desk.write("a.json", scene);
        let reading = Reading::at(pace);
        let loaded = open_watched(&desk.path("a.json"), Files::default(), &reading, &Progress::default()).unwrap();
        desk.session = Session::opened_with(loaded, desk.path("a.json"), reading);
        desk.session.load(Duration::from_mins(1));
        assert!(!desk.session.look_at_disk(desk.now, Writing::Unknown), "nothing has changed");
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

    /// Checks the files after so many seconds.
    fn look(&mut self, after: f64) -> bool {
        self.now += after;
        self.session.look_at_disk(self.now, Writing::Unknown)
    }

    /// Checks until everything is read.
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
        desk.session.select_querier(crate::picture::Querier::Camera(0));
        let generation = desk.session.generation();
        desk.write("a.json", titled("Two").replace(r#""name": "crate""#, r#""name": "chest""#));
        desk.settle();
        let selected = *desk.session.selected();
        assert_eq!((desk.title(), desk.session.tick(), selected.object), ("Two", 7, Some(1)), "{pace:?}");
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
fn when_both_have_changed_the_user_chooses_and_nothing_is_lost() {
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
fn what_was_kept_is_not_saved_before_it_is_written_whatever_is_undone() {
    let mut desk = Desk::new(Pace::AtOnce);
    desk.session.edit("title", |scene| scene.title = "Mine".to_owned());
    desk.write("a.json", titled("Theirs"));
    desk.settle();
    desk.session.keep_mine();
    desk.session.undo();
    assert_eq!((desk.title(), desk.session.is_dirty()), ("One", true), "the file has another title");
    assert!(desk.session.save(), "{:?}", desk.session.notices());
    assert!(fs::read_to_string(desk.path("a.json")).unwrap().contains("One"));
    assert!(!desk.session.is_dirty() && !desk.look(9.0));
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
        assert!(
            told[0].text.contains("leaf.png") && told[0].text.contains("The last version that could be read"),
            "{told:?}"
        );
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

#[test]
fn files_that_are_gone_and_come_back_as_they_were_leave_no_notice() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut desk = Desk::new(pace);
        for name in ["leaf.png", "guard.xml"] {
            let away = desk.path("away");
            fs::rename(desk.path(name), &away).unwrap();
            desk.settle();
            assert_eq!(desk.told(), [format!("{name} has changed and cannot be read")], "{pace:?}");
            fs::rename(&away, desk.path(name)).unwrap();
            desk.settle();
            assert!(desk.told().is_empty(), "{:?}, {pace:?}", desk.told());
        }
    }
}
