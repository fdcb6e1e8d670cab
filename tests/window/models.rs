//! Levels in the window: dropped files, rows, selection, moving a whole model, and notices about broken files.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;

use crate::opacity::{drop_file, wait};
use crate::test_window::TestWindow;

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

#[test]
fn a_level_dropped_on_the_window_opens_and_is_moved_as_a_whole() {
    let mut window = TestWindow::new();
    let path = window.path("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    drop_file(&mut window, path.clone());
    window.click(Role::Button, "Open as new scene");
    wait(&mut window, |window| window.app().workspace().path() == Some(&path));
    window.harness.run();
    let workspace = window.app().workspace();
    assert_eq!(workspace.world().objects.len(), 2);
    assert!(workspace.disk().own_file().is_none(), "no scene is saved over a level");
    let row = window.row("shed/wall");
    assert!(row.starts_with("shed/wall"), "{row}");
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(1));
    window.harness.run();
    for text in ["Model", "triangles", "materials", "notes"] {
        assert_eq!(window.has_text(text), matches!(text, "Model" | "triangles"), "{text}");
    }
    window.type_number("position X", "5");
    let places: Vec<f32> = window.app().workspace().world().objects.iter().map(|object| object.aabb.min.x).collect();
    assert_eq!(places, [5.0, 5.0]);
    window.shot("model");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().world().objects[0].aabb.min.x, 0.0);
}

#[test]
fn a_broken_level_keeps_the_open_scene_and_has_a_located_error() {
    let mut window = TestWindow::new();
    let (path, before) = (window.path("shed.obj"), window.app().workspace().path().map(std::path::Path::to_owned));
    std::fs::write(&path, SHED.replace("f 1 3 4", "f 1 3 9")).unwrap();
    drop_file(&mut window, path);
    window.click(Role::Button, "Open as new scene");
    wait(&mut window, |window| !window.app().workspace().notices().is_empty());
    window.harness.run();
    assert_eq!(window.app().workspace().path().map(std::path::Path::to_owned), before);
    let notice = &window.app().workspace().notices()[0];
    assert_eq!(notice.place.as_deref(), Some("shed.obj:9:7"), "{notice:?}");
    window.click(Role::Tab, "Problems");
    assert!(window.has_text("Cannot open shed.obj"), "{notice:?}", notice = window.app().workspace().notices());
}

/// Two sheds beside a crate. The ray hits a wall of the first shed.
const SHEDS: &str = r#"{ "eyeline": 1, "title": "Sheds", "view": { "eye": [9, 7, 12], "target": [3, 1, 0] },
    "cameras": [{ "name": "eye", "position": [0.6, 0.6, 9], "projection": { "perspective": { "fov_y": 30, "aspect": 1 } } }],
    "rays": [{ "name": "aim", "origin": [0.5, 0.5, 9], "direction": [0, 0, -1] }],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [-4, 0.5, 0] }],
    "models": [{ "name": "shed", "file": "shed.obj" }, { "name": "barn", "file": "shed.obj", "position": [0.5, -3.5, 2] }] }"#;

fn sheds() -> TestWindow {
    TestWindow::beside(SHEDS, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap())
}

fn fold(window: &mut TestWindow, model: &str) {
    window.click(Role::DisclosureTriangle, &format!("Parts of {model}"));
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

#[test]
fn a_model_has_a_row_that_unfolds_to_its_parts() {
    let mut window = sheds();
    assert_eq!(window.row("crate"), "crate, outside");
    assert_eq!((window.row("shed"), window.seen_row("shed/wall")), ("shed, intersect".to_owned(), None));
    assert_eq!(window.row("barn"), "barn, 1 of 2 in view");
    fold(&mut window, "shed");
    assert!(window.row("shed/wall").starts_with("shed/wall, i"), "{}", window.row("shed/wall"));
    assert_eq!(window.seen_row("barn/wall"), None);
    window.shot("model_rows");
    window.click_row("aim");
    assert_eq!(window.row("shed/wall"), "shed/wall, t = 9");
    assert_eq!(window.row("shed"), "shed, 1 of 2 hit");
    fold(&mut window, "shed");
    assert_eq!(window.seen_row("shed/wall"), None);
}

#[test]
fn selecting_a_part_of_a_model_unfolds_its_row_and_selecting_its_row_shows_it() {
    let mut window = sheds();
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(4));
    window.harness.run();
    assert!(window.seen_row("barn/wall").is_some() && window.seen_row("shed/wall").is_none());
    window.click_row("barn/floor");
    assert_eq!(window.app().workspace().selected().object(), Some(3));
    // A closed model stays closed until another part of it is selected.
    fold(&mut window, "barn");
    assert_eq!(window.seen_row("barn/floor"), None);
    window.click_row("barn");
    assert_eq!(
        (window.app().workspace().selected().model(), window.app().workspace().selected().object()),
        (Some(1), None)
    );
    for text in ["Model", "triangles"] {
        assert!(window.has_text(text), "the inspector is about the model: {text}");
    }
    window.shot("model_selected");
    key(&mut window, Modifiers::NONE, Key::F);
    window.shot("model_framed");
}

