//! The behaviour panel on a guard that sees a player: explanation, steps, breakpoints and edits.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, MouseWheelUnit, PointerButton, Rect, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::App;

use crate::test_window::TestWindow;

/// A guard that walks up and down, and a player that comes out from behind a wall.
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

/// The tick in which the guard sees the player, and leaves its patrol.
pub(crate) const LEAVES: u64 = 133;

fn on_guard() -> TestWindow {
    TestWindow::on(GUARD)
}

pub(crate) fn go_to(window: &mut TestWindow, tick: u64) {
    window.harness.state_mut().workspace_mut().set_tick(tick);
    window.harness.run();
}

/// Goes to the tick in which the guard leaves its patrol.
fn leaves_patrol(window: &mut TestWindow) -> u64 {
    go_to(window, LEAVES - 1);
    assert!(window.has_text("“patrol” runs."));
    go_to(window, LEAVES);
    LEAVES
}

/// The visible boxes with their texts, such as "9 patrol, running".
pub(crate) fn boxes(window: &TestWindow) -> Vec<(String, Rect)> {
    let nodes = window.harness.root().children_recursive();
    let is_box = |label: &String| label.starts_with(|c: char| c.is_ascii_digit()) && label.contains(", ");
    let all = nodes.filter(|node| node.accesskit_node().role() == Role::TreeItem);
    all.filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
        .filter(|(label, _)| is_box(label))
        .collect()
}

pub(crate) fn node(window: &TestWindow, words: &str) -> (String, Rect) {
    let found = boxes(window).into_iter().find(|(label, _)| label.contains(words));
    found.unwrap_or_else(|| panic!("{words}: {:?}", boxes(window)))
}

pub(crate) fn press(window: &mut TestWindow, role: Role, label: &str) {
    window.click(role, label);
}

pub(crate) fn tab(window: &mut TestWindow, title: &str) {
    window.click(Role::Tab, &format!("{title} of the tree"));
}

/// Types a text into the field with that label. It replaces the current text.
pub(crate) fn type_text(window: &mut TestWindow, label: &str, text: &str) {
    let place = window.harness.get_by_role_and_label(Role::TextInput, label).rect().center();
    window.type_into(place, text);
}

pub(crate) fn tree(app: &App) -> String {
    serde_json::to_string(&app.workspace().scene().agents[0].tree).unwrap()
}

#[test]
fn the_panel_shows_why_the_guard_left_its_patrol() {
    let mut window = on_guard();
    assert!(window.has_text("Before the first tick: nothing has started."));
    window.shot("behavior_start");
    let tick = leaves_patrol(&mut window);
    for theme in [Theme::Dark, Theme::Light] {
        for (name, size) in
            [("large", vec2(1440.0, 900.0)), ("small", vec2(1024.0, 640.0)), ("wide", vec2(1920.0, 1080.0))]
        {
            window.harness.ctx.set_theme(theme);
            window.harness.set_size(size);
            window.harness.run();
            window.shot(&format!("behavior_{name}_{theme:?}"));
        }
    }
    window.harness.ctx.set_theme(Theme::Dark);
    window.harness.set_size(vec2(1440.0, 900.0));
    window.harness.run();
    assert!(window.has_text(&format!(
        "Tick {tick}: “sees player” went from failure to success; the tree continues at “attack” instead of"
    )));
    assert!(window.has_text("Now “chase” runs."));
    assert!(node(&window, "patrol").0.ends_with("halted"));
    assert!(node(&window, "sees player").0.ends_with("success") && node(&window, "chase").0.ends_with("running"));
    go_to(&mut window, tick + 3);
    assert!(window.has_text(&format!("Last abort in tick {tick}: “sees player” went from failure to success")));
    window.harness.get_by_label_contains("Last abort in tick").click();
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), tick);
}

