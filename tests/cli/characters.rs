//! Characters with faults, through the binary: weights, cuts, boxes given by hand, and when a mesh vanishes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::commands::eyeline;

/// A copy of the figure of the lessons in which bytes are changed.
struct Figure {
    bytes: Vec<u8>,
    /// Where its vertices begin.
    binary: usize,
}

/// Where the joints and the weights of the figure begin, 4 and 16 bytes for each vertex.
const JOINTS: usize = 25_344;
const WEIGHTS: usize = 29_568;

/// The number of vertices of the figure.
const VERTICES: usize = 1056;

impl Figure {
    fn read() -> Self {
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/figure.glb")).unwrap();
        let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        Self { bytes, binary: 20 + json + 8 }
    }

    /// The four joints of a vertex, and its weights.
    fn weigh(&mut self, vertex: usize, joints: [u8; 4], weights: [f32; 4]) {
        let at = self.binary + JOINTS + 4 * vertex;
        self.bytes[at..at + 4].copy_from_slice(&joints);
        for (i, weight) in weights.into_iter().enumerate() {
            let at = self.binary + WEIGHTS + 16 * vertex + 4 * i;
            self.bytes[at..at + 4].copy_from_slice(&weight.to_le_bytes());
        }
    }

    /// The vertex that is furthest along a direction.
    fn furthest(&self, along: [f32; 3]) -> usize {
        let coordinate = |vertex: usize, axis: usize| {
            let at = self.binary + 12 * vertex + 4 * axis;
            f32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
        };
        let reach = |vertex: usize| (0..3).map(|axis| along[axis] * coordinate(vertex, axis)).sum::<f32>();
        (0..VERTICES).max_by(|a, b| reach(*a).total_cmp(&reach(*b))).unwrap()
    }

    /// A folder with it, and with a scene of it.
    fn folder(&self, model: &Value, rest: &Value) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("figure.glb"), &self.bytes).unwrap();
        std::fs::write(folder.path().join("scene.json"), scene("figure.glb", model, rest)).unwrap();
        folder
    }
}

/// A scene of a model `m` with more keys of the model and of the scene.
fn scene(file: &str, model: &Value, rest: &Value) -> String {
    let mut all = json!({ "eyeline": 1, "tick_rate": 30, "models": [{ "name": "m", "file": file }] });
    for (key, value) in model.as_object().unwrap() {
        all["models"][0][key] = value.clone();
    }
    for (key, value) in rest.as_object().unwrap() {
        all[key] = value.clone();
    }
    all.to_string()
}

/// The exit code, the report and the messages.
fn report(folder: &Path, args: &[&str]) -> (Option<i32>, Value, String) {
    let output = eyeline(folder, &[&["report", "scene.json"], args].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), report, String::from_utf8(output.stderr).unwrap())
}

fn text(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = eyeline(folder, args);
    let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, said)
}

fn problem<'r>(report: &'r Value, kind: &str) -> Option<&'r Value> {
    report["problems"].as_array()?.iter().find(|problem| problem["kind"] == kind)
}

/// A character of the shared files; `None` where they are not.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/levels").join(name);
    path.is_file().then_some(path)
}

#[test]
fn a_vertex_without_weights_is_the_worst_by_its_distance_from_the_node() {
    let mut figure = Figure::read();
    // Beside it, a vertex that normalised weights would move by a few metres.
    figure.weigh(3, [0, 0, 0, 0], [1.05, 0.0, 0.0, 0.0]);
    figure.weigh(7, [0, 0, 0, 0], [0.0; 4]);
    let folder = figure.folder(&json!({ "position": [100, 0, 0] }), &json!({}));
    let (code, found, said) = report(folder.path(), &[]);
    assert_eq!((code, &*said), (Some(0), ""));
    let weights = &found["skins"][0]["weights"];
    assert_eq!((&weights["off"], &weights["worst_vertex"], &weights["worst_sum"]), (&json!(2), &json!(7), &json!(0.0)));
    assert_eq!(weights["off_vertices"], json!([3, 7]));
    let displacement = weights["displacement"].as_f64().unwrap();
    assert!((99.0..101.0).contains(&displacement), "{displacement}");
    let unweighted = problem(&found, "unweighted").unwrap();
    assert_eq!((&unweighted["count"], &unweighted["items"]), (&json!(1), &json!([7])));
    let off = problem(&found, "weights_not_normalized").unwrap()["message"].as_str().unwrap();
    assert!(off.starts_with("vertex 7 of m/figure is at the origin of the world, ") && off.contains(" m off"), "{off}");
    let (_, explained, _) = text(folder.path(), &["explain", "scene.json", "m/figure"]);
    assert!(
        explained.contains("The weights of vertex 7 add up to 0, so it is at the origin of the world, "),
        "{explained}"
    );
}

