//! Changes the level of models and mesh objects of the open scene.

use std::sync::Arc;

use super::loading::load_at_once;
use super::requested_level::{field, file_of, set_files};
use crate::files::Pace;
use crate::scene::Entry;
use crate::workspace::document::edits::Edits;
use crate::workspace::document::level_request::LevelRequest;

impl Edits<'_> {
    /// Changes the level of models and mesh objects in one step; other items keep what they have. In a window, a level
    /// that the scene has not read yet is first read in the background. Until then, and after a cancel or undo, nothing
    /// changes. A refusal has the field `file of NAME`, with the name of the first item.
    pub(crate) fn name_level(&mut self, items: &[Entry], file: &str) {
        let scene = Arc::clone(self.workspace.scene());
        for request in &mut self.workspace.document.requests {
            request.ids.retain(|id| !items.iter().any(|item| item.id(&scene) == Some(*id)));
        }
        self.workspace.document.requests.retain(|request| !request.ids.is_empty());
        let has_other = |item: &&Entry| file_of(**item, &scene).is_some_and(|old| old != file);
        let items: Vec<Entry> = items.iter().filter(has_other).copied().collect();
        let Some(name) = items.first().and_then(|item| item.name(&scene)) else { return };
        if self.workspace.disk().pace() == Pace::AtOnce
            || self.workspace.disk().folder().is_none()
            || self.workspace.disk.files.levels.get(file).is_some()
        {
            self.workspace.step(&field(name), |scene, _| set_files(&items, scene, file));
            return;
        }
        self.workspace.document.refusal = None;
        self.ask_for_level(&items, file);
        load_at_once(self.workspace);
    }

    fn ask_for_level(&mut self, items: &[Entry], file: &str) {
        let scene = self.workspace.scene();
        let ids = items.iter().filter_map(|item| item.id(scene)).collect();
        let name = items.first().and_then(|item| item.name(scene));
        let label = field(name.unwrap_or_default());
        self.workspace.document.requests.push(LevelRequest { ids, label, file: file.into() });
    }

    /// Drops the requested change of an item, and of the items that were to change with it.
    pub(crate) fn drop_named_level(&mut self, item: Entry) {
        let id = item.id(self.workspace.scene());
        self.workspace.document.requests.retain(|request| id.is_none_or(|id| !request.ids.contains(&id)));
    }
}

