//! Keys and clicks that are pressed and released within one frame, as fast users and automated tests do; and Esc.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior;
use crate::test_window::{SCENE, TestWindow, in_motion};

const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// Presses and releases keys, each with its modifiers, in one frame. At the end of the frame no key is held.
fn tap(window: &mut TestWindow, keys: &[(Modifiers, Key)]) {
    for &(modifiers, key) in keys {
        for pressed in [true, false] {
            let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            window.harness.input_mut().events.push(event);
        }
    }
    window.harness.step();
    window.harness.run();
}

/// Presses and releases a button of the mouse in one frame.
fn tap_at(window: &mut TestWindow, pos: Pos2, modifiers: Modifiers) {
    window.harness.hover_at(pos);
    window.harness.step();
    for pressed in [true, false] {
        let event = Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
        window.harness.input_mut().events.push(event);
    }
    window.harness.step();
    window.harness.run();
}

fn objects(window: &TestWindow) -> usize {
    window.app().workspace().scene().objects.len()
}

#[test]
fn keys_count_with_the_modifiers_of_their_press() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    tap(&mut window, &[(CTRL, Key::D)]);
    assert_eq!(objects(&window), 3, "Ctrl+D");
    tap(&mut window, &[(CTRL, Key::D), (CTRL, Key::D)]);
    assert_eq!(objects(&window), 5, "twice in one frame");
    tap(&mut window, &[(CTRL, Key::Z), (CTRL, Key::Z), (CTRL | Modifiers::SHIFT, Key::Z)]);
    assert_eq!(objects(&window), 4, "in their order");
    window.click_row("ball");
    let place =
        |window: &TestWindow| window.app().workspace().scene().objects.iter().position(|object| object.name == "ball");
    let before = place(&window).unwrap();
    tap(&mut window, &[(Modifiers::ALT, Key::ArrowUp)]);
    assert_eq!(place(&window), Some(before - 1), "moved, and not the selection");
    // Neither Ctrl+H nor Alt+H is the shortcut H.
    tap(&mut window, &[(CTRL, Key::H), (Modifiers::ALT, Key::H)]);
    assert!(window.app().workspace().marks().hidden().is_empty());
    tap(&mut window, &[(Modifiers::NONE, Key::H)]);
    let workspace = window.app().workspace();
    assert!(workspace.marks().hidden().contains(workspace.world().named("ball").unwrap()));
    tap(&mut window, &[(CTRL, Key::S)]);
    assert!(!window.app().workspace().is_dirty());
    let before = window.app().workspace().selected().step;
    tap(&mut window, &[(Modifiers::NONE, Key::Period), (Modifiers::NONE, Key::Period)]);
    assert_ne!(window.app().workspace().selected().step, before);
    let factor = window.harness.ctx.zoom_factor();
    tap(&mut window, &[(CTRL | Modifiers::SHIFT, Key::Plus)]);
    assert!(window.harness.ctx.zoom_factor() > factor);
}

#[test]
fn a_click_of_no_length_goes_to_its_tick() {
    let mut window = TestWindow::on(&in_motion());
    let bar = window.harness.get_by_role_and_label(Role::Slider, "Time").rect();
    for part in [0.5_f32, 0.25, 0.9] {
        tap_at(&mut window, pos2(bar.left() + part * bar.width(), bar.center().y), Modifiers::NONE);
        let tick = window.app().workspace().tick();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick of the bar")]
        let wanted = (600.0 * part) as u64;
        assert!(tick.abs_diff(wanted) < 8, "{tick} at {part}");
        // A longer click goes to the same tick.
        window.press(pos2(bar.left() + part * bar.width(), bar.center().y), PointerButton::Primary);
        assert!(window.app().workspace().tick().abs_diff(tick) < 6, "{tick} {}", window.app().workspace().tick());
    }
    window.drag(bar.center(), bar.right_center());
    assert!(window.app().workspace().tick() > 590, "it is dragged as before");
}