#[test]
fn a_weight_that_is_not_a_number_is_an_error_and_everything_else_is_answered() {
    for wrong in [f32::NAN, f32::INFINITY] {
        let mut figure = Figure::read();
        figure.weigh(5, [0, 0, 0, 0], [wrong, 0.0, 0.0, 0.0]);
        let rays = json!({ "rays": [{ "name": "down", "origin": [0, 9, 0], "direction": [0, -1, 0] }] });
        let folder = figure.folder(&json!({}), &rays);
        let (code, found, said) = report(folder.path(), &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains("error: nodes[0] `figure`: a weight is not finite and counts as 0\n--> figure.glb:1:1"),
            "{said}"
        );
        assert!(!said.contains("warning"), "{said}");
        assert_eq!(found["rays"][0]["nearest"]["object"], "m/figure");
        assert_eq!(found["skins"][0]["weights"]["off_vertices"], json!([5]));
    }
}

#[test]
fn a_head_with_a_weight_of_a_foot_is_stray_and_stretches_edges() {
    let mut figure = Figure::read();
    let top = figure.furthest([0.0, 1.0, 0.0]);
    let sound = figure.folder(&json!({ "animation": "Walk" }), &json!({}));
    let (_, before, _) = report(sound.path(), &["--tick", "30", "--only", "problems"]);
    assert_eq!((problem(&before, "stray_weight"), problem(&before, "stretched_edge")), (None, None));
    let (_, names, _) = text(sound.path(), &["explain", "scene.json", "m/figure", "--joint", "shank"]);
    assert_eq!(names, "", "there is no joint of this name");
    let (_, joints, _) = text(sound.path(), &["explain", "scene.json", "m/figure"]);
    let joints = joints.lines().find(|line| line.contains("hips, ")).unwrap().trim().to_owned();
    let foot = joints.split(", ").position(|joint| joint.starts_with("left") && joint.ends_with("shin")).unwrap();
    figure.weigh(top, [u8::try_from(foot).unwrap(), 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
    let folder = figure.folder(&json!({ "animation": "Walk" }), &json!({}));
    let (code, found, said) = report(folder.path(), &["--tick", "30", "--only", "problems"]);
    assert_eq!((code, &*said), (Some(0), ""));
    let stray = problem(&found, "stray_weight").unwrap();
    assert_eq!((&stray["count"], &stray["items"]), (&json!(1), &json!([top])), "{stray}");
    let message = stray["message"].as_str().unwrap();
    assert!(
        message.contains("has the weight 1 of left shin, which is far from the joints of its neighbours"),
        "{message}"
    );
    let stretched = problem(&found, "stretched_edge").unwrap();
    let ends = stretched["items"].as_array().unwrap();
    assert!(!ends.is_empty() && ends.iter().all(|ends| ends.as_array().unwrap().contains(&json!(top))), "{stretched}");
}

#[test]
fn the_public_characters_have_only_the_problems_that_are_there() {
    let kinds = |file: &str, model: Value| {
        let path = shared(file)?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(path, folder.path().join(file)).unwrap();
        std::fs::write(folder.path().join("scene.json"), scene(file, &model, &json!({}))).unwrap();
        let (_, found, _) = report(folder.path(), &["--tick", "20"]);
        let problems = found["problems"].as_array().unwrap();
        Some(problems.iter().map(|problem| problem["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>())
    };
    // Its root and the node above are joints that move nothing. Walking and looking stretches no edge.
    for animation in ["Survey", "Walk"] {
        let model = json!({ "animation": animation, "scale": [0.01, 0.01, 0.01] });
        let found = kinds("fox_skinned.glb", model);
        assert!(found.is_none_or(|found| found == ["joint_without_vertices"]), "{animation}");
    }
    // Weights of 210 vertices do not add up to 1, the worst to 0.19: these are the spikes at the chest.
    let found = kinds("cesium_man_skinned.glb", json!({ "animation": 0 }));
    assert!(found.is_none_or(|found| found == ["weights_not_normalized", "stretched_edge"]));
}

#[test]
fn a_cut_that_misses_its_object_is_a_problem_and_halves_have_the_old_numbers() {
    let cut = |height: f32| {
        let cuts = json!({ "cuts": [{ "name": "slash", "object": "m/figure", "point": [0, height, 0], "normal": [0, 1, 0] }] });
        Figure::read().folder(&json!({}), &cuts)
    };
    let (_, missed, _) = report(cut(5.0).path(), &[]);
    let found = problem(&missed, "cut_misses").unwrap();
    assert_eq!(found["object"], "slash");
    let message =
        "the plane of slash misses m/figure: at tick 0 the whole mesh is behind it, its nearest vertex is 3.15 m away";
    assert_eq!(found["message"], message);
    let folder = cut(1.0);
    let (_, met, _) = report(folder.path(), &[]);
    assert_eq!(problem(&met, "cut_misses"), None);
    let (_, explained, _) = text(folder.path(), &["explain", "scene.json", "slash"]);
    assert!(explained.contains("of the half in front") && explained.contains("of the half behind"), "{explained}");
    let (_, half, _) = text(folder.path(), &["explain", "scene.json", "m/figure/slash+", "--vertex", "0"]);
    assert!(half.contains("it is vertex ") && half.contains(" of `m/figure`, which was cut"), "{half}");
    let front = met["cuts"][0]["front"]["vertices"].as_u64().unwrap();
    let last = (front - 1).to_string();
    let (_, new, _) = text(folder.path(), &["explain", "scene.json", "m/figure/slash+", "--vertex", &last]);
    assert!(new.contains("the cut made it on the edge between vertices "), "{new}");
}

#[test]
fn a_box_by_hand_is_judged_as_the_others_are() {
    let camera = json!({ "cameras": [{ "name": "eye", "position": [0, 1, 6] }] });
    let model = |bounds: Value| json!({ "animation": "Walk", "position": [10, 0, 0], "bounds": bounds });
    let small = json!({ "min": [-0.5, 0, -0.5], "max": [0.5, 1, 0.5] });
    let folder = Figure::read().folder(&model(small), &camera);
    let (code, found, said) = report(folder.path(), &["--tick", "48"]);
    assert_eq!((code, &*said), (Some(0), ""));
    let skin = &found["skins"][0];
    assert_eq!(skin["bounds"]["given"], json!({ "min": [9.5, 0.0, -0.5], "max": [10.5, 1.0, 0.5] }));
    let of = |list: &str| {
        let all = skin[list].as_array().unwrap();
        all.iter().find(|one| one["method"] == "given").cloned().unwrap()
    };
    assert!(of("escapes")["distance"].as_f64().unwrap() > 1.0, "{skin}");
    assert_eq!(of("first_escape")["time"], 0.0, "the head is out of it at once");
    assert_eq!(found["frusta"][0]["objects"][0]["aabb"]["min"].as_array().unwrap().len(), 3);
    // The same box, carried by the hips.
    let carried = json!({ "min": [-1, -1.2, -1], "max": [1, 1.2, 1], "joint": "hips" });
    let folder = Figure::read().folder(&model(carried), &camera);
    let (_, found, _) = report(folder.path(), &["--tick", "48"]);
    let skin = &found["skins"][0];
    assert!(!skin["escapes"].to_string().contains("given"), "{skin}");
    assert_eq!(
        skin["first_escape"][3],
        json!({ "method": "given", "time": null, "vertex": null, "distance": null, "furthest": null })
    );
    for (bounds, code, expected) in [
        (
            json!({ "min": [0, 0, 0], "max": [1, 1, 1], "joint": "tail" }),
            2,
            "no skin of `figure.glb` has a joint named `tail`",
        ),
        (json!({ "min": [2, 0, 0], "max": [1, 1, 1] }), 2, "`max` must not be less than `min` on any axis"),
        (json!({ "min": [0, 0, 0] }), 2, "missing"),
        (json!("sphere"), 2, "`sphere`"),
    ] {
        let folder = Figure::read().folder(&model(bounds), &camera);
        let (found, _, said) = report(folder.path(), &[]);
        assert!(found == Some(code) && said.contains(expected) && said.contains("scene.json:1:"), "{expected}: {said}");
    }
}

/// The box of all animations encloses the posed mesh at every tick of each, in the space of the node.
#[test]
fn the_enclosing_box_encloses_every_tick() {
    let corners = |value: &Value| {
        let corner = |key: &str| {
            let all = value[key].as_array().unwrap().iter();
            all.map(|number| number.as_f64().unwrap()).collect::<Vec<_>>()
        };
        [corner("min"), corner("max")]
    };
    let mut around: Option<[Vec<f64>; 2]> = None;
    let mut enclosing = Vec::new();
    for (animation, last) in [("Walk", 72), ("Reach", 60)] {
        let folder = Figure::read().folder(&json!({ "animation": animation, "loop": false }), &json!({}));
        for tick in 0..=last {
            let (_, found, _) = report(folder.path(), &["--only", "skins", "--tick", &tick.to_string()]);
            let skin = &found["skins"][0];
            let exact = corners(&skin["bounds"]["exact"]);
            around = Some(match around {
                None => exact,
                Some([min, max]) => [
                    min.iter().zip(&exact[0]).map(|(a, b)| a.min(*b)).collect(),
                    max.iter().zip(&exact[1]).map(|(a, b)| a.max(*b)).collect(),
                ],
            });
            enclosing.push(corners(&skin["enclosing"]));
        }
    }
    // The node of the figure has no transform, so its space is that of the world.
    let around = around.unwrap();
    for found in &enclosing {
        assert_eq!(*found, enclosing[0], "it does not depend on the animation that plays, or on the tick");
        for (found, expected) in found.iter().flatten().zip(around.iter().flatten()) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
    let folder = Figure::read().folder(&json!({ "animation": "Walk" }), &json!({}));
    let (_, explained, _) = text(folder.path(), &["explain", "scene.json", "m/figure"]);
    let [min, max] = &around;
    let line =
        |start: &str| explained.lines().find(|line| line.trim().starts_with(start)).unwrap_or_default().to_owned();
    #[expect(clippy::cast_possible_truncation, reason = "four digits are compared")]
    let short = |number: f64| format!("{:.3}", number as f32);
    let numbers = |line: &str| {
        let words = line.split(|c: char| !(c.is_ascii_digit() || ".-".contains(c)));
        words.filter_map(|word| word.parse::<f64>().ok()).map(short).collect::<Vec<_>>()
    };
    let godot = numbers(line("custom_aabb").split_once('(').unwrap().1).into_iter().filter(|word| word != "3.000");
    let expected: Vec<String> =
        min.iter().copied().chain((0..3).map(|axis| max[axis] - min[axis])).map(short).collect();
    assert_eq!(godot.collect::<Vec<_>>(), expected);
    assert!(line("renderer.localBounds").contains("rootBone: hips"), "{explained}");
    assert!(line("Positive Bounds Extension").contains("Negative Bounds Extension"), "{explained}");
}

#[test]
fn the_table_of_vanishing_has_the_ticks_of_the_frusta() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let (code, table, said) = text(&scenes, &["explain", "vanish.json", "walker", "--vanishes"]);
    assert_eq!((code, &*said), (Some(0), ""));
    // Two animations, one camera, three boxes, and the lines above them.
    assert_eq!(table.lines().count(), 4 + 6, "{table}");
    let row = table.lines().find(|line| line.starts_with("Walk ") && line.contains(" bind ")).unwrap();
    let first: u64 = row.split("(tick ").nth(1).unwrap().split(')').next().unwrap().parse().unwrap();
    let vanishes = |tick: u64| {
        let output = eyeline(&scenes, &["report", "vanish.json", "--only", "frusta", "--tick", &tick.to_string()]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let of = &found["frusta"][0]["objects"][0];
        of["verdict"] == "outside" && of["exact"] != "outside"
    };
    assert!(vanishes(first) && !(0..first).any(vanishes), "{row}");
    for (args, expected) in [
        (["walker/nobody", "--vanishes"], "there is no object or model `walker/nobody`"),
        (["camera", "--vanishes"], "there is no object or model `camera`"),
    ] {
        let (code, out, said) = text(&scenes, &[&["explain", "vanish.json"], &args[..]].concat());
        assert!(code == Some(2) && out.is_empty() && said.contains(expected), "{said}");
    }
}

#[test]
fn a_vertex_and_a_joint_are_chosen_by_options() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let explain = |args: &[&str]| text(&scenes, &[&["explain", "skin.json", "posed/figure"], args].concat());
    let (code, out, _) = explain(&["--vertex", "12", "--joint", "left arm"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("2. Vertex 12") && out.contains("Those of left arm are listed."), "{out}");
    for (args, expected) in [
        (["--vertex", "1056"], "`posed/figure` has no vertex 1056: it has 1056 vertices, numbered from 0"),
        (["--joint", "left arms"], "has no joint `left arms`; did you mean `left arm`?"),
    ] {
        let (code, out, said) = explain(&args);
        assert!(code == Some(2) && out.is_empty() && said.contains(expected), "{said}");
    }
}

#[test]
fn a_repaired_copy_has_sound_weights_and_nothing_else_changes() {
    let mut figure = Figure::read();
    // Joints that move them already, the second one named twice.
    for (vertex, weights) in [(3, [0.75, 0.0, 0.0, 0.0]), (7, [0.5, 1.0, 0.0, 0.0])] {
        let joint = figure.bytes[figure.binary + JOINTS + 4 * vertex];
        figure.weigh(vertex, [joint, joint, 0, 0], weights);
    }
    let folder = figure.folder(&json!({ "animation": "Walk" }), &json!({}));
    let (code, out, said) = text(folder.path(), &["repair", "figure.glb", "-o", "sound.glb", "--normalize"]);
    assert_eq!((code, &*out), (Some(0), ""), "{said}");
    assert!(said.contains("note: of 1056 vertices with joints, the weights of 2 were normalized"), "{said}");
    std::fs::write(folder.path().join("scene.json"), scene("sound.glb", &json!({ "animation": "Walk" }), &json!({})))
        .unwrap();
    let (code, found, said) = report(folder.path(), &["--tick", "30"]);
    assert_eq!((code, &*said), (Some(0), ""));
    let skin = &found["skins"][0];
    assert_eq!((&skin["weights"]["off"], &skin["vertices"]), (&json!(0), &json!(1056)));
    // The parts of the figure are pushed into each other.
    let problems = found["problems"].as_array().into_iter().flatten();
    let of_weights: Vec<&Value> = problems.filter(|problem| problem["kind"] != "self_intersections").collect();
    assert!(of_weights.is_empty(), "{of_weights:?}");
    // The other vertices are where they were.
    let sound = Figure::read().folder(&json!({ "animation": "Walk" }), &json!({}));
    let (_, before, _) = report(sound.path(), &["--tick", "30"]);
    assert_eq!(before["skins"][0]["bounds"]["bind"], skin["bounds"]["bind"]);
    for (args, expected) in [
        (&["repair", "figure.glb", "-o", "figure.glb", "--normalize"][..], "would replace"),
        (&["repair", "scene.json", "-o", "out.glb", "--normalize"], "this is no glTF or GLB of version 2"),
        (&["repair", "figure.glb", "-o", "out.obj", "--normalize"], "written to a .glb or .gltf file"),
        (&["repair", "none.glb", "-o", "out.glb", "--normalize"], "none.glb: it cannot be read"),
        (&["repair", "figure.glb", "-o", "out.glb", "--limit", "5"], "1..=4"),
    ] {
        let (code, _, said) = text(folder.path(), args);
        assert!(code == Some(2) && said.contains(expected) && !folder.path().join("out.glb").exists(), "{said}");
    }
}

#[test]
fn joints_beyond_four_are_left_out_of_a_repaired_copy() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    std::fs::copy(scenes.join("jellyfish.glb"), folder.path().join("jellyfish.glb")).unwrap();
    let args = ["repair", "jellyfish.glb", "-o", "four.glb", "--limit", "4", "--normalize"];
    let (code, _, said) = text(folder.path(), &args);
    assert!(code == Some(0) && said.contains("had more than 4 joints"), "{said}");
    for (file, most, kind) in [("jellyfish.glb", 8, Some("too_many_influences")), ("four.glb", 4, None)] {
        std::fs::write(folder.path().join("scene.json"), scene(file, &json!({}), &json!({}))).unwrap();
        let (_, found, _) = report(folder.path(), &[]);
        assert_eq!(found["skins"][0]["max_influences"], most, "{file}");
        assert_eq!(found["skins"][0]["weights"]["off"], 0);
        assert_eq!(problem(&found, "too_many_influences").map(|_| "too_many_influences"), kind);
    }
}

/// A glTF with its bytes beside it, or in it, is repaired to any of both forms, in its folder or another one.
#[test]
fn a_gltf_with_files_beside_it_is_repaired() {
    use base64::Engine;
    let mut figure = Figure::read();
    let joint = figure.bytes[figure.binary + JOINTS + 4 * 3];
    figure.weigh(3, [joint, joint, 0, 0], [0.75, 0.0, 0.0, 0.0]);
    let json_end = figure.binary - 8;
    let mut gltf: Value = serde_json::from_slice(&figure.bytes[20..json_end]).unwrap();
    let binary = &figure.bytes[figure.binary..];
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("other")).unwrap();
    std::fs::write(path("the bytes.bin"), binary).unwrap();
    std::fs::write(path("skin.png"), b"not read").unwrap();
    gltf["images"] = json!([{ "uri": "skin.png" }]);
    // A buffer before it, so that the views move.
    gltf["buffers"] = json!([{ "byteLength": 3, "uri": "data:;base64,AAAA" },
        { "byteLength": binary.len(), "uri": "the%20bytes.bin" }]);
    for view in gltf["bufferViews"].as_array_mut().unwrap() {
        view["buffer"] = json!(1);
    }
    std::fs::write(path("figure.gltf"), gltf.to_string()).unwrap();
    let data = base64::engine::general_purpose::STANDARD.encode(binary);
    let mut embedded = gltf.clone();
    embedded["buffers"][1]["uri"] = json!(format!("data:application/octet-stream;base64,{data}"));
    std::fs::write(path("embedded.gltf"), embedded.to_string()).unwrap();
    let sound = Figure::read().folder(&json!({ "animation": "Walk" }), &json!({}));
    let (_, before, _) = report(sound.path(), &["--tick", "30"]);
    for level in ["figure.gltf", "embedded.gltf"] {
        for copy in ["copy.gltf", "copy.glb", "other/copy.gltf", "other/copy.glb"] {
            let (code, _, said) = text(folder.path(), &["repair", level, "-o", copy, "--normalize"]);
            assert!(code == Some(0) && said.contains("the weights of 1 were normalized"), "{level} {copy}: {said}");
            if Path::new(copy).extension().is_some_and(|ending| ending == "gltf") {
                let written: Value = serde_json::from_slice(&std::fs::read(path(copy)).unwrap()).unwrap();
                assert_eq!(written["buffers"].as_array().unwrap().len(), 1);
                assert_eq!(written["buffers"][0]["uri"], "copy.bin");
                let length = std::fs::metadata(path(copy).with_extension("bin")).unwrap().len();
                assert_eq!(written["buffers"][0]["byteLength"].as_u64(), Some(length));
                // An image has its name in the same folder, and is in the copy elsewhere.
                assert_eq!(written["images"][0].get("uri").is_some(), copy == "copy.gltf");
            }
            std::fs::write(path("scene.json"), scene(copy, &json!({ "animation": "Walk" }), &json!({}))).unwrap();
            let (_, found, said) = report(folder.path(), &["--tick", "30", "--only", "skins"]);
            let skin = &found["skins"][0];
            assert_eq!((&skin["weights"]["off"], &skin["vertices"]), (&json!(0), &json!(1056)), "{copy}: {said}");
            assert_eq!(before["skins"][0]["bounds"]["bind"], skin["bounds"]["bind"], "{copy}");
        }
    }
    // Inputs and files of others stay.
    std::fs::write(path("taken.bin"), b"mine").unwrap();
    std::fs::write(path("other/leads.gltf"), gltf.to_string().replace("the%20bytes.bin", "../the%20bytes.bin"))
        .unwrap();
    for (args, expected) in [
        (["figure.gltf", "the bytes.gltf"], "would replace"),
        (["figure.gltf", "taken.gltf"], "exists and belongs to no"),
        (["other/leads.gltf", "out.gltf"], "other/leads.gltf: buffers[1]: "),
        (["figure.gltf", "figure.gltf"], "would replace"),
    ] {
        let (code, _, said) = text(folder.path(), &["repair", args[0], "-o", args[1], "--normalize"]);
        assert!(code == Some(2) && said.contains(expected) && !path("out.gltf").exists(), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read(path("the bytes.bin")).unwrap(), binary);
    assert_eq!(std::fs::read(path("taken.bin")).unwrap(), b"mine");
}
