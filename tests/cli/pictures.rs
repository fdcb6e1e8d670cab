//! The pictures of `eyeline render`, and the memory that they take.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::commands::eyeline;

fn scene(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).display().to_string()
}

#[test]
fn a_picture_of_agents_shows_each_of_their_trees() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |tick: &str| {
        let scene = scene("aborts.json");
        let output = eyeline(folder.path(), &["render", &scene, "--tick", tick, "-o", "a.png"]);
        assert!(output.status.success(), "{output:?}");
        image::open(folder.path().join("a.png")).unwrap().into_rgb8()
    };
    // Below the caption, a quarter of the width for each of the four agents.
    let cards = |picture: &image::RgbImage, quarter: u32, wanted: [u8; 3]| {
        let near = |pixel: &image::Rgb<u8>| pixel.0.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 24);
        let columns = quarter * 320..(quarter + 1) * 320;
        columns.flat_map(|x| (110..400).map(move |y| (x, y))).filter(|&(x, y)| near(picture.get_pixel(x, y))).count()
    };
    let (amber, orange) = ([0xe6, 0x9f, 0x00], [0xd5, 0x5e, 0x00]);
    let picture = picture("8");
    for quarter in 0..4 {
        assert!(cards(&picture, quarter, amber) > 50, "agent {quarter} has a tree in which something runs");
    }
    // Two of the four agents watch their condition during `strike`, and aborted it in this tick.
    let halted: Vec<bool> = (0..4).map(|quarter| cards(&picture, quarter, orange) > 50).collect();
    assert_eq!(halted, [false, true, false, true]);
}

/// The peak memory of a run of the program, in KiB, sampled while it runs.
#[cfg(target_os = "linux")]
fn peak(folder: &Path, args: &[&str]) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(kib.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(child.wait().unwrap().success());
    most
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_spheres_in_a_small_picture_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = r#"{ "eyeline": 1, "objects": ["#.to_owned();
    for i in 0..10_000 {
        let at = [i % 21, i / 21 % 21, i / 441].map(|n| n - 10);
        let comma = if i == 0 { "" } else { "," };
        write!(text, r#"{comma}{{ "name": "{i}", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": {at:?} }}"#)
            .unwrap();
    }
    text.push_str("] }");
    std::fs::write(folder.path().join("balls.json"), text).unwrap();
    let most = peak(folder.path(), &["render", "balls.json", "--size", "64x64", "-o", "balls.png"]);
    // With every sphere in full detail it was 1.5 GB.
    assert!((10_000..600_000).contains(&most), "{most} KiB");
    assert!(folder.path().join("balls.png").exists());
}

/// The pixels of a picture that are as bright as the letters of labels.
fn letters(picture: &image::RgbImage) -> usize {
    picture.pixels().filter(|pixel| pixel.0.iter().all(|part| *part > 225)).count()
}

#[test]
fn labels_grow_with_the_height_of_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |args: &[&str]| {
        let scene = scene("frustum.json");
        let output = eyeline(folder.path(), &[&["render", &scene, "--no-answer", "-o", "a.png"], args].concat());
        assert!(output.status.success(), "{output:?}");
        image::open(folder.path().join("a.png")).unwrap().into_rgb8()
    };
    let usual = picture(&["--size", "1280x720"]);
    assert_eq!(picture(&["--size", "1280x720", "--label-scale", "1"]), usual);
    let (slide, same) = (picture(&["--size", "1920x1080"]), picture(&["--size", "1920x1080", "--label-scale", "1.5"]));
    assert_eq!(slide, same);
    let small = picture(&["--size", "1920x1080", "--label-scale", "1"]);
    assert!(letters(&slide) as f64 > 1.6 * letters(&small) as f64, "{} {}", letters(&slide), letters(&small));
    for wrong in [&["--label-scale", "0"][..], &["--label-scale", "5"], &["--label-scale", "2", "--ui"]] {
        let scene = scene("frustum.json");
        let output = eyeline(folder.path(), &[&["render", &scene, "-o", "b.png"], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    assert!(!folder.path().join("b.png").exists());
}
