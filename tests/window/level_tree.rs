//! The nodes and materials of a level in the outliner, and the view that a scene opens with.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::opacity::wait;
use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "title": "Garden", "view": { "eye": [3, 4, 9], "target": [0, 0, 0] },
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [-3, 0.5, 0] }],
    "models": [{ "name": "garden", "file": "garden.gltf" }] }"#;

/// A garden: a tree of a trunk and leaves, beside a gate.
const GARDEN: &str = r#"{ "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
    "nodes": [
        { "name": "Garden", "children": [1, 2] },
        { "name": "Tree", "children": [3, 4] },
        { "name": "Gate", "mesh": 0, "translation": [2, 0, 0] },
        { "name": "Trunk", "mesh": 0 },
        { "name": "Leaves", "mesh": 1, "translation": [0, 1, 0] } ],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] },
        { "primitives": [{ "attributes": { "POSITION": 0 }, "material": 1 }] }],
    "materials": [{ "name": "bark", "pbrMetallicRoughness": { "baseColorFactor": [0.3, 0.1, 0, 1] } },
        { "name": "leaf", "pbrMetallicRoughness": { "baseColorFactor": [0, 0.5, 0, 1] } }],
    "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36, "uri": "garden.bin" }] }"#;

fn garden() -> TestWindow {
    let mut window = TestWindow::beside(SCENE, |folder| {
        std::fs::write(folder.join("garden.gltf"), GARDEN).unwrap();
        let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        std::fs::write(folder.join("garden.bin"), bytes).unwrap();
    });
    wait(&mut window, |window| window.app().workspace().world().objects.len() == 4);
    window.harness.run();
    window
}

fn fold(window: &mut TestWindow, name: &str) {
    window.click(Role::DisclosureTriangle, &format!("Parts of {name}"));
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

/// The names of the rows of the outliner, from the top.
fn rows(window: &TestWindow) -> Vec<String> {
    let nodes = window.harness.root().children_recursive();
    let mut rows: Vec<(i32, String)> = nodes
        .filter(|node| node.accesskit_node().role() == Role::TreeItem)
        .filter_map(|node| {
            let label = node.accesskit_node().label()?;
            #[expect(clippy::cast_possible_truncation, reason = "to sort")]
            let top = node.rect().top() as i32;
            Some((top, label.split(',').next().unwrap_or_default().to_owned()))
        })
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, name)| name).collect()
}

/// The names of the selected objects, as they are shown below their model.
fn selected(window: &TestWindow) -> Vec<String> {
    let workspace = window.app().workspace();
    let mut objects: Vec<usize> = workspace.selected().others.iter().map(|item| item.index()).collect();
    objects.extend(workspace.selected().object());
    objects.sort_unstable();
    objects.dedup();
    let name = |object: &usize| workspace.world().objects[*object].name.rsplit('/').next().unwrap().to_owned();
    objects.iter().map(name).collect()
}

fn hidden(window: &TestWindow) -> Vec<String> {
    let workspace = window.app().workspace();
    let is_hidden = |object: &&eyeline::world::ObjectAt| workspace.marks().hidden().contains(object.id);
    workspace.world().objects.iter().filter(is_hidden).map(|object| object.name.to_string()).collect()
}

fn search(window: &mut TestWindow, text: &str) {
    let field = window.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    window.press(field, PointerButton::Primary);
    key(window, Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run();
}

const ALL: [&str; 7] = ["crate", "garden", "Garden", "Tree", "garden/Trunk", "garden/Leaves", "garden/Gate"];

#[test]
fn the_nodes_of_a_level_unfold_to_their_parts() {
    let mut window = garden();
    assert_eq!(rows(&window), ALL[..2]);
    fold(&mut window, "garden");
    assert_eq!(rows(&window), ALL);
    window.shot("level_tree");
    fold(&mut window, "Tree");
    assert_eq!(rows(&window), ["crate", "garden", "Garden", "Tree", "garden/Gate"]);
    fold(&mut window, "Garden");
    assert_eq!(rows(&window), ALL[..3]);
    // An object that is selected elsewhere unfolds the nodes above it.
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(2));
    window.harness.run();
    assert_eq!(rows(&window), ALL);
}

#[test]
fn keys_fold_unfold_and_select_groups() {
    let mut window = garden();
    window.click_row("garden");
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(rows(&window), ALL);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(selected(&window), ["Gate", "Trunk", "Leaves"], "the node Garden");
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window), ["Trunk", "Leaves"], "the node Tree");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(rows(&window), ["crate", "garden", "Garden", "Tree", "garden/Gate"]);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window), ["Gate"]);
    key(&mut window, Modifiers::NONE, Key::ArrowUp);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(selected(&window), ["Trunk"], "unfolded, then its first part");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(selected(&window), ["Trunk", "Leaves"], "from a part to its node");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(selected(&window), ["Gate", "Trunk", "Leaves"], "folded, then the node above");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(window.app().workspace().selected().model(), Some(0), "folded, then the model");
}

