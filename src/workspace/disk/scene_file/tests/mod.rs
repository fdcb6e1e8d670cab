//! Tests with files of an open scene that another program writes: the scene, its images and its trees. Levels are in
//! `levels`.

mod levels;
mod trees;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::super::file_debounce::{Ready, Writing};
use super::super::tracking::RunningReading;
use crate::files::{Files, Pace, Reading, open_watched};
use crate::opacity::Progress;
use crate::scene::Stamp;
use crate::workspace::disk::file_debounce::QUIET;
use crate::workspace::disk::tracking::Conflict;
use crate::workspace::job::Job;
use crate::workspace::open_scene::Workspace;

const SCENE: &str = r#"{ "eyeline": 1, "title": "One", "tick_rate": 10,
    "cameras": [{ "name": "eye" }],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, -5] }],
    "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } }],
    "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;

const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;

/// A scene in a folder, and a clock that only the test advances.
struct TestWorkspace {
    folder: tempfile::TempDir,
    workspace: Workspace,
    now: f64,
    /// The number of writes. Each gets a different date, even when it follows at once.
    written: u64,
}

impl TestWorkspace {
    fn new(pace: Pace) -> Self {
        Self::beside(SCENE, pace, |opened| {
            opened.paint([8, 8]);
            opened.write("guard.xml", TREE);
        })
    }

    /// A workspace on a scene with other files in its folder.
    fn beside(scene: &str, pace: Pace, files: impl FnOnce(&mut Self)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut opened = Self { folder, workspace: Workspace::empty(), now: 0.0, written: 0 };
        files(&mut opened);
        opened.write("a.json", scene);
        let reading = Reading::at(pace);
        let loaded = open_watched(&opened.path("a.json"), Files::default(), &reading, &Progress::default()).unwrap();
        opened.workspace = Workspace::opened_with(loaded, opened.path("a.json"), reading);
        opened.workspace.load(Duration::from_mins(1));
        assert!(!opened.workspace.check_files(opened.now, Writing::Unknown), "nothing has changed");
        opened
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

    /// Checks the files this many seconds later.
    fn look(&mut self, after: f64) -> bool {
        self.now += after;
        self.workspace.check_files(self.now, Writing::Unknown)
    }

    /// Checks the files until all are read.
    fn settle(&mut self) {
        let begun = std::time::Instant::now();
        while self.look(QUIET + 0.05) {
            self.workspace.load(Duration::from_millis(5));
            assert!(begun.elapsed() < Duration::from_mins(1), "it never settles");
        }
        self.workspace.load(Duration::from_mins(1));
    }

    fn title(&self) -> &str {
        &self.workspace.scene().title
    }

    fn shown(&self) -> Vec<&str> {
        self.workspace.notices().iter().filter(|notice| notice.is_error).map(|notice| &*notice.title).collect()
    }
}

fn titled(title: &str) -> String {
    SCENE.replace("One", title)
}

#[test]
fn a_file_saved_by_an_editor_is_read_as_one_undo_step() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::new(pace);
        opened.workspace.set_tick(7);
        opened.workspace.selection_mut().select_object(Some(1));
        opened.workspace.selection_mut().select_querier(crate::world::Item::Camera(0));
        let generation = opened.workspace.disk().generation();
        opened.write("a.json", titled("Two").replace(r#""name": "crate""#, r#""name": "chest""#));
        opened.settle();
        let selected = opened.workspace.selected().clone();
        assert_eq!((opened.title(), opened.workspace.tick(), selected.object()), ("Two", 7, Some(1)), "{pace:?}");
        assert_eq!(opened.workspace.disk().generation(), generation, "the view stays");
        assert!(!opened.workspace.is_dirty());
        assert_eq!(opened.workspace.document().undo_label(), Some("reload"));
        opened.workspace.undo();
        assert_eq!((opened.title(), opened.workspace.is_dirty()), ("One", true), "what was here is not lost");
        opened.workspace.redo();
        assert_eq!((opened.title(), opened.workspace.is_dirty()), ("Two", false));
        assert!(!opened.look(9.0), "and it is read once");
    }
}

#[test]
fn a_file_is_read_when_it_is_completely_written() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    let text = titled("Two");
    for end in [0, 40, text.len() / 2, text.len() - 1] {
        opened.write("a.json", &text[..end]);
        assert!(opened.look(0.1), "a further check is needed");
        assert!(opened.look(0.1));
        assert_eq!((opened.title(), opened.shown().len()), ("One", 0), "after {end} bytes");
    }
    opened.write("a.json", &text);
    opened.settle();
    assert_eq!(opened.title(), "Two");
}

