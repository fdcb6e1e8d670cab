//! What is kept from one run of the window to the next.

use std::collections::HashMap;

use eframe::Storage;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Memory, Modifiers, pos2, vec2};

use crate::desk::{Desk, SCENE};

/// What eframe writes to a file when the window closes.
#[derive(Default)]
struct Shelf(HashMap<String, String>);

impl Storage for Shelf {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

#[test]
fn panels_are_where_they_were_left() {
    let mut desk = Desk::new();
    desk.drag(desk.tab("Inspector").center(), desk.room().left_center());
    desk.click(Role::Tab, "Verdicts");
    desk.click(Role::Button, "Close Outliner");
    let border = pos2(desk.view().left() - 0.5, 300.0);
    desk.drag(border, border + vec2(33.0, 0.0));
    let (view, before) = (desk.view(), desk.shot("before_restart"));
    let mut shelf = Shelf::default();
    desk.app().store(&mut shelf);

    let mut again = Desk::again(SCENE, shelf);
    again.harness.hover_at(border + vec2(33.0, 0.0));
    again.harness.run();
    assert_eq!(again.view(), view);
    assert!(!again.has_tab("Outliner") && again.has_text("2 objects, in view"));
    assert!(again.shot("after_restart") == before);
    assert!(Desk::new().view() != view, "without what was kept a window is as at first");
}

#[test]
fn a_damaged_layout_is_as_none() {
    let usual = Desk::new().view();
    for text in ["", "nonsense", "(arrangement:Tabs([View],View),closed:[View,View],has_hints:true)"] {
        let shelf = Shelf(HashMap::from([("panels".to_owned(), text.to_owned())]));
        let desk = Desk::again(SCENE, shelf);
        assert_eq!(desk.view(), usual, "{text}");
    }
}

#[test]
fn the_scale_is_kept_with_what_egui_remembers() {
    let mut desk = Desk::new();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    desk.harness.run();
    let mut shelf = Shelf::default();
    desk.harness.ctx.memory(|memory| eframe::set_value(&mut shelf, "egui", memory));
    let memory: Memory = eframe::get_value(&shelf, "egui").unwrap();
    assert_eq!(memory.options.zoom_factor, 1.25);
}

#[test]
fn what_a_lesson_arranges_ends_with_it_and_is_not_kept() {
    let guard = include_str!("../../scenes/guard.json");
    let usual = Desk::new().view();
    let mut desk = Desk::on(guard);
    assert!(desk.view().height() < usual.height() - 50.0, "the tree has room");
    let mut shelf = Shelf::default();
    desk.app().store(&mut shelf);
    assert_eq!(Desk::again(SCENE, shelf).view(), usual, "in the next run");
    let other = desk.path("other.json");
    std::fs::write(&other, SCENE).unwrap();
    assert!(desk.harness.state_mut().session_mut().open(&other));
    desk.harness.run();
    assert_eq!(desk.view(), usual, "the next scene");
    assert!(desk.has_text("The answer, step by step"), "with the panel that was in front");

    let mut desk = Desk::on(guard);
    let border = pos2(desk.view().left() - 0.5, 300.0);
    desk.drag(border, border + vec2(33.0, 0.0));
    std::fs::write(desk.path("other.json"), SCENE).unwrap();
    let other = desk.path("other.json");
    assert!(desk.harness.state_mut().session_mut().open(&other));
    desk.harness.run();
    let view = desk.view();
    assert!((view.left() - usual.left() - 33.0).abs() < 2.0, "the border that the person moved: {view}");
    assert!((view.height() - usual.height()).abs() < 1.0, "the height that the lesson gave: {view}");
}
