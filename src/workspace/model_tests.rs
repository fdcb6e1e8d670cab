//! Tests with a model in the scene: its objects are selected and hidden, and its fields are changed.

use std::fs;
use std::sync::Arc;

use super::Session;
use super::notice::{Notice, NoticeKind};
use crate::opacity::Progress;
use crate::picture::Querier;
use crate::scene::{self, Entry, ItemId};
use crate::world::Item;

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

fn session(folder: &std::path::Path) -> Session {
    let scene = r#"{ "eyeline": 1, "select": ["shed/wall"],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "cameras": [{ "name": "guard", "attach": "shed/wall" }],
        "agents": [{ "name": "g", "camera": "guard", "body": "shed/floor", "tree": { "condition": { "sees": { "object": "shed/wall" } } } }] }"#;
    fs::write(folder.join("shed.obj"), SHED).unwrap();
    fs::write(folder.join("a.json"), scene).unwrap();
    let mut session = Session::empty();
    assert!(session.open(&folder.join("a.json")), "{:?}", session.notices());
    session
}

fn active_name(session: &Session) -> Option<String> {
    session.world().name_of(session.active_item()?).map(ToString::to_string)
}

fn id(session: &Session, entry: Entry) -> ItemId {
    entry.id(session.scene()).unwrap()
}

#[test]
fn an_object_of_a_model_is_selected_and_its_model_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert_eq!(session.selected().object, Some(2));
    assert_eq!(session.active_entry(), Some(Entry::Model(0)));
    assert_eq!(active_name(&session).as_deref(), Some("shed/wall"));
    assert_eq!(session.entry_of(Item::Object(0)), Some(Entry::Object(0)));
    let before = session.world().objects[2].aabb;
    assert!(session.edit("position of shed", |scene| scene.models[0].position = [0.0, 0.0, 7.0]));
    let moved = session.world().objects[2].aabb.min.z - before.min.z;
    assert!((moved - 7.0).abs() < 1e-6, "{moved}");
    assert_eq!(session.selected().object, Some(2), "it stays selected");
    session.undo();
    assert_eq!(session.world().objects[2].aabb, before);
    // Hiding affects only this object.
    let [wall, floor] = ["shed/wall", "shed/floor"].map(|name| session.world().named(name).unwrap());
    session.set_hidden(wall, true);
    assert!(session.hidden().contains(wall) && !session.hidden().contains(floor));
}

#[test]
fn a_model_is_selected_as_a_whole_and_stays_selected_after_edits() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    session.select_querier(Querier::Camera(0));
    session.select_model(0);
    let active = |session: &Session| (session.active_entry(), session.active_item(), active_name(session));
    assert_eq!(active(&session), (Some(Entry::Model(0)), Some(Item::Model(0)), Some("shed".into())));
    assert_eq!((session.selected().querier, session.selected().object), (Some(Querier::Camera(0)), None));
    assert!(!session.is_part_active());
    assert!(session.rename(id(&session, Entry::Model(0)), "barn"), "{:?}", session.refusal());
    assert_eq!(active_name(&session).as_deref(), Some("barn"));
    session.duplicate(&[id(&session, Entry::Model(0))]);
    session.edit("move", |scene| scene.models.swap(0, 1));
    assert_eq!(session.active_entry(), Some(Entry::Model(0)), "it is followed to its place");
    session.delete(&[id(&session, Entry::Model(0))]);
    assert_eq!((session.selected().model, session.active_entry()), (None, None));
    session.select_model(0);
    session.select_object(Some(1));
    assert_eq!((session.selected().model, session.active_item()), (None, Some(Item::Object(1))));
    assert!(session.is_part_active());
}

#[test]
fn a_hidden_model_is_hidden_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let hidden = |session: &Session, names: [&str; 3]| {
        names.map(|name| session.hidden().contains(session.world().named(name).unwrap()))
    };
    let set_hidden = |session: &mut Session, name: &str, is_hidden| {
        session.set_hidden(session.world().named(name).unwrap(), is_hidden);
    };
    let shed = ["shed", "shed/wall", "shed/floor"];
    set_hidden(&mut session, "shed", true);
    assert_eq!(hidden(&session, shed), [true; 3]);
    set_hidden(&mut session, "shed/floor", false);
    assert_eq!(hidden(&session, shed), [false, true, false], "the rest stays");
    assert!(session.rename(id(&session, Entry::Model(0)), "barn"), "{:?}", session.refusal());
    assert_eq!(hidden(&session, ["barn", "barn/wall", "barn/floor"]), [false, true, false]);
    set_hidden(&mut session, "barn", true);
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    assert!(session.refresh_files());
    assert_eq!(hidden(&session, ["barn", "barn/door", "barn/wall"]), [true; 3], "what is new in it, too");
    set_hidden(&mut session, "barn", false);
    assert!(session.hidden().is_empty());
}

