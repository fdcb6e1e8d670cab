//! The table of commands through the window: palette, context menus, tooltips of disabled entries, and the sheet.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior;
use crate::desk::Desk;

const CTRL_SHIFT: Modifiers = Modifiers { ctrl: true, command: true, shift: true, ..Modifiers::NONE };

fn key(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    // A tree scrolls to its node for longer than `run` waits.
    desk.harness.run_ok();
}

fn type_text(desk: &mut Desk, text: &str) {
    desk.harness.event(Event::Text(text.to_owned()));
    desk.harness.run_ok();
}

fn is_open(desk: &Desk) -> bool {
    desk.harness.query_by_label("Search commands").is_some()
}

fn objects(desk: &Desk) -> usize {
    desk.app().session().scene().objects.len()
}

/// Opens the palette, types words and presses Enter.
fn run(desk: &mut Desk, words: &str) {
    key(desk, Modifiers::NONE, Key::F3);
    assert!(is_open(desk), "{words}");
    type_text(desk, words);
    key(desk, Modifiers::NONE, Key::Enter);
}

/// The label of the row of the palette that Enter takes. The palette is drawn after everything else.
fn current(desk: &Desk) -> Option<String> {
    let nodes = desk.harness.root().children_recursive();
    let rows = nodes.map(|node| node.accesskit_node());
    let chosen = rows.filter(|node| node.role() == Role::Button && node.toggled() == Some(Toggled::True));
    chosen.last().and_then(|node| node.label())
}

#[test]
fn the_palette_searches_by_words_and_runs_the_command() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    key(&mut desk, CTRL_SHIFT, Key::P);
    assert!(is_open(&desk));
    desk.shot("palette");
    type_text(&mut desk, "dupl");
    desk.shot("palette_found");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(!is_open(&desk));
    assert_eq!(objects(&desk), 3);
    // Words in any order, and letters go to the field and to no shortcut.
    run(&mut desk, "selected frame");
    assert!(!is_open(&desk));
    run(&mut desk, "sphere");
    assert_eq!(objects(&desk), 4, "a sphere is added");
    run(&mut desk, "undo");
    assert_eq!(objects(&desk), 3);
    run(&mut desk, "orthographic");
    assert!(
        desk.has_text("Orthographic")
            || desk.harness.query_by_label_contains("Orthographic").is_some()
            || !is_open(&desk)
    );
    run(&mut desk, "outliner");
    assert!(!desk.has_tab("Outliner"), "it is closed");
    run(&mut desk, "outliner");
    assert!(desk.has_tab("Outliner"), "and open again");
    run(&mut desk, "about eye");
    assert!(desk.has_text("Licence"));
}

#[test]
fn arrow_keys_go_through_the_palette_and_esc_closes_it() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    let before = desk.app().session().selected().object;
    key(&mut desk, Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, Key::P);
    type_text(&mut desk, "theme");
    let first = current(&desk);
    key(&mut desk, Modifiers::NONE, Key::ArrowDown);
    let second = current(&desk);
    assert!(first != second && second.is_some(), "{first:?} {second:?}");
    key(&mut desk, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(current(&desk), first);
    for _ in 0..9 {
        key(&mut desk, Modifiers::NONE, Key::ArrowDown);
    }
    key(&mut desk, Modifiers::NONE, Key::Escape);
    assert!(!is_open(&desk));
    assert_eq!(desk.app().session().selected().object, before, "Esc went to the palette only");
    let theme = |desk: &Desk| desk.harness.ctx.options(|options| options.theme_preference);
    run(&mut desk, "light theme");
    assert_eq!(theme(&desk), eframe::egui::ThemePreference::Light);
}

#[test]
fn a_disabled_command_says_why_and_does_nothing() {
    let mut desk = Desk::new();
    key(&mut desk, Modifiers::NONE, Key::F3);
    type_text(&mut desk, "undo");
    assert!(desk.has_text("There is no change to undo."));
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(is_open(&desk), "it stays open with the reason");
    desk.shot("palette_disabled");
    key(&mut desk, Modifiers::NONE, Key::Escape);
    // The same in a menu, as a tooltip.
    desk.click(Role::Button, "Edit");
    let undo = desk.harness.get_by_label_contains("Undo").rect().center();
    desk.harness.hover_at(undo);
    desk.harness.run_steps(8);
    assert!(desk.has_text("There is no change to undo."));
    desk.shot("menu_disabled");
    // And a shortcut of a disabled command does nothing.
    key(&mut desk, Modifiers::NONE, Key::Escape);
    key(&mut desk, Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, Key::Z);
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn the_3d_view_has_a_menu_for_what_was_clicked() {
    let mut desk = Desk::on(
        r#"{ "eyeline": 1, "view": { "eye": [0, 0, 20], "target": [0, 0, 0], "height": 10 },
        "cameras": [ { "name": "guard", "position": [0, -60, 0], "far": 1 } ],
        "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 2 } } },
                     { "name": "other", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 4, 0] } ] }"#,
    );
    let middle = desk.view().center() + eframe::egui::vec2(20.0, 20.0);
    desk.press(middle, PointerButton::Secondary);
    assert_eq!(desk.app().session().selected().object, Some(0), "a right click selects");
    desk.shot("view_menu");
    desk.click(Role::Button, "Duplicate Ctrl+D");
    assert_eq!(objects(&desk), 3);
    // Beside everything: nothing is lost, and things can be added.
    let beside = desk.view().left_center() + eframe::egui::vec2(30.0, 0.0);
    desk.press(beside, PointerButton::Secondary);
    desk.harness.get_all_by_role_and_label(Role::Button, "Add").last().unwrap().click();
    desk.harness.run();
    desk.click(Role::Button, "Sphere");
    assert_eq!(objects(&desk), 4);
}

