//! Where playing stops, nodes that are dragged to another place, and the way to a far tick.

use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;

use crate::behavior::{GUARD, LEAVES, boxes, go_to, node, press, tab, tree, type_text};
use crate::desk::Desk;

#[test]
fn a_compared_value_stops_the_playing_and_wrong_ones_say_so() {
    let mut desk = Desk::on(GUARD);
    tab(&mut desk, "Breaks");
    type_text(&mut desk, "key", "alarm");
    desk.harness.run();
    assert!(desk.has_text("Type the value that alarm is compared with"));
    type_text(&mut desk, "value", "loud");
    assert!(desk.has_text("alarm is a number now, and loud is a text"));
    desk.shot("stops_wrong");
    desk.click(Role::ComboBox, "Comparison");
    desk.click(Role::Button, ">=");
    type_text(&mut desk, "value", "1");
    assert!(desk.has_text("⏺ “alarm” >= 1") && !desk.has_text("is a number now"));
    press(&mut desk, Role::Button, "Next break");
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), LEAVES);
    assert!(desk.has_text(&format!("“alarm” >= 1: in this tick, {LEAVES}")));
    assert!(desk.has_text("⏺ stops here: “alarm” >= 1"));
    desk.shot("stops_hit");
    go_to(&mut desk, LEAVES - 20);
    press(&mut desk, Role::Button, "Play");
    for _ in 0..200 {
        desk.harness.step();
    }
    assert_eq!(desk.app().session().tick(), LEAVES, "playing stops there");
    // Others stand in the same list, and a click takes one away.
    desk.press(node(&desk, "patrol").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::CheckBox, "is halted");
    tab(&mut desk, "Breaks");
    assert!(desk.has_text("⏺ “patrol” is halted"));
    press(&mut desk, Role::Button, "Remove the breakpoint “alarm” >= 1");
    assert!(!desk.has_text("⏺ “alarm” >= 1") && desk.has_text("⏺ “patrol” is halted"));
}

#[test]
fn a_node_is_dragged_to_another_place() {
    let mut desk = Desk::on(GUARD);
    let before = tree(desk.app());
    let (patrol, search) = (node(&desk, "patrol").1, node(&desk, "search").1);
    // Held over the left end of another one, a bar marks the place before it.
    let target = search.left_center() + vec2(3.0, 0.0);
    hold(&mut desk, patrol.center(), target);
    desk.shot("drag_before");
    let_go(&mut desk, target);
    assert_eq!(desk.app().session().undo_label(), Some("move a node"));
    let order = |desk: &Desk, words: &str| node(desk, words).0.split(' ').next().unwrap().parse::<usize>().unwrap();
    assert!(order(&desk, "patrol") < order(&desk, "search"), "{:?}", boxes(&desk));
    // Over the middle of a composite it goes into it.
    let (patrol, attack) = (node(&desk, "patrol").1.center(), node(&desk, "attack").1.center());
    hold(&mut desk, patrol, attack);
    desk.shot("drag_into");
    let_go(&mut desk, attack);
    assert_eq!(order(&desk, "patrol"), order(&desk, "strike") + 1, "{:?}", boxes(&desk));
    // Esc, and places where there is no room, change nothing.
    let changed = tree(desk.app());
    let (wait, inside) = (node(&desk, "strike").1.center(), node(&desk, "0 repeater").1.center());
    hold(&mut desk, wait, inside);
    let_go(&mut desk, inside);
    assert_eq!(tree(desk.app()), changed, "a decorator has one child");
    let (strike, search) = (node(&desk, "strike").1.center(), node(&desk, "search").1.center());
    hold(&mut desk, strike, search);
    desk.harness.key_press(Key::Escape);
    desk.harness.step();
    let_go(&mut desk, search);
    assert_eq!(tree(desk.app()), changed);
    for _ in 0..2 {
        desk.harness.state_mut().session_mut().undo();
    }
    desk.harness.run();
    assert_eq!(tree(desk.app()), before);
}

fn hold(desk: &mut Desk, from: eframe::egui::Pos2, to: eframe::egui::Pos2) {
    desk.harness.hover_at(from);
    desk.harness.step();
    button(desk, from, true);
    for part in [0.3, 0.7, 1.0, 1.0] {
        desk.harness.hover_at(from + (to - from) * part);
        desk.harness.step();
    }
}

fn let_go(desk: &mut Desk, at: eframe::egui::Pos2) {
    button(desk, at, false);
    desk.harness.run();
}

fn button(desk: &mut Desk, pos: eframe::egui::Pos2, pressed: bool) {
    let modifiers = Modifiers::NONE;
    desk.harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
    desk.harness.step();
}

