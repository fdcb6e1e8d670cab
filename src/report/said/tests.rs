//! Causes of disagreements, each in a trace with numbers worked out by hand.

use std::path::Path;

use serde_json::{Value, json};

use crate::report::Report;
use crate::scene;
use crate::world::World;

/// The report of a tick; `lines` follow a keyframe with a camera at z = 5 that looks along −z with 90° and 1 to 20 m, `0..1`. The agent
/// rests at its ticks 1 and 2, walks at 3 to 5, and succeeds at 6.
fn said(lines: &[Value], tick: u64, is_whole: bool) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let wait = |name: &str, ticks: u32| json!({ "action": { "name": name, "wait": { "ticks": ticks } } });
    let keyframe = json!({ "eyeline_trace": 1, "name": "game", "time": 0, "scene": { "eyeline": 1, "tick_rate": 10,
        "cameras": [{ "name": "eye", "position": [0, 0, 5], "near": 1, "far": 20, "depth": "0..1",
            "projection": { "perspective": { "fov_y": 90, "aspect": 1 } } }],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } },
                    { "name": "wall", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [9, 0, 0], "layers": [3] }],
        "agents": [{ "name": "guard", "tick_rate": 10,
            "tree": { "sequence": { "children": [wait("rest", 3), wait("walk", 4)] } } }] } });
    let lines: Vec<Value> = std::iter::once(keyframe).chain(lines.iter().cloned()).collect();
    said_in(folder.path(), &json!({ "eyeline": 1, "tick_rate": 10 }), &lines, tick, is_whole)
}

/// The same for a scene in a folder, and all lines of its trace.
fn said_in(folder: &Path, scene: &Value, lines: &[Value], tick: u64, is_whole: bool) -> Value {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(folder.join("run.jsonl"), text.join("\n") + "\n").unwrap();
    let mut scene = scene.clone();
    scene["trace"] = json!({ "file": "run.jsonl" });
    let loaded = crate::files::parse(&scene.to_string(), "a.json", Some(folder)).unwrap();
    assert!(loaded.faults.is_empty() && loaded.warnings.is_empty(), "{:?} {:?}", loaded.faults, loaded.warnings);
    let mut world = World::at(&loaded.scene, &loaded.files, tick);
    world.trace.as_mut().unwrap().is_whole = is_whole;
    let mut text = Vec::new();
    crate::report::json::write(&Report::of(&world), "a.json", None, &mut text).unwrap();
    serde_json::from_slice::<Value>(&text).unwrap()["said"].take()
}

/// The cause of the only disagreement, and what it is of.
fn cause(lines: &[Value], tick: u64) -> (String, Value) {
    only_cause(&said(lines, tick, false))
}

fn only_cause(said: &Value) -> (String, Value) {
    let all = said["disagreements"].as_array().unwrap();
    assert_eq!(all.len(), 1, "{said:#}");
    (all[0]["cause"].as_str().unwrap().to_owned(), all[0]["of"].clone())
}

#[expect(clippy::needless_pass_by_value, reason = "calls are shorter")]
fn view(verdict: &str, inputs: Value) -> Value {
    let mut said = json!({ "camera": "eye", "object": "crate", "verdict": verdict });
    said.as_object_mut().unwrap().extend(inputs.as_object().unwrap().clone());
    said
}

/// The planes of the camera: 45° to the sides, near at z = 4 and far at z = −15.
fn planes() -> [[f32; 4]; 6] {
    let s = 0.5_f32.sqrt();
    [
        [s, 0.0, -s, 5.0 * s],
        [-s, 0.0, -s, 5.0 * s],
        [0.0, s, -s, 5.0 * s],
        [0.0, -s, -s, 5.0 * s],
        [0.0, 0.0, -1.0, 4.0],
        [0.0, 0.0, 1.0, 15.0],
    ]
}

