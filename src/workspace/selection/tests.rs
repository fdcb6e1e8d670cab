//! Tests of the selection without a window.

use super::state::Selection;
use crate::files::Files;
use crate::report::ViewSubject;
use crate::report::explain::Subject;
use crate::scene::ItemId;
use crate::scene::{Entry, Scene};
use crate::workspace::open_scene::Workspace;
use crate::world::{Item, World};

const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }, { "name": "second" }],
    "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
    "agents": [{ "name": "guard", "camera": "eye", "tree": { "action": { "wait": { "ticks": 1 } } } }],
    "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } },
        { "name": "box", "shape": { "box": { "half_extents": [1, 1, 1] } } },
        { "name": "cone", "shape": { "cone": { "radius": 1, "height": 1 } } }] }"#;

fn scene() -> Scene {
    crate::scene::parse(SCENE, "a.json").unwrap()
}

fn world(scene: &Scene) -> World {
    World::at(scene, &Files::default(), 0)
}

fn workspace() -> Workspace {
    Workspace::new(scene(), None)
}

fn names(workspace: &Workspace) -> Vec<&str> {
    workspace.selection().selected_ids().filter_map(|id| workspace.scene().name_of(id)).collect()
}

#[test]
fn a_selection_is_changed_without_a_session() {
    let world = world(&scene());
    let name = |id: Option<ItemId>| world.find(id?).and_then(|item| world.name_of(item)).map(|name| &**name);
    let start = Selection::opening(&world, &[]);
    assert_eq!((start.in_world.querier(), name(start.active())), (Some(Item::Camera(0)), None));
    let asked = start.about(Some(Item::Object(0)), &world).with_querier_only(Item::Ray(0), &world);
    assert_eq!((asked.in_world.object(), name(asked.active())), (Some(0), Some("aim")));
    let named = Selection::on(&world, &["aim".into(), "ball".into()]).unwrap();
    assert_eq!(name(named.active()), Some("ball"));
    assert_eq!((named.asker, named.subject, &named.in_world), (asked.asker, asked.subject, &asked.in_world));
    let nothing = asked.about(None, &world);
    assert_eq!((nothing.subject, nothing.in_world.subject), (None, None));
    assert_eq!(nothing.in_world.querier(), Some(Item::Ray(0)));
    assert!(Selection::on(&world, &["nothing".into()]).is_err());
}

#[test]
fn a_selection_follows_its_items() {
    let mut scene = scene();
    let mut selection = Selection::on(&world(&scene), &["aim".into(), "ball".into()]).unwrap();
    scene.objects.swap(0, 1);
    scene.objects[1].name = "globe".into();
    selection.retain(&world(&scene));
    assert_eq!(selection.clone().placed(&world(&scene)).in_world.object(), Some(1), "moved and renamed");
    scene.objects.remove(1);
    scene.rays.clear();
    let world = world(&scene);
    selection.retain(&world);
    let left = selection.placed(&world).in_world;
    assert_eq!((left.object(), left.querier()), (None, Some(Item::Camera(0))), "deleted: the first camera asks");
}

#[test]
fn an_agent_asks_by_its_camera_from_the_first_object_on() {
    let mut scene = scene();
    let world = world(&scene);
    let guard = Selection::on(&world, &["guard".into()]).unwrap();
    assert_eq!((guard.in_world.agent(), guard.in_world.querier()), (Some(0), None));
    let asked = guard.about(Some(Item::Object(1)), &world);
    let about_box = Subject::View(ViewSubject::Object(0, 1));
    assert_eq!((asked.in_world.agent(), asked.in_world.querier()), (Some(0), Some(Item::Camera(0))));
    assert_eq!(asked.in_world.question(&world), Some(about_box));
    let mut alone = asked.about(None, &world);
    assert_eq!(
        (alone.in_world.agent(), alone.in_world.querier()),
        (Some(0), Some(Item::Camera(0))),
        "its camera stays"
    );
    assert_eq!(alone.in_world.question(&world), Some(Subject::Agent(0)));
    scene.agents.clear();
    let without = World::at(&scene, &Files::default(), 0);
    alone.retain(&without);
    assert_eq!(alone.placed(&without).in_world.asker, Some(Item::Camera(0)), "the camera asks without the agent");
}

