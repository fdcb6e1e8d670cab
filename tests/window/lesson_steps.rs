//! The steps of a lesson: they begin with the scene, a question hides the answers, and a goal is met by dragging.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, pos2};
use egui_kittest::kittest::Queryable;
use eyeline::geometry::frustum::Verdict;

use crate::scenes;
use crate::test_window::TestWindow;

/// A camera at the origin that looks along −Z, a crate in its view and a ball behind it.
const SCENE: &str = r##"{ "eyeline": 1, "title": "A lesson", "view": { "eye": [0, 40, -3.99], "target": [0, 0, -4] },
    "cameras": [{ "name": "eye", "near": 0.5, "far": 20 }],
    "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -1] }],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4], "color": "#8a8f98" },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 6], "color": "#8a8f98" }],
    "lesson": [
        { "say": "A camera has a **view volume**. The margin of `crate` is {eye.crate.margin}.", "select": ["eye", "crate"] },
        { "say": "Where is `ball`?", "select": ["eye", "ball"],
          "ask": { "choice": { "camera": "eye", "object": "ball", "field": "verdict" } } },
        { "say": "How far is it?", "select": ["aim"],
          "ask": { "number": { "ray": "aim", "object": "crate", "field": "t", "tolerance": 0.2 } } },
        { "say": "Where is it hit?", "select": ["aim"],
          "ask": { "place": { "ray": "aim", "object": "crate", "field": "point", "tolerance": 0.5 } } },
        { "say": "Move the ball into the view.", "select": ["eye", "ball"], "free": ["ball"],
          "goal": [{ "camera": "eye", "object": "ball", "verdict": "inside" }],
          "solution": { "ball": { "position": [0, 0, -8] } } }
    ] }"##;

fn verdict_of_ball(window: &TestWindow) -> Option<Verdict> {
    let report = window.app().workspace().report();
    report.in_view(0, 1).map(|answer| answer.fast.verdict)
}

/// Presses a button of the question or the goal, which may be scrolled out of view in a small window.
fn press_in_bar(window: &mut TestWindow, name: &str) {
    window.harness.get_by_role_and_label(Role::Button, name).click_accesskit();
    window.harness.run();
}

fn forward(window: &mut TestWindow) {
    window.harness.key_press_modifiers(Modifiers::ALT, Key::PageDown);
    window.harness.run();
}

#[test]
fn a_lesson_begins_with_its_scene_and_is_done_by_clicks() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.wait_for("The margin of crate is 2.683.");
    assert!(window.has_text("Step 1 of 5"));
    window.shot("lesson_say");
    window.click(Role::Button, "Next step of the lesson");

    // A question hides all answers.
    window.wait_for("what is the verdict?");
    assert_eq!(verdict_of_ball(&window), None);
    assert!(window.has_text("The answers are hidden until you answer"));
    assert!(!window.row("ball").contains("outside"), "{}", window.row("ball"));
    assert!(window.app().workspace().explanation().is_none());
    window.shot("lesson_choice");
    window.click(Role::Button, "inside");
    assert!(window.has_text("Not inside. The answer is outside."));
    assert_eq!(verdict_of_ball(&window), Some(Verdict::Outside));
    assert!(window.has_text("0 of 1 right"));
    window.shot("lesson_wrong");
    press_in_bar(&mut window, "Ask the question again");
    assert_eq!(verdict_of_ball(&window), None);
    window.click(Role::Button, "outside");
    assert!(window.has_text("Right: outside."));
    assert!(window.has_text("0 of 1 right"), "the first answer counts");

    window.click(Role::Button, "Next step of the lesson");
    window.wait_for("within 0.2");
    press_in_bar(&mut window, "Reveal the answer");
    assert!(window.has_text("The answer is 3.5."));
    assert!(window.has_text("0 of 2 right"));

    window.click(Role::Button, "Next step of the lesson");
    window.wait_for("Click the place in the 3D view.");
    let view = window.view();
    // Far from the ray.
    window.press(pos2(view.left() + view.width() * 0.75, view.center().y), PointerButton::Primary);
    assert!(window.has_text("Your click passes it at "));
    press_in_bar(&mut window, "Ask the question again");
    // The camera looks down on the middle of the crate; its front face is half a metre from that.
    window.press(view.center(), PointerButton::Primary);
    assert!(window.has_text("Right: (0, 0, −3.5)."));

    window.click(Role::Button, "Next step of the lesson");
    window.wait_for("Goal: change the scene until");
    assert!(window.has_text("(now outside)"));
    window.shot("lesson_goal");
    window.harness.state_mut().workspace_mut().edit("move", |scene| scene.objects[1].position = [0.0, 0.0, -9.0]);
    window.wait_for("✔ Camera “eye”, object “ball”: the verdict is inside");
    // What the goal does not allow is named.
    window.harness.state_mut().workspace_mut().edit("far", |scene| scene.cameras[0].far = 30.0);
    window.wait_for("Undo the change of “eye”");
    window.shot("lesson_met");
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert!(!window.has_text("Undo the change of"));

    // A step back undoes what the student has moved.
    window.click(Role::Button, "Previous step of the lesson");
    assert_eq!(window.app().workspace().scene().objects[1].position[2], 6.0);
    assert_eq!(window.app().workspace().document().undo_label(), Some("end of the lesson's step"));
    window.click(Role::Button, "Steps of the lesson");
    assert!(!window.has_text("Step 4 of 5"));
    assert_eq!(verdict_of_ball(&window), Some(Verdict::Outside));
    // Again from the menu: from the first step on, with the answers that were given.
    window.command("Steps of the lesson");
    assert!(window.has_text("Step 1 of 5"));
}

