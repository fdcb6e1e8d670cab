//! Comparing the open scene with its saved state, a file and a git revision, in the window.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;

use crate::test_window::{SCENE, TestWindow};

/// The window on [`SCENE`] with an unsaved edit of the camera's near plane, compared with the saved state.
fn compared() -> TestWindow {
    let mut window = TestWindow::new();
    window.click_row("guard");
    window.type_number("near", "4");
    window.command("Compare with the saved state");
    window.wait_for("Since desk.json as saved");
    window
}

/// Types the path of a file beside the scene into the dialog of "Compare with a file".
fn compare_with(window: &mut TestWindow, name: &str) {
    let path = window.path(name);
    window.command("Compare with a file");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(eframe::egui::Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.step();
}

fn rows(window: &TestWindow) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::ListBoxOption);
    rows.filter_map(|row| row.accesskit_node().label()).filter(|label| label.contains('→')).collect()
}

#[test]
fn unsaved_edits_are_compared_with_the_saved_state_and_clicked_through() {
    let mut window = compared();
    window.wait_for("Since desk.json as saved: 2 answers have changed");
    assert!(rows(&window)[0].starts_with("guard · crate: inside → intersect"), "{:?}", rows(&window));
    window.type_number("near", "7");
    window.wait_for("guard · crate: inside → outside");
    window.click_row("aim");
    window.harness.key_press(Key::F7);
    window.harness.run();
    let selected = window.app().workspace().selected().clone();
    assert_eq!((selected.querier(), selected.object()), (Some(Item::Camera(0)), Some(0)));
    window.shots("compare");
    let after = window.picture("compare_after");
    window.click(Role::Button, "Before");
    let before = window.picture("compare_before");
    assert!(after != before, "the near plane is elsewhere");
    window.click(Role::Button, "Side by side");
    window.shot("compare_side_by_side");
    window.click(Role::Button, "After");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    assert!(!rows(&window).is_empty(), "the comparison is with the state that was saved when it began");
    window.click(Role::Button, "End comparison");
    assert!(!window.has_text("Since desk.json") && rows(&window).is_empty());
}

