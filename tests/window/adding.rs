//! Levels that come from outside while a scene is open: each by itself, or as a model of that scene; and reading them again.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::Session;

use crate::desk::Desk;
use crate::opacity::{drop_file, drop_files, wait};

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

fn key(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    desk.harness.run();
}

fn models(desk: &Desk) -> Vec<(String, String)> {
    desk.app().session().scene().models.iter().map(|model| (model.name.clone(), model.file.clone())).collect()
}

fn pair(name: &str, file: &str) -> (String, String) {
    (name.to_owned(), file.to_owned())
}

/// Whether a button can be clicked; nothing where there is none.
fn is_enabled(desk: &Desk, label: &str) -> Option<bool> {
    let button = desk.harness.query_by_role_and_label(Role::Button, label)?;
    Some(!button.accesskit_node().is_disabled())
}

#[test]
fn a_level_from_the_scene_s_folder_is_added_as_a_model_that_undo_takes_out_again() {
    let mut desk = Desk::beside(crate::desk::SCENE, |folder| {
        std::fs::create_dir(folder.join("more")).unwrap();
        std::fs::write(folder.join("more/shed.obj"), SHED).unwrap();
    });
    let path = desk.path("more/shed.obj");
    drop_file(&mut desk, path.clone());
    assert_eq!((models(&desk), is_enabled(&desk, "Add to this scene")), (vec![], Some(true)));
    desk.shot("adding");
    desk.click(Role::Button, "Add to this scene");
    wait(&mut desk, |desk| !models(desk).is_empty());
    desk.harness.run();
    assert_eq!(models(&desk), [pair("shed", "more/shed.obj")]);
    let session = desk.app().session();
    assert_eq!((session.undo_label(), session.selected().model), (Some("add level"), Some(0)));
    assert_eq!(session.world().objects.len(), 4);
    assert_eq!(session.path(), Some(&*desk.path("desk.json")), "the scene stays open");
    assert!(desk.row("shed").starts_with("shed, "));
    desk.shot("added_level");
    // Once more: another model of the same file, under a free name, and nothing is read again.
    drop_file(&mut desk, path);
    desk.click(Role::Button, "Add to this scene");
    assert_eq!(models(&desk)[1], pair("shed 2", "more/shed.obj"));
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!((models(&desk), desk.app().session().world().objects.len()), (vec![], 2));
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn several_levels_are_added_together() {
    let mut desk = Desk::beside(crate::desk::SCENE, |folder| {
        for name in ["a.obj", "b.obj"] {
            std::fs::write(folder.join(name), SHED).unwrap();
        }
    });
    let paths = ["a.obj", "b.obj"].map(|name| desk.path(name));
    drop_files(&mut desk, &paths);
    desk.shot("adding_several");
    desk.click(Role::Button, "Add all to this scene");
    wait(&mut desk, |desk| models(desk).len() == 2);
    assert_eq!(models(&desk), [pair("a", "a.obj"), pair("b", "b.obj")]);
}

#[test]
fn a_level_that_cannot_be_added_says_why_and_can_be_opened_or_left() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().join("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    let mut desk = Desk::new();
    for theme in [Theme::Dark, Theme::Light] {
        desk.harness.ctx.set_theme(theme);
        desk.harness.set_size(vec2(1024.0, 640.0));
        drop_file(&mut desk, path.clone());
        assert_eq!(is_enabled(&desk, "Add to this scene"), Some(false));
        assert!(desk.has_text("shed.obj lies outside"));
        desk.shot(&format!("adding_not_{theme:?}"));
        desk.click(Role::Button, "Cancel");
        assert_eq!(is_enabled(&desk, "Cancel"), None);
    }
    assert_eq!(models(&desk), []);
    drop_file(&mut desk, path.clone());
    desk.click(Role::Button, "Open as new scene");
    wait(&mut desk, |desk| desk.app().session().path() == Some(&path));
    assert_eq!(models(&desk), [pair("shed", "shed.obj")]);
}

#[test]
fn a_scene_that_was_never_saved_takes_no_level() {
    let mut desk = Desk::new();
    let path = desk.path("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    *desk.harness.state_mut().session_mut() = Session::empty();
    desk.harness.run();
    desk.click(Role::Button, "Insert");
    desk.click(Role::Button, "Sphere");
    drop_file(&mut desk, path);
    assert_eq!(is_enabled(&desk, "Add to this scene"), Some(false));
    assert!(desk.has_text("Save the scene first"));
    key(&mut desk, Modifiers::NONE, Key::Escape);
    assert_eq!(is_enabled(&desk, "Add to this scene"), None);
    assert_eq!(desk.app().session().scene().objects.len(), 1);
}

#[test]
fn a_level_that_is_broken_is_not_added_and_says_where() {
    let mut desk = Desk::new();
    let path = desk.path("shed.obj");
    std::fs::write(&path, SHED.replace("f 1 3 4", "f 1 3 9")).unwrap();
    drop_file(&mut desk, path);
    desk.click(Role::Button, "Add to this scene");
    wait(&mut desk, |desk| !desk.app().session().notices().is_empty());
    let notice = &desk.app().session().notices()[0];
    assert_eq!((notice.place.as_deref(), models(&desk)), (Some("shed.obj:9:7"), vec![]), "{notice:?}");
}

#[test]
fn the_menu_adds_a_level() {
    let mut desk = Desk::new();
    desk.click(Role::Button, "File");
    assert!(desk.has_text("Add level…"));
    desk.shot("menu_add_level");
}

#[test]
fn reading_a_scene_with_levels_again_is_done_beside_the_window() {
    let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.obj" }] }"#;
    let mut desk = Desk::beside(text, |folder| std::fs::write(folder.join("shed.obj"), SHED).unwrap());
    std::fs::write(desk.path("shed.obj"), SHED.replace("g wall", "g door\nf 1 2 3\ng wall")).unwrap();
    std::fs::write(desk.path("desk.json"), text.replace("\"shed\"", "\"barn\"")).unwrap();
    key(&mut desk, Modifiers::COMMAND, Key::R);
    wait(&mut desk, |desk| desk.app().session().undo_label() == Some("reload"));
    assert_eq!(models(&desk), [pair("barn", "shed.obj")]);
    assert_eq!(desk.app().session().world().objects.len(), 3);
    // What cannot be read leaves what was.
    std::fs::write(desk.path("desk.json"), "{ \"eyeline\": 1, \"models\": [").unwrap();
    key(&mut desk, Modifiers::COMMAND, Key::R);
    wait(&mut desk, |desk| !desk.app().session().notices().is_empty());
    assert_eq!((models(&desk).len(), desk.app().session().world().objects.len()), (1, 3));
}
