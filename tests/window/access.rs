//! Every widget that takes clicks, keys or text has a name for screen readers.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

const TAKES_INPUT: [Role; 11] = [
    Role::Button,
    Role::CheckBox,
    Role::ColorWell,
    Role::ComboBox,
    Role::Link,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::Tab,
    Role::TextInput,
    Role::TreeItem,
];

/// The places of widgets without a name.
fn unnamed(window: &TestWindow) -> Vec<String> {
    let nodes = window.harness.root().children_recursive();
    let widgets = nodes.filter(|node| TAKES_INPUT.contains(&node.accesskit_node().role()));
    let without = widgets.filter(|node| node.accesskit_node().label().is_none_or(|name| name.trim().is_empty()));
    without.map(|node| format!("{:?} at {}", node.accesskit_node().role(), node.rect())).collect()
}

/// The tabs of a window, by name.
fn tabs(window: &TestWindow) -> Vec<String> {
    let nodes = window.harness.root().children_recursive();
    let tabs = nodes.filter(|node| node.accesskit_node().role() == Role::Tab);
    tabs.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn every_widget_has_a_name() {
    for scene in ["tour", "guard", "groot", "octree", "leaf", "touch_cup", "courtyard", "tap", "cut", "vanish"] {
        let mut window = TestWindow::on_own_scene(scene, [1440, 900]);
        for tab in tabs(&window) {
            window.harness.get_by_role_and_label(Role::Tab, &tab).click_accesskit();
            window.harness.run();
            assert_eq!(unnamed(&window), Vec::<String>::new(), "{scene}, {tab}");
        }
        window.command("Settings");
        assert_eq!(unnamed(&window), Vec::<String>::new(), "{scene}, settings");
        window.harness.key_press(Key::Escape);
        window.harness.run();
    }
}

#[test]
fn menus_and_windows_have_named_widgets() {
    let mut window = TestWindow::on_own_scene("tour", [1440, 900]);
    for letter in [Key::F, Key::E, Key::I, Key::V, Key::P, Key::L, Key::H] {
        window.harness.key_press_modifiers(Modifiers::ALT, letter);
        window.harness.run();
        assert_eq!(unnamed(&window), Vec::<String>::new(), "Alt+{letter:?}");
        window.harness.key_press(Key::Escape);
        window.harness.run();
    }
    for command in ["Command palette", "Glossary", "Keyboard shortcuts", "All lessons", "About eyeline", "Open path"] {
        window.command(command);
        assert_eq!(unnamed(&window), Vec::<String>::new(), "{command}");
        window.harness.key_press(Key::Escape);
        window.harness.run();
    }
}