#[test]
fn events_are_filtered_clicked_and_stepped_through() {
    let mut window = on_guard();
    let tick = leaves_patrol(&mut window);
    press(&mut window, Role::Button, "Event back");
    assert!(window.has_text("event") && window.has_text(&format!("Tick {tick}, event ")));
    let steps = (0..20).take_while(|_| {
        press(&mut window, Role::Button, "Event back");
        window.app().workspace().tick() == tick
    });
    let steps = steps.count();
    assert!((3..12).contains(&steps), "{steps}");
    assert_eq!(window.app().workspace().tick(), tick - 1);
    press(&mut window, Role::Button, "Event forward");
    assert_eq!(window.app().workspace().tick(), tick);
    assert!(window.has_text(&format!("Tick {tick}, event 1 of")) && window.has_text("went from failure to success"));
    assert!(node(&window, "patrol").0.ends_with("running"), "it is halted by the next event");
    window.shot("behavior_inside");
    press(&mut window, Role::Button, "Event forward");
    assert!(node(&window, "patrol").0.ends_with("halted"));
    let rows = |window: &TestWindow| {
        let nodes = window.harness.root().children_recursive();
        nodes.filter(|node| node.accesskit_node().role() == Role::ListItem).count()
    };
    let all = rows(&window);
    for kind in ["start", "end", "reevaluate"] {
        press(&mut window, Role::Button, &format!("Show {kind} events"));
    }
    assert!(rows(&window) < all && rows(&window) >= 1);
    let label = format!("tick {tick}: “patrol” was aborted because of “sees player”");
    go_to(&mut window, 3);
    window.harness.get_by_role_and_label(Role::ListItem, &label).click();
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), tick);
    window.shot("behavior_events");
}

#[test]
fn history_blackboard_and_node_are_beside_the_tree() {
    let mut window = on_guard();
    let tick = leaves_patrol(&mut window);
    go_to(&mut window, tick + 20);
    go_to(&mut window, tick);
    tab(&mut window, "History");
    window.shot("behavior_history");
    let row = window
        .harness
        .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|l| l.contains("patrol")))
        .rect();
    window.press(row.right_center() - vec2(120.0, 0.0), PointerButton::Primary);
    assert!(window.app().workspace().tick() != tick, "a click goes to that tick");
    go_to(&mut window, tick);
    tab(&mut window, "Blackboard");
    assert!(window.has_text("alarm changed: 1  was 0"));
    press(&mut window, Role::Button, "Plot alarm");
    window.shot("behavior_board");
    go_to(&mut window, tick + 1);
    assert!(!window.has_text("alarm changed"));
    tab(&mut window, "Node");
    let place = node(&window, "sees player").1.center();
    window.press(place, PointerButton::Primary);
    assert!(window.has_text("condition: sees player"));
    window.shot("behavior_node");
}

#[test]
fn playing_stops_at_a_breakpoint_and_the_next_one_is_found() {
    let mut window = on_guard();
    let tick = leaves_patrol(&mut window);
    go_to(&mut window, 0);
    window.press(node(&window, "sees player").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::CheckBox, "succeeds");
    press(&mut window, Role::Button, "Next break");
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), tick);
    window.shot("behavior_break");
    go_to(&mut window, 0);
    press(&mut window, Role::Button, "Play");
    for _ in 0..400 {
        window.harness.step();
    }
    assert_eq!(window.app().workspace().tick(), tick, "it stops there and goes no further");
}

