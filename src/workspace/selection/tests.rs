//! Tests of the selection without a window.

use super::*;
use crate::files::Files;
use crate::scene::{Entry, Scene};
use crate::workspace::Session;

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

fn session() -> Session {
    Session::new(scene(), None)
}

fn names(session: &Session) -> Vec<&str> {
    session.selected_ids().filter_map(|id| session.scene().name_of(id)).collect()
}

#[test]
fn a_selection_is_changed_without_a_session() {
    let world = world(&scene());
    let name = |id: Option<ItemId>| world.find(id?).and_then(|item| world.name_of(item)).map(|name| &**name);
    let start = Selection::opening(&world, &[]);
    assert_eq!((start.selected.querier, name(start.active())), (Some(Querier::Camera(0)), None));
    let asked = start.about(Some(Item::Object(0)), &world).with_querier_only(Querier::Ray(0), &world);
    assert_eq!((asked.selected.object, name(asked.active())), (Some(0), Some("aim")));
    let named = Selection::on(&world, &["aim".into(), "ball".into()]).unwrap();
    assert_eq!(name(named.active()), Some("ball"));
    assert_eq!((named.querier, &named.subjects, &named.selected), (asked.querier, &asked.subjects, &asked.selected));
    let nothing = asked.about(None, &world);
    assert_eq!(
        (nothing.subjects.len(), nothing.selected.object, nothing.selected.querier),
        (0, None, Some(Querier::Ray(0)))
    );
    assert!(Selection::on(&world, &["nothing".into()]).is_err());
}

#[test]
fn a_selection_follows_its_items() {
    let mut scene = scene();
    let mut selection = Selection::on(&world(&scene), &["aim".into(), "ball".into()]).unwrap();
    scene.objects.swap(0, 1);
    scene.objects[1].name = "globe".into();
    selection.retain(&world(&scene));
    assert_eq!(selection.clone().placed(&world(&scene)).selected.object, Some(1), "moved and renamed");
    scene.objects.remove(1);
    scene.rays.clear();
    let world = world(&scene);
    selection.retain(&world);
    let left = selection.placed(&world).selected;
    assert_eq!((left.object, left.querier), (None, Some(Querier::Camera(0))), "deleted: the first camera asks");
}

#[test]
fn a_set_is_toggled_and_extended_in_order() {
    let mut session = session();
    session.choose(Item::Object(2), false);
    session.toggle(Item::Object(0));
    assert_eq!(names(&session), ["cone", "ball"]);
    assert_eq!((session.selected().object, session.set_words()), (Some(0), "2 objects".to_owned()));
    assert!(session.selected().is_other(Item::Object(2)) && !session.selected().is_other(Item::Object(0)));
    session.extend(&[Item::Object(0), Item::Object(1), Item::Object(2)]);
    assert_eq!(names(&session), ["ball", "box", "cone"], "the last one is the active one");
    session.toggle(Item::Object(2));
    assert_eq!((names(&session), session.selected().object), (vec!["ball", "box"], Some(1)));
    session.toggle(Item::Camera(1));
    assert_eq!(names(&session), ["ball", "box", "second"], "a camera asks about the objects that stay selected");
    assert_eq!((session.selected().object, session.selected().querier), (Some(1), Some(Querier::Camera(1))));
    assert!(session.selected().is_other(Item::Object(0)));
    session.toggle(Item::Camera(0));
    session.toggle(Item::Ray(0));
    assert_eq!(names(&session), ["ball", "box", "second", "eye", "aim"]);
    assert_eq!(session.set_words(), "5 items");
    assert_eq!((session.selected().object, session.selected().querier), (Some(1), Some(Querier::Ray(0))));
    session.toggle(Item::Ray(0));
    session.toggle(Item::Camera(0));
    session.toggle(Item::Camera(1));
    assert_eq!((names(&session), session.set_words()), (vec!["ball", "box"], "2 objects".to_owned()));
    assert_eq!((session.selected().object, session.selected().querier), (Some(1), Some(Querier::Camera(1))));
    session.deselect();
    assert_eq!((session.selected().object, session.is_about_something()), (None, false));
    session.choose(Item::Camera(0), false);
    session.toggle(Item::Camera(1));
    session.toggle(Item::Ray(0));
    assert_eq!((names(&session), session.set_words()), (vec!["eye", "second", "aim"], "3 items".to_owned()));
    assert_eq!(session.selected().querier, Some(Querier::Ray(0)));
    session.toggle(Item::Ray(0));
    assert_eq!((session.selected().querier, session.set_words()), (Some(Querier::Camera(1)), "2 cameras".to_owned()));
    session.toggle(Item::Camera(0));
    session.toggle(Item::Camera(1));
    assert_eq!(names(&session), ["second"], "one camera always asks");
    session.toggle(Item::Agent(0));
    assert_eq!((session.selected().agent, session.selected().querier), (Some(0), None));
}