#[test]
fn answers_that_agree_are_counted() {
    let lines = [
        json!({ "time": 0.1, "said": [view("visible", json!({})), view("inside", json!({ "planes": planes() })),
        { "camera": "eye", "object": "wall", "verdict": "culled" }, { "camera": "eye", "object": "nothing", "verdict": "culled" },
        { "ray": { "origin": [0, 0, 5], "direction": [0, 0, -1] }, "hit": "crate", "t": 4.502 }] }),
    ];
    let said = said(&lines, 1, false);
    assert_eq!((&said["answers"], &said["unmatched"], &said["tick"]), (&json!(4), &json!(1), &json!(1)));
    assert_eq!((&said["trace"], &said["disagreements"]), (&json!("game"), &json!([])));
}

#[test]
fn an_answer_of_some_ticks_before_is_late() {
    let moved = json!({ "time": 0.3, "set": { "crate": { "position": [20, 0, 0] } } });
    let late = |inputs: Value| [moved.clone(), json!({ "time": 0.5, "said": [view("visible", inputs)] })];
    // It was at the origin at tick 2, three ticks before.
    assert_eq!(cause(&late(json!({})), 5), ("late".into(), json!(3)));
    let stale = json!({ "box": { "min": [-0.5, -0.5, -0.5], "max": [0.5, 0.5, 0.5] } });
    assert_eq!(cause(&late(stale), 5), ("late".into(), json!(3)));
    // A box that it never had is another cause.
    let other = json!({ "box": { "min": [-0.7, -0.5, -0.5], "max": [0.7, 0.5, 0.5] } });
    assert_eq!(cause(&late(other), 5), ("box".into(), json!(null)));
}

#[test]
fn other_inputs_are_named() {
    let mut wrong = planes();
    // The near plane 6 m further away.
    wrong[4][3] = -2.0;
    let lines = |inputs: Value| [json!({ "time": 0.1, "said": [view("culled", inputs)] })];
    assert_eq!(cause(&lines(json!({ "planes": wrong })), 1), ("planes".into(), json!("near")));
    let sphere = json!({ "sphere": { "center": [0, 0, 9], "radius": 1 } });
    assert_eq!(cause(&lines(sphere), 1), ("box".into(), json!("sphere")));
    // Neither alone rejects: the plane at z = −0.6, and a box that reaches from −0.8 to −0.7 in z.
    wrong[4] = [0.0, 0.0, 1.0, 0.6];
    let both = json!({ "planes": wrong, "box": { "min": [-0.5, -0.5, -0.8], "max": [0.5, 0.5, -0.7] } });
    assert_eq!(cause(&lines(both), 1), ("inputs".into(), json!(null)));
}

/// A box of 2 × 1 × 2 m, turned by 45° about Y. In x and z its world box reaches √2 to each side, and its faces have a distance of 1.
fn turned_at(x: f32) -> Value {
    json!({ "time": 0, "set": { "crate": { "position": [x, 0, 0], "rotation": [0, 0.382_683_43, 0, 0.923_879_53],
        "shape": { "box": { "half_extents": [1, 0.5, 1] } } } } })
}

#[test]
fn a_turned_box_that_is_out_of_view_before_its_world_box_is_named() {
    let culled = |x: f32, inputs: Value| [turned_at(x), json!({ "time": 0.1, "said": [view("culled", inputs)] })];
    // The right plane has x + z = 5. At x = 7 the world box begins at 7 − 2√2 = 4.17 and the turned box at 7 − √2 = 5.59.
    assert_eq!(cause(&culled(7.0, json!({ "planes": planes() })), 1), ("box".into(), json!("oriented")));
    assert_eq!(cause(&culled(7.0, json!({})), 1), ("box".into(), json!("oriented")));
    // At x = 6.3 both begin before the plane: 3.47 and 4.89.
    assert_eq!(cause(&culled(6.3, json!({ "planes": planes() })), 1).0, "rule");
    assert_eq!(cause(&culled(6.3, json!({})), 1), ("unknown".into(), json!(null)));
    // With its right plane at x + z = 4, the turned box that begins at 6 − √2 = 4.59 is out, and the world box from 3.17 is not.
    let mut narrow = planes();
    narrow[1][3] *= 0.8;
    assert_eq!(cause(&culled(6.0, json!({ "planes": narrow })), 1), ("inputs".into(), json!("oriented")));
    // A program that has given its world box has tested that.
    let r = std::f32::consts::SQRT_2;
    let given = json!({ "planes": planes(), "box": { "min": [7.0 - r, -0.5, -r], "max": [7.0 + r, 0.5, r] } });
    assert_eq!(cause(&culled(7.0, given), 1).0, "rule");
    // What a turned box alone rejects is not in view, so it is after what vanishes.
    let lines = [
        turned_at(7.0),
        json!({ "time": 0.1, "set": { "wall": { "position": [0, 0, 0], "layers": [0] } },
            "said": [view("culled", json!({})), { "camera": "eye", "object": "wall", "verdict": "culled" }] }),
    ];
    let said = said(&lines, 1, false);
    let objects: Vec<&Value> = said["disagreements"].as_array().unwrap().iter().map(|one| &one["object"]).collect();
    assert_eq!(objects, ["wall", "crate"]);
}

