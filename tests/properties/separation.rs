//! The exact distance of two bodies, compared with parry3d: solids under rotation and uniform scale, and meshes.

use eyeline::geometry::exact::body::ExactBody;
use eyeline::geometry::exact::separation::closest;
use eyeline::geometry::shape::Hull;
use eyeline::geometry::{Mesh, Pose, Shape};
use glam::Vec3;
use parry3d::math::{Pose as Isometry, Rotation, Vector};
use parry3d::query;
use parry3d::shape::{SharedShape, TriMesh};

use crate::random::{Random, narrow, of_sizes};
use crate::rays::KINDS;

/// A solid of ordinary size somewhere near the origin.
fn placed(random: &mut Random, kind: &Shape) -> (Shape, Pose) {
    let shape = of_sizes(kind, || narrow(random.range(0.2, 1.5)));
    let (position, rotation) = (random.in_ball(2.5).as_vec3(), random.rotation());
    (shape, Pose::new(position, rotation, Vec3::ONE).expect("an invertible pose"))
}

fn isometry(pose: &Pose, middle: f32) -> Isometry {
    let world = pose.world_from_local();
    let (_, rotation, _) = world.to_scale_rotation_translation();
    let position = world.transform_point3(Vec3::Y * middle);
    Isometry::from_parts(Vector::from_array(position.to_array()), Rotation::from_array(rotation.to_array()))
}

fn of_parry(shape: &Shape, pose: &Pose) -> (SharedShape, Isometry) {
    let (solid, middle) = match *shape {
        Shape::Box { half_extents: h } => (SharedShape::cuboid(h.x, h.y, h.z), 0.0),
        Shape::Sphere { radius } => (SharedShape::ball(radius), 0.0),
        Shape::Cylinder { radius, half_height } => (SharedShape::cylinder(half_height, radius), 0.0),
        // parry3d's cone is centred.
        Shape::Cone { radius, height } => (SharedShape::cone(0.5 * height, radius), -0.5 * height),
        Shape::Capsule { radius, half_height } => (SharedShape::capsule_y(half_height, radius), 0.0),
        Shape::Hull(ref hull) => {
            let points: Vec<Vector> = hull.points().iter().map(|point| Vector::from_array(point.to_array())).collect();
            (SharedShape::convex_hull(&points).expect("a hull"), 0.0)
        }
        Shape::Mesh(ref mesh) => {
            let vertices = mesh.positions().iter().map(|v| Vector::from_array(v.to_array())).collect();
            let mesh = TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh");
            (SharedShape::new(mesh), 0.0)
        }
    };
    (solid, isometry(pose, middle))
}

fn compare(seed: u64, kinds: &[Shape; 2], cases: u32) {
    let mut random = Random::new(seed);
    let (mut apart, mut touching, mut stopped) = (0, 0, 0);
    for _ in 0..cases {
        let both = [0, 1].map(|i| placed(&mut random, &kinds[i]));
        let bodies = both.each_ref().map(|(shape, pose)| ExactBody::new(shape, pose));
        let ours = closest(&bodies[..1], &bodies[1..]).distance;
        let back = closest(&bodies[1..], &bodies[..1]).distance;
        assert!((ours - back).abs() < 1e-6, "{ours} and {back} exchanged: {both:?}");
        let [(one, at), (other, there)] = both.each_ref().map(|(shape, pose)| of_parry(shape, pose));
        let theirs = f64::from(query::distance(&at, &*one, &there, &*other).expect("both are known").distance);
        // Eyeline's distance is that of two points of the bodies, so a greater distance by parry3d means that its
        // search stopped too early. Its search in f32 does so at round edges.
        assert!(ours < theirs + 1e-4 && theirs < ours + 0.05, "{ours}, and parry {theirs}: {both:?}");
        stopped += u32::from(theirs > ours + 2e-3);
        if ours > 2e-3 {
            apart += 1;
        } else {
            touching += 1;
        }
    }
    assert!(stopped <= cases / 25, "{kinds:?}: parry stops early in {stopped} of {cases}");
    assert!(apart > cases / 10 && touching > cases / 20, "{kinds:?}: {apart} apart, {touching} touching");
}

#[test]
fn solids_are_as_far_apart_as_for_parry() {
    for (i, one) in KINDS.iter().enumerate() {
        for (j, other) in KINDS.iter().enumerate().skip(i) {
            compare(7000 + 10 * i as u64 + j as u64, &[one.clone(), other.clone()], 400);
        }
    }
}

