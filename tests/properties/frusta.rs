//! Frustum against box: the planes against clip space, the fast answer against the exact one, and the exact one
//! against parry3d's GJK.
//!
//! Result over the 300,000 biased cases: fast and exact answers differ only where the plane test is known to be
//! conservative (fast `intersect`, exact `outside`) or within the rounding of f32 at a boundary.

use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::exact;
use eyeline::geometry::frustum::{
    ExtractionValues, Frustum, PlaneRows, Side, Verdict, classify, classify_told, n_vertex, p_vertex,
};
use eyeline::geometry::{Aabb, Plane, Story, Values};
use glam::{DQuat, DVec3, Vec3};
use parry3d::math::{Pose, Vector};
use parry3d::shape::{ConvexPolyhedron, Cuboid};

use crate::random::{Random, narrow};

fn between(random: &mut Random, low: f64, high: f64) -> f32 {
    narrow(random.range(low, high))
}

fn vec3(random: &mut Random, reach: f32) -> Vec3 {
    random.in_ball(f64::from(reach)).as_vec3()
}

fn camera(random: &mut Random) -> Camera {
    let projection = if random.unit() < 0.7 {
        Projection::Perspective { fov_y: random.range(0.1, 2.6), aspect: between(random, 0.3, 3.0) }
    } else {
        Projection::Orthographic { height: between(random, 0.5, 20.0), aspect: between(random, 0.3, 3.0) }
    };
    let near = between(random, 0.05, 2.0);
    // A third of the cameras look along the axes, where planes and boxes are parallel.
    let rotation = if random.once_in(3) {
        DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2 * random.range(0.0, 4.0).floor())
    } else {
        random.rotation().as_dquat().normalize()
    };
    Camera {
        position: vec3(random, 10.0),
        rotation,
        projection,
        near,
        far: near + between(random, 0.5, 40.0),
        depth: random.pick(&[DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed]),
    }
}

/// A box near the volume. Half of them have a corner on a plane of the volume, or within rounding of one.
fn aabb(random: &mut Random, camera: &Camera, frustum: &Frustum) -> Aabb {
    let corners = camera.corners();
    let weights: [f64; 8] = std::array::from_fn(|_| random.unit());
    let total: f64 = weights.iter().sum();
    let middle: DVec3 = corners.iter().zip(weights).map(|(c, w)| *c * (w / total)).sum();
    let spread = between(random, 0.0, 1.5) * camera.far;
    let centre = middle.as_vec3() + vec3(random, spread);
    let size = libm::exp10f(between(random, -2.0, 1.5));
    let half = Vec3::new(between(random, 0.05, 1.0), between(random, 0.05, 1.0), between(random, 0.05, 1.0)) * size;
    let loose = Aabb::around(centre, half);
    if random.once_in(2) {
        return loose;
    }
    let plane = random.pick(&frustum.planes);
    let vertex = if random.once_in(2) { p_vertex(&plane, &loose) } else { n_vertex(&plane, &loose) };
    Aabb::around(centre - plane.normal * plane.distance(vertex), half)
}

/// The error bound of a distance in f32: a few roundings of the largest number in it.
fn rounding(camera: &Camera, aabb: &Aabb) -> f32 {
    let reach = aabb.min.abs().max(aabb.max.abs()).length() + camera.position.length() + camera.far;
    8.0 * f32::EPSILON * reach
}

#[test]
fn the_fast_answer_is_conservative_and_wrong_only_at_edges() {
    let mut random = Random::new(1);
    let (mut blind, mut outside) = (0, 0);
    for case in 0..300_000 {
        let camera = camera(&mut random);
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        let aabb = aabb(&mut random, &camera, &frustum);
        let fast = classify(&frustum, &aabb);
        let exact = exact::frustum::classify(&camera, &aabb);
        let slack = rounding(&camera, &aabb);
        let least_n = fast.distances.iter().map(|d| d.n).fold(f32::INFINITY, f32::min);
        let context = || format!("case {case}: {camera:?} {aabb:?} {fast:?} {exact:?}");
        match (fast.verdict, exact.verdict) {
            (Verdict::Outside, Verdict::Outside) => outside += 1,
            (a, b) if a == b => {}
            (Verdict::Intersect, Verdict::Outside) => {
                blind += usize::from(fast.margin > slack);
                outside += 1;
            }
            (Verdict::Outside, _) => assert!(fast.margin > -slack, "rejected what is in view: {}", context()),
            _ => assert!(least_n.abs() < slack, "inside or not: {}", context()),
        }
        assert_eq!(fast.rejected_by.is_some(), fast.verdict == Verdict::Outside, "{}", context());
        assert_eq!(fast.margin < 0.0, fast.verdict == Verdict::Outside, "{}", context());
    }
    assert!(blind > 1000, "the generator makes too few false positives: {blind} of {outside}");
}

