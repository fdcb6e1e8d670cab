//! File, Hunt: a program is asked, its faults are listed as they come in, and each opens as a scene.

#![cfg(unix)]

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, OutputCommand, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

/// A shell script that answers a miss to each case.
const MISSES: &str = r#"sh -c 'read line; echo "{\"name\":\"script\"}"; while read line; do id=${line#*:}; echo "{\"id\":${id%%,*},\"hit\":false}"; done'"#;

/// The window of the hunt with a command, on the question of rays and boxes.
fn asking(command: &str) -> TestWindow {
    let mut window = TestWindow::new();
    window.command("Hunt…");
    // The field of the command has the keyboard focus.
    window.harness.event(Event::Text(command.to_owned()));
    window.harness.run();
    window.click(Role::ComboBox, "Question");
    window.click(Role::Button, "ray-box");
    window
}

#[test]
fn faults_are_listed_and_open_as_scenes() {
    let mut window = asking(MISSES);
    window.type_number("Number of cases", "400");
    window.click(Role::Button, "Start");
    window.wait_for("Save results…");
    assert!(window.has_text("400 cases") && window.has_text("wrong_hit: a hit for a miss"));
    window.shot("hunt_faults");

    window.click(Role::Button, "Save results…");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    let folder = window.path("found");
    window.harness.event(Event::Text(folder.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.wait_until("the page", |_| folder.join("index.html").is_file());
    assert!(folder.join("results.json").is_file());
    window.wait_for("Saved to");

    let buttons = window.harness.get_all_by_role(Role::Button);
    let mut names = buttons.filter_map(|button| button.accesskit_node().label());
    let fault = names.find(|name| name.starts_with("Open example 1: wrong_hit")).expect("a fault");
    drop(names);
    window.click(Role::Button, &fault);
    window.wait_until("the scene", |window| {
        window.app().workspace().world().objects.iter().any(|object| &*object.name == "solid")
    });
    assert!(!window.has_text("Save results…"), "the window covers the scene no longer");
    window.shot("hunt_opened");
}

#[test]
fn a_run_is_stopped_with_what_it_has_found() {
    let mut window = asking(MISSES);
    window.type_number("Number of cases", "900000000");
    window.click(Role::Button, "Start");
    window.wait_for("Open example 1: wrong_hit");
    window.click(Role::Button, "Stop");
    window.wait_for("Save results…");
    assert!(window.has_text("undecided"));

    // A run goes on behind the closed window, and its end is reported.
    window.type_number("Number of cases", "4000");
    window.click(Role::Button, "Start");
    window.click(Role::Button, "Close window");
    window.wait_for("The hunt has ended: 4,000 cases, ");
}

#[test]
fn a_program_that_cannot_run_is_named() {
    let mut window = asking("no-such-program --x");
    window.click(Role::Button, "Start");
    window.wait_for("cannot start no-such-program");
    window.harness.get_by_role_and_label(Role::Button, "Copy as command").click();
    window.harness.step();
    let copied = window.harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let expected = "eyeline hunt ray-box --ask 'no-such-program --x' --cases 100000 --seed 1";
    assert_eq!(copied.as_deref(), Some(expected));
}

#[test]
fn a_camera_gets_a_mistake_in_the_inspector() {
    let mut window = TestWindow::new();
    window.harness.set_size(vec2(1440.0, 1700.0));
    window.click_row("guard");
    window.click(Role::ComboBox, "mistake");
    window.click(Role::Button, "Far plane skipped");
    let mistake = |window: &TestWindow| window.app().workspace().scene().cameras[0].mistake.clone();
    assert_eq!(mistake(&window).as_deref(), Some("far-plane-skipped"));
    assert!(!window.app().workspace().view().draw_options().mistaken);
    window.command("Answers of the mistake");
    assert!(window.app().workspace().view().draw_options().mistaken);
    window.shot("mistake_chosen");
    window.command("Undo");
    assert_eq!(mistake(&window), None);
}
