//! Rays against convex hulls, compared with the `f64` search, with parry3d, with the batch form and with the hull's mesh.

use std::sync::Arc;

use eyeline::geometry::exact::cast::{ExactDifference, cast as cast_exactly, difference};
use eyeline::geometry::exact::separation::closest;
use eyeline::geometry::exact::{body::ExactBody, ray::clearance};
use eyeline::geometry::ray::batch::{Hits, Rays, cast_all};
use eyeline::geometry::ray::{Feature, Inside, Ray, RayKind, RayQuery, cast, cast_told};
use eyeline::geometry::shape::Hull;
use eyeline::geometry::{Pose, Shape, Story};
use glam::{DVec3, Vec3};
use parry3d::{math, query, shape::SharedShape};

use crate::random::{Random, narrow};

/// From a tetrahedron to a few hundred points: anywhere, on a grid with many points in one plane, around a ball, or flat.
fn hull(random: &mut Random) -> Arc<Hull> {
    loop {
        let most = if random.once_in(8) { 200 } else { 30 };
        let count = 4 + random.below(most);
        let kind = random.below(4);
        let mut point = || match kind {
            0 => random.in_ball(2.0).as_vec3(),
            1 => Vec3::from_array(std::array::from_fn(|_| narrow(random.range(-2.0, 3.0).floor()))),
            2 => (random.direction() * 2.0).as_vec3(),
            _ => (random.in_ball(2.0) * DVec3::new(1.0, 0.02, 1.0)).as_vec3(),
        };
        let points = (0..count).map(|_| point()).collect();
        if let Ok(hull) = Hull::new(points) {
            return Arc::new(hull);
        }
    }
}

struct Case {
    ray: Ray,
    shape: Shape,
    pose: Pose,
}

/// A ray towards a point of the surface or near it, often along a face or an edge.
fn case(random: &mut Random) -> Case {
    let (hull, pose) = (hull(random), random.pose());
    let faces = hull.faces();
    let corners = &faces[random.below(faces.len())].corners;
    let [a, b, c] = [0, 1, 2].map(|_| corners[random.below(corners.len())]);
    let target = match random.below(4) {
        0 => a,
        1 => a.lerp(b, random.within(0.0, 1.0)),
        2 => (a + b + c) / 3.0,
        _ => random.in_ball(2.5).as_vec3(),
    };
    let from = if random.once_in(4) { b - c } else { random.in_ball(8.0).as_vec3() };
    let from = if from == Vec3::ZERO { Vec3::ONE } else { from };
    let world = pose.world_from_local();
    let [origin, through] = [target + from, target].map(|at| world.transform_point3(at));
    let direction = if through == origin { Vec3::X } else { (through - origin) * random.within(0.5, 2.0) };
    Case { ray: Ray { origin, direction }, shape: Shape::Hull(hull), pose }
}

const QUERIES: [RayQuery; 5] = [
    RayQuery::new(RayKind::Line, Inside::Solid),
    RayQuery::new(RayKind::Ray, Inside::Solid),
    RayQuery::new(RayKind::Ray, Inside::Hollow),
    RayQuery::new(RayKind::Segment, Inside::Solid),
    RayQuery::new(RayKind::Segment, Inside::Hollow),
];

/// Another answer is possible only where rounding may decide.
#[test]
fn answers_agree_with_the_exact_reference() {
    let mut random = Random::new(4100);
    let (mut hits, mut grazing) = (0, 0);
    for _ in 0..4000 {
        let Case { ray, shape, pose } = case(&mut random);
        let query = random.pick(&QUERIES);
        let fast = cast(&ray, query, &shape, &pose);
        let exact = cast_exactly(&ray, query, &shape, &pose);
        hits += u32::from(fast.hit().is_some());
        match difference(&ray, &shape, &pose, &fast, &exact) {
            None => {}
            Some(
                ExactDifference::Grazing { clearance, rounding } | ExactDifference::End { clearance, rounding, .. },
            ) => {
                assert!(clearance.abs() <= rounding, "{clearance} > {rounding}: {ray:?} {pose:?} {shape:?}");
                grazing += 1;
            }
            Some(other) => panic!("{other:?}: {ray:?} {pose:?} {shape:?}, {fast:?} and {exact:?}"),
        }
        let mut story = Story::default();
        assert_eq!(cast_told(&ray, query, &shape, &pose, &mut story), fast);
        assert!(!story.steps.is_empty());
    }
    assert!(hits > 1000 && grazing < 1500, "{hits} hits, {grazing} grazing");
}

