//! Levels in the window: dropped files, rows, selection, moving a whole model, and notices about broken files.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;
use crate::opacity::{drop_file, wait};

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

#[test]
fn a_level_dropped_on_the_window_opens_and_is_moved_as_a_whole() {
    let mut desk = Desk::new();
    let path = desk.path("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    drop_file(&mut desk, path.clone());
    desk.click(Role::Button, "Open as new scene");
    wait(&mut desk, |desk| desk.app().session().path() == Some(&path));
    desk.harness.run();
    let session = desk.app().session();
    assert_eq!(session.world().objects.len(), 2);
    assert!(session.own_file().is_none(), "no scene is saved over a level");
    let row = desk.row("shed/wall");
    assert!(row.starts_with("shed/wall"), "{row}");
    desk.harness.state_mut().session_mut().select_object(Some(1));
    desk.harness.run();
    for text in ["Model", "triangles", "materials", "notes"] {
        assert_eq!(desk.has_text(text), matches!(text, "Model" | "triangles"), "{text}");
    }
    desk.type_number("position X", "5");
    let places: Vec<f32> = desk.app().session().world().objects.iter().map(|object| object.aabb.min.x).collect();
    assert_eq!(places, [5.0, 5.0]);
    desk.shot("model");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(desk.app().session().world().objects[0].aabb.min.x, 0.0);
}

#[test]
fn a_broken_level_leaves_what_is_open_and_says_where_it_is_broken() {
    let mut desk = Desk::new();
    let (path, before) = (desk.path("shed.obj"), desk.app().session().path().map(std::path::Path::to_owned));
    std::fs::write(&path, SHED.replace("f 1 3 4", "f 1 3 9")).unwrap();
    drop_file(&mut desk, path);
    desk.click(Role::Button, "Open as new scene");
    wait(&mut desk, |desk| !desk.app().session().notices().is_empty());
    desk.harness.run();
    assert_eq!(desk.app().session().path().map(std::path::Path::to_owned), before);
    let notice = &desk.app().session().notices()[0];
    assert_eq!(notice.place.as_deref(), Some("shed.obj:9:7"), "{notice:?}");
    desk.click(Role::Tab, "Problems");
    assert!(desk.has_text("Cannot open shed.obj"), "{notice:?}", notice = desk.app().session().notices());
}

/// Two sheds beside a crate; the ray meets a wall of the first.
const SHEDS: &str = r#"{ "eyeline": 1, "title": "Sheds", "view": { "eye": [9, 7, 12], "target": [3, 1, 0] },
    "cameras": [{ "name": "eye", "position": [0.6, 0.6, 9], "projection": { "perspective": { "fov_y": 30, "aspect": 1 } } }],
    "rays": [{ "name": "aim", "origin": [0.5, 0.5, 9], "direction": [0, 0, -1] }],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [-4, 0.5, 0] }],
    "models": [{ "name": "shed", "file": "shed.obj" }, { "name": "barn", "file": "shed.obj", "position": [0.5, -3.5, 2] }] }"#;

fn sheds() -> Desk {
    Desk::beside(SHEDS, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap())
}

fn fold(desk: &mut Desk, model: &str) {
    desk.click(Role::DisclosureTriangle, &format!("Parts of {model}"));
}

fn key(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    desk.harness.run();
}

#[test]
fn a_model_has_a_row_that_opens_to_what_is_in_it() {
    let mut desk = sheds();
    assert_eq!(desk.row("crate"), "crate, outside");
    assert_eq!((desk.row("shed"), desk.seen_row("shed/wall")), ("shed, intersect".to_owned(), None));
    assert_eq!(desk.row("barn"), "barn, 1 of 2 in view");
    fold(&mut desk, "shed");
    assert!(desk.row("shed/wall").starts_with("shed/wall, i"), "{}", desk.row("shed/wall"));
    assert_eq!(desk.seen_row("barn/wall"), None);
    desk.shot("model_rows");
    desk.click_row("aim");
    assert_eq!(desk.row("shed/wall"), "shed/wall, t = 9");
    assert_eq!(desk.row("shed"), "shed, 1 of 2 hit");
    fold(&mut desk, "shed");
    assert_eq!(desk.seen_row("shed/wall"), None);
}

#[test]
fn what_is_chosen_in_a_model_elsewhere_is_unfolded_in_the_list_and_what_is_chosen_there_is_shown() {
    let mut desk = sheds();
    desk.harness.state_mut().session_mut().select_object(Some(4));
    desk.harness.run();
    assert!(desk.seen_row("barn/wall").is_some() && desk.seen_row("shed/wall").is_none());
    desk.click_row("barn/floor");
    assert_eq!(desk.app().session().selected().object, Some(3));
    // A closed model stays closed until something else in it is chosen.
    fold(&mut desk, "barn");
    assert_eq!(desk.seen_row("barn/floor"), None);
    desk.click_row("barn");
    assert_eq!((desk.app().session().selected().model, desk.app().session().selected().object), (Some(1), None));
    for text in ["Model", "triangles"] {
        assert!(desk.has_text(text), "the inspector is about the model: {text}");
    }
    desk.shot("model_selected");
    key(&mut desk, Modifiers::NONE, Key::F);
    desk.shot("model_framed");
}

