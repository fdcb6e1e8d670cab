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

    let mut again = Desk::begun(SCENE, |app| app.restore(&shelf));
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
        let desk = Desk::begun(SCENE, |app| app.restore(&shelf));
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
