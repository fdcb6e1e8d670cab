//! The panel of occlusion queries: the three methods side by side, live while something moves.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;

/// A ball beside a crate.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Touch",
    "view": { "eye": [3, 2, 6], "target": [0, 0, 0] }, "select": ["ball"],
    "objects": [ { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 0, 0] } ],
    "occlusion": [ { "name": "touch", "a": "crate", "b": "ball" } ] }"#;

#[test]
fn the_methods_are_side_by_side_and_the_draws_are_counted() {
    let desk = Desk::on(SCENE);
    for text in
        ["crate + ball", "true negative", "1 m apart", "20 draw calls and 10 queries in one batch; results after"]
    {
        assert!(desk.has_text(text), "{text}");
    }
    // The volumes of three cameras, and nothing that collides.
    assert_eq!(desk.app().session().occlusion_marks().len(), 3);
    let colliding = Desk::on(&SCENE.replace("[2, 0, 0]", "[0.8, 0, 0]"));
    assert_eq!(colliding.app().session().occlusion_marks().len(), 5, "three volumes, two bodies");
}

#[test]
fn a_closed_panel_marks_nothing() {
    let mut desk = Desk::on(SCENE);
    desk.click(Role::Tab, "Explain");
    desk.harness.run();
    assert_eq!(desk.app().session().occlusion_marks(), []);
}

#[test]
fn the_verdict_follows_while_an_object_is_dragged() {
    let mut desk = Desk::on(SCENE);
    let place = desk.field("position X").center();
    let button = |pressed, pos| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    desk.harness.hover_at(place);
    desk.harness.step();
    desk.harness.event(button(true, place));
    desk.harness.step();
    assert!(!desk.has_text("they touch"));
    let mut touched = false;
    for i in 1..=60 {
        desk.harness.hover_at(place - vec2(4.0 * i as f32, 0.0));
        // The results come some frames later.
        for _ in 0..4 {
            desk.harness.step();
        }
        let x = desk.app().session().scene().objects[1].position[0];
        assert_eq!(desk.has_text("they touch"), x.abs() <= 1.0, "x = {x}");
        assert!(!desk.has_text("false"), "two convex bodies are answered right: x = {x}");
        touched |= desk.has_text("true positive");
    }
    desk.harness.event(button(false, place));
    assert!(touched, "it was dragged through the crate");
}

#[test]
fn a_scene_without_queries_has_no_such_tab() {
    assert!(!Desk::new().has_tab("Occlusion"));
    assert!(Desk::on(SCENE).has_tab("Occlusion"));
}

#[test]
fn a_query_is_selected_renamed_duplicated_and_deleted_like_other_things() {
    let mut desk = Desk::on(SCENE);
    assert_eq!(desk.row("touch"), "touch, apart");
    desk.click_row("touch");
    assert_eq!(desk.app().session().selected().occlusion, Some(0));
    assert!(desk.has_text("Occlusion query"), "its block in the inspector");
    let names = |desk: &Desk| -> Vec<String> {
        desk.app().session().scene().occlusion.iter().map(|query| query.name.clone()).collect()
    };
    let key = |desk: &mut Desk, modifiers, key| {
        desk.harness.key_press_modifiers(modifiers, key);
        desk.harness.run();
    };
    key(&mut desk, Modifiers::COMMAND, Key::D);
    assert_eq!(names(&desk), ["touch", "touch 2"]);
    assert_eq!(desk.app().session().selected().occlusion, Some(1), "the copy is selected");
    assert_eq!(desk.row("touch 2"), "touch 2, apart", "it has its answer");
    key(&mut desk, Modifiers::NONE, Key::F2);
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    desk.harness.event(Event::Text("contact".to_owned()));
    desk.harness.run();
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&desk), ["touch", "contact"]);
    key(&mut desk, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&desk), ["touch"]);
    for wanted in [&["touch", "contact"][..], &["touch", "touch 2"], &["touch"]] {
        key(&mut desk, Modifiers::COMMAND, Key::Z);
        assert_eq!(names(&desk), wanted);
    }
}

#[test]
fn the_inspector_edits_a_query_and_undo_follows() {
    let mut desk = Desk::on(&SCENE.replace("[2, 0, 0]", "[0.8, 0, 0]"));
    desk.click_row("touch");
    assert_eq!(desk.row("touch"), "touch, collides");
    desk.type_number("resolution", "1");
    assert_eq!(desk.app().session().scene().occlusion[0].resolution, 1);
    let row = desk.row("touch");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(desk.app().session().scene().occlusion[0].resolution, 256, "{row}");
    // The same object twice is refused, with the reason at the field.
    desk.harness.get_by_role_and_label(Role::ComboBox, "b").click();
    desk.harness.run();
    desk.click(Role::Button, "crate");
    assert_eq!(desk.app().session().scene().occlusion[0].b, "ball");
    assert!(desk.has_text("must differ from"));
}

