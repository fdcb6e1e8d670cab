//! The behaviour panel on a guard that sees a player: explanation, steps, breakpoints and edits.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Rect, Theme, TouchPhase, vec2,
};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::App;

use crate::desk::Desk;

/// A guard that walks up and down, and a player who comes out from behind a wall.
pub(crate) const GUARD: &str = r#"{ "eyeline": 1, "title": "Guard post", "tick_rate": 10,
    "view": { "eye": [9, 9, 12], "target": [0, 0, -1] },
    "cameras": [ { "name": "eyes", "position": [0, 1.6, 0], "attach": "guard_body", "near": 0.2, "far": 9,
        "projection": { "perspective": { "fov_y": 50, "aspect": 1.6 } } } ],
    "objects": [
        { "name": "guard_body", "shape": { "capsule": { "radius": 0.35, "half_height": 0.5 } }, "position": [-4, 0.85, 0] },
        { "name": "player", "shape": { "capsule": { "radius": 0.3, "half_height": 0.5 } },
          "path": { "points": [[3, 0.8, -9], [3, 0.8, 0], [9, 0.8, 0], [9, 0.8, -9]], "speed": 1.2, "loop": true } },
        { "name": "wall", "shape": { "box": { "half_extents": [0.15, 1.2, 2.2] } }, "position": [0, 1.2, -4] } ],
    "agents": [ { "name": "guard", "body": "guard_body", "camera": "eyes", "blackboard": { "hp": 100, "alarm": 0 },
        "tree": { "repeater": { "child": { "selector": { "name": "guard", "children": [
            { "sequence": { "name": "attack", "abort": "both", "children": [
                { "condition": { "name": "sees player", "sees": { "object": "player" } } },
                { "action": { "set": { "key": "alarm", "value": 1 } } },
                { "action": { "name": "chase", "move_to": { "object": "player", "speed": 2, "within": 1 } } },
                { "action": { "name": "strike", "wait": { "ticks": 4 } } } ] } },
            { "sequence": { "name": "search", "children": [
                { "condition": { "blackboard": { "key": "alarm", "value": 1 } } },
                { "action": { "name": "look around", "wait": { "ticks": 15 } } },
                { "action": { "set": { "key": "alarm", "value": 0 } } } ] } },
            { "action": { "name": "patrol", "patrol": { "points": [[-4, 0.85, 0], [4, 0.85, 0]], "speed": 1.5 } } }
        ] } } } } } ] }"#;

/// The tick in which it sees the player, and leaves its patrol.
pub(crate) const LEAVES: u64 = 133;

fn on_guard() -> Desk {
    Desk::on(GUARD)
}

pub(crate) fn go_to(desk: &mut Desk, tick: u64) {
    desk.harness.state_mut().session_mut().set_tick(tick);
    desk.harness.run();
}

/// Goes to the tick in which the guard leaves its patrol.
fn leaves_patrol(desk: &mut Desk) -> u64 {
    go_to(desk, LEAVES - 1);
    assert!(desk.has_text("“patrol” runs."));
    go_to(desk, LEAVES);
    LEAVES
}

/// The boxes in sight with their words, such as "9 patrol, running".
pub(crate) fn boxes(desk: &Desk) -> Vec<(String, Rect)> {
    let nodes = desk.harness.root().children_recursive();
    let is_box = |label: &String| label.starts_with(|c: char| c.is_ascii_digit()) && label.contains(", ");
    let all = nodes.filter(|node| node.accesskit_node().role() == Role::TreeItem);
    all.filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
        .filter(|(label, _)| is_box(label))
        .collect()
}

pub(crate) fn node(desk: &Desk, words: &str) -> (String, Rect) {
    let found = boxes(desk).into_iter().find(|(label, _)| label.contains(words));
    found.unwrap_or_else(|| panic!("{words}: {:?}", boxes(desk)))
}

pub(crate) fn press(desk: &mut Desk, role: Role, label: &str) {
    desk.click(role, label);
}

pub(crate) fn tab(desk: &mut Desk, title: &str) {
    desk.click(Role::Tab, &format!("{title} of the tree"));
}

/// Types a text into the field of that label, in place of what is there.
pub(crate) fn type_text(desk: &mut Desk, label: &str, text: &str) {
    let place = desk.harness.get_by_role_and_label(Role::TextInput, label).rect().center();
    desk.type_into(place, text);
}

