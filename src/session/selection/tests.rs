//! Tests of the selection without a window.

use super::*;
use crate::files::Files;
use crate::scene::Scene;

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
    let name = |id: Option<ThingId>| world.find(id?).and_then(|thing| world.name_of(thing)).map(|name| &**name);
    let start = Selection::opening(&world, &[]);
    assert_eq!((start.selected.querier, name(start.active())), (Some(Querier::Camera(0)), None));
    let asked = start.about(Some(Thing::Object(0)), &world).with_querier_only(Querier::Ray(0), &world);
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
fn a_selection_follows_its_things() {
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
    session.choose(Thing::Object(2), false);
    session.toggle(Thing::Object(0));
    assert_eq!(names(&session), ["cone", "ball"]);
    assert_eq!((session.selected().object, session.set_words()), (Some(0), "2 objects".to_owned()));
    assert!(session.selected().is_other(Thing::Object(2)) && !session.selected().is_other(Thing::Object(0)));
    session.extend(&[Thing::Object(0), Thing::Object(1), Thing::Object(2)]);
    assert_eq!(names(&session), ["ball", "box", "cone"], "the last one is the active one");
    session.toggle(Thing::Object(2));
    assert_eq!((names(&session), session.selected().object), (vec!["ball", "box"], Some(1)));
    session.toggle(Thing::Camera(1));
    assert_eq!(names(&session), ["second"], "a camera asks about the objects that stay selected");
    assert_eq!((session.selected().object, session.selected().querier), (Some(1), Some(Querier::Camera(1))));
    assert!(session.selected().is_other(Thing::Object(0)));
    session.toggle(Thing::Camera(0));
    session.toggle(Thing::Ray(0));
    assert_eq!((names(&session), session.set_words()), (vec!["second", "eye", "aim"], "3 items".to_owned()));
    assert_eq!((session.selected().object, session.selected().querier), (Some(1), Some(Querier::Ray(0))));
    session.toggle(Thing::Ray(0));
    session.toggle(Thing::Camera(0));
    session.toggle(Thing::Camera(1));
    assert_eq!((names(&session), session.selected().object), (vec!["second"], Some(1)), "one camera always asks");
    session.deselect();
    assert_eq!((session.selected().object, session.is_about_something()), (None, false));
    session.choose(Thing::Camera(0), false);
    session.toggle(Thing::Camera(1));
    session.toggle(Thing::Ray(0));
    assert_eq!((names(&session), session.set_words()), (vec!["eye", "second", "aim"], "3 items".to_owned()));
    assert_eq!(session.selected().querier, Some(Querier::Ray(0)));
    session.toggle(Thing::Ray(0));
    assert_eq!((session.selected().querier, session.set_words()), (Some(Querier::Camera(1)), "2 cameras".to_owned()));
    session.toggle(Thing::Camera(0));
    session.toggle(Thing::Camera(1));
    assert_eq!(names(&session), ["second"], "one camera always asks");
    session.toggle(Thing::Agent(0));
    assert_eq!((session.selected().agent, session.selected().querier), (Some(0), None));
    session.choose(Thing::Object(1), false);
    session.select_all();
    assert_eq!(names(&session), ["ball", "cone", "box"]);
}

#[test]
fn a_set_follows_its_things_through_edits() {
    let mut session = session();
    session.choose(Thing::Object(0), false);
    session.extend(&[Thing::Object(1), Thing::Object(2)]);
    let ball = session.selected_ids().next().unwrap();
    session.rename(ball, "globe");
    session.step_in_list(&[ball], crate::session::edit::MoveDirection::Down);
    assert_eq!(names(&session), ["globe", "box", "cone"]);
    let things: Vec<ThingId> = session.selected_ids().collect();
    assert!(session.delete(&things[2..]));
    assert_eq!((names(&session), session.selected().object), (vec!["globe", "box"], Some(0)));
    session.undo();
    assert_eq!(names(&session), ["globe", "box", "cone"], "undo selects what was deleted");
}
