//! `eyeline check` through the binary: differences, written files and reports.

use std::fs;
use std::path::Path;
use std::process::Output;

use image::{Rgba, RgbaImage};
use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{eyeline, fresh, names};

pub(crate) const CHECK: &str = r#""views": [{ "name": "small", "size": [240, 180] }]"#;

/// A scene with a camera that sees a crate. `check` is added to its key of that name.
pub(crate) fn scene(title: &str, near: f64, x: f64, check: &str) -> String {
    format!(
        r#"{{ "eyeline": 1, "title": "{title}", "view": {{ "eye": [8, 6, 10], "target": [0, 1, 0] }},
  "cameras": [
    {{ "name": "guard", "position": [0, 1, 0], "look_at": [0, 1, -5], "near": {near}, "far": 20 }} ],
  "objects": [
    {{ "name": "crate", "shape": {{ "box": {{ "half_extents": [0.5, 0.5, 0.5] }} }}, "position": [{x}, 1, -4] }} ],
  "check": {{ {CHECK}{check} }} }}"#
    )
}

/// An empty repository. Its folder is the root of all scenes in it.
pub(crate) fn repository() -> TempDir {
    let folder = fresh(&[]);
    fs::create_dir(folder.path().join(".git")).unwrap();
    folder
}

/// A project with one scene and its baselines.
pub(crate) fn project() -> TempDir {
    let folder = repository();
    fs::create_dir(folder.path().join("scenes")).unwrap();
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, ""));
    let output = check(folder.path(), &["--update"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    folder
}

pub(crate) fn put(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join("scenes").join(format!("{name}.json")), text).unwrap();
}

pub(crate) fn check(folder: &Path, args: &[&str]) -> Output {
    eyeline(folder, &[&["check"], args].concat())
}

/// Checks, and returns the printed text.
pub(crate) fn said(folder: &Path, args: &[&str], code: i32) -> String {
    let output = check(folder, args);
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

pub(crate) fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "wanted {word} in {text}");
    }
}

/// All files below a folder with their bytes.
pub(crate) fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inside, bytes)| (format!("{name}/{inside}"), bytes)));
        } else {
            found.push((name, fs::read(path).unwrap()));
        }
    }
    found
}

pub(crate) const PICTURE: &str = "screenshots/guard.small.png";

fn repaint(folder: &Path, change: impl FnOnce(&mut RgbaImage)) {
    let path = folder.join(PICTURE);
    let mut picture = image::open(&path).unwrap().into_rgba8();
    change(&mut picture);
    picture.save(path).unwrap();
}

fn square(picture: &mut RgbaImage, left: u32, top: u32, side: u32) {
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (left + x, top + y))) {
        picture.put_pixel(x, y, Rgba([255, 0, 255, 255]));
    }
}

#[test]
fn a_second_update_changes_no_byte() {
    let folder = project();
    let before = files(folder.path());
    let stored: Vec<_> = before.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(stored, ["scenes/guard.json", "screenshots/guard.answers.json", PICTURE]);
    has(&said(folder.path(), &[], 0), &["equal    scenes/guard.json", "1 scene: 1 equal"]);
    for update in ["--update", "--update=changed", "--update=missing"] {
        said(folder.path(), &[update], 0);
    }
    assert!(files(folder.path()) == before);
}

#[test]
fn a_moved_near_plane_and_a_moved_object_change_answers_and_picture() {
    for (near, x, words) in [(4.0, 0.0, "inside → intersect"), (0.3, 30.0, "inside → outside")] {
        let folder = project();
        put(folder.path(), "guard", &scene("Guard", near, x, ""));
        has(
            &said(folder.path(), &[], 1),
            &["differs  scenes/guard.json", "guard · ", "crate", words, PICTURE, "limit"],
        );
    }
}

#[test]
fn a_missing_label_changes_only_the_picture() {
    let folder = project();
    // A picture that is large enough for a caption.
    let large = |title| scene(title, 0.3, 0.0, "").replace("[240, 180]", "[800, 600]");
    put(folder.path(), "guard", &large("Guard"));
    said(folder.path(), &["--update"], 0);
    put(folder.path(), "guard", &large(""));
    let text = said(folder.path(), &[], 1);
    has(&text, &[PICTURE, "pixels differ by more than 0.1 (0 allowed)"]);
    assert!(!text.contains(" → "), "{text}");
}

