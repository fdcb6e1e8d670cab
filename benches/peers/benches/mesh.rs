//! obvhs' own tree and traversal on the terrain of `benches/mesh.rs`: its eight-wide compressed tree, one ray after the
//! other, built on one thread at two of its settings.

#[path = "../../inputs/mod.rs"]
mod inputs;
#[path = "../../terrain/mod.rs"]
mod terrain;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3;
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;

fn mesh(c: &mut Criterion) {
    let (positions, numbers) = terrain::terrain();
    let corner = |vertex: u32| positions[vertex as usize].into();
    let triangles: Vec<Triangle> =
        numbers.iter().map(|&[a, b, c]| Triangle { v0: corner(a), v1: corner(b), v2: corner(c) }).collect();
    let mut group = c.benchmark_group("mesh-build");
    group.throughput(Throughput::Elements(1)).sample_size(10).measurement_time(Duration::from_secs(8));
    for (name, settings) in
        [("obvhs-fastest", BvhBuildParams::fastest_build()), ("obvhs-medium", BvhBuildParams::medium_build())]
    {
        let build = || build_cwbvh_from_tris(black_box(&triangles), settings, &mut Duration::default());
        group.bench_function(name, |b| b.iter(build));
    }
    group.finish();

    let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
    let ordered: Vec<Triangle> = tree.primitive_indices.iter().map(|&i| triangles[i as usize]).collect();
    let first = |[origin, direction]: &[Vec3; 2]| {
        let mut hit = RayHit::none();
        let ray = Ray::new_inf((*origin).into(), (*direction).into());
        tree.ray_traverse(ray, &mut hit, |ray, i| ordered[i].intersect(ray))
    };
    let is_blocked = |[origin, direction]: &[Vec3; 2]| {
        let mut is_blocked = false;
        let ray = Ray::new((*origin).into(), (*direction).into(), 0.0, 1.0);
        tree.ray_traverse_anyhit(ray, |ray, i| is_blocked |= ordered[i].intersect(ray) < 1.0);
        is_blocked
    };
    let mut random = inputs::Random(7);
    let sight = terrain::sight(|low, high| random.within(low, high));
    let primary = terrain::primary();
    let mut group = c.benchmark_group("mesh-primary");
    group.throughput(Throughput::Elements(primary.len() as u64)).sample_size(20).measurement_time(Duration::from_secs(8));
    group.bench_function("obvhs", |b| b.iter(|| primary.iter().filter(|ray| first(ray)).count()));
    group.finish();
    let mut group = c.benchmark_group("mesh-sight");
    group.throughput(Throughput::Elements(sight.len() as u64)).sample_size(20).measurement_time(Duration::from_secs(8));
    group.bench_function("obvhs", |b| b.iter(|| sight.iter().filter(|ray| is_blocked(ray)).count()));
    group.finish();
}

criterion_group!(benches, mesh);
criterion_main!(benches);
