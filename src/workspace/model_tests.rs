//! Tests with a model in the scene: its objects are selected and hidden, and its fields are changed.

use std::fs;
use std::sync::Arc;

use super::notices::notice::{Notice, NoticeKind};
use super::open_scene::Workspace;
use crate::opacity::Progress;
use crate::scene::{self, Entry, ItemId};
use crate::world::Item;

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

fn workspace(folder: &std::path::Path) -> Workspace {
    let scene = r#"{ "eyeline": 1, "select": ["shed/wall"],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "cameras": [{ "name": "guard", "attach": "shed/wall" }],
        "agents": [{ "name": "g", "camera": "guard", "body": "shed/floor", "tree": { "condition": { "sees": { "object": "shed/wall" } } } }] }"#;
    fs::write(folder.join("shed.obj"), SHED).unwrap();
    fs::write(folder.join("a.json"), scene).unwrap();
    let mut workspace = Workspace::empty();
    assert!(workspace.open(&folder.join("a.json")), "{:?}", workspace.notices());
    workspace
}

fn active_name(workspace: &Workspace) -> Option<String> {
    workspace.world().name_of(workspace.selection().active_item()?).map(ToString::to_string)
}

fn id(workspace: &Workspace, entry: Entry) -> ItemId {
    entry.id(workspace.scene()).unwrap()
}

#[test]
fn an_object_of_a_model_is_selected_and_its_model_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    assert_eq!(workspace.selected().object(), Some(2));
    assert_eq!(workspace.selection().active_entry(), Some(Entry::Model(0)));
    assert_eq!(active_name(&workspace).as_deref(), Some("shed/wall"));
    assert_eq!(workspace.selection().entry_of(Item::Object(0)), Some(Entry::Object(0)));
    let before = workspace.world().objects[2].aabb;
    assert!(workspace.edit("position of shed", |scene| scene.models[0].position = [0.0, 0.0, 7.0]));
    let moved = workspace.world().objects[2].aabb.min.z - before.min.z;
    assert!((moved - 7.0).abs() < 1e-6, "{moved}");
    assert_eq!(workspace.selected().object(), Some(2), "it stays selected");
    workspace.undo();
    assert_eq!(workspace.world().objects[2].aabb, before);
    // Hiding affects only this object.
    let [wall, floor] = ["shed/wall", "shed/floor"].map(|name| workspace.world().named(name).unwrap());
    workspace.marks_mut().set_hidden(wall, true);
    assert!(workspace.marks().hidden().contains(wall) && !workspace.marks().hidden().contains(floor));
}

#[test]
fn a_model_is_selected_as_a_whole_and_stays_selected_after_edits() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    workspace.selection_mut().select_querier(Item::Camera(0));
    workspace.selection_mut().select_model(0);
    let active = |workspace: &Workspace| {
        (workspace.selection().active_entry(), workspace.selection().active_item(), active_name(workspace))
    };
    assert_eq!(active(&workspace), (Some(Entry::Model(0)), Some(Item::Model(0)), Some("shed".into())));
    assert_eq!((workspace.selected().querier(), workspace.selected().object()), (Some(Item::Camera(0)), None));
    assert!(!workspace.selection().is_part_active());
    let item = id(&workspace, Entry::Model(0));
    assert!(workspace.edits().rename(item, "barn"), "{:?}", workspace.document().refusal());
    assert_eq!(active_name(&workspace).as_deref(), Some("barn"));
    let item = id(&workspace, Entry::Model(0));
    workspace.edits().duplicate(&[item]);
    workspace.edit("move", |scene| scene.models.swap(0, 1));
    assert_eq!(workspace.selection().active_entry(), Some(Entry::Model(0)), "it is followed to its place");
    let item = id(&workspace, Entry::Model(0));
    workspace.edits().delete(&[item]);
    assert_eq!((workspace.selected().model(), workspace.selection().active_entry()), (None, None));
    workspace.selection_mut().select_model(0);
    workspace.selection_mut().select_object(Some(1));
    assert_eq!((workspace.selected().model(), workspace.selection().active_item()), (None, Some(Item::Object(1))));
    assert!(workspace.selection().is_part_active());
}

#[test]
fn a_hidden_model_is_hidden_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    let hidden = |workspace: &Workspace, names: [&str; 3]| {
        names.map(|name| workspace.marks().hidden().contains(workspace.world().named(name).unwrap()))
    };
    let set_hidden = |workspace: &mut Workspace, name: &str, is_hidden| {
        let id = workspace.world().named(name).unwrap();
        workspace.marks_mut().set_hidden(id, is_hidden);
    };
    let shed = ["shed", "shed/wall", "shed/floor"];
    set_hidden(&mut workspace, "shed", true);
    assert_eq!(hidden(&workspace, shed), [true; 3]);
    set_hidden(&mut workspace, "shed/floor", false);
    assert_eq!(hidden(&workspace, shed), [false, true, false], "the rest stays");
    let item = id(&workspace, Entry::Model(0));
    assert!(workspace.edits().rename(item, "barn"), "{:?}", workspace.document().refusal());
    assert_eq!(hidden(&workspace, ["barn", "barn/wall", "barn/floor"]), [false, true, false]);
    set_hidden(&mut workspace, "barn", true);
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!(hidden(&workspace, ["barn", "barn/door", "barn/wall"]), [true; 3], "what is new in it, too");
    set_hidden(&mut workspace, "barn", false);
    assert!(workspace.marks().hidden().is_empty());
}