#[test]
fn items_of_both_roles_are_changed_together_when_they_were_added() {
    let mut session = session();
    session.choose(Item::Camera(0), false);
    session.choose(Item::Object(0), false);
    assert_eq!((names(&session), session.set_len()), (vec!["ball"], 1), "a click does not add to the querier");
    session.choose_querier(Querier::Camera(1), true);
    session.toggle(Item::Object(2));
    assert_eq!(names(&session), ["second", "cone"], "the ball was shown only");
    session.toggle(Item::Ray(0));
    assert_eq!((names(&session), session.set_words()), (vec!["cone", "second", "aim"], "3 items".to_owned()));
    let [eye, second] = [0, 1].map(|i| session.world().id_of(Item::Camera(i)).unwrap());
    assert!(session.is_changed(second) && !session.is_changed(eye));
    session.hide_selected();
    assert_eq!(session.undo_label(), Some("hide 3 items"));
    session.undo();
    let ids = session.selected_entries();
    assert!(session.delete(&ids));
    let scene = session.scene();
    assert_eq!((scene.objects.len(), scene.cameras.len(), scene.rays.len()), (2, 1, 0));
    session.undo();
    assert_eq!(names(&session), ["cone", "second", "aim"], "undo selects what was deleted");
    session.toggle(Item::Object(2));
    assert_eq!((names(&session), session.set_words()), (vec!["second", "aim"], "2 items".to_owned()));
    session.choose(Item::Object(1), false);
    assert_eq!(names(&session), ["box"]);
    session.extend(&[Item::Camera(1), Item::Camera(0), Item::Object(0)]);
    assert_eq!(names(&session), ["second", "eye", "box", "ball"], "a rectangle adds items of both roles");
    assert_eq!(session.set_words(), "4 items");
    assert_eq!(session.selected().querier, Some(Querier::Ray(0)), "the answer that is shown stays");
    assert!(session.selected().is_other(Item::Camera(0)) && session.selected().is_other(Item::Camera(1)));
    session.activate(Item::Camera(1), false);
    assert_eq!((names(&session), session.set_len()), (vec!["box", "ball", "eye", "second"], 4));
    session.deselect();
    assert_eq!((session.set_len(), session.active()), (0, None));
}

#[test]
fn all_items_are_selected_with_the_active_one_last() {
    let mut session = session();
    session.select_all();
    assert_eq!(names(&session), ["guard", "eye", "second", "aim", "ball", "box", "cone"]);
    session.choose(Item::Object(1), false);
    session.select_all();
    assert_eq!(names(&session), ["guard", "eye", "second", "aim", "ball", "cone", "box"]);
    session.choose(Item::Camera(0), false);
    session.select_all();
    assert_eq!((session.set_len(), names(&session).last().copied()), (7, Some("eye")));
    let ids = session.selected_entries();
    assert!(session.delete(&ids));
    assert!(session.world().objects.is_empty() && session.world().cameras.is_empty());
    assert_eq!((session.set_len(), session.active()), (0, None));
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
    let mut session = Session::on(loaded.scene, loaded.files, None, crate::files::Reading::default());
    let half =
        |session: &Session, name: &str| session.world().named(name).and_then(|id| session.world().find(id)).unwrap();
    let [front, back] = ["a/low+", "a/low-"].map(|name| half(&session, name));
    session.choose(front, false);
    assert_eq!((session.active_entry(), session.entry_of(front)), (Some(Entry::Object(1)), None));
    session.toggle(back);
    let a = session.scene().objects[1].id.get();
    assert_eq!(session.selected_entries(), [a], "both halves are of one object");
    session.toggle(Item::Object(0));
    let ids = session.selected_entries();
    assert_eq!(session.in_words(&ids).as_deref(), Some("2 objects"));
    session.set_hidden(a, true);
    session.choose(front, false);
    session.hide_selected();
    let is_hidden = |session: &Session, item| session.hidden().contains(session.world().id_of(item).unwrap());
    assert!(is_hidden(&session, front) && !is_hidden(&session, back), "a half is hidden by itself");
    session.hide_selected();
    assert!(!is_hidden(&session, front) && session.hidden().contains(a));
    assert!(session.delete(&session.selected_entries()));
    assert_eq!((session.scene().objects.len(), session.scene().cuts.len()), (1, 0));
}

#[test]
fn a_set_follows_its_items_through_edits() {
    let mut session = session();
    session.choose(Item::Object(0), false);
    session.extend(&[Item::Object(1), Item::Object(2)]);
    let ball = session.selected_ids().next().unwrap();
    session.rename(ball, "globe");
    session.step_in_list(&[ball], crate::workspace::edit::MoveDirection::Down);
    assert_eq!(names(&session), ["globe", "box", "cone"]);
    let items: Vec<ItemId> = session.selected_ids().collect();
    assert!(session.delete(&items[2..]));
    assert_eq!((names(&session), session.selected().object), (vec!["globe", "box"], Some(0)));
    session.undo();
    assert_eq!(names(&session), ["globe", "box", "cone"], "undo selects what was deleted");
}
