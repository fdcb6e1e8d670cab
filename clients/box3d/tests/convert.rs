//! Runs the program on recordings of a small world, and checks the traces.

#![expect(clippy::unwrap_used, reason = "tests")]

mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::world::{RAYS, STEPS};

/// The recording. Box3D replays it only in another process, because this one has recorded.
fn recording() -> &'static [u8] {
    static RECORDING: OnceLock<Vec<u8>> = OnceLock::new();
    RECORDING.get_or_init(|| world::record().unwrap())
}

struct Run {
    code: Option<i32>,
    text: String,
    out: String,
    /// The names in the folder of the trace.
    files: Vec<String>,
    trace: Option<String>,
    meshes: Option<String>,
}

/// Converts bytes, into a file `run.jsonl` unless the arguments are others.
fn convert(bytes: &[u8], args: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.b3rec"), bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline-box3d"));
    let Output { status, stdout, stderr } = command.current_dir(folder.path()).args(args).output().unwrap();
    let mut files: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "run.b3rec")
        .collect();
    files.sort();
    let read = |name: &str| fs::read_to_string(Path::new(folder.path()).join(name)).ok();
    Run {
        code: status.code(),
        text: String::from_utf8(stderr).unwrap(),
        out: String::from_utf8(stdout).unwrap(),
        files,
        trace: read("run.jsonl"),
        meshes: read("run.meshes.obj"),
    }
}

fn converted(args: &[&str]) -> (Run, Vec<Value>) {
    let run = convert(recording(), &[&["run.b3rec", "-o", "run.jsonl"], args].concat());
    assert_eq!(run.code, Some(0), "{}", run.text);
    let lines = run.trace.as_deref().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (run, lines)
}

fn said<'l>(lines: &'l [Value], key: &'l str) -> impl Iterator<Item = (f64, &'l Value)> {
    let of_line = |line: &'l Value| {
        let time = line["time"].as_f64().unwrap();
        line["said"].as_array().into_iter().flatten().map(move |said| (time, said))
    };
    lines.iter().flat_map(of_line).filter(move |(_, said)| said.get(key).is_some())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn each_ray_of_the_recording_is_in_the_trace() {
    let (run, lines) = converted(&[]);
    assert_eq!(run.files, ["run.jsonl", "run.meshes.obj"]);
    assert!(!run.text.contains("warning"), "{}", run.text);
    let rays: Vec<_> = said(&lines, "ray").collect();
    assert_eq!(rays.len(), usize::from(STEPS) * usize::from(RAYS.all()));
    let hits = rays.iter().filter(|(_, ray)| ray["hit"].is_string());
    for (time, ray) in hits {
        let (origin, direction) = (&ray["ray"]["origin"], &ray["ray"]["direction"]);
        for i in 0..3 {
            let at = number(&origin[i]) + number(&ray["t"]) * number(&direction[i]);
            assert!((at - number(&ray["point"][i])).abs() < 1e-4, "{time}: {ray}");
        }
        assert!(number(&ray["ray"]["length"]) > 0.0, "{ray}");
    }
    let hit: BTreeSet<&str> = rays.iter().filter_map(|(_, ray)| ray["hit"].as_str()).collect();
    for name in ["ball", "crate 1", "crate 5", "floor", "ghost", "hill", "pill", "ramp"] {
        assert!(hit.contains(name), "{name} is not in {hit:?}");
    }
    // A ray along the floor goes through the pill, the crates and the ball.
    let (_, through) = rays.iter().rfind(|(_, ray)| ray["ray"]["direction"] == json!([22, 0, 0])).unwrap();
    assert_eq!(through["hit"], "crate 1", "{through}");
    let masks: BTreeSet<String> = rays.iter().map(|(_, ray)| ray["ray"]["mask"].to_string()).collect();
    assert_eq!(masks, ["[0]", "[1]", "null"].map(str::to_owned).into());
    let last = lines.last().unwrap();
    assert_eq!(last["time"], json!(f64::from(STEPS) / 60.0));
}

