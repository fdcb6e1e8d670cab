//! The table of commands in the window: palette, context menus, tooltips of disabled entries, and the shortcut sheet.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior;
use crate::test_window::{TestWindow, in_motion};

const CTRL_SHIFT: Modifiers = Modifiers { ctrl: true, command: true, shift: true, ..Modifiers::NONE };

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    // A tree scrolls to its node for longer than `run` waits.
    window.harness.run_ok();
}

fn type_text(window: &mut TestWindow, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_ok();
}

fn is_open(window: &TestWindow) -> bool {
    window.harness.query_by_label("Search commands").is_some()
}

fn objects(window: &TestWindow) -> usize {
    window.app().workspace().scene().objects.len()
}

/// Opens the palette, types words and presses Enter.
fn run(window: &mut TestWindow, words: &str) {
    key(window, Modifiers::NONE, Key::F3);
    assert!(is_open(window), "{words}");
    type_text(window, words);
    key(window, Modifiers::NONE, Key::Enter);
}

/// The label of the current row of the palette, which Enter runs. The palette is drawn after everything else.
fn current(window: &TestWindow) -> Option<String> {
    let nodes = window.harness.root().children_recursive();
    let rows = nodes.map(|node| node.accesskit_node());
    let chosen = rows.filter(|node| node.role() == Role::Button && node.toggled() == Some(Toggled::True));
    chosen.last().and_then(|node| node.label())
}

#[test]
fn enter_on_an_entry_of_the_menu_bar_closes_the_menu() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Help");
    assert!(window.has_text("About eyeline"));
    window.harness.get_by_role_and_label(Role::Button, "Glossary").focus();
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.harness.query_by_label("Search the glossary").is_some());
    assert!(!window.has_text("About eyeline"));
}

#[test]
fn the_palette_searches_by_words_and_runs_the_command() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    key(&mut window, CTRL_SHIFT, Key::P);
    assert!(is_open(&window));
    window.shot("palette");
    type_text(&mut window, "dupl");
    window.shot("palette_found");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!is_open(&window));
    assert_eq!(objects(&window), 3);
    // The words can be in any order. Letters are typed into the field and are not shortcuts.
    run(&mut window, "selected frame");
    assert!(!is_open(&window));
    run(&mut window, "sphere");
    assert_eq!(objects(&window), 4, "a sphere is added");
    run(&mut window, "undo");
    assert_eq!(objects(&window), 3);
    run(&mut window, "orthographic");
    assert!(
        window.has_text("Orthographic")
            || window.harness.query_by_label_contains("Orthographic").is_some()
            || !is_open(&window)
    );
    run(&mut window, "outliner");
    assert!(!window.has_tab("Outliner"), "it is closed");
    run(&mut window, "outliner");
    assert!(window.has_tab("Outliner"), "and open again");
    run(&mut window, "about eye");
    assert!(window.has_text("Licence"));
}