#[test]
fn references_to_parts_of_a_model_are_renamed_and_removed_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    let item = id(&workspace, Entry::Model(0));
    assert!(workspace.edits().rename(item, "barn"), "{:?}", workspace.document().refusal());
    let scene = workspace.scene();
    assert_eq!(scene.cameras[0].attach.as_deref(), Some("barn/wall"));
    assert_eq!(scene.agents[0].body.as_deref(), Some("barn/floor"));
    assert_eq!(scene.select, ["barn/wall"]);
    assert_eq!(&*workspace.world().objects[2].name, "barn/wall");
    let item = id(&workspace, Entry::Model(0));
    workspace.edits().duplicate(&[item]);
    assert_eq!(workspace.world().objects.len(), 5);
    assert_eq!(workspace.selection().active_entry(), Some(Entry::Model(1)), "the copy is selected");
    workspace.undo();
    let item = id(&workspace, Entry::Model(0));
    assert!(workspace.edits().delete(&[item]), "{:?}", workspace.document().refusal());
    let scene = workspace.scene();
    assert_eq!((scene.models.len(), workspace.world().objects.len()), (0, 1));
    assert!(scene.cameras[0].attach.is_none() && scene.agents[0].body.is_none() && scene.select.is_empty());
    workspace.undo();
    assert_eq!(workspace.world().objects.len(), 3);
    workspace.selection_mut().select_querier(Item::Camera(0));
    assert_eq!(workspace.selection().active_entry(), Some(Entry::Camera(0)));
}

#[test]
fn a_changed_level_is_read_again_and_its_errors_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    assert!(workspace.notices().is_empty() && !workspace.disk_mut().refresh_files());
    fs::write(folder.path().join("shed.obj"), "f 1 2 3").unwrap();
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!(workspace.world().objects.len(), 3, "what was read last is shown");
    let [notice] = workspace.notices() else { panic!("{:?}", workspace.notices()) };
    assert!(notice.is_error && notice.text.contains("refers to vertex 3"), "{notice:?}");
    assert_eq!(notice.place.as_deref(), Some("shed.obj:1:7"));
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!((workspace.world().objects.len(), workspace.notices().len()), (3, 0));
}

#[test]
fn an_object_whose_mesh_is_not_there_stays_selected_and_can_be_put_right() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    let text = r#"{ "eyeline": 1, "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
        { "name": "rock", "shape": { "mesh": { "file": "none.obj" } } },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
    fs::write(folder.path().join("a.json"), text).unwrap();
    let mut workspace = Workspace::empty();
    assert!(workspace.open(&folder.path().join("a.json")), "{:?}", workspace.notices());
    let active = |workspace: &Workspace| {
        (workspace.selection().active_item(), workspace.selection().active_entry(), active_name(workspace))
    };
    let rock = |active| (Some(active), Some(Entry::Object(1)), Some("rock".into()));
    let item = id(&workspace, Entry::Object(1));
    workspace.selection_mut().select(item);
    assert_eq!(active(&workspace), rock(Item::Unplaced(0)));
    assert_eq!(workspace.judging().unanswered().unwrap(), "`rock` could not be placed: there is no file `none.obj`.");
    workspace.edits().name_level(&[Entry::Object(1)], "shed.obj");
    assert_eq!(active(&workspace), rock(Item::Object(1)), "it is there now");
    workspace.undo();
    assert_eq!(active(&workspace), rock(Item::Unplaced(0)), "and gone again");
    assert!(workspace.edits().rename(item, "stone"), "{:?}", workspace.document().refusal());
    assert_eq!(active_name(&workspace).as_deref(), Some("stone"));
    let item = id(&workspace, Entry::Object(1));
    workspace.edits().duplicate(&[item]);
    assert_eq!(
        (workspace.world().unplaced.len(), workspace.selection().active_entry()),
        (2, Some(Entry::Object(2))),
        "the copy is selected"
    );
    let copy = id(&workspace, Entry::Object(2));
    assert!(workspace.edits().delete(&[copy]) && workspace.edits().delete(&[item]));
    assert_eq!((workspace.world().unplaced.len(), workspace.selection().active_entry()), (0, None));
    assert!(workspace.notices().is_empty(), "{:?}", workspace.notices());
    assert_eq!(workspace.world().objects.len(), 2);
}

