//! The peers of `benches/scaling.rs`: bevy on its boxes and its frustum, Box3D on its overlapping boxes, obvhs on its terrain.

#[path = "../../inputs/mod.rs"]
mod inputs;
#[path = "../../terrain/mod.rs"]
mod terrain;

mod box3d;

use std::hint::black_box;
use std::time::Duration;

use bevy_camera::primitives::{Aabb, Frustum};
use bevy_math::{Vec3, Vec4};
use bevy_shape::{HalfSpace, ViewFrustum};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use inputs::{Crowd, SIZES};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;

fn group<'a>(c: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(format!("scaling-{name}"));
    group.throughput(Throughput::Elements(1)).sample_size(10);
    group
}

fn frusta(c: &mut Criterion) {
    let half_spaces = inputs::planes().map(|(n, d)| HalfSpace::new(Vec4::new(n.x, n.y, n.z, d)));
    let frustum = Frustum(ViewFrustum { half_spaces });
    let mut group = group(c, "frusta");
    for size in SIZES {
        let vec3 = |v: glam::Vec3| Vec3::from_array(v.to_array());
        let boxes: Vec<_> =
            inputs::boxes(size).iter().map(|&[min, max]| Aabb::from_min_max(vec3(min), vec3(max))).collect();
        let mut verdicts = vec![0_u8; size];
        group.bench_function(BenchmarkId::new("bevy", size), |b| {
            b.iter(|| {
                for (verdict, aabb) in verdicts.iter_mut().zip(black_box(&boxes)) {
                    let is_in_view = frustum.intersects_obb_identity(aabb);
                    *verdict = u8::from(is_in_view) + u8::from(is_in_view && frustum.contains_aabb_identity(aabb));
                }
            });
        });
    }
}

fn pairs(c: &mut Criterion) {
    let mut group = group(c, "pairs");
    // A million boxes take a minute.
    for size in SIZES.into_iter().filter(|size| *size <= 100_000) {
        let boxes = inputs::crowd(Crowd::Uniform, size);
        group.bench_function(BenchmarkId::new("box3d", size), |b| {
            b.iter(|| black_box(box3d::pairs(black_box(&boxes))));
        });
    }
}

fn rays(c: &mut Criterion) {
    let rays = terrain::some_primary();
    let mut group = group(c, "rays");
    for size in SIZES {
        let (positions, numbers) = terrain::divided(inputs::side_of_terrain(size));
        let corner = |vertex: u32| positions[vertex as usize].into();
        let triangles: Vec<Triangle> =
            numbers.iter().map(|&[a, b, c]| Triangle { v0: corner(a), v1: corner(b), v2: corner(c) }).collect();
        let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
        let ordered: Vec<Triangle> = tree.primitive_indices.iter().map(|&i| triangles[i as usize]).collect();
        let is_hit = |[origin, direction]: &[glam::Vec3; 2]| {
            let mut hit = RayHit::none();
            let ray = Ray::new_inf((*origin).into(), (*direction).into());
            tree.ray_traverse(ray, &mut hit, |ray, i| ordered[i].intersect(ray))
        };
        group.bench_function(BenchmarkId::new("obvhs", size), |b| {
            b.iter(|| rays.iter().filter(|ray| is_hit(black_box(ray))).count());
        });
    }
}

criterion_group! { name = benches; config = inputs::criterion(); targets = frusta, pairs, rays }
criterion_main!(benches);
