//! The author of a lesson writes it in the window: from an empty scene to a checked file and a page.

use std::path::Path;
use std::process::Command;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::Start;
use eyeline::scene::{LessonStep, Scene};

use crate::test_window::{TestWindow, scene_of};

/// A camera at the origin that looks along −Z, a crate in its view and a ball behind it. The file has comments.
const SCENE: &str = r##"{ "eyeline": 1, "title": "A lesson", "view": { "eye": [0, 40, -3.99], "target": [0, 0, -4] },
    // The camera of the guard.
    "cameras": [{ "name": "eye", "near": 0.5, "far": 20 }],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4], "color": "#8a8f98" },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 6], "color": "#8a8f98" }],
    "lesson": [
        { "say": "A camera has a **view volume**.", "select": ["eye", "crate"] }, // The first step.
        { "say": "Where is `ball`?", "select": ["eye", "ball"],
          "ask": { "choice": { "camera": "eye", "object": "ball", "field": "verdict" } } },
        { "say": "Move the ball into the view.", "select": ["eye", "ball"], "free": ["ball"],
          "goal": [{ "camera": "eye", "object": "ball", "verdict": "inside" }] }
    ] }"##;

fn steps(window: &TestWindow) -> &[LessonStep] {
    &window.app().workspace().scene().lesson
}

fn says(window: &TestWindow) -> Vec<&str> {
    steps(window).iter().map(|step| &*step.say).collect()
}

/// Types into the field that has the keyboard.
fn type_text(window: &mut TestWindow, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run();
}

/// Clicks a button whose name begins with these words, which may be scrolled out of view.
fn press(window: &mut TestWindow, begin: &str) {
    {
        let buttons = window.harness.query_all_by_role(Role::Button);
        let is_it = |label: Option<String>| label.is_some_and(|label| label.starts_with(begin));
        let mut found = buttons.filter(|node| is_it(node.accesskit_node().label()));
        found.next().unwrap_or_else(|| panic!("no button {begin:?}")).click_accesskit();
    }
    window.harness.run();
}

/// Pictures for inspection in two usual sizes of the window.
fn look(window: &mut TestWindow, name: &str) {
    for size in [[1280.0, 720.0], [1024.0, 768.0], [1440.0, 900.0]] {
        window.harness.set_size(vec2(size[0], size[1]));
        window.harness.run();
        window.shot(&format!("{name}_{}", size[0]));
    }
}

fn row_of_step(window: &TestWindow, begin: &str) -> Rect {
    let mut rows = window.harness.query_all_by_role(Role::ListBoxOption);
    let row = rows.find(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with(begin)));
    row.unwrap_or_else(|| panic!("no step {begin:?}")).rect()
}

fn choose_step(window: &mut TestWindow, begin: &str) {
    let place: Pos2 = row_of_step(window, begin).center();
    window.press(place, PointerButton::Primary);
}

/// Runs the program, and returns whether it succeeded, with its output.
fn eyeline(args: &[&str], folder: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_eyeline")).args(args).current_dir(folder).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn a_lesson_is_written_from_an_empty_scene_checked_and_exported() {
    let mut window = TestWindow::on("{ \"eyeline\": 1\n  // A scene of mine.\n}\n");
    window.command("Box");
    window.command("Camera");
    window.command("Edit lesson");
    assert!(window.has_tab("Lesson") && window.has_text("The lesson has no steps."));
    window.click_row("box");
    press(&mut window, "Add step from here");
    assert_eq!(steps(&window)[0].select, ["camera", "box"]);
    window.wait_for("This step neither says nor asks something.");

    // The new step has the keyboard.
    type_text(&mut window, "The margin is  m.");
    window.harness.key_press(Key::ArrowLeft);
    window.harness.key_press(Key::ArrowLeft);
    window.harness.key_press(Key::ArrowLeft);
    window.harness.run();
    window.wait_until("the values", |window| {
        let menu = window.harness.get_by_role_and_label(Role::Button, "Insert value");
        !menu.accesskit_node().is_disabled()
    });
    press(&mut window, "Insert value");
    press(&mut window, "margin");
    assert_eq!(says(&window), ["The margin is {camera.box.margin} m."]);
    let margin = window.app().workspace().report().in_view(0, 0).unwrap().fast.margin;
    window.wait_until("the preview", |window| {
        window.has_text("The student reads") && window.has_text("The margin is ") && !window.has_text("neither says")
    });
    assert!(margin > 0.0, "the camera sees the box");

    // A second step asks.
    press(&mut window, "Add step from here");
    type_text(&mut window, "Does the camera see the box?");
    press(&mut window, "Ask about the selected answer");
    window.wait_for("✔ Right answer: inside");
    assert_eq!(steps(&window).len(), 2);
    assert!(!window.has_text("✖"), "nothing is wrong");
    look(&mut window, "author_question");

    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    assert!(!window.has_text("not saved"));
    let file = window.path("desk.json");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("// A scene of mine."), "{text}");
    let folder = file.parent().unwrap().to_owned();
    let (is_good, output) = eyeline(&["check", "desk.json", "--only", "expectations"], &folder);
    assert!(is_good, "{output}\n{text}");
    let (is_good, output) = eyeline(&["lesson", "desk.json", "-o", "page.html"], &folder);
    assert!(is_good, "{output}");
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("Does the camera see the box?") && page.contains("The margin is "), "{page}");

    // Reopened, a student does it.
    let mut again = TestWindow::started(Start::on(Some(&file), Default::default(), scene_of).unwrap());
    again.wait_for("Step 1 of 2");
    again.command("Next step of the lesson");
    again.wait_for("what is the verdict?");
    again.click(Role::Button, "inside");
    assert!(again.has_text("Right: inside."));
}