#[test]
fn hiding_is_undone_in_its_order() {
    let mut window = TestWindow::new();
    window.type_number("near", "1.25");
    window.click_row("crate");
    tap(&mut window, &[(Modifiers::NONE, Key::H)]);
    window.click(Role::Button, "Edit");
    assert!(window.has_text("Undo hide crate"));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    let state = |window: &TestWindow| {
        let workspace = window.app().workspace();
        (
            workspace.marks().hidden().contains(workspace.world().named("crate").unwrap()),
            workspace.scene().cameras[0].near,
        )
    };
    tap(&mut window, &[(CTRL, Key::Z)]);
    assert_eq!(state(&window), (false, 1.25), "the change before stays");
    tap(&mut window, &[(CTRL, Key::Z)]);
    assert_eq!(state(&window), (false, 0.5));
    tap(&mut window, &[(CTRL | Modifiers::SHIFT, Key::Z), (CTRL | Modifiers::SHIFT, Key::Z)]);
    assert_eq!(state(&window), (true, 1.25));
    // Hiding does not change the file.
    let mut window = TestWindow::new();
    window.click_row("crate");
    tap(&mut window, &[(Modifiers::NONE, Key::H)]);
    assert!(!window.app().workspace().is_dirty() && !window.has_text("not saved"));
}

#[test]
fn esc_closes_the_topmost_help_window() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Help");
    window.click(Role::Button, "Glossary");
    window.harness.key_press(Key::F1);
    window.harness.run();
    let is_open = |window: &TestWindow| [window.has_text("Zoom to the pointer"), window.has_text("Half-space")];
    let seen = is_open(&window);
    assert!(seen[0] && window.harness.query_by_label("Search the glossary").is_some());
    tap(&mut window, &[(Modifiers::NONE, Key::Escape)]);
    assert!(!window.has_text("Zoom to the pointer"), "the shortcuts are above");
    assert!(window.harness.query_by_label("Search the glossary").is_some());
    // In a text field the first Esc removes the focus from the field.
    window.harness.get_by_label("Search the glossary").click();
    window.harness.run();
    assert!(window.harness.ctx.text_edit_focused());
    tap(&mut window, &[(Modifiers::NONE, Key::Escape)]);
    assert!(window.harness.query_by_label("Search the glossary").is_some() && !window.harness.ctx.text_edit_focused());
    tap(&mut window, &[(Modifiers::NONE, Key::Escape)]);
    assert!(window.harness.query_by_label("Search the glossary").is_none());
    window.click(Role::Button, "Help");
    window.click(Role::Button, "About eyeline");
    assert!(window.has_text("Licence"));
    tap(&mut window, &[(Modifiers::NONE, Key::Escape)]);
    assert!(!window.has_text("Licence"));
}

#[test]
fn a_letter_with_alt_does_not_replace_a_number() {
    let mut window = TestWindow::new();
    let place = window.field("near").center();
    window.press(place, PointerButton::Primary);
    let shown = |window: &TestWindow| {
        let field = window.harness.get_by_role_and_label(Role::SpinButton, "near");
        field.accesskit_node().value().unwrap_or_default()
    };
    let before = shown(&window);
    assert!(before.contains("0.5"), "{before}");
    for pressed in [true, false] {
        let modifiers = Modifiers::ALT;
        let event = Event::Key { key: Key::F, physical_key: None, pressed, repeat: false, modifiers };
        window.harness.input_mut().events.push(event);
        if pressed {
            // The events as the desktop sends them.
            window.harness.input_mut().events.push(Event::Text("f".to_owned()));
        }
    }
    window.harness.step();
    window.harness.run();
    assert!(shown(&window).contains("0.5") && window.has_text("Save as…"), "the letter opens the menu File");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(!window.has_text("Save as…"));
    assert_eq!(window.app().workspace().scene().cameras[0].near, 0.5);
}