#[test]
fn an_ignored_rectangle_hides_only_itself() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, r#", "ignore": [{ "rect": [10, 20, 30, 30] }]"#));
    repaint(folder.path(), |picture| square(picture, 10, 20, 30));
    said(folder.path(), &[], 0);
    repaint(folder.path(), |picture| square(picture, 40, 30, 1));
    has(&said(folder.path(), &[], 1), &["; 1 is not exactly the same"]);
}

#[test]
fn some_pixels_may_be_allowed_and_a_result_near_the_limit_warns() {
    let folder = project();
    repaint(folder.path(), |picture| square(picture, 100, 20, 4));
    said(folder.path(), &[], 1);
    for (pixels, is_near) in [(16, true), (100, false)] {
        let tolerance = format!(r#", "tolerance": {{ "pixels": {pixels} }}"#);
        put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, &tolerance));
        assert_eq!(said(folder.path(), &[], 0).contains("near its limit"), is_near, "{pixels}");
    }
}

#[test]
fn update_writes_the_chosen_baselines() {
    for (update, changed, missing, code) in
        [("--update", true, true, 0), ("--update=changed", true, false, 1), ("--update=missing", false, true, 1)]
    {
        let folder = project();
        put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
        put(folder.path(), "new", &scene("New", 0.3, 0.0, ""));
        let before = files(folder.path());
        let text = said(folder.path(), &[update], code);
        let after = files(folder.path());
        let is_written = |name: &str| {
            let bytes =
                |files: &[(String, Vec<u8>)]| files.iter().find(|(file, _)| file == name).map(|(_, b)| b.clone());
            bytes(&before) != bytes(&after)
        };
        for (name, written) in [
            (PICTURE, changed),
            ("screenshots/guard.answers.json", changed),
            ("screenshots/new.small.png", missing),
            ("screenshots/new.answers.json", missing),
        ] {
            assert_eq!(is_written(name), written, "{update} {name}: {text}");
            assert_eq!(text.contains(&format!("wrote {name}")), written, "{update} {name}: {text}");
        }
    }
}

#[test]
fn broken_baselines_have_a_reason_and_update_repairs_them() {
    type Break = fn(&Path);
    let cases: [(Break, &str); 5] = [
        (|path| fs::write(path, "").unwrap(), "the file is empty"),
        (|path| fs::write(path, "text").unwrap(), "the file is not a PNG"),
        (|path| fs::write(path, &fs::read(path).unwrap()[..500]).unwrap(), "damaged or incomplete"),
        (|path| RgbaImage::new(5, 5).save(path).unwrap(), "has 5x5 pixels, and the picture now has 240x180"),
        (
            |path| {
                RgbaImage::new(5, 5).save_with_format(path, image::ImageFormat::Bmp).unwrap();
            },
            "it looks like Bmp",
        ),
    ];
    let folder = project();
    for (spoil, words) in cases {
        spoil(&folder.path().join(PICTURE));
        has(&said(folder.path(), &[], 1), &[words, PICTURE]);
        said(folder.path(), &["--update"], 0);
        said(folder.path(), &[], 0);
    }
    let answers = folder.path().join("screenshots/guard.answers.json");
    for (text, words) in [("", "the file is empty"), ("{ \"cut", "not stored answers")] {
        fs::write(&answers, text).unwrap();
        has(&said(folder.path(), &[], 1), &[words]);
    }
    said(folder.path(), &["--update"], 0);
    fs::remove_file(folder.path().join(PICTURE)).unwrap();
    fs::create_dir(folder.path().join(PICTURE)).unwrap();
    for args in [&[][..], &["--update"]] {
        has(&said(folder.path(), args, 2), &["error    scenes/guard.json", "this is a folder"]);
    }
}

#[test]
fn a_scene_that_cannot_be_read_does_not_stop_the_others() {
    let folder = project();
    put(folder.path(), "a broken", "{ \"eyeline\": 1, \"objects\": [");
    put(folder.path(), "lost", r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "none.png" }] }"#);
    let before = files(&folder.path().join("screenshots"));
    has(
        &said(folder.path(), &["--update"], 2),
        &["error    scenes/a broken.json", "equal    scenes/guard.json", "error    scenes/lost.json", "none.png"],
    );
    assert!(files(&folder.path().join("screenshots")) == before, "a scene with an error has no baselines");
}