#[test]
fn steps_are_ordered_changed_and_undone() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.wait_for("Step 1 of 3");
    window.command("Edit lesson");
    assert!(!window.has_text("Step 1 of 3"), "the bar of the student is closed");
    look(&mut window, "author_steps");
    let words = ["A camera has a **view volume**.", "Where is `ball`?", "Move the ball into the view."];
    assert_eq!(says(&window), words);

    press(&mut window, "Move step down");
    assert_eq!(says(&window), [words[1], words[0], words[2]]);
    // Keys act on the steps after a click in their list, else on the selected item.
    choose_step(&mut window, "Step 2");
    window.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
    window.harness.run();
    assert_eq!(says(&window), words);
    window.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
    window.harness.run();
    window.harness.key_press(Key::Delete);
    window.harness.run();
    assert_eq!(says(&window), [words[1], words[2]]);
    assert_eq!(window.app().workspace().scene().objects.len(), 2);
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert_eq!(says(&window), [words[1], words[0], words[2]]);
    let [from, to] = ["Step 1", "Step 3"].map(|step| row_of_step(&window, step).center());
    window.drag(from, to);
    assert_eq!(says(&window), [words[0], words[2], words[1]]);
    press(&mut window, "Duplicate step");
    press(&mut window, "Delete step");
    assert_eq!(says(&window), [words[0], words[2], words[1]]);
    for _ in 0..6 {
        window.harness.state_mut().workspace_mut().undo();
    }
    window.harness.run();
    assert_eq!(says(&window), words);
    assert!(!window.app().workspace().is_dirty());

    // What is typed until the field is left is one step of undo.
    choose_step(&mut window, "Step 1");
    let label = window.harness.query_all_by_role(Role::MultilineTextInput).next().unwrap().rect().center();
    window.press(label, PointerButton::Primary);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    type_text(&mut window, "Look");
    type_text(&mut window, " here.");
    assert_eq!(says(&window)[0], "Look here.");
    choose_step(&mut window, "Step 2");
    assert_eq!(window.app().workspace().document().undo_label(), Some("text of step 1"));
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert_eq!(says(&window), words);

    // What is seen now.
    window.command("Look through camera");
    press(&mut window, "Take camera from here");
    assert_eq!(steps(&window)[1].camera.as_deref(), Some("eye"));
    window.click_row("crate");
    press(&mut window, "Take selection from here");
    assert_eq!(steps(&window)[1].select, ["eye", "crate"]);
    press(&mut window, "Clear camera");
    assert_eq!(steps(&window)[1].camera, None);

    // The file keeps its comments.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    let text = std::fs::read_to_string(window.path("desk.json")).unwrap();
    assert!(text.contains("// The camera of the guard.") && text.contains("// The first step."), "{text}");
    assert!(text.contains(r#""say": "Where is `ball`?", "select": ["eye", "crate"]"#), "{text}");
}

#[test]
fn a_question_shows_its_right_answer_and_what_is_wrong() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.command("Edit lesson");
    choose_step(&mut window, "Step 2");
    window.wait_for("✔ Right answer: outside, decided by");
    // Without the right one among the choices, the question is wrong.
    let outside = window.harness.get_by_role_and_label(Role::CheckBox, "outside");
    outside.click_accesskit();
    window.harness.run();
    window.wait_for("The right answer, outside, is not among “of”.");
    look(&mut window, "author_fault");
    let scene: &Scene = window.app().workspace().scene();
    assert_eq!(serde_json::to_string(&scene.lesson[1].ask).unwrap().matches("inside").count(), 1);
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    window.wait_until("no fault", |window| !window.has_text("is not among"));
    press(&mut window, "Clear the question");
    assert_eq!(steps(&window)[1].ask, None);
}

