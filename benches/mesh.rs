//! Rays against a terrain of a million triangles, and the building of its tree: eyeline, many rays at a time and one by
//! one, and parry3d. Before the measurement, both must find the same number of hits. All on one thread.
//! `peers/` has the same terrain and rays for obvhs; for Embree they are written into `target/tmp`.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod results;
mod terrain;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::ray::batch::{Hits, Rays, cast_all, meets_any};
use eyeline::geometry::ray::{Inside, Ray, RayKind, RayQuery, cast_mesh, hit_mesh};
use eyeline::geometry::{Mesh, Pose, Shape};
use glam::Vec3;
use inputs::Random;
use parry3d::math::Vector;
use parry3d::query::RayCast;
use parry3d::shape::TriMesh;

/// The number of rays of which all crossings are computed.
const SOME: usize = 1 << 17;

/// Rays as a batch takes them.
struct Arrays {
    origin: [Vec<f32>; 3],
    direction: [Vec<f32>; 3],
}

impl Arrays {
    fn new(rays: &[[Vec3; 2]]) -> Self {
        let axis = |part: usize| [0, 1, 2].map(|axis| rays.iter().map(|ray| ray[part][axis]).collect());
        Self { origin: axis(0), direction: axis(1) }
    }

    fn rays(&self) -> Rays<'_> {
        Rays {
            origin: self.origin.each_ref().map(Vec::as_slice),
            direction: self.direction.each_ref().map(Vec::as_slice),
        }
    }
}

fn floats(vectors: &[Vec3]) -> Vec<u8> {
    vectors.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes).collect()
}

fn mesh(c: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let (positions, triangles) = terrain::terrain();
    let mesh = Mesh::new(positions.clone(), triangles.clone()).expect("a mesh");
    let vertices: Vec<Vector> = positions.iter().map(|v| Vector::from_array(v.to_array())).collect();

    results::save_bytes("mesh-positions.f32", &floats(&positions));
    results::save_bytes(
        "mesh-triangles.u32",
        &triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect::<Vec<_>>(),
    );

    let mut group = c.benchmark_group("mesh-build");
    group.throughput(Throughput::Elements(1)).sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("ours", |b| {
        // A copy of a mesh without a tree has no tree.
        b.iter_batched(|| mesh.clone(), |mesh| pool.install(|| mesh.prepare()), BatchSize::PerIteration);
    });
    group.bench_function("faults", |b| {
        b.iter_batched(|| mesh.clone(), |mesh| mesh.faults().open_edges.count, BatchSize::PerIteration);
    });
    group.bench_function("parry", |b| {
        let parts = || (vertices.clone(), triangles.clone());
        b.iter_batched(parts, |(v, t)| TriMesh::new(v, t).expect("a mesh"), BatchSize::PerIteration);
    });
    group.finish();

    mesh.prepare();
    let shape = Shape::Mesh(Arc::new(mesh.clone()));
    let peer = TriMesh::new(vertices, triangles).expect("a mesh");
    let mut random = Random(7);
    let sight = terrain::sight(|low, high| random.within(low, high));
    for (name, rays, kind) in [("primary", terrain::primary(), RayKind::Ray), ("sight", sight, RayKind::Segment)] {
        let query = RayQuery::new(kind, Inside::Hollow);
        let last = kind.range().far.min(f32::MAX);
        let arrays = Arrays::new(&rays);
        let cast = |[origin, direction]: &[Vec3; 2]| {
            let ray = Ray { origin: *origin, direction: *direction };
            cast_mesh(&ray, query, &mesh, &Pose::IDENTITY).cast.hit()
        };
        let hit = |[origin, direction]: &[Vec3; 2]| {
            let ray = Ray { origin: *origin, direction: *direction };
            hit_mesh(&ray, query, &mesh, &Pose::IDENTITY)
        };
        let theirs: Vec<parry3d::query::Ray> = rays
            .iter()
            .map(|ray| {
                let [origin, direction] = ray.map(|v| Vector::from_array(v.to_array()));
                parry3d::query::Ray::new(origin, direction)
            })
            .collect();

        let (mut hits, mut blocked) = (Hits::default(), Vec::new());
        cast_all(query, arrays.rays(), &shape, &Pose::IDENTITY, &mut hits);
        meets_any(query, arrays.rays(), &mesh, &Pose::IDENTITY, &mut blocked);
        let ours = hits.t.iter().filter(|t| t.is_finite()).count();
        assert_eq!(blocked.iter().filter(|blocked| **blocked).count(), ours);
        let theirs_hit = theirs.iter().filter(|ray| peer.cast_local_ray(ray, last, false).is_some()).count();
        results::save_bytes(&format!("mesh-{name}.f32"), &floats(rays.as_flattened()));
        results::save(&format!("mesh-{name}"), &format!("{{ \"hits\": {ours} }}"));
        println!("\n{name}: of {} rays {ours} hit, by parry3d {theirs_hit}", rays.len());
        for ray in rays.iter().step_by(97) {
            assert_eq!(hit(ray).map(|(hit, _)| hit), cast(ray), "the hit alone is that of the whole answer");
        }
        assert!(ours.abs_diff(theirs_hit) <= rays.len() / 100_000, "they differ by more than rounding");

        let mut group = c.benchmark_group(format!("mesh-{name}"));
        group.throughput(Throughput::Elements(rays.len() as u64)).sample_size(20);
        group.measurement_time(Duration::from_secs(8));
        group.bench_function("batch", |b| {
            b.iter(|| cast_all(query, black_box(arrays.rays()), &shape, &Pose::IDENTITY, &mut hits));
        });
        group.bench_function("any", |b| {
            b.iter(|| meets_any(query, black_box(arrays.rays()), &mesh, &Pose::IDENTITY, &mut blocked));
        });
        group.sample_size(10);
        group.bench_function("single", |b| {
            b.iter(|| rays.iter().filter(|ray| hit(black_box(ray)).is_some()).count());
        });
        group.bench_function("parry", |b| {
            let hit = |ray: &parry3d::query::Ray| peer.cast_local_ray(black_box(ray), last, false).is_some();
            b.iter(|| theirs.iter().filter(|ray| hit(ray)).count());
        });
        // `hit_mesh` has the normal of the surface too.
        group.bench_function("parry-normal", |b| {
            let hit = |ray: &parry3d::query::Ray| {
                black_box(peer.cast_local_ray_and_get_normal(black_box(ray), last, false)).is_some()
            };
            b.iter(|| theirs.iter().filter(|ray| hit(ray)).count());
        });
        // All crossings of a line take several times as long, so only the rays from the middle of the list are cast.
        let middle = &rays[(rays.len() - SOME) / 2..][..SOME];
        group.throughput(Throughput::Elements(SOME as u64));
        group.bench_function("whole", |b| {
            b.iter(|| middle.iter().filter(|ray| cast(black_box(ray)).is_some()).count());
        });
        group.finish();
    }
}

criterion_group!(benches, mesh);
criterion_main!(benches);
