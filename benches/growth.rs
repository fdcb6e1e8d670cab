//! Growth: each reader and each question at two sizes, n and 4n. Where the time grows with the size, the second row takes
//! four times as long as the first; where it grows with the square, sixteen times.
//!
//! A case writes a scene of a size and the files that it names. What is measured is the whole way from the file to the text
//! of the report, or for a file of results its reading. Sizes are such that work which grows with the square would dominate.

mod results;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::check;
use eyeline::files::Content;
use eyeline::occlusion::{DepthQueries, DepthTest, DepthView, Passed, QueryError};
use eyeline::report::{self, Report};
use eyeline::world::{Recording, World};
use glam::DVec3;
use serde_json::{Value, json};

/// A case with the smaller size. `write` writes `scene.json` and its files into an empty folder.
struct Case {
    name: &'static str,
    n: usize,
    write: fn(&Path, usize),
}

const CASES: &[Case] = &[
    // Readers.
    Case { name: "scene-json", n: 10_000, write: boxes },
    Case { name: "scene-json-faults", n: 5_000, write: missing_images },
    Case { name: "missing-meshes", n: 5_000, write: missing_meshes },
    Case { name: "missing-sessions", n: 5_000, write: missing_sessions },
    Case { name: "session-eyeline", n: 20_000, write: anchors_in_one_line },
    Case { name: "session-eyeline-lines", n: 20_000, write: anchors_in_lines },
    Case { name: "session-tum", n: 50_000, write: tum },
    Case { name: "session-kitti", n: 50_000, write: kitti },
    Case { name: "session-euroc", n: 50_000, write: euroc },
    Case { name: "session-arkitscenes", n: 50_000, write: arkitscenes },
    Case { name: "session-stray", n: 50_000, write: stray },
    Case { name: "session-nerfstudio", n: 10_000, write: nerfstudio },
    Case { name: "obj", n: 20_000, write: obj },
    Case { name: "mtl", n: 10_000, write: mtl },
    Case { name: "gltf", n: 5_000, write: gltf },
    Case { name: "xml", n: 20_000, write: xml },
    Case { name: "image", n: 256, write: image },
    // Questions.
    Case { name: "frusta", n: 5_000, write: cameras },
    Case { name: "rays", n: 5_000, write: rays },
    Case { name: "octree", n: 10_000, write: octree },
    Case { name: "agents", n: 20_000, write: agents },
    Case { name: "images", n: 2_000, write: images },
    Case { name: "sessions", n: 5_000, write: followed_sessions },
    Case { name: "taps", n: 5_000, write: taps },
    Case { name: "skins", n: 1_000, write: skins },
    Case { name: "cuts", n: 2_000, write: cuts },
    Case { name: "problems", n: 20_000, write: equal_triangles },
    Case { name: "problems-ignored", n: 5_000, write: ignored_problems },
    Case { name: "occlusion", n: 2_000, write: occlusion },
    Case { name: "expectations", n: 5_000, write: expectations },
];

/// The smaller number of scenes in a file of results.
const RESULTS: usize = 5_000;

fn write_scene(folder: &Path, mut scene: Value) {
    scene["eyeline"] = json!(1);
    fs::write(folder.join("scene.json"), scene.to_string()).expect("the folder can be written to");
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).expect("the folder can be written to");
}

fn list(n: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..n).map(item).collect()
}

