//! Moving pictures of `eyeline render`: time, a turn, and the steps of an answer.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, RgbaImage};

use crate::commands::{eyeline, fresh, names};

const SMALL: [&str; 2] = ["--size", "160x120"];

/// A ball that moves along a path of two seconds, by ten ticks a second, and a camera that sees it part of the time.
const MOVING: &str = r#"{ "eyeline": 1, "tick_rate": 10, "select": ["eye", "ball"],
    "cameras": [{ "name": "eye", "position": [0, 0, 8], "near": 1, "far": 20 }],
    "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } },
        "path": { "points": [[-6, 0, 0], [6, 0, 0]], "speed": 6 } }] }"#;

fn rendered(folder: &Path, args: &[&str]) -> String {
    let output = eyeline(folder, &[&["render", "a.json"], &SMALL[..], args].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    said
}

/// The pictures of a GIF or APNG file with their durations in milliseconds.
fn pictures(file: &Path) -> Vec<(RgbaImage, u32)> {
    let reader = BufReader::new(File::open(file).unwrap());
    let frames = if file.extension().unwrap() == "gif" {
        GifDecoder::new(reader).unwrap().into_frames()
    } else {
        PngDecoder::new(reader).unwrap().apng().unwrap().into_frames()
    };
    let frames = frames.collect_frames().unwrap().into_iter();
    frames
        .map(|frame| (frame.delay().numer_denom_ms(), frame.into_buffer()))
        .map(|((n, d), image)| (image, n / d))
        .collect()
}

#[test]
fn a_stretch_of_time_is_the_same_pictures_in_each_format() {
    let folder = fresh(&[("a.json", MOVING)]);
    let folder = folder.path();
    rendered(folder, &["--ticks", "4..8", "-o", "clip.gif"]);
    rendered(folder, &["--ticks", "4..8", "-o", "clip.apng"]);
    rendered(folder, &["--ticks", "4..8", "-o", "clip-###.png"]);
    let stills: Vec<RgbaImage> = (4..=8)
        .map(|tick: u64| {
            rendered(folder, &["--tick", &tick.to_string(), "-o", "still.png"]);
            image::open(folder.join("still.png")).unwrap().into_rgba8()
        })
        .collect();
    assert!(stills.windows(2).all(|pair| pair[0] != pair[1]), "the ball moves");

    let apng = pictures(&folder.join("clip.apng"));
    assert!(apng.iter().map(|(image, _)| image).eq(&stills));
    assert!(apng.iter().all(|(_, duration)| *duration == 100), "the speed of the scene");
    for (number, still) in (1..).zip(&stills) {
        let file = folder.join(format!("clip-{number:03}.png"));
        assert_eq!(image::open(&file).unwrap().into_rgba8(), *still, "{}", file.display());
    }
    let gif = pictures(&folder.join("clip.gif"));
    assert_eq!(gif.len(), stills.len());
    for ((found, duration), still) in gif.iter().zip(&stills) {
        assert_eq!(*duration, 100);
        let errors =
            found.pixels().zip(still.pixels()).flat_map(|(a, b)| (0..3).map(|i| u64::from(a[i].abs_diff(b[i]))));
        let mean = errors.sum::<u64>() as f64 / (3.0 * 160.0 * 120.0);
        assert!(mean < 1.5, "the mean error of a colour is {mean}");
    }
}

#[test]
fn speed_and_number_of_pictures_are_chosen() {
    let folder = fresh(&[("a.json", &MOVING.replace("\"tick_rate\": 10", "\"tick_rate\": 60"))]);
    let durations = |args: &[&str]| -> Vec<u32> {
        rendered(folder.path(), &[args, &["-o", "clip.apng"]].concat());
        pictures(&folder.path().join("clip.apng")).iter().map(|(_, duration)| *duration).collect()
    };
    assert_eq!(durations(&["--ticks", "0..12"]), [50; 5]);
    assert_eq!(durations(&["--ticks", "0..12", "--every", "6"]), [100; 3]);
    assert_eq!(durations(&["--ticks", "0..12", "--every", "6", "--fps", "2"]), [500; 3]);
    assert_eq!(durations(&["--ticks", "7..7"]), [50]);
    assert_eq!(durations(&["--turntable", "4", "--fps", "4"]), [250; 4]);
}

#[test]
fn a_turn_ends_where_it_began() {
    let folder = fresh(&[("a.json", MOVING)]);
    rendered(folder.path(), &["--turntable", "4", "-o", "turn.apng"]);
    rendered(folder.path(), &["-o", "still.png"]);
    let turn = pictures(&folder.path().join("turn.apng"));
    let still = image::open(folder.path().join("still.png")).unwrap().into_rgba8();
    assert_eq!(turn.len(), 4);
    assert_eq!(turn[0].0, still);
    assert!((1..4).all(|k| turn[k].0 != turn[k - 1].0));
}

#[test]
fn each_step_of_the_selected_answer_is_a_picture() {
    let folder = fresh(&[("a.json", MOVING)]);
    let explained = eyeline(folder.path(), &["explain", "a.json", "eye", "ball"]);
    let text = String::from_utf8(explained.stdout).unwrap();
    let steps = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count();
    rendered(folder.path(), &["--steps", "-o", "steps.apng"]);
    let pictures = pictures(&folder.path().join("steps.apng"));
    assert_eq!(pictures.len(), steps + 1, "the answer, then its steps: {text}");
    assert!(pictures.iter().all(|(_, duration)| *duration == 2000));
    assert!(pictures.windows(2).all(|pair| pair[0].0 != pair[1].0));
}

#[test]
fn without_a_name_a_gif_is_written_beside() {
    let folder = fresh(&[("a.json", MOVING)]);
    assert!(rendered(folder.path(), &["--turntable", "2"]).contains("wrote a.gif"));
    rendered(folder.path(), &["--turntable", "3"]);
    assert_eq!(pictures(&folder.path().join("a.gif")).len(), 3, "its own file is replaced");
    fs::write(folder.path().join("a.gif"), "a file of someone").unwrap();
    refused(folder.path(), &["--turntable", "2"], "was not made by eyeline");
}

fn refused(folder: &Path, args: &[&str], words: &str) {
    let before = names(folder);
    let output = eyeline(folder, &[&["render", "a.json"], args].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: wanted {words} in {said}");
    assert_eq!(names(folder), before, "{args:?}");
}

#[test]
fn wrong_arguments_are_refused_before_a_file_is_written() {
    let folder = fresh(&[("a.json", MOVING), ("none.json", r#"{ "eyeline": 1 }"#)]);
    let folder = folder.path();
    for (args, words) in [
        (
            &["--ticks", "0..9", "-o", "clip.png"][..],
            "clip.gif, clip.apng, or numbered PNG files such as clip-####.png",
        ),
        (&["--ticks", "0..9", "-o", "clip.mp4"], "is not a valid name for a moving picture"),
        (&["-o", "clip.gif"], "choose what moves with --ticks A..B, --turntable N or --steps"),
        (&["--ticks", "0..20000", "--every", "1"], "use --every 3"),
        (&["--ticks", "9..0"], "comes before the first"),
        (&["--ticks", "0..9", "--turntable", "9"], "cannot be used with"),
        (&["--ticks", "0..9", "--tick", "3"], "cannot be used with"),
        (&["--ticks", "0..9", "--ui"], "cannot be used with"),
        (&["--turntable", "1"], "1 is not in 2..=10000"),
        (&["--every", "2"], "--ticks"),
        (&["--fps", "2"], "required"),
        (&["--steps", "--fps", "0"], "write a number from 0.1 to 50"),
        (&["--steps", "--fps", "NaN"], "write a number from 0.1 to 50"),
        (&["--ticks", "0..9", "--camera", "other"], "other"),
        (&["--ticks", "0..9", "-o", "missing/clip.gif"], "missing"),
    ] {
        refused(folder, args, words);
    }
    let output = eyeline(folder, &["render", "none.json", "--steps", "-o", "clip.gif"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("the scene selects no answer with steps"));
    assert!(!folder.join("clip.gif").exists());
}

#[test]
fn numbered_pictures_never_replace_a_file_of_the_scene() {
    let scene = r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "leaf-2.png", "divisions": [2, 2] }] }"#;
    let folder = fresh(&[("a.json", scene)]);
    RgbaImage::from_pixel(4, 4, image::Rgba([9, 9, 9, 255])).save(folder.path().join("leaf-2.png")).unwrap();
    refused(folder.path(), &["--turntable", "3", "-o", "leaf-#.png"], "leaf-2.png would replace leaf-2.png");
}