#[test]
fn a_lesson_is_done_by_keys() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.wait_for("Step 1 of 5");
    for step in 2..=5 {
        forward(&mut window);
        assert!(window.has_text(&format!("Step {step} of 5")), "{step}");
    }
    forward(&mut window);
    assert!(window.has_text("Step 5 of 5"), "it is the last step");
    window.wait_for("Goal: change the scene until");
    window.command("Show a solution");
    window.wait_for("✔ Camera “eye”, object “ball”: the verdict is inside");
    for step in (1..=4).rev() {
        window.harness.key_press_modifiers(Modifiers::ALT, Key::PageUp);
        window.harness.run();
        assert!(window.has_text(&format!("Step {step} of 5")), "{step}");
    }
    assert_eq!(verdict_of_ball(&window), Some(Verdict::Outside), "no question is open");

    // A number is typed and entered.
    forward(&mut window);
    forward(&mut window);
    window.wait_for("within 0.2");
    let field = window.harness.get_by(|node| node.role() == Role::TextInput && node.placeholder() == Some("a number"));
    let place = field.rect().center();
    window.type_into(place, "3,4");
    assert!(window.has_text("Right: 3.5."));
    assert!(window.has_text("1 of 1 right"));
}

#[test]
fn steps_and_values_without_an_answer_say_why_and_the_others_work() {
    let text = SCENE
        .replace("{eye.crate.margin}", "{eye.crate.margn}")
        .replace(r#""object": "ball", "field": "verdict""#, r#""object": "ball", "field": "verdct""#);
    let mut window = TestWindow::on_lesson(&text);
    window.wait_for("has no field “margn”");
    forward(&mut window);
    window.wait_for("This question has no answer");
    assert_eq!(verdict_of_ball(&window), Some(Verdict::Outside), "nothing is hidden for a question without an answer");
    forward(&mut window);
    window.wait_for("within 0.2");
}

/// Each built-in lesson from start to end: each text has its values, each question its answer.
#[test]
fn every_built_in_lesson_is_walked_through() {
    for (name, text) in scenes::all() {
        let scene = eyeline::scene::parse(&text, &name).unwrap();
        let count = scene.lesson.len();
        if count == 0 {
            continue;
        }
        let mut window = TestWindow::on_own_lesson(&name, [1024, 768]);
        for (i, step) in scene.lesson.iter().enumerate() {
            let head = format!("Step {} of {count}", i + 1);
            window.wait_until(&format!("{name}: {head}"), |window| {
                window.has_text(&head) && !window.has_text("The answer is being computed.")
            });
            assert!(!window.has_text("⚠ “{"), "{name} {head}: a value has no answer");
            assert!(!window.has_text("This question has no answer"), "{name} {head}");
            window.shot(&format!("lesson_{name}_{}", i + 1));
            if step.ask.is_some() {
                press_in_bar(&mut window, "Reveal the answer");
                assert!(window.has_text("The answer is "), "{name} {head}");
            }
            if !step.solution.is_empty() {
                press_in_bar(&mut window, "Show a solution");
                window.wait_until(&format!("{name}: the goal is met"), |window| !window.has_text("(now "));
                window.shot(&format!("lesson_{name}_{}_met", i + 1));
            }
            forward(&mut window);
        }
    }
}

/// Objects at the planes of a camera's view volume.
const FOR_A_QUIZ: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "near": 0.5, "far": 20 }],
    "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -1] }, { "name": "past", "origin": [0, 0.6, 0], "direction": [0, 0, -1] }],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "post", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 2.3, -4] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 6] }] }"#;

#[test]
fn a_quiz_asks_about_any_scene_and_keeps_its_changes() {
    let mut window = TestWindow::on(FOR_A_QUIZ);
    window.command("Quiz about this scene");
    window.wait_until("a question", |window| window.has_text("Question 1 of"));
    let lesson = |window: &TestWindow| window.app().workspace().report().has_answers();
    window.wait_until("hidden answers", |window| !lesson(window));
    window.shot("quiz");

    // The student's scene is changed during the quiz, and stays changed.
    let count = window.app().workspace().scene().objects.len();
    window.command("Reveal the answer");
    assert!(lesson(&window));
    assert!(window.has_text("0 of 1 right"));
    window.click_row("ball");
    window.harness.key_press(Key::Delete);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects.len(), count - 1);
    forward(&mut window);
    assert!(window.has_text("Question 2 of"));
    assert_eq!(window.app().workspace().scene().objects.len(), count - 1);

    window.click(Role::Button, "End of the quiz");
    assert!(!window.has_text("Question 2 of"));
    assert!(lesson(&window));
    assert!(window.app().workspace().scene().lesson.is_empty());
}

#[test]
fn a_scene_without_clear_answers_has_no_quiz() {
    let mut window = TestWindow::on(r#"{ "eyeline": 1 }"#);
    window.command("Quiz about this scene");
    window.wait_for("No question can be asked about this scene");
}
