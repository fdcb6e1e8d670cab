//! Posing the vertices of a skinned mesh on one thread: 100,000 vertices, 60 joints, 4 and 8 weights a vertex. Fitting the tree
//! for rays of a moved mesh of 100,000 triangles, beside building it. A tick of 500 animated characters of 2,080 triangles, with
//! the answers of a camera and of ten rays.

mod levels;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::Content;
use eyeline::geometry::Mesh;
use eyeline::geometry::mesh::MeshError;
use eyeline::report::Report;
use eyeline::skin::{Influences, exact, pose_at};
use eyeline::world::{Recording, World};
use glam::{DMat4, DVec3, Vec3};
use levels::levels;

const JOINTS: usize = 60;
const VERTICES: usize = 100_000;

fn skin(c: &mut Criterion) {
    let matrices: Vec<_> = (0_u8..60)
        .map(|joint| {
            let turn = f64::from(joint) * 0.1;
            DMat4::from_translation(DVec3::new(turn, -turn, 1.0)) * DMat4::from_rotation_y(turn)
        })
        .collect();
    let vertices: Vec<_> = (0..VERTICES).map(|i| Vec3::new(i as f32 * 1e-5, (i % 317) as f32 * 0.01, 0.5)).collect();
    for per_vertex in [4_usize, 8] {
        // Neighbouring vertices have neighbouring joints, as in a real mesh.
        let joint = |i: usize| (i / per_vertex * JOINTS / VERTICES + i % per_vertex) % JOINTS;
        let joints = (0..VERTICES * per_vertex).map(|i| u16::try_from(joint(i)).unwrap_or_default()).collect();
        let weights = vec![1.0 / per_vertex as f32; VERTICES * per_vertex];
        let Ok(influences) = Influences::new(JOINTS, per_vertex, joints, weights) else { return };
        let mut group = c.benchmark_group("pose");
        group.throughput(Throughput::Elements(VERTICES as u64));
        let mut posed = Vec::new();
        for (name, level) in levels() {
            group.bench_function(BenchmarkId::new(name, per_vertex), |b| {
                b.iter(|| pose_at(level, black_box(&matrices), &influences, black_box(&vertices), &mut posed));
            });
        }
        group.bench_function(BenchmarkId::new("exact", per_vertex), |b| {
            b.iter(|| black_box(exact::pose(black_box(&matrices), &influences, black_box(&vertices))));
        });
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

/// 500 figures of 2,080 triangles at different moments of their walk: a million triangles, all posed at each tick.
fn crowd(c: &mut Criterion) {
    let models: Vec<_> = (0..500)
        .map(|i| {
            let (x, z, start) = (f64::from(i % 25) * 2.0, f64::from(i / 25) * 5.0, f64::from(i) * -0.0173);
            serde_json::json!({ "name": format!("figure {i}"), "file": "figure.glb", "animation": "Walk",
                "position": [x, 0, z], "start": start })
        })
        .collect();
    let rays: Vec<_> = (0..10)
        .map(|i| serde_json::json!({ "name": format!("ray {i}"), "origin": [-5, 0.3 + 0.1 * f64::from(i), 50], "direction": [1, 0, 0.01 * f64::from(i)] }))
        .collect();
    let text = serde_json::json!({ "eyeline": 1, "tick_rate": 60, "models": models, "rays": rays,
        "cameras": [{ "name": "eye", "position": [24, 20, 130], "look_at": [24, 0, 40], "far": 300 }] });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let Ok(loaded) = eyeline::files::parse(&text.to_string(), "crowd.json", Some(&folder)) else { return };
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let mut recording = Recording::of(content);
    let mut world = World::of(&mut recording, content, 0);
    let mut report = Report::of(&world);
    let mut tick = 0;
    let mut group = c.benchmark_group("characters");
    group.sample_size(20);
    group.bench_function("500 of 2080 triangles", |b| {
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