#[test]
fn the_kind_of_a_box_that_was_given_is_named() {
    // The camera and the crate move at once. With the planes of now, only the box is that of three ticks before.
    let mut forward = planes();
    let s = 0.5_f32.sqrt();
    for (plane, d) in forward.iter_mut().zip([5.5 * s, 5.5 * s, 5.5 * s, 5.5 * s, 4.5, 14.5]) {
        plane[3] = d;
    }
    let cube = |x: f32| json!({ "min": [x - 0.5, -0.5, -0.5], "max": [x + 0.5, 0.5, 0.5] });
    let stale = [
        json!({ "time": 0.1, "set": { "crate": { "position": [1, 0, 0] } } }),
        json!({ "time": 0.3, "set": { "crate": { "position": [20, 0, 0] }, "eye": { "position": [0, 0, 5.5] } } }),
        json!({ "time": 0.5, "said": [view("visible", json!({ "planes": forward, "box": cube(1.0) }))] }),
    ];
    assert_eq!(cause(&stale, 5), ("box".into(), json!("stale")));
    // It was never at the origin, and its box in local space is there.
    let local = [
        json!({ "time": 0, "set": { "crate": { "position": [20, 0, 0] } } }),
        json!({ "time": 0.1, "said": [view("visible", json!({ "planes": planes(), "box": cube(0.0) }))] }),
    ];
    assert_eq!(cause(&local, 1), ("box".into(), json!("local")));
    // A ball of 1 m at x = 7.2, turned by 45° about Z: x + z of its box is at least 5.2, and of the box around its turned local box 4.79.
    let r = std::f32::consts::SQRT_2;
    let around = json!({ "min": [7.2 - r, -r, -1], "max": [7.2 + r, r, 1] });
    let corners = [
        json!({ "time": 0, "set": { "crate": { "position": [7.2, 0, 0], "rotation": [0, 0, 0.382_683_43, 0.923_879_53],
            "shape": { "sphere": { "radius": 1 } } } } }),
        json!({ "time": 0.1, "said": [view("visible", json!({ "planes": planes(), "box": around }))] }),
    ];
    assert_eq!(cause(&corners, 1), ("box".into(), json!("corners")));
}

/// The box of the figure as modelled reaches from x = −0.293 to 0.293, and at tick 20 of *Reach* an arm is at −0.799.
#[test]
fn the_box_of_the_bind_pose_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let figure = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/figure.glb");
    std::fs::copy(figure, folder.path().join("figure.glb")).unwrap();
    let scene = json!({ "eyeline": 1, "tick_rate": 30,
        "models": [{ "name": "posed", "file": "figure.glb", "animation": "Reach", "position": [3, 0, 0] }] });
    // The camera sees x from 1.5 to 2.5.
    let keyframe = json!({ "eyeline_trace": 1, "name": "game", "time": 0, "scene": { "eyeline": 1, "tick_rate": 30,
        "cameras": [{ "name": "eye", "position": [2, 1, 5], "near": 1, "far": 20,
            "projection": { "ortho": { "left": -0.5, "right": 0.5, "bottom": -2, "top": 2 } } }] } });
    let of_box = |x: f32| {
        let tested = json!({ "min": [x - 0.293, 0, -0.104_62], "max": [x + 0.293, 1.85, 0.19] });
        let view = json!({ "camera": "eye", "object": "posed/figure", "verdict": "culled", "box": tested });
        let lines = [keyframe.clone(), json!({ "time": 20.0 / 30.0, "said": [view] })];
        only_cause(&said_in(folder.path(), &scene, &lines, 20, false))
    };
    assert_eq!(of_box(3.0), ("box".into(), json!("bind pose")));
    assert_eq!(of_box(0.0), ("box".into(), json!("local")));
    assert_eq!(of_box(4.0), ("box".into(), json!(null)));
}