#[test]
fn subjects_before_a_querier_alone_are_shown_and_not_changed() {
    let mut workspace = workspace();
    workspace.selection_mut().choose(Item::Object(0), false);
    workspace.selection_mut().toggle(Item::Object(1));
    workspace.selection_mut().choose_querier(Item::Camera(1), true);
    workspace.selection_mut().toggle(Item::Ray(0));
    assert_eq!((names(&workspace), workspace.selection().set_len()), (vec!["second", "aim"], 2));
    assert_eq!(workspace.selection().set_words(), "2 items");
    assert_eq!((workspace.selected().object(), workspace.selected().querier()), (Some(1), Some(Item::Ray(0))));
    assert!(workspace.selected().is_other(Item::Object(0)), "it is marked too");
    let ids = workspace.selection().selected_entries();
    assert!(workspace.edits().delete(&ids));
    assert_eq!((names(&workspace), workspace.selection().active()), (vec![], None));
    assert_eq!((workspace.selected().object(), workspace.selected().querier()), (Some(1), Some(Item::Camera(0))));
    workspace.undo();
    assert_eq!(names(&workspace), ["second", "aim"], "undo selects what was deleted");
    workspace.selection_mut().toggle(Item::Object(2));
    assert_eq!(names(&workspace), ["second", "aim", "cone"], "another subject replaces the shown ones");
    assert!(!workspace.selected().is_other(Item::Object(0)));
}

#[test]
fn a_set_is_toggled_and_extended_in_order() {
    let mut workspace = workspace();
    workspace.selection_mut().choose(Item::Object(2), false);
    workspace.selection_mut().toggle(Item::Object(0));
    assert_eq!(names(&workspace), ["cone", "ball"]);
    assert_eq!((workspace.selected().object(), workspace.selection().set_words()), (Some(0), "2 objects".to_owned()));
    assert!(workspace.selected().is_other(Item::Object(2)) && !workspace.selected().is_other(Item::Object(0)));
    workspace.selection_mut().extend(&[Item::Object(0), Item::Object(1), Item::Object(2)]);
    assert_eq!(names(&workspace), ["ball", "box", "cone"], "the last one is the active one");
    workspace.selection_mut().toggle(Item::Object(2));
    assert_eq!((names(&workspace), workspace.selected().object()), (vec!["ball", "box"], Some(1)));
    workspace.selection_mut().toggle(Item::Camera(1));
    assert_eq!(names(&workspace), ["ball", "box", "second"], "a camera asks about the objects that stay selected");
    assert_eq!((workspace.selected().object(), workspace.selected().querier()), (Some(1), Some(Item::Camera(1))));
    assert!(workspace.selected().is_other(Item::Object(0)));
    workspace.selection_mut().toggle(Item::Camera(0));
    workspace.selection_mut().toggle(Item::Ray(0));
    assert_eq!(names(&workspace), ["ball", "box", "second", "eye", "aim"]);
    assert_eq!(workspace.selection().set_words(), "5 items");
    assert_eq!((workspace.selected().object(), workspace.selected().querier()), (Some(1), Some(Item::Ray(0))));
    workspace.selection_mut().toggle(Item::Ray(0));
    workspace.selection_mut().toggle(Item::Camera(0));
    workspace.selection_mut().toggle(Item::Camera(1));
    assert_eq!((names(&workspace), workspace.selection().set_words()), (vec!["ball", "box"], "2 objects".to_owned()));
    assert_eq!((workspace.selected().object(), workspace.selected().querier()), (Some(1), Some(Item::Camera(1))));
    workspace.selection_mut().deselect();
    assert_eq!((workspace.selected().object(), workspace.selection().is_about_something()), (None, false));
    workspace.selection_mut().choose(Item::Camera(0), false);
    workspace.selection_mut().toggle(Item::Camera(1));
    workspace.selection_mut().toggle(Item::Ray(0));
    assert_eq!(
        (names(&workspace), workspace.selection().set_words()),
        (vec!["eye", "second", "aim"], "3 items".to_owned())
    );
    assert_eq!(workspace.selected().querier(), Some(Item::Ray(0)));
    workspace.selection_mut().toggle(Item::Ray(0));
    assert_eq!(
        (workspace.selected().querier(), workspace.selection().set_words()),
        (Some(Item::Camera(1)), "2 cameras".to_owned())
    );
    workspace.selection_mut().toggle(Item::Camera(0));
    workspace.selection_mut().toggle(Item::Camera(1));
    assert_eq!(names(&workspace), ["second"], "one camera always asks");
    workspace.selection_mut().toggle(Item::Agent(0));
    assert_eq!((workspace.selected().agent(), workspace.selected().querier()), (Some(0), None));
}