#[test]
fn enter_deletes_only_where_it_is_asked_to() {
    let text = SCENE.replace(r#""position": [0, 0, 4] }"#, r#""position": [0, 0, 4], "attach": "crate" }"#);
    let mut window = TestWindow::on(&text);
    window.click_row("crate");
    tap(&mut window, &[(Modifiers::NONE, Key::Delete)]);
    assert!(window.has_text("Delete “crate”?"));
    window.harness.key_press(Key::Tab);
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(objects(&window), 2, "Tab leads to Cancel");
    tap(&mut window, &[(Modifiers::NONE, Key::Delete)]);
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(objects(&window), 1);
}

/// The marked row in the list of events, if it is visible.
fn marked(window: &TestWindow) -> Option<String> {
    let nodes = window.harness.root().children_recursive();
    let is_marked = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.role() == Role::ListItem && node.toggled() == Some(Toggled::True)
    };
    nodes.filter(is_marked).find_map(|node| node.accesskit_node().label())
}

#[test]
fn the_events_follow_the_time_bar() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/guard.json")).unwrap();
    let mut window = TestWindow::on(&text);
    for tick in [90, 298, 171, 600, 90, 252] {
        behavior::go_to(&mut window, tick);
        let seen = marked(&window);
        window.shot(&format!("events_{tick}"));
        let marked = seen.unwrap_or_else(|| panic!("no event is marked at {tick}"));
        let of: u64 = marked.strip_prefix("tick ").unwrap().split(':').next().unwrap().parse().unwrap();
        assert!(of <= tick, "{marked} at {tick}");
        let last = window.harness.get_by_role_and_label(Role::ListItem, &marked).rect();
        let legend = window.harness.get_by_role_and_label(Role::Slider, "Time").rect();
        assert!(last.bottom() <= legend.top() && last.top() > window.view().bottom(), "{last:?} at {tick}");
    }
    window.shot("events_follow");
}