/// Agents with so much to do that a million ticks take far longer than a moment.
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
fn the_timeline_shows_how_far_agents_were_run_and_can_be_stopped() {
    let mut desk = Desk::on(&busy());
    let place = desk.field("Tick").center();
    desk.press(place, PointerButton::Primary);
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    desk.harness.run();
    desk.harness.event(Event::Text("900000".to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    for _ in 0..30 {
        desk.harness.step();
        if desk.has_text("running agents: ") {
            break;
        }
    }
    let (tick, wanted) = (desk.app().session().tick(), desk.app().session().catching_up());
    assert!(desk.has_text("running agents: ") && desk.has_text(" of 900000"), "at {tick}, {wanted:?}");
    desk.shot("replaying");
    let shown = |desk: &Desk| desk.app().session().catching_up().map(|(reached, _)| reached);
    let first = shown(&desk).unwrap();
    desk.harness.step();
    assert!(shown(&desk).unwrap() > first, "it goes on from frame to frame");
    desk.harness.get_by_role_and_label(Role::Button, "Cancel replay").click();
    desk.harness.step();
    desk.harness.step();
    assert_eq!(shown(&desk), None);
    assert!(desk.app().session().tick() >= first && !desk.has_text("running agents: "));
}

#[test]
fn a_search_for_a_breakpoint_shows_its_progress_and_can_be_stopped() {
    let mut desk = Desk::on(&busy());
    go_to(&mut desk, 1);
    tab(&mut desk, "Breaks");
    type_text(&mut desk, "key", "never");
    type_text(&mut desk, "value", "1");
    desk.harness.get_by_role_and_label(Role::Button, "Next break").click();
    for _ in 0..3 {
        desk.harness.step();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(desk.has_text("at tick "), "it says how far it has looked");
    desk.shot("seeking");
    desk.harness.get_by_role_and_label(Role::Button, "Stop").click();
    desk.harness.step();
    desk.harness.run();
    assert!(!desk.has_text("at tick ") && desk.app().session().tick() == 1);
}

#[test]
fn breakpoints_stay_at_their_nodes_and_agents() {
    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "agents": [{ "name": "robot", "tree": { "sequence": { "children": [
        { "action": { "name": "go", "script": ["success"] } },
        { "action": { "name": "look", "script": ["success"] } },
        { "action": { "name": "gate", "script": ["running", "running", "success"] } },
        { "action": { "name": "end", "script": ["running"] } } ] } } }] }"#;
    let mut desk = Desk::on(SCENE);
    desk.press(node(&desk, "gate").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::CheckBox, "succeeds");
    tab(&mut desk, "Breaks");
    let stops_at_gate = |desk: &mut Desk| {
        tab(desk, "Breaks");
        desk.has_text("⏺ “gate” succeeds")
    };
    assert!(stops_at_gate(&mut desk));
    // Another node before it is taken out, and comes back.
    desk.press(node(&desk, "look").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::Button, "Delete node");
    assert!(!boxes(&desk).iter().any(|(words, _)| words.contains("look")), "{:?}", boxes(&desk));
    assert!(stops_at_gate(&mut desk));
    press(&mut desk, Role::Button, "Next break");
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), 3);
    assert!(desk.has_text("⏺ stops here: “gate” succeeds"));
    desk.harness.state_mut().session_mut().undo();
    desk.harness.run();
    assert!(stops_at_gate(&mut desk));
    // Its agent is renamed.
    desk.harness.state_mut().session_mut().edit("name", |scene| scene.agents[0].name = "rover".to_owned());
    desk.harness.run();
    assert!(stops_at_gate(&mut desk));
    // The node itself is taken out: nothing stops, until undo brings it back.
    desk.press(node(&desk, "gate").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::Button, "Delete node");
    assert!(!stops_at_gate(&mut desk) && desk.has_text("There is no breakpoint yet."));
    desk.harness.state_mut().session_mut().undo();
    desk.harness.run();
    assert!(stops_at_gate(&mut desk));
}

/// Another program's write, with another date.
fn write_elsewhere(path: &std::path::Path, text: &str) {
    std::fs::write(path, text).unwrap();
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    std::fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

#[test]
fn a_breakpoint_in_the_tree_of_groot_stays_at_gate() {
    let (scene, tree) = (include_str!("../../scenes/groot.json"), include_str!("../../scenes/patrol.xml"));
    let mut desk = Desk::beside(scene, |folder| std::fs::write(folder.join("patrol.xml"), tree).unwrap());
    go_to(&mut desk, 1);
    desk.press(node(&desk, " gate,").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::CheckBox, "succeeds");
    let stops_at = |desk: &mut Desk, what: &str| {
        tab(desk, "Breaks");
        assert!(desk.has_text("⏺ “gate” succeeds"), "{what}");
        go_to(desk, 1);
        press(desk, Role::Button, "Next break");
        desk.harness.run();
        assert!(desk.has_text("⏺ stops here: “gate” succeeds"), "{what}");
        desk.app().session().tick()
    };
    let stop = stops_at(&mut desk, "at first");
    assert!(stop > 1);
    // A GoTo that stands before it.
    go_to(&mut desk, 1);
    let before = node(&desk, " gate,").0;
    desk.press(node(&desk, "GoTo").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::Button, "Delete node");
    assert_ne!(node(&desk, " gate,").0, before, "gate has another number");
    assert_eq!(stops_at(&mut desk, "after the deletion"), stop);
    for (what, goes_back) in [("undo", true), ("redo", false), ("undo again", true)] {
        let session = desk.harness.state_mut().session_mut();
        if goes_back {
            session.undo();
        } else {
            session.redo();
        }
        desk.harness.run();
        assert_eq!(stops_at(&mut desk, what), stop);
    }
    // The scene and then its tree are written by another program.
    let look = |desk: &mut Desk| {
        desk.harness.state_mut().session_mut().refresh_files();
        desk.harness.state_mut().session_mut().reload();
        desk.harness.run();
    };
    write_elsewhere(&desk.path("desk.json"), &scene.replace("A tree from Groot2\",", "Another title\","));
    look(&mut desk);
    assert_eq!(desk.app().session().scene().title, "Another title");
    assert_eq!(stops_at(&mut desk, "reload of the scene"), stop);
    let recharge = "      <GoTo goal=\"{dock}\"/>\n";
    assert!(tree.contains(recharge));
    write_elsewhere(&desk.path("patrol.xml"), &tree.replace(recharge, ""));
    look(&mut desk);
    assert_ne!(node(&desk, " gate,").0, before);
    assert_eq!(stops_at(&mut desk, "reload of the tree"), stop);
}