#[test]
fn trees_are_changed_and_undo_restores_them() {
    let mut window = on_guard();
    let before = tree(window.app());
    window.press(node(&window, "patrol").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    window.shot("behavior_edit");
    press(&mut window, Role::Button, "Delete node");
    assert!(!tree(window.app()).contains("patrol"));
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete a node"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(tree(window.app()), before);
    window.press(node(&window, "0 repeater").1.center(), PointerButton::Primary);
    press(&mut window, Role::Button, "Delete node");
    assert!(window.has_text("The root cannot be deleted or moved"), "and why is said in place");
    window.shot("behavior_refused");
    assert_eq!(tree(window.app()), before);
    window.press(node(&window, "patrol").1.center(), PointerButton::Primary);
    window.type_number("speed", "2.5");
    assert!(tree(window.app()).contains("\"speed\":2.5"), "{}", tree(window.app()));
}

#[test]
fn trees_are_dragged_zoomed_and_folded() {
    let mut window = on_guard();
    go_to(&mut window, 5);
    let (_, before) = node(&window, "patrol");
    let empty = node(&window, "0 repeater").1.left_center() - vec2(60.0, 0.0);
    window.drag(empty, empty + vec2(30.0, 10.0));
    let moved = node(&window, "patrol").1;
    assert!((moved.center() - before.center() - vec2(30.0, 10.0)).length() < 3.0, "{before} to {moved}");
    press(&mut window, Role::Button, "Fit");
    assert!((node(&window, "patrol").1.center() - before.center()).length() < 1.0);
    window.press(node(&window, "attack").1.center(), PointerButton::Secondary);
    window.shot("behavior_menu");
    press(&mut window, Role::Button, "Fold node");
    assert!(!boxes(&window).iter().any(|(label, _)| label.contains("chase")));
    window.shot("behavior_folded");
    press(&mut window, Role::Button, "Unfold");
    assert!(boxes(&window).iter().any(|(label, _)| label.contains("chase")));
}

#[test]
fn folded_nodes_stay_folded_when_the_tree_is_edited() {
    let mut window = on_guard();
    go_to(&mut window, 5);
    let has = |window: &TestWindow, words: &str| boxes(window).iter().any(|(label, _)| label.contains(words));
    window.press(node(&window, "attack").1.center(), PointerButton::Secondary);
    press(&mut window, Role::Button, "Fold node");
    assert!(!has(&window, "chase"));
    window.press(node(&window, "look around").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Move node");
    press(&mut window, Role::Button, "Move left");
    assert!(window.app().workspace().is_dirty() && !has(&window, "chase"), "{:?}", boxes(&window));
    press(&mut window, Role::Button, "Delete node");
    assert!(!has(&window, "look around") && !has(&window, "chase"), "{:?}", boxes(&window));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(has(&window, "look around") && !has(&window, "chase"));
    // A new node in a folded one can be seen.
    window.press(node(&window, "attack").1.center(), PointerButton::Primary);
    press(&mut window, Role::Button, "Add node");
    press(&mut window, Role::Button, "Composites");
    press(&mut window, Role::Button, "selector");
    assert!(has(&window, "chase"), "{:?}", boxes(&window));
}

#[test]
fn a_scene_without_agents_has_no_such_panel() {
    let mut window = TestWindow::new();
    window.harness.run();
    assert!(!window.has_tab("Behaviour"));
}

#[test]
fn the_row_of_an_agent_has_its_state_and_shows_its_tree() {
    let two = GUARD.replace(
        r#""agents": [ {"#,
        r#""agents": [ { "name": "bird", "tree": { "sequence": { "children": [
            { "action": { "name": "sing", "script": ["running"] } } ] } } }, {"#,
    );
    let mut window = TestWindow::on(&two);
    go_to(&mut window, 4);
    assert_eq!((window.row("bird"), window.row("guard")), ("bird, sing".to_owned(), "guard, patrol".to_owned()));
    assert!(boxes(&window).iter().any(|(label, _)| label.contains("sing")), "the first is shown");
    window.click(Role::Tab, "Octree");
    window.click_row("guard");
    window.harness.run();
    assert!(node(&window, "patrol").0.ends_with("running"), "its panel comes to the front");
    window.shot("behavior_two");
    window.click(Role::ComboBox, "Agent");
    window.click(Role::Button, "bird");
    assert!(boxes(&window).iter().any(|(label, _)| label.contains("sing")));
}

