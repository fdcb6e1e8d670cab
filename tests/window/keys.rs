//! Keys and clicks that are pressed and released within one frame, as fast fingers and automated tests do it; and Esc.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior;
use crate::desk::{Desk, SCENE};

const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// Presses keys, each with its modifiers, and releases them, all in one frame, at whose end nothing is held.
fn tap(desk: &mut Desk, keys: &[(Modifiers, Key)]) {
    for &(modifiers, key) in keys {
        for pressed in [true, false] {
            let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            desk.harness.input_mut().events.push(event);
        }
    }
    desk.harness.step();
    desk.harness.run();
}

/// Presses and releases a button of the mouse in one frame.
fn tap_at(desk: &mut Desk, pos: Pos2, modifiers: Modifiers) {
    desk.harness.hover_at(pos);
    desk.harness.step();
    for pressed in [true, false] {
        let event = Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
        desk.harness.input_mut().events.push(event);
    }
    desk.harness.step();
    desk.harness.run();
}

fn objects(desk: &Desk) -> usize {
    desk.app().session().scene().objects.len()
}

#[test]
fn keys_count_with_the_modifiers_of_their_press() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    tap(&mut desk, &[(CTRL, Key::D)]);
    assert_eq!(objects(&desk), 3, "Ctrl+D");
    tap(&mut desk, &[(CTRL, Key::D), (CTRL, Key::D)]);
    assert_eq!(objects(&desk), 5, "twice in one frame");
    tap(&mut desk, &[(CTRL, Key::Z), (CTRL, Key::Z), (CTRL | Modifiers::SHIFT, Key::Z)]);
    assert_eq!(objects(&desk), 4, "in their order");
    desk.click_row("ball");
    let place = |desk: &Desk| desk.app().session().scene().objects.iter().position(|object| object.name == "ball");
    let before = place(&desk).unwrap();
    tap(&mut desk, &[(Modifiers::ALT, Key::ArrowUp)]);
    assert_eq!(place(&desk), Some(before - 1), "moved, and not the selection");
    // Ctrl+H is not H, nor is Alt+H.
    tap(&mut desk, &[(CTRL, Key::H), (Modifiers::ALT, Key::H)]);
    assert!(desk.app().session().hidden().is_empty());
    tap(&mut desk, &[(Modifiers::NONE, Key::H)]);
    let session = desk.app().session();
    assert!(session.hidden().contains(session.world().named("ball").unwrap()));
    tap(&mut desk, &[(CTRL, Key::S)]);
    assert!(!desk.app().session().is_dirty());
    let before = desk.app().session().selected().step;
    tap(&mut desk, &[(Modifiers::NONE, Key::Period), (Modifiers::NONE, Key::Period)]);
    assert_ne!(desk.app().session().selected().step, before);
    let factor = desk.harness.ctx.zoom_factor();
    tap(&mut desk, &[(CTRL | Modifiers::SHIFT, Key::Plus)]);
    assert!(desk.harness.ctx.zoom_factor() > factor);
}

#[test]
fn a_click_of_no_length_goes_to_its_tick() {
    let mut desk = Desk::new();
    let bar = desk.harness.get_by_role_and_label(Role::Slider, "Time").rect();
    for part in [0.5_f32, 0.25, 0.9] {
        tap_at(&mut desk, pos2(bar.left() + part * bar.width(), bar.center().y), Modifiers::NONE);
        let tick = desk.app().session().tick();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick of the bar")]
        let wanted = (600.0 * part) as u64;
        assert!(tick.abs_diff(wanted) < 8, "{tick} at {part}");
        // A longer one goes to the same place.
        desk.press(pos2(bar.left() + part * bar.width(), bar.center().y), PointerButton::Primary);
        assert!(desk.app().session().tick().abs_diff(tick) < 6, "{tick} {}", desk.app().session().tick());
    }
    desk.drag(bar.center(), bar.right_center());
    assert!(desk.app().session().tick() > 590, "it is dragged as before");
}

#[test]
fn hiding_is_undone_in_its_order() {
    let mut desk = Desk::new();
    desk.type_number("near", "1.25");
    desk.click_row("crate");
    tap(&mut desk, &[(Modifiers::NONE, Key::H)]);
    desk.click(Role::Button, "Edit");
    assert!(desk.has_text("Undo hide crate"));
    desk.harness.key_press(Key::Escape);
    desk.harness.run();
    let state = |desk: &Desk| {
        let session = desk.app().session();
        (session.hidden().contains(session.world().named("crate").unwrap()), session.scene().cameras[0].near)
    };
    tap(&mut desk, &[(CTRL, Key::Z)]);
    assert_eq!(state(&desk), (false, 1.25), "the change before stays");
    tap(&mut desk, &[(CTRL, Key::Z)]);
    assert_eq!(state(&desk), (false, 0.5));
    tap(&mut desk, &[(CTRL | Modifiers::SHIFT, Key::Z), (CTRL | Modifiers::SHIFT, Key::Z)]);
    assert_eq!(state(&desk), (true, 1.25));
    // It is no change of the file.
    let mut desk = Desk::new();
    desk.click_row("crate");
    tap(&mut desk, &[(Modifiers::NONE, Key::H)]);
    assert!(!desk.app().session().is_dirty() && !desk.has_text("not saved"));
}

