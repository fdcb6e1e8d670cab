//! A run of `eyeline check --out` is reviewed through the window, and its captures are accepted.

use std::fs;
use std::path::Path;
use std::process::Command;

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use image::RgbaImage;

use crate::test_window::{SCENE, TestWindow};

/// A scene whose camera sees a crate.
fn scene(title: &str, near: f64) -> String {
    format!(
        r#"{{ "eyeline": 1, "title": "{title}", "view": {{ "eye": [8, 6, 10], "target": [0, 1, 0] }},
  "cameras": [ {{ "name": "guard", "position": [0, 1, 0], "look_at": [0, 1, -5], "near": {near}, "far": 20 }} ],
  "objects": [ {{ "name": "crate", "shape": {{ "box": {{ "half_extents": [0.5, 0.5, 0.5] }} }}, "position": [0, 1, -4] }} ],
  "check": {{ "views": [{{ "name": "small", "size": [400, 300] }}] }} }}"#
    )
}

/// The exit code of `eyeline check` in a folder.
fn check(folder: &Path, args: &[&str]) -> i32 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.current_dir(folder).arg("check").args(args).output().unwrap().status.code().unwrap()
}

const FIRE: &str = "a \"fire\" 🔥";

/// A project and a run in its folder `out`: one scene with another verdict, one with another picture, one without
/// baselines, one with an error, one equal.
fn run(folder: &Path) {
    let put = |name: &str, text: &str| fs::write(folder.join("scenes").join(format!("{name}.json")), text).unwrap();
    fs::create_dir(folder.join(".git")).unwrap();
    fs::create_dir(folder.join("scenes")).unwrap();
    put("equal", &scene("Equal", 0.3));
    put("near", &scene("Near", 0.3));
    put("title", &scene("A title", 0.3));
    assert_eq!(check(folder, &["--update"]), 0);
    put("near", &scene("Near", 4.0));
    put("title", &scene("Another title, which is longer", 0.3));
    put(FIRE, &scene("New", 0.3));
    put("broken", "{ \"eyeline\": 1, \"objects\": [");
    assert_eq!(check(folder, &["--out", "out"]), 2);
}

/// Runs a command by its name in the palette. What it starts on a thread may go on.
fn command(window: &mut TestWindow, name: &str) {
    window.enter_command(name);
    window.harness.step();
    window.harness.step();
}

/// Opens the run whose folder the path field proposes.
fn review(window: &mut TestWindow) {
    command(window, "Review a run");
    window.harness.key_press(Key::Enter);
    window.harness.step();
    window.wait_for("captures to accept");
}

fn rows(window: &TestWindow) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::ListBoxOption);
    let labels = rows.filter_map(|row| row.accesskit_node().label());
    // Other panels have lists too.
    labels.filter(|label| !label.starts_with("Step ")).collect()
}

fn current(window: &TestWindow) -> String {
    let rows = window.harness.query_all_by_role(Role::ListBoxOption);
    let selected = rows.filter(|row| row.accesskit_node().toggled() == Some(Toggled::True));
    let mut labels = selected.filter_map(|row| row.accesskit_node().label());
    labels.rfind(|label| !label.starts_with("Step ")).unwrap()
}