#[test]
fn a_baseline_that_cannot_be_written_is_an_error() {
    let folder = project();
    fs::remove_dir_all(folder.path().join("screenshots")).unwrap();
    fs::write(folder.path().join("screenshots"), "no folder").unwrap();
    has(&said(folder.path(), &["--update"], 2), &["screenshots"]);
    #[cfg(target_os = "linux")]
    {
        fs::remove_file(folder.path().join("screenshots")).unwrap();
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        std::os::unix::fs::symlink("/dev/full", out.join("junit.xml")).unwrap();
        has(&said(folder.path(), &["--out", "out"], 2), &["junit.xml"]);
    }
}

#[test]
fn scenes_with_any_name_are_found_in_a_fixed_order() {
    let folder = repository();
    let nested = folder.path().join("scenes/see also/深い");
    fs::create_dir_all(&nested).unwrap();
    put(folder.path(), "z ünï", &scene("", 0.3, 0.0, ""));
    fs::write(nested.join("看守.json"), scene("", 0.3, 0.0, "")).unwrap();
    fs::write(nested.join("notes.json"), "{}").unwrap();
    let all = said(folder.path(), &["--update", "--jobs", "1"], 0);
    assert!(folder.path().join("scenes/see also/screenshots/看守.small.png").exists());
    let order = ["scenes/see also/深い/看守.json", "scenes/z ünï.json"];
    assert!(all.find(order[0]).unwrap() < all.find(order[1]).unwrap(), "{all}");
    assert_eq!(said(folder.path(), &["--jobs", "4"], 0), said(folder.path(), &["--jobs", "1"], 0));
    for (shard, scene) in [("1/3", Some(order[0])), ("2/3", Some(order[1])), ("3/3", None)] {
        let text = said(folder.path(), &["--shard", shard], 0);
        assert_eq!(order.map(|name| text.contains(name)), order.map(|name| Some(name) == scene), "{shard}: {text}");
    }
}

#[test]
fn a_wrong_command_line_is_refused() {
    let folder = project();
    let empty = fresh(&[]);
    for (folder, args, words) in [
        (folder.path(), &["--shard", "0/3"][..], "from 1 to 3"),
        (folder.path(), &["--shard", "4/3"], "from 1 to 3"),
        (folder.path(), &["--jobs", "0"], "from 1 to 256"),
        (folder.path(), &["--update=some"], "some"),
        (folder.path(), &["--format", "gitlab"], "gitlab"),
        (folder.path(), &["--accept", "guard"], "--out"),
        (folder.path(), &["none.json"], "cannot read"),
        (empty.path(), &[], "cannot read scenes"),
        (empty.path(), &["."], "no scenes in ."),
    ] {
        has(&said(folder, args, 2), &[words]);
    }
}

#[test]
fn two_scenes_that_share_a_baseline_are_refused() {
    let folder = project();
    for name in ["a", "b"] {
        fs::create_dir_all(folder.path().join("more").join(name)).unwrap();
        fs::write(folder.path().join(format!("more/{name}/same.json")), scene("", 0.3, 0.0, "")).unwrap();
    }
    has(
        &said(folder.path(), &["more"], 2),
        &["more/a/same.json and more/b/same.json", "more/screenshots/same.answers.json"],
    );
    put(folder.path(), "guard.small", &scene("", 0.3, 0.0, "").replace(CHECK, ""));
    has(&said(folder.path(), &[], 2), &["would share the baseline", PICTURE]);
}