#[test]
fn esc_closes_the_topmost_help_window() {
    let mut desk = Desk::new();
    desk.click(Role::Button, "Help");
    desk.click(Role::Button, "Glossary");
    desk.harness.key_press(Key::F1);
    desk.harness.run();
    let is_open = |desk: &Desk| [desk.has_text("Zoom to the pointer"), desk.has_text("Half-space")];
    let seen = is_open(&desk);
    assert!(seen[0] && desk.harness.query_by_label("Search the glossary").is_some());
    tap(&mut desk, &[(Modifiers::NONE, Key::Escape)]);
    assert!(!desk.has_text("Zoom to the pointer"), "the shortcuts are above");
    assert!(desk.harness.query_by_label("Search the glossary").is_some());
    // In a text field the first Esc leaves the field.
    desk.harness.get_by_label("Search the glossary").click();
    desk.harness.run();
    assert!(desk.harness.ctx.text_edit_focused());
    tap(&mut desk, &[(Modifiers::NONE, Key::Escape)]);
    assert!(desk.harness.query_by_label("Search the glossary").is_some() && !desk.harness.ctx.text_edit_focused());
    tap(&mut desk, &[(Modifiers::NONE, Key::Escape)]);
    assert!(desk.harness.query_by_label("Search the glossary").is_none());
    desk.click(Role::Button, "Help");
    desk.click(Role::Button, "About eyeline");
    assert!(desk.has_text("Licence"));
    tap(&mut desk, &[(Modifiers::NONE, Key::Escape)]);
    assert!(!desk.has_text("Licence"));
}

#[test]
fn a_letter_with_alt_does_not_replace_a_number() {
    let mut desk = Desk::new();
    let place = desk.field("near").center();
    desk.press(place, PointerButton::Primary);
    let shown = |desk: &Desk| {
        let field = desk.harness.get_by_role_and_label(Role::SpinButton, "near");
        field.accesskit_node().value().unwrap_or_default()
    };
    let before = shown(&desk);
    assert!(before.contains("0.5"), "{before}");
    for pressed in [true, false] {
        let modifiers = Modifiers::ALT;
        let event = Event::Key { key: Key::F, physical_key: None, pressed, repeat: false, modifiers };
        desk.harness.input_mut().events.push(event);
        if pressed {
            // As the desktop sends it.
            desk.harness.input_mut().events.push(Event::Text("f".to_owned()));
        }
    }
    desk.harness.step();
    desk.harness.run();
    assert_eq!(shown(&desk), before);
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    assert_eq!(desk.app().session().scene().cameras[0].near, 0.5);
}

#[test]
fn enter_deletes_only_where_it_is_asked_to() {
    let text = SCENE.replace(r#""position": [0, 0, 4] }"#, r#""position": [0, 0, 4], "attach": "crate" }"#);
    let mut desk = Desk::on(&text);
    desk.click_row("crate");
    tap(&mut desk, &[(Modifiers::NONE, Key::Delete)]);
    assert!(desk.has_text("Delete “crate”?"));
    desk.harness.key_press(Key::Tab);
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    assert_eq!(objects(&desk), 2, "Tab leads to Cancel");
    tap(&mut desk, &[(Modifiers::NONE, Key::Delete)]);
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    assert_eq!(objects(&desk), 1);
}

/// The row of the list of events that is marked, and whether it is in sight.
fn marked(desk: &Desk) -> Option<String> {
    let nodes = desk.harness.root().children_recursive();
    let is_marked = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.role() == Role::ListItem && node.toggled() == Some(Toggled::True)
    };
    nodes.filter(is_marked).find_map(|node| node.accesskit_node().label())
}

#[test]
fn the_events_follow_the_time_bar() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/guard.json")).unwrap();
    let mut desk = Desk::on(&text);
    for tick in [90, 298, 171, 600, 90, 252] {
        behavior::go_to(&mut desk, tick);
        let seen = marked(&desk);
        desk.shot(&format!("events_{tick}"));
        let marked = seen.unwrap_or_else(|| panic!("no event is marked at {tick}"));
        let of: u64 = marked.strip_prefix("tick ").unwrap().split(':').next().unwrap().parse().unwrap();
        assert!(of <= tick, "{marked} at {tick}");
        let last = desk.harness.get_by_role_and_label(Role::ListItem, &marked).rect();
        let legend = desk.harness.get_by_role_and_label(Role::Slider, "Time").rect();
        assert!(last.bottom() <= legend.top() && last.top() > desk.view().bottom(), "{last:?} at {tick}");
    }
    desk.shot("events_follow");
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
    let mut desk = Desk::on(&text);
    behavior::go_to(&mut desk, 5);
    let count = |desk: &Desk| behavior::boxes(desk).len();
    assert!(count(&desk) < 40, "{}", count(&desk));
    desk.shot("tree_followed");
    desk.click(Role::Button, "Fit");
    assert_eq!(count(&desk), 81);
    desk.shot("tree_whole");
    behavior::go_to(&mut desk, 105);
    assert_eq!(count(&desk), 81, "it stays so");
    desk.click(Role::Button, "Follow");
    assert!(count(&desk) < 40);
    assert!(desk.harness.query_by_role_and_label(Role::Button, "Follow").is_none());
}
