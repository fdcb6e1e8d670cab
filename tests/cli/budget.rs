//! Every command at a budget of 64 MiB, on inputs that would take more: the peak memory of the process stays below the budget
//! plus 256 MiB, what does not fit is an error at its place, and everything else is answered.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::fresh;
use crate::peak::peak_of;

const MIB: u64 = 1 << 20;
const BUDGET: u64 = 64 * MIB;
const BESIDES: u64 = 256 * MIB;

/// A command on an input.
struct Case {
    /// Writes the input into a folder.
    input: fn(&Path),
    args: &'static [&'static str],
    code: i32,
    /// A part of the messages.
    says: &'static str,
}

/// Runs all cases, and collects what is wrong.
fn check(cases: &[Case]) {
    let mut wrong = String::new();
    for case in cases {
        let folder = fresh(&[]);
        (case.input)(folder.path());
        let args = [case.args, &["--memory", "64MiB"]].concat();
        let (output, peak) = peak_of(&args, folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        let is_right = output.status.code() == Some(case.code) && said.contains(case.says) && peak < BUDGET + BESIDES;
        if !is_right {
            let start: String = said.chars().take(600).collect();
            let (status, peak) = (output.status, peak / MIB);
            writeln!(
                wrong,
                "{:?}: {status}, {peak} MiB, expected {} and {:?}\n{start}",
                case.args, case.code, case.says
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) {
    fs::write(folder.join(name), contents).unwrap();
}

fn scene(folder: &Path, entries: &Value) {
    let mut scene = json!({ "eyeline": 1 });
    scene.as_object_mut().unwrap().extend(entries.as_object().unwrap().clone());
    write(folder, "a.json", scene.to_string());
}

fn ball(name: &str, x: f64) -> Value {
    json!({ "name": name, "shape": { "sphere": { "radius": 1 } }, "position": [x, 0, 0] })
}

fn one_ball(folder: &Path) {
    scene(folder, &json!({ "objects": [ball("ball", 0.0)] }));
}

/// A recording of two frames in the format `eyeline`; both have more keys.
fn walk(folder: &Path, first: &Value, second: &Value) {
    let mut text = String::new();
    for (time, more) in [first, second].into_iter().enumerate() {
        let mut frame =
            json!({ "time": time, "position": [0, 2, 0], "rotation": [0, 0, 0, 1], "fov_y": 60, "aspect": 1 });
        frame.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        writeln!(text, "{frame}").unwrap();
    }
    write(folder, "walk.jsonl", text);
}

/// A scene with taps through a camera that follows the recording.
fn phone(folder: &Path, taps: usize) {
    let tap = |i| json!({ "name": format!("t{i}"), "camera": "phone", "time": 0.5, "screen": [0.5, 0.9] });
    let taps: Vec<Value> = (0..taps).map(tap).collect();
    let camera = json!({ "name": "phone", "session": { "name": "walk" } });
    scene(
        folder,
        &json!({ "sessions": [{ "name": "walk", "file": "walk.jsonl" }], "cameras": [camera], "taps": taps }),
    );
}

fn many_taps(folder: &Path) {
    let anchor = |i| json!({ "id": format!("a{i}"), "center": [0, 0, 0], "extent": [9, 9] });
    let anchors: Vec<Value> = (0..5000).map(anchor).collect();
    walk(folder, &json!({ "add": anchors }), &json!({}));
    phone(folder, 300);
}

/// Anchors with one boundary of many corners.
fn corners(count: u32) -> Vec<[f64; 2]> {
    (0..count).map(|i| [f64::from(i % 1000) / 100.0, f64::from(i / 1000) / 100.0]).collect()
}

fn large_boundary(folder: &Path) {
    walk(folder, &json!({ "add": [{ "id": "floor", "center": [0, 0, 0], "polygon": corners(100_000) }] }), &json!({}));
    phone(folder, 200);
}

fn many_updates(folder: &Path) {
    let first = json!({ "add": [{ "id": "floor", "center": [0, 0, 0], "polygon": corners(10_000) }] });
    walk(folder, &first, &json!({ "update": vec![json!({ "id": "floor", "extent": [1, 1] }); 5000] }));
    phone(folder, 1);
}

fn session(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    write(folder, file, text);
    scene(folder, &json!({ "objects": [ball("ball", 0.0)], "sessions": [{ "name": "walk", "file": file }] }));
}

fn rows(count: u32) -> String {
    (0..count).fold(String::new(), |mut text, i| {
        writeln!(text, "{i} 0 0 0 0 0 0 1").unwrap();
        text
    })
}

/// `transforms.json` with frames of some text.
fn frames(folder: &Path, frame: &str, count: usize) {
    session(folder, "transforms.json", format!("{{\"frames\": [{}]}}", vec![frame; count].join(",")));
}

const REPORT: &[&str] = &["report", "a.json", "-o", "out.json"];

#[test]
fn pictures_are_refused_before_they_are_drawn() {
    let refused = |args, says| Case { input: one_ball, args, code: 2, says };
    let draws = "drawing a picture of 8192x8192 pixels takes 2.7 GiB of memory";
    check(&[
        refused(&["render", "a.json", "-o", "a.png", "--size", "8192x8192"], draws),
        refused(&["render", "a.json", "-o", "a.png", "--size", "8192x8192", "--ui"], draws),
        refused(
            &["render", "a.json", "-o", "a.gif", "--turntable", "2", "--size", "4096x4096"],
            "a picture of 4096x4096 pixels takes",
        ),
        refused(
            &["render", "a.json", "-o", "a-#.png", "--turntable", "2", "--size", "4096x4096"],
            "a picture of 4096x4096 pixels takes",
        ),
        Case {
            input: one_ball,
            args: &["render", "a.json", "-o", "a.gif", "--turntable", "2", "--size", "1400x1000"],
            code: 0,
            says: "",
        },
    ]);
}

#[test]
fn taps_times_anchors_are_not_stored() {
    let done = |input, args| Case { input, args, code: 0, says: "" };
    check(&[
        done(many_taps, &["report", "a.json", "-o", "out.json", "--brief"]),
        done(many_taps, &["render", "a.json", "-o", "a.png", "--size", "320x240"]),
        done(many_taps, &["diff", "a.json", "a.json"]),
        done(many_taps, &["explain", "a.json", "t0"]),
        done(large_boundary, REPORT),
        done(many_updates, REPORT),
    ]);
}

#[test]
fn a_streamed_report_of_taps_has_every_candidate() {
    let folder = fresh(&[]);
    let anchor = |i| json!({ "id": format!("a{i}"), "center": [0, 0, 0], "extent": [9, 9] });
    walk(folder.path(), &json!({ "add": (0..500).map(anchor).collect::<Vec<_>>() }), &json!({}));
    phone(folder.path(), 20);
    let (output, peak) = peak_of(&["report", "a.json", "--only", "taps", "--memory", "64MiB"], folder.path());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let taps = report["taps"].as_array().unwrap();
    let polygons = taps.iter().map(|tap| tap["tests"][0]["candidates"].as_array().unwrap());
    assert_eq!((taps.len(), polygons.map(Vec::len).sum::<usize>()), (20, 20 * 500));
    assert_eq!(taps[19]["chosen"]["anchor"], "a0");
    assert!(peak < BUDGET + BESIDES);
}

#[test]
fn recordings_are_reserved_while_they_are_read() {
    let over = |input| Case { input, args: REPORT, code: 2, says: "error: this recording takes" };
    let done = |input| Case { input, args: REPORT, code: 0, says: "" };
    check(&[
        over(|folder| session(folder, "walk.txt", rows(1_200_000))),
        done(|folder| session(folder, "walk.txt", rows(200_000))),
        over(|folder| frames(folder, r#"{"transform_matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#, 200_000)),
        done(|folder| frames(folder, r#"{"transform_matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#, 20_000)),
        over(|folder| frames(folder, r#"{"transform_matrix":[]}"#, 400_000)),
        Case {
            input: |folder| {
                frames(
                    folder,
                    &format!("{{\"transform_matrix\":[{}]}}", "[],".repeat(6_000_000).trim_end_matches(',')),
                    1,
                );
            },
            args: REPORT,
            code: 2,
            says: "error: the matrix of frame 0 is not 4 rows of 4 numbers",
        },
        over(|folder| {
            let poses = vec!["[0,0,0,1,0,0,0]"; 700_000].join(",");
            session(folder, "metadata.json", format!("{{\"w\": 4, \"h\": 3, \"fps\": 30, \"poses\": [{poses}]}}"));
        }),
        over(|folder| {
            write(folder, "cameras.txt", "1 PINHOLE 640 480 500 500 320 240\n");
            let images = (0..400_000).fold(String::new(), |mut text, i| {
                writeln!(text, "{i} 1 0 0 0 {i} 0 0 1 {i}.png\n").unwrap();
                text
            });
            session(folder, "images.txt", images);
        }),
        over(|folder| {
            walk(folder, &json!({ "points": vec![[1, 2, 3]; 1_000_000] }), &json!({}));
            phone(folder, 1);
        }),
        over(|folder| {
            let ids: Vec<String> = (0..500_000).map(|i| format!("a{i}")).collect();
            walk(folder, &json!({ "remove": ids }), &json!({}));
            phone(folder, 0);
        }),
    ]);
}

#[test]
fn a_recording_that_does_not_fit_is_an_error_at_its_place_and_the_others_are_answered() {
    let folder = fresh(&[]);
    write(folder.path(), "walk.txt", rows(1_200_000));
    write(folder.path(), "short.txt", rows(3));
    let sessions = [json!({ "name": "long", "file": "walk.txt" }), json!({ "name": "short", "file": "short.txt" })];
    scene(folder.path(), &json!({ "sessions": sessions }));
    let (output, _) = peak_of(&["report", "a.json", "--memory", "64MiB"], folder.path());
    let text = fs::read_to_string(folder.path().join("a.json")).unwrap();
    let column = text.find("\"walk.txt\"").unwrap() + 1;
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("a.json:1:{column}")) && said.contains("`--memory"), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let error = report["sessions"][0]["error"].as_str().unwrap();
    assert!(error.contains("this recording takes") && output.status.code() == Some(2), "{error}");
    assert_eq!(report["sessions"][1]["frames"], 3);
}

#[test]
fn entries_that_do_not_fit_are_refused_at_their_list() {
    fn named(folder: &Path, list: &str, entry: impl Fn(usize) -> Value) {
        scene(folder, &json!({ list: (0..100_000).map(entry).collect::<Vec<_>>() }));
    }
    let over = |input, says| Case { input, args: REPORT, code: 2, says };
    check(&[
        over(
            |folder| named(folder, "sessions", |i| json!({ "name": format!("s{i}"), "file": format!("{i}.txt") })),
            "error: placing 100000 sessions takes",
        ),
        over(
            |folder| named(folder, "images", |i| json!({ "name": format!("s{i}"), "file": format!("{i}.png") })),
            "error: placing 100000 images takes",
        ),
        over(
            |folder| named(folder, "models", |i| json!({ "name": format!("s{i}"), "file": format!("{i}.glb") })),
            "error: placing 100000 models takes",
        ),
        over(
            |folder| named(folder, "cameras", |i| json!({ "name": format!("s{i}") })),
            "error: placing 100000 cameras takes",
        ),
    ]);
}

#[test]
fn every_missing_file_is_reported_within_the_budget() {
    let folder = fresh(&[]);
    let count = 12_000;
    let session = |i: usize| json!({ "name": format!("s{i}"), "file": format!("{i}.txt") });
    scene(folder.path(), &json!({ "sessions": (0..count).map(session).collect::<Vec<_>>() }));
    let (output, peak) = peak_of(&["report", "a.json", "--memory", "64MiB"], folder.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((said.matches("error: there is no file").count(), output.status.code()), (count, Some(2)));
    assert!(peak < BUDGET + BESIDES, "{} MiB", peak / MIB);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let errors = report["sessions"].as_array().unwrap().iter().filter(|session| session["error"].is_string());
    assert_eq!(errors.count(), count);
}

#[test]
fn files_of_a_scene_are_refused_before_they_are_read() {
    fn polygon(folder: &Path) {
        let mut text = (0..300_000).fold(String::new(), |mut text, i| {
            writeln!(text, "v {} {} 0", i % 1000, i / 1000).unwrap();
            text
        });
        text.push('f');
        (1..=300_000).for_each(|i| write!(text, " {i}").unwrap());
        write(folder, "a.obj", text);
        scene(folder, &json!({ "objects": [{ "name": "mesh", "shape": { "mesh": { "file": "a.obj" } } }] }));
    }
    fn tree(folder: &Path) {
        let nodes = "<AlwaysSuccess/>".repeat(400_000);
        let tree = format!("<BehaviorTree ID=\"m\"><Sequence>{nodes}</Sequence></BehaviorTree>");
        write(folder, "a.xml", format!("<root BTCPP_format=\"4\">{tree}</root>"));
        scene(folder, &json!({ "agents": [{ "name": "guard", "tree": { "file": "a.xml" } }] }));
    }
    let over = |input, args| Case { input, args, code: 2, says: "of memory, but" };
    check(&[
        over(polygon, REPORT),
        over(polygon, &["report", "a.obj", "-o", "out.json"]),
        over(polygon, &["import", "a.obj", "-o", "made.json"]),
        over(polygon, &["render", "a.json", "-o", "a.png", "--size", "320x240"]),
        over(tree, REPORT),
        over(
            |folder| write(folder, "a.json", format!("{{\"eyeline\": 1, \"objects\": {}", "[".repeat(2_000_000))),
            REPORT,
        ),
        over(
            |folder| {
                write(
                    folder,
                    "a.json",
                    format!("{{\"eyeline\": 1, \"rays\": [{}]}}", "[],".repeat(4_000_000).trim_end_matches(',')),
                );
            },
            REPORT,
        ),
    ]);
}

#[test]
fn comparisons_are_reserved_and_written_as_they_are_found() {
    fn moved(folder: &Path, count: usize) {
        for (name, y) in [("b.json", 0.5), ("a.json", 0.0)] {
            let objects: Vec<Value> = (0..count).map(|i| ball(&format!("b{i}"), 0.0)).collect();
            let camera = |i| json!({ "name": format!("c{i}"), "position": [0, y, 9] });
            scene(folder, &json!({ "objects": objects, "cameras": (0..20).map(camera).collect::<Vec<_>>() }));
            fs::rename(folder.join("a.json"), folder.join(name)).unwrap();
        }
    }
    fn reports(folder: &Path) {
        let list = "[],".repeat(2_000_000);
        for name in ["a.json", "b.json"] {
            write(folder, name, format!("{{\"eyeline_report\": 1, \"tick\": 0, \"x\": [{list}[]]}}"));
        }
    }
    let over = "error: comparing these answers takes";
    let of = |input, args, code, says| Case { input, args, code, says };
    check(&[
        of(|folder| moved(folder, 3000), &["diff", "a.json", "b.json"], 2, over),
        of(|folder| moved(folder, 3000), &["diff", "a.json", "b.json", "--json"], 2, over),
        of(|folder| moved(folder, 300), &["diff", "a.json", "b.json"], 1, ""),
        of(|folder| moved(folder, 300), &["diff", "a.json", "b.json", "--json"], 1, ""),
        of(reports, &["diff", "a.json", "b.json"], 2, "of memory, but"),
    ]);
}

#[test]
fn many_occlusion_queries_are_drawn_in_batches() {
    fn queries(folder: &Path) {
        let query = |i| json!({ "name": format!("q{i}"), "a": "ball", "b": "other", "resolution": 512 });
        let queries: Vec<Value> = (0..700).map(query).collect();
        let shape = json!({ "box": { "half_extents": [1, 1, 1] } });
        let objects =
            [("ball", 0), ("other", 1)].map(|(name, x)| json!({ "name": name, "shape": shape, "position": [x, 0, 0] }));
        scene(folder, &json!({ "objects": objects, "occlusion": queries }));
    }
    fn among(folder: &Path) {
        let objects: Vec<Value> = (0..400).map(|i| ball(&format!("b{i}"), f64::from(i) / 1000.0)).collect();
        let names: Vec<String> = (0..400).map(|i| format!("b{i}")).collect();
        scene(folder, &json!({ "objects": objects, "occlusion": [{ "name": "all", "among": names }] }));
    }
    let report = &["report", "a.json", "-o", "out.json", "--only", "occlusion"];
    check(&[
        Case { input: queries, args: report, code: 0, says: "" },
        Case { input: among, args: report, code: 2, says: "`all`: the bounds of more than" },
    ]);
}