#[test]
fn explain_goes_view_by_view_with_the_marks_of_the_open_step() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("touch");
    desk.click(Role::Tab, "Explain");
    let titles = |desk: &Desk| -> Vec<String> {
        let explanation = desk.app().session().explanation().unwrap();
        explanation.story.steps.iter().map(|step| step.title.clone()).collect()
    };
    let all = ["View along (−1, 0, 0)", "View along (0, −1, 0)", "View along (0, 0, −1)", "All views", "Exact answer"];
    assert_eq!(titles(&desk), all);
    assert!(desk.has_text("Do “crate” and “ball” touch, asked of the depth buffer?"));
    let volumes = desk.shot("occlusion all");
    desk.click(Role::ListBoxOption, "Step 1: View along (−1, 0, 0)");
    assert_eq!(desk.app().session().selected().step, Some(0));
    assert_ne!(desk.shot("occlusion step"), volumes, "the step is drawn");
    // An edit keeps the step, and the steps have the new answer.
    desk.harness.state_mut().session_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    desk.harness.run();
    let explanation = desk.app().session().explanation().unwrap();
    assert_eq!(desk.app().session().selected().step, Some(0));
    assert_eq!(explanation.answer, "they collide, and the bodies touch");
}

#[test]
fn expectations_about_queries_are_evaluated_by_the_depth_buffer() {
    let expected =
        r#""expect": [ { "occlusion": "touch", "collides": false, "separation": { "min": 0.9 } } ], "occlusion""#;
    let mut desk = Desk::on(&SCENE.replace(r#""occlusion""#, expected));
    let lines = |desk: &Desk| -> Vec<String> {
        desk.app().session().outcomes().iter().map(eyeline::report::expected::Outcome::line).collect()
    };
    assert_eq!(lines(&desk), ["touch: collides false, separation 1 as expected"]);
    desk.harness.state_mut().session_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    desk.harness.run();
    let found = lines(&desk);
    assert!(found[0].starts_with("touch: expected collides false, found true"), "{found:?}");
    // The button beside the steps expects the present answer.
    desk.click_row("touch");
    desk.click(Role::Tab, "Explain");
    desk.click(Role::Button, "Expect this answer");
    assert_eq!(lines(&desk), ["touch: collides true as expected"]);
}

#[test]
fn a_comparison_has_the_answers_of_queries() {
    let mut desk = Desk::on(SCENE);
    desk.harness.key_press(Key::F3);
    desk.harness.run();
    desk.harness.event(Event::Text("Compare with the saved state".to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    desk.harness.state_mut().session_mut().edit("x of ball", |scene| scene.objects[1].position[0] = 0.8);
    for _ in 0..400 {
        if desk.has_text("touch: ") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        desk.harness.step();
    }
    for part in ["1 answer has changed", "touch: collides false → true"] {
        assert!(desk.has_text(part) || desk.shot("occlusion comparison").is_empty(), "{part}");
    }
}

#[test]
fn the_depth_pictures_are_those_of_the_selected_query() {
    let mut desk = Desk::on_own_scene("touch_cup", [1440, 900]);
    // The lesson opens with the query that is fooled.
    for text in ["Method fixed. A is cup, B is ball.", "along Z", "⚠ false positive"] {
        assert!(desk.has_text(text), "{text}");
    }
    let column = |desk: &Desk| {
        let marks = desk.app().session().occlusion_marks().iter();
        marks.filter(|mark| mark.label.starts_with("enters") || mark.label.starts_with("leaves")).count()
    };
    assert_eq!(column(&desk), 6, "a ray through cup, ball and cup");
    let fixed = desk.shot("depth pictures fixed");
    desk.click_row("axes");
    for text in ["Method axes.", "along X", "along Y", "along Z"] {
        assert!(desk.has_text(text), "{text}");
    }
    assert_eq!(column(&desk), 0, "a right answer needs no reason");
    assert_ne!(desk.shot("depth pictures axes"), fixed);
    // A resolution that is tried changes them, and the scene keeps its own.
    let before = desk.shot("depth pictures before");
    desk.harness.state_mut().session_mut().edit("resolution of axes", |scene| scene.occlusion[2].resolution = 4);
    desk.harness.run();
    assert_ne!(desk.shot("depth pictures coarse"), before);
}