#[test]
fn a_file_that_cannot_be_read_is_a_notice_and_another_scene_is_compared() {
    let mut window = TestWindow::beside(SCENE, |folder| {
        let other = SCENE.replace(r#""position": [0, 0, -4]"#, r#""position": [0, 9, 4]"#);
        std::fs::write(folder.join("other.json"), other).unwrap();
        std::fs::write(folder.join("bad.json"), "{ \"eyeline_report\": 1, ").unwrap();
    });
    for (name, text) in [("bad.json", "Cannot compare with bad.json"), ("other.json", "Since other.json")] {
        compare_with(&mut window, name);
        window.wait_for(text);
    }
    window.wait_for("guard · crate: outside → inside");
}

#[test]
fn a_git_revision_is_chosen_from_the_list_and_without_git_the_reason_is_shown() {
    let mut window = TestWindow::new();
    window.command("Compare with a git revision");
    window.wait_for("The file has no revisions");
    window.click(Role::Button, "Cancel");
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "First state"]] {
        let mut git = std::process::Command::new("git");
        git.arg("-C").arg(window.path("")).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        assert!(git.output().unwrap().status.success());
    }
    window.click_row("guard");
    window.type_number("near", "7");
    window.command("Compare with a git revision");
    window.wait_for("First state");
    window.shot("compare_revision");
    let button = window.harness.get_by_label_contains("First state").accesskit_node().label().unwrap();
    window.harness.get_by_label(&button).click();
    window.harness.step();
    window.wait_for("guard · crate: inside → outside");
    // Another revision is typed.
    window.command("Compare with a git revision");
    window.harness.event(eframe::egui::Event::Text("HEAD".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.step();
    window.wait_for("Since desk.json at HEAD: 2 answers have changed");
    // Enter takes the highlighted row.
    window.command("Compare with a git revision");
    window.wait_for("First state");
    window.harness.event(eframe::egui::Event::Text("first".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::ArrowDown);
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.step();
    let hash = button.split("  ").next().unwrap();
    window.wait_for(&format!("Since desk.json at {hash}: 2 answers have changed"));
}

#[test]
fn blinking_shows_both_states_alternately() {
    let mut window = compared();
    let before = {
        window.click(Role::Button, "Before");
        crop(&mut window)
    };
    window.click(Role::Button, "After");
    let after = crop(&mut window);
    assert!(before != after);
    window.harness.get_by_role_and_label(Role::Button, "Blink").click();
    window.harness.step();
    // The harness moves the clock by a fixed time in each frame.
    let mut seen = [0; 2];
    let mut changes = 0;
    let mut last = None;
    for _ in 0..40 {
        window.harness.step();
        let shown = crop(&mut window);
        let is_after = shown != before;
        changes += usize::from(last.is_some_and(|last| last != is_after));
        last = Some(is_after);
        seen[usize::from(is_after)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5) && changes >= 2, "{seen:?}, {changes} changes");
}

/// The lower part of the 3D view, which contains no text.
fn crop(window: &mut TestWindow) -> image::RgbaImage {
    window.harness.remove_cursor();
    let view = window.view().shrink(60.0);
    let image = window.harness.render().unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points of a window")]
    let [x, y, w, h] = [view.left(), view.top(), view.width(), view.height()].map(|side| side as u32);
    image::imageops::crop_imm(&image, x, y, w, h).to_image()
}

/// Many answers to compare, which takes longer than a frame.
fn large() -> TestWindow {
    let scene = eyeline::scene::generate(100_000, 3);
    TestWindow::on(&eyeline::scene::write(&scene))
}

#[test]
fn a_hundred_thousand_objects_are_compared_in_the_background() {
    let mut window = large();
    window.harness.state_mut().workspace_mut().selection_mut().select_object(None);
    window.type_number("near", "60");
    let frame = |window: &mut TestWindow| {
        let start = std::time::Instant::now();
        window.harness.step();
        start.elapsed()
    };
    let usual = (0..5).map(|_| frame(&mut window)).max().unwrap();
    window.enter_command("Compare with the saved state");
    let mut longest = std::time::Duration::ZERO;
    let mut waited = 0;
    while !window.has_text("answers have changed") {
        longest = longest.max(frame(&mut window));
        waited += usize::from(window.has_text("Comparing …") || window.has_text("Reading"));
        assert!(waited < 4000, "the comparison ends");
    }
    eprintln!("usual frame {usual:?}, longest while comparing {longest:?}, {waited} frames of waiting");
    assert!(waited > 0, "it is computed beside the window, with words");
    // The frame with the result draws the outlines. Looking up each name in the list of objects took three minutes in
    // the past.
    assert!(longest.as_secs() < 60, "{longest:?}, and {usual:?} before");
}

#[test]
fn a_comparison_is_cancelled_while_it_is_read() {
    let mut window = large();
    let path = window.path("other.json");
    std::fs::write(&path, std::fs::read_to_string(window.path("desk.json")).unwrap()).unwrap();
    compare_with(&mut window, "other.json");
    window.wait_for("Reading other.json");
    window.harness.get_by_role_and_label(Role::Button, "Cancel the comparison").click();
    for _ in 0..20 {
        window.harness.step();
    }
    assert!(!window.has_text("Reading other.json") && !window.has_tab("Compare"));
    assert!(window.app().workspace().notices().is_empty(), "a cancel is no error");
}

/// Two rules are beside each other in the view, and what differs is listed.
#[test]
fn the_answers_of_a_mistake_are_beside_those_of_the_right_rule() {
    let scene = SCENE.replace(r#""far": 20 }"#, r#""far": 3, "mistake": "far-plane-skipped" }"#);
    let mut window = TestWindow::on(&scene);
    window.command("Compare with the right rule");
    window.wait_for("1 answer differs from the right rule");
    assert!(rows(&window)[0].starts_with("guard · crate: outside → inside"), "{:?}", rows(&window));
    let side_by_side = window.picture("compare_rules");
    window.click(Role::Button, "Right rule");
    let right = window.picture("compare_right_rule");
    window.click(Role::Button, "With mistakes");
    let wrong = window.picture("compare_wrong_rule");
    assert!(right != wrong && right != side_by_side && wrong != side_by_side);
    window.command("Compare tight and loose octree");
    assert!(window.has_text("from the right rule"), "the scene has no octree, so the comparison stays");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.click(Role::Button, "End comparison");
    assert!(rows(&window).is_empty());
}
