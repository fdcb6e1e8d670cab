//! Traces: the effect of each line, the faults of wrong lines, and any order of times.

#![expect(clippy::float_cmp, reason = "what is written is read back the same")]

use proptest::prelude::*;

use super::{CastRay, Said, Trace};
use crate::scene::{EntryKind, Scene};

const KEYFRAME: &str = r#"{ "eyeline_trace": 1, "name": "game", "time": 0, "scene": { "eyeline": 1,
    "cameras": [{ "name": "eye" }], "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, 1] }],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
                { "name": "ball", "shape": { "sphere": { "radius": 1 } } }] } }"#;

fn trace(lines: &str) -> Trace {
    Trace::parse(format!("{}\n{lines}", KEYFRAME.replace('\n', " ")), "run.jsonl").unwrap()
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.objects.iter().map(|object| &*object.name).collect()
}

fn faults(trace: &Trace) -> Vec<(usize, &str)> {
    trace.faults().iter().map(|fault| (fault.line, &*fault.message)).collect()
}

#[test]
fn lines_set_add_and_remove_in_this_order() {
    let trace = trace(
        r#"{ "time": 1, "set": { "crate": { "position": [1, 2, 3], "layers": [4] } } }
{ "time": 2, "remove": ["crate", "pipe"], "add": { "objects": [{ "name": "pipe", "shape": { "sphere": { "radius": 1 } } },
    { "name": "duck", "shape": { "sphere": { "radius": 2 } } }] }, "set": { "crate": { "position": [9, 9, 9] } } }
{ "time": 3, "set": { "eye": { "position": [0, 1, 0], "far": null, "look_at": [0, 0, 9] } } }
"#
        .replace(",\n    ", ", ")
        .as_str(),
    );
    assert_eq!(faults(&trace), []);
    let before = trace.scene_at(0.99);
    assert_eq!(before.objects[0].position, [0.0; 3]);
    let set = trace.scene_at(1.0);
    assert_eq!((set.objects[0].position, &*set.objects[0].layers), ([1.0, 2.0, 3.0], &[4][..]));
    let later = trace.scene_at(2.5);
    assert_eq!(names(&later), ["ball", "duck"]);
    let end = trace.scene_at(1e9);
    assert_eq!((end.cameras[0].far, end.cameras[0].look_at), (f32::INFINITY, Some([0.0, 0.0, 9.0])));
    // Before the first line the world is the keyframe's.
    assert_eq!(names(&trace.scene_at(-5.0)), ["crate", "ball"]);
    assert_eq!(
        (trace.kind_of("duck"), trace.kind_of("aim"), trace.kind_of("x")),
        (Some(EntryKind::Object), Some(EntryKind::Ray), None)
    );
}

#[test]
fn an_entry_keeps_its_identity_through_keyframes() {
    let again = KEYFRAME.replace('\n', " ").replace("\"time\": 0", "\"time\": 5");
    let trace = trace(&format!("{{ \"time\": 1, \"remove\": [\"crate\"] }}\n{again}\n"));
    let [first, last] = [trace.scene_at(0.0), trace.scene_at(5.0)];
    assert_eq!(names(&trace.scene_at(4.0)), ["ball"]);
    assert_eq!(first.objects[0].id.get(), last.objects[0].id.get());
    assert_ne!(first.objects[0].id.get(), first.objects[1].id.get());
}