pub(crate) fn tree(app: &App) -> String {
    serde_json::to_string(&app.session().scene().agents[0].tree).unwrap()
}

#[test]
fn the_panel_alone_shows_why_the_guard_left_its_patrol() {
    let mut desk = on_guard();
    assert!(desk.has_text("Before the first tick: nothing has started."));
    desk.shot("behavior_start");
    let tick = leaves_patrol(&mut desk);
    for theme in [Theme::Dark, Theme::Light] {
        for (name, size) in
            [("large", vec2(1440.0, 900.0)), ("small", vec2(1024.0, 640.0)), ("wide", vec2(1920.0, 1080.0))]
        {
            desk.harness.ctx.set_theme(theme);
            desk.harness.set_size(size);
            desk.harness.run();
            desk.shot(&format!("behavior_{name}_{theme:?}"));
        }
    }
    desk.harness.ctx.set_theme(Theme::Dark);
    desk.harness.set_size(vec2(1440.0, 900.0));
    desk.harness.run();
    assert!(desk.has_text(&format!(
        "Tick {tick}: “sees player” went from failure to success; continues at “attack” instead of"
    )));
    assert!(desk.has_text("Now “chase” runs."));
    assert!(node(&desk, "patrol").0.ends_with("halted"));
    assert!(node(&desk, "sees player").0.ends_with("success") && node(&desk, "chase").0.ends_with("running"));
    go_to(&mut desk, tick + 3);
    assert!(desk.has_text(&format!("Last abort in tick {tick}: “sees player” went from failure to success")));
    desk.harness.get_by_label_contains("Last abort in tick").click();
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), tick);
}

#[test]
fn events_are_filtered_clicked_and_stepped_through() {
    let mut desk = on_guard();
    let tick = leaves_patrol(&mut desk);
    press(&mut desk, Role::Button, "Event back");
    assert!(desk.has_text("event") && desk.has_text(&format!("Tick {tick}, event ")));
    let steps = (0..20).take_while(|_| {
        press(&mut desk, Role::Button, "Event back");
        desk.app().session().tick() == tick
    });
    let steps = steps.count();
    assert!((3..12).contains(&steps), "{steps}");
    assert_eq!(desk.app().session().tick(), tick - 1);
    press(&mut desk, Role::Button, "Event forward");
    assert_eq!(desk.app().session().tick(), tick);
    assert!(desk.has_text(&format!("Tick {tick}, event 1 of")) && desk.has_text("went from failure to success"));
    assert!(node(&desk, "patrol").0.ends_with("running"), "it is halted by the next event");
    desk.shot("behavior_inside");
    press(&mut desk, Role::Button, "Event forward");
    assert!(node(&desk, "patrol").0.ends_with("halted"));
    let rows = |desk: &Desk| {
        let nodes = desk.harness.root().children_recursive();
        nodes.filter(|node| node.accesskit_node().role() == Role::ListItem).count()
    };
    let all = rows(&desk);
    for kind in ["start", "end", "reevaluate"] {
        press(&mut desk, Role::Button, &format!("Show {kind} events"));
    }
    assert!(rows(&desk) < all && rows(&desk) >= 1);
    let label = format!("tick {tick}: “patrol” was halted because of “sees player”");
    go_to(&mut desk, 3);
    desk.harness.get_by_role_and_label(Role::ListItem, &label).click();
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), tick);
    desk.shot("behavior_events");
}

#[test]
fn history_blackboard_and_node_are_beside_the_tree() {
    let mut desk = on_guard();
    let tick = leaves_patrol(&mut desk);
    go_to(&mut desk, tick + 20);
    go_to(&mut desk, tick);
    tab(&mut desk, "History");
    desk.shot("behavior_history");
    let row = desk
        .harness
        .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|l| l.contains("patrol")))
        .rect();
    desk.press(row.right_center() - vec2(120.0, 0.0), PointerButton::Primary);
    assert!(desk.app().session().tick() != tick, "a click goes to that tick");
    go_to(&mut desk, tick);
    tab(&mut desk, "Blackboard");
    assert!(desk.has_text("alarm changed: 1  was 0"));
    press(&mut desk, Role::Button, "Plot alarm");
    desk.shot("behavior_board");
    go_to(&mut desk, tick + 1);
    assert!(!desk.has_text("alarm changed"));
    tab(&mut desk, "Node");
    let place = node(&desk, "sees player").1.center();
    desk.press(place, PointerButton::Primary);
    assert!(desk.has_text("condition: sees player"));
    desk.shot("behavior_node");
}