#[test]
fn a_state_of_an_agent_of_some_ticks_before_is_late() {
    let at = |tick: u32, state: Value| {
        let mut said = json!({ "agent": "guard" });
        said.as_object_mut().unwrap().extend(state.as_object().unwrap().clone());
        let lines = [json!({ "time": f64::from(tick) / 10.0, "said": [said] })];
        cause(&lines, tick.into())
    };
    // It has succeeded at tick 6; it walked last at tick 5, and rested last at tick 2.
    assert_eq!(at(8, json!({ "status": "running" })), ("late".into(), json!(3)));
    assert_eq!(at(8, json!({ "status": "running", "running": "walk" })), ("late".into(), json!(3)));
    assert_eq!(at(8, json!({ "running": "rest" })), ("late".into(), json!(6)));
    assert_eq!(at(10, json!({ "running": "rest" })), ("late".into(), json!(8)));
    assert_eq!(at(4, json!({ "status": "inactive" })), ("late".into(), json!(4)), "tick 0 is before its first tick");
    let unknown = ("unknown".to_owned(), json!(null));
    assert_eq!(at(11, json!({ "running": "rest" })), unknown, "9 ticks are too many");
    assert_eq!(at(8, json!({ "status": "success", "running": "walk" })), unknown, "it never had both at once");
    assert_eq!(at(4, json!({ "status": "success" })), unknown, "it is early");
    assert_eq!(at(8, json!({ "status": "failure" })), unknown);
    let same = said(
        &[json!({ "time": 0.4, "said": [{ "agent": "guard", "status": "running", "running": "walk" }] })],
        4,
        false,
    );
    assert_eq!((&same["answers"], &same["disagreements"]), (&json!(1), &json!([])));
}

#[test]
fn the_same_inputs_with_another_answer_are_another_rule() {
    let away = json!({ "time": 0, "set": { "crate": { "position": [5.2, 0, 0] } } });
    // Its nearest corner is at x = 4.7, in view at z = −0.5, and its centre is not.
    let lines = |inputs: Value| [away.clone(), json!({ "time": 0.1, "said": [view("culled", inputs)] })];
    let given = json!({ "planes": planes(), "box": { "min": [4.7, -0.5, -0.5], "max": [5.7, 0.5, 0.5] } });
    let (word, of) = cause(&lines(given), 1);
    assert_eq!(word, "rule");
    assert!(["centre-only", "p-and-n-vertex-swapped"].contains(&of.as_str().unwrap()), "{of}");
    // Without inputs nothing is known.
    assert_eq!(cause(&lines(json!({})), 1), ("unknown".into(), json!(null)));
}

#[test]
fn a_boundary_is_precision() {
    // 45° at z = 0.5 is at x = 4.5.
    let at = json!({ "time": 0, "set": { "crate": { "position": [6, 0, 0] } } });
    let lines = [at, json!({ "time": 0.1, "said": [view("culled", json!({}))] })];
    assert_eq!(cause(&lines, 1), ("precision".into(), json!(null)));
}