#[test]
fn deleting_and_rewriting_a_file_is_one_change() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    fs::remove_file(opened.path("a.json")).unwrap();
    assert!(opened.look(0.1) && opened.look(0.5));
    opened.write("b.json", titled("Two"));
    fs::rename(opened.path("b.json"), opened.path("a.json")).unwrap();
    opened.settle();
    assert_eq!((opened.title(), opened.workspace.notices().len()), ("Two", 0));
    fs::remove_file(opened.path("a.json")).unwrap();
    opened.settle();
    assert!(opened.workspace.notices()[0].text.contains("deleted"), "{:?}", opened.workspace.notices());
    assert_eq!(opened.title(), "Two");
    opened.write("a.json", titled("Two"));
    opened.settle();
    assert!(opened.workspace.notices().is_empty() && opened.workspace.document().undo_label() == Some("reload"));
}

#[test]
fn a_broken_file_is_located_and_the_last_state_is_kept_until_it_is_repaired() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::new(pace);
        opened.write("a.json", titled("Two").replace(r#""radius": 1"#, r#""radius": "one""#));
        opened.settle();
        assert_eq!((opened.title(), opened.shown()), ("One", vec!["Cannot open a.json"]));
        assert!(opened.workspace.notices()[0].place.as_ref().unwrap().starts_with("a.json:4:"));
        opened.settle();
        assert_eq!(opened.shown().len(), 1, "it is reported once");
        opened.write("a.json", titled("Three"));
        opened.settle();
        assert_eq!((opened.title(), opened.shown().len(), opened.workspace.is_dirty()), ("Three", 0, false));
        opened.write("a.json", "{");
        opened.settle();
        opened.write("a.json", titled("Three"));
        opened.settle();
        assert_eq!(
            (opened.shown().len(), opened.workspace.document().undo_label()),
            (0, Some("reload")),
            "no step for nothing"
        );
    }
}

#[test]
fn own_saves_and_touched_files_are_no_changes() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    opened.workspace.edit("title", |scene| scene.title = "Mine".to_owned());
    opened.workspace.settle();
    assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
    assert!(!opened.look(0.0) && !opened.look(9.0));
    assert_eq!(opened.workspace.document().undo_label(), Some("title"));
    opened.date("a.json");
    opened.settle();
    assert_eq!((opened.workspace.document().undo_label(), opened.workspace.is_dirty()), (Some("title"), false));
}

#[test]
fn when_file_and_scene_have_changed_the_user_chooses_and_nothing_is_lost() {
    for keeps_mine in [true, false] {
        let mut opened = TestWorkspace::new(Pace::AtOnce);
        opened.workspace.edit("title", |scene| scene.title = "Mine".to_owned());
        opened.write("a.json", titled("Theirs"));
        opened.settle();
        assert!(opened.workspace.disk().conflict().is_some_and(Conflict::can_take));
        assert_eq!(opened.title(), "Mine", "nothing happens automatically");
        assert!(!opened.workspace.save(), "and nothing is overwritten");
        let on_disk = |opened: &TestWorkspace| fs::read_to_string(opened.path("a.json")).unwrap();
        assert!(on_disk(&opened).contains("Theirs"));
        if keeps_mine {
            opened.workspace.disk_mut().keep_mine();
            assert_eq!((opened.title(), opened.workspace.is_dirty()), ("Mine", true));
            assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
            assert!(on_disk(&opened).contains("Mine"));
        } else {
            opened.workspace.disk_mut().take_theirs();
            assert_eq!((opened.title(), opened.workspace.is_dirty()), ("Theirs", false));
            opened.workspace.undo();
            assert_eq!((opened.title(), opened.workspace.is_dirty()), ("Mine", true));
        }
        assert!(opened.workspace.disk().conflict().is_none());
        assert!(!opened.look(9.0));
    }
}

