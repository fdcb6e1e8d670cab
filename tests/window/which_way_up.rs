//! The question which way is up, for a recording that is opened alone.

use std::fmt::Write;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use eyeline::app::Start;
use eyeline::scene::SessionWorld;
use glam::Vec3;

use crate::test_window::{TestWindow, scene_of};

/// A car on a curve over level ground, as KITTI has it: +Y down, and the first camera looks along +Z.
fn car() -> String {
    let mut text = String::new();
    for i in 0..200_u32 {
        let t = f64::from(i) / 10.0;
        let (s, c) = (libm::sin(0.1 * t), libm::cos(0.1 * t));
        // The camera turns right about +Y, which points down.
        writeln!(text, "{c} 0 {s} {} 0 1 0 {} {} 0 {c} {}", 120.0 * (1.0 - c), 0.05 * libm::sin(t), -s, 120.0 * s)
            .unwrap();
    }
    text
}

/// A drone that climbs in a circle, as `EuRoC` has it: +Z up. It looks along its way.
fn drone() -> String {
    let mut text =
        "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n".to_owned();
    for i in 0..200_u32 {
        let t = f64::from(i) / 20.0;
        // The axes of the camera as columns: right, down, ahead.
        let (s, c) = (libm::sin(0.5 * t), libm::cos(0.5 * t));
        let columns = glam::DMat3::from_cols_array(&[c, s, 0.0, 0.0, 0.0, -1.0, -s, c, 0.0]);
        let glam::DQuat { x, y, z, w } = glam::DQuat::from_mat3(&columns);
        let at = 1_403_636_580_000_000_000_u64 + u64::from(i) * 50_000_000;
        writeln!(text, "{at},{},{},{},{w},{x},{y},{z}", 3.0 * c, 3.0 * s, 1.0 + 0.2 * t).unwrap();
    }
    text
}

/// A walk with a held camera, in a world with +Y up.
fn walk() -> String {
    let mut text = String::new();
    for i in 0..300_u32 {
        let t = f64::from(i) / 30.0;
        let turn = glam::DQuat::from_rotation_y(0.3 * libm::sin(0.5 * t));
        // The camera of OpenCV is turned by 180° about X.
        let glam::DQuat { x, y, z, w } = turn * glam::DQuat::from_rotation_x(std::f64::consts::PI);
        let height = 1.6 + 0.03 * libm::sin(12.0 * t);
        writeln!(text, "{t} {} {height} {} {x} {y} {z} {w}", libm::sin(0.4 * t), -1.2 * t).unwrap();
    }
    text
}

fn opened(folder: &Path, name: &str, text: &str) -> TestWindow {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    let mut window = TestWindow::started(Start::on(Some(&path), Default::default(), scene_of).unwrap());
    if window.has_text("Got it") {
        window.harness.key_press(Key::Escape);
        window.harness.run();
    }
    window
}

fn undo(window: &mut TestWindow) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
}

/// How far up points of the camera that follows the recording point upwards.
fn upright(window: &TestWindow) -> f32 {
    let world = window.app().workspace().world();
    (world.cameras[0].camera.rotation.as_quat() * Vec3::Y).y
}

const ASKS: &str = "Which way is up?";

#[test]
fn each_recording_is_upright_at_first_and_its_default_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, marked, shot) in [
        ("00.txt", car(), "−Y is up (default)", "up_car"),
        ("data.csv", drone(), "+Z is up (default)", "up_drone"),
        ("walk.tum", walk(), "+Y is up (default)", "up_walk"),
    ] {
        let mut window = opened(folder.path(), name, &text);
        assert!(window.has_text(ASKS), "{name}");
        assert!(window.has_text(marked), "{name}");
        assert!(upright(&window) > 0.99, "{name}: {}", upright(&window));
        window.shot(shot);
    }
}

#[test]
fn a_click_sets_the_world_and_the_question_does_not_return() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path(), "walk.tum", &car_as_tum());
    assert!(upright(&window) < -0.99, "a world with +Y down that the format does not tell");
    window.click(Role::RadioButton, "−Y is up");
    let world = |window: &TestWindow| window.app().workspace().scene().sessions[0].world;
    assert_eq!(world(&window), Some(SessionWorld::YDown));
    assert!(upright(&window) > 0.99 && !window.has_text(ASKS));
    undo(&mut window);
    assert_eq!(world(&window), None);
    assert!(!window.has_text(ASKS));
}

/// A path of a SLAM system whose world is that of its first camera.
fn car_as_tum() -> String {
    (0..50).fold(String::new(), |mut text, i| {
        writeln!(text, "{i} 0 0 {i} 0 0 0 1").unwrap();
        text
    })
}

#[test]
fn the_question_can_be_closed_and_scenes_are_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path(), "walk.tum", &walk());
    window.click(Role::Button, "close the question which way is up");
    assert!(!window.has_text(ASKS));
    assert!(!window.app().workspace().is_dirty());
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "walk", "file": "walk.tum" }] }"#;
    assert!(!opened(folder.path(), "scene.json", scene).has_text(ASKS));
}

#[test]
fn an_object_that_follows_a_recording_shows_the_pose_that_it_has() {
    let scene = |track: &str| {
        format!(
            r#"{{ "eyeline": 1, "select": ["box"], "sessions": [{{ "name": "walk", "file": "walk.tum" }}],
                "objects": [{{ "name": "box", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [7, 8, 9],
                    "session": {{ "name": "walk", "track": "{track}" }} }}] }}"#
        )
    };
    let fill = |folder: &Path| std::fs::write(folder.join("walk.tum"), walk()).unwrap();
    for (track, position, rotation) in [("pose", true, true), ("position", true, false), ("rotation", false, true)] {
        let mut window = TestWindow::beside(&scene(track), fill);
        window.click_row("box");
        assert_eq!(window.has_text("0, 1.6, 0 (of walk)"), position, "{track}");
        assert_eq!(window.has_text("0, 0, 0, 1 (of walk)"), rotation, "{track}");
        // Its own values can be edited only where they count.
        let has_field = |label: &str| {
            window.harness.root().children_recursive().any(|node| {
                let node = node.accesskit_node();
                node.role() == Role::SpinButton && node.label().is_some_and(|found| found == label)
            })
        };
        assert_eq!((has_field("position X"), has_field("angles yaw")), (!position, !rotation), "{track}");
    }
}