#[test]
fn rays_differ_by_hits_and_layers() {
    let cast =
        |ray: Value, hit: Value, t: Value| [json!({ "time": 0.1, "said": [{ "ray": ray, "hit": hit, "t": t }] })];
    let to_wall = |mask: Value| json!({ "origin": [0, 0, 0.0], "direction": [2, 0, 0], "mask": mask });
    // From inside of the crate: a program that leaves starts inside out hits the wall at x = 8.5.
    assert_eq!(
        cause(&cast(to_wall(json!([0, 3])), json!("wall"), json!(4.25)), 1),
        ("rule".into(), json!("start-inside-misses"))
    );
    let beside = json!({ "origin": [0, 0.4, 5], "direction": [9, -0.4, -5], "mask": [0] });
    assert_eq!(cause(&cast(beside, json!("wall"), Value::Null), 1), ("layers".into(), json!(null)));
    let short = json!({ "origin": [0, 0, 5], "direction": [0, 0, -1], "length": 4 });
    let said = said(&cast(short, Value::Null, Value::Null), 1, false);
    assert_eq!(said["disagreements"], json!([]), "the crate is 4.5 m away");
}

#[test]
fn a_missing_pair_is_an_entry() {
    let together = json!({ "time": 0.1, "set": { "wall": { "position": [0.5, 0, 0], "layers": [0] } }, "said": [{ "pairs": [] }] });
    let one = said(std::slice::from_ref(&together), 1, false);
    let entry = &one["disagreements"][0];
    assert_eq!(
        (&entry["question"], &entry["object"], &entry["said"], &entry["ours"]),
        (&json!("octree"), &json!(["crate", "wall"]), &json!(false), &json!(true))
    );
    assert_eq!((&entry["cause"], &entry["of"]), (&json!("late"), &json!(1)));
    // The whole trace has a tick in each entry.
    let whole = said(&[together], 0, true);
    assert_eq!(whole["disagreements"][0]["tick"], json!(1));
    assert!(one["disagreements"][0].get("tick").is_none());
}

#[test]
fn an_expectation_is_about_the_whole_trace() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{ "eyeline_trace": 1, "time": 0, "scene": { "eyeline": 1, "cameras": [{ "name": "eye" }] } }"#;
    std::fs::write(folder.path().join("run.jsonl"), text).unwrap();
    for (name, is_right) in [("run", true), ("game", false)] {
        let scene = format!(
            r#"{{ "eyeline": 1, "trace": {{ "file": "run.jsonl" }}, "expect": [{{ "trace": "{name}", "disagreements": 0 }}] }}"#
        );
        let loaded = crate::files::parse(&scene, "a.json", Some(folder.path()));
        assert_eq!(loaded.is_ok(), is_right, "{loaded:?}");
        if let Ok(loaded) = loaded {
            let content = crate::files::Content { scene: &loaded.scene, files: &loaded.files };
            let outcomes = crate::report::expected::outcomes(content, &mut |_| unreachable!());
            assert!(outcomes[0].is_met(), "{outcomes:?}");
        }
    }
    let without = scene::parse(r#"{ "eyeline": 1, "expect": [{ "trace": "run", "disagreements": 0 }] }"#, "a.json");
    assert!(without.unwrap_err().message.contains("the scene has no trace"));
}

#[test]
fn each_cause_and_effect_has_its_own_word_and_title() {
    use std::collections::HashSet;

    use super::{Cause, CauseKind, Effect};

    let words: HashSet<&str> = CauseKind::ALL.iter().map(|kind| kind.word()).collect();
    let titles: HashSet<&str> = CauseKind::ALL.iter().map(|kind| kind.title()).collect();
    assert_eq!([words.len(), titles.len()], [CauseKind::ALL.len(); 2]);
    assert_eq!(Effect::ALL.iter().map(|effect| effect.title()).collect::<HashSet<_>>().len(), Effect::ALL.len());
    // Lists are indexed by the value.
    assert!(CauseKind::ALL.iter().enumerate().all(|(i, kind)| *kind as usize == i));
    assert!(Effect::ALL.iter().enumerate().all(|(i, effect)| *effect as usize == i));
    assert_eq!(
        [Cause::Late(2), Cause::Rule(None), Cause::Unknown].map(Cause::short),
        ["late by 2 ticks", "another rule", ""]
    );
}
