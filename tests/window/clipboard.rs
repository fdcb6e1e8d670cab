//! Copy, cut and paste of items, between windows too.

use eframe::egui::{Event, Key, Modifiers, OutputCommand};

use crate::test_window::{SCENE, TestWindow};

/// Gives the event of Ctrl+C or Ctrl+X. Returns the text that the window puts on the clipboard.
fn clipboard_after(window: &mut TestWindow, event: Event) -> Option<String> {
    window.harness.event(event);
    window.harness.step();
    let commands = window.harness.output().platform_output.commands.clone();
    window.harness.run();
    commands.into_iter().find_map(|command| if let OutputCommand::CopyText(text) = command { Some(text) } else { None })
}

fn paste(window: &mut TestWindow, text: &str) {
    window.harness.event(Event::Paste(text.to_owned()));
    window.harness.run();
}

fn names(window: &TestWindow) -> Vec<String> {
    let scene = window.app().workspace().scene();
    scene.objects.iter().map(|object| object.name.clone()).collect()
}

#[test]
fn items_go_from_one_window_to_another() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    let text = clipboard_after(&mut window, Event::Copy).unwrap();
    assert!(eyeline::scene::parse(&text, "clipboard").is_ok(), "{text}");
    let mut other = TestWindow::on(r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }] }"#);
    paste(&mut other, &text);
    assert_eq!(names(&other), ["crate"]);
    assert_eq!(other.app().workspace().selected().object(), Some(0), "the pasted item is selected");
    // In the first window its name is taken.
    paste(&mut window, &text);
    assert_eq!(names(&window), ["crate", "ball", "crate 2"]);
    assert_eq!(window.app().workspace().document().undo_label(), Some("paste"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(names(&window), ["crate", "ball"]);
}

#[test]
fn cut_removes_the_items() {
    let mut window = TestWindow::new();
    window.click_row("ball");
    let text = clipboard_after(&mut window, Event::Cut).unwrap();
    assert!(text.contains("\"ball\"") && !text.contains("\"crate\""), "{text}");
    assert_eq!(names(&window), ["crate"]);
    paste(&mut window, &text);
    assert_eq!(names(&window), ["crate", "ball"]);
}

#[test]
fn a_text_that_is_no_scene_and_items_that_do_not_fit_are_refused_with_the_reason() {
    let mut window = TestWindow::new();
    let before = window.app().workspace().scene().clone();
    for (text, reason) in [
        ("hello", "no items of a scene"),
        (r#"{ "eyeline": 1, "objects": [{ "name": "x", "shape": { "sphere": { "radius": -1 } } }] }"#, "radius"),
        (r#"{ "eyeline": 1, "cameras": [{ "name": "x", "attach": "nowhere" }] }"#, "nowhere"),
        (r#"{ "eyeline": 1 }"#, "no items"),
    ] {
        paste(&mut window, text);
        assert_eq!(*window.app().workspace().scene(), before, "{text}");
        let notices: Vec<_> = window.app().workspace().notices().iter().map(|notice| notice.text.clone()).collect();
        assert!(notices.iter().any(|notice| notice.contains(reason)), "{reason}: {notices:?}");
    }
}

#[test]
fn a_text_field_keeps_its_own_clipboard() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    window.harness.key_press(Key::F2);
    window.harness.run();
    paste(&mut window, "box 7");
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(names(&window), ["box 7", "ball"], "the name was pasted into the field");
}
