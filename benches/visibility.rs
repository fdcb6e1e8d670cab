//! What a camera sees at 1280 × 720, as the report computes it: a terrain of a million triangles in a hundred objects, and
//! 100,000 boxes. Beside the terrain, rays of parry3d through the same pixels, on one thread; before the measurement, both must
//! hit about the same number of pixels.

mod inputs;
#[allow(dead_code, reason = "this benchmark has rays of its own")]
mod terrain;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::frustum::Frustum;
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::visibility::{LookTarget, PixelCamera, Visible, look};
use glam::{DMat3, DQuat, Quat, Vec3};
use inputs::Random;
use parry3d::math::Vector;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;

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

fn visibility(c: &mut Criterion) {
    let (positions, triangles) = terrain::terrain();
    let part = |triangles: &[[u32; 3]]| {
        let corners = triangles.as_flattened().iter().map(|corner| positions[*corner as usize]).collect();
        let own = (0..triangles.len()).map(|i| [0, 1, 2].map(|corner| u32::try_from(3 * i + corner).expect("few")));
        Shape::Mesh(Arc::new(Mesh::new(corners, own.collect()).expect("a mesh")))
    };
    let parts: Vec<(Shape, Pose)> =
        triangles.chunks(triangles.len().div_ceil(PARTS)).map(|part_of| (part(part_of), Pose::IDENTITY)).collect();
    let view = camera(Vec3::new(-120.0, 60.0, -120.0), Vec3::ZERO);
    let hills = targets(&parts);

    let vertices: Vec<Vector> = positions.iter().map(|v| Vector::from_array(v.to_array())).collect();
    let peer = TriMesh::new(vertices, triangles).expect("a mesh");
    let rays: Vec<Ray> = (0..SIZE[0] * SIZE[1])
        .map(|i| {
            let [x, y] = [i % SIZE[0], i / SIZE[0]].map(|at| f64::from(at) + 0.5);
            let at = view.point(glam::DVec2::new(x, y), 1.0) - view.camera.position.as_dvec3();
            let vector = |v: Vec3| Vector::from_array(v.to_array());
            Ray::new(vector(view.camera.position), vector(at.as_vec3()))
        })
        .collect();
    let hits = |rays: &[Ray]| rays.iter().filter(|ray| peer.cast_local_ray(ray, 1000.0, false).is_some()).count();
    let (ours, theirs) = (look(&view, &hills).iter().map(|seen| seen.pixels).sum::<u64>(), hits(&rays) as u64);
    // parry3d hits back faces too.
    assert!(ours <= theirs && theirs - ours < theirs / 50, "{ours} {theirs}");

    let mut random = Random(48);
    let boxes: Vec<(Shape, Pose)> = (0..BOXES)
        .map(|_| {
            let half_extents = Vec3::from_array(std::array::from_fn(|_| random.within(0.25, 1.5)));
            let position =
                Vec3::new(random.within(-400.0, 400.0), random.within(0.0, 12.0), random.within(-400.0, 400.0));
            let pose = Pose::new(position, Quat::from_rotation_y(random.within(0.0, 1.5)), Vec3::ONE);
            (Shape::Box { half_extents }, pose.expect("an invertible pose"))
        })
        .collect();
    let crowd = targets(&boxes);
    let among = camera(Vec3::new(0.0, 6.0, 0.0), Vec3::new(100.0, 4.0, 0.0));

    let mut group = c.benchmark_group("visibility");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("terrain", |b| b.iter(|| black_box(look(&view, &hills))));
    group.bench_function("terrain/parry", |b| b.iter(|| black_box(hits(&rays))));
    group.bench_function("boxes", |b| b.iter(|| black_box(look(&among, &crowd))));
    group.finish();
}

criterion_group!(benches, visibility);
criterion_main!(benches);