#[test]
fn the_world_begins_as_it_was_made() {
    let (run, lines) = converted(&[]);
    let objects: BTreeMap<&str, &Value> =
        lines[0]["scene"]["objects"].as_array().unwrap().iter().map(|o| (o["name"].as_str().unwrap(), o)).collect();
    let shape = |name: &str| &objects[name]["shape"];
    assert_eq!(shape("floor"), &json!({ "box": { "half_extents": [12, 1, 12] } }));
    assert_eq!(objects["crate 3"]["position"], json!([0.14, 2.800_000_2, 0]));
    assert_eq!(shape("ball"), &json!({ "sphere": { "radius": 0.75 } }));
    assert_eq!(shape("pill")["capsule"]["radius"], json!(0.4));
    assert_eq!(shape("drum/knob"), &json!({ "sphere": { "radius": 0.3 } }));
    assert_eq!(objects["drum/knob"]["position"], json!([0.5, 4.6, 3]));
    assert_eq!(shape("drum/2")["hull"]["points"].as_array().unwrap().len(), 24);
    assert_eq!(shape("ramp"), &json!({ "mesh": { "file": "run.meshes.obj", "node": "mesh_1" } }));
    assert_eq!(shape("hill"), &json!({ "mesh": { "file": "run.meshes.obj", "node": "mesh_2" } }));
    assert_eq!(objects["ghost"]["layers"], json!([1]));
    assert!(!objects.contains_key("cluster") && run.text.contains("compound shapes (1, first `cluster` at 0 s)"));
    let obj = run.meshes.unwrap();
    let count = |start: &str| obj.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!([count("g "), count("v "), count("f ")], [2, 4 + 25, 2 + 32]);
    assert!(upward(&obj).all(|y| y > 0.0), "{obj}");
}

/// The y of the normals of the triangles of an OBJ file.
fn upward(obj: &str) -> impl Iterator<Item = f64> {
    let numbers = |line: &str| -> Vec<f64> { line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect() };
    let lines = |start: &'static str| obj.lines().filter(move |line| line.starts_with(start)).map(numbers);
    let points: Vec<Vec<f64>> = lines("v ").collect();
    lines("f ").map(move |triangle| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and above 0")]
        let [a, b, c] = [0, 1, 2].map(|i| points[triangle[i] as usize - 1].clone());
        (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
    })
}

#[test]
fn queries_meet_the_world_before_their_step() {
    let (_, lines) = converted(&[]);
    // The lift jumps at each tenth step, before the queries of the step.
    let jumps: Vec<f64> = lines
        .iter()
        .filter(|line| line["set"]["lift"]["position"].is_array())
        .map(|line| number(&line["time"]) * 60.0)
        .collect();
    assert!(
        jumps.iter().all(|step| (step / 10.0).fract().abs() < 1e-9 && *step < 120.0) && jumps.len() > 9,
        "{jumps:?}"
    );
    let time_of = |key: &str, entry: &Value| {
        let has = |line: &&Value| {
            let list = if key == "add" { &line["add"]["objects"] } else { &line[key] };
            list.as_array().is_some_and(|list| list.iter().any(|one| one == entry || &one["name"] == entry))
        };
        lines.iter().find(has).map(|line| (number(&line["time"]) * 60.0).round())
    };
    assert_eq!([time_of("add", &json!("late")), time_of("remove", &json!("late"))], [Some(40.0), Some(80.0)]);
}