#[test]
fn fit_shows_the_whole_tree_and_follow_what_happens() {
    let leaves: Vec<String> = (0..40)
        .map(|i| format!(r#"{{ "sequence": {{ "name": "step {i}", "children": [ {{ "action": {{ "name": "wait {i}", "wait": {{ "ticks": 20 }} }} }} ] }} }}"#))
        .collect();
    let text = format!(
        r#"{{ "eyeline": 1, "agents": [ {{ "name": "one", "tree": {{ "sequence": {{ "name": "all", "children": [{}] }} }} }} ] }}"#,
        leaves.join(",")
    );
    let mut window = TestWindow::on(&text);
    behavior::go_to(&mut window, 5);
    let count = |window: &TestWindow| behavior::boxes(window).len();
    assert!(count(&window) < 40, "{}", count(&window));
    window.shot("tree_followed");
    window.click(Role::Button, "Fit");
    assert_eq!(count(&window), 81);
    window.shot("tree_whole");
    behavior::go_to(&mut window, 105);
    assert_eq!(count(&window), 81, "it stays so");
    window.click(Role::Button, "Follow");
    assert!(count(&window) < 40);
    assert!(window.harness.query_by_role_and_label(Role::Button, "Follow").is_none());
}

fn nodes(window: &TestWindow) -> Vec<String> {
    behavior::boxes(window).into_iter().map(|(label, _)| label).collect()
}

/// Delete applies to what was selected last: a node of the tree, or an item of the scene.
#[test]
fn delete_removes_the_selected_node_and_else_the_agent() {
    let mut window = TestWindow::on(behavior::GUARD);
    behavior::go_to(&mut window, 5);
    let has = |window: &TestWindow, words: &str| nodes(window).iter().any(|label| label.contains(words));
    window.press(behavior::node(&window, "look around").1.center(), PointerButton::Primary);
    tap(&mut window, &[(Modifiers::NONE, Key::Delete)]);
    assert!(!window.has_text("Delete “guard”?") && !has(&window, "look around"), "{:?}", nodes(&window));
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete a node"));
    assert_eq!(window.app().workspace().scene().agents.len(), 1);
    tap(&mut window, &[(CTRL, Key::Z)]);
    assert!(has(&window, "look around"));
    // Orbiting the view selects nothing: the node is still what was selected last.
    window.press(behavior::node(&window, "strike").1.center(), PointerButton::Primary);
    let view = window.view().center();
    window.drag_with(view, view + eframe::egui::vec2(40.0, 0.0), PointerButton::Middle);
    tap(&mut window, &[(Modifiers::NONE, Key::Delete)]);
    assert!(!has(&window, "strike") && !window.has_text("Delete “"));
    tap(&mut window, &[(CTRL, Key::Z)]);
    // Two deletions in one frame are two steps.
    window.press(behavior::node(&window, "strike").1.center(), PointerButton::Primary);
    let count = nodes(&window).len();
    tap(&mut window, &[(Modifiers::NONE, Key::Delete), (CTRL, Key::Z)]);
    assert_eq!(nodes(&window).len(), count);
    // The agent is selected last.
    window.press(behavior::node(&window, "strike").1.center(), PointerButton::Primary);
    window.click_row("guard");
    tap(&mut window, &[(Modifiers::NONE, Key::Delete)]);
    assert!(window.app().workspace().scene().agents.is_empty(), "nothing refers to it, so it is deleted at once");
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete guard"));
}

#[test]
fn delete_in_a_tree_file_removes_the_node_from_the_file() {
    let scene = r#"{ "eyeline": 1, "agents": [ { "name": "robot", "tree": { "file": "a.xml" } } ] }"#;
    let tree =
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence><Open/><Knock/></Sequence></BehaviorTree></root>";
    let mut window = TestWindow::beside(scene, |folder| std::fs::write(folder.join("a.xml"), tree).unwrap());
    behavior::go_to(&mut window, 1);
    window.press(behavior::node(&window, "Open").1.center(), PointerButton::Primary);
    tap(&mut window, &[(Modifiers::NONE, Key::Delete), (CTRL, Key::S)]);
    assert!(!std::fs::read_to_string(window.path("a.xml")).unwrap().contains("Open"));
    tap(&mut window, &[(CTRL, Key::Z), (CTRL, Key::S)]);
    assert!(std::fs::read_to_string(window.path("a.xml")).unwrap().contains("<Open/>"));
}

#[test]
fn the_shortcuts_keep_off_the_scroll_bar() {
    for size in [[1024.0, 640.0], [640.0, 400.0], [512.0, 320.0], [460.0, 273.0]].map(eframe::egui::Vec2::from) {
        let mut window = TestWindow::new();
        window.harness.set_size(size);
        window.harness.run();
        window.harness.key_press(Key::F1);
        window.harness.run();
        let place = window.harness.get_by_role_and_label(Role::Window, "Shortcuts").rect();
        let labels = window.harness.query_all_by_role(Role::Label);
        let inside = labels.map(|label| label.rect()).filter(|rect| place.contains_rect(*rect));
        let right = inside.map(|rect| rect.right()).fold(0.0, f32::max);
        // A narrow window wraps the lines.
        let name = window.harness.get_by_label("Zoom to the pointer").rect();
        assert!(place.left() >= 0.0 && place.right() <= size.x && name.left() > place.left(), "{name} in {place}");
        // The bar is within 10 points of the inner edge.
        assert!(right > place.left() && place.right() - right >= 14.0, "{right} in {place} at {size}");
    }
}

#[test]
fn a_name_that_is_typed_and_accepted_in_one_frame_is_complete() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    window.harness.key_press(Key::F2);
    window.harness.run();
    // A slow frame gets the letters and Enter together.
    for letter in ["k", "e", "g"] {
        window.harness.event(Event::Text(letter.to_owned()));
    }
    window.harness.key_press(Key::Enter);
    window.harness.step();
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects[0].name, "keg");
    // A name that is taken is refused in the same way.
    window.harness.key_press(Key::F2);
    window.harness.run();
    for letter in ["b", "a", "l", "l"] {
        window.harness.event(Event::Text(letter.to_owned()));
    }
    window.harness.key_press(Key::Enter);
    window.harness.step();
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects[0].name, "keg");
    assert!(window.has_text("✖ "), "and why is said");
}