#[test]
fn ten_thousand_nodes_are_zoomed() {
    let leaf = r#"{ "action": { "script": ["running", "success"] } }"#;
    let branch = format!(r#"{{ "sequence": {{ "children": [{}] }} }}"#, [leaf; 9].join(","));
    let scene = format!(
        r#"{{ "eyeline": 1, "agents": [ {{ "name": "crowd", "tree": {{ "parallel": {{ "children": [{}] }} }} }} ] }}"#,
        vec![&*branch; 1000].join(",")
    );
    let mut window = TestWindow::on(&scene);
    go_to(&mut window, 5);
    window.shot("behavior_many");
    let place = boxes(&window)[0].1.center();
    let start = std::time::Instant::now();
    for _ in 0..25 {
        window.turn_wheel(MouseWheelUnit::Point, -60.0);
        window.harness.hover_at(place);
        window.harness.step();
    }
    window.shot("behavior_many_far");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn a_breakpoint_of_a_blackboard_value_stops_playback() {
    let mut window = on_guard();
    let tick = leaves_patrol(&mut window);
    go_to(&mut window, 0);
    tab(&mut window, "Blackboard");
    press(&mut window, Role::Button, "Break when alarm changes");
    press(&mut window, Role::Button, "Next break");
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), tick, "seeing the player sets the alarm");
    press(&mut window, Role::Button, "Break when alarm changes");
    assert!(window.has_text("Next break"));
}

#[test]
fn an_agent_is_added_and_nodes_are_added_to_its_tree() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Add");
    window.click(Role::Button, "Agent");
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.has_tab("Behaviour") && window.row("agent").starts_with("agent"));
    type_text(&mut window, "new key", "hp");
    assert!(window.app().workspace().scene().agents[0].blackboard.contains_key("hp"));
    type_text(&mut window, "hp", "[1, 2]");
    assert_eq!(window.app().workspace().scene().agents[0].blackboard["hp"].to_string(), "[1, 2]");
    window.shot("behavior_agent");
    window.press(node(&window, "wait 10 ticks").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Wrap node");
    press(&mut window, Role::Button, "Decorators");
    press(&mut window, Role::Button, "timeout");
    assert_eq!(window.app().workspace().document().undo_label(), Some("wrap in timeout"));
    assert!(node(&window, "timeout 10").0.starts_with('1') && node(&window, "wait 10 ticks").0.starts_with('2'));
    window.press(node(&window, "0 selector").1.center(), PointerButton::Primary);
    press(&mut window, Role::Button, "Add node");
    press(&mut window, Role::Button, "Conditions");
    press(&mut window, Role::Button, "sees an object");
    assert!(
        window.has_text("✖ ") || boxes(&window).iter().any(|(label, _)| label.contains("sees")),
        "{:?}",
        boxes(&window)
    );
    window.shot("behavior_grown");
}

#[test]
fn unknown_leaves_of_a_file_return_scripted_results() {
    let folder = tempfile::tempdir().unwrap();
    let xml =
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Fallback><Open/><Knock/></Fallback></BehaviorTree></root>"#;
    std::fs::write(folder.path().join("door.xml"), xml).unwrap();
    let scene = r#"{ "eyeline": 1, "agents": [ { "name": "robot", "tree": { "file": "door.xml" } } ] }"#;
    std::fs::write(folder.path().join("door.json"), scene).unwrap();
    let mut window = TestWindow::new();
    assert!(window.harness.state_mut().workspace_mut().open(&folder.path().join("door.json")));
    window.harness.run();
    go_to(&mut window, 1);
    assert!(node(&window, "Open").0.ends_with("success"));
    window.press(node(&window, "Open").1.center(), PointerButton::Primary);
    tab(&mut window, "Node");
    type_text(&mut window, "answers", "running, failure");
    assert!(node(&window, "Open").0.ends_with("running"));
    assert_eq!(window.app().workspace().document().undo_label(), Some("answers of Open of robot"));
    go_to(&mut window, 2);
    assert!(node(&window, "Open").0.ends_with("failure") && node(&window, "Knock").0.ends_with("success"));
    window.shot("behavior_file");
}
