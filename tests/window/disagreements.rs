//! The panel with the answers of a program that differ.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Modifiers, PointerButton, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;

use crate::test_window::TestWindow;

/// The lesson at tick 45, with the tab in front. Three of five answers differ there.
fn on_lesson() -> TestWindow {
    let mut window = TestWindow::on_own_scene("engine_said", [1280, 720]);
    window.click(Role::Tab, "Disagreements");
    window.harness.remove_cursor();
    window.harness.run();
    window
}

/// The visible rows, from the top: their words and places.
fn rows(window: &TestWindow) -> Vec<(String, Rect)> {
    let all = window.harness.root().children_recursive();
    let rows = all.filter(|node| node.accesskit_node().role() == Role::Row);
    let mut rows: Vec<_> = rows.filter_map(|node| Some((node.accesskit_node().label()?, node.rect()))).collect();
    rows.sort_by(|(_, a), (_, b)| a.top().total_cmp(&b.top()));
    rows
}

/// The objects in the rows, from the top.
fn objects(window: &TestWindow) -> Vec<String> {
    let object = |(words, _): (String, Rect)| words.split('“').nth(1)?.split('”').next().map(str::to_owned);
    rows(window).into_iter().filter_map(object).collect()
}

fn selected(window: &TestWindow) -> (Option<Item>, Option<String>) {
    let workspace = window.app().workspace();
    let (world, selected) = (workspace.world(), workspace.selected());
    (selected.querier(), selected.object().map(|object| world.objects[object].name.to_string()))
}

#[test]
fn what_vanishes_is_the_first_row_and_a_click_selects_what_was_asked() {
    let mut window = on_lesson();
    assert!(window.has_text("3 disagreements in 5 answers of the program at this tick"));
    let words = [
        "vanishes: “kite” in view of “game”: the program says culled, eyeline intersect, bounding sphere",
        "needless: “bird” in view of “game”: the program says visible, eyeline outside, near plane differs",
        "needless: “cart” in view of “game”: the program says visible, eyeline outside, rule far-plane-skipped",
    ];
    let shown = rows(&window);
    assert_eq!(shown.iter().map(|(words, _)| &**words).collect::<Vec<_>>(), words);
    window.press(shown[2].1.center(), PointerButton::Primary);
    assert_eq!(selected(&window), (Some(Item::Camera(0)), Some("cart".to_owned())));
    assert!(window.has_tab("Disagreements") && rows(&window).len() == 3, "the list stays");
    window.shot("disagreements_selected");
    // A double click shows the explanation of the answer. All events are in one frame, because frames of the harness are too far apart
    // in time for a double click.
    let pos = shown[0].1.center();
    let click =
        |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    window.harness.hover_at(pos);
    window.harness.step();
    window.harness.input_mut().events.extend([true, false, true, false].map(click));
    window.harness.step();
    window.harness.run();
    assert_eq!(selected(&window).1.as_deref(), Some("kite"));
    assert!(window.has_text("Step 1: "), "the explanation is open");
    assert_eq!(rows(&window), []);
}

#[test]
fn effects_causes_and_words_choose_rows() {
    let mut window = on_lesson();
    window.click(Role::Button, "1 bounds differ");
    assert_eq!(objects(&window), ["kite"]);
    window.click(Role::Button, "1 bounds differ");
    assert_eq!(objects(&window), ["kite", "bird", "cart"], "a second click lists all");
    window.click(Role::Button, "2 needless");
    assert_eq!(objects(&window), ["bird", "cart"]);
    window.click(Role::Button, "1 another rule");
    assert_eq!(objects(&window), ["cart"]);
    // The choice stays at other ticks. At tick 0 all answers agree.
    window.command("First tick");
    window.wait_until("tick 0", |window| window.has_text("No disagreement in 5 answers"));
    assert!(window.has_text("All answers of the program at this tick agree"));
    window.harness.state_mut().workspace_mut().set_tick(45);
    window.harness.run();
    assert_eq!(objects(&window), ["cart"]);
    window.click(Role::Button, "Clear");
    assert_eq!(objects(&window), ["kite", "bird", "cart"]);
    window.harness.get_by_role_and_label(Role::TextInput, "Filter the disagreements").focus();
    window.harness.run();
    window.harness.event(Event::Text("near plane".to_owned()));
    window.harness.run();
    assert_eq!(objects(&window), ["bird"]);
    window.harness.event(Event::Text(" kite".to_owned()));
    window.harness.run();
    assert_eq!(objects(&window), Vec::<String>::new());
    assert!(window.has_text("No disagreement of this tick matches the filter."));
    window.shot("disagreements_filtered");
}