#[test]
fn keys_act_on_a_model_as_on_any_item() {
    let mut window = sheds();
    window.click_row("shed");
    key(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(window.row("shed"), "shed, intersect, hidden");
    fold(&mut window, "shed");
    assert!(window.row("shed/wall").ends_with(", hidden"));
    window.click(Role::CheckBox, "Draw shed");
    assert!(!window.row("shed/wall").ends_with(", hidden"));
    key(&mut window, Modifiers::ALT, Key::ArrowDown);
    let names = |window: &TestWindow| {
        window.app().workspace().scene().models.iter().map(|m| m.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&window), ["barn", "shed"]);
    assert!(window.seen_row("shed/wall").is_some() && window.seen_row("barn/wall").is_none(), "it stays open");
    key(&mut window, Modifiers::NONE, Key::F2);
    window.harness.event(eframe::egui::Event::Text("hut".to_owned()));
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["barn", "hut"]);
    assert!(window.seen_row("hut/wall").is_some());
    window.click_row("hut/wall");
    key(&mut window, Modifiers::NONE, Key::F2);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Name").is_none(), "a part is named in its file");
    window.click_row("hut");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.has_text("All objects and cameras of its file will be deleted too."));
    window.click(Role::Button, "Delete");
    assert_eq!(names(&window), ["barn"]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), ["barn", "hut"]);
}

#[test]
fn the_search_finds_parts_of_models() {
    let mut window = sheds();
    let search = window.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    window.press(search, PointerButton::Primary);
    window.harness.event(eframe::egui::Event::Text("wal".to_owned()));
    window.harness.run();
    window.shot("model_search");
    for (name, is_there) in [("shed/wall", true), ("barn/wall", true), ("shed/floor", false), ("crate", false)] {
        assert_eq!(window.seen_row(name).is_some(), is_there, "{name}");
    }
    window.click_row("barn/wall");
    assert_eq!(window.app().workspace().selected().object(), Some(4));
}

#[test]
fn lists_of_names_include_parts_of_models() {
    let mut window = sheds();
    window.click_row("eye");
    window.click(Role::ComboBox, "attached to");
    window.shot("model_picker");
    window.click(Role::Button, "barn/wall");
    assert_eq!(window.app().workspace().scene().cameras[0].attach.as_deref(), Some("barn/wall"));
}

#[test]
fn an_object_without_its_mesh_has_a_row_and_is_repaired_in_the_inspector() {
    let text = SHEDS.replace(r#""models":"#, r#""octree": {}, "models":"#).replace(
        r#""objects": ["#,
        r#""objects": [{ "name": "rock", "shape": { "mesh": { "file": "none.obj" } }, "position": [-2, 0, 0] }, "#,
    );
    let mut window = TestWindow::beside(&text, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap());
    assert_eq!(window.row("rock"), "rock, not placed");
    window.click_row("rock");
    assert!(window.has_text("“rock” could not be placed: there is no file “none.obj”."));
    window.shot("no_place");
    window.harness.get_by_role_and_label(Role::TextInput, "file").focus();
    window.harness.run();
    key(&mut window, Modifiers::COMMAND, Key::A);
    window.harness.get_by_role_and_label(Role::TextInput, "file").type_text("shed.obj");
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.row("rock"), "rock, intersect");
    assert!(window.app().workspace().notices().is_empty(), "{:?}", window.app().workspace().notices());
}

#[test]
fn the_arrow_keys_go_through_the_list_and_open_and_close_models() {
    let mut window = sheds();
    let selected = |window: &TestWindow| {
        let workspace = window.app().workspace();
        let (focus, world) = (workspace.selected(), workspace.world());
        let querier = focus.camera().map(|i| &world.cameras[i].name).or(focus.ray().map(|i| &world.rays[i].name));
        let about = focus.object().map(|i| &world.objects[i].name).or(focus.model().map(|i| &world.models[i].name));
        [querier, about].into_iter().flatten().map(ToString::to_string).collect::<Vec<_>>()
    };
    window.click_row("crate");
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
        key(&mut window, Modifiers::NONE, arrow);
        assert_eq!(selected(&window), now, "{arrow:?}");
    }
    // While text is typed, keys belong to the text field.
    window.harness.get_by_role_and_label(Role::TextInput, "Search").focus();
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window), ["eye"]);
}

/// The left half of the wall has the first material, the right half the second, which is translucent.
#[test]
fn every_part_of_a_mesh_with_several_materials_is_picked() {
    let scene = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "wall.obj" }],
        "view": { "eye": [0, 0, 6], "target": [0, 0, 0], "fov_y": 40 } }"#;
    let mut window = TestWindow::beside(scene, |folder| {
        let corners = "v -1 -1 0\nv 0 -1 0\nv 0 1 0\nv -1 1 0\nv 1 -1 0\nv 1 1 0\n";
        let faces = "usemtl stone\nf 1 2 3 4\nusemtl glass\nf 2 5 6 3\n";
        std::fs::write(folder.join("wall.obj"), format!("mtllib wall.mtl\n{corners}o wall\n{faces}")).unwrap();
        std::fs::write(folder.join("wall.mtl"), "newmtl stone\nKd 1 0 0\nnewmtl glass\nKd 0 1 0\nd 0.5\n").unwrap();
    });
    wait(&mut window, |window| window.app().workspace().world().objects.len() == 1);
    let middle = window.view().center();
    for x in [-30.0, 30.0] {
        window.harness.state_mut().workspace_mut().selection_mut().select_object(None);
        window.harness.run();
        window.press(middle + vec2(x, 0.0), PointerButton::Primary);
        assert_eq!(window.app().workspace().selected().object(), Some(0), "{x} points from the middle");
    }
}