#[test]
fn items_of_both_roles_are_changed_together_when_they_were_added() {
    let mut workspace = workspace();
    workspace.selection_mut().choose(Item::Camera(0), false);
    workspace.selection_mut().choose(Item::Object(0), false);
    assert_eq!(
        (names(&workspace), workspace.selection().set_len()),
        (vec!["ball"], 1),
        "a click does not add to the querier"
    );
    workspace.selection_mut().choose_querier(Item::Camera(1), true);
    workspace.selection_mut().toggle(Item::Object(2));
    assert_eq!(names(&workspace), ["second", "cone"], "the ball was shown only");
    workspace.selection_mut().toggle(Item::Ray(0));
    assert_eq!(
        (names(&workspace), workspace.selection().set_words()),
        (vec!["cone", "second", "aim"], "3 items".to_owned())
    );
    let [eye, second] = [0, 1].map(|i| workspace.world().id_of(Item::Camera(i)).unwrap());
    assert!(workspace.selection().is_changed(second) && !workspace.selection().is_changed(eye));
    workspace.marks_mut().hide_selected();
    assert_eq!(workspace.document().undo_label(), Some("hide 3 items"));
    workspace.undo();
    let ids = workspace.selection().selected_entries();
    assert!(workspace.edits().delete(&ids));
    let scene = workspace.scene();
    assert_eq!((scene.objects.len(), scene.cameras.len(), scene.rays.len()), (2, 1, 0));
    workspace.undo();
    assert_eq!(names(&workspace), ["cone", "second", "aim"], "undo selects what was deleted");
    workspace.selection_mut().toggle(Item::Object(2));
    assert_eq!((names(&workspace), workspace.selection().set_words()), (vec!["second", "aim"], "2 items".to_owned()));
    workspace.selection_mut().choose(Item::Object(1), false);
    assert_eq!(names(&workspace), ["box"]);
    workspace.selection_mut().extend(&[Item::Camera(1), Item::Camera(0), Item::Object(0)]);
    assert_eq!(names(&workspace), ["second", "eye", "box", "ball"], "a rectangle adds items of both roles");
    assert_eq!(workspace.selection().set_words(), "4 items");
    assert_eq!(workspace.selected().querier(), Some(Item::Ray(0)), "the answer that is shown stays");
    assert!(workspace.selected().is_other(Item::Camera(0)) && workspace.selected().is_other(Item::Camera(1)));
    workspace.selection_mut().activate(Item::Camera(1), false);
    assert_eq!((names(&workspace), workspace.selection().set_len()), (vec!["box", "ball", "eye", "second"], 4));
    workspace.selection_mut().deselect();
    assert_eq!((workspace.selection().set_len(), workspace.selection().active()), (0, None));
}