/// On a busy machine a whole word and Enter arrive in one frame.
#[test]
fn enter_in_the_frame_of_the_last_letter_runs_what_was_typed() {
    let mut window = TestWindow::new();
    key(&mut window, Modifiers::COMMAND, Key::P);
    window.harness.event(Event::Text("keyboard shortcuts".to_owned()));
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.has_text("Zoom to the pointer"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let other = window.path("other.json");
    std::fs::write(&other, r#"{ "eyeline": 1, "title": "Other" }"#).unwrap();
    window.harness.event(Event::Text("other.json".to_owned()));
    window.harness.key_press(Key::Enter);
    window.harness.run();
    let begun = std::time::Instant::now();
    while window.app().workspace().path() != Some(&*other) {
        assert!(begun.elapsed().as_secs() < 20, "{:?}", window.app().workspace().path());
        window.harness.step();
    }
}

#[test]
fn arrow_keys_go_through_the_palette_and_esc_closes_it() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    let before = window.app().workspace().selected().object();
    key(&mut window, Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, Key::P);
    type_text(&mut window, "theme");
    let first = current(&window);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    let second = current(&window);
    assert!(first != second && second.is_some(), "{first:?} {second:?}");
    key(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(current(&window), first);
    for _ in 0..9 {
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!is_open(&window));
    assert_eq!(window.app().workspace().selected().object(), before, "Esc went to the palette only");
    let theme = |window: &TestWindow| window.harness.ctx.options(|options| options.theme_preference);
    run(&mut window, "light theme");
    assert_eq!(theme(&window), eframe::egui::ThemePreference::Light);
}

#[test]
fn a_disabled_command_has_a_reason_and_does_nothing() {
    let mut window = TestWindow::new();
    key(&mut window, Modifiers::NONE, Key::F3);
    type_text(&mut window, "undo");
    assert!(window.has_text("There is no change to undo."));
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(is_open(&window), "it stays open with the reason");
    window.shot("palette_disabled");
    key(&mut window, Modifiers::NONE, Key::Escape);
    // A menu has the same reason as a tooltip.
    window.click(Role::Button, "Edit");
    let undo = window.harness.get_by_label_contains("Undo").rect().center();
    window.harness.hover_at(undo);
    window.harness.run_steps(8);
    assert!(window.has_text("There is no change to undo."));
    window.shot("menu_disabled");
    // A shortcut of a disabled command does nothing.
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, Key::Z);
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn the_3d_view_has_a_menu_for_what_was_clicked() {
    let mut window = TestWindow::on(
        r#"{ "eyeline": 1, "view": { "eye": [0, 0, 20], "target": [0, 0, 0], "height": 10 },
        "cameras": [ { "name": "guard", "position": [0, -60, 0], "far": 1 } ],
        "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 2 } } },
                     { "name": "other", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 4, 0] } ] }"#,
    );
    let middle = window.view().center() + eframe::egui::vec2(20.0, 20.0);
    window.press(middle, PointerButton::Secondary);
    assert_eq!(window.app().workspace().selected().object(), Some(0), "a right click selects");
    window.shot("view_menu");
    window.click(Role::Button, "Duplicate Ctrl+D");
    assert_eq!(objects(&window), 3);
    // In the background of the view: nothing is deselected, and items can be added.
    let beside = window.view().left_center() + eframe::egui::vec2(30.0, 0.0);
    window.press(beside, PointerButton::Secondary);
    window.harness.get_all_by_role_and_label(Role::Button, "Add").last().unwrap().click();
    window.harness.run();
    window.click(Role::Button, "Sphere");
    assert_eq!(objects(&window), 4);
}

#[test]
fn a_row_of_the_table_has_a_menu_too() {
    let mut window = TestWindow::new();
    let tab = window.tab("Verdicts").center();
    window.press(tab, PointerButton::Primary);
    let nodes = window.harness.root().children_recursive();
    let is_ball = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with("ball"))
    };
    let place = nodes.filter(is_ball).map(|node| node.rect().center()).next().unwrap();
    window.press(place, PointerButton::Secondary);
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    window.shot("table_menu");
    window.click(Role::Button, "Hide H");
    let workspace = window.app().workspace();
    assert!(workspace.marks().hidden().contains(workspace.world().named("ball").unwrap()));
}

#[test]
fn commands_of_the_tree_are_in_its_menu_and_in_the_palette() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/guard.json")).unwrap();
    let mut window = TestWindow::on(&text);
    let chase = behavior::node(&window, "chase").1.center();
    window.press(chase, PointerButton::Primary);
    run(&mut window, "when node starts");
    run(&mut window, "next break");
    window.harness.run_steps(20);
    assert!(window.has_text("stops here"), "at {}", window.app().workspace().tick());
    let count = |window: &TestWindow| behavior::boxes(window).len();
    let before = count(&window);
    run(&mut window, "delete node");
    assert!(count(&window) < before, "{}", count(&window));
    run(&mut window, "undo");
    assert_eq!(count(&window), before);
}