#[test]
fn hits_are_those_of_parry() {
    let mut random = Random::new(4200);
    let (mut compared, mut differ) = (0, 0);
    while compared < 1500 {
        let Case { ray, shape, .. } = case(&mut random);
        let Shape::Hull(hull) = &shape else { continue };
        let pose = Pose::new(random.in_ball(5.0).as_vec3(), random.rotation(), Vec3::ONE).expect("a pose");
        let vector = |v: Vec3| math::Vector::from_array(v.to_array());
        let points: Vec<_> = hull.points().iter().map(|point| vector(*point)).collect();
        let Some(theirs) = SharedShape::convex_hull(&points) else { continue };
        if clearance(&ray, &shape, &pose).is_none_or(|clearance| clearance.abs() < 1e-3) {
            continue;
        }
        compared += 1;
        let world = pose.world_from_local();
        let (_, rotation, position) = world.to_scale_rotation_translation();
        let at = math::Pose::from_parts(vector(position), math::Rotation::from_array(rotation.to_array()));
        let cast_ray = query::Ray::new(vector(ray.origin), vector(ray.direction));
        let their = theirs.cast_ray(&at, &cast_ray, f32::MAX, true);
        let our = cast(&ray, RayQuery::default(), &shape, &pose).hit().map(|hit| hit.t);
        differ += u32::from(match (our, their) {
            (Some(a), Some(b)) => (a - b).abs() * ray.direction.length() > 1e-2,
            (a, b) => a.is_some() != b.is_some(),
        });
    }
    assert!(differ * 200 <= compared, "{differ} of {compared} differ from parry");
}

#[test]
fn many_rays_at_a_time_get_the_answers_of_one() {
    let mut random = Random::new(4300);
    for _ in 0..200 {
        let (shape, query) = (Shape::Hull(hull(&mut random)), random.pick(&QUERIES));
        let pose =
            Pose::new(random.in_ball(5.0).as_vec3(), random.rotation(), Vec3::new(1.0, -0.5, 2.0)).expect("a pose");
        let rays: Vec<Ray> = (0..70)
            .map(|_| Ray { origin: random.in_ball(9.0).as_vec3(), direction: random.direction().as_vec3() * 4.0 })
            .collect();
        let axis = |of: fn(&Ray) -> f32| -> Vec<f32> { rays.iter().map(of).collect() };
        let origin = [axis(|ray| ray.origin.x), axis(|ray| ray.origin.y), axis(|ray| ray.origin.z)];
        let direction = [axis(|ray| ray.direction.x), axis(|ray| ray.direction.y), axis(|ray| ray.direction.z)];
        let all = Rays { origin: origin.each_ref().map(|x| &x[..]), direction: direction.each_ref().map(|x| &x[..]) };
        let mut hits = Hits::default();
        cast_all(query, all, &shape, &pose, &mut hits);
        for (i, ray) in rays.iter().enumerate() {
            let single = cast(ray, query, &shape, &pose);
            let bounds = single.interval().map_or([f32::INFINITY; 2], eyeline::geometry::Interval::ends);
            let is_close = bounds.iter().any(|t| t.abs() < 1e-3 || (t - 1.0).abs() < 1e-3);
            if is_close || clearance(ray, &shape, &pose).is_none_or(|depth| depth.abs() < 1e-3) {
                continue;
            }
            assert_eq!(single.hit().is_some(), hits.t[i] < f32::INFINITY, "{ray:?} {single:?}");
            if let Some(hit) = single.hit() {
                assert!((hit.t - hits.t[i]).abs() < 1e-3, "{ray:?} {single:?} {}", hits.t[i]);
                assert_eq!(hit.normal.is_some(), hits.normal(i).is_some(), "{ray:?} {single:?}");
            }
        }
    }
}

/// The face of a hit is the one whose plane contains the point, and its normal is the answer's.
#[test]
fn the_face_of_a_hit_contains_the_point() {
    let mut random = Random::new(4400);
    let mut faces = 0;
    for _ in 0..3000 {
        let hull = hull(&mut random);
        let [origin, target] = [8.0, 1.0].map(|radius| random.in_ball(radius).as_vec3());
        let (ray, query) = (Ray { origin, direction: target - origin }, RayQuery::new(RayKind::Line, Inside::Solid));
        let Some(hit) = cast(&ray, query, &Shape::Hull(Arc::clone(&hull)), &Pose::IDENTITY).hit() else { continue };
        let Feature::Face(number) = hit.feature else { panic!("{hit:?}") };
        let face = &hull.faces()[usize::from(number)];
        let off = face.normal.as_dvec3().dot((hit.point - face.corners[0]).as_dvec3());
        assert!(off.abs() < 1e-3, "{off}: {hit:?} {face:?}");
        assert!(hit.normal.expect("a line has a normal").dot(face.normal) > 0.999);
        faces += 1;
    }
    assert!(faces > 500, "{faces}");
}

/// The distance of two hulls is that of their meshes, unless one contains the other.
#[test]
fn hulls_are_as_far_apart_as_their_meshes() {
    let mut random = Random::new(4500);
    for _ in 0..150 {
        let both = [0, 1].map(|_| (hull(&mut random), random.in_ball(6.0).as_vec3(), random.rotation()));
        let bodies = |as_mesh: bool| {
            both.each_ref().map(|(hull, position, rotation)| {
                let shape = if as_mesh { Shape::Mesh(Arc::clone(hull.mesh())) } else { Shape::Hull(Arc::clone(hull)) };
                ExactBody::new(&shape, &Pose::new(*position, *rotation, Vec3::ONE).expect("a pose"))
            })
        };
        let [hulls, meshes] = [false, true].map(|as_mesh| {
            let [a, b] = bodies(as_mesh);
            closest(&[a], &[b]).distance
        });
        assert!((hulls - meshes).abs() < 1e-6, "{hulls} and {meshes}: {both:?}");
    }
}