#[test]
fn missing_parts_of_a_level_are_reported_and_block_no_other_edit() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    workspace.edit("shape", |scene| {
        let mesh = scene::Shape::Mesh { file: "shed.obj".into(), node: Some("wall".into()) };
        scene.objects.get_mut(0).unwrap().shape = mesh;
    });
    assert_eq!(
        (workspace.world().objects.len(), workspace.notices().len()),
        (3, 0),
        "{:?}",
        workspace.document().refusal()
    );
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g gate")).unwrap();
    assert!(workspace.disk_mut().refresh_files());
    let name = |notice: &Notice| workspace.scene().name_of(notice.subject?).map(str::to_owned);
    let shown: Vec<_> = workspace.notices().iter().map(|n| (name(n).unwrap_or_default(), &*n.text)).collect();
    let of =
        |name: &str| shown.iter().filter(|(subject, _)| *subject == name).map(|(_, text)| *text).collect::<Vec<_>>();
    assert!(of("guard")[0].starts_with("there is no object named `shed/wall`"), "{shown:?}");
    assert!(of("crate")[0].starts_with("the file has no node `wall`"), "{shown:?}");
    let why = workspace.judging().unanswered().unwrap();
    assert!(
        why.contains("attached to `shed/wall`, which could not be placed: `shed.obj` has no object `wall`"),
        "{why}"
    );
    assert!(workspace.edit("tick_rate", |scene| scene.tick_rate = 30.0), "{:?}", workspace.document().refusal());
    let another = workspace.scene().objects[0].clone();
    let add = |name: &str| scene::Object {
        name: name.into(),
        shape: scene::Shape::Sphere { radius: 1.0 },
        ..another.clone()
    };
    assert!(workspace.edit("add", |scene| scene.objects.push(add("ball"))), "{:?}", workspace.document().refusal());
    assert!(!workspace.edit("add", |scene| scene.objects.push(add("ball"))), "a new error is refused");
    let item = id(&workspace, Entry::Object(0));
    workspace.selection_mut().select(item);
    assert_eq!(workspace.selection().active_item(), Some(Item::Unplaced(0)));
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!(
        (workspace.notices().len(), workspace.selection().active_item()),
        (0, Some(Item::Object(0))),
        "{:?}",
        workspace.notices()
    );
}

/// The file of this model has no animation at all.
#[test]
fn a_model_without_its_animation_is_a_notice_until_it_plays_another_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    let text = r#"{ "eyeline": 1, "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
        "models": [{ "name": "shed", "file": "shed.obj", "animation": "open" }] }"#;
    fs::write(folder.path().join("a.json"), text).unwrap();
    let mut workspace = Workspace::empty();
    assert!(workspace.open(&folder.path().join("a.json")), "{:?}", workspace.notices());
    let why = "`shed.obj` has no animation named `open`: it has none";
    let assert_lost = |workspace: &Workspace| {
        let [notice] = workspace.notices() else { panic!("{:?}", workspace.notices()) };
        assert_eq!((&notice.kind, &*notice.text), (&NoticeKind::NoAnimation, why));
        assert_eq!(notice.subject, Some(id(workspace, Entry::Model(0))));
        assert_eq!((workspace.world().objects.len(), workspace.world().models[0].error.as_deref()), (1, Some(why)));
    };
    assert_lost(&workspace);
    assert_eq!(workspace.notices()[0].place.as_deref(), Some("a.json:2:71"));
    // Other edits of the model are possible, and no other missing animation can be chosen.
    assert!(
        workspace.edit("position", |scene| scene.models[0].position[0] = 3.0),
        "{:?}",
        workspace.document().refusal()
    );
    let choose = |name: &str| Some(scene::AnimationRef::Name(name.into()));
    assert!(!workspace.edit("plays", |scene| scene.models[0].animation = choose("close")));
    assert_lost(&workspace);
    assert!(workspace.edit("plays", |scene| scene.models[0].animation = None), "{:?}", workspace.document().refusal());
    assert_eq!((workspace.world().objects.len(), workspace.notices().len()), (3, 0), "{:?}", workspace.notices());
    workspace.undo();
    assert_lost(&workspace);
    workspace.redo();
    assert_eq!((workspace.world().objects.len(), workspace.notices().len()), (3, 0), "{:?}", workspace.notices());
}

#[test]
fn a_reload_reads_a_changed_level_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = workspace(folder.path());
    let before = Arc::clone(workspace.disk.files.levels.get("shed.obj").unwrap());
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    let path = workspace.path().unwrap().to_owned();
    let read = crate::files::open_watched(
        &path,
        workspace.disk().current_files(),
        &workspace.disk.reading,
        &Progress::default(),
    )
    .unwrap();
    let of_reload = Arc::clone(read.files.levels.get("shed.obj").unwrap());
    assert!(!Arc::ptr_eq(&before, &of_reload), "the changed file was read with the scene");
    assert!(workspace.disk_mut().reload_read(&path, Ok(read)));
    assert!(Arc::ptr_eq(workspace.disk.files.levels.get("shed.obj").unwrap(), &of_reload), "and not again after that");
    assert!(workspace.world().named("shed/door").is_some());

    // A broken file keeps the last reading, as without a reload.
    fs::write(folder.path().join("shed.obj"), "f 1 2 3").unwrap();
    assert!(workspace.disk_mut().reload());
    assert!(workspace.world().named("shed/door").is_some() && !workspace.notices().is_empty());
}