#[test]
fn the_report_is_complete_and_accept_uses_its_captures() {
    let folder = project();
    let title = "<b>&amp;</b> ]]> \u{202e}";
    put(folder.path(), "guard", &scene(title, 4.0, 0.0, ""));
    put(folder.path(), "<i>new", &scene("New", 0.3, 0.0, ""));
    let text = said(folder.path(), &["--out", "out", "--format", "github"], 1);
    has(&text, &["::error file=scenes/guard.json,line=5::", "::error file=scenes/<i>new.json,line="]);
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let results: Value = serde_json::from_str(&read("results.json")).unwrap();
    let states: Vec<_> =
        results["scenes"].as_array().unwrap().iter().map(|scene| scene["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["missing", "differs"]);
    assert!(!results["scenes"][1]["differences"].as_array().unwrap().is_empty());
    let page = read("index.html");
    has(&page, &["inside → intersect", "&lt;i&gt;new", "data:image/png;base64,", "--accept scenes/guard.json"]);
    assert!(!page.contains("<i>new") && !page.contains("src=\"http") && !page.contains("href=\"http"));
    let junit = roxmltree::Document::parse(&read("junit.xml")).map(|_| ());
    assert_eq!(junit, Ok(()));
    for picture in ["actual/screenshots/guard.small.png", "difference/screenshots/guard.small.png"] {
        assert!(folder.path().join("out").join(picture).exists(), "{picture}");
    }
    has(&said(folder.path(), &["--accept", "nobody", "--out", "out"], 2), &["guard", "no scene `nobody`"]);
    has(&said(folder.path(), &["--accept", "guard", "--out", "out"], 0), &[&format!("wrote {PICTURE}")]);
    has(&said(folder.path(), &[], 1), &["equal    scenes/guard.json", "missing  scenes/<i>new.json"]);
    said(folder.path(), &["--accept", "scenes/<i>new.json", "guard", "--out", "out"], 0);
    said(folder.path(), &[], 0);
}

#[test]
fn a_folder_with_other_files_is_refused_for_a_report() {
    let folder = project();
    fs::create_dir(folder.path().join("site")).unwrap();
    fs::write(folder.path().join("site/index.html"), "mine").unwrap();
    has(&said(folder.path(), &["--out", "site"], 2), &["site/index.html exists"]);
    has(&said(folder.path(), &["--out", "scenes/guard.json"], 2), &["is not a folder"]);
}

#[test]
fn baselines_can_be_in_another_folder_and_never_replace_a_file_of_a_scene() {
    let folder = project();
    said(folder.path(), &["--baselines", "else where", "--update"], 0);
    assert_eq!(names(&folder.path().join("else where")), ["guard.answers.json", "guard.small.png"]);
    said(folder.path(), &["--baselines", "else where"], 0);
    RgbaImage::from_pixel(4, 4, Rgba([9, 9, 9, 255])).save(folder.path().join("scenes/leaf.png")).unwrap();
    put(
        folder.path(),
        "leaf",
        r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#,
    );
    let before = fs::read(folder.path().join("scenes/leaf.png")).unwrap();
    has(
        &said(folder.path(), &["scenes/leaf.json", "--baselines", "scenes", "--update"], 2),
        &["cannot write scenes/leaf.png"],
    );
    assert_eq!(fs::read(folder.path().join("scenes/leaf.png")).unwrap(), before);
}

/// A folder with the expectations of the guard on the crate, one met and one not; the second is in line 4.
fn expecting(folder: &Path, second: &str) {
    let expect = format!(
        "\"eyeline\": 1, \"expect\": [\n{{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"inside\" }},\n\n{{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"{second}\" }}],"
    );
    put(folder, "guard", &scene("Guard", 0.3, 0.0, "").replace("\"eyeline\": 1,", &expect));
}

#[test]
fn each_expectation_is_shown_as_met_or_not_with_the_answer() {
    let folder = project();
    expecting(folder.path(), "outside");
    let unmet = "guard · crate: expected outside, found inside";
    let args = ["--out", "out", "--format", "github"];
    has(
        &said(folder.path(), &args, 1),
        &[
            "met      guard · crate: inside as expected",
            &format!("not met  {unmet}"),
            &format!("::error file=scenes/guard.json,line=4::{unmet}"),
        ],
    );
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let results: Value = serde_json::from_str(&read("results.json")).unwrap();
    let expectations = results["scenes"][0]["expectations"].as_array().unwrap();
    let met: Vec<_> = expectations.iter().map(|one| (one["met"].as_bool().unwrap(), one["line"].as_u64())).collect();
    assert_eq!(met, [(true, Some(2)), (false, Some(4))]);
    has(&read("junit.xml"), &["<failure", unmet, "met: guard · crate: inside as expected"]);
    has(
        &read("index.html"),
        &["Expectations that are not met", unmet, "Expectations that are met", "inside as expected"],
    );
    // Expectations are not baselines: writing baselines does not meet them.
    has(&said(folder.path(), &["--update"], 1), &[unmet]);
    expecting(folder.path(), "inside");
    assert!(!said(folder.path(), &[], 0).contains("not met"));
}

#[test]
fn without_opengl_the_answers_are_still_checked() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder.path())
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/no such file.json")
        .env("LIBGL_DRIVERS_PATH", "/no such folder")
        .arg("check")
        .output()
        .unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    has(&said, &["inside → intersect", PICTURE, "cannot be drawn: cannot draw without a display: EGL"]);
}

