//! The dialog that writes a repaired copy of a level, as a user goes through it.

use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use eyeline::geometry::Shape;

use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "box.obj" }] }"#;

/// A box without a lid, with a reversed triangle and a duplicate.
const BOX: &str = "o Box\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\n\
                   f 1 2 3 4\nf 1 5 6 2\nf 2 6 7\nf 2 3 7\nf 3 7 8 4\nf 4 8 5 1\nf 4 8 5 1\n";

fn with_box(folder: &Path) {
    std::fs::write(folder.join("box.obj"), BOX).unwrap();
}

/// Types a path into the field that has the focus.
fn choose(window: &mut TestWindow, file: &str) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    let path = window.path(file);
    window.harness.event(eframe::egui::Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
}

#[test]
fn a_level_is_repaired_to_a_copy_and_the_scene_takes_it_with_undo() {
    let mut window = TestWindow::beside(SCENE, with_box);
    window.wait_until("the level", |window| window.app().workspace().world().objects.len() == 1);
    let faults =
        |window: &TestWindow| match window.app().workspace().world().objects.first().map(|box_at| &box_at.shape) {
            Some(Shape::Mesh(mesh)) => {
                let faults = mesh.faults();
                faults.open_edges.count + faults.flipped_edges.count + faults.duplicates.count
            }
            _ => usize::MAX,
        };
    assert!(faults(&window) > 1, "duplicates, winding, and the open lid");
    window.command("Repair level…");
    assert!(window.has_text("The level itself stays as it is."));
    window.click(Role::CheckBox, "Close holes up to");
    window.type_number("Size in units of the mesh", "2");
    window.shot("repair level");
    window.click(Role::Button, "Save copy…");
    choose(&mut window, "box.obj");
    window.click(Role::Button, "Replace");
    assert!(window.has_text("The open scene uses"), "the level itself is not replaced");
    choose(&mut window, "sound.obj");
    window.wait_for("Saved sound.obj");
    assert!(window.has_text("triangles removed: 2, triangles reversed: 1, holes closed: 1"));
    assert!(window.has_text("Box, triangle 5: winding reversed"), "each change is listed");
    window.shot("repaired level");
    window.click(Role::Button, "Close");
    assert_eq!(std::fs::read_to_string(window.path("box.obj")).unwrap(), BOX, "the level stays");
    window.wait_until("the copy in the scene", |window| faults(window) == 0);
    assert_eq!(window.app().workspace().scene().models[0].file, "sound.obj");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    window.wait_until("the level again", |window| faults(window) > 1);
    assert_eq!(window.app().workspace().scene().models[0].file, "box.obj");
}

#[test]
fn without_a_repair_or_a_model_there_is_nothing_to_save() {
    let mut window = TestWindow::beside(SCENE, with_box);
    window.wait_until("the level", |window| window.app().workspace().world().objects.len() == 1);
    window.command("Repair level…");
    for repair in ["Remove triangles without area", "Remove duplicate triangles", "Make the winding consistent"] {
        window.click(Role::CheckBox, repair);
    }
    let save = window.harness.get_by_role_and_label(Role::Button, "Save copy…");
    assert!(save.accesskit_node().is_disabled());
}
