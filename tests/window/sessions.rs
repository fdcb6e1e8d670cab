//! The panel of recorded sessions: links to jumps, anchors, taps, and two paths compared; taps by a click; the view that follows.

use std::fmt::Write;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, Rect, Theme, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::report::explain::{explain, subject};
use eyeline::trajectory::align::AlignmentKind;
use eyeline::trajectory::deviation::Measure;
use eyeline::world::Item;

use crate::test_window::TestWindow;

fn own(name: &str) -> TestWindow {
    let mut window = TestWindow::on_own_scene(name, [1440, 1100]);
    open(&mut window);
    window
}

/// Opens the panel, with more height than it has at first.
fn open(window: &mut TestWindow) {
    window.click(Role::Tab, "Sessions");
    let view = window.view();
    let border = pos2(view.center().x, view.bottom() + 1.0);
    window.drag(border, border - vec2(0.0, 160.0));
    assert!(window.view().bottom() < view.bottom() - 100.0, "the border moves");
}

fn undo(window: &mut TestWindow) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
}

/// The names of the images that begin with a text, with their places.
fn images(window: &TestWindow, start: &str) -> Vec<(String, Rect)> {
    let nodes = window.harness.root().children_recursive();
    let images = nodes.filter(|node| node.accesskit_node().role() == Role::Image);
    let named = images.filter_map(|node| Some((node.accesskit_node().label()?, node)));
    named.filter(|(name, _)| name.starts_with(start)).map(|(name, node)| (name, node.rect())).collect()
}

/// A path around a room, and an estimate of it that is moved, scaled and drifts.
fn two_paths(folder: &Path) {
    let (mut truth, mut slam) = (String::new(), String::new());
    for i in 0..121_u32 {
        let t = f64::from(i) / 30.0;
        let (x, y, z) = (3.0 * libm::sin(t), 1.5 + 0.2 * libm::sin(3.0 * t), 2.0 * libm::cos(t));
        writeln!(truth, "{t:.6} {x:.6} {y:.6} {z:.6} 0 0 0 1").unwrap();
        let (x, z) = (1.1 * x + 0.02 * t + 0.5, 1.1 * z - 0.03 * t);
        writeln!(slam, "{t:.6} {x:.6} {:.6} {z:.6} 0 0 0 1", 1.1 * y + 0.3).unwrap();
    }
    std::fs::write(folder.join("truth.txt"), truth).unwrap();
    std::fs::write(folder.join("slam.txt"), slam).unwrap();
}

const TWO: &str = r#"{ "eyeline": 1, "title": "Two paths", "tick_rate": 30, "select": ["slam"],
    "sessions": [ { "name": "truth", "file": "truth.txt" }, { "name": "slam", "file": "slam.txt" } ] }"#;

#[test]
fn a_scene_without_a_session_has_no_such_panel() {
    assert!(!TestWindow::new().has_tab("Sessions"));
}

#[test]
fn a_jump_and_a_loss_are_links_to_their_frames() {
    let mut window = own("lost");
    for text in ["81", "0.85", "Losses: 1", "Jumps: 1"] {
        assert!(window.has_text(text), "{text}");
    }
    let workspace = window.app().workspace();
    let jump = workspace.world().sessions[0].file.as_ref().unwrap().summary().unwrap().jumps[0];
    let link = window.harness.get_by(|node| {
        node.role() == Role::Link
            && node.label().is_some_and(|label| label.starts_with(&format!("frame {} at", jump.frame)))
    });
    link.click();
    window.harness.run();
    assert_eq!((window.app().workspace().tick(), jump.frame), (58, 58));
    window.click(Role::Link, "2.8 s to 4 s: insufficient light");
    assert_eq!(window.app().workspace().tick(), 28);
    window.shots("sessions_lost");
}

#[test]
fn anchors_have_their_history_and_a_plot_of_their_area() {
    let mut window = own("merged");
    window.click(Role::Button, "Anchors");
    assert!(window.has_text("merged into “left” at 2.6 s") && window.has_text("removed at 2.3 s"));
    let plots = images(&window, "Area of ");
    assert_eq!(plots.len(), 3, "{plots:?}");
    let histories = window.app().workspace().world().sessions[0].trajectory().unwrap().anchors.histories().to_vec();
    let left = histories.iter().find(|history| &*history.id == "left").unwrap();
    let [first, last] = [left.areas().next().unwrap().1, left.last_area()].map(Option::unwrap);
    assert!(last > first, "it grows");
    let (_, place) = plots.iter().find(|(name, _)| name.starts_with("Area of left over time: ")).unwrap();
    window.shot("sessions_merged");
    // A click on the plot goes to that time: the recording has four seconds.
    let middle = place.center();
    window.press(middle, PointerButton::Primary);
    assert_eq!(window.app().workspace().tick(), 20);
    window.click(Role::Link, "merged into “left” at 2.6 s");
    assert_eq!(window.app().workspace().tick(), 26);
}