/// Shifts an edge between two flat areas by part of a pixel: each pixel on the edge, whose value is between those of
/// its left and right neighbours, gets three quarters of the left value. Returns the number of changed pixels.
fn shift_edges(picture: &mut RgbaImage) -> usize {
    let before = picture.clone();
    let level = |x: u32, y: u32| before.get_pixel(x, y).0[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
    let around = |x: u32, y: u32| (y - 1..=y + 1).flat_map(move |y| (x - 1..=x + 1).map(move |x| (x, y)));
    let is_flat =
        |x: u32, y: u32| around(x, y).filter(|&(i, j)| before.get_pixel(i, j) == before.get_pixel(x, y)).count() > 3;
    let mut changed = 0;
    for y in 2..picture.height() - 2 {
        for x in 2..picture.width() - 2 {
            let [left, here, right] = [x - 1, x, x + 1].map(|x| level(x, y));
            let (low, high) = (left.min(right), left.max(right));
            let is_edge = low < here && here < high && high - low > 90 && is_flat(x - 1, y) && is_flat(x + 1, y);
            if is_edge && around(x, y).all(|(x, y)| (low..=high).contains(&level(x, y))) {
                let [one, other] = [x - 1, x].map(|x| before.get_pixel(x, y).0);
                let mixed = [0, 1, 2].map(|c| u8::midpoint(one[c], u8::midpoint(one[c], other[c])));
                picture.put_pixel(x, y, Rgba([mixed[0], mixed[1], mixed[2], 255]));
                changed += 1;
            }
        }
    }
    changed
}

#[test]
fn shifted_antialiased_edges_are_equal_and_other_changes_are_not() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, "").replace("[240, 180]", "[1600, 1200]"));
    said(folder.path(), &["--update"], 0);
    let baseline = fs::read(folder.path().join(PICTURE)).unwrap();
    let mut changed = 0;
    repaint(folder.path(), |picture| changed = shift_edges(picture));
    assert!(changed > 5, "{changed}");
    said(folder.path(), &[], 0);
    // Some of these pixels exceed the limit: they are equal because they look antialiased.
    let antialiased = |folder: &Path| {
        let text = said(folder, &[], 1);
        let before = text.split(" look antialiased").next().unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap_or(0)
    };
    repaint(folder.path(), |picture| square(picture, 5, 5, 5));
    let with_wobble: u32 = antialiased(folder.path());
    fs::write(folder.path().join(PICTURE), baseline).unwrap();
    repaint(folder.path(), |picture| square(picture, 5, 5, 5));
    assert!(with_wobble > antialiased(folder.path()), "{with_wobble} of {changed}");
}

#[test]
fn a_missing_label_of_an_object_changes_only_the_picture() {
    let folder = project();
    // The label of an object is its name. A blank name leaves no label.
    let named = |name: &str| {
        let text = scene("Guard", 0.3, 0.0, r#", "skip": ["frusta"]"#).replace("[240, 180]", "[800, 600]");
        text.replace("\"crate\"", &format!("\"{name}\""))
            .replace("\"view\":", &format!("\"select\": [\"{name}\"], \"view\":"))
    };
    put(folder.path(), "guard", &named("crate"));
    said(folder.path(), &["--update"], 0);
    put(folder.path(), "guard", &named("."));
    let text = said(folder.path(), &[], 1);
    has(&text, &[PICTURE, "pixels differ by more than 0.1 (0 allowed)"]);
    assert!(!text.contains(" → ") && !text.contains("crate"), "{text}");
}

#[test]
fn captures_of_an_earlier_run_are_removed_from_the_folder_of_the_report() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    said(folder.path(), &["--out", "out"], 1);
    let actual = folder.path().join("out/actual/screenshots");
    assert_eq!(names(&actual), ["guard.answers.json", "guard.small.png"]);
    fs::write(actual.join("mine.txt"), "kept").unwrap();
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, ""));
    said(folder.path(), &["--out", "out"], 0);
    assert_eq!(names(&actual), ["mine.txt"]);
}

