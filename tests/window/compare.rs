//! The open scene is compared with its saved state, a file and a git revision, through the window.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::picture::Querier;

use crate::desk::{Desk, SCENE};

/// Carries out a command by its name in the palette.
fn command(desk: &mut Desk, name: &str) {
    desk.harness.key_press(Key::F3);
    desk.harness.run();
    desk.harness.event(eframe::egui::Event::Text(name.to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.run();
}

/// Frames until a text is there.
fn wait_for(desk: &mut Desk, text: &str) {
    for _ in 0..400 {
        if desk.has_text(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        desk.harness.step();
    }
    desk.shot("compare_waited");
    panic!("{text} is not shown");
}

fn rows(desk: &Desk) -> Vec<String> {
    let rows = desk.harness.query_all_by_role(Role::ListBoxOption);
    rows.filter_map(|row| row.accesskit_node().label()).filter(|label| label.contains('→')).collect()
}

#[test]
fn unsaved_edits_are_compared_with_the_saved_state_and_clicked_through() {
    let mut desk = Desk::new();
    desk.click_row("guard");
    desk.type_number("near", "4");
    command(&mut desk, "Compare with the saved state");
    wait_for(&mut desk, "Since desk.json as saved: 2 answers have changed");
    assert!(rows(&desk)[0].starts_with("guard · crate: inside → intersect"), "{:?}", rows(&desk));
    desk.type_number("near", "7");
    wait_for(&mut desk, "guard · crate: inside → outside");
    desk.click_row("aim");
    desk.harness.key_press(Key::F7);
    desk.harness.run();
    let selected = *desk.app().session().selected();
    assert_eq!((selected.querier, selected.object), (Some(Querier::Camera(0)), Some(0)));
    for theme in [Theme::Dark, Theme::Light] {
        for size in [[1440.0, 900.0], [1024.0, 640.0]] {
            desk.harness.ctx.set_theme(theme);
            desk.harness.set_size(vec2(size[0], size[1]));
            desk.harness.run();
            desk.shot(&format!("compare_{theme:?}_{}", size[0]));
        }
    }
    desk.harness.set_size(vec2(1440.0, 900.0));
    desk.harness.ctx.set_theme(Theme::Dark);
    desk.harness.run();
    let after = desk.shot("compare_after");
    desk.click(Role::Button, "Before");
    let before = desk.shot("compare_before");
    assert!(after != before, "the near plane is elsewhere");
    desk.click(Role::Button, "Side by side");
    desk.shot("compare_side_by_side");
    desk.click(Role::Button, "After");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    desk.harness.run();
    assert!(!rows(&desk).is_empty(), "the comparison is with the state that was saved when it began");
    desk.click(Role::Button, "End comparison");
    assert!(!desk.has_text("Since desk.json") && rows(&desk).is_empty());
}

#[test]
fn a_file_that_cannot_be_read_is_a_notice_and_another_scene_is_compared() {
    let mut desk = Desk::beside(SCENE, |folder| {
        let other = SCENE.replace(r#""position": [0, 0, -4]"#, r#""position": [0, 9, 4]"#);
        std::fs::write(folder.join("other.json"), other).unwrap();
        std::fs::write(folder.join("bad.json"), "{ \"eyeline_report\": 1, ").unwrap();
    });
    for (name, text) in [("bad.json", "Cannot compare with bad.json"), ("other.json", "Since other.json")] {
        let path = desk.path(name);
        command(&mut desk, "Compare with a file");
        desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        desk.harness.event(eframe::egui::Event::Text(path.display().to_string()));
        desk.harness.run();
        desk.harness.key_press(Key::Enter);
        desk.harness.step();
        wait_for(&mut desk, text);
    }
    wait_for(&mut desk, "guard · crate: outside → inside");
}

#[test]
fn a_git_revision_is_chosen_from_the_list_and_without_git_the_reason_is_shown() {
    let mut desk = Desk::new();
    command(&mut desk, "Compare with a git revision");
    wait_for(&mut desk, "The file has no revisions");
    desk.click(Role::Button, "Cancel");
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "First state"]] {
        let mut git = std::process::Command::new("git");
        git.arg("-C").arg(desk.path("")).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        assert!(git.output().unwrap().status.success());
    }
    desk.click_row("guard");
    desk.type_number("near", "7");
    command(&mut desk, "Compare with a git revision");
    wait_for(&mut desk, "First state");
    desk.shot("compare_revision");
    let button = desk.harness.get_by_label_contains("First state").accesskit_node().label().unwrap();
    desk.harness.get_by_label(&button).click();
    desk.harness.step();
    wait_for(&mut desk, "guard · crate: inside → outside");
    // Another one is typed.
    command(&mut desk, "Compare with a git revision");
    desk.harness.event(eframe::egui::Event::Text("HEAD".to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    wait_for(&mut desk, "Since desk.json at HEAD: 2 answers have changed");
}

#[test]
fn blinking_shows_both_states_in_turn() {
    let mut desk = Desk::new();
    desk.click_row("guard");
    desk.type_number("near", "4");
    command(&mut desk, "Compare with the saved state");
    wait_for(&mut desk, "Since desk.json as saved");
    let before = {
        desk.click(Role::Button, "Before");
        crop(&mut desk)
    };
    desk.click(Role::Button, "After");
    let after = crop(&mut desk);
    assert!(before != after);
    desk.harness.get_by_role_and_label(Role::Button, "Blink").click();
    desk.harness.step();
    // The harness moves the clock by a fixed time in each frame.
    let mut seen = [0; 2];
    let mut changes = 0;
    let mut last = None;
    for _ in 0..40 {
        desk.harness.step();
        let shown = crop(&mut desk);
        let is_after = shown != before;
        changes += usize::from(last.is_some_and(|last| last != is_after));
        last = Some(is_after);
        seen[usize::from(is_after)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5) && changes >= 2, "{seen:?}, {changes} changes");
}

/// The lower part of the 3D view, where no words are.
fn crop(desk: &mut Desk) -> image::RgbaImage {
    desk.harness.remove_cursor();
    let view = desk.view().shrink(60.0);
    let image = desk.harness.render().unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points of a window")]
    let [x, y, w, h] = [view.left(), view.top(), view.width(), view.height()].map(|side| side as u32);
    image::imageops::crop_imm(&image, x, y, w, h).to_image()
}

/// A pile of answers to compare, which takes longer than a frame.
fn large() -> Desk {
    let scene = eyeline::scene::generate(100_000, 3);
    Desk::on(&eyeline::scene::write(&scene))
}

#[test]
fn a_hundred_thousand_objects_are_compared_beside_the_window() {
    let mut desk = large();
    desk.harness.state_mut().session_mut().select_object(None);
    desk.type_number("near", "60");
    let frame = |desk: &mut Desk| {
        let start = std::time::Instant::now();
        desk.harness.step();
        start.elapsed()
    };
    let usual = (0..5).map(|_| frame(&mut desk)).max().unwrap();
    desk.harness.key_press(Key::F3);
    desk.harness.run();
    desk.harness.event(eframe::egui::Event::Text("Compare with the saved state".to_owned()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    let mut longest = std::time::Duration::ZERO;
    let mut waited = 0;
    while !desk.has_text("answers have changed") {
        longest = longest.max(frame(&mut desk));
        waited += usize::from(desk.has_text("Comparing …") || desk.has_text("Reading"));
        assert!(waited < 4000, "the comparison ends");
    }
    eprintln!("usual frame {usual:?}, longest while comparing {longest:?}, {waited} frames of waiting");
    assert!(waited > 0, "it is computed beside the window, with words");
    // The frame with the result makes the outlines. Looking up each name in the list of objects took three minutes.
    assert!(longest < usual * 4 + std::time::Duration::from_secs(4), "{longest:?}, and {usual:?} before");
}

#[test]
fn a_comparison_is_cancelled_while_it_is_read() {
    let mut desk = large();
    let path = desk.path("other.json");
    std::fs::write(&path, std::fs::read_to_string(desk.path("desk.json")).unwrap()).unwrap();
    command(&mut desk, "Compare with a file");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    desk.harness.event(eframe::egui::Event::Text(path.display().to_string()));
    desk.harness.run();
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    wait_for(&mut desk, "Reading other.json");
    desk.harness.get_by_role_and_label(Role::Button, "Cancel the comparison").click();
    for _ in 0..20 {
        desk.harness.step();
    }
    assert!(!desk.has_text("Reading other.json") && !desk.has_tab("Compare"));
    assert!(desk.app().session().notices().is_empty(), "a cancel is no error");
}
