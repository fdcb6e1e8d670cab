//! Breakpoints, nodes that are dragged to another place, and running to a distant tick.

use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;

use crate::behavior::{GUARD, LEAVES, boxes, go_to, node, press, tab, tree, type_text};
use crate::test_window::TestWindow;

#[test]
fn a_compared_value_stops_playback_and_invalid_comparisons_have_a_reason() {
    let mut window = TestWindow::on(GUARD);
    tab(&mut window, "Breakpoints");
    type_text(&mut window, "key", "alarm");
    window.harness.run();
    assert!(window.has_text("Type the value that alarm is compared with"));
    type_text(&mut window, "value", "loud");
    assert!(window.has_text("alarm is a number now, and loud is a text"));
    window.shot("stops_wrong");
    window.click(Role::ComboBox, "Comparison");
    window.click(Role::Button, ">=");
    type_text(&mut window, "value", "1");
    assert!(window.has_text("⏺ “alarm” >= 1") && !window.has_text("is a number now"));
    press(&mut window, Role::Button, "Next break");
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), LEAVES);
    assert!(window.has_text(&format!("“alarm” >= 1: in this tick, {LEAVES}")));
    assert!(window.has_text("⏺ stops here: “alarm” >= 1"));
    window.shot("stops_hit");
    go_to(&mut window, LEAVES - 20);
    press(&mut window, Role::Button, "Play");
    for _ in 0..200 {
        window.harness.step();
    }
    assert_eq!(window.app().workspace().tick(), LEAVES, "playing stops there");
    // Other breakpoints are in the same list, and a click removes one.
    window.press(node(&window, "patrol").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::CheckBox, "is halted");
    tab(&mut window, "Breakpoints");
    assert!(window.has_text("⏺ “patrol” is halted"));
    press(&mut window, Role::Button, "Remove the breakpoint “alarm” >= 1");
    assert!(!window.has_text("⏺ “alarm” >= 1") && window.has_text("⏺ “patrol” is halted"));
}

#[test]
fn a_node_is_dragged_to_another_place() {
    let mut window = TestWindow::on(GUARD);
    let before = tree(window.app());
    let (patrol, search) = (node(&window, "patrol").1, node(&window, "search").1);
    // While it is held over the left end of another node, a bar marks the place before that node.
    let target = search.left_center() + vec2(3.0, 0.0);
    hold(&mut window, patrol.center(), target);
    window.shot("drag_before");
    let_go(&mut window, target);
    assert_eq!(window.app().workspace().document().undo_label(), Some("move a node"));
    let order =
        |window: &TestWindow, words: &str| node(window, words).0.split(' ').next().unwrap().parse::<usize>().unwrap();
    assert!(order(&window, "patrol") < order(&window, "search"), "{:?}", boxes(&window));
    // Over the middle of a composite it is dropped into the composite.
    let (patrol, attack) = (node(&window, "patrol").1.center(), node(&window, "attack").1.center());
    hold(&mut window, patrol, attack);
    window.shot("drag_into");
    let_go(&mut window, attack);
    assert_eq!(order(&window, "patrol"), order(&window, "strike") + 1, "{:?}", boxes(&window));
    // Esc and invalid places change nothing.
    let changed = tree(window.app());
    let (wait, inside) = (node(&window, "strike").1.center(), node(&window, "0 repeater").1.center());
    hold(&mut window, wait, inside);
    let_go(&mut window, inside);
    assert_eq!(tree(window.app()), changed, "a decorator has one child");
    let (strike, search) = (node(&window, "strike").1.center(), node(&window, "search").1.center());
    hold(&mut window, strike, search);
    window.harness.key_press(Key::Escape);
    window.harness.step();
    let_go(&mut window, search);
    assert_eq!(tree(window.app()), changed);
    for _ in 0..2 {
        window.harness.state_mut().workspace_mut().undo();
    }
    window.harness.run();
    assert_eq!(tree(window.app()), before);
}

fn hold(window: &mut TestWindow, from: eframe::egui::Pos2, to: eframe::egui::Pos2) {
    window.harness.hover_at(from);
    window.harness.step();
    button(window, from, true);
    for part in [0.3, 0.7, 1.0, 1.0] {
        window.harness.hover_at(from + (to - from) * part);
        window.harness.step();
    }
}

fn let_go(window: &mut TestWindow, at: eframe::egui::Pos2) {
    button(window, at, false);
    window.harness.run();
}

fn button(window: &mut TestWindow, pos: eframe::egui::Pos2, pressed: bool) {
    let modifiers = Modifiers::NONE;
    window.harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
    window.harness.step();
}