#[test]
fn accept_stores_one_view_and_refuses_captures_of_an_older_scene() {
    let folder = project();
    let two = |near| {
        let more = r#""views": [{ "name": "other", "size": [60, 40] }, "#;
        scene("Guard", near, 0.0, "").replace("\"views\": [", more)
    };
    put(folder.path(), "guard", &two(4.0));
    said(folder.path(), &["--out", "out"], 1);
    let accepted = said(folder.path(), &["--accept", "guard.other", "--out", "out"], 0);
    assert_eq!(accepted, "wrote screenshots/guard.other.png\n");
    has(&said(folder.path(), &["--accept", "guard.none", "--out", "out"], 2), &["no scene `guard.none`"]);
    put(folder.path(), "guard", &two(4.1));
    let before = files(&folder.path().join("screenshots"));
    has(
        &said(folder.path(), &["--accept", "guard", "--out", "out"], 2),
        &["scenes/guard.json", "changed after this run", "run `eyeline check` again"],
    );
    assert!(files(&folder.path().join("screenshots")) == before);
}

#[test]
fn accept_writes_all_or_none() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    said(folder.path(), &["--out", "out"], 1);
    let answers = folder.path().join("screenshots/guard.answers.json");
    let before = fs::read(&answers).unwrap();
    // The answers are written first. Then a folder with the picture's name makes writing the picture fail.
    fs::remove_file(folder.path().join(PICTURE)).unwrap();
    fs::create_dir_all(folder.path().join(PICTURE).join("in the way")).unwrap();
    has(
        &said(folder.path(), &["--accept", "guard", "--out", "out"], 2),
        &["cannot write", PICTURE, "no baseline was changed"],
    );
    assert!(fs::read(&answers).unwrap() == before);
}

#[test]
fn update_writes_all_baselines_of_a_scene_or_none() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    put(folder.path(), "other", &scene("Other", 0.3, 0.0, ""));
    let picture = folder.path().join(PICTURE);
    let mut locked = fs::metadata(&picture).unwrap().permissions();
    locked.set_readonly(true);
    fs::set_permissions(&picture, locked).unwrap();
    let before = files(&folder.path().join("screenshots"));
    let text = said(folder.path(), &["--update"], 2);
    has(&text, &["cannot write", PICTURE, "the file is read-only", "no baseline of this scene was changed"]);
    has(&text, &["wrote screenshots/other.answers.json", "wrote screenshots/other.small.png"]);
    let mut after = files(&folder.path().join("screenshots"));
    after.retain(|(name, _)| !name.starts_with("other"));
    assert!(after == before);
}

#[test]
fn the_page_stays_small_and_refers_to_the_files_beside_it() {
    let folder = project();
    for number in 0..4 {
        // Names in several scripts; each has a large picture with much detail.
        let text = scene("Scene", 0.3, 0.0, "").replace("[240, 180]", "[1920, 1080]");
        put(folder.path(), &format!("שלום \"{number}\""), &text);
    }
    said(folder.path(), &["--update"], 0);
    for name in names(&folder.path().join("screenshots")).iter().filter(|name| name.ends_with("\".small.png")) {
        let path = folder.path().join("screenshots").join(name);
        let mut picture = image::open(&path).unwrap().into_rgba8();
        for (x, y, pixel) in picture.enumerate_pixels_mut().filter(|(x, ..)| *x > 1500) {
            let low = |number: u32| number.to_le_bytes()[0];
            *pixel = Rgba([low(x.wrapping_mul(y) >> 3), low(x ^ y), low(x.wrapping_mul(7) ^ y), 255]);
        }
        picture.save(path).unwrap();
    }
    said(folder.path(), &["--out", "out"], 1);
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(page.len() < 5 << 20, "{}", page.len());
    has(&page, &["data:image/png;base64,", "move and send the whole folder"]);
    let sources: Vec<_> = page.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let beside: Vec<_> = sources.iter().filter(|source| !source.starts_with("data:")).collect();
    assert!(!beside.is_empty() && sources.len() == 12, "{}", sources.len());
    for source in beside {
        assert!(source.is_ascii() && !source.contains(' '), "{source}");
        let name = source.replace("%20", " ").replace("%22", "\"");
        let name = name.replace("%D7%A9%D7%9C%D7%95%D7%9D", "שלום");
        assert!(folder.path().join("out").join(&name).is_file(), "{name}");
    }
}