fn baselines(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("screenshots")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn a_run_is_reviewed_and_its_captures_are_accepted() {
    let mut window = TestWindow::beside(SCENE, run);
    let folder = window.path("");
    review(&mut window);
    let fire = format!("{FIRE}, No baseline");
    assert_eq!(rows(&window), ["near, Different", "broken, Error", "title, Different", &fire, "equal, Equal"]);
    // The panels with the open scene would be about another one.
    let has_view = |window: &TestWindow| window.harness.query_by_role_and_label(Role::Tab, "3D view").is_some();
    assert!(!has_view(&window));
    window.click(Role::Button, "Review in the whole window");
    assert!(has_view(&window));
    window.click(Role::Button, "Review in the whole window");
    assert!(!has_view(&window));
    // The scene with the changed verdict is first, and its difference is shown as text.
    assert_eq!(current(&window), "near, Different");
    window.wait_for("guard · crate: inside → intersect");
    assert!(window.has_text("Decisions that changed"));
    window.harness.key_press(Key::F8);
    window.harness.run();
    window.wait_for("After picture");
    assert!(window.has_text("Before picture") && window.has_text("0 allowed"));
    let mut shots: Vec<RgbaImage> = vec![window.picture("review_side_by_side")];
    for look in ["Swipe", "Difference", "Side by side"] {
        window.click(Role::Button, look);
        window.harness.remove_cursor();
        shots.push(window.picture(&format!("review_{look}")));
    }
    assert!(shots[0] != shots[1] && shots[1] != shots[2] && shots[2] != shots[3]);
    window.click(Role::Button, "Blink");
    let names = ["Before picture", "After picture"];
    for name in [names[0], names[1], names[0]] {
        window.wait_for(name);
    }
    window.click(Role::Button, "Side by side");

    // Back to the answers. Only these are accepted.
    let before = baselines(&folder);
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::F8);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.harness.step();
    window.wait_for("✔ Wrote");
    let after = baselines(&folder);
    let written: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a.1 != b.1).map(|(a, _)| &*a.0).collect();
    assert_eq!((before.len(), written), (after.len(), vec!["near.answers.json"]));
    let capture = fs::read(folder.join("out/actual/screenshots/near.answers.json")).unwrap();
    assert_eq!(fs::read(folder.join("screenshots/near.answers.json")).unwrap(), capture);
    window.wait_for("Answers · Accepted");
    window.click(Role::Button, "Undo accepting");
    window.wait_for("✔ Restored");
    assert!(baselines(&folder) == before);
    assert_eq!(current(&window), "near, Different");
    let undo = window.harness.get_by_role_and_label(Role::Button, "Undo accepting");
    assert!(undo.accesskit_node().is_disabled(), "there is nothing else to undo");
    // A baseline that was changed afterwards is kept.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.harness.step();
    window.wait_for("✔ Wrote");
    fs::write(folder.join("screenshots/near.answers.json"), "by hand").unwrap();
    window.click(Role::Button, "Undo accepting");
    window.wait_for("near.answers.json has changed since it was accepted; no baseline was restored");
    assert_eq!(fs::read(folder.join("screenshots/near.answers.json")).unwrap(), b"by hand");
    window.click(Role::ListBoxOption, "near, Different");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.harness.step();
    window.wait_for("✔ Wrote");
    // The next capture is shown: the picture of the same scene. Accepting the scene includes it.
    assert_eq!(current(&window), "near, Different");
    window.click(Role::Button, "Accept this scene");
    window.wait_until("the next scene", |window| current(window) == "title, Different");
    assert_eq!(rows(&window)[0], "near, Accepted");

    // A scene with an error is refused.
    window.click(Role::ListBoxOption, "broken, Error");
    let accept = window.harness.get_by_role_and_label(Role::Button, "Accept this capture");
    assert!(accept.accesskit_node().is_disabled());
    window.shot("review_error");

    window.click(Role::Button, "Accept everything");
    window.wait_for("Accept 3 captures?");
    window.shot("review_question");
    window.harness.get_by_role_and_label(Role::Button, "Accept").click();
    window.harness.step();
    window.wait_for("nothing to accept");
    window.shot("review_accepted");
    fs::remove_file(folder.join("scenes/broken.json")).unwrap();
    assert_eq!(check(&folder, &[]), 0, "all is equal now");

    // Everything is restored command by command, up to the first one. A baseline that did not exist is removed.
    window.click(Role::Button, "Undo accepting");
    window.wait_for("✔ Restored");
    window.click(Role::Button, "Undo accepting");
    window.wait_for("✔ Restored screenshots/near.answers.json and 1 more");
    let restored = |name: &str| before.iter().find(|one| one.0 == name).map(|one| &one.1);
    for (name, contents) in baselines(&folder) {
        assert!(name == "near.answers.json" || restored(&name) == Some(&contents), "{name}");
    }
    assert_eq!(baselines(&folder).len(), before.len());
}

#[test]
fn a_scene_of_the_run_is_opened() {
    let mut window = TestWindow::beside(SCENE, run);
    review(&mut window);
    window.click(Role::Button, "Open the scene");
    window.harness.run();
    let opened = window.app().workspace().path().unwrap().canonicalize().unwrap();
    assert_eq!(opened, window.path("scenes/near.json").canonicalize().unwrap());
    window.click(Role::Tab, "Review");
    window.click(Role::Button, "End review");
    assert!(!window.has_tab("Review"));
}