#[test]
fn an_overlap_of_a_box_is_a_camera_and_contacts_are_pairs() {
    let (_, lines) = converted(&[]);
    let camera = &lines[0]["scene"]["cameras"][0];
    assert_eq!(camera["name"], "overlap 7");
    assert_eq!(camera["projection"], json!({ "ortho": { "left": -1, "right": 1, "bottom": -0.975, "top": 0.975 } }));
    let verdict = |name: &str| {
        let (_, found) = said(&lines, "camera").find(|(_, said)| said["object"] == name).unwrap();
        found["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(["crate 1", "crate 2", "ball", "ghost"].map(verdict), ["visible", "visible", "culled", "culled"]);
    let pairs: Vec<_> = said(&lines, "pairs").collect();
    assert_eq!(pairs.len(), usize::from(STEPS));
    let (_, last) = pairs.last().unwrap();
    let has = |a: &str, b: &str| {
        last["pairs"].as_array().unwrap().iter().any(|pair| *pair == json!([a, b]) || *pair == json!([b, a]))
    };
    assert!(
        has("floor", "crate 1") && has("crate 1", "crate 2") && has("floor", "ball") && !has("floor", "crate 5"),
        "{last}"
    );
}

#[test]
fn the_trace_has_the_answers_that_are_asked_for() {
    for (args, expected) in
        [(&["--said", "rays"][..], [true, false, false]), (&["--said=contacts,overlaps"], [false, true, true])]
    {
        let (run, lines) = converted(args);
        let found = ["ray", "camera", "pairs"].map(|key| said(&lines, key).next().is_some());
        assert_eq!((found, lines.len()), (expected, usize::from(STEPS) + 2), "{}", run.text);
    }
}

#[test]
fn without_a_file_the_trace_goes_to_standard_output_without_meshes() {
    let run = convert(recording(), &["run.b3rec"]);
    assert_eq!((run.code, run.files.len()), (Some(0), 0), "{}", run.text);
    assert!(
        run.text.contains("meshes and height fields")
            && run.text.contains("rays that hit what the trace does not have")
    );
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["eyeline_trace"], 1);
    assert!(lines.len() > usize::from(STEPS) && !run.out.contains("ramp"));
}

#[test]
fn what_is_no_recording_is_one_message_and_no_file() {
    let whole = recording();
    let table: [(&[u8], &str); 4] = [
        (b"\x89MCAP0\r\n", "it is not a recording of Box3D"),
        (b"", "it is not a recording of Box3D"),
        (&whole[..30], "it is truncated"),
        (&whole[..whole.len() - 100], "it is truncated"),
    ];
    for (bytes, expected) in table {
        let run = convert(bytes, &["run.b3rec", "-o", "run.jsonl"]);
        assert_eq!((run.code, run.files.len(), run.text.lines().count()), (Some(2), 0, 1), "{}", run.text);
        assert!(run.text.contains(expected) && run.text.contains("run.b3rec"), "{}", run.text);
    }
    for args in [
        &["missing.b3rec", "-o", "run.jsonl"][..],
        &["run.b3rec", "-o", "missing/run.jsonl"],
        &["run.b3rec", "-o", "."],
    ] {
        let run = convert(whole, args);
        assert_eq!((run.code, run.files.len()), (Some(2), 0), "{}", run.text);
        assert!(run.text.contains(args[0].trim_start_matches("run.b3rec")), "{}", run.text);
    }
}

#[test]
fn a_recording_that_was_not_ended_is_replayed_as_far_as_it_goes() {
    let mut bytes = recording().to_vec();
    bytes[32..48].fill(0);
    let run = convert(&bytes, &["run.b3rec", "-o", "run.jsonl"]);
    assert!(run.text.contains("was not ended"), "{}", run.text);
    assert!(run.text.contains("the replay ends at 0 s"), "{}", run.text);
    assert_eq!((run.code, run.files), (Some(0), vec!["run.jsonl".to_owned()]), "{}", run.text);
}

#[test]
fn damage_neither_panics_nor_leaves_a_part_of_a_trace() {
    let whole = recording();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        // xorshift64.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random >> 16).unwrap() % below
    };
    for case in 0..24 {
        let mut bytes = whole.to_vec();
        // Half of the damage is in the head and the world at the start.
        let range = if case % 2 == 0 { whole.len() } else { 4000 };
        for _ in 0..=case % 5 {
            let at = next(range);
            bytes[at] ^= 1 << next(8);
        }
        let run = convert(&bytes, &["run.b3rec", "-o", "run.jsonl"]);
        assert!(!run.text.contains("panicked"), "{case}: {}", run.text);
        match run.code {
            Some(0) => {
                let trace = run.trace.unwrap();
                assert!(
                    trace.ends_with('\n') && trace.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
                    "{case}"
                );
            }
            code => assert_eq!((code, run.files.len()), (Some(2), 0), "{case}: {}", run.text),
        }
    }
}