#[test]
fn an_object_that_moves_by_a_tenth_of_a_pixel_is_equal_and_by_half_a_pixel_is_not() {
    let folder = project();
    // A pixel is 0.01 m. The answers are not compared, because their numbers change with any movement.
    let at = |x: f64| {
        format!(
            r#"{{ "eyeline": 1, "view": {{ "eye": [0, 0, 10], "target": [0, 0, 0], "height": 7.2 }},
  "cameras": [ {{ "name": "guard", "position": [0, 0, 9] }} ], "check": {{ "skip": ["frusta", "octree"] }},
  "objects": [ {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [{x}, 0, 0] }} ] }}"#
        )
    };
    put(folder.path(), "moved", &at(0.0));
    said(folder.path(), &["--update"], 0);
    put(folder.path(), "moved", &at(0.001));
    said(folder.path(), &[], 0);
    put(folder.path(), "moved", &at(0.005));
    has(&said(folder.path(), &[], 1), &["screenshots/moved.png", "look antialiased and do not count"]);
}

#[test]
fn a_view_of_the_window_may_name_the_open_panel() {
    let folder = project();
    let views = |panel: &str| {
        let view =
            |name: &str, panel: &str| format!(r#"{{ "name": "{name}", "ui": true, "size": [900, 700]{panel} }}"#);
        let views = [view("usual", ""), view("panel", &format!(r#", "panel": "{panel}""#))];
        scene("Guard", 0.3, 0.0, "").replace(CHECK, &format!(r#""views": [{}]"#, views.join(", ")))
    };
    let picture = |name: &str| fs::read(folder.path().join(format!("screenshots/guard.{name}.png"))).unwrap();
    put(folder.path(), "guard", &views("octree"));
    said(folder.path(), &["--update"], 0);
    said(folder.path(), &[], 0);
    assert!(picture("usual") != picture("panel"));
    let args = ["render", "scenes/guard.json", "--ui", "--panel", "octree", "--size", "900x700", "-o", "octree.png"];
    assert!(eyeline(folder.path(), &args).status.success());
    assert!(fs::read(folder.path().join("octree.png")).unwrap() == picture("panel"), "the same picture");
    put(folder.path(), "guard", &views("problems"));
    has(&said(folder.path(), &[], 1), &["screenshots/guard.panel.png"]);
    put(folder.path(), "guard", &views("opacity"));
    has(&said(folder.path(), &[], 2), &["the window has the panel `opacity` for a scene with images"]);
    for (args, words) in [
        (&["--panel", "octree"][..], "--ui"),
        (&["--ui", "--panel", "tree"], "there are explain, verdicts, plots, behavior, octree"),
    ] {
        let output = eyeline(folder.path(), &[&["render", "scenes/guard.json", "-o", "x.png"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
        assert!(!folder.path().join("x.png").exists());
    }
}

#[test]
fn the_limits_of_a_picture_are_below_its_difference() {
    let folder = project();
    let views = r#""views": [{ "name": "small", "size": [240, 180] }, { "name": "wide", "size": [400, 180] }]"#;
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, "").replace(CHECK, views));
    said(folder.path(), &["--update"], 0);
    put(folder.path(), "guard", &scene("Guard", 0.3, 1.0, "").replace(CHECK, views));
    let table = said(folder.path(), &[], 1);
    let lines: Vec<&str> = table.lines().map(str::trim_start).collect();
    for view in ["small", "wide"] {
        let at = lines.iter().position(|line| line.contains(&format!("guard.{view}.png: "))).expect(&table);
        assert!(lines[at + 1].starts_with("limit") && lines[at + 2].starts_with("pixels"), "{view}: {table}");
    }
}