#[test]
fn all_items_are_selected_with_the_active_one_last() {
    let mut workspace = workspace();
    workspace.selection_mut().select_all();
    assert_eq!(names(&workspace), ["guard", "eye", "second", "aim", "ball", "box", "cone"]);
    workspace.selection_mut().choose(Item::Object(1), false);
    workspace.selection_mut().select_all();
    assert_eq!(names(&workspace), ["guard", "eye", "second", "aim", "ball", "cone", "box"]);
    workspace.selection_mut().choose(Item::Camera(0), false);
    workspace.selection_mut().select_all();
    assert_eq!((workspace.selection().set_len(), names(&workspace).last().copied()), (7, Some("eye")));
    let ids = workspace.selection().selected_entries();
    assert!(workspace.edits().delete(&ids));
    assert!(workspace.world().objects.is_empty() && workspace.world().cameras.is_empty());
    assert_eq!((workspace.selection().set_len(), workspace.selection().active()), (0, None));
}

#[test]
fn a_half_stands_for_the_object_that_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
    let text = r#"{ "eyeline": 1,
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [9, 0, 0] },
            { "name": "a", "shape": { "mesh": { "file": "a.obj" } } }],
        "cuts": [{ "name": "low", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0] }] }"#;
    let loaded = crate::files::parse(text, "a.json", Some(folder.path())).unwrap();
    let mut workspace = Workspace::on(loaded.scene, loaded.files, None, crate::files::Reading::default());
    let half = |workspace: &Workspace, name: &str| {
        workspace.world().named(name).and_then(|id| workspace.world().find(id)).unwrap()
    };
    let [front, back] = ["a/low+", "a/low-"].map(|name| half(&workspace, name));
    workspace.selection_mut().choose(front, false);
    assert_eq!(
        (workspace.selection().active_entry(), workspace.selection().entry_of(front)),
        (Some(Entry::Object(1)), None)
    );
    workspace.selection_mut().toggle(back);
    let a = workspace.scene().objects[1].id.get();
    assert_eq!(workspace.selection().selected_entries(), [a], "both halves are of one object");
    workspace.selection_mut().toggle(Item::Object(0));
    let ids = workspace.selection().selected_entries();
    assert_eq!(workspace.selection().in_words(&ids).as_deref(), Some("2 objects"));
    workspace.marks_mut().set_hidden(a, true);
    workspace.selection_mut().choose(front, false);
    workspace.marks_mut().hide_selected();
    let is_hidden =
        |workspace: &Workspace, item| workspace.marks().hidden().contains(workspace.world().id_of(item).unwrap());
    assert!(is_hidden(&workspace, front) && !is_hidden(&workspace, back), "a half is hidden by itself");
    workspace.marks_mut().hide_selected();
    assert!(!is_hidden(&workspace, front) && workspace.marks().hidden().contains(a));
    let entries = workspace.selection().selected_entries();
    assert!(workspace.edits().delete(&entries));
    assert_eq!((workspace.scene().objects.len(), workspace.scene().cuts.len()), (1, 0));
}

#[test]
fn a_set_follows_its_items_through_edits() {
    let mut workspace = workspace();
    workspace.selection_mut().choose(Item::Object(0), false);
    workspace.selection_mut().extend(&[Item::Object(1), Item::Object(2)]);
    let ball = workspace.selection().selected_ids().next().unwrap();
    workspace.edits().rename(ball, "globe");
    workspace.edits().step_in_list(&[ball], crate::workspace::document::edit::MoveDirection::Down);
    assert_eq!(names(&workspace), ["globe", "box", "cone"]);
    let items: Vec<ItemId> = workspace.selection().selected_ids().collect();
    assert!(workspace.edits().delete(&items[2..]));
    assert_eq!((names(&workspace), workspace.selected().object()), (vec!["globe", "box"], Some(0)));
    workspace.undo();
    assert_eq!(names(&workspace), ["globe", "box", "cone"], "undo selects what was deleted");
}