#[test]
fn a_goal_gets_a_solution_and_the_lesson_is_tried() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.command("Edit lesson");
    choose_step(&mut window, "Step 3");
    window.wait_for("Not met: now outside");
    press(&mut window, "Record a solution");
    window.wait_for("Recording a solution of step 3");
    let position = |window: &TestWindow| window.app().workspace().scene().objects[1].position[2];
    window.harness.state_mut().workspace_mut().edit("move", |scene| scene.objects[1].position = [0.0, 0.0, -8.0]);
    window.wait_for("Met: the verdict is inside");
    look(&mut window, "author_recording");
    press(&mut window, "Keep as solution");
    assert_eq!(position(&window), 6.0);
    assert_eq!(serde_json::to_string(&steps(&window)[2].solution).unwrap(), r#"{"ball":{"position":[0.0,0.0,-8.0]}}"#);
    assert!(!window.has_text("Recording a solution"));
    look(&mut window, "author_goal");

    press(&mut window, "Try from this step");
    window.wait_for("Step 3 of 3");
    assert!(!window.has_tab("Lesson"), "the student has no such panel");
    look(&mut window, "author_trial");
    window.command("Show a solution");
    window.wait_for("✔ Camera “eye”, object “ball”: the verdict is inside");
    window.click(Role::Button, "Back to editing");
    assert!(window.has_tab("Lesson") && !window.has_text("Step 3 of 3"));
    assert_eq!(position(&window), 6.0, "what the trial changed is undone");
    press(&mut window, "End editing the lesson");
    assert!(!window.has_tab("Lesson"));
}

#[test]
fn a_number_is_asked_for_and_a_goal_is_added_from_the_selected_answer() {
    let mut window = TestWindow::on_lesson(SCENE);
    window.command("Edit lesson");
    window.click_row("ball");
    press(&mut window, "Ask about the selected answer");
    window.wait_for("Right answer: outside");
    window.wait_until("the fields", |window| window.harness.query_by_role_and_label(Role::ComboBox, "field").is_some());
    window.harness.get_by_role_and_label(Role::ComboBox, "field").click_accesskit();
    window.harness.run();
    press(&mut window, "margin");
    window.wait_for("Right answer: −6");
    let ask = serde_json::to_value(&steps(&window)[0].ask).unwrap();
    assert_eq!(
        ask,
        serde_json::json!({ "number": { "camera": "eye", "object": "ball", "field": "margin", "tolerance": 0.3 } })
    );

    // What the answer should become is another value than now.
    press(&mut window, "Add the selected answer");
    press(&mut window, "verdict");
    window.wait_for("Not met: now outside");
    assert_eq!(
        serde_json::to_value(&steps(&window)[0].goal).unwrap(),
        serde_json::json!([{ "camera": "eye", "object": "ball", "verdict": "inside" }])
    );
    // Its names are chosen from lists.
    for name in ["crate", "ball"] {
        window.harness.get_by_role_and_label(Role::ComboBox, "object").click_accesskit();
        window.harness.run();
        window.harness.get_by_label("Search objects").type_text(name);
        window.harness.run();
        window.harness.key_press(Key::Enter);
        window.harness.run();
        assert_eq!(steps(&window)[0].goal[0].name("object"), Some(name));
    }
    press(&mut window, "Add the selection to what is free");
    assert_eq!(steps(&window)[0].free, ["ball"]);
    look(&mut window, "author_number");
    window.type_number("tolerance", "0.25");
    let tolerance = steps(&window)[0].ask.as_ref().and_then(|ask| ask.answer().tolerance);
    assert_eq!(tolerance, Some(0.25));
    press(&mut window, "Clear part 1 of the goal");
    assert!(steps(&window)[0].goal.is_empty());
    assert!(!window.has_text("Not met"));
    assert_eq!(window.app().workspace().document().undo_label(), Some("goal of step 1"));
}