#[test]
fn a_tap_shows_all_candidates_and_where_the_rules_differ() {
    let mut window = own("tap");
    for text in [
        "● first_type: the polygon of “floor” at 5.235 m",
        "○ nearest: the extent of “table” at 2.528 m",
        "The first type with any hit decides, although another hit is nearer.",
        "outside the boundary",
        "Infinite planes",
        "Feature point",
    ] {
        assert!(window.has_text(text), "{text}");
    }
    window.shots("sessions_tap");
    window.click(Role::Button, "select early");
    assert_eq!(window.app().workspace().selected().explained_alone(), Some(Item::Tap(1)));
    undo(&mut window);
    window.click_row("place");
    window.harness.get_by_role_and_label(Role::ComboBox, "rule").click();
    window.harness.run();
    window.harness.get_by_label("nearest of all types").click();
    window.harness.run();
    assert!(window.has_text("● nearest: the extent of “table” at 2.528 m"), "the rule of the tap is marked");
}

#[test]
fn two_paths_have_the_figures_of_explain_a_plot_and_colours() {
    let mut window = TestWindow::beside(TWO, two_paths);
    open(&mut window);
    window.wait_until("the comparison", |window| window.app().workspace().view().path_errors().is_some());
    let errors = window.app().workspace().view().path_errors().unwrap().clone();
    let world = window.app().workspace().world();
    assert_eq!((errors.reference, errors.path), (world.sessions[0].id, world.sessions[1].id));
    let described = explain(world, subject(world, "truth", Some("slam")).unwrap()).unwrap();
    let rigid =
        &described.story.steps[1 + AlignmentKind::ALL.iter().position(|f| *f == AlignmentKind::Rigid).unwrap()].numbers;
    for measure in [Measure::Absolute, Measure::Relative] {
        let start = format!("{}: rmse ", measure.name());
        let line = rigid.lines().find(|line| line.starts_with(&start) && line.ends_with('m')).unwrap();
        for word in line.split([' ', ',', ':']).filter(|word| word.parse::<f64>().is_ok()) {
            assert!(window.harness.query_all_by_label(word).next().is_some(), "{word} of {line}");
        }
    }
    let drift = rigid.lines().find(|line| line.starts_with("drift: ")).unwrap().trim_start_matches("drift: ");
    assert!(window.has_text(&format!("drift {drift}")), "{drift}");
    assert!(errors.deviation.strokes.iter().any(|stroke| stroke.bands[0] == 4));
    assert_eq!(images(&window, "APE in m over time: RMSE ").len(), 1);
    window.shots("sessions_compared");

    window.click(Role::Button, "alignment Sim(3)");
    window.wait_until("the other alignment", |window| {
        window
            .app()
            .workspace()
            .view()
            .path_errors()
            .is_some_and(|errors| (errors.deviation.alignment.scale - 1.0).abs() > 0.05)
    });
    window.click(Role::Button, "RPE °");
    assert_eq!(window.app().workspace().view().path_errors().unwrap().measure, Measure::RelativeTurn);
    let (_, place) = images(&window, "RPE in ° over time: ")[0].clone();
    window.press(place.center(), PointerButton::Primary);
    let tick = window.app().workspace().tick();
    assert!((40..=80).contains(&tick), "the middle of four seconds: {tick}");
    window.click(Role::Button, "by axis");
    let (_, place) = images(&window, "Difference in m over time: at most X ")[0].clone();
    window.shots("sessions_by_axis");
    window.press(place.left_center() + vec2(place.width() * 0.25, 0.0), PointerButton::Primary);
    let tick = window.app().workspace().tick();
    assert!((10..=50).contains(&tick), "a quarter of four seconds: {tick}");
    window.click(Role::Button, "histogram");
    assert_eq!(images(&window, "Histogram of RPE in °: at most ").len(), 1);
    window.shots("sessions_histogram");
    window.click(Role::Tab, "Explain");
    assert_eq!(window.app().workspace().view().path_errors(), None, "the colours end with the panel");
}

#[test]
fn paths_that_determine_no_alignment_say_why() {
    let mut window = TestWindow::beside(TWO, |folder| {
        two_paths(folder);
        let lines: Vec<String> = (0..121).map(|i| format!("{} {i} 0 0 0 0 0 1", f64::from(i) / 30.0)).collect();
        std::fs::write(folder.join("slam.txt"), lines.join("\n")).unwrap();
    });
    open(&mut window);
    window.wait_for("There is no such alignment: the points of a path are at one place or on a line");
    assert_eq!(window.app().workspace().view().path_errors(), None);
    window.click(Role::Button, "alignment translation");
    window.wait_until("the comparison", |window| window.app().workspace().view().path_errors().is_some());
}

