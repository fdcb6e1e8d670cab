//! The memory budget of `eyeline check`: a budget of 64 MiB for all scenes together, and a process that stays below it plus
//! 256 MiB. What does not fit is an error at its place, and everything else is checked.

use std::fs;
use std::io::BufWriter;
use std::path::Path;
use std::process::Output;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::eyeline;
use crate::peak::peak_of;

const MIB: u64 = 1 << 20;
/// What a process may take at a budget of 64 MiB.
const MOST: u64 = (64 + 256) * MIB;
const OBJECT: &str = r#""objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } } }]"#;

/// A project with scenes in the folder `scenes`.
fn project(scenes: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in [".git", "scenes", "screenshots"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for (name, text) in scenes {
        fs::write(folder.path().join("scenes").join(name), text).unwrap();
    }
    folder
}

/// A scene with views, each of a name and a size.
fn scene(views: &[(&str, [u32; 2])]) -> String {
    let views: Vec<_> =
        views.iter().map(|(name, size)| format!("\n{}", json!({ "name": name, "size": size }))).collect();
    format!("{{ \"eyeline\": 1, {OBJECT}, \"check\": {{ \"views\": [{}] }} }}", views.join(","))
}

/// Runs `check` at 64 MiB and asserts its peak.
fn check(folder: &Path, args: &[&str]) -> Output {
    let (output, peak) = peak_of(&[&["check", "--memory", "64MiB"], args].concat(), folder);
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
    assert!(peak < MOST, "{args:?} took {} MiB: {}", peak / MIB, text.chars().take(2000).collect::<String>());
    output
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Writes a PNG of rows that a function fills.
fn png(path: &Path, [width, height]: [u32; 2], depth: BitDepth, row: impl Fn(u32, &mut [u8])) {
    let mut encoder = Encoder::new(BufWriter::new(fs::File::create(path).unwrap()), width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    let mut stream = writer.stream_writer().unwrap();
    let mut bytes = vec![0; width as usize * 4 * if depth == BitDepth::Sixteen { 2 } else { 1 }];
    for y in 0..height {
        row(y, &mut bytes);
        std::io::Write::write_all(&mut stream, &bytes).unwrap();
    }
    stream.finish().unwrap();
}

#[test]
fn views_that_are_too_large_are_errors_at_their_size_and_all_others_are_checked() {
    let large = [8192, 8192];
    let folder = project(&[
        ("four.json", scene(&[("a", large), ("b", large), ("c", large), ("d", large)])),
        ("one.json", scene(&[("a", [64, 48]), ("b", large)])),
        ("small.json", scene(&[("a", [64, 48])])),
    ]);
    let output = check(folder.path(), &["--update"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for place in ["four.json:2:20", "four.json:3:20", "four.json:4:20", "four.json:5:20", "one.json:3:20"] {
        assert!(said.contains(&format!("scenes/{place}")), "{place}: {said}");
    }
    assert!(said.contains("drawing a picture of 8192x8192 pixels takes 2.7 GiB"), "{said}");
    let said = out(&output);
    assert!(
        said.ends_with("3 scenes: 1 written, 2 error\n") && said.contains("wrote screenshots/small.a.png"),
        "{said}"
    );
}

#[test]
fn baselines_that_are_too_large_are_errors_and_all_others_are_checked() {
    let folder = project(&[("large.json", scene(&[("a", [64, 48])])), ("small.json", scene(&[("a", [64, 48])]))]);
    assert_eq!(check(folder.path(), &["--update"]).status.code(), Some(0));
    png(&folder.path().join("screenshots/large.a.png"), [8192, 8192], BitDepth::Sixteen, |_, _| ());
    let output = check(folder.path(), &["--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    let said = out(&output);
    assert!(said.contains("screenshots/large.a.png cannot be compared: it takes 768 MiB"), "{said}");
    assert!(said.ends_with("2 scenes: 1 equal, 1 error\n"), "{said}");
}

/// 40 scenes whose baselines are pictures of noise, 6 MB each.
fn noisy_project() -> TempDir {
    let names: Vec<String> = (0..40).map(|i| format!("s{i:02}.json")).collect();
    let scenes: Vec<_> = names.iter().map(|name| (name.as_str(), scene(&[("a", [64, 48])]))).collect();
    let folder = project(&scenes);
    let first = folder.path().join("screenshots/s00.a.png");
    png(&first, [1250, 1250], BitDepth::Eight, |y, row| {
        let mut state = u64::from(y) + 1;
        for byte in row {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *byte = state.to_le_bytes()[3];
        }
    });
    assert!(first.metadata().unwrap().len() > 6_000_000);
    for i in 1..40 {
        fs::copy(&first, folder.path().join(format!("screenshots/s{i:02}.a.png"))).unwrap();
    }
    folder
}

#[test]
fn the_pictures_of_many_scenes_are_not_in_memory_together() {
    let folder = noisy_project();
    let output = check(folder.path(), &["--out", "out", "--jobs", "4"]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    let results: Value = serde_json::from_slice(&fs::read(folder.path().join("out/results.json")).unwrap()).unwrap();
    let scenes = results["scenes"].as_array().unwrap();
    assert_eq!((results["state"].as_str(), scenes.len()), (Some("done"), 40));
    for scene in scenes {
        for part in ["before", "actual"] {
            let path = scene["baselines"][1][part].as_str().unwrap();
            let stored = scene["baselines"][1]["baseline"].as_str().unwrap();
            let bytes = fs::read(folder.path().join("out").join(path)).unwrap();
            let is_baseline = bytes == fs::read(folder.path().join(stored)).unwrap();
            assert_eq!(is_baseline, part == "before", "{path}");
        }
    }
    let names: Vec<_> = scenes.iter().map(|scene| scene["name"].as_str().unwrap()).collect();
    let (output, peak) =
        peak_of(&[&["check", "--memory", "64MiB", "--out", "out", "--accept"], &*names].concat(), folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(peak < MOST, "--accept took {} MiB", peak / MIB);
    assert_eq!(check(folder.path(), &[]).status.code(), Some(0), "all are accepted");
}

#[test]
fn updates_of_many_baselines_are_not_in_memory_together() {
    let folder = noisy_project();
    assert_eq!(check(folder.path(), &["--update", "--jobs", "4"]).status.code(), Some(0));
    assert!(fs::metadata(folder.path().join("screenshots/s39.a.png")).unwrap().len() < 10_000);
}

/// Whether a scene fits does not depend on the scenes beside it: without a second try alone, most of these would be errors.
#[test]
fn many_scenes_side_by_side_share_one_budget() {
    let objects: Vec<_> = (0..2_000)
        .map(|i| json!({ "name": format!("o{i}"), "shape": { "sphere": { "radius": 0.4 } }, "position": [i % 50, i / 50, 0] }))
        .collect();
    let text = json!({ "eyeline": 1, "about": "x".repeat(1_000_000), "objects": objects,
                       "check": { "views": [{ "name": "a", "size": [64, 48] }] } })
    .to_string();
    let names: Vec<String> = (0..24).map(|i| format!("s{i:02}.json")).collect();
    let mut scenes: Vec<_> = names.iter().map(|name| (name.as_str(), text.clone())).collect();
    scenes.push(("too_large.json", scene(&[("a", [4096, 4096])])));
    let folder = project(&scenes);
    let rows = |jobs: &str| {
        let output = check(folder.path(), &["--jobs", jobs]);
        assert_eq!(output.status.code(), Some(2));
        (out(&output), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let alone = rows("1");
    assert!(alone.0.ends_with("25 scenes: 24 missing, 1 error\n"), "{}", alone.0);
    assert_eq!(alone, rows("8"));
}

#[test]
fn an_agent_that_an_error_ended_is_an_error_of_each_command() {
    let folder = project(&[]);
    let tree = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>\n\
                <Script code=\"v := 5\"/>\n\
                <Script name=\"bad\" code=\"v = 'text'\"/></Sequence></BehaviorTree></root>";
    fs::write(folder.path().join("scenes/t.xml"), tree).unwrap();
    let text = |views: &str| {
        format!(
            r#"{{ "eyeline": 1, "tick_rate": 10, {OBJECT}, "agents": [{{ "name": "a", "tree": {{ "file": "t.xml" }} }}],
                     "check": {{ "views": [{views}] }} }}"#
        )
    };
    let views = r#"{ "name": "first", "size": [64, 48] }, { "name": "later", "size": [64, 48], "tick": 3 }"#;
    fs::write(folder.path().join("scenes/ends.json"), text(views)).unwrap();
    fs::write(folder.path().join("scenes/before.json"), text(r#"{ "name": "first", "size": [64, 48] }"#)).unwrap();
    let is_lost = |args: &[&str]| {
        let output = eyeline(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_told = said.contains("t.xml:3:1") && said.contains("the agent `a` has ended with an error in its tick");
        assert_eq!(output.status.code() == Some(2), is_told, "{args:?}: {:?} {said}", output.status);
        is_told
    };
    let render = ["render", "scenes/ends.json", "-o", "a.png", "--size", "64x48"];
    assert!(is_lost(&[&render[..], &["--tick", "3"]].concat()));
    assert!(is_lost(&[&render[..], &["--tick", "3", "--ui"]].concat()));
    assert!(folder.path().join("a.png").is_file(), "everything else is drawn");
    assert!(is_lost(&["render", "scenes/ends.json", "-o", "a.gif", "--size", "64x48", "--ticks", "0..3"]));
    assert!(!is_lost(&[&render[..], &["--tick", "0"]].concat()), "it has not happened yet");
    assert!(is_lost(&["diff", "scenes/ends.json", "scenes/before.json", "--tick", "3"]));
    assert!(is_lost(&["check", "scenes/ends.json"]));
    assert!(!is_lost(&["check", "scenes/before.json"]), "no view shows a tick with the error");
    let update = eyeline(folder.path(), &["check", "scenes/ends.json", "--update"]);
    assert_eq!((update.status.code(), folder.path().join("screenshots").read_dir().unwrap().count()), (Some(2), 0));
}

#[test]
fn texts_of_many_differences_are_within_the_budget() {
    let text = |x: f64| {
        let objects = (0..6_000).map(|i| {
            let place = [f64::from(i % 150) + x, f64::from(i / 150), 0.0];
            json!({ "name": format!("object {i}"), "shape": { "sphere": { "radius": 0.4 } }, "position": place })
        });
        let cameras = [json!({ "name": "c", "position": [50, 20, 30], "far": 200 })];
        json!({ "eyeline": 1, "objects": objects.collect::<Vec<_>>(), "cameras": cameras,
                "check": { "views": [{ "name": "a", "size": [64, 48] }] } })
        .to_string()
    };
    let names: Vec<String> = (0..6).map(|i| format!("s{i}.json")).collect();
    let scenes = |x: f64| names.iter().map(|name| (name.as_str(), text(x))).collect::<Vec<_>>();
    let folder = project(&scenes(0.0));
    assert_eq!(check(folder.path(), &["--jobs", "8", "--update"]).status.code(), Some(0));
    for (name, text) in scenes(3.0) {
        fs::write(folder.path().join("scenes").join(name), text).unwrap();
    }
    let output = check(folder.path(), &["--jobs", "8", "--out", "out"]);
    let said = out(&output);
    assert!(said.ends_with("6 scenes: 6 differs\n"), "{}", said.lines().last().unwrap());
    assert_eq!(said.matches(" differences are not listed: ").count(), 6, "a shortened list says so");
}

/// OpenGL in software takes tens of megabytes for each thread.
#[test]
fn the_occlusion_queries_of_all_scenes_share_one_context() {
    let text = json!({ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } },
            { "name": "b", "shape": { "sphere": { "radius": 1 } }, "position": [0.5, 0, 0] } ],
        "occlusion": [{ "name": "touch", "a": "a", "b": "b", "resolution": 512 }],
        "check": { "views": [{ "name": "a", "size": [64, 48] }] } })
    .to_string();
    let names: Vec<String> = (0..4).map(|i| format!("s{i}.json")).collect();
    let folder = project(&names.iter().map(|name| (name.as_str(), text.clone())).collect::<Vec<_>>());
    assert_eq!(check(folder.path(), &["--jobs", "4"]).status.code(), Some(1));
}