#[test]
fn a_kept_scene_is_unsaved_until_it_is_written_even_after_undo() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    opened.workspace.edit("title", |scene| scene.title = "Mine".to_owned());
    opened.write("a.json", titled("Theirs"));
    opened.settle();
    opened.workspace.disk_mut().keep_mine();
    opened.workspace.undo();
    assert_eq!((opened.title(), opened.workspace.is_dirty()), ("One", true), "the file has another title");
    assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
    assert!(fs::read_to_string(opened.path("a.json")).unwrap().contains("One"));
    assert!(!opened.workspace.is_dirty() && !opened.look(9.0));
}

#[test]
fn a_save_before_a_check_of_the_files_overwrites_nothing() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    opened.workspace.edit("title", |scene| scene.title = "Mine".to_owned());
    opened.write("a.json", "{ half of it");
    assert!(!opened.workspace.save());
    assert!(opened.workspace.disk().conflict().is_some_and(|conflict| !conflict.can_take()), "it cannot be read");
    opened.workspace.disk_mut().keep_mine();
    assert!(opened.workspace.save());
    assert!(fs::read_to_string(opened.path("a.json")).unwrap().contains("Mine"));
    opened.workspace.edit("title", |scene| scene.title = "Again".to_owned());
    assert!(opened.workspace.save(), "nothing was in the way");
}

#[test]
fn broken_images_and_trees_keep_their_last_reading_until_they_are_repaired() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::new(pace);
        let size =
            |opened: &TestWorkspace| opened.workspace.world().images[0].opacity.as_ref().ok().map(|o| o.bitmap.size());
        let runs = |opened: &TestWorkspace| opened.workspace.world().agents[0].tree.is_ok();
        opened.write("leaf.png", "no image");
        opened.write("guard.xml", "<root BTCPP_format=\"4\">\n<Behavior");
        opened.settle();
        assert_eq!((size(&opened), runs(&opened)), (Some([8, 8]), true), "{pace:?}");
        let shown = opened.workspace.notices();
        assert_eq!(shown.len(), 2, "{shown:?}");
        assert!(
            shown[0].text.contains("leaf.png") && shown[0].text.contains("The last version that could be read"),
            "{shown:?}"
        );
        assert!(shown[1].place.as_ref().is_some_and(|place| place.starts_with("guard.xml:2")), "{shown:?}");
        opened.settle();
        opened.workspace.edit("title", |scene| scene.title = "Other".to_owned());
        opened.workspace.undo();
        assert_eq!((size(&opened), opened.workspace.notices().len()), (Some([8, 8]), 2), "undo tries nothing again");
        opened.paint([9, 9]);
        opened.settle();
        assert_eq!((size(&opened), opened.workspace.notices().len()), (Some([9, 9]), 1));
        opened.write("guard.xml", TREE.replace("AlwaysSuccess", "AlwaysFailure"));
        opened.settle();
        assert!(runs(&opened) && opened.workspace.notices().is_empty(), "{:?}", opened.workspace.notices());
        assert!(!opened.workspace.is_dirty() && opened.workspace.document().undo_label().is_none());
    }
}

#[test]
fn all_files_of_the_scene_are_watched() {
    let opened = TestWorkspace::new(Pace::AtOnce);
    let mut names: Vec<String> = opened
        .workspace
        .disk()
        .watched_files()
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names, ["a.json", "guard.xml", "leaf.png"]);
}

#[test]
fn files_that_are_removed_and_restored_leave_no_notice() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::new(pace);
        for name in ["leaf.png", "guard.xml"] {
            let away = opened.path("away");
            fs::rename(opened.path(name), &away).unwrap();
            opened.settle();
            assert_eq!(opened.shown(), [format!("{name} has changed and cannot be read")], "{pace:?}");
            fs::rename(&away, opened.path(name)).unwrap();
            opened.settle();
            assert!(opened.shown().is_empty(), "{:?}, {pace:?}", opened.shown());
        }
    }
}
