//! Still and moving pictures: a dialog, a file, and the work that can be cancelled.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers};
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, RgbaImage};

use crate::test_window::{TestWindow, in_motion};

fn pictures(file: &Path) -> Vec<RgbaImage> {
    let decoder = GifDecoder::new(BufReader::new(File::open(file).unwrap())).unwrap();
    decoder.into_frames().map(|frame| frame.unwrap().into_buffer()).collect()
}

/// Accepts the dialog with a file name.
fn export_to(window: &mut TestWindow, file: &str) {
    window.click(Role::Button, "Export…");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    let path = window.path(file);
    window.harness.event(Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.step();
}

#[test]
fn a_turn_is_exported_as_the_view_shows_the_scene() {
    let mut window = TestWindow::on(&in_motion());
    window.click_row("crate");
    window.command("Export moving picture…");
    window.type_number("Pictures of a turn", "4");
    assert!(window.has_text("4 pictures, 0.2 s"));
    window.shot("movie");
    export_to(&mut window, "turn.gif");
    window.wait_until("the file", |window| window.path("turn.gif").is_file());
    window.wait_for("Saved turn.gif, 4 pictures");
    let turned = pictures(&window.path("turn.gif"));
    assert_eq!((turned.len(), turned[0].dimensions()), (4, (1280, 720)));
    assert!(turned[0] != turned[1] && turned[1] != turned[2]);
    // A view from the top gives other pictures.
    window.harness.key_press(Key::Num7);
    window.harness.run();
    window.command("Export moving picture…");
    export_to(&mut window, "top.gif");
    window.wait_until("the file", |window| window.path("top.gif").is_file());
    assert!(pictures(&window.path("top.gif"))[0] != turned[0]);
}

#[test]
fn a_stretch_of_time_and_the_steps_of_an_answer_are_exported() {
    let mut window = TestWindow::on(&in_motion());
    window.click_row("guard");
    window.click_row("crate");
    window.command("Export moving picture…");
    window.click(Role::RadioButton, "A range of time");
    window.type_number("Last tick of the moving picture", "6");
    export_to(&mut window, "time-##.png");
    window.wait_until("the files", |window| window.path("time-03.png").is_file());
    assert!(window.path("time-01.png").is_file() && !window.path("time-04.png").exists());
    window.harness.run();
    window.command("Export moving picture…");
    window.click(Role::RadioButton, "The steps of the selected answer");
    export_to(&mut window, "steps.gif");
    window.wait_until("the file", |window| window.path("steps.gif").is_file());
    let steps = window.app().workspace().explanation().unwrap().story.steps.len();
    assert_eq!(pictures(&window.path("steps.gif")).len(), steps + 1);
}

#[test]
fn a_cancelled_export_leaves_no_file_and_a_wrong_name_is_asked_for_again() {
    let mut window = TestWindow::on(&in_motion());
    window.command("Export moving picture…");
    window.type_number("Pictures of a turn", "5000");
    export_to(&mut window, "walk.txt");
    window.harness.run();
    assert!(window.has_text("walk.gif"), "the reason names a file that is possible");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    let path = window.path("walk.gif");
    window.harness.event(Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(3);
    window.shot("movie_progress");
    window.click(Role::Button, "Cancel");
    window.wait_for("Cancelled the export of walk.gif");
    assert!(!path.exists());
    let left: Vec<_> =
        std::fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["desk.json"], "no unfinished file is left");
    // Esc cancels too, and the selection stays.
    window.click_row("crate");
    let selected = window.app().workspace().selected().object();
    window.command("Export moving picture…");
    window.type_number("Pictures of a turn", "5000");
    export_to(&mut window, "again.gif");
    window.harness.run_steps(3);
    window.harness.key_press(Key::Escape);
    window.wait_for("Cancelled the export of again.gif");
    assert_eq!((window.path("again.gif").exists(), window.app().workspace().selected().object()), (false, selected));
}

#[test]
fn a_picture_of_any_size_is_exported_with_and_without_text_and_answers() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    let mut exported = Vec::new();
    for (file, clicks) in
        [("usual.png", &[][..]), ("asks.png", &["without the answers"]), ("clean.png", &["without text"])]
    {
        window.command("Export picture…");
        window.type_number("Width in pixels", "500");
        window.type_number("Height in pixels", "300");
        for name in clicks {
            window.click(Role::CheckBox, name);
        }
        window.shot("export_picture");
        export_to(&mut window, file);
        window.wait_for(&format!("Saved {file}"));
        let picture = image::open(window.path(file)).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (500, 300), "{file}");
        exported.push(picture);
    }
    assert!(exported[0] != exported[1] && exported[1] != exported[2] && exported[0] != exported[2]);
    // The settings stay, and a file of the scene is not replaced.
    let scene = window.path("desk.json");
    let before = std::fs::read(&scene).unwrap();
    window.command("Export picture…");
    export_to(&mut window, "desk.json");
    window.harness.run();
    assert!(!window.has_text("Saved desk.json"));
    assert_eq!(std::fs::read(&scene).unwrap(), before);
}
