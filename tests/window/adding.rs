//! Levels that are opened while a scene is open: as a new scene, or as a model of the open scene; and reading them
//! again.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::Workspace;

use crate::opacity::{drop_file, drop_files, wait};
use crate::test_window::TestWindow;

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

fn models(window: &TestWindow) -> Vec<(String, String)> {
    window.app().workspace().scene().models.iter().map(|model| (model.name.clone(), model.file.clone())).collect()
}

fn pair(name: &str, file: &str) -> (String, String) {
    (name.to_owned(), file.to_owned())
}

/// Whether a button is enabled; `None` when it does not exist.
fn is_enabled(window: &TestWindow, label: &str) -> Option<bool> {
    let button = window.harness.query_by_role_and_label(Role::Button, label)?;
    Some(!button.accesskit_node().is_disabled())
}

#[test]
fn a_level_from_the_scene_s_folder_is_added_as_a_model_and_undo_removes_it() {
    let mut window = TestWindow::beside(crate::test_window::SCENE, |folder| {
        std::fs::create_dir(folder.join("more")).unwrap();
        std::fs::write(folder.join("more/shed.obj"), SHED).unwrap();
    });
    let path = window.path("more/shed.obj");
    drop_file(&mut window, path.clone());
    assert_eq!((models(&window), is_enabled(&window, "Add to this scene")), (vec![], Some(true)));
    window.shot("adding");
    window.click(Role::Button, "Add to this scene");
    wait(&mut window, |window| !models(window).is_empty());
    window.harness.run();
    assert_eq!(models(&window), [pair("shed", "more/shed.obj")]);
    let workspace = window.app().workspace();
    assert_eq!((workspace.document().undo_label(), workspace.selected().model()), (Some("add level"), Some(0)));
    assert_eq!(workspace.world().objects.len(), 4);
    assert_eq!(workspace.path(), Some(&*window.path("desk.json")), "the scene stays open");
    assert!(window.row("shed").starts_with("shed, "));
    window.shot("added_level");
    // The second time: another model of the same file, under an unused name. No file is read again.
    drop_file(&mut window, path);
    window.click(Role::Button, "Add to this scene");
    assert_eq!(models(&window)[1], pair("shed 2", "more/shed.obj"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((models(&window), window.app().workspace().world().objects.len()), (vec![], 2));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn several_levels_are_added_together() {
    let mut window = TestWindow::beside(crate::test_window::SCENE, |folder| {
        for name in ["a.obj", "b.obj"] {
            std::fs::write(folder.join(name), SHED).unwrap();
        }
    });
    let paths = ["a.obj", "b.obj"].map(|name| window.path(name));
    drop_files(&mut window, &paths);
    window.shot("adding_several");
    window.click(Role::Button, "Add all to this scene");
    wait(&mut window, |window| models(window).len() == 2);
    assert_eq!(models(&window), [pair("a", "a.obj"), pair("b", "b.obj")]);
}

#[test]
fn a_level_that_cannot_be_added_has_a_reason_and_can_be_opened() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().join("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    let mut window = TestWindow::new();
    for theme in [Theme::Dark, Theme::Light] {
        window.harness.ctx.set_theme(theme);
        window.harness.set_size(vec2(1024.0, 640.0));
        drop_file(&mut window, path.clone());
        assert_eq!(is_enabled(&window, "Add to this scene"), Some(false));
        assert!(window.has_text("shed.obj is outside"));
        window.shot(&format!("adding_not_{theme:?}"));
        window.click(Role::Button, "Cancel");
        assert_eq!(is_enabled(&window, "Cancel"), None);
    }
    assert_eq!(models(&window), []);
    drop_file(&mut window, path.clone());
    window.click(Role::Button, "Open as new scene");
    wait(&mut window, |window| window.app().workspace().path() == Some(&path));
    assert_eq!(models(&window), [pair("shed", "shed.obj")]);
}

#[test]
fn a_level_cannot_be_added_to_an_unsaved_scene() {
    let mut window = TestWindow::new();
    let path = window.path("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    *window.harness.state_mut().workspace_mut() = Workspace::empty();
    window.harness.run();
    window.click(Role::Button, "Insert");
    window.click(Role::Button, "Sphere");
    drop_file(&mut window, path);
    assert_eq!(is_enabled(&window, "Add to this scene"), Some(false));
    assert!(window.has_text("Save the scene first"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(is_enabled(&window, "Add to this scene"), None);
    assert_eq!(window.app().workspace().scene().objects.len(), 1);
}

#[test]
fn a_broken_level_is_not_added_and_its_error_is_located() {
    let mut window = TestWindow::new();
    let path = window.path("shed.obj");
    std::fs::write(&path, SHED.replace("f 1 3 4", "f 1 3 9")).unwrap();
    drop_file(&mut window, path);
    window.click(Role::Button, "Add to this scene");
    wait(&mut window, |window| !window.app().workspace().notices().is_empty());
    let notice = &window.app().workspace().notices()[0];
    assert_eq!((notice.place.as_deref(), models(&window)), (Some("shed.obj:9:7"), vec![]), "{notice:?}");
}

#[test]
fn the_menu_adds_a_level() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "File");
    assert!(window.has_text("Add level…"));
    window.shot("menu_add_level");
}

#[test]
fn a_scene_with_levels_is_read_again_in_the_background() {
    let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.obj" }] }"#;
    let mut window = TestWindow::beside(text, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap());
    std::fs::write(window.path("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    std::fs::write(window.path("desk.json"), text.replace("\"shed\"", "\"barn\"")).unwrap();
    key(&mut window, Modifiers::COMMAND, Key::R);
    wait(&mut window, |window| window.app().workspace().document().undo_label() == Some("reload"));
    assert_eq!(models(&window), [pair("barn", "shed.obj")]);
    assert_eq!(window.app().workspace().world().objects.len(), 3);
    // A file that cannot be read keeps its last reading.
    std::fs::write(window.path("desk.json"), "{ \"eyeline\": 1, \"models\": [").unwrap();
    key(&mut window, Modifiers::COMMAND, Key::R);
    wait(&mut window, |window| !window.app().workspace().notices().is_empty());
    assert_eq!((models(&window).len(), window.app().workspace().world().objects.len()), (1, 3));
}
