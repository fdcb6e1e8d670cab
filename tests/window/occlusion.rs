//! The panel of occlusion queries: the three methods side by side, updated while an object moves.

use std::time::{Duration, Instant};

use eframe::egui::{Event, Key, Modifiers, PointerButton, Rect, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::picture::{Palette, Picture, Selected, Shown};
use eyeline::report::occlusion::PairMarks;

use crate::test_window::TestWindow;

/// A ball beside a crate.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Touch",
    "view": { "eye": [3, 2, 6], "target": [0, 0, 0] }, "select": ["ball"],
    "objects": [ { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 0, 0] } ],
    "occlusion": [ { "name": "touch", "a": "crate", "b": "ball" } ] }"#;

#[test]
fn the_methods_are_side_by_side_and_the_draws_are_counted() {
    let window = TestWindow::on(SCENE);
    for text in
        ["crate + ball", "true negative", "1 m apart", "20 draw calls and 10 queries in one batch", "Results after "]
    {
        assert!(window.has_text(text), "{text}");
    }
    // The volumes of three cameras, and no colliding bodies.
    assert_eq!(window.app().workspace().judging().occlusion_marks().len(), 3);
    let colliding = TestWindow::on(&SCENE.replace("[2, 0, 0]", "[0.8, 0, 0]"));
    assert_eq!(colliding.app().workspace().judging().occlusion_marks().len(), 5, "three volumes, two bodies");
}

#[test]
fn a_closed_panel_marks_nothing() {
    let mut window = TestWindow::on(SCENE);
    window.click(Role::Tab, "Explain");
    window.harness.run();
    assert_eq!(window.app().workspace().judging().occlusion_marks(), []);
}

#[test]
fn the_verdict_follows_while_an_object_is_dragged() {
    let mut window = TestWindow::on(SCENE);
    let place = window.field("position X").center();
    let button = |pressed, pos| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    window.harness.hover_at(place);
    window.harness.step();
    window.harness.event(button(true, place));
    window.harness.step();
    assert!(!window.has_text("they touch"));
    let mut touched = false;
    for i in 1..=60 {
        window.harness.hover_at(place - vec2(4.0 * i as f32, 0.0));
        window.harness.step();
        let x = window.app().workspace().scene().objects[1].position[0];
        // OpenGL answers some frames later, and a thread computes the exact distance. Two convex bodies are answered
        // correctly.
        let is_answered =
            |window: &TestWindow| window.has_text("they touch") == (x.abs() <= 1.0) && !window.has_text("false");
        let begin = Instant::now();
        while !is_answered(&window) {
            assert!(begin.elapsed() < Duration::from_mins(1), "x = {x}");
            window.harness.step();
            std::thread::sleep(Duration::from_millis(1));
        }
        touched |= window.has_text("true positive");
    }
    window.harness.event(button(false, place));
    assert!(touched, "it was dragged through the crate");
}

#[test]
fn a_scene_without_queries_has_no_such_tab() {
    assert!(!TestWindow::new().has_tab("Occlusion"));
    assert!(TestWindow::on(SCENE).has_tab("Occlusion"));
}

#[test]
fn a_query_is_selected_renamed_duplicated_and_deleted_like_other_items() {
    let mut window = TestWindow::on(SCENE);
    assert_eq!(window.row("touch"), "touch, apart");
    window.click_row("touch");
    assert_eq!(window.app().workspace().selected().occlusion(), Some(0));
    assert!(window.has_text("Occlusion query"), "its block in the inspector");
    let names = |window: &TestWindow| -> Vec<String> {
        window.app().workspace().scene().occlusion.iter().map(|query| query.name.clone()).collect()
    };
    let key = |window: &mut TestWindow, modifiers, key| {
        window.harness.key_press_modifiers(modifiers, key);
        window.harness.run();
    };
    key(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(names(&window), ["touch", "touch 2"]);
    assert_eq!(window.app().workspace().selected().occlusion(), Some(1), "the copy is selected");
    assert_eq!(window.row("touch 2"), "touch 2, apart", "it has its answer");
    key(&mut window, Modifiers::NONE, Key::F2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("contact".to_owned()));
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["touch", "contact"]);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&window), ["touch"]);
    for wanted in [&["touch", "contact"][..], &["touch", "touch 2"], &["touch"]] {
        key(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(names(&window), wanted);
    }
}

#[test]
fn the_inspector_edits_a_query_and_undo_follows() {
    let mut window = TestWindow::on(&SCENE.replace("[2, 0, 0]", "[0.8, 0, 0]"));
    window.click_row("touch");
    assert_eq!(window.row("touch"), "touch, collides");
    // The number field of a slider keeps a text that is no number, with the reason.
    window.type_number("resolution", "2*3");
    assert_eq!(window.app().workspace().scene().occlusion[0].resolution, 256);
    assert!(window.has_text("“2*3” is no number"));
    window.type_number("resolution", "1");
    assert_eq!(window.app().workspace().scene().occlusion[0].resolution, 1);
    assert!(!window.has_text("is no number"));
    let row = window.row("touch");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().occlusion[0].resolution, 256, "{row}");
    // The same object for a and b is refused, with the reason at the field.
    window.harness.get_by_role_and_label(Role::ComboBox, "b").click();
    window.harness.run();
    window.click(Role::Button, "crate");
    assert_eq!(window.app().workspace().scene().occlusion[0].b, "ball");
    assert!(window.has_text("must differ from"));
}