#[test]
fn references_to_parts_of_a_model_are_renamed_and_removed_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert!(session.rename(id(&session, Entry::Model(0)), "barn"), "{:?}", session.refusal());
    let scene = session.scene();
    assert_eq!(scene.cameras[0].attach.as_deref(), Some("barn/wall"));
    assert_eq!(scene.agents[0].body.as_deref(), Some("barn/floor"));
    assert_eq!(scene.select, ["barn/wall"]);
    assert_eq!(&*session.world().objects[2].name, "barn/wall");
    session.duplicate(&[id(&session, Entry::Model(0))]);
    assert_eq!(session.world().objects.len(), 5);
    assert_eq!(session.active_entry(), Some(Entry::Model(1)), "the copy is selected");
    session.undo();
    assert!(session.delete(&[id(&session, Entry::Model(0))]), "{:?}", session.refusal());
    let scene = session.scene();
    assert_eq!((scene.models.len(), session.world().objects.len()), (0, 1));
    assert!(scene.cameras[0].attach.is_none() && scene.agents[0].body.is_none() && scene.select.is_empty());
    session.undo();
    assert_eq!(session.world().objects.len(), 3);
    session.select_querier(Querier::Camera(0));
    assert_eq!(session.active_entry(), Some(Entry::Camera(0)));
}

#[test]
fn a_changed_level_is_read_again_and_its_errors_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert!(session.notices().is_empty() && !session.refresh_files());
    fs::write(folder.path().join("shed.obj"), "f 1 2 3").unwrap();
    assert!(session.refresh_files());
    assert_eq!(session.world().objects.len(), 3, "what was read last is shown");
    let [notice] = session.notices() else { panic!("{:?}", session.notices()) };
    assert!(notice.is_error && notice.text.contains("refers to vertex 3"), "{notice:?}");
    assert_eq!(notice.place.as_deref(), Some("shed.obj:1:7"));
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    assert!(session.refresh_files());
    assert_eq!((session.world().objects.len(), session.notices().len()), (3, 0));
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
    let mut session = Session::empty();
    assert!(session.open(&folder.path().join("a.json")), "{:?}", session.notices());
    let active = |session: &Session| (session.active_item(), session.active_entry(), active_name(session));
    let rock = |active| (Some(active), Some(Entry::Object(1)), Some("rock".into()));
    session.select(id(&session, Entry::Object(1)));
    assert_eq!(active(&session), rock(Item::Unplaced(0)));
    assert_eq!(session.unanswered().unwrap(), "`rock` could not be placed: there is no file `none.obj`.");
    session.name_level(&[Entry::Object(1)], "shed.obj");
    assert_eq!(active(&session), rock(Item::Object(1)), "it is there now");
    session.undo();
    assert_eq!(active(&session), rock(Item::Unplaced(0)), "and gone again");
    assert!(session.rename(id(&session, Entry::Object(1)), "stone"), "{:?}", session.refusal());
    assert_eq!(active_name(&session).as_deref(), Some("stone"));
    session.duplicate(&[id(&session, Entry::Object(1))]);
    assert_eq!(
        (session.world().unplaced.len(), session.active_entry()),
        (2, Some(Entry::Object(2))),
        "the copy is selected"
    );
    assert!(session.delete(&[id(&session, Entry::Object(2))]) && session.delete(&[id(&session, Entry::Object(1))]));
    assert_eq!((session.world().unplaced.len(), session.active_entry()), (0, None));
    assert!(session.notices().is_empty(), "{:?}", session.notices());
    assert_eq!(session.world().objects.len(), 2);
}