/// Agents with so much work that a million ticks take far longer than a frame.
fn busy() -> String {
    let agent = |i: usize| {
        format!(
            r#"{{ "name": "a{i}", "tree": {{ "repeater": {{ "child": {{ "condition": {{ "every": {{ "ticks": 7 }} }} }} }} }} }}"#
        )
    };
    let agents: Vec<String> = (0..50).map(agent).collect();
    format!(r#"{{ "eyeline": 1, "agents": [{}] }}"#, agents.join(","))
}

#[test]
fn the_time_bar_shows_the_progress_of_a_replay_and_can_cancel_it() {
    let mut window = TestWindow::on(&busy());
    let place = window.field("Tick").center();
    window.press(place, PointerButton::Primary);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    window.harness.event(Event::Text("900000".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    for _ in 0..30 {
        window.harness.step();
        if window.has_text("running agents: ") {
            break;
        }
    }
    let (tick, wanted) = (window.app().workspace().tick(), window.app().workspace().clock().catching_up());
    assert!(window.has_text("running agents: ") && window.has_text(" of 900000"), "at {tick}, {wanted:?}");
    window.shot("replaying");
    let shown = |window: &TestWindow| window.app().workspace().clock().catching_up().map(|(reached, _)| reached);
    let first = shown(&window).unwrap();
    window.harness.step();
    assert!(shown(&window).unwrap() > first, "it continues from frame to frame");
    window.harness.get_by_role_and_label(Role::Button, "Cancel replay").click();
    window.harness.step();
    window.harness.step();
    assert_eq!(shown(&window), None);
    assert!(window.app().workspace().tick() >= first && !window.has_text("running agents: "));
}

#[test]
fn a_search_for_a_breakpoint_shows_its_progress_and_can_be_cancelled() {
    let mut window = TestWindow::on(&busy());
    go_to(&mut window, 1);
    tab(&mut window, "Breakpoints");
    type_text(&mut window, "key", "never");
    type_text(&mut window, "value", "1");
    window.harness.get_by_role_and_label(Role::Button, "Next break").click();
    for _ in 0..3 {
        window.harness.step();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(window.has_text("at tick "), "it says how far it has looked");
    window.shot("seeking");
    window.harness.get_by_role_and_label(Role::Button, "Stop").click();
    window.harness.step();
    window.harness.run();
    assert!(!window.has_text("at tick ") && window.app().workspace().tick() == 1);
}

#[test]
fn breakpoints_stay_at_their_nodes_and_agents() {
    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "agents": [{ "name": "robot", "tree": { "sequence": { "children": [
        { "action": { "name": "go", "script": ["success"] } },
        { "action": { "name": "look", "script": ["success"] } },
        { "action": { "name": "gate", "script": ["running", "running", "success"] } },
        { "action": { "name": "end", "script": ["running"] } } ] } } }] }"#;
    let mut window = TestWindow::on(SCENE);
    window.press(node(&window, "gate").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::CheckBox, "succeeds");
    tab(&mut window, "Breakpoints");
    let stops_at_gate = |window: &mut TestWindow| {
        tab(window, "Breakpoints");
        window.has_text("⏺ “gate” succeeds")
    };
    assert!(stops_at_gate(&mut window));
    // Another node before it is deleted and restored.
    window.press(node(&window, "look").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Delete node");
    assert!(!boxes(&window).iter().any(|(words, _)| words.contains("look")), "{:?}", boxes(&window));
    assert!(stops_at_gate(&mut window));
    press(&mut window, Role::Button, "Next break");
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), 3);
    assert!(window.has_text("⏺ stops here: “gate” succeeds"));
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert!(stops_at_gate(&mut window));
    // Its agent is renamed.
    window.harness.state_mut().workspace_mut().edit("name", |scene| scene.agents[0].name = "rover".to_owned());
    window.harness.run();
    assert!(stops_at_gate(&mut window));
    // The node itself is deleted. Playback does not stop until undo restores it.
    window.press(node(&window, "gate").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Delete node");
    assert!(!stops_at_gate(&mut window) && window.has_text("There is no breakpoint yet."));
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert!(stops_at_gate(&mut window));
}

/// Writes a file as another program does, with another date.
fn write_elsewhere(path: &std::path::Path, text: &str) {
    std::fs::write(path, text).unwrap();
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    std::fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

#[test]
fn a_breakpoint_in_the_tree_of_groot_stays_at_gate() {
    let (scene, tree) = (include_str!("../../scenes/groot.json"), include_str!("../../scenes/patrol.xml"));
    let mut window = TestWindow::beside(scene, |folder| std::fs::write(folder.join("patrol.xml"), tree).unwrap());
    go_to(&mut window, 1);
    window.press(node(&window, " gate,").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::CheckBox, "succeeds");
    let stops_at = |window: &mut TestWindow, what: &str| {
        tab(window, "Breakpoints");
        assert!(window.has_text("⏺ “gate” succeeds"), "{what}");
        go_to(window, 1);
        press(window, Role::Button, "Next break");
        window.harness.run();
        assert!(window.has_text("⏺ stops here: “gate” succeeds"), "{what}");
        window.app().workspace().tick()
    };
    let stop = stops_at(&mut window, "at first");
    assert!(stop > 1);
    // A GoTo is inserted before it.
    go_to(&mut window, 1);
    let before = node(&window, " gate,").0;
    window.press(node(&window, "GoTo").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Delete node");
    assert_ne!(node(&window, " gate,").0, before, "gate has another number");
    assert_eq!(stops_at(&mut window, "after the deletion"), stop);
    for (what, goes_back) in [("undo", true), ("redo", false), ("undo again", true)] {
        let workspace = window.harness.state_mut().workspace_mut();
        if goes_back {
            workspace.undo();
        } else {
            workspace.redo();
        }
        window.harness.run();
        assert_eq!(stops_at(&mut window, what), stop);
    }
    // Another program writes the scene and then its tree.
    let look = |window: &mut TestWindow| {
        window.harness.state_mut().workspace_mut().disk_mut().refresh_files();
        window.harness.state_mut().workspace_mut().disk_mut().reload();
        window.harness.run();
    };
    write_elsewhere(&window.path("desk.json"), &scene.replace("Groot2\",", "Another title\","));
    look(&mut window);
    assert_eq!(window.app().workspace().scene().title, "Another title");
    assert_eq!(stops_at(&mut window, "reload of the scene"), stop);
    let recharge = "      <GoTo goal=\"{dock}\"/>\n";
    assert!(tree.contains(recharge));
    write_elsewhere(&window.path("patrol.xml"), &tree.replace(recharge, ""));
    look(&mut window);
    assert_ne!(node(&window, " gate,").0, before);
    assert_eq!(stops_at(&mut window, "reload of the tree"), stop);
}