#[test]
fn keys_mean_a_model_as_they_mean_any_thing() {
    let mut desk = sheds();
    desk.click_row("shed");
    key(&mut desk, Modifiers::NONE, Key::H);
    assert_eq!(desk.row("shed"), "shed, intersect, hidden");
    fold(&mut desk, "shed");
    assert!(desk.row("shed/wall").ends_with(", hidden"));
    desk.click(Role::CheckBox, "Draw shed");
    assert!(!desk.row("shed/wall").ends_with(", hidden"));
    key(&mut desk, Modifiers::ALT, Key::ArrowDown);
    let names = |desk: &Desk| desk.app().session().scene().models.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&desk), ["barn", "shed"]);
    assert!(desk.seen_row("shed/wall").is_some() && desk.seen_row("barn/wall").is_none(), "it stays open");
    key(&mut desk, Modifiers::NONE, Key::F2);
    desk.harness.event(eframe::egui::Event::Text("hut".to_owned()));
    desk.harness.run();
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&desk), ["barn", "hut"]);
    assert!(desk.seen_row("hut/wall").is_some());
    desk.click_row("hut/wall");
    key(&mut desk, Modifiers::NONE, Key::F2);
    assert!(desk.harness.query_by_role_and_label(Role::TextInput, "Name").is_none(), "a part is named in its file");
    desk.click_row("hut");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    assert!(desk.has_text("All objects and cameras of its file will be deleted too."));
    desk.click(Role::Button, "Delete");
    assert_eq!(names(&desk), ["barn"]);
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&desk), ["barn", "hut"]);
}

#[test]
fn the_search_finds_what_is_in_models() {
    let mut desk = sheds();
    let search = desk.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    desk.press(search, PointerButton::Primary);
    desk.harness.event(eframe::egui::Event::Text("wal".to_owned()));
    desk.harness.run();
    desk.shot("model_search");
    for (name, is_there) in [("shed/wall", true), ("barn/wall", true), ("shed/floor", false), ("crate", false)] {
        assert_eq!(desk.seen_row(name).is_some(), is_there, "{name}");
    }
    desk.click_row("barn/wall");
    assert_eq!(desk.app().session().selected().object, Some(4));
}

#[test]
fn pickers_offer_what_is_in_models() {
    let mut desk = sheds();
    desk.click_row("eye");
    desk.click(Role::ComboBox, "attached to");
    desk.shot("model_picker");
    desk.click(Role::Button, "barn/wall");
    assert_eq!(desk.app().session().scene().cameras[0].attach.as_deref(), Some("barn/wall"));
}

#[test]
fn an_object_whose_mesh_is_not_there_has_a_row_and_is_put_right_in_the_inspector() {
    let text = SHEDS.replace(r#""models":"#, r#""octree": {}, "models":"#).replace(
        r#""objects": ["#,
        r#""objects": [{ "name": "rock", "shape": { "mesh": { "file": "none.obj" } }, "position": [-2, 0, 0] }, "#,
    );
    let mut desk = Desk::beside(&text, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap());
    assert_eq!(desk.row("rock"), "rock, not placed");
    desk.click_row("rock");
    assert!(desk.has_text("“rock” could not be placed: there is no file “none.obj”."));
    desk.shot("no_place");
    desk.harness.get_by_role_and_label(Role::TextInput, "file").focus();
    desk.harness.run();
    key(&mut desk, Modifiers::COMMAND, Key::A);
    desk.harness.get_by_role_and_label(Role::TextInput, "file").type_text("shed.obj");
    desk.harness.run();
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(desk.row("rock"), "rock, intersect");
    assert!(desk.app().session().notices().is_empty(), "{:?}", desk.app().session().notices());
}

#[test]
fn the_arrow_keys_go_through_the_list_and_open_and_close_models() {
    let mut desk = sheds();
    let selected = |desk: &Desk| {
        let session = desk.app().session();
        let (focus, world) = (session.selected(), session.world());
        let querier = focus.camera().map(|i| &world.cameras[i].name).or(focus.ray().map(|i| &world.rays[i].name));
        let about = focus.object.map(|i| &world.objects[i].name).or(focus.model.map(|i| &world.models[i].name));
        [querier, about].into_iter().flatten().map(ToString::to_string).collect::<Vec<_>>()
    };
    desk.click_row("crate");
    for (arrow, now) in [
        (Key::ArrowDown, &["eye", "shed"][..]),
        (Key::ArrowDown, &["eye", "barn"]),
        (Key::ArrowDown, &["eye", "barn"]),
        (Key::ArrowUp, &["eye", "shed"]),
        (Key::ArrowRight, &["eye", "shed"]),
        (Key::ArrowRight, &["eye", "shed/floor"]),
        (Key::ArrowDown, &["eye", "shed/wall"]),
        (Key::ArrowLeft, &["eye", "shed"]),
        (Key::ArrowLeft, &["eye", "shed"]),
        (Key::ArrowDown, &["eye", "barn"]),
        (Key::ArrowUp, &["eye", "shed"]),
        (Key::ArrowUp, &["eye", "crate"]),
        (Key::ArrowUp, &["aim"]),
        (Key::ArrowUp, &["eye"]),
        (Key::ArrowUp, &["eye"]),
    ] {
        key(&mut desk, Modifiers::NONE, arrow);
        assert_eq!(selected(&desk), now, "{arrow:?}");
    }
    // Whoever types keeps the keys.
    desk.harness.get_by_role_and_label(Role::TextInput, "Search").focus();
    desk.harness.run();
    key(&mut desk, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&desk), ["eye"]);
}
