//! Animations, skins and their boxes through the binary.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A square from 0 to 1 whose upper vertices the second joint moves. It is 1 m above the first, and turns by 90° about Z in one
/// second: the upper right vertex goes from (1, 1) to (0, 2). The square's own node is at (7, 7, 7).
fn banner() -> String {
    banner_with([0.0, 1.0]).to_string()
}

/// The same with the times of its two keys.
fn banner_with(times: [f32; 2]) -> Value {
    let mut bytes = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut add = |kind: &str, component: u32, count: usize, data: Vec<u8>| {
        views.push(json!({ "buffer": 0, "byteOffset": bytes.len(), "byteLength": data.len() }));
        bytes.extend(data);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let view = views.len() - 1;
        accessors.push(json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }));
        accessors.len() - 1
    };
    let floats = |numbers: &[f32]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
    let positions = add("VEC3", 5126, 4, floats(&[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]));
    let indices = add("SCALAR", 5121, 6, vec![0, 1, 2, 0, 2, 3]);
    let joints = add("VEC4", 5121, 4, vec![0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    let weights = add("VEC4", 5126, 4, floats(&[1., 0., 0., 0.].repeat(4)));
    let mut matrices = [0.0_f32; 32];
    for i in [0, 5, 10, 15, 16, 21, 26, 31] {
        matrices[i] = 1.0;
    }
    matrices[29] = -1.0;
    let matrices = add("MAT4", 5126, 2, floats(&matrices));
    let times = add("SCALAR", 5126, 2, floats(&times));
    let half = 0.5_f32.sqrt();
    let turns = add("VEC4", 5126, 2, floats(&[0., 0., 0., 1., 0., 0., half, half]));
    json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0, 1] }],
        "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{}", base64(&bytes)) }],
        "bufferViews": views, "accessors": accessors,
        "meshes": [{ "primitives": [{ "indices": indices,
            "attributes": { "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights } }] }],
        "nodes": [{ "name": "banner", "mesh": 0, "skin": 0, "translation": [7, 7, 7] },
            { "name": "foot", "children": [2] }, { "name": "hinge", "translation": [0, 1, 0] }],
        "skins": [{ "joints": [1, 2], "inverseBindMatrices": matrices }],
        "animations": [{ "name": "turn", "samplers": [{ "input": times, "output": turns }],
            "channels": [{ "sampler": 0, "target": { "node": 2, "path": "rotation" } }] }],
    })
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |part: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(part.get(i).copied().unwrap_or(0)));
        let letter = |i: usize| LETTERS[(bits >> (18 - 6 * i) & 63) as usize] as char;
        (0..4).map(move |i| if i <= part.len() { letter(i) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

fn scene(model: &Value, rest: &Value) -> String {
    let mut scene = json!({ "eyeline": 1, "tick_rate": 10, "models": [{ "name": "flag", "file": "banner.gltf" }] });
    for (key, value) in model.as_object().unwrap() {
        scene["models"][0][key] = value.clone();
    }
    for (key, value) in rest.as_object().unwrap() {
        scene[key] = value.clone();
    }
    scene.to_string()
}

fn folder(model: &Value, rest: &Value) -> tempfile::TempDir {
    fresh(&[("banner.gltf", &banner()), ("scene.json", &scene(model, rest))])
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", "scene.json"], args].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value}")).iter().map(|x| x.as_f64().unwrap()).collect()
}

fn assert_box(found: &Value, min: [f64; 3], max: [f64; 3]) {
    for (found, expected) in [(&found["min"], min), (&found["max"], max)] {
        let distance = numbers(found).iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(distance < 1e-6, "{found}, expected {expected:?}");
    }
}

#[test]
fn joints_move_the_mesh_in_every_answer() {
    let rest = json!({
        "cameras": [{ "name": "eye", "position": [0, 2, 5], "projection": { "perspective": { "fov_y": 30, "aspect": 1 } } }],
        "rays": [{ "name": "aim", "origin": [0.05, 1.5, 5], "direction": [0, 0, -1] }],
    });
    let folder = folder(&json!({ "animation": "turn", "loop": false }), &rest);
    let [start, end] = ["0", "10"].map(|tick| report(folder.path(), &["--tick", tick]));
    assert_eq!(start["rays"][0]["nearest"], Value::Null, "as bound, the square ends at a height of 1 m");
    assert_eq!(end["rays"][0]["nearest"]["object"], "flag/banner");
    assert_box(&end["frusta"][0]["objects"][0]["aabb"], [0.0; 3], [1.0, 2.0, 0.0]);
    let skin = &end["skins"][0];
    assert_eq!(
        (&skin["object"], &skin["joints"], &skin["vertices"], &skin["max_influences"]),
        (&json!("flag/banner"), &json!(2), &json!(4), &json!(1))
    );
    assert_eq!(
        skin["weights"],
        json!({ "off": 0, "worst_vertex": null, "worst_sum": null, "displacement": 0.0, "off_vertices": [] })
    );
    let boxes = &skin["bounds"];
    assert_box(&boxes["exact"], [0.0; 3], [1.0, 2.0, 0.0]);
    assert_box(&boxes["bind"], [7.0; 3], [8.0, 8.0, 7.0]);
    assert_box(&boxes["root"], [0.0; 3], [1.0, 1.0, 0.0]);
    assert_box(&boxes["joints"], [0.0; 3], [1.0, 2.0, 0.0]);
    let escapes = skin["escapes"].as_array().unwrap();
    assert_eq!(escapes.iter().map(|one| &one["method"]).collect::<Vec<_>>(), ["bind", "root"]);
    assert!((escapes[1]["distance"].as_f64().unwrap() - 1.0).abs() < 1e-6 && escapes[1]["vertex"] == 2, "{escapes:?}");
    let first: Vec<_> =
        skin["first_escape"].as_array().unwrap().iter().map(|one| (&one["method"], &one["time"])).collect();
    // The node of the mesh never was at the joints; the upper right vertex rises at once.
    assert_eq!(first, [(&json!("bind"), &json!(0.0)), (&json!("root"), &json!(0.1)), (&json!("joints"), &Value::Null)]);
    // In a tick the hinge turns by 9°, and the upper right vertex rises by sin 9°; at the end it is 1 m above the box.
    let of_root = &skin["first_escape"][1];
    let [by, most] = [&of_root["distance"], &of_root["furthest"]["distance"]].map(|value| value.as_f64().unwrap());
    assert!((by - libm::sin(9_f64.to_radians())).abs() < 1e-6 && (most - 1.0).abs() < 1e-6, "{of_root}");
    assert_eq!((&of_root["furthest"]["time"], &of_root["furthest"]["vertex"]), (&json!(1.0), &json!(2)));
    assert_eq!(
        (&skin["first_escape"][2]["distance"], &skin["first_escape"][2]["furthest"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn the_clock_of_an_animation_has_start_speed_and_loop() {
    let top = |model: Value, tick: &str| {
        let folder = folder(&model, &json!({}));
        let found = report(folder.path(), &["--tick", tick, "--only", "skins"]);
        found["skins"][0]["bounds"]["exact"]["max"][1].as_f64().unwrap()
    };
    for (model, tick, turned) in [
        (json!({ "animation": 0 }), "0", 0.0_f64),
        (json!({ "animation": 0 }), "5", 45.0),
        (json!({ "animation": 0 }), "15", 45.0),
        (json!({ "animation": "turn", "loop": false }), "15", 90.0),
        (json!({ "animation": "turn", "start": 1.0, "speed": 2.0 }), "8", 0.0),
        (json!({ "animation": "turn", "start": 1.0, "speed": 2.0 }), "12", 36.0),
        (json!({}), "5", 0.0),
        (json!({ "animation": "turn", "pose": "bind" }), "5", -1.0),
    ] {
        let expected = if turned < 0.0 { 8.0 } else { 1.0 + libm::sin(turned.to_radians()) };
        let found = top(model.clone(), tick);
        assert!((found - expected).abs() < 1e-5, "{model} at tick {tick}: {found}, expected {expected}");
    }
}

#[test]
fn the_planes_test_the_chosen_box_and_the_exact_answer_the_posed_mesh() {
    let cameras = json!({ "cameras": [{ "name": "eye", "position": [0.5, 0.5, 5],
        "projection": { "perspective": { "fov_y": 40, "aspect": 1 } } }] });
    for (bounds, verdict) in [("exact", "inside"), ("joints", "inside"), ("root", "inside"), ("bind", "outside")] {
        let folder = folder(&json!({ "bounds": bounds }), &cameras);
        let found = &report(folder.path(), &[])["frusta"][0]["objects"][0];
        assert_eq!((&found["verdict"], &found["exact"]), (&json!(verdict), &json!("inside")), "{bounds}");
    }
    let folder = folder(&json!({ "bounds": "bind" }), &cameras);
    let output = eyeline(folder.path(), &["explain", "scene.json", "eye", "flag/banner"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a false negative of the tested box") && text.contains("Tested box: bind"), "{text}");
    let output = eyeline(folder.path(), &["explain", "scene.json", "flag/banner"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("2 joints move 4 vertices") && text.contains("(tested)"), "{text}");
}

#[test]
fn expectations_hold_for_skins() {
    let expect = json!({ "expect": [{ "skin": "flag/banner", "joints": 2, "max_influences": 1 },
        { "skin": "flag/banner", "vertices": 5 }] });
    let folder = folder(&json!({}), &expect);
    let output = eyeline(folder.path(), &["check", "scene.json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("expected vertices 5, found 4") && !text.contains("joints 3"), "{text}");
}

#[test]
fn a_missing_animation_is_an_error_of_its_model_alone() {
    for (model, expected, remedy) in [
        (
            json!({ "animation": "turm" }),
            "`banner.gltf` has no animation named `turm`: it has 1 animation (`turn`)",
            "did you mean `turn`?",
        ),
        (
            json!({ "animation": 4 }),
            "`banner.gltf` has no animation 4: it has 1 animation (`turn`)",
            "indices count from 0: the last one is 0",
        ),
    ] {
        let rest = json!({
            "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [20, 0, 0] }],
            "rays": [{ "name": "aim", "origin": [20, 0, 5], "direction": [0, 0, -1] }],
            "cameras": [{ "name": "eye", "attach": "flag/banner" }],
        });
        let folder = folder(&model, &rest);
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.contains(remedy) && said.contains("scene.json:1:"), "{said}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["models"], json!([{ "model": "flag", "error": expected }]));
        assert_eq!(report["rays"][0]["nearest"]["object"], "crate");
        assert!(report["frusta"][0]["error"].as_str().unwrap().contains(expected), "{}", report["frusta"][0]);
    }
}

#[test]
fn a_value_of_a_wrong_type_is_located() {
    for (model, expected) in [
        (json!({ "animation": true }), "the name of an animation, or its index from 0"),
        (json!({ "bounds": "bbox" }), "bbox"),
        (json!({ "pose": "rest" }), "rest"),
    ] {
        let folder = folder(&model, &json!({}));
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected) && error.contains("scene.json:1:"), "{error}");
    }
}

#[test]
fn problems_of_skins_are_listed_and_can_be_ignored() {
    let problems = |rest: Value| {
        let folder = folder(&json!({ "scale": [1, 1, -1] }), &rest);
        let found = report(folder.path(), &["--only", "problems"]);
        let kinds = found["problems"].as_array().cloned().unwrap_or_default();
        kinds.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(problems(json!({})), ["zero_volume", "open_edges", "mirrored", "skinned_node_transform"]);
    let ignore = json!([{ "problem": "open_edges" }, { "problem": "zero_volume", "object": "flag/banner" }]);
    assert_eq!(problems(json!({ "ignore": ignore })), ["mirrored", "skinned_node_transform"]);
    for (ignored, expected) in [
        (json!({ "problem": "open_edge" }), "did you mean `open_edges`?"),
        (json!({ "problem": "open_edges", "object": "flag/baner" }), "flag/baner"),
    ] {
        let folder = folder(&json!({}), &json!({ "ignore": [ignored] }));
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(expected), "{error}");
    }
}

#[test]
fn a_mirroring_joint_and_a_transform_above_a_skinned_node_are_problems() {
    let mirroring = |level: &mut Value| level["nodes"][1]["scale"] = json!([-1, 1, 1]);
    let above = |level: &mut Value| {
        level["nodes"][0].as_object_mut().unwrap().remove("translation");
        let parent = json!({ "name": "par", "children": [0], "translation": [5, 0, 0] });
        level["nodes"].as_array_mut().unwrap().push(parent);
        level["scenes"][0]["nodes"] = json!([3, 1]);
    };
    for (change, kind, message) in [
        (&mirroring as &dyn Fn(&mut Value), "mirrored", "flag/banner is mirrored: joint foot has a negative scale"),
        (
            &above as &dyn Fn(&mut Value),
            "skinned_node_transform",
            "the node of flag/banner is below node par, which has a transform: its joints alone place the mesh",
        ),
    ] {
        let mut level = banner_with([0.0, 1.0]);
        change(&mut level);
        let (code, report, said) = beside_a_box(&level);
        assert_eq!(code, Some(0), "{said}");
        let problems = report["problems"].as_array().unwrap();
        let found = problems.iter().find(|problem| problem["kind"] == kind).unwrap_or_else(|| panic!("{problems:#?}"));
        assert_eq!(found["message"], message);
    }
}

/// Both halves keep the joints: after the cut, the upper one goes on turning.
#[test]
fn halves_of_a_skinned_mesh_go_on_moving() {
    let cuts =
        json!({ "cuts": [{ "name": "slit", "object": "flag/banner", "point": [0, 0.5, 0], "normal": [0, 1, 0] }] });
    let folder = folder(&json!({ "animation": "turn", "loop": false }), &cuts);
    let [start, end] = ["0", "10"].map(|tick| report(folder.path(), &["--tick", tick]));
    assert_eq!(start["cuts"], end["cuts"], "the figures are those at the tick of the cut");
    let cut = &start["cuts"][0];
    assert_eq!((cut["front"]["area"].as_f64(), cut["back"]["area"].as_f64()), (Some(0.5), Some(0.5)));
    let names: Vec<_> = end["skins"].as_array().unwrap().iter().map(|skin| &skin["object"]).collect();
    assert_eq!(names, ["flag/banner/slit+", "flag/banner/slit-"]);
    // A new vertex has half the weight of each joint: (1, 0.5) is between itself and (0.5, 2), (0, 0.5) between itself and
    // (0.5, 1).
    assert_box(&end["skins"][0]["bounds"]["exact"], [0.0, 0.75, 0.0], [0.75, 2.0, 0.0]);
    assert_box(&end["skins"][1]["bounds"]["exact"], [0.0; 3], [1.0, 1.25, 0.0]);
}

/// The ticks in which the condition of an agent, its node 1, succeeded.
fn successes(agent: &Value) -> Vec<u64> {
    let events = agent["events"].as_array().unwrap().iter();
    let ends = events.filter(|event| event["node"] == 1 && event["event"] == "end" && event["status"] == "success");
    ends.map(|event| event["tick"].as_u64().unwrap()).collect()
}

#[test]
fn an_agent_sees_the_posed_mesh() {
    let condition = json!({ "condition": { "sees": { "object": "flag/banner" } } });
    let rest = json!({
        "cameras": [{ "name": "eye", "position": [0.5, 1.8, 5], "projection": { "perspective": { "fov_y": 5, "aspect": 1 } } }],
        "agents": [{ "name": "guard", "camera": "eye", "tree": { "repeater": { "child": condition } } }],
    });
    let folder = folder(&json!({ "animation": "turn", "loop": false }), &rest);
    // From 5 m away the eye sees heights above 1.8 − 5 tan 2.5° = 1.582. The square is that high from 35.6° on; it turns by 9°
    // in a tick.
    let at_last = report(folder.path(), &["--tick", "10"]);
    assert_eq!(successes(&at_last["agents"][0]), [4, 5, 6, 7, 8, 9, 10]);
    for tick in 1..=10_u64 {
        let found = report(folder.path(), &["--tick", &tick.to_string()]);
        let verdict = &found["frusta"][0]["objects"][0]["verdict"];
        assert_eq!(*verdict != "outside", tick >= 4, "tick {tick}: {verdict}");
    }
}

/// The report and the messages for a scene with another level in place of the banner, and a box that a ray hits.
fn beside_a_box(level: &Value) -> (Option<i32>, Value, String) {
    let rest = json!({
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [20, 0, 0] }],
        "rays": [{ "name": "aim", "origin": [20, 0, 5], "direction": [0, 0, -1] }],
    });
    let folder = folder(&json!({}), &rest);
    std::fs::write(folder.path().join("banner.gltf"), level.to_string()).unwrap();
    let output = eyeline(folder.path(), &["report", "scene.json"]);
    let report = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code(), report, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_broken_in_a_skin_is_located_and_everything_else_is_answered() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut level = banner_with([0.0, 1.0]);
        change(&mut level);
        level
    };
    for (level, code, expected, kind) in [
        (
            changed(&|level| level["skins"][0]["joints"] = json!([1])),
            0,
            "2 vertices name a joint that its skin does not have, vertex 2 is the first",
            Some("joints_out_of_range"),
        ),
        (changed(&|level| drop(level["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices"))), 0, "", None),
        (
            changed(&|level| level["skins"][0]["inverseBindMatrices"] = json!(99)),
            0,
            "its skin is not used: refers to accessors[99]",
            None,
        ),
        (changed(&|level| level["nodes"][2]["children"] = json!([1])), 2, "a descendant of itself", None),
        (banner_with([1.0, 0.0]), 0, "channels[0] is not played: the time of key 1 is not greater", None),
        (banner_with([0.0, f32::NAN]), 2, "channels[0] is not played: the time of key 1 must be finite", None),
        (
            changed(&|level| level["animations"][0]["channels"][0]["target"]["path"] = json!("wobble")),
            0,
            "channels[0] is not played: glTF has no animation path `wobble`",
            None,
        ),
    ] {
        let (status, report, said) = beside_a_box(&level);
        assert_eq!(status, Some(code), "{said}");
        assert!(said.contains(expected) && (expected.is_empty() || said.contains("banner.gltf:1:")), "{said}");
        assert!(!expected.is_empty() || said.is_empty(), "{said}");
        assert_eq!(report["rays"][0]["nearest"]["object"], "crate", "{said}");
        if let Some(kind) = kind {
            assert!(report["problems"].as_array().unwrap().iter().any(|one| one["kind"] == kind), "{said}");
        }
    }
}

/// A chain of joints, each 0.1 mm above the one before.
#[test]
fn a_skin_of_65_535_joints_is_answered_in_seconds() {
    const JOINTS: usize = 65_535;
    let mut level = banner_with([0.0, 1.0]);
    let joint = |i: usize| match i {
        0 => json!({ "children": [2] }),
        i if i + 1 == JOINTS => json!({ "translation": [0, 1e-4, 0] }),
        i => json!({ "translation": [0, 1e-4, 0], "children": [i + 2] }),
    };
    let node = level["nodes"][0].clone();
    level["nodes"] = std::iter::once(node).chain((0..JOINTS).map(joint)).collect();
    level["skins"] = json!([{ "joints": (1..=JOINTS).collect::<Vec<_>>() }]);
    let started = std::time::Instant::now();
    let (status, report, said) = beside_a_box(&level);
    assert_eq!((status, &report["skins"][0]["joints"]), (Some(0), &json!(JOINTS)), "{said}");
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
    let unused =
        report["problems"].as_array().unwrap().iter().find(|one| one["kind"] == "joint_without_vertices").unwrap();
    assert_eq!(unused["count"], JOINTS - 2);
}