#[test]
fn hulls_are_as_far_apart_as_for_parry() {
    for (i, kind) in KINDS.iter().enumerate() {
        let mut random = Random::new(7200 + i as u64);
        let mut hull = || loop {
            let points = (0..4 + random.below(40)).map(|_| random.in_ball(1.2).as_vec3()).collect();
            if let Ok(hull) = Hull::new(points) {
                return Shape::Hull(std::sync::Arc::new(hull));
            }
        };
        compare(7210 + i as u64, &[hull(), kind.clone()], 200);
        compare(7220 + i as u64, &[hull(), hull()], 200);
    }
}

/// A ring with axis Y: not convex.
fn ring() -> Shape {
    let (around, across) = (16_u32, 8_u32);
    let turn = |i: u32, n: u32| libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(n));
    let point = |i: u32, j: u32| {
        let ((sin, cos), (up, out)) = (turn(i, around), turn(j, across));
        let r = 1.0 + 0.3 * out;
        glam::DVec3::new(r * cos, 0.3 * up, r * sin).as_vec3()
    };
    let positions = (0..around).flat_map(|i| (0..across).map(move |j| point(i, j))).collect();
    let at = |i: u32, j: u32| i % around * across + j % across;
    let quads =
        (0..around).flat_map(|i| (0..across).map(move |j| [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]));
    let triangles = quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Shape::Mesh(std::sync::Arc::new(Mesh::new(positions, triangles).expect("a mesh")))
}

#[test]
fn a_mesh_is_as_far_from_a_solid_as_for_parry() {
    for (i, kind) in KINDS.iter().enumerate() {
        let mut random = Random::new(7300 + i as u64);
        for _ in 0..60 {
            let both = [placed(&mut random, &ring()), placed(&mut random, kind)];
            let [a, b] = both.each_ref().map(|(shape, pose)| ExactBody::new(shape, pose));
            let ours = closest(&[a], &[b]).distance;
            let [(one, at), (other, there)] = both.each_ref().map(|(shape, pose)| of_parry(shape, pose));
            let theirs = f64::from(query::distance(&at, &*one, &there, &*other).expect("both are known").distance);
            // parry3d treats a mesh as a surface, so a body inside has a distance from it.
            assert!((ours - theirs).abs() < 2e-3 || ours <= 0.0, "{ours}, and parry {theirs}: {both:?}");
        }
    }
}

#[test]
fn two_meshes_are_as_far_apart_as_their_nearest_triangles() {
    let mut random = Random::new(7400);
    for _ in 0..25 {
        let both = [placed(&mut random, &ring()), placed(&mut random, &ring())];
        let bodies = both.each_ref().map(|(shape, pose)| ExactBody::new(shape, pose));
        let ours = closest(&bodies[..1], &bodies[1..]).distance;
        // Every triangle against every triangle, by parry3d.
        let triangles = bodies.each_ref().map(|body| {
            let corners = body.triangles().map(|corners| corners.map(|v| Vector::from_array(v.as_vec3().to_array())));
            corners.map(|[a, b, c]| parry3d::shape::Triangle::new(a, b, c)).collect::<Vec<_>>()
        });
        let mut theirs = f32::INFINITY;
        for one in &triangles[0] {
            for other in &triangles[1] {
                let found =
                    query::distance(&Isometry::IDENTITY, one, &Isometry::IDENTITY, other).expect("triangles").distance;
                theirs = theirs.min(found);
            }
        }
        assert!((ours - f64::from(theirs)).abs() < 2e-3, "{ours}, and parry {theirs}: {both:?}");
    }
}

/// An affine map of both bodies only changes the unit, also with a non-uniform scale: spheres become ellipsoids. Their
/// distance is compared with the least distance of very many pairs of points.
#[test]
fn ellipsoids_are_as_far_apart_as_their_nearest_points() {
    let mut random = Random::new(7500);
    for _ in 0..20 {
        let body = |random: &mut Random| {
            let scale = [0, 1, 2].map(|_| narrow(random.range(0.4, 1.6)));
            let pose = Pose::new(random.in_ball(3.0).as_vec3(), random.rotation(), scale.into()).expect("a pose");
            ExactBody::new(&Shape::Sphere { radius: 0.7 }, &pose)
        };
        let both = [body(&mut random), body(&mut random)];
        let ours = closest(&both[..1], &both[1..]).distance;
        let mut least = f64::INFINITY;
        let mut reach = 0.0_f64;
        for _ in 0..4000 {
            let along = random.direction();
            // No separating plane is further from both bodies than their distance.
            let gap = -both[0].support(along).dot(along) - both[1].support(-along).dot(-along);
            reach = reach.max(gap);
            let points = [both[0].support(random.direction()), both[1].support(random.direction())];
            least = least.min(points[0].distance(points[1]));
        }
        assert!(reach <= ours + 1e-9 && ours <= least + 1e-9, "{reach} ≤ {ours} ≤ {least}");
        assert!(ours - reach <= 0.02, "the best plane is nearly as good: {reach}, {ours}");
    }
}
