//! Pairs per second by occlusion queries, by method and resolution, on the OpenGL that this machine has, against exact
//! tests of the same meshes by parry3d and by eyeline in `f64`. All on one thread.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod results;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::exact::body::ExactBody;
use eyeline::geometry::exact::separation::closest;
use eyeline::geometry::{Mesh, Pose, Shape};
use eyeline::occlusion::{DepthView, Method, Pair, answer};
use eyeline::render::{Headless, OcclusionQueries};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::{Pose as Isometry, Vector};
use parry3d::shape::TriMesh;
use serde_json::{Map, Value};

/// Rings of so many quads around and across.
const AROUND: u32 = 48;
const ACROSS: u32 = 24;
const PAIRS: u8 = 32;

fn ring() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let turn = |i: u32, n: u32| libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(n));
    let point = |i: u32, j: u32| {
        let ((sin, cos), (up, out)) = (turn(i, AROUND), turn(j, ACROSS));
        let r = 1.0 + 0.3 * out;
        DVec3::new(r * cos, 0.3 * up, r * sin).as_vec3()
    };
    let at = |i: u32, j: u32| i % AROUND * ACROSS + j % ACROSS;
    let positions = (0..AROUND).flat_map(|i| (0..ACROSS).map(move |j| point(i, j))).collect();
    let quads =
        (0..AROUND).flat_map(|i| (0..ACROSS).map(move |j| [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]));
    (positions, quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// Two rings: from crossing each other to far apart.
fn poses(i: u8) -> [(Vec3, Quat); 2] {
    let turn = 0.37 * f32::from(i);
    [(Vec3::ZERO, Quat::from_rotation_x(turn)), (Vec3::X * (0.1 * f32::from(i)), Quat::from_rotation_z(turn))]
}

fn occlusion(c: &mut Criterion) {
    let (positions, triangles) = ring();
    let shape = Shape::Mesh(Arc::new(Mesh::new(positions.clone(), triangles.clone()).expect("a mesh")));
    let body = |(at, rotation)| vec![ExactBody::new(&shape, &Pose::new(at, rotation, Vec3::ONE).expect("a pose"))];
    let bodies: Vec<[Vec<ExactBody>; 2]> = (0..PAIRS).map(|i| poses(i).map(body)).collect();
    let vertices = positions.iter().map(|v| Vector::from_array(v.to_array())).collect();
    let mesh = TriMesh::new(vertices, triangles).expect("a mesh");
    let place = |(at, rotation): (Vec3, Quat)| {
        Isometry::from_parts(at.to_array().into(), parry3d::math::Rotation::from_array(rotation.to_array()))
    };

    let mut group = c.benchmark_group("occlusion");
    group.throughput(Throughput::Elements(PAIRS.into())).sample_size(10);
    group.bench_function("parry3d", |b| {
        b.iter(|| {
            let touches = (0..PAIRS).filter(|i| {
                let [one, other] = poses(*i).map(place);
                parry3d::query::intersection_test(&one, &mesh, &other, &mesh).is_ok_and(|found| found.intersecting)
            });
            black_box(touches.count())
        });
    });
    group.bench_function("exact", |b| {
        b.iter(|| bodies.iter().map(|[one, other]| closest(one, other).distance).sum::<f64>());
    });
    let headless = match Headless::of_this_thread() {
        Ok(headless) => headless,
        Err(error) => {
            println!("no occlusion queries are timed: {error}");
            return;
        }
    };
    let mut queries = OcclusionQueries::new(headless.context()).expect("a shader");
    let mut stored = Map::new();
    stored.insert("renderer".to_owned(), headless.renderer().into());
    for method in Method::ALL {
        let mut all_wrong = 0;
        for resolution in [64, 256, 1024] {
            let view = DepthView::framing(DVec3::NEG_Z, [DVec3::splat(-5.0), DVec3::splat(5.0)], resolution);
            let pair = |[one, other]: &[Vec<ExactBody>; 2]| Pair::new(one.clone(), other.clone(), method, &view);
            let pairs: Vec<Pair> = bodies.iter().map(pair).collect();
            let name = BenchmarkId::new(method.word(), resolution);
            // The queries alone, in one batch, until their results are there; without the exact answer beside them.
            group.bench_with_input(name, &pairs, |b, pairs| {
                let tests: Vec<_> = pairs.iter().flat_map(Pair::tests).collect();
                b.iter(|| black_box(queries.issue(&tests).expect("buffers").wait()));
            });
            let found = answer(&pairs, &mut queries).expect("buffers");
            let wrong = found.iter().filter(|answer| !answer.verdict.is_true()).count();
            println!("{} at {resolution}: {wrong} of {PAIRS} answers are wrong", method.word());
            all_wrong += wrong;
        }
        stored.insert(format!("wrong-{}", method.word()), all_wrong.into());
    }
    group.finish();
    results::save("occlusion", &Value::Object(stored).to_string());
}

criterion_group!(benches, occlusion);
criterion_main!(benches);
