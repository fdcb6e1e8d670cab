//! Two ray tracers on the terrain of `benches/mesh.rs`, one ray after the other, with trees that one thread builds: obvhs with its
//! eight-wide compressed tree at two of its settings, and tiny_bvh with its eight-wide tree for AVX2. The binding of tiny_bvh has
//! no test for any hit, so it searches the nearest hit of a line of sight too.

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
    let of_obvhs = of_obvhs(c);
    println!("hits of obvhs: {of_obvhs:?}");
    #[cfg(target_feature = "avx2")]
    {
        let of_tinybvh = of_tinybvh(c);
        println!("hits of tiny_bvh: {of_tinybvh:?}");
        let differ = of_obvhs.iter().zip(&of_tinybvh).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(differ < Some(terrain::primary().len() / 100_000), "they differ by more than rounding");
    }
}

/// The rays of both groups, with the greatest t of a hit.
fn rays() -> [(&'static str, Vec<[Vec3; 2]>, f32); 2] {
    let mut random = inputs::Random(7);
    let sight = terrain::sight(|low, high| random.within(low, high));
    [("mesh-primary", terrain::primary(), f32::MAX), ("mesh-sight", sight, 1.0)]
}

/// Returns the number of hits of each group.
#[cfg(target_feature = "avx2")]
fn of_tinybvh(c: &mut Criterion) -> [usize; 2] {
    use tinybvh_rs::{Intersector, Ray, bvh, bvh8_cpu, mbvh};

    let (positions, numbers) = terrain::terrain();
    let corners: Vec<[f32; 4]> =
        numbers.iter().flatten().map(|&vertex| positions[vertex as usize].extend(0.0).to_array()).collect();
    let build = || {
        let mut binary = bvh::BVH::new(corners.as_slice().into()).expect("a tree");
        // The wide tree has leaves of four triangles.
        binary.split_leaves(4);
        bvh8_cpu::BVH::new(&mbvh::BVH::new(&binary)).expect("a tree")
    };
    let mut group = c.benchmark_group("mesh-build");
    group.throughput(Throughput::Elements(1)).sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("tinybvh", |b| b.iter(build));
    group.finish();

    let tree = build();
    rays().map(|(name, rays, last)| {
        let is_hit = |[origin, direction]: &[Vec3; 2]| {
            let mut ray = Ray::new(origin.to_array(), direction.to_array());
            ray.hit.t = last;
            tree.intersect(&mut ray);
            ray.hit.t < last
        };
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(rays.len() as u64));
        group.sample_size(20).measurement_time(Duration::from_secs(8));
        group.bench_function("tinybvh", |b| b.iter(|| rays.iter().filter(|ray| is_hit(ray)).count()));
        group.finish();
        rays.iter().filter(|ray| is_hit(ray)).count()
    })
}

/// Returns the number of hits of each group.
fn of_obvhs(c: &mut Criterion) -> [usize; 2] {
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
    let [(_, primary, _), (_, sight, _)] = rays();
    let mut group = c.benchmark_group("mesh-primary");
    group
        .throughput(Throughput::Elements(primary.len() as u64))
        .sample_size(20)
        .measurement_time(Duration::from_secs(8));
    group.bench_function("obvhs", |b| b.iter(|| primary.iter().filter(|ray| first(ray)).count()));
    group.finish();
    let mut group = c.benchmark_group("mesh-sight");
    group.throughput(Throughput::Elements(sight.len() as u64)).sample_size(20).measurement_time(Duration::from_secs(8));
    group.bench_function("obvhs", |b| b.iter(|| sight.iter().filter(|ray| is_blocked(ray)).count()));
    group.finish();
    [primary.iter().filter(|ray| first(ray)).count(), sight.iter().filter(|ray| is_blocked(ray)).count()]
}

criterion_group!(benches, mesh);
criterion_main!(benches);