#[test]
fn missing_parts_of_a_level_are_reported_and_block_no_other_edit() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    session.edit("shape", |scene| {
        let mesh = scene::Shape::Mesh { file: "shed.obj".into(), node: Some("wall".into()) };
        scene.objects.get_mut(0).unwrap().shape = mesh;
    });
    assert_eq!((session.world().objects.len(), session.notices().len()), (3, 0), "{:?}", session.refusal());
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g gate")).unwrap();
    assert!(session.refresh_files());
    let name = |notice: &Notice| session.scene().name_of(notice.subject?).map(str::to_owned);
    let shown: Vec<_> = session.notices().iter().map(|n| (name(n).unwrap_or_default(), &*n.text)).collect();
    let of =
        |name: &str| shown.iter().filter(|(subject, _)| *subject == name).map(|(_, text)| *text).collect::<Vec<_>>();
    assert!(of("guard")[0].starts_with("there is no object named `shed/wall`"), "{shown:?}");
    assert!(of("crate")[0].starts_with("the file has no node `wall`"), "{shown:?}");
    let why = session.unanswered().unwrap();
    assert!(
        why.contains("attached to `shed/wall`, which could not be placed: `shed.obj` has no object `wall`"),
        "{why}"
    );
    assert!(session.edit("tick_rate", |scene| scene.tick_rate = 30.0), "{:?}", session.refusal());
    let another = session.scene().objects[0].clone();
    let add = |name: &str| scene::Object {
        name: name.into(),
        shape: scene::Shape::Sphere { radius: 1.0 },
        ..another.clone()
    };
    assert!(session.edit("add", |scene| scene.objects.push(add("ball"))), "{:?}", session.refusal());
    assert!(!session.edit("add", |scene| scene.objects.push(add("ball"))), "a new error is refused");
    session.select(id(&session, Entry::Object(0)));
    assert_eq!(session.active_item(), Some(Item::Unplaced(0)));
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    assert!(session.refresh_files());
    assert_eq!((session.notices().len(), session.active_item()), (0, Some(Item::Object(0))), "{:?}", session.notices());
}

/// The file of this model has no animation at all.
#[test]
fn a_model_without_its_animation_is_a_notice_until_it_plays_another_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    let text = r#"{ "eyeline": 1, "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
        "models": [{ "name": "shed", "file": "shed.obj", "animation": "open" }] }"#;
    fs::write(folder.path().join("a.json"), text).unwrap();
    let mut session = Session::empty();
    assert!(session.open(&folder.path().join("a.json")), "{:?}", session.notices());
    let why = "`shed.obj` has no animation named `open`: it has none";
    let assert_lost = |session: &Session| {
        let [notice] = session.notices() else { panic!("{:?}", session.notices()) };
        assert_eq!((&notice.kind, &*notice.text), (&NoticeKind::NoAnimation, why));
        assert_eq!(notice.subject, Some(id(session, Entry::Model(0))));
        assert_eq!((session.world().objects.len(), session.world().models[0].error.as_deref()), (1, Some(why)));
    };
    assert_lost(&session);
    assert_eq!(session.notices()[0].place.as_deref(), Some("a.json:2:71"));
    // Other edits of the model are possible, and no other missing animation can be chosen.
    assert!(session.edit("position", |scene| scene.models[0].position[0] = 3.0), "{:?}", session.refusal());
    let choose = |name: &str| Some(scene::AnimationRef::Name(name.into()));
    assert!(!session.edit("plays", |scene| scene.models[0].animation = choose("close")));
    assert_lost(&session);
    assert!(session.edit("plays", |scene| scene.models[0].animation = None), "{:?}", session.refusal());
    assert_eq!((session.world().objects.len(), session.notices().len()), (3, 0), "{:?}", session.notices());
    session.undo();
    assert_lost(&session);
    session.redo();
    assert_eq!((session.world().objects.len(), session.notices().len()), (3, 0), "{:?}", session.notices());
}

#[test]
fn a_reload_reads_a_changed_level_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let before = Arc::clone(session.files.levels.get("shed.obj").unwrap());
    fs::write(folder.path().join("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    let path = session.path().unwrap().to_owned();
    let read =
        crate::files::open_watched(&path, session.current_files(), &session.reading, &Progress::default()).unwrap();
    let of_reload = Arc::clone(read.files.levels.get("shed.obj").unwrap());
    assert!(!Arc::ptr_eq(&before, &of_reload), "the changed file was read with the scene");
    assert!(session.reload_read(&path, Ok(read)));
    assert!(Arc::ptr_eq(session.files.levels.get("shed.obj").unwrap(), &of_reload), "and not again after that");
    assert!(session.world().named("shed/door").is_some());

    // A broken file keeps the last reading, as without a reload.
    fs::write(folder.path().join("shed.obj"), "f 1 2 3").unwrap();
    assert!(session.reload());
    assert!(session.world().named("shed/door").is_some() && !session.notices().is_empty());
}