#[test]
fn playing_stops_at_a_breakpoint_and_the_next_one_is_found() {
    let mut desk = on_guard();
    let tick = leaves_patrol(&mut desk);
    go_to(&mut desk, 0);
    desk.press(node(&desk, "sees player").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::CheckBox, "succeeds");
    press(&mut desk, Role::Button, "Next break");
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), tick);
    desk.shot("behavior_break");
    go_to(&mut desk, 0);
    press(&mut desk, Role::Button, "Play");
    for _ in 0..400 {
        desk.harness.step();
    }
    assert_eq!(desk.app().session().tick(), tick, "it stops there and goes no further");
}

#[test]
fn trees_are_changed_and_undo_brings_them_back() {
    let mut desk = on_guard();
    let before = tree(desk.app());
    desk.press(node(&desk, "patrol").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    desk.shot("behavior_edit");
    press(&mut desk, Role::Button, "Delete node");
    assert!(!tree(desk.app()).contains("patrol"));
    assert_eq!(desk.app().session().undo_label(), Some("delete a node"));
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(tree(desk.app()), before);
    desk.press(node(&desk, "0 repeater").1.center(), PointerButton::Primary);
    press(&mut desk, Role::Button, "Delete node");
    assert!(desk.has_text("The root cannot be deleted or moved"), "and why is said in place");
    desk.shot("behavior_refused");
    assert_eq!(tree(desk.app()), before);
    desk.press(node(&desk, "patrol").1.center(), PointerButton::Primary);
    desk.type_number("speed", "2.5");
    assert!(tree(desk.app()).contains("\"speed\":2.5"), "{}", tree(desk.app()));
}

#[test]
fn trees_are_dragged_zoomed_and_folded() {
    let mut desk = on_guard();
    go_to(&mut desk, 5);
    let (_, before) = node(&desk, "patrol");
    let empty = node(&desk, "0 repeater").1.left_center() - vec2(60.0, 0.0);
    desk.drag(empty, empty + vec2(30.0, 10.0));
    let moved = node(&desk, "patrol").1;
    assert!((moved.center() - before.center() - vec2(30.0, 10.0)).length() < 3.0, "{before} to {moved}");
    press(&mut desk, Role::Button, "Fit");
    assert!((node(&desk, "patrol").1.center() - before.center()).length() < 1.0);
    desk.press(node(&desk, "attack").1.center(), PointerButton::Secondary);
    desk.shot("behavior_menu");
    press(&mut desk, Role::Button, "Fold node");
    assert!(!boxes(&desk).iter().any(|(label, _)| label.contains("chase")));
    desk.shot("behavior_folded");
    press(&mut desk, Role::Button, "Unfold");
    assert!(boxes(&desk).iter().any(|(label, _)| label.contains("chase")));
}

#[test]
fn a_scene_without_agents_has_no_such_panel() {
    let mut desk = Desk::new();
    desk.harness.run();
    assert!(!desk.has_tab("Behaviour"));
}

#[test]
fn the_row_of_an_agent_says_what_it_does_and_shows_its_tree() {
    let two = GUARD.replace(
        r#""agents": [ {"#,
        r#""agents": [ { "name": "bird", "tree": { "sequence": { "children": [
            { "action": { "name": "sing", "script": ["running"] } } ] } } }, {"#,
    );
    let mut desk = Desk::on(&two);
    go_to(&mut desk, 4);
    assert_eq!((desk.row("bird"), desk.row("guard")), ("bird, sing".to_owned(), "guard, patrol".to_owned()));
    assert!(boxes(&desk).iter().any(|(label, _)| label.contains("sing")), "the first is shown");
    desk.click(Role::Tab, "Octree");
    desk.click_row("guard");
    desk.harness.run();
    assert!(node(&desk, "patrol").0.ends_with("running"), "its panel comes to the front");
    desk.shot("behavior_two");
    desk.click(Role::ComboBox, "Agent");
    desk.click(Role::Button, "bird");
    assert!(boxes(&desk).iter().any(|(label, _)| label.contains("sing")));
}

