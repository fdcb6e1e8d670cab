//! What a camera sees at 1280 × 720, as the report computes it, with the reason of each object that it does not see: a terrain
//! of a million triangles in a hundred objects; a hall of 278,000 triangles in 103 objects, seen from inside (Sponza has
//! 262,000 in 103); and 100,000 boxes. Beside the meshes, rays of parry3d through the same pixels, on all threads; before the
//! measurement, both must hit about the same number of pixels.

mod inputs;
mod terrain;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::frustum::Frustum;
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::visibility::{LookTarget, PixelCamera, Reason, Seen, Visible, look, why};
use glam::{DMat3, DQuat, Quat, Vec3};
use inputs::Random;
use parry3d::math::Vector;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;
use rayon::prelude::*;

const SIZE: [u32; 2] = [1280, 720];
/// The objects of the terrain.
const PARTS: usize = 100;
const BOXES: usize = 100_000;

fn camera(eye: Vec3, target: Vec3) -> PixelCamera {
    let forward = (target - eye).as_dvec3().normalize_or_zero();
    let right = forward.cross(glam::DVec3::Y).normalize_or_zero();
    let rotation = DQuat::from_mat3(&DMat3::from_cols(right, right.cross(forward), -forward));
    let projection = Projection::Perspective { fov_y: 60_f64.to_radians(), aspect: 16.0 / 9.0 };
    let camera =
        Camera { position: eye, rotation, projection, near: 0.1, far: 1000.0, depth: DepthRange::MinusOneToOne };
    PixelCamera { camera, frustum: Frustum::of(&camera), size: SIZE, mask: u64::MAX }
}

fn targets(objects: &[(Shape, Pose)]) -> Vec<LookTarget<'_>> {
    let mut targets = Vec::with_capacity(objects.len());
    for (shape, pose) in objects {
        let bounds = Aabb::of(shape, pose);
        targets.push(LookTarget { what: Visible::Body { shape, pose }, layers: 1, bounds, view_box: bounds });
    }
    targets
}

/// What a camera sees, and why not of the rest.
fn answers(view: &PixelCamera, targets: &[LookTarget]) -> Vec<(Seen, Option<Reason>)> {
    let seen = look(view, targets);
    let reasons: Vec<Option<Reason>> =
        (0..targets.len()).into_par_iter().map(|i| why(view, &targets[i], &seen[i])).collect();
    seen.into_iter().zip(reasons).collect()
}

/// Rays through the centres of all pixels, and the number of those that hit.
struct Peer {
    mesh: TriMesh,
    rays: Vec<Ray>,
}

