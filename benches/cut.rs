//! Cutting a closed mesh by a plane, with caps, beside `TriMesh::local_split` of parry3d.

use std::f64::consts::TAU;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::cut::{Plane, cut};
use glam::DVec3;
use parry3d::math::Vector;
use parry3d::shape::{TriMesh, TriMeshFlags};

/// A ring around Y of `2 · around · across` triangles.
fn ring(around: u32, across: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let place = |i: u32, j: u32| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
        let out = 2.0 + 0.5 * libm::cos(v);
        DVec3::new(out * libm::cos(u), 0.5 * libm::sin(v), -out * libm::sin(u))
    };
    let quads = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let triangles = quads().flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (quads().map(|(i, j)| place(i, j)).collect(), triangles.collect())
}

#[expect(clippy::cast_possible_truncation, reason = "the peer computes in f32")]
fn cuts(c: &mut Criterion) {
    let mut group = c.benchmark_group("cut");
    group.sample_size(10);
    let normal = DVec3::new(0.6, 0.36, 0.7).normalize_or(DVec3::X);
    let Some(plane) = Plane::new(normal * 0.2, normal) else { return };
    for (around, across) in [(100, 50), (1_000, 500)] {
        let (positions, triangles) = ring(around, across);
        let count = triangles.len() as u64;
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::new("eyeline", count), |b| {
            b.iter(|| cut(black_box(&positions), black_box(&triangles), &plane, true));
        });
        let vertices = positions.iter().map(|p| Vector::new(p.x as f32, p.y as f32, p.z as f32)).collect();
        let Ok(mesh) = TriMesh::with_flags(vertices, triangles, TriMeshFlags::ORIENTED) else { return };
        let axis = Vector::new(normal.x as f32, normal.y as f32, normal.z as f32);
        group.bench_function(BenchmarkId::new("parry3d", count), |b| {
            b.iter(|| drop(black_box(&mesh).local_split(axis, 0.2, 0.0)));
        });
    }
    group.finish();
}

criterion_group!(benches, cuts);
criterion_main!(benches);