#[test]
fn a_row_of_the_table_has_a_menu_too() {
    let mut desk = Desk::new();
    let tab = desk.tab("Verdicts").center();
    desk.press(tab, PointerButton::Primary);
    let nodes = desk.harness.root().children_recursive();
    let is_ball = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with("ball"))
    };
    let place = nodes.filter(is_ball).map(|node| node.rect().center()).next().unwrap();
    desk.press(place, PointerButton::Secondary);
    assert_eq!(desk.app().session().selected().object, Some(1));
    desk.shot("table_menu");
    desk.click(Role::Button, "Hide H");
    let session = desk.app().session();
    assert!(session.hidden().contains(session.world().named("ball").unwrap()));
}

#[test]
fn commands_of_the_tree_are_in_its_menu_and_in_the_palette() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/guard.json")).unwrap();
    let mut desk = Desk::on(&text);
    let chase = behavior::node(&desk, "chase").1.center();
    desk.press(chase, PointerButton::Primary);
    run(&mut desk, "when node starts");
    run(&mut desk, "next break");
    desk.harness.run_steps(20);
    assert!(desk.has_text("stops here"), "at {}", desk.app().session().tick());
    let count = |desk: &Desk| behavior::boxes(desk).len();
    let before = count(&desk);
    run(&mut desk, "delete node");
    assert!(count(&desk) < before, "{}", count(&desk));
    run(&mut desk, "undo");
    assert_eq!(count(&desk), before);
}

#[test]
fn every_entry_of_the_menus_opens_with_its_shortcut() {
    let mut desk = Desk::new();
    for (menu, entries) in [
        ("File", &["New Ctrl+N", "Open… Ctrl+O", "Open path… Ctrl+Shift+O", "Save Ctrl+S", "Quit Ctrl+Q"][..]),
        ("Edit", &["Undo Ctrl+Z", "Redo Ctrl+Shift+Z", "Rename F2", "Move up Alt+↑", "Delete Delete"]),
        ("Insert", &["Camera", "Ray", "Agent", "Box", "Capsule"]),
        ("View", &["Frame all Home", "Frame selected F", "Viewpoint", "Orthographic 5", "Panels"]),
        ("Playback", &["Play Space", "First tick", "Next tick", "Previous step ,", "Next step ."]),
        ("Help", &["Command palette… Ctrl+P", "Keyboard shortcuts ?", "Glossary", "About eyeline"]),
    ] {
        desk.click(Role::Button, menu);
        desk.shot(&format!("menu_{menu}"));
        for entry in entries {
            let mut found = desk.harness.query_all_by_role_and_label(Role::Button, entry);
            assert!(found.next().is_some(), "{menu}: {entry}");
        }
        key(&mut desk, Modifiers::NONE, Key::Escape);
    }
    desk.click(Role::Button, "View");
    desk.click(Role::Button, "Viewpoint");
    desk.shot("menu_viewpoint");
    assert!(desk.harness.query_by_role_and_label(Role::Button, "Back Ctrl+1").is_some());
    desk.click(Role::Button, "Top 7");
    key(&mut desk, Modifiers::NONE, Key::F1);
    desk.shot("sheet");
    for words in ["Ctrl+P, Ctrl+Shift+P, F3", "Zoom to the pointer", "Hold right, then W A S D Q E; Shift is faster"] {
        assert!(desk.has_text(words), "{words}");
    }
}

#[test]
fn the_palette_moves_through_ticks_and_steps() {
    let mut desk = Desk::new();
    run(&mut desk, "next tick");
    assert_eq!(desk.app().session().tick(), 1);
    run(&mut desk, "previous tick");
    assert_eq!(desk.app().session().tick(), 0);
    desk.click_row("crate");
    run(&mut desk, "next step");
    assert_eq!(desk.app().session().selected().step, Some(0));
    run(&mut desk, "all steps");
    assert_eq!(desk.app().session().selected().step, None);
    run(&mut desk, "look through");
    assert!(desk.has_text("Back from guard"));
    run(&mut desk, "leave camera");
    assert!(!desk.has_text("Back from guard"));
}