#[test]
fn ten_thousand_nodes_stay_smooth() {
    let leaf = r#"{ "action": { "script": ["running", "success"] } }"#;
    let branch = format!(r#"{{ "sequence": {{ "children": [{}] }} }}"#, [leaf; 9].join(","));
    let scene = format!(
        r#"{{ "eyeline": 1, "agents": [ {{ "name": "crowd", "tree": {{ "parallel": {{ "children": [{}] }} }} }} ] }}"#,
        vec![&*branch; 1000].join(",")
    );
    let mut desk = Desk::on(&scene);
    go_to(&mut desk, 5);
    desk.shot("behavior_many");
    let place = boxes(&desk)[0].1.center();
    let mut slowest = 0.0_f64;
    for _ in 0..25 {
        let start = std::time::Instant::now();
        desk.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, -60.0),
            source: MouseWheelSource::Wheel,
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        desk.harness.hover_at(place);
        desk.harness.step();
        slowest = slowest.max(start.elapsed().as_secs_f64());
    }
    desk.shot("behavior_many_far");
    assert!(slowest < 0.5, "{slowest} s for a frame");
}

#[test]
fn a_value_of_the_blackboard_stops_the_playing() {
    let mut desk = on_guard();
    let tick = leaves_patrol(&mut desk);
    go_to(&mut desk, 0);
    tab(&mut desk, "Blackboard");
    press(&mut desk, Role::Button, "Break when alarm changes");
    press(&mut desk, Role::Button, "Next break");
    desk.harness.run();
    assert_eq!(desk.app().session().tick(), tick, "seeing the player sets the alarm");
    press(&mut desk, Role::Button, "Break when alarm changes");
    assert!(desk.has_text("Next break"));
}

#[test]
fn an_agent_is_added_and_its_tree_grows() {
    let mut desk = Desk::new();
    desk.click(Role::Button, "Add");
    desk.click(Role::Button, "Agent");
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    assert!(desk.has_tab("Behaviour") && desk.row("agent").starts_with("agent"));
    type_text(&mut desk, "new value", "hp");
    assert!(desk.app().session().scene().agents[0].blackboard.contains_key("hp"));
    type_text(&mut desk, "hp", "[1, 2]");
    assert_eq!(desk.app().session().scene().agents[0].blackboard["hp"].to_string(), "[1, 2]");
    desk.shot("behavior_agent");
    desk.press(node(&desk, "wait 10 ticks").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    press(&mut desk, Role::Button, "Wrap node");
    press(&mut desk, Role::Button, "Decorators");
    press(&mut desk, Role::Button, "timeout");
    assert_eq!(desk.app().session().undo_label(), Some("wrap in timeout"));
    assert!(node(&desk, "timeout 10").0.starts_with('1') && node(&desk, "wait 10 ticks").0.starts_with('2'));
    desk.press(node(&desk, "0 selector").1.center(), PointerButton::Primary);
    press(&mut desk, Role::Button, "Add node");
    press(&mut desk, Role::Button, "Conditions");
    press(&mut desk, Role::Button, "sees an object");
    assert!(desk.has_text("✖ ") || boxes(&desk).iter().any(|(label, _)| label.contains("sees")), "{:?}", boxes(&desk));
    desk.shot("behavior_grown");
}

#[test]
fn unknown_leaves_of_a_file_return_scripted_results() {
    let folder = tempfile::tempdir().unwrap();
    let xml =
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Fallback><Open/><Knock/></Fallback></BehaviorTree></root>"#;
    std::fs::write(folder.path().join("door.xml"), xml).unwrap();
    let scene = r#"{ "eyeline": 1, "agents": [ { "name": "robot", "tree": { "file": "door.xml" } } ] }"#;
    std::fs::write(folder.path().join("door.json"), scene).unwrap();
    let mut desk = Desk::new();
    assert!(desk.harness.state_mut().session_mut().open(&folder.path().join("door.json")));
    desk.harness.run();
    go_to(&mut desk, 1);
    assert!(node(&desk, "Open").0.ends_with("success"));
    desk.press(node(&desk, "Open").1.center(), PointerButton::Primary);
    tab(&mut desk, "Node");
    type_text(&mut desk, "answers", "running, failure");
    assert!(node(&desk, "Open").0.ends_with("running"));
    assert_eq!(desk.app().session().undo_label(), Some("answers of Open of robot"));
    go_to(&mut desk, 2);
    assert!(node(&desk, "Open").0.ends_with("failure") && node(&desk, "Knock").0.ends_with("success"));
    desk.shot("behavior_file");
}