#[test]
fn what_is_done_to_a_group_is_done_to_its_parts() {
    let mut window = garden();
    fold(&mut window, "garden");
    window.click_row("Tree");
    assert_eq!(selected(&window), ["Trunk", "Leaves"]);
    window.shot("level_tree_group");
    key(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(hidden(&window), ["garden/Trunk", "garden/Leaves"]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(hidden(&window), [""; 0]);
    window.click(Role::CheckBox, "Draw Garden");
    assert_eq!(hidden(&window), ["garden/Gate", "garden/Trunk", "garden/Leaves"]);
    let eye = window.harness.get_by_role_and_label(Role::CheckBox, "Draw Tree");
    assert_eq!(eye.accesskit_node().toggled(), Some(Toggled::False), "all its parts are hidden");
    window.click(Role::CheckBox, "Draw Tree");
    assert_eq!(hidden(&window), ["garden/Gate"]);
    // Ctrl adds and removes, Shift selects a range.
    window.click_row("crate");
    let tree = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("Tree")).rect().center();
    window.press_with(tree, PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(selected(&window), ["crate", "Trunk", "Leaves"]);
    window.press_with(tree, PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(selected(&window), ["crate"]);
    window.click_row("garden/Gate");
    window.press_with(tree, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(selected(&window), ["Gate", "Trunk", "Leaves"]);
}

#[test]
fn the_search_keeps_the_nodes_above_what_it_finds() {
    let mut window = garden();
    search(&mut window, "trunk");
    assert_eq!(rows(&window), ["garden", "Garden", "Tree", "garden/Trunk"]);
    assert!(window.has_text("1 match"));
    window.click_row("Garden");
    assert_eq!(selected(&window), ["Trunk"], "rows that are left out are not selected");
    search(&mut window, "TREE");
    assert_eq!(rows(&window), ["garden", "Garden", "Tree", "garden/Trunk", "garden/Leaves"]);
    assert!(window.has_text("2 matches"));
    fold(&mut window, "Tree");
    assert_eq!(rows(&window), ["garden", "Garden", "Tree"]);
    search(&mut window, "bark");
    assert_eq!(rows(&window), ["bark"]);
    assert!(window.has_text("1 match"));
    search(&mut window, "zzz");
    assert_eq!(rows(&window), [""; 0]);
}

#[test]
fn materials_list_the_parts_that_use_them() {
    let mut window = garden();
    assert!(!rows(&window).contains(&"bark".to_owned()));
    window.click(Role::DisclosureTriangle, "Materials");
    assert_eq!(rows(&window), ["crate", "garden", "bark", "leaf"]);
    window.click_row("bark");
    assert_eq!(selected(&window), ["Gate", "Trunk"]);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(selected(&window), ["Gate"]);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window), ["Trunk"], "the keys stay below the material");
    fold(&mut window, "garden");
    window.shot("level_materials");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(selected(&window), ["Gate", "Trunk"]);
    window.click(Role::CheckBox, "Draw leaf");
    assert_eq!(hidden(&window), ["garden/Leaves"]);
}

#[test]
fn the_inspector_has_the_node_and_the_material_of_a_part() {
    let mut window = garden();
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(2));
    window.harness.run();
    assert_eq!(selected(&window), ["Trunk"]);
    assert!(window.has_text("Garden / Tree"));
    window.shot("level_part");
    window.click(Role::Link, "bark");
    assert_eq!(selected(&window), ["Gate", "Trunk"]);
}

#[test]
fn the_present_view_is_saved_with_the_scene() {
    let mut window = garden();
    let view = |window: &TestWindow| window.app().workspace().scene().view.clone().unwrap();
    assert_eq!(view(&window).eye, Some([3.0, 4.0, 9.0]));
    key(&mut window, Modifiers::NONE, Key::Num3);
    window.command("Save view with scene");
    assert!(window.has_text("The scene opens with this view. Save the scene to keep it."));
    let saved = view(&window);
    assert!(saved.eye.is_some_and(|[x, y, z]| x > 5.0 && y.abs() < 0.1 && z.abs() < 0.1), "{saved:?}");
    window.command("Save view with scene");
    assert!(window.has_text("The scene opens with this view already."));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(view(&window).eye, Some([3.0, 4.0, 9.0]));
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(view(&window), saved);
    key(&mut window, Modifiers::COMMAND, Key::S);
    let path = window.app().workspace().path().unwrap().to_owned();
    let text = std::fs::read_to_string(path).unwrap();
    let read: eyeline::scene::Scene = eyeline::files::parse(&text, "a.json", None).unwrap().scene;
    assert_eq!(read.view, Some(saved));
}
