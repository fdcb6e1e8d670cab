//! Posing the vertices of a skinned mesh on one thread: 100,000 vertices, 60 joints, 4 and 8 weights a vertex.

mod levels;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::skin::{Influences, exact, pose_at};
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

criterion_group!(benches, skin);
criterion_main!(benches);