#[test]
fn a_click_into_the_inset_of_a_session_camera_adds_a_tap() {
    let mut window = own("tap");
    window.click_row("phone");
    let inset = window.harness.get_by_role_and_label(Role::Button, "Tap on the picture of phone").rect();
    window.press(inset.min + inset.size() * 0.633 - inset.size() * vec2(0.0, 0.633 - 0.201), PointerButton::Primary);
    let workspace = window.app().workspace();
    let tap = workspace.scene().taps[2].clone();
    assert_eq!((&*tap.camera, workspace.document().undo_label()), ("phone", Some("add tap")));
    // The picture has a border of two percent around the frame of the camera.
    let wanted = [0.633, 0.201].map(|part| 0.5 + (part - 0.5) * 1.02);
    assert!(tap.screen.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01), "{:?}", tap.screen);
    assert!((tap.time - 3.0).abs() < 1e-9 && workspace.selected().explained_alone() == Some(Item::Tap(2)));
    assert!(workspace.world().taps[2].outcome.is_ok());
    assert!(window.has_text("● first_type: the polygon of “floor”"), "the panel shows its answer");
    window.row("tap");
    window.shot("sessions_tapped");
    // The inset stays, so that the next click adds another one.
    window.press(inset.center(), PointerButton::Primary);
    assert_eq!(window.app().workspace().scene().taps.len(), 4);
    undo(&mut window);
    undo(&mut window);
    assert_eq!(window.app().workspace().scene().taps.len(), 2);
    window.click_row("phone");
    window.click(Role::Button, "Look through phone");
    assert!(window.has_text("Back from phone"));
}

#[test]
fn the_view_moves_with_a_session() {
    let mut window = own("lost");
    let dot = |window: &mut TestWindow| {
        let (image, middle) = (window.picture("sessions_follow"), window.view().center());
        let at = |dx: i32, dy: i32| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a pixel")]
            let pixel = image.get_pixel((middle.x as i32 + dx) as u32, (middle.y as i32 + dy) as u32).0;
            let [r, g, b, _] = pixel.map(i32::from);
            (r - 0x56).abs() + (g - 0xb4).abs() + (b - 0xe9).abs() < 40
        };
        (-3..=3).any(|dx| (-3..=3).any(|dy| at(dx, dy)))
    };
    window.harness.ctx.set_theme(Theme::Dark);
    assert!(!dot(&mut window), "the session is not in the middle");
    window.click(Role::Button, "Follow session");
    assert!(dot(&mut window));
    window.type_number("Tick", "15");
    assert!(dot(&mut window), "it stays in the middle");
    window.click(Role::Button, "Follow session");
    window.type_number("Tick", "70");
    assert!(!dot(&mut window));
}

#[test]
fn a_recording_is_trimmed_to_a_file_and_the_scene_takes_it_with_undo() {
    let mut window = TestWindow::beside(TWO, two_paths);
    open(&mut window);
    window.click(Role::Button, "Trim recording");
    assert!(window.has_text("121 of 121 frames, 4"));
    window.type_number("First second of the part", "1.01");
    window.type_number("Last second of the part", "2");
    assert!(window.has_text("30 of 121 frames, 0.9"));
    window.shot("trim");
    // The strip moves the nearer end.
    let strip = window.harness.get_by_role_and_label(Role::Slider, "The part of the recording").rect();
    let at = |second: f32| pos2(strip.left() + strip.width() * second / 4.0, strip.center().y);
    window.harness.hover_at(at(3.5));
    window.wait_for("(orange): tracking is lost. High marks (amber): a jump.");
    window.drag(at(2.05), at(3.0));
    window.wait_until("the later end", |window| window.has_text("60 of 121 frames"));

    let save = |window: &mut TestWindow, file: &str| {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        let path = window.path(file);
        window.harness.event(eframe::egui::Event::Text(path.display().to_string()));
        window.harness.run();
        window.harness.key_press(Key::Enter);
        window.harness.run();
    };
    window.click(Role::Button, "Save…");
    save(&mut window, "truth.txt");
    window.click(Role::Button, "Replace");
    assert!(window.has_text("The open scene uses"), "a recording in use is not replaced");
    let whole = std::fs::read_to_string(window.path("slam.txt")).unwrap();
    save(&mut window, "short.txt");
    window.wait_for("Saved short.txt, 60 frames");
    let part = std::fs::read_to_string(window.path("short.txt")).unwrap();
    assert_eq!(part.lines().count(), 60);
    assert!(whole.contains(&part) && std::fs::read_to_string(window.path("slam.txt")).unwrap() == whole);

    window.wait_until("the part in the scene", |window| {
        let at = &window.app().workspace().world().sessions[1];
        at.trajectory().is_some_and(|path| path.frames.len() == 60 && (path.frames.time(0) - 31.0 / 30.0).abs() < 1e-5)
    });
    undo(&mut window);
    window.wait_until("all of it", |window| {
        window.app().workspace().world().sessions[1].trajectory().is_some_and(|path| path.frames.len() == 121)
    });
}

#[test]
fn the_time_bar_ends_with_the_recording_and_each_scene_has_its_own() {
    let last = |window: &TestWindow| {
        window.harness.get_by_role_and_label(Role::SpinButton, "Last tick").accesskit_node().numeric_value()
    };
    let mut window = own("merged");
    assert_eq!(last(&window), Some(40.0), "4 s of ten ticks");
    window.type_number("Last tick", "900");
    assert_eq!(last(&window), Some(900.0));
    for button in ["Lessons", "Behaviour trees", "Guard"] {
        window.click(Role::Button, button);
    }
    assert_eq!(last(&window), Some(600.0), "the end belongs to the scene");
}