fn cube(i: usize) -> Value {
    let at = |step: usize| (i * step % 997) as f64;
    json!({ "name": format!("o{i}"), "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [at(7), at(131), at(379)] })
}

fn boxes(folder: &Path, n: usize) {
    write_scene(folder, json!({ "objects": list(n, cube) }));
}

fn missing_images(folder: &Path, n: usize) {
    write_scene(
        folder,
        json!({ "images": list(n, |i| json!({ "name": format!("i{i}"), "file": format!("{i}.png") })) }),
    );
}

fn missing_meshes(folder: &Path, n: usize) {
    let object = |i| json!({ "name": format!("o{i}"), "shape": { "mesh": { "file": format!("{i}.glb") } } });
    write_scene(folder, json!({ "objects": list(n, object) }));
}

fn missing_sessions(folder: &Path, n: usize) {
    let session = |i| json!({ "name": format!("s{i}"), "file": format!("{i}.jsonl") });
    write_scene(folder, json!({ "sessions": list(n, session) }));
}

fn anchor(i: usize) -> Value {
    json!({ "id": format!("a{i}"), "center": [i, 0, 0], "extent": [1, 1] })
}

fn session(folder: &Path, file: &str, text: &str) {
    write(folder, file, text);
    write_scene(folder, json!({ "sessions": [{ "name": "s", "file": file }] }));
}

fn frame(time: usize, more: &Value) -> String {
    let mut frame = json!({ "time": time, "position": [0, 1, 0], "rotation": [0, 0, 0, 1] });
    if let (Some(frame), Some(more)) = (frame.as_object_mut(), more.as_object()) {
        frame.extend(more.clone());
    }
    format!("{frame}\n")
}

fn anchors_in_one_line(folder: &Path, n: usize) {
    session(folder, "s.jsonl", &frame(0, &json!({ "add": list(n, anchor), "update": list(n, anchor) })));
}

fn anchors_in_lines(folder: &Path, n: usize) {
    session(folder, "s.jsonl", &(0..n).map(|i| frame(i, &json!({ "add": [anchor(i)] }))).collect::<String>());
}

fn rows(n: usize, row: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| row(i) + "\n").collect()
}

fn tum(folder: &Path, n: usize) {
    session(folder, "s.txt", &rows(n, |i| format!("{i} {} {} 0 0 0 0 1", i % 7, i % 5)));
}

fn kitti(folder: &Path, n: usize) {
    session(folder, "s.txt", &rows(n, |i| format!("1 0 0 {} 0 1 0 {} 0 0 1 0", i % 7, i % 5)));
}

fn euroc(folder: &Path, n: usize) {
    let text = rows(n, |i| format!("{i}000000000,{},{},0,1,0,0,0", i % 7, i % 5));
    session(folder, "s.csv", &format!("#timestamp,x,y,z,qw,qx,qy,qz\n{text}"));
}

fn arkitscenes(folder: &Path, n: usize) {
    session(folder, "s.traj", &rows(n, |i| format!("{i} 0 0 0 {} {} 0", i % 7, i % 5)));
}

fn stray(folder: &Path, n: usize) {
    let text = rows(n, |i| format!("{i}, {i}, {}, {}, 0, 0, 0, 0, 1", i % 7, i % 5));
    session(folder, "odometry.csv", &format!("timestamp, frame, x, y, z, qx, qy, qz, qw\n{text}"));
}

fn nerfstudio(folder: &Path, n: usize) {
    let pose = |i| json!([[1, 0, 0, i % 7], [0, 1, 0, i % 5], [0, 0, 1, 0], [0, 0, 0, 1]]);
    let frame = |i| json!({ "file_path": format!("{i}.png"), "transform_matrix": pose(i) });
    session(folder, "transforms.json", &json!({ "frames": list(n, frame) }).to_string());
}

const CORNERS: &str = "v 0 0 -5\nv 1 0 -5\nv 0 1 -5\n";

fn model(folder: &Path, file: &str, text: &str) {
    write(folder, file, text);
    write_scene(folder, json!({ "models": [{ "name": "m", "file": file }] }));
}

fn obj(folder: &Path, n: usize) {
    model(folder, "m.obj", &format!("{CORNERS}{}", rows(n, |i| format!("o g{i}\nf 1 2 3"))));
}

fn mtl(folder: &Path, n: usize) {
    write(folder, "m.mtl", rows(n, |i| format!("newmtl k{i}\nKd 1 0 0")));
    let faces = rows(n, |i| format!("usemtl k{i}\nf 1 2 3"));
    model(folder, "m.obj", &format!("mtllib m.mtl\n{CORNERS}{faces}"));
}

/// One triangle; its bytes in base64.
const TRIANGLE: &str = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

#[expect(clippy::needless_pass_by_value, reason = "made for the call")]
fn level(nodes: Value, more: Value) -> Value {
    let all: Value = (0..nodes.as_array().map_or(0, Vec::len)).collect();
    let mut level = json!({
        "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 36, "uri": TRIANGLE }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "nodes": nodes, "scenes": [{ "nodes": all }], "scene": 0,
    });
    if let (Some(level), Value::Object(more)) = (level.as_object_mut(), more) {
        level.extend(more);
    }
    level
}

fn gltf(folder: &Path, n: usize) {
    let node = |i| json!({ "mesh": i, "name": format!("n{}", i % 2) });
    let material = |i| json!({ "name": format!("k{i}") });
    let mesh = |i| json!({ "primitives": [{ "attributes": { "POSITION": 0 }, "material": i }] });
    let more = json!({ "meshes": list(n, mesh), "materials": list(n, material) });
    model(folder, "m.gltf", &level(list(n, node), more).to_string());
}

fn xml(folder: &Path, n: usize) {
    let calls = rows(n, |i| format!("<Fallback><Leaf{i}/><SubTree ID=\"S{i}\"/></Fallback>"));
    let trees = rows(n, |i| format!("<BehaviorTree ID=\"S{i}\"><AlwaysSuccess/></BehaviorTree>"));
    let main = format!("<BehaviorTree ID=\"M\"><Sequence>{calls}</Sequence></BehaviorTree>");
    write(folder, "t.xml", format!("<root BTCPP_format=\"4\" main_tree_to_execute=\"M\">{main}{trees}</root>"));
    write_scene(folder, json!({ "agents": [{ "name": "a", "tree": { "file": "t.xml" } }] }));
}

/// A picture of n × 256 pixels.
fn image(folder: &Path, n: usize) {
    let picture = image::RgbaImage::from_fn(u32::try_from(n).unwrap_or(1), 256, |x, y| {
        image::Rgba([0, 0, 0, u8::try_from((x ^ y) & 255).unwrap_or(0)])
    });
    picture.save(folder.join("i.png")).expect("the folder can be written to");
    write_scene(folder, json!({ "images": [{ "name": "i", "file": "i.png" }] }));
}

fn cameras(folder: &Path, n: usize) {
    let camera = |i: usize| json!({ "name": format!("c{i}"), "attach": format!("o{}", i % 10) });
    write_scene(folder, json!({ "cameras": list(n, camera), "objects": list(10, cube) }));
}

fn rays(folder: &Path, n: usize) {
    let ray = |i| json!({ "name": format!("r{i}"), "origin": [i, 0, 0], "direction": [0, 0, -1] });
    write_scene(folder, json!({ "rays": list(n, ray), "objects": list(10, cube) }));
}

fn octree(folder: &Path, n: usize) {
    write_scene(folder, json!({ "octree": {}, "objects": list(n, cube) }));
}

/// A parallel of conditions that are watched while one action runs.
fn agents(folder: &Path, n: usize) {
    let condition = |_| json!({ "condition": { "script": ["success"] } });
    let mut children: Vec<Value> = (0..n).map(condition).collect();
    children.push(json!({ "action": { "script": ["running"] } }));
    let tree = json!({ "parallel": { "abort": "self", "children": children } });
    write_scene(folder, json!({ "opens_at": 4, "agents": [{ "name": "a", "tree": tree }] }));
}

fn images(folder: &Path, n: usize) {
    image::RgbaImage::new(4, 4).save(folder.join("i.png")).expect("the folder can be written to");
    let image = |i| json!({ "name": format!("i{i}"), "file": "i.png", "divisions": [2, 2] });
    write_scene(folder, json!({ "images": list(n, image) }));
}

fn followed_sessions(folder: &Path, n: usize) {
    write(folder, "s.txt", "0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 1\n");
    let session = |i| json!({ "name": format!("s{i}"), "file": "s.txt" });
    let camera = |i| json!({ "name": format!("c{i}"), "session": { "name": format!("s{i}") } });
    write_scene(folder, json!({ "sessions": list(n, session), "cameras": list(n, camera) }));
}

fn taps(folder: &Path, n: usize) {
    write(folder, "s.jsonl", frame(0, &json!({ "add": [anchor(0)] })));
    let camera = |i| json!({ "name": format!("c{i}"), "session": { "name": "s" } });
    let tap = |i| json!({ "name": format!("t{i}"), "camera": format!("c{i}"), "time": 0, "screen": [0.5, 0.5] });
    let sessions = json!([{ "name": "s", "file": "s.jsonl" }]);
    write_scene(folder, json!({ "sessions": sessions, "cameras": list(n, camera), "taps": list(n, tap) }));
}

fn skins(folder: &Path, n: usize) {
    // Joint 0 with the weight 1 at each of three vertices.
    let joints = ("AAAAAAAAAAAAAAAA", false);
    let weights = ("/wAAAP8AAAD/AAAA", true);
    let mut nodes: Vec<Value> = (0..n).map(|i| json!({ "mesh": 0, "skin": i, "name": format!("b{i}") })).collect();
    nodes.push(json!({ "name": "joint" }));
    let mut level = level(nodes.into(), json!({ "skins": list(n, |_| json!({ "joints": [n] })) }));
    for (i, (bytes, is_share)) in (1..).zip([joints, weights]) {
        let uri = format!("data:application/octet-stream;base64,{bytes}");
        let accessor =
            json!({ "bufferView": i, "componentType": 5121, "normalized": is_share, "count": 3, "type": "VEC4" });
        let items = [
            ("buffers", json!({ "byteLength": 12, "uri": uri })),
            ("bufferViews", json!({ "buffer": i, "byteLength": 12 })),
            ("accessors", accessor),
        ];
        for (list, item) in items {
            level[list].as_array_mut().expect("a list").push(item);
        }
    }
    level["meshes"][0]["primitives"][0]["attributes"] = json!({ "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 });
    model(folder, "m.gltf", &level.to_string());
}

fn cuts(folder: &Path, n: usize) {
    write(folder, "m.obj", format!("{CORNERS}f 1 2 3\n"));
    let object =
        |i| json!({ "name": format!("o{i}"), "shape": { "mesh": { "file": "m.obj" } }, "position": [2 * i, 0, 0] });
    let cut = |i| {
        let point = [2.0 * i as f64 + 0.5, 0.0, 0.0];
        json!({ "name": format!("k{i}"), "object": format!("o{i}"), "point": point, "normal": [1, 0, 0] })
    };
    write_scene(folder, json!({ "objects": list(n, object), "cuts": list(n, cut) }));
}

fn equal_triangles(folder: &Path, n: usize) {
    write(folder, "m.obj", format!("{CORNERS}{}", "f 1 2 3\n".repeat(n)));
    let objects = json!([{ "name": "o", "shape": { "mesh": { "file": "m.obj" } } }]);
    let rays = json!([{ "name": "r", "origin": [0.2, 0.2, 0], "direction": [0, 0, -1] }]);
    write_scene(folder, json!({ "objects": objects, "rays": rays, "cameras": [{ "name": "c" }] }));
}

/// Queries among bodies in a row, of which only neighbours overlap.
fn occlusion(folder: &Path, n: usize) {
    let mut objects: Vec<Value> = (0..n).map(cube).collect();
    for (i, object) in objects.iter_mut().enumerate() {
        object["position"] = json!([0.9 * i as f64, 0.0, 0.0]);
    }
    let names = list(n, |i| format!("o{i}").into());
    write_scene(
        folder,
        json!({ "objects": objects, "occlusion": [{ "name": "all", "among": names, "resolution": 16 }] }),
    );
}

fn expectations(folder: &Path, n: usize) {
    let expected = |i| json!({ "camera": "c", "object": format!("o{i}"), "verdict": "outside" });
    write_scene(folder, json!({ "cameras": [{ "name": "c" }], "objects": list(n, cube), "expect": list(n, expected) }));
}

fn ignored_problems(folder: &Path, n: usize) {
    write(folder, "m.obj", format!("{CORNERS}f 1 2 3\n"));
    let object =
        |i| json!({ "name": format!("o{i}"), "shape": { "mesh": { "file": "m.obj" } }, "position": [2 * i, 0, 0] });
    let ignored = |i| json!({ "problem": "open_edges", "object": format!("o{i}") });
    write_scene(folder, json!({ "objects": list(n, object), "ignore": list(n, ignored) }));
}

/// A file of results of n scenes, each with a baseline that differs.
fn results_of_scenes(folder: &Path, n: usize) {
    let baseline = |i| json!({ "baseline": format!("{i}.answers.json"), "state": "differs", "written": false });
    let scene = |i| json!({ "scene": format!("{i}.json"), "name": format!("{i}"), "state": "differs", "differences": [], "baselines": [baseline(i)] });
    let all = json!({ "eyeline_check": 1, "version": "0", "renderer": "none", "scenes": list(n, scene) });
    write(folder, check::results::FILE, all.to_string());
}

/// A depth buffer in which no sample passes.
struct Empty;

impl DepthQueries for Empty {
    fn most_resolution(&mut self) -> Result<u32, QueryError> {
        Ok(1024)
    }

    fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
        Ok(tests.iter().map(|_| Passed { any: false, draws: 2, queries: 1 }).collect())
    }
}

/// From the file to the text of the report, with the messages and the expectations; the number of bytes.
fn answer(folder: &Path) -> usize {
    let loaded = eyeline::files::open(&folder.join("scene.json")).expect("a scene");
    let messages: usize = loaded.faults.iter().map(|fault| fault.render(false).len()).sum();
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let world = World::of(&mut Recording::of(content), content, loaded.scene.opens_at);
    let view = DepthView::framing(DVec3::NEG_Z, [DVec3::NEG_ONE, DVec3::ONE], 1);
    let mut depth = |world: &World| report::occlusion::answers(world, &view, &mut Empty);
    let mut report = Report::of(&world);
    report.occlusion = (!world.occlusion.is_empty()).then(|| depth(&world));
    let mut text = Vec::new();
    report::json::write(&report, "scene.json", None, &mut text).expect("a report in memory");
    let outcomes: usize =
        report::expected::outcomes(content, &mut depth).iter().map(|outcome| outcome.line().len()).sum();
    messages + text.len() + outcomes
}

fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("growth");
    group
        .throughput(Throughput::Elements(1))
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1));
    for Case { name, n, write } in CASES {
        for n in [*n, 4 * n] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            write(folder.path(), n);
            group.bench_function(BenchmarkId::new(*name, n), |b| b.iter(|| black_box(answer(folder.path()))));
        }
    }
    for n in [RESULTS, 4 * RESULTS] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        results_of_scenes(folder.path(), n);
        let read = || {
            let folder = eyeline::source::rooted::Rooted::of_folder(folder.path());
            check::results::Results::read(&folder, &eyeline::budget::Budget::default()).expect("results")
        };
        group.bench_function(BenchmarkId::new("results-json", n), |b| b.iter_with_large_drop(read));
    }
    group.finish();
    let cases = CASES.iter().map(|case| (case.name, case.n)).chain([("results-json", RESULTS)]);
    let cases: Value = cases.map(|(name, n)| json!({ "name": name, "n": n })).collect();
    results::save("growth", &cases.to_string());
}

criterion_group!(benches, growth);
criterion_main!(benches);
