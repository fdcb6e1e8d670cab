//! Posing the vertices of a skinned mesh on one thread: 60 joints, 4 and 8 weights a vertex, in and out of the caches. Fitting the
//! tree for rays of a moved mesh of 100,000 triangles, beside building it. A tick of 100 animated characters of 10,000 triangles,
//! with the answers of a camera and of ten rays.

mod character;
mod levels;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::Content;
use eyeline::geometry::mesh::MeshError;
use eyeline::geometry::{Mesh, Shape};
use eyeline::report::Report;
use eyeline::skin::{Influences, exact, pose, pose_at};
use eyeline::world::{Recording, World};
use glam::{DMat4, DVec3, Vec3};
use levels::levels;

const JOINTS: u8 = 60;

/// Bind positions, and joints and weights of so many vertices.
fn skinned(vertices: usize, per_vertex: usize) -> (Vec<Vec3>, Influences) {
    let joints_all = usize::from(JOINTS);
    // Neighbouring vertices have neighbouring joints, as in a real mesh.
    let joint = |i: usize| (i / per_vertex * joints_all / vertices + i % per_vertex) % joints_all;
    let joints = (0..vertices * per_vertex).map(|i| u16::try_from(joint(i)).unwrap_or_default()).collect();
    let weights = vec![1.0 / per_vertex as f32; vertices * per_vertex];
    let influences = Influences::new(joints_all, per_vertex, joints, weights).expect("each joint exists");
    let place = |i: usize| Vec3::new(i as f32 * 1e-5, (i % 317) as f32 * 0.01, 0.5);
    ((0..vertices).map(place).collect(), influences)
}

fn skin(c: &mut Criterion) {
    let matrix = |joint: u8| {
        let turn = f64::from(joint) * 0.1;
        DMat4::from_translation(DVec3::new(turn, -turn, 1.0)) * DMat4::from_rotation_y(turn)
    };
    let matrices: Vec<_> = (0..JOINTS).map(matrix).collect();
    let mut posed = Vec::new();
    for per_vertex in [4_usize, 8] {
        let mut group = c.benchmark_group("pose");
        let (vertices, influences) = skinned(100_000, per_vertex);
        group.throughput(Throughput::Elements(vertices.len() as u64));
        for (name, level) in levels() {
            group.bench_function(BenchmarkId::new(name, per_vertex), |b| {
                b.iter(|| pose_at(level, black_box(&matrices), &influences, black_box(&vertices), &mut posed));
            });
        }
        group.bench_function(BenchmarkId::new("exact", per_vertex), |b| {
            b.iter(|| black_box(exact::pose(black_box(&matrices), &influences, black_box(&vertices))));
        });
        // 48 or 72 bytes a vertex: in the first cache, and from memory.
        for count in [500, 2_000_000] {
            let (vertices, influences) = skinned(count, per_vertex);
            group.throughput(Throughput::Elements(count as u64));
            group.bench_function(BenchmarkId::new(format!("of-{count}"), per_vertex), |b| {
                b.iter(|| pose(black_box(&matrices), &influences, black_box(&vertices), &mut posed));
            });
        }
        group.finish();
    }
}

/// A height field of 100,000 triangles, and the same one a moment later.
fn fit(c: &mut Criterion) {
    const SIDE: u32 = 224;
    let place = |i: u32, time: f32| {
        let [x, z] = [i % SIDE, i / SIDE].map(|x| x as f32 * 0.1);
        Vec3::new(x, libm::sinf(x + time) * libm::cosf(z * 0.7), z)
    };
    let positions = |time: f32| (0..SIDE * SIDE).map(|i| place(i, time)).collect::<Vec<_>>();
    let quads = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    let triangles: Vec<_> = quads.flat_map(|a| [[a, a + SIDE, a + 1], [a + 1, a + SIDE, a + SIDE + 1]]).collect();
    let Ok(mesh) = Mesh::new(positions(0.0), triangles.clone()).map(Arc::new) else { return };
    mesh.prepare();
    let prepare = |mesh: &mut Result<Mesh, MeshError>| mesh.iter().for_each(Mesh::prepare);
    let mut group = c.benchmark_group("moved_tree");
    group.throughput(Throughput::Elements(triangles.len() as u64));
    let later = positions(0.3);
    let moved = || mesh.moved(later.clone(), |_, normal| normal);
    let built = || Mesh::new(later.clone(), triangles.clone());
    group.bench_function("fitted", |b| b.iter_batched_ref(moved, prepare, BatchSize::LargeInput));
    group.bench_function("built", |b| b.iter_batched_ref(built, prepare, BatchSize::LargeInput));
    group.finish();
}

/// 100 characters of 10,000 triangles, each at another moment of its animation. All are posed again and answered at
/// each tick.
fn crowd(c: &mut Criterion) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    character::write(folder).expect("the target folder can be written to");
    let models: Vec<_> = (0..100)
        .map(|i| {
            let (x, z, start) = (f64::from(i % 10) * 2.0, f64::from(i / 10) * 5.0, f64::from(i) * -0.0173);
            serde_json::json!({ "name": format!("character {i}"), "file": "character.gltf", "animation": "bend",
                "position": [x, 0, z], "start": start })
        })
        .collect();
    let rays: Vec<_> = (0..10)
        .map(|i| {
            let (up, aside) = (0.3 + 0.1 * f64::from(i), 0.01 * f64::from(i));
            serde_json::json!({ "name": format!("ray {i}"), "origin": [-5, up, 25], "direction": [1, 0, aside] })
        })
        .collect();
    let text = serde_json::json!({ "eyeline": 1, "tick_rate": 60, "models": models, "rays": rays,
        "cameras": [{ "name": "eye", "position": [9, 12, 80], "look_at": [9, 0, 20], "far": 300 }] });
    let loaded = eyeline::files::parse(&text.to_string(), "crowd.json", Some(folder)).expect("the scene is read");
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let mut recording = Recording::of(content);
    let mut world = World::of(&mut recording, content, 0);
    let triangles = world.objects.iter().map(|object| match &object.shape {
        Shape::Mesh(mesh) => mesh.triangles().len(),
        _ => 0,
    });
    assert_eq!(triangles.sum::<usize>(), 1_000_000, "{:?} {:?}", loaded.faults, loaded.warnings);
    let mut report = Report::of(&world);
    assert!(report.rays.iter().any(|answers| answers.first().is_some()), "no ray hits a character");
    let mut tick = 0;
    let mut group = c.benchmark_group("characters");
    group.sample_size(20);
    group.throughput(Throughput::Elements(1));
    group.bench_function("100 of 10000 triangles", |b| {
        b.iter(|| {
            tick += 1;
            let changes = world.follow(&mut recording, content, content, tick);
            report.follow(&world, &changes);
        });
    });
    group.finish();
}

criterion_group!(benches, skin, fit, crowd);
criterion_main!(benches);