#[cfg(test)]
impl Edits<'_> {
    /// Requests another level for a model. The reading of that level continues until it is cancelled.
    pub(crate) fn stall_naming(&mut self, model: usize, file: &str) {
        self.ask_for_level(&[Entry::Model(model)], file);
        self.workspace.disk_mut().stall();
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::ItemId;
    use crate::workspace::open_scene::Workspace;
    use std::time::Duration;

    use super::*;
    use crate::files::{Files, Reading, open_watched};
    use crate::opacity::Progress;

    const LONG: Duration = Duration::from_mins(1);
    const WALL: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\ng wall\nf 1 2 3\n";
    const SCENE: &str = r#"{ "eyeline": 1,
        "objects": [{ "name": "rock", "shape": { "mesh": { "file": "shed.obj", "node": "wall" } } }],
        "models": [{ "name": "crate", "file": "shed.obj" }, { "name": "shed", "file": "shed.obj" }] }"#;

    fn model(workspace: &Workspace, index: usize) -> ItemId {
        workspace.scene().models[index].id.get()
    }

    fn folder(text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let barn = WALL.replace('3', "5").replace("f 1 2 5", "f 1 2 3\ng gate\nf 3 2 1");
        for (name, text) in
            [("a.json", text), ("shed.obj", WALL), ("barn.obj", &barn), ("pit.obj", &barn.replace("wall", "rim"))]
        {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    fn workspace(folder: &tempfile::TempDir, pace: Pace) -> Workspace {
        let path = folder.path().join("a.json");
        let reading = Reading::at(pace);
        let loaded = open_watched(&path, Files::default(), &reading, &Progress::default()).unwrap();
        Workspace::opened_with(loaded, path, reading)
    }

    fn files(workspace: &Workspace) -> [&str; 3] {
        let scene = workspace.scene();
        [Entry::Object(0), Entry::Model(0), Entry::Model(1)].map(|item| file_of(item, scene).unwrap())
    }

    #[test]
    fn another_level_is_one_step_however_it_is_read() {
        let folder = folder(SCENE);
        for pace in [Pace::AtOnce, Pace::Later] {
            let mut workspace = workspace(&folder, pace);
            workspace.edits().name_level(&[Entry::Model(1)], "barn.obj");
            workspace.load(LONG);
            assert_eq!(files(&workspace), ["shed.obj", "shed.obj", "barn.obj"], "{pace:?}");
            assert_eq!(workspace.world().objects.len(), 4);
            assert_eq!(workspace.document().undo_label(), Some("file of shed"));
            workspace.edits().name_level(&[Entry::Object(0)], "barn.obj");
            assert_eq!(files(&workspace), ["barn.obj", "shed.obj", "barn.obj"], "what is known is there at once");
            workspace.undo();
            workspace.undo();
            assert_eq!((files(&workspace), workspace.document().undo_label()), (["shed.obj"; 3], None));
            workspace.redo();
            workspace.redo();
            assert_eq!(files(&workspace), ["barn.obj", "shed.obj", "barn.obj"]);
            assert!(workspace.disk().working().is_none(), "and read once");
            // A level without that node, and a missing file.
            workspace.edits().name_level(&[Entry::Object(0)], "pit.obj");
            workspace.load(LONG);
            let refusal = workspace.document().refusal().unwrap();
            assert!(refusal.field == "file of rock" && refusal.reason.contains("no node “wall”"), "{refusal:?}");
            assert_eq!(files(&workspace), ["barn.obj", "shed.obj", "barn.obj"]);
            workspace.edits().name_level(&[Entry::Model(0)], "none.obj");
            workspace.load(LONG);
            assert_eq!((files(&workspace)[1], workspace.document().refusal()), ("none.obj", None));
            let [notice] = workspace.notices() else { panic!("{:?}", workspace.notices()) };
            assert_eq!(notice.text, "there is no file `none.obj`");
            workspace.edits().name_level(&[Entry::Model(0)], "../shed.obj");
            workspace.load(LONG);
            assert_eq!(workspace.document().refusal().unwrap().field, "file of crate");
        }
    }

    #[test]
    fn several_items_get_a_level_in_one_step() {
        let folder = folder(SCENE);
        let all = [Entry::Model(0), Entry::Object(0), Entry::Model(1)];
        for pace in [Pace::AtOnce, Pace::Later] {
            let mut workspace = workspace(&folder, pace);
            workspace.edits().name_level(&all, "barn.obj");
            workspace.load(LONG);
            assert_eq!(
                (files(&workspace), workspace.document().undo_label()),
                (["barn.obj"; 3], Some("file of crate")),
                "{pace:?}"
            );
            workspace.undo();
            assert_eq!((files(&workspace), workspace.document().undo_label()), (["shed.obj"; 3], None));
            // One of them cannot have it, so all keep theirs.
            workspace.edits().name_level(&all, "pit.obj");
            workspace.load(LONG);
            assert!(
                workspace.document().refusal().unwrap().reason.contains("no node “wall”"),
                "{:?}",
                workspace.document().refusal()
            );
            assert_eq!(files(&workspace), ["shed.obj"; 3]);
        }
        // A second request for one of them leaves the others.
        let mut workspace = workspace(&folder, Pace::Later);
        workspace.edits().ask_for_level(&all, "barn.obj");
        workspace.edits().name_level(&[Entry::Model(0)], "pit.obj");
        workspace.load(LONG);
        assert_eq!(files(&workspace), ["barn.obj", "pit.obj", "barn.obj"]);
        // A cancel is for all of a request.
        let mut workspace = super::tests::workspace(&folder, Pace::Later);
        workspace.edits().ask_for_level(&all, "barn.obj");
        workspace.edits().drop_named_level(Entry::Model(1));
        assert!(!workspace.load(LONG));
        assert_eq!(files(&workspace), ["shed.obj"; 3]);
    }

    #[test]
    fn nothing_changes_until_the_level_is_read_or_when_reading_is_cancelled() {
        let folder = folder(SCENE);
        let mut workspace = workspace(&folder, Pace::Later);
        let ask = |workspace: &mut Workspace| workspace.edits().stall_naming(1, "barn.obj");
        ask(&mut workspace);
        assert!(workspace.load(Duration::ZERO), "it continues");
        let working = workspace.disk().working().unwrap();
        assert_eq!((&*working.file, &*working.what), ("barn.obj", "reading barn.obj …"));
        assert_eq!(workspace.document().named_level(Entry::Model(1)), Some("barn.obj"));
        assert_eq!((workspace.document().named_level(Entry::Model(0)), files(&workspace)), (None, ["shed.obj"; 3]));
        workspace.disk_mut().stop_loading();
        assert!(!workspace.load(LONG));
        assert_eq!((workspace.document().named_level(Entry::Model(1)), files(&workspace)), (None, ["shed.obj"; 3]));
        assert!(!workspace.is_dirty() && workspace.notices().is_empty(), "{:?}", workspace.notices());

        // Undo drops the last request.
        workspace.edit("position of crate", |scene| scene.models[0].position = [0.0, 1.0, 0.0]);
        ask(&mut workspace);
        assert_eq!(workspace.document().undo_label(), Some("file of shed"));
        workspace.undo();
        assert!(!workspace.load(LONG));
        assert_eq!(
            (files(&workspace), workspace.document().undo_label()),
            (["shed.obj"; 3], Some("position of crate"))
        );

        // Typing the current name drops it too.
        ask(&mut workspace);
        workspace.edits().name_level(&[Entry::Model(1)], "shed.obj");
        assert!(!workspace.load(LONG) && workspace.document().named_level(Entry::Model(1)).is_none());
    }

    #[test]
    fn several_levels_are_read_before_their_changes_are_applied() {
        let folder = folder(SCENE);
        let mut workspace = workspace(&folder, Pace::Later);
        workspace.edits().ask_for_level(&[Entry::Model(0)], "barn.obj");
        workspace.edits().ask_for_level(&[Entry::Object(0)], "barn.obj");
        workspace.edits().ask_for_level(&[Entry::Model(1)], "pit.obj");
        assert_eq!(workspace.document().undo_label(), Some("file of shed"));
        workspace.edits().drop_named_level(Entry::Model(0));
        workspace.load(LONG);
        assert_eq!(files(&workspace), ["barn.obj", "shed.obj", "pit.obj"]);
        workspace.undo();
        assert_eq!(files(&workspace), ["barn.obj", "shed.obj", "shed.obj"], "a step each");
    }

    #[test]
    fn a_requested_level_reaches_its_item_after_rename_move_and_delete() {
        let folder = folder(SCENE);
        let asked = |change: &dyn Fn(&mut Workspace) -> bool| {
            let mut workspace = workspace(&folder, Pace::Later);
            workspace.edits().ask_for_level(&[Entry::Model(1)], "barn.obj");
            assert!(change(&mut workspace), "{:?}", workspace.document().refusal());
            workspace.load(LONG);
            workspace.scene().models.iter().map(|model| format!("{} {}", model.name, model.file)).collect::<Vec<_>>()
        };
        assert_eq!(
            asked(&|workspace: &mut Workspace| {
                let shed = model(workspace, 1);
                workspace.edits().rename(shed, "barn")
            }),
            ["crate shed.obj", "barn barn.obj"]
        );
        let without = |index: usize| {
            move |workspace: &mut Workspace| {
                let model = model(workspace, index);
                workspace.edits().delete(&[model])
            }
        };
        assert_eq!(asked(&without(0)), ["shed barn.obj"]);
        assert_eq!(asked(&without(1)), ["crate shed.obj"]);
        let swapped = asked(&|workspace: &mut Workspace| workspace.edit("move", |scene| scene.models.swap(0, 1)));
        assert_eq!(swapped, ["shed barn.obj", "crate shed.obj"]);
    }
}
