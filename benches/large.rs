//! 100,000 objects with a camera, ten rays and an octree: opening, answers, edits and the picture. And ten million
//! triangles: a hundred instances of one mesh.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::{Content, Loaded};
use eyeline::geometry::Mesh;
use eyeline::picture::{Palette, Picture, Selected, Shown};
use eyeline::report::Report;
use eyeline::scene::{self, Octree, OctreeMethod, Scene, generate};
use eyeline::world::{Item, Recording, World};
use glam::Vec3;
use libm::{cosf, sinf};

mod inputs;

const OBJECTS: usize = 100_000;
/// Squares along an edge of the mesh: twice as many triangles as its square.
const SQUARES: u32 = 224;
const INSTANCES: usize = 100;

fn objects(c: &mut Criterion) {
    let octree = Octree { depth: 8, method: OctreeMethod::Loose, ..Octree::default() };
    let scene = Scene { octree: Some(octree), ..generate(OBJECTS, 1) };
    let text = scene::write(&scene);
    drop(scene);
    let read = || eyeline::files::parse(&text, "large.json", None).expect("a scene");
    let loaded = read();
    let (mut recording, mut world, mut report) = answered(&loaded);
    let mut group = c.benchmark_group("large");
    group.throughput(Throughput::Elements(1));
    group.bench_function("read", |b| b.iter(|| black_box(read())));
    group.bench_function("answered", |b| b.iter(|| black_box(answered(&loaded))));
    edits(&mut group, "object", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.objects[OBJECTS / 2].position[0] += step;
    });
    edits(&mut group, "camera", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.cameras[0].position[0] += step;
    });
    edits(&mut group, "ray", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.rays[0].origin[0] += step;
    });
    let selected = Selected { asker: Some(Item::Camera(0)), subject: Some(Item::Object(0)), ..Selected::default() };
    group.bench_function("picture", |b| b.iter(|| black_box(picture(&world, &report, &selected))));
    group.finish();
}

/// A repeated edit, each time with another value, and the answers after it.
fn edits<M: criterion::measurement::Measurement>(
    group: &mut BenchmarkGroup<'_, M>,
    name: &str,
    loaded: &Loaded,
    recording: &mut Recording,
    world: &mut World,
    report: &mut Report,
    edit: fn(&mut Scene, f32),
) {
    let Loaded { scene, files, .. } = loaded;
    let mut before = scene.clone();
    let mut round = 0_u16;
    group.bench_function(name, |b| {
        b.iter(|| {
            let mut now = before.clone();
            round = round % 7 + 1;
            edit(&mut now, f32::from(round) - 4.0);
            let sound = scene::ValidBefore { scene: &before, has_same_levels: true };
            assert_eq!(scene::check_change(&sound, &now, files, None), []);
            let changes = world.follow(recording, Content { scene: &before, files }, Content { scene: &now, files }, 0);
            report.follow(world, &changes);
            before = now;
        });
    });
    // Restores the initial state for the next benchmark.
    let changes = world.follow(recording, Content { scene: &before, files }, Content { scene, files }, 0);
    report.follow(world, &changes);
}

fn answered(Loaded { scene, files, .. }: &Loaded) -> (Recording, World, Report) {
    let mut recording = Recording::of(Content { scene, files });
    let world = World::of(&mut recording, Content { scene, files }, 0);
    let report = Report::of(&world);
    (recording, world, report)
}

fn picture(world: &World, report: &Report, selected: &Selected) -> Picture {
    Picture::of(&Shown::new(world, report, selected, &Palette::DARK))
}

/// Hills: waves of several lengths over a square.
fn terrain() -> Mesh {
    let side = SQUARES + 1;
    let height = |x: f32, z: f32| sinf(3.0 * x) * cosf(2.0 * z) + 0.3 * sinf(11.0 * x + 7.0 * z);
    let corner = |i: u32| {
        let [x, z] = [i % side, i / side].map(|i| i as f32 / SQUARES as f32 * 2.0 - 1.0);
        Vec3::new(4.0 * x, 2.0 * height(x, z), 4.0 * z)
    };
    let square = |i: u32| {
        let a = i / SQUARES * side + i % SQUARES;
        [[a, a + side, a + 1], [a + 1, a + side, a + side + 1]]
    };
    let triangles = (0..SQUARES * SQUARES).flat_map(square).collect();
    Mesh::new((0..side * side).map(corner).collect(), triangles).expect("a mesh")
}

/// In a file, as every mesh of a scene is.
fn write_obj(path: &Path) {
    let mesh = terrain();
    let mut text = String::new();
    for [x, y, z] in mesh.positions().iter().map(Vec3::to_array) {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for [a, b, c] in mesh.triangles() {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    fs::write(path, text).expect("the target folder can be written to");
}

fn triangles(c: &mut Criterion) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    write_obj(&folder.join("terrain.obj"));
    let mut scene = generate(INSTANCES, 1);
    for i in 0..INSTANCES {
        scene.objects[i].shape = scene::Shape::Mesh { file: "terrain.obj".to_owned(), node: None };
    }
    // Each ray points down at one of the instances.
    for i in 0..scene.rays.len() {
        let [x, y, z] = scene.objects[i].position;
        scene.rays[i].origin = [x, y + 20.0, z];
        scene.rays[i].direction = [0.0, -1.0, 0.0];
    }
    let text = scene::write(&scene);
    let read = || {
        let loaded = eyeline::files::parse(&text, "triangles.json", Some(folder)).expect("a scene");
        assert!(loaded.faults.is_empty(), "{:?}", loaded.faults);
        loaded
    };
    let loaded = read();
    let (mut recording, mut world, mut report) = answered(&loaded);
    assert!(report.rays.iter().any(|answers| answers.nearest.is_some()), "something is hit");
    let mut group = c.benchmark_group("triangles");
    group.throughput(Throughput::Elements(1));
    group.sample_size(10);
    group.bench_function("opened", |b| {
        b.iter_with_large_drop(|| {
            let loaded = read();
            let answers = answered(&loaded);
            (loaded, answers)
        });
    });
    group.bench_function("answered", |b| b.iter_with_large_drop(|| answered(&loaded)));
    edits(&mut group, "object", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.objects[INSTANCES / 2].position[0] += step;
    });
    edits(&mut group, "camera", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.cameras[0].position[0] += step;
    });
    edits(&mut group, "ray", &loaded, &mut recording, &mut world, &mut report, |scene, step| {
        scene.rays[0].origin[0] += step;
    });
    let selected = Selected { asker: Some(Item::Ray(0)), ..Selected::default() };
    group.bench_function("picture", |b| b.iter(|| black_box(picture(&world, &report, &selected))));
    group.finish();
}

criterion_group!(name = benches; config = inputs::criterion(); targets = objects, triangles);
criterion_main!(benches);