#[test]
fn a_wrong_line_is_a_fault_and_the_rest_counts() {
    let trace = trace(
        r#"not JSON
{ "time": 1, "set": { "gone": { "position": [0, 0, 0] }, "crate": { "position": [1, 0, 0] }, "aim": { "position": [0, 0, 0] } } }
{ "time": 1, "set": { "crate": { "near": 2 } } }
{ "time": 1, "set": { "crate": { "position": [1e300, 0, 0] } } }
{ "time": 1, "set": { "crate": { "shape": { "sphere": { "radius": -1 } } } } }
{ "time": 1, "add": { "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }, { "name": "flat", "shape": { "sphere": { "radius": 0 } } }] } }
{ "time": 1, "remove": ["none"] }
{ "time": 0.5 }
{ "time": 2, "said": [{ "camera": "eye", "object": "crate" }, { "ray": "aim", "hit": null }, { "ray": "aim" }, { "agent": "a", "camera": "eye" }] }
{ "time": 2, "speed": 1 }
{ "eyeline_trace": 2, "time": 3, "scene": { "eyeline": 1 } }
{ "eyeline_trace": 1, "time": 3, "scene": { "eyeline": 1, "objects": 7 } }
{ "time": 4, "set": { "crate": { "position": [4, 0, 0] } } }
{ "time": 5, "set""#,
    );
    let found = faults(&trace);
    let expected = [
        (2, "the line is not JSON: expected ident"),
        (3, "`gone`"),
        (3, "`aim`, which is a ray"),
        (4, "`near` is a key of cameras"),
        (5, "`position` must be numbers"),
        (6, "radius"),
        (7, "`ball`, which is there already"),
        (7, "`flat`"),
        (8, "`none`"),
        (9, "the time goes back from 1 s to 0.5 s"),
        (10, "`said[0]`: `verdict` is missing"),
        (10, "`said[2]`: `hit` is missing"),
        (10, "`said[3]`: it must have one of"),
        (11, "unknown field `speed`"),
        (12, "this version of eyeline reads 1"),
        (13, "objects"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((line, message), (wanted, part)) in found.iter().zip(expected) {
        assert!(*line == wanted && message.contains(part), "{line} {message}: {part}");
    }
    assert_eq!(trace.scene_at(9.0).objects[0].position, [4.0, 0.0, 0.0]);
    assert_eq!(trace.said_between(None, 9.0).count(), 1);
}

#[test]
fn a_file_without_a_keyframe_is_no_trace() {
    for (text, line, column, part) in [
        ("", 1, 1, "no line"),
        ("\n{ \"time\": 0 }\n", 2, 1, "`eyeline_trace` and `scene` are missing"),
        ("{ \"eyeline_trace\": 1, \"time\": 0, \"scene\": { \"eyeline\": 1, \"objets\": [] } }\n", 1, 59, "objets"),
        ("{ \"eyeline_trace\": 1, \"time\": 1e400, \"scene\": { \"eyeline\": 1 } }\n", 1, 35, "out of range"),
        ("\u{1}", 1, 1, "expected value"),
    ] {
        let error = Trace::parse(text, "run.jsonl").unwrap_err();
        assert!(error.message.contains(part), "{text}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
    }
    let deep = "[".repeat(100_000);
    assert!(Trace::parse(&deep, "run.jsonl").is_err());
    assert_eq!(trace(&format!("{deep}\n")).fault_count(), 1);
    assert_eq!(trace("\u{0}\n{\"time\":1}\n").fault_count(), 1);
}

#[test]
fn a_keyframe_with_an_earlier_time_begins_a_new_run() {
    let again = KEYFRAME.replace('\n', " ");
    let trace = trace(&format!(
        "{{ \"time\": 9, \"remove\": [\"crate\"] }}\n{again}\n{{ \"time\": 1, \"remove\": [\"ball\"] }}\n"
    ));
    assert_eq!(trace.fault_count(), 1);
    assert_eq!((trace.span(), names(&trace.scene_at(2.0))), ([0.0, 1.0], vec!["crate"]));
}

#[test]
fn answers_of_the_program_are_of_the_lines_between_two_times() {
    let trace = trace(
        r#"{ "time": 0.1, "said": [{ "camera": "eye", "object": "crate", "verdict": "culled", "sphere": { "center": [0, 0, 0], "radius": 1 } }] }
{ "time": 0.1, "said": [{ "ray": { "origin": [0, 0, 0], "direction": [0, 0, 2], "length": 3, "mask": [1, 3] }, "hit": "ball", "t": 0.5 }] }
{ "time": 0.30000000000000004, "said": [{ "pairs": [["crate", "ball"]] }, { "agent": "guard", "status": "running" }] }
"#,
    );
    assert_eq!(trace.said_between(None, 0.0).count(), 0);
    assert_eq!(trace.said_between(Some(0.0), 0.1).count(), 2);
    // A time that is off by rounding is of its tick.
    assert_eq!(trace.said_between(Some(0.2), 0.3).count(), 2);
    let Some(Said::Ray(ray)) = trace.said_between(Some(0.0), 0.1).nth(1) else { panic!() };
    let CastRay::Inline { mask, .. } = ray.ray else { panic!() };
    assert_eq!(mask, 0b1010);
}

#[test]
fn a_matrix_replaces_the_pose() {
    let trace = trace(
        "{ \"time\": 1, \"set\": { \"crate\": { \"matrix\": [2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,7,1] }, \"eye\": { \"matrix\": [0,0,-1,0, 0,1,0,0, 1,0,0,0, 1,2,3,1] } } }\n{ \"time\": 2, \"set\": { \"crate\": { \"position\": [1, 1, 1] } } }\n",
    );
    let at = trace.scene_at(1.0);
    assert_eq!(at.objects[0].matrix.as_ref().unwrap()[12..15], [5.0, 6.0, 7.0]);
    assert_eq!(at.cameras[0].position, [1.0, 2.0, 3.0]);
    let [x, y, z, w] = at.cameras[0].rotation.unwrap();
    let forward = glam::Quat::from_xyzw(x, y, z, w) * glam::Vec3::NEG_Z;
    assert!((forward - glam::Vec3::NEG_X).length() < 1e-6, "{forward}");
    assert_eq!(
        (trace.scene_at(2.0).objects[0].matrix.clone(), trace.scene_at(2.0).objects[0].position),
        (None, [1.0; 3])
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The scene at a time does not depend on the times that were asked for before.
    #[test]
    fn any_order_of_times_gives_the_same_scenes(
        changes in prop::collection::vec((0_u8..4, 0_usize..8, -9_i8..9), 1..400),
        asked in prop::collection::vec(0_usize..410, 1..30),
    ) {
        let mut text = String::new();
        for (i, (what, which, to)) in changes.iter().enumerate() {
            let time = i + 1;
            let line = match what {
                0 => format!(r#"{{ "time": {time}, "add": {{ "objects": [{{ "name": "o{which}", "shape": {{ "sphere": {{ "radius": 1 }} }} }}] }} }}"#),
                1 => format!(r#"{{ "time": {time}, "remove": ["o{which}"] }}"#),
                _ => format!(r#"{{ "time": {time}, "set": {{ "o{which}": {{ "position": [{to}, 0, {i}] }}, "crate": {{ "position": [{i}, 0, 0] }} }} }}"#),
            };
            text.push_str(&line);
            text.push('\n');
        }
        let trace = trace(&text);
        for at in asked {
            // Up to this line alone, so that nothing was asked before.
            let lines: String = text.split_inclusive('\n').take(at).collect();
            let alone = self::trace(&lines);
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let (own, other) = (trace.scene_at(at as f64), alone.scene_at(f64::INFINITY));
            prop_assert_eq!(own, other);
        }
    }
}

/// A reader of a running program, with a line a second.
fn live(lines: &[&str]) -> super::TraceReader<'static> {
    let mut reader = super::TraceReader::live("trace", crate::budget::Budget::default());
    reader.line(KEYFRAME.replace('\n', " ").as_bytes());
    for line in lines {
        reader.line(line.as_bytes());
    }
    assert_eq!(reader.faults(), []);
    reader
}

const SECONDS: [&str; 6] = [
    r#"{ "time": 1, "set": { "crate": { "position": [1, 0, 0] } }, "said": [{ "ray": "aim", "hit": "crate" }] }"#,
    r#"{ "time": 2, "set": { "ball": { "matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 7, 8, 9, 1] } } }"#,
    r#"{ "time": 3, "add": { "objects": [{ "name": "late", "shape": { "sphere": { "radius": 1 } } }] } }"#,
    r#"{ "time": 4, "remove": ["crate"] }"#,
    r#"{ "time": 5, "said": [{ "ray": "aim", "hit": "late" }] }"#,
    r#"{ "time": 6, "set": { "late": { "position": [6, 0, 0] } } }"#,
];

#[test]
fn a_trace_that_was_shortened_has_the_same_worlds_from_its_head_on() {
    let whole = live(&SECONDS).finish().unwrap();
    for from in 0..=7 {
        let mut reader = live(&SECONDS);
        reader.keep_from(f64::from(from));
        let kept = reader.trace().clone();
        let first = f64::from(from.min(6));
        assert_eq!(kept.span(), [first, 6.0], "from {from}");
        for time in [first, first + 0.5, 3.0, 4.0, 5.0, 6.0, 9.0].into_iter().filter(|time| *time >= first) {
            assert_eq!(kept.scene_at(time), whole.scene_at(time), "from {from}, at {time}");
            assert_eq!(kept.said_between(None, time).count(), whole.said_between(Some(first - 0.5), time).count());
        }
        // What comes after it counts as before.
        reader.line(br#"{ "time": 8, "set": { "late": { "position": [8, 0, 0] } }, "remove": ["ball"] }"#);
        assert_eq!(reader.faults(), []);
        let last = reader.finish().unwrap().scene_at(8.0);
        assert_eq!((names(&last), last.objects[0].position), (vec!["late"], [8.0, 0.0, 0.0]));
    }
}

#[test]
fn the_oldest_lines_are_left_out_until_two_are_left() {
    let mut reader = live(&SECONDS);
    let mut before = reader.trace().text_bytes();
    let mut count = reader.trace().line_count();
    while reader.leave_out_oldest() {
        assert!(reader.trace().text_bytes() < before && reader.trace().line_count() < count);
        (before, count) = (reader.trace().text_bytes(), reader.trace().line_count());
    }
    assert_eq!(reader.trace().span(), [6.0, 6.0]);
    assert_eq!(reader.trace().text_bytes(), SECONDS[5].len() as u64);
}

#[test]
fn what_is_written_of_a_live_trace_is_a_trace_of_the_same_worlds() {
    let mut reader = live(&SECONDS);
    let whole = reader.trace().clone();
    for shorten in [false, true] {
        if shorten {
            reader.keep_from(2.5);
        }
        for from in [0.0, 2.0, 2.5, 3.0, 4.0, 5.5, 6.0, 99.0] {
            let mut text = Vec::new();
            reader.trace().write_from(from, &mut text).unwrap();
            let read = Trace::parse(&text, "saved.jsonl").unwrap();
            assert_eq!(read.faults(), [], "{}", String::from_utf8_lossy(&text));
            let [first, last] = read.span();
            assert_eq!((read.name().map(|name| &**name), last), (Some("game"), 6.0));
            for time in [first, 4.0, 5.0, 6.0].into_iter().filter(|time| *time >= first) {
                assert_eq!(read.scene_at(time).objects.len(), whole.scene_at(time).objects.len());
                for (one, other) in read.scene_at(time).objects.iter().zip(whole.scene_at(time).objects.iter()) {
                    assert_eq!((&one.name, one.position, &one.matrix), (&other.name, other.position, &other.matrix));
                }
                let said = |trace: &Trace| trace.said_between(Some(first - 0.5), time).count();
                assert_eq!(said(&read), said(&whole), "from {from}, at {time}");
            }
        }
    }
    let of_file = trace(r#"{ "time": 1, "remove": ["crate"] }"#);
    assert!(of_file.write_from(0.0, &mut Vec::new()).is_err(), "a trace of a file has no texts");
}