#[test]
fn explain_goes_view_by_view_with_the_marks_of_the_open_step() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("touch");
    window.click(Role::Tab, "Explain");
    let titles = |window: &TestWindow| -> Vec<String> {
        let explanation = window.app().workspace().explanation().unwrap();
        explanation.story.steps.iter().map(|step| step.title.clone()).collect()
    };
    let all = ["View along (−1, 0, 0)", "View along (0, −1, 0)", "View along (0, 0, −1)", "All views", "Exact answer"];
    assert_eq!(titles(&window), all);
    assert!(window.has_text("Do “crate” and “ball” touch, by occlusion queries?"));
    let volumes = window.picture("occlusion all");
    window.click(Role::ListBoxOption, "Step 1: View along (−1, 0, 0)");
    assert_eq!(window.app().workspace().selected().step, Some(0));
    assert_ne!(window.picture("occlusion step"), volumes, "the step is drawn");
    // The open step was the one that decides. After an edit another one decides, and it is open.
    window.harness.state_mut().workspace_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    window.harness.run();
    let explanation = window.app().workspace().explanation().unwrap();
    assert_eq!(window.app().workspace().selected().step, Some(3));
    assert_eq!(explanation.answer, "the query reports a collision, and the bodies touch");
}

#[test]
fn expectations_about_queries_are_evaluated_by_the_depth_buffer() {
    let expected =
        r#""expect": [ { "occlusion": "touch", "collides": false, "separation": { "min": 0.9 } } ], "occlusion""#;
    let mut window = TestWindow::on(&SCENE.replace(r#""occlusion""#, expected));
    let lines = |window: &TestWindow| -> Vec<String> {
        window
            .app()
            .workspace()
            .judging()
            .outcomes()
            .iter()
            .map(eyeline::report::expected::ExpectedOutcome::line)
            .collect()
    };
    // OpenGL answers some frames later.
    let settle = |window: &mut TestWindow, is_answered: fn(&str) -> bool| {
        let begin = Instant::now();
        while !lines(window).first().is_some_and(|line| is_answered(line)) && begin.elapsed() < Duration::from_mins(1) {
            window.harness.step();
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    settle(&mut window, |line| line.ends_with("as expected"));
    assert_eq!(lines(&window), ["touch: collides false, separation 1 as expected"]);
    window.harness.state_mut().workspace_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    window.harness.run();
    settle(&mut window, |line| line.contains("found true"));
    let found = lines(&window);
    assert!(found[0].starts_with("touch: expected collides false, found true"), "{found:?}");
    // The button beside the steps expects the current answer.
    window.click_row("touch");
    window.click(Role::Tab, "Explain");
    window.click(Role::Button, "Expected collides false, separation at least 0.9, set to collides true, separation 0");
    window.click(Role::Button, "Set to collides true, separation 0");
    assert_eq!(lines(&window), ["touch: collides true, separation 0 as expected"]);
}

#[test]
fn no_row_of_the_table_is_cut() {
    for name in ["touch_blade", "touch_where"] {
        for height in [640, 680, 700, 720, 740, 760, 800] {
            let mut window = TestWindow::on_own_scene(name, [1280, height]);
            window.harness.run();
            // Without the text of the scene, which is higher than a line.
            let rects = |words: &str| -> Vec<Rect> {
                let labels = window.harness.query_all_by_label_contains(words).map(|label| label.rect());
                labels.filter(|rect| rect.height() < 30.0).collect()
            };
            // The pictures are below the table. Each row has its verdicts above its lamps.
            let pictures = window.harness.get_by_label("along Z").rect().top();
            let parts = ["true positive", "false negative", "●", "○"].into_iter().flat_map(rects);
            let is_cut = |part: &Rect| part.top() < pictures - 6.0 && part.bottom() > pictures - 2.0;
            let cut: Vec<Rect> = parts.filter(is_cut).collect();
            assert!(cut.is_empty(), "{name} at {height}: {cut:?}, pictures at {pictures}");
            let whole = rects("positive").iter().filter(|part| part.bottom() < pictures).count();
            assert!(whole > 0, "{name} at {height}: a row is in view");
        }
    }
}

#[test]
fn the_legend_names_the_parts_of_a_line_of_sight() {
    let window = TestWindow::on_own_scene("touch_ring", [1280, 720]);
    let workspace = window.app().workspace();
    let pair = PairMarks { marks: workspace.judging().occlusion_marks().to_vec(), translucent: Vec::new() };
    let selected = Selected::default();
    let shown = Shown::new(workspace.world(), workspace.report(), &selected, &Palette::DARK);
    let legend = Picture::of(&Shown { occlusion: &pair, ..shown }).legend;
    for text in
        ["line of sight that passes both tests", "part of that line inside body A", "part of that line inside body B"]
    {
        assert!(legend.iter().any(|entry| entry.text == text), "{text}: {legend:?}");
    }
}

#[test]
fn a_comparison_has_the_answers_of_queries() {
    let mut window = TestWindow::on(SCENE);
    window.command("Compare with the saved state");
    window.harness.state_mut().workspace_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    for _ in 0..400 {
        if window.has_text("touch: ") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.harness.step();
    }
    for part in ["1 answer has changed", "touch: collides false → true"] {
        assert!(window.has_text(part) || window.picture("occlusion comparison").is_empty(), "{part}");
    }
}

#[test]
fn the_depth_pictures_are_those_of_the_selected_query() {
    let mut window = TestWindow::on_own_scene("touch_cup", [1440, 900]);
    // The lesson opens with the query that has a false answer.
    for text in ["Method fixed. A is cup, B is ball.", "along Z", "⚠ false positive"] {
        assert!(window.has_text(text), "{text}");
    }
    let column = |window: &TestWindow| {
        let marks = window.app().workspace().judging().occlusion_marks().iter();
        marks.filter(|mark| mark.label.starts_with("enters") || mark.label.starts_with("leaves")).count()
    };
    assert_eq!(column(&window), 6, "a ray through cup, ball and cup");
    let fixed = window.picture("depth pictures fixed");
    window.click_row("axes");
    for text in ["Method axes.", "along X", "along Y", "along Z"] {
        assert!(window.has_text(text), "{text}");
    }
    assert_eq!(column(&window), 0, "a right answer needs no reason");
    assert_ne!(window.picture("depth pictures axes"), fixed);
    // A tried resolution changes the pictures. The scene keeps its own resolution.
    let before = window.picture("depth pictures before");
    window.harness.state_mut().workspace_mut().edit("resolution of axes", |scene| scene.occlusion[2].resolution = 4);
    window.harness.run();
    assert_ne!(window.picture("depth pictures coarse"), before);
}

/// The queries of the scene: name, a and b.
fn queries(window: &TestWindow) -> Vec<[String; 3]> {
    let queries = window.app().workspace().scene().occlusion.iter();
    queries.map(|query| [query.name.clone(), query.a.clone(), query.b.clone()]).collect()
}

/// A crate, a ball beside it, and a cone far away; without queries.
fn scene_without_queries() -> String {
    let cone = r#"{ "name": "cone", "shape": { "cone": { "radius": 1, "height": 1 } }, "position": [-9, 0, 0] } ]"#;
    let text = SCENE.replace(r#""position": [2, 0, 0] } ]"#, &format!(r#""position": [2, 0, 0] }}, {cone}"#));
    text.split_once(",\n    \"occlusion\"").unwrap().0.to_owned() + " }"
}

#[test]
fn a_query_about_the_selected_object_and_the_nearest_is_added_from_every_menu() {
    let mut window = TestWindow::on(&scene_without_queries());
    let key = |window: &mut TestWindow, modifiers, key| {
        window.harness.key_press_modifiers(modifiers, key);
        window.harness.run();
    };
    let added = [["occlusion query", "cone", "crate"].map(str::to_owned)];
    for way in ["Insert", "Add", "row", "palette"] {
        window.click_row("cone");
        match way {
            "row" => {
                let row = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("cone")).rect().center();
                window.press(row, PointerButton::Secondary);
                window.shot("occlusion row menu");
                window.click(Role::Button, "Add occlusion query");
            }
            "palette" => {
                key(&mut window, Modifiers::COMMAND, Key::P);
                window.harness.event(Event::Text("occlusion query".to_owned()));
                window.harness.run();
                key(&mut window, Modifiers::NONE, Key::Enter);
            }
            menu => {
                window.click(Role::Button, menu);
                window.click(Role::Button, "Occlusion query");
            }
        }
        assert_eq!(queries(&window), added, "{way}");
        assert_eq!(window.app().workspace().selected().occlusion(), Some(0), "{way}: it is selected");
        assert!(window.has_text("true negative"), "{way}: its panel is open, with its answer");
        key(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(queries(&window).len(), 0, "{way}");
        key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(queries(&window), added, "{way}");
        key(&mut window, Modifiers::COMMAND, Key::Z);
    }
    window.shot("occlusion undone");
}

#[test]
fn without_two_objects_no_query_is_added_and_the_menu_says_why() {
    let mut window =
        TestWindow::on(r#"{ "eyeline": 1, "objects": [{ "name": "alone", "shape": { "sphere": { "radius": 1 } } }] }"#);
    window.click_row("alone");
    window.click(Role::Button, "Insert");
    window.harness.get_by_role_and_label(Role::Button, "Occlusion query").hover();
    window.harness.run();
    assert!(window.has_text("An occlusion query needs two objects. Add another object first."));
    window.click(Role::Button, "Occlusion query");
    assert_eq!(queries(&window).len(), 0);
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.click(Role::Button, "Insert");
    window.click(Role::Button, "Box");
    window.click(Role::Button, "Insert");
    window.click(Role::Button, "Occlusion query");
    assert_eq!(queries(&window), [["occlusion query", "box", "alone"].map(str::to_owned)]);
}