impl Peer {
    fn of(view: &PixelCamera, parts: &[(Shape, Pose)]) -> Self {
        let vector = |v: Vec3| Vector::from_array(v.to_array());
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (shape, pose) in parts {
            let Shape::Mesh(mesh) = shape else { continue };
            let first = u32::try_from(vertices.len()).expect("few vertices");
            vertices.extend(mesh.positions().iter().map(|at| vector(pose.world_from_local().transform_point3(*at))));
            triangles.extend(mesh.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
        }
        let rays = (0..SIZE[0] * SIZE[1]).map(|i| {
            let [x, y] = [i % SIZE[0], i / SIZE[0]].map(|at| f64::from(at) + 0.5);
            let at = view.point(glam::DVec2::new(x, y), 1.0) - view.camera.position.as_dvec3();
            Ray::new(vector(view.camera.position), vector(at.as_vec3()))
        });
        Self { mesh: TriMesh::new(vertices, triangles).expect("a mesh"), rays: rays.collect() }
    }

    fn hits(&self) -> u64 {
        let is_hit = |ray: &&Ray| self.mesh.cast_local_ray(ray, 1000.0, false).is_some();
        self.rays.par_iter().filter(is_hit).count() as u64
    }
}

/// The terrain in parts.
fn hills() -> Vec<(Shape, Pose)> {
    let (positions, triangles) = terrain::terrain();
    let part = |triangles: &[[u32; 3]]| {
        let corners = triangles.as_flattened().iter().map(|corner| positions[*corner as usize]).collect();
        let own = (0..triangles.len()).map(|i| [0, 1, 2].map(|corner| u32::try_from(3 * i + corner).expect("few")));
        Shape::Mesh(Arc::new(Mesh::new(corners, own.collect()).expect("a mesh")))
    };
    triangles.chunks(triangles.len().div_ceil(PARTS)).map(|part_of| (part(part_of), Pose::IDENTITY)).collect()
}

/// A grid of `n` by `m` squares, each of two triangles, whose corners are at `at(i / n, j / m)`.
fn sheet(n: u16, m: u16, at: impl Fn(f32, f32) -> Vec3) -> Shape {
    let corners = (0..=m).flat_map(|j| (0..=n).map(move |i| (i, j)));
    let corners = corners.map(|(i, j)| at(f32::from(i) / f32::from(n), f32::from(j) / f32::from(m))).collect();
    let row = u32::from(n) + 1;
    let squares = (0..u32::from(m)).flat_map(|j| (0..u32::from(n)).map(move |i| j * row + i));
    let triangles = squares.flat_map(|a| [[a, a + 1, a + row + 1], [a, a + row + 1, a + row]]).collect();
    Shape::Mesh(Arc::new(Mesh::new(corners, triangles).expect("a mesh")))
}

/// A hall of 30 m by 12 m with two floors of columns, vases between them, and curtains.
fn hall() -> Vec<(Shape, Pose)> {
    let mut parts: Vec<Shape> = Vec::new();
    let turn = std::f32::consts::TAU;
    // A body of revolution about the vertical through a point; outside is its front.
    let turned = |centre: Vec3, n: u16, m: u16, height: f32, radius: &dyn Fn(f32) -> f32| {
        sheet(n, m, |u, v| {
            centre + Vec3::new(radius(v) * libm::sinf(turn * u), height * v, radius(v) * libm::cosf(turn * u))
        })
    };
    for (side, floor) in [(-4.0, 0.0), (4.0, 0.0), (-4.0, 5.0), (4.0, 5.0)] {
        for i in 0..12_u8 {
            let foot = Vec3::new(2.5 * f32::from(i) - 13.75, floor, side);
            parts.push(turned(foot, 24, 48, 4.0, &|v| 0.3 + 0.06 * libm::cosf(40.0 * v) - 0.05 * v));
            if floor == 0.0 {
                let at = foot + Vec3::X * 1.25;
                parts.push(turned(at, 28, 52, 1.2, &|v| 0.1 + 0.35 * libm::sinf(std::f32::consts::PI * v)));
            }
        }
        for i in 0..6_u8 {
            let left = Vec3::new(5.0 * f32::from(i) - 14.0, floor + 0.3, side * 1.2);
            parts.push(sheet(30, 40, |u, v| left + Vec3::new(2.0 * u, 3.5 * v, 0.3 * libm::sinf(9.0 * u + 2.0 * v))));
        }
    }
    let floor = |y: f32| sheet(60, 60, move |u, v| Vec3::new(30.0 * u - 15.0, y, 6.0 - 12.0 * v));
    parts.extend([floor(0.0), floor(-0.5)]);
    let wall = |way: f32| sheet(60, 40, move |u, v| Vec3::new(way * (30.0 * u - 15.0), 10.0 * v, -6.0 * way));
    parts.extend([wall(1.0), wall(-1.0)]);
    let end = |way: f32| sheet(40, 40, move |u, v| Vec3::new(15.0 * way, 10.0 * v, way * (12.0 * u - 6.0)));
    parts.extend([end(1.0), end(-1.0)]);
    parts.push(sheet(80, 60, |u, v| Vec3::new(30.0 * u - 15.0, 10.0, 12.0 * v - 6.0)));
    parts.into_iter().map(|shape| (shape, Pose::IDENTITY)).collect()
}

/// Boxes of half a metre to 3 m, scattered over a square of 800 m.
fn boxes() -> Vec<(Shape, Pose)> {
    let mut random = Random(48);
    let one = |_| {
        let half_extents = Vec3::from_array(std::array::from_fn(|_| random.within(0.25, 1.5)));
        let position = Vec3::new(random.within(-400.0, 400.0), random.within(0.0, 12.0), random.within(-400.0, 400.0));
        let pose = Pose::new(position, Quat::from_rotation_y(random.within(0.0, 1.5)), Vec3::ONE);
        (Shape::Box { half_extents }, pose.expect("an invertible pose"))
    };
    (0..BOXES).map(one).collect()
}

fn visibility(c: &mut Criterion) {
    let mut group = c.benchmark_group("visibility");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    group.throughput(Throughput::Elements(u64::from(SIZE[0]) * u64::from(SIZE[1])));
    for (name, parts, view) in [
        ("terrain", hills(), camera(Vec3::new(-120.0, 60.0, -120.0), Vec3::ZERO)),
        ("hall", hall(), camera(Vec3::new(-13.0, 1.7, 0.5), Vec3::new(10.0, 3.0, -1.0))),
    ] {
        let (targets, peer) = (targets(&parts), Peer::of(&view, &parts));
        let (ours, theirs) = (look(&view, &targets).iter().map(|seen| seen.pixels).sum::<u64>(), peer.hits());
        // parry3d hits back faces too, and a few of its rays pass between two triangles at their common edge.
        assert!(ours.abs_diff(theirs) < theirs / 20, "{name}: {ours} {theirs}");
        group.bench_function(BenchmarkId::new("eyeline", name), |b| b.iter(|| black_box(answers(&view, &targets))));
        group.bench_function(BenchmarkId::new("parry3d", name), |b| b.iter(|| black_box(peer.hits())));
    }
    let boxes = boxes();
    let (crowd, among) = (targets(&boxes), camera(Vec3::new(0.0, 6.0, 0.0), Vec3::new(100.0, 4.0, 0.0)));
    group.bench_function(BenchmarkId::new("eyeline", "boxes"), |b| b.iter(|| black_box(answers(&among, &crowd))));
    group.bench_function(BenchmarkId::new("look", "boxes"), |b| b.iter(|| black_box(look(&among, &crowd))));
    group.finish();
}

criterion_group!(benches, visibility);
criterion_main!(benches);