#[test]
fn recording_the_steps_does_not_change_the_answer() {
    let mut random = Random::new(2);
    for _ in 0..2000 {
        let camera = camera(&mut random);
        let mut planes = Story::default();
        let frustum = Frustum::from_clip_from_world_told(camera.clip_from_world(), camera.depth, &mut planes);
        assert_eq!(frustum, Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth));
        assert_eq!(planes.steps.len(), 7);
        let aabb = aabb(&mut random, &camera, &frustum);
        let mut story = Story::default();
        assert_eq!(classify_told(&frustum, &aabb, &mut story), classify(&frustum, &aabb));
        assert_eq!(story.steps.len(), 7);
    }
}

#[test]
fn planes_agree_with_clip_space() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let camera = camera(&mut random);
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        let spread = camera.far * 2.0;
        let point = camera.position + vec3(&mut random, spread);
        let clip = camera.clip_from_world() * point.as_dvec3().extend(1.0);
        let depth = match camera.depth {
            DepthRange::MinusOneToOne => [clip.w + clip.z, clip.w - clip.z],
            DepthRange::ZeroToOne => [clip.z, clip.w - clip.z],
            DepthRange::Reversed => [clip.w - clip.z, clip.z],
        };
        let sides = [clip.w + clip.x, clip.w - clip.x, clip.w + clip.y, clip.w - clip.y, depth[0], depth[1]];
        for (plane, side) in frustum.planes.iter().zip(sides) {
            let distance = plane.distance(point);
            let slack = rounding(&camera, &Aabb { min: point, max: point });
            assert!(distance.abs() < slack || (distance > 0.0) == (side > 0.0), "{camera:?} {point} {distance} {side}");
        }
    }
}

#[test]
fn p_and_n_vertices_are_the_extreme_corners() {
    let mut random = Random::new(4);
    for _ in 0..20_000 {
        let camera = camera(&mut random);
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        let aabb = aabb(&mut random, &camera, &frustum);
        let fast = classify(&frustum, &aabb);
        for (plane, distances) in frustum.planes.iter().zip(fast.distances) {
            for i in 0..8 {
                let distance = plane.distance(aabb.corner(i));
                assert!(distances.n <= distance && distance <= distances.p, "{plane:?} {aabb:?} corner {i}");
            }
        }
    }
}

#[test]
fn separating_axes_agree_with_gjk() {
    let mut random = Random::new(5);
    let mut compared = [0, 0];
    for case in 0..30_000 {
        let camera = camera(&mut random);
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        let aabb = aabb(&mut random, &camera, &frustum);
        let corners: Vec<Vector> =
            camera.corners().iter().map(|c| Vector::from_array(c.as_vec3().to_array())).collect();
        let Some(volume) = ConvexPolyhedron::from_convex_hull(&corners) else { continue };
        let cuboid = Cuboid::new(Vector::from_array(aabb.half_extents().to_array()));
        let place = Pose::from_translation(Vector::from_array(aabb.centre().to_array()));
        let Ok(apart) = parry3d::query::distance(&Pose::IDENTITY, &volume, &place, &cuboid) else { continue };
        let distance = apart.distance;
        let exact = exact::frustum::classify(&camera, &aabb);
        // GJK in f32 on a hull has errors of millimetres in a volume of 20 m, so only larger distances are compared.
        let slack = 1000.0 * rounding(&camera, &aabb);
        let context = || format!("case {case}: parry {distance} {camera:?} {aabb:?} {exact:?}");
        if distance > slack {
            assert_eq!(exact.verdict, Verdict::Outside, "{}", context());
            compared[0] += 1;
        } else if let Some(separation) = exact.separation {
            // The gap along one axis never exceeds the distance.
            assert!(separation.gap < f64::from(distance + slack), "{}", context());
            compared[1] += 1;
        }
    }
    assert!(compared.iter().sum::<i32>() > 5000, "{compared:?}");
}

/// The planes of a camera follow from the rows in the values of their steps.
#[test]
fn planes_follow_from_the_values_of_their_steps() {
    let mut random = Random::new(1602);
    for _ in 0..1_000 {
        let camera = camera(&mut random);
        let mut story = Story::default();
        let frustum = Frustum::of_told(&camera, &mut story);
        assert_eq!(frustum, Frustum::of(&camera));
        let values = story.steps.iter().map(|step| match step.values {
            Some(Values::Extraction(values)) => values,
            _ => panic!("no values: {step:?}"),
        });
        let values: Vec<ExtractionValues> = values.collect();
        let [ExtractionValues::Matrix(matrix), planes @ ..] = &values[..] else { panic!("no matrix: {story:#?}") };
        assert_eq!(matrix.depth, camera.depth);
        assert_eq!(planes.len(), 6, "{story:#?}");
        for (side, values) in Side::ALL.into_iter().zip(planes) {
            let ExtractionValues::Plane(values) = values else { panic!("not out of the rows: {story:#?}") };
            assert_eq!((values.side, values.rows), (side, PlaneRows::of(side, camera.depth)));
            assert_eq!(values.combined, values.rows.combined(&matrix.rows));
            assert_eq!(values.plane, Plane::from_row(values.combined));
            assert_eq!(values.plane, frustum.planes[side as usize]);
        }
    }
}