#[test]
fn a_scene_that_changed_after_the_run_is_refused_and_the_others_are_accepted() {
    let mut window = TestWindow::beside(SCENE, run);
    let folder = window.path("");
    review(&mut window);
    fs::write(folder.join("scenes/near.json"), scene("Near", 5.0)).unwrap();
    let before = baselines(&folder);
    window.click(Role::Button, "Accept this scene");
    window.wait_for("changed after this run");
    assert!(baselines(&folder) == before);
    window.click(Role::Button, "Accept everything");
    window.harness.get_by_role_and_label(Role::Button, "Accept").click();
    window.harness.step();
    window.wait_until("an accepted scene", |window| rows(window).contains(&"title, Accepted".to_owned()));
    assert!(window.has_text("changed after this run"));
    assert_eq!(rows(&window)[0], "near, Different");
    window.shot("review_refused");
}

#[test]
fn missing_and_too_large_pictures_have_a_reason() {
    let mut window = TestWindow::beside(SCENE, |folder| {
        run(folder);
        let at = |side: &str, name: &str| folder.join("out").join(side).join("screenshots").join(name);
        fs::remove_file(at("before", "near.small.png")).unwrap();
        fs::write(at("actual", "near.small.png"), "cut").unwrap();
        RgbaImage::new(9000, 2).save(at("difference", "near.small.png")).unwrap();
    });
    review(&mut window);
    window.harness.key_press(Key::F8);
    window.harness.run();
    window.wait_for("After: cannot read");
    for words in ["Before: cannot read", "the file is not a PNG", "has 9000x2 pixels"] {
        assert!(window.has_text(words), "{words}");
    }
    window.shot("review_lost_pictures");
    window.click(Role::Button, "Accept this scene");
    window.wait_for("Not accepted");
}

#[test]
fn a_folder_without_a_run_is_refused_with_a_reason() {
    let results = |text: &'static str| {
        move |folder: &Path| {
            fs::create_dir(folder.join("out")).unwrap();
            fs::write(folder.join("out/results.json"), text).unwrap();
        }
    };
    for (text, words) in [
        ("{ \"eyeline_check\": 1,\n \"version\": 3 }", "results.json:2:"),
        ("{ \"eyeline_check\": 1, \"ver", "results.json:1:"),
        ("{ \"eyeline_check\": 2 }", "has version 2"),
        (
            "{ \"eyeline_check\": 1, \"state\": \"running\",\n \"version\": \"\", \"renderer\": \"\", \"scenes\": [] }",
            "results.json:1:32: this run did not finish",
        ),
        ("[]", "this is not the result of a run"),
    ] {
        let mut window = TestWindow::beside(SCENE, results(text));
        command(&mut window, "Review a run");
        window.harness.key_press(Key::Enter);
        window.harness.step();
        window.wait_for("Cannot review out");
        assert!(window.has_text(words), "{text}");
        assert!(!window.has_tab("Review"));
    }
    // A folder without results is refused in the field.
    let mut window = TestWindow::new();
    command(&mut window, "Review a run");
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.has_text("contains no run"));
}

#[test]
fn a_run_of_another_folder_is_shown_but_nothing_of_it_is_accepted() {
    let mut window = TestWindow::beside(SCENE, |folder| {
        run(folder);
        fs::remove_dir_all(folder.join("scenes")).unwrap();
    });
    command(&mut window, "Review a run");
    window.harness.key_press(Key::Enter);
    window.harness.step();
    window.wait_for("guard · crate: inside → intersect");
    let accept = window.harness.get_by_role_and_label(Role::Button, "Accept this scene");
    assert!(accept.accesskit_node().is_disabled());
}

#[test]
fn the_review_fits_into_small_windows() {
    let mut window = TestWindow::beside(SCENE, run);
    review(&mut window);
    window.harness.key_press(Key::F8);
    window.wait_for("After picture");
    for size in [[1024.0, 640.0], [1920.0, 1080.0]] {
        window.harness.set_size(vec2(size[0], size[1]));
        window.harness.run();
        window.shot(&format!("review_{}", size[0]));
        let shown = window.harness.get_by_label("After picture").rect();
        assert!(window.room().contains_rect(shown), "{shown:?}");
    }
}