#[test]
fn every_entry_of_the_menus_opens_with_its_shortcut() {
    let mut window = TestWindow::on(&in_motion());
    for (menu, entries) in [
        ("File", &["New Ctrl+N", "Open… Ctrl+O", "Open path… Ctrl+Shift+O", "Save Ctrl+S", "Quit Ctrl+Q"][..]),
        ("Edit", &["Undo Ctrl+Z", "Redo Ctrl+Shift+Z", "Rename F2", "Move up Alt+↑", "Delete Delete"]),
        ("Insert", &["Camera", "Ray", "Agent", "Occlusion query", "Box", "Capsule"]),
        ("View", &["Frame all Home", "Frame selected F", "Viewpoint", "Orthographic 5", "Panels"]),
        (
            "Playback",
            &[
                "Play Space",
                "First tick Shift+Home",
                "Next tick Shift+→",
                "Start loop here I",
                "Previous step ,",
                "Next step .",
            ],
        ),
        ("Help", &["Command palette… Ctrl+P", "Keyboard shortcuts ?", "Glossary", "About eyeline"]),
    ] {
        window.click(Role::Button, menu);
        window.shot(&format!("menu_{menu}"));
        for entry in entries {
            let mut found = window.harness.query_all_by_role_and_label(Role::Button, entry);
            assert!(found.next().is_some(), "{menu}: {entry}");
        }
        key(&mut window, Modifiers::NONE, Key::Escape);
    }
    window.click(Role::Button, "View");
    window.click(Role::Button, "Viewpoint");
    window.shot("menu_viewpoint");
    assert!(window.harness.query_by_role_and_label(Role::Button, "Back Ctrl+1").is_some());
    window.click(Role::Button, "Top 7");
    key(&mut window, Modifiers::NONE, Key::F1);
    window.shot("sheet");
    for words in ["Ctrl+P, Ctrl+Shift+P, F3", "Zoom to the pointer", "Hold right, then W A S D Q E; Shift is faster"] {
        assert!(window.has_text(words), "{words}");
    }
}

#[test]
fn the_palette_moves_through_ticks_and_steps() {
    let mut window = TestWindow::on(&in_motion());
    run(&mut window, "next tick");
    assert_eq!(window.app().workspace().tick(), 1);
    run(&mut window, "previous tick");
    assert_eq!(window.app().workspace().tick(), 0);
    window.click_row("crate");
    run(&mut window, "next step");
    assert_eq!(window.app().workspace().selected().step, Some(0));
    run(&mut window, "all steps");
    assert_eq!(window.app().workspace().selected().step, None);
    run(&mut window, "look through");
    assert!(window.has_text("Back from guard"));
    run(&mut window, "leave camera");
    assert!(!window.has_text("Back from guard"));
}

#[test]
fn alt_and_a_letter_opens_a_menu_for_the_keyboard() {
    let mut window = TestWindow::new();
    for (key, entry) in [(Key::L, "All lessons…"), (Key::F, "New Ctrl+N"), (Key::H, "Glossary")] {
        window.harness.key_press_modifiers(Modifiers::ALT, key);
        window.harness.run();
        assert!(window.harness.query_by_role_and_label(Role::Button, entry).is_some(), "{entry}");
        window.harness.key_press(Key::Escape);
        window.harness.run();
        assert!(window.harness.query_by_role_and_label(Role::Button, entry).is_none(), "{entry}");
    }
    window.harness.key_press_modifiers(Modifiers::ALT, Key::L);
    window.harness.run();
    for key in [Key::ArrowDown, Key::Enter] {
        window.harness.key_press(key);
        window.harness.run();
    }
    assert!(window.harness.query_by_label("Search lessons").is_some(), "the first entry of the menu");
}

/// The selected item's menu opens at the keyboard, and its first entry is one arrow away.
#[test]
fn a_key_opens_the_context_menu() {
    for (modifiers, menu) in [(Modifiers::NONE, Key::Menu), (Modifiers::SHIFT, Key::F10)] {
        let mut window = TestWindow::on(&in_motion());
        window.click_row("crate");
        let before = objects(&window);
        key(&mut window, modifiers, menu);
        assert!(window.harness.query_by_label("Add occlusion query").is_some(), "{menu:?}");
        // The menu has the focus: the arrows lead through its entries, and Enter gives the command.
        for _ in 0..40 {
            let focused = window.harness.ctx.memory(eframe::egui::Memory::focused);
            let response = focused.and_then(|id| window.harness.ctx.read_response(id));
            let duplicate = window.harness.query_all_by_label_contains("Duplicate").map(|node| node.rect());
            if response.is_some_and(|response| duplicate.into_iter().any(|rect| rect.contains(response.rect.center())))
            {
                break;
            }
            key(&mut window, Modifiers::NONE, Key::ArrowDown);
        }
        key(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(objects(&window), before + 1, "{menu:?}");
        assert!(window.harness.query_by_label("Add occlusion query").is_none(), "the command closes the menu");
        key(&mut window, modifiers, menu);
        key(&mut window, Modifiers::NONE, Key::Escape);
        assert!(window.harness.query_by_label("Add occlusion query").is_none(), "Esc closes it");
    }
}
