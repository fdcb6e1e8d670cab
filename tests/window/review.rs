//! A run of `eyeline check --out` is reviewed through the window, and its captures are accepted.

use std::fs;
use std::path::Path;
use std::process::Command;

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use image::RgbaImage;

use crate::desk::{Desk, SCENE};

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

/// Carries out a command by its name in the palette.
fn command(desk: &mut Desk, name: &str) {
    desk.harness.key_press(Key::F3);
    desk.harness.run();
    desk.harness.event(Event::Text(name.to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    desk.harness.step();
}

fn wait_for(desk: &mut Desk, text: &str) {
    wait(desk, text, |desk| desk.has_text(text));
}

fn wait(desk: &mut Desk, what: &str, mut is_there: impl FnMut(&Desk) -> bool) {
    for _ in 0..600 {
        if is_there(desk) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        desk.harness.step();
    }
    desk.shot("review_waited");
    panic!("{what} does not come");
}

/// Opens the run whose folder the path field proposes.
fn review(desk: &mut Desk) {
    command(desk, "Review a run");
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    wait_for(desk, "captures to accept");
}

fn rows(desk: &Desk) -> Vec<String> {
    let rows = desk.harness.query_all_by_role(Role::ListBoxOption);
    let labels = rows.filter_map(|row| row.accesskit_node().label());
    // Other panels have lists too.
    labels.filter(|label| !label.starts_with("Step ")).collect()
}

fn current(desk: &Desk) -> String {
    let rows = desk.harness.query_all_by_role(Role::ListBoxOption);
    let selected = rows.filter(|row| row.accesskit_node().toggled() == Some(Toggled::True));
    let labels = selected.filter_map(|row| row.accesskit_node().label());
    labels.filter(|label| !label.starts_with("Step ")).next_back().unwrap()
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
fn a_run_is_looked_at_and_its_captures_are_accepted() {
    let mut desk = Desk::beside(SCENE, run);
    let folder = desk.path("");
    review(&mut desk);
    let fire = format!("{FIRE}, No baseline");
    assert_eq!(rows(&desk), ["near, Different", "broken, Error", "title, Different", &fire, "equal, Equal"]);
    // The scene of the other verdict is first, and its difference is there in words.
    assert_eq!(current(&desk), "near, Different");
    wait_for(&mut desk, "guard · crate: inside → intersect");
    assert!(desk.has_text("Decisions that changed"));
    desk.harness.key_press(Key::F8);
    desk.harness.run();
    wait_for(&mut desk, "After picture");
    assert!(desk.has_text("Before picture") && desk.has_text("0 allowed"));
    let mut shots: Vec<RgbaImage> = vec![desk.shot("review_side_by_side")];
    for look in ["Swipe", "Difference", "Side by side"] {
        desk.click(Role::Button, look);
        desk.harness.remove_cursor();
        shots.push(desk.shot(&format!("review_{look}")));
    }
    assert!(shots[0] != shots[1] && shots[1] != shots[2] && shots[2] != shots[3]);
    desk.click(Role::Button, "Blink");
    let names = ["Before picture", "After picture"];
    for name in [names[0], names[1], names[0]] {
        wait_for(&mut desk, name);
    }
    desk.click(Role::Button, "Side by side");

    // Back to the answers; they alone are accepted.
    let before = baselines(&folder);
    desk.harness.key_press_modifiers(Modifiers::SHIFT, Key::F8);
    desk.harness.run();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    desk.harness.step();
    wait_for(&mut desk, "✔ Wrote");
    let after = baselines(&folder);
    let written: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a.1 != b.1).map(|(a, _)| &*a.0).collect();
    assert_eq!((before.len(), written), (after.len(), vec!["near.answers.json"]));
    let capture = fs::read(folder.join("out/actual/screenshots/near.answers.json")).unwrap();
    assert_eq!(fs::read(folder.join("screenshots/near.answers.json")).unwrap(), capture);
    wait_for(&mut desk, "Answers · Accepted");
    // The next capture is shown: the picture of the same scene. The scene is accepted with it.
    assert_eq!(current(&desk), "near, Different");
    desk.click(Role::Button, "Accept this scene");
    wait(&mut desk, "the next scene", |desk| current(desk) == "title, Different");
    assert_eq!(rows(&desk)[0], "near, Accepted");

    // A scene with an error is refused.
    desk.click(Role::ListBoxOption, "broken, Error");
    let accept = desk.harness.get_by_role_and_label(Role::Button, "Accept this capture");
    assert!(accept.accesskit_node().is_disabled());
    desk.shot("review_error");

    desk.click(Role::Button, "Accept everything");
    wait_for(&mut desk, "Accept 3 captures?");
    desk.shot("review_question");
    desk.harness.get_by_role_and_label(Role::Button, "Accept").click();
    desk.harness.step();
    wait_for(&mut desk, "nothing to accept");
    desk.shot("review_accepted");
    fs::remove_file(folder.join("scenes/broken.json")).unwrap();
    assert_eq!(check(&folder, &[]), 0, "all is equal now");
}

#[test]
fn a_scene_of_the_run_is_opened() {
    let mut desk = Desk::beside(SCENE, run);
    review(&mut desk);
    desk.click(Role::Button, "Open the scene");
    desk.harness.run();
    let opened = desk.app().session().path().unwrap().canonicalize().unwrap();
    assert_eq!(opened, desk.path("scenes/near.json").canonicalize().unwrap());
    desk.click(Role::Tab, "Review");
    desk.click(Role::Button, "End review");
    assert!(!desk.has_tab("Review"));
}

#[test]
fn a_scene_that_changed_after_the_run_is_refused_and_the_others_are_accepted() {
    let mut desk = Desk::beside(SCENE, run);
    let folder = desk.path("");
    review(&mut desk);
    fs::write(folder.join("scenes/near.json"), scene("Near", 5.0)).unwrap();
    let before = baselines(&folder);
    desk.click(Role::Button, "Accept this scene");
    wait_for(&mut desk, "changed after this run");
    assert!(baselines(&folder) == before);
    desk.click(Role::Button, "Accept everything");
    desk.harness.get_by_role_and_label(Role::Button, "Accept").click();
    desk.harness.step();
    wait(&mut desk, "an accepted scene", |desk| rows(desk).contains(&"title, Accepted".to_owned()));
    assert!(desk.has_text("changed after this run"));
    assert_eq!(rows(&desk)[0], "near, Different");
    desk.shot("review_refused");
}

#[test]
fn pictures_that_are_lost_or_too_large_say_so() {
    let mut desk = Desk::beside(SCENE, |folder| {
        run(folder);
        let at = |side: &str, name: &str| folder.join("out").join(side).join("screenshots").join(name);
        fs::remove_file(at("before", "near.small.png")).unwrap();
        fs::write(at("actual", "near.small.png"), "cut").unwrap();
        RgbaImage::new(9000, 2).save(at("difference", "near.small.png")).unwrap();
    });
    review(&mut desk);
    desk.harness.key_press(Key::F8);
    desk.harness.run();
    wait_for(&mut desk, "After: cannot read");
    for words in ["Before: cannot read", "the file is no PNG", "has 9000x2 pixels"] {
        assert!(desk.has_text(words), "{words}");
    }
    desk.shot("review_lost_pictures");
    desk.click(Role::Button, "Accept this scene");
    wait_for(&mut desk, "Not accepted");
}

#[test]
fn a_folder_that_is_no_run_says_why() {
    let results = |text: &'static str| {
        move |folder: &Path| {
            fs::create_dir(folder.join("out")).unwrap();
            fs::write(folder.join("out/results.json"), text).unwrap();
        }
    };
    for (text, words) in [
        ("{ \"eyeline_check\": 1,\n \"version\": 3 }", "results.json:2:"),
        ("{ \"eyeline_check\": 1, \"ver", "results.json:1:"),
        ("{ \"eyeline_check\": 2 }", "is of version 2"),
        ("[]", "this is not the result of a run"),
    ] {
        let mut desk = Desk::beside(SCENE, results(text));
        command(&mut desk, "Review a run");
        desk.harness.key_press(Key::Enter);
        desk.harness.step();
        wait_for(&mut desk, "Cannot review out");
        assert!(desk.has_text(words), "{text}");
        assert!(!desk.has_tab("Review"));
    }
    // A folder without results is refused in the field.
    let mut desk = Desk::new();
    command(&mut desk, "Review a run");
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
    assert!(desk.has_text("holds no run"));
}

#[test]
fn a_run_of_another_place_is_shown_and_nothing_of_it_is_accepted() {
    let mut desk = Desk::beside(SCENE, |folder| {
        run(folder);
        fs::remove_dir_all(folder.join("scenes")).unwrap();
    });
    command(&mut desk, "Review a run");
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    wait_for(&mut desk, "guard · crate: inside → intersect");
    let accept = desk.harness.get_by_role_and_label(Role::Button, "Accept this scene");
    assert!(accept.accesskit_node().is_disabled());
}

#[test]
fn the_review_fits_into_small_windows() {
    let mut desk = Desk::beside(SCENE, run);
    review(&mut desk);
    desk.harness.key_press(Key::F8);
    wait_for(&mut desk, "After picture");
    for size in [[1024.0, 640.0], [1920.0, 1080.0]] {
        desk.harness.set_size(vec2(size[0], size[1]));
        desk.harness.run();
        desk.shot(&format!("review_{}", size[0]));
        let shown = desk.harness.get_by_label("After picture").rect();
        assert!(desk.room().contains_rect(shown), "{shown:?}");
    }
}