#[test]
fn commands_go_through_the_rows_and_the_ticks_that_begin_to_differ() {
    let mut window = on_lesson();
    let objects: Vec<Option<String>> = (0..4)
        .map(|_| {
            window.command("Next disagreement");
            selected(&window).1
        })
        .collect();
    assert_eq!(objects, ["kite", "bird", "cart", "kite"].map(|name| Some(name.to_owned())));
    window.command("Previous disagreement");
    assert_eq!(selected(&window).1.as_deref(), Some("cart"));
    // The marks of the bird, the cart and the kite.
    window.wait_until("the marks", |window| window.has_text("something vanishes: game · kite"));
    let mut ticks = Vec::new();
    for button in ["Previous tick that differs", "Previous tick that differs", "Next tick that differs"] {
        window.click(Role::Button, button);
        window.harness.run();
        ticks.push(window.app().workspace().tick());
    }
    let begins = |tick: u64| {
        let said = window.app().workspace().report().said.clone().unwrap();
        (tick, said.disagreements.iter().map(|one| one.asked.words()).collect::<Vec<_>>())
    };
    assert!(ticks[0] < 45 && ticks[1] < ticks[0] && ticks[2] == ticks[0], "{ticks:?}");
    assert!(!begins(ticks[2]).1.is_empty(), "answers differ at the shown tick");
}

/// Buttons and fields above the rows stay where they are, and the height of the panel is the same, with and without disagreements.
#[test]
fn the_parts_of_the_panel_stay_at_their_places_for_every_answer() {
    for size in [vec2(1280.0, 720.0), vec2(1024.0, 768.0)] {
        let mut window = on_lesson();
        window.harness.set_size(size);
        window.harness.run();
        let places = |window: &TestWindow| {
            let field = window.harness.get_by_role_and_label(Role::TextInput, "Filter the disagreements").rect();
            let button = |name| window.harness.get_by_role_and_label(Role::Button, name).rect();
            let buttons = ["Previous tick that differs", "Next tick that differs", "Explain disagreement"].map(button);
            (field, buttons, window.tab("Disagreements"), window.tab("Inspector"), window.view())
        };
        let before = places(&window);
        let first_row = rows(&window)[0].1.top();
        for tick in (0..64).step_by(3) {
            window.harness.state_mut().workspace_mut().set_tick(tick);
            window.harness.run_steps(3);
            assert_eq!(places(&window), before, "{size}, tick {tick}");
            assert!(rows(&window).first().is_none_or(|row| row.1.top() == first_row), "{size}, tick {tick}");
        }
    }
}

/// One line for each of 5000 boxes behind the camera, which the program calls visible.
#[test]
fn of_thousands_of_rows_only_the_visible_ones_are_laid_out() {
    const COUNT: usize = 5000;
    let objects = (0..COUNT).map(|i| {
        format!(
            r#"{{"name":"box {i}","shape":{{"box":{{"half_extents":[0.4,0.4,0.4]}}}},"position":[{},0,{}]}}"#,
            i % 70,
            10 + i / 70
        )
    });
    let objects = objects.collect::<Vec<_>>().join(",");
    let said = |i| format!(r#"{{"camera":"eye","object":"box {i}","verdict":"visible"}}"#);
    let said = (0..COUNT).map(said).collect::<Vec<_>>().join(",");
    let trace = format!(
        "{{\"eyeline_trace\":1,\"name\":\"game\",\"time\":0,\"scene\":{{\"eyeline\":1,\"tick_rate\":10,\"cameras\":[{{\"name\":\"eye\"}}],\
         \"objects\":[{objects}]}}}}\n{{\"time\":0.1,\"said\":[{said}]}}\n"
    );
    let scene = r#"{ "eyeline": 1, "tick_rate": 10, "trace": { "file": "run.jsonl" } }"#;
    let mut window = TestWindow::beside(scene, |folder| std::fs::write(folder.join("run.jsonl"), trace).unwrap());
    window.click(Role::Tab, "Disagreements");
    assert!(
        window.has_text("No answers of the program at this tick") && window.has_text("The program sent no answers")
    );
    window.command("Next tick");
    window.wait_until("the answers", |window| window.has_text("5000 disagreements in 5000 answers"));
    let shown = rows(&window);
    assert!(shown.len() > 3 && shown.len() < 40, "{} rows", shown.len());
    // Backwards from the first row is the last one, which comes into sight.
    window.command("Next disagreement");
    window.command("Previous disagreement");
    window.harness.run_steps(4);
    assert_eq!(selected(&window).1.as_deref(), Some("box 4999"));
    assert!(rows(&window).iter().any(|(words, _)| words.contains("“box 4999”")));
    window.shot("disagreements_5000");
}

#[test]
fn only_a_scene_with_a_trace_has_the_tab() {
    let mut window = TestWindow::new();
    assert!(!window.has_tab("Disagreements"));
    window.command("Show disagreements");
    assert!(!window.has_tab("Disagreements"), "the command is disabled");
    assert!(on_lesson().has_tab("Disagreements"));
}
