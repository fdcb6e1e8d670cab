//! Extreme scales: fast answers stay finite, exact answers equal those of arbitrary precision, and the reason for every
//! difference is correct.
//!
//! The independent reference computes with 1,200 bits (`dashu`). It implements the definitions again: planes and corners
//! of the view volume in the camera's own axes, and the surface of each solid.

use std::sync::Arc;

use dashu_float::FBig;
use dashu_float::ops::SquareRoot;
use dashu_float::round::mode::HalfEven;
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::exact;
use eyeline::geometry::exact::cast::ExactDifference;
use eyeline::geometry::exact::frustum::Volume;
use eyeline::geometry::exact::view_difference::{self, ViewDifference};
use eyeline::geometry::frustum::{Frustum, Side, Verdict, classify};
use eyeline::geometry::ray::batch::{Hits, Rays, cast_all};
use eyeline::geometry::ray::{Inside, Ray, RayKind, RayQuery, cast};
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use glam::{DQuat, DVec3, Quat, Vec3};

use crate::random::{Random, narrow};

type Big = FBig<HalfEven, 2>;

fn big(x: f64) -> Big {
    Big::try_from(x).expect("a finite number").with_precision(1200).value()
}

fn zero() -> Big {
    big(0.0)
}

fn root(x: &Big) -> Big {
    if *x <= zero() { zero() } else { x.sqrt() }
}

fn absolute(x: Big) -> Big {
    if x < zero() { -x } else { x }
}

fn greater(a: Big, b: Big) -> Big {
    if a < b { b } else { a }
}

fn number(x: &Big) -> f64 {
    x.to_f64().value()
}

type Point = [Big; 3];

fn dot(a: &Point, b: &Point) -> Big {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Point, b: &Point) -> Point {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

fn point(v: Vec3) -> Point {
    v.to_array().map(|x| big(x.into()))
}

fn less(a: &Point, b: &Point) -> Point {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

/// The corners of the view volume and of the box, both in the camera's axes, relative to the eye.
fn bodies(camera: &Camera, aabb: &Aabb) -> [Vec<Point>; 2] {
    let q = camera.rotation;
    let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(big);
    let two = big(2.0) / (&x * &x + &y * &y + &z * &z + &w * &w);
    let one = || big(1.0);
    // The columns of the rotation are the camera's axes in the world.
    let axes = [
        [one() - &two * (&y * &y + &z * &z), &two * (&x * &y + &z * &w), &two * (&x * &z - &y * &w)],
        [&two * (&x * &y - &z * &w), one() - &two * (&x * &x + &z * &z), &two * (&y * &z + &x * &w)],
        [&two * (&x * &z + &y * &w), &two * (&y * &z - &x * &w), one() - &two * (&x * &x + &y * &y)],
    ];
    let eye = point(camera.position);
    let seen = |i: usize| {
        let from_eye = less(&point(aabb.corner(i)), &eye);
        [dot(&axes[0], &from_eye), dot(&axes[1], &from_eye), dot(&axes[2], &from_eye)]
    };
    let [_, half_x, _, half_y] = camera.window().borders.map(big);
    let corner = |i: usize| {
        let depth = big(f64::from(if i & 4 == 0 { camera.near } else { camera.far }));
        let spread = if matches!(camera.projection, Projection::Perspective { .. }) { depth.clone() } else { big(1.0) };
        let sign = |bit: usize| if i & bit == 0 { big(-1.0) } else { big(1.0) };
        [sign(1) * &half_x * &spread, sign(2) * &half_y * &spread, -depth]
    };
    [(0..8).map(corner).collect(), (0..8).map(seen).collect()]
}

/// The verdict by separating axes of the corners, and how close the decision was, relative to the summed terms.
fn peer_verdict(camera: &Camera, aabb: &Aabb) -> (Verdict, f64) {
    let [volume, solid] = bodies(camera, aabb);
    let edge = |points: &[Point], a: usize, b: usize| less(&points[b], &points[a]);
    let faces: Vec<Point> = Side::ALL
        .map(|side| {
            let [a, b, c, _] = side.corners();
            let normal = cross(&edge(&volume, a, b), &edge(&volume, a, c));
            let opposite = (0..8).find(|i| !side.corners().contains(i)).expect("a corner of the other side");
            let is_inward = dot(&normal, &edge(&volume, a, opposite)) > zero();
            if is_inward { normal.map(|x| -x) } else { normal }
        })
        .to_vec();
    let edges = [(0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (4, 6)].map(|(a, b)| edge(&volume, a, b));
    // This also holds for a flat box: its axes are the world's axes, whatever its size.
    let unit = Aabb { min: aabb.min.min(camera.position), max: camera.position + Vec3::splat(1e30) };
    let [_, frame] = bodies(camera, &unit);
    let box_axes = [1, 2, 4].map(|i| edge(&frame, 0, i));
    let crosses: Vec<Point> = box_axes.iter().flat_map(|a| edges.iter().map(|b| cross(a, b))).collect();
    let mut closest = f64::INFINITY;
    let mut is_apart = false;
    let mut is_inside = true;
    for (i, axis) in faces.iter().chain(&box_axes).chain(&crosses).enumerate() {
        let length = root(&dot(axis, axis));
        if length == zero() {
            continue;
        }
        let along = |points: &[Point]| {
            let at: Vec<Big> = points.iter().map(|p| dot(p, axis)).collect();
            let low = at.iter().cloned().reduce(|a, b| if b < a { b } else { a }).expect("corners");
            let high = at.into_iter().reduce(greater).expect("corners");
            [low, high]
        };
        let ([from, to], [low, high]) = (along(&volume), along(&solid));
        let size = volume.iter().chain(&solid).map(|p| root(&dot(p, p))).reduce(greater).expect("corners") * length;
        let mut close = |x: &Big| closest = closest.min(number(&(absolute(x.clone()) / &size)));
        let (above, below) = (&low - &to, &from - &high);
        close(&above);
        close(&below);
        is_apart |= above > zero() || below > zero();
        if i < 6 {
            close(&(&high - &to));
            is_inside &= high <= to;
        }
    }
    let verdict = match (is_apart, is_inside) {
        (true, _) => Verdict::Outside,
        (false, true) => Verdict::Inside,
        (false, false) => Verdict::Intersect,
    };
    (verdict, closest)
}

/// A coordinate: 0, or a magnitude up to `most`.
fn coordinate(random: &mut Random, most: f64) -> f32 {
    let sign = random.pick(&[1.0, -1.0]);
    if random.once_in(4) { 0.0 } else { narrow(sign * random.magnitude(1e-12, most)) }
}

fn camera(random: &mut Random) -> Camera {
    let aspect = narrow(random.magnitude(1e-3, 1e3));
    let projection = if random.once_in(4) {
        Projection::Orthographic { height: narrow(random.magnitude(1e-12, 1e12)), aspect }
    } else {
        let degrees =
            if random.once_in(2) { random.magnitude(1e-16, 179.9) } else { 180.0 - random.magnitude(1e-3, 100.0) };
        Projection::Perspective { fov_y: f64::from(narrow(degrees)).to_radians(), aspect }
    };
    let near = narrow(random.magnitude(1e-9, 1e6));
    let far = narrow(f64::from(near) * random.pick(&[1.001, 2.0, 1e3, 1e6, 1e12]));
    let most = random.pick(&[1.0, 1e3, 1e7, 1e10, 1e15]);
    let rotation = if random.once_in(3) { DQuat::IDENTITY } else { random.rotation().as_dquat().normalize() };
    Camera {
        position: Vec3::new(coordinate(random, most), coordinate(random, most), coordinate(random, most)),
        rotation,
        projection,
        near,
        far,
        depth: random.pick(&[DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed]),
    }
}

/// A box near the camera's view: around a point of the volume, or around the eye.
fn aabb(random: &mut Random, camera: &Camera) -> Aabb {
    let corners = camera.corners();
    let weights: [f64; 8] = std::array::from_fn(|_| random.unit());
    let total: f64 = weights.iter().sum();
    let middle = corners.iter().zip(weights).map(|(c, w)| *c * (w / total)).sum::<glam::DVec3>().as_vec3();
    let size = random.pick(&[f64::from(camera.near), f64::from(camera.far), 1.0, 1e-20, 1e14]);
    let mut half = || narrow(size * random.magnitude(1e-3, 1e3));
    let half = Vec3::new(half(), half(), half());
    Aabb::around(if random.once_in(8) { camera.position } else { middle }, half)
}

#[test]
fn views_of_all_scales_agree_with_a_peer_of_any_precision() {
    let mut random = Random::new(900);
    let mut counts = std::collections::BTreeMap::new();
    for case in 0..1500 {
        let camera = camera(&mut random);
        let aabb = aabb(&mut random, &camera);
        if !(aabb.min.is_finite() && aabb.max.is_finite()) {
            continue;
        }
        let (expected, closest) = peer_verdict(&camera, &aabb);
        let found = exact::frustum::classify(&camera, &aabb);
        // A box that touches up to the last digits of the camera's own numbers may be reported as touching.
        if closest > 1e-13 {
            assert_eq!(found.verdict, expected, "case {case}, {closest:e}: {camera:?} {aabb:?} {found:?}");
        }
        assert_eq!(Volume::of(&camera).verdict(&aabb), found.verdict, "case {case}");
        *counts.entry(expected.word()).or_insert(0) += 1;
    }
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn planes_of_all_scales_are_valid_and_every_difference_has_a_correct_reason() {
    let mut random = Random::new(901);
    let mut kinds = std::collections::BTreeMap::new();
    for case in 0..60_000 {
        let camera = camera(&mut random);
        let aabb = aabb(&mut random, &camera);
        if !(aabb.min.is_finite() && aabb.max.is_finite()) {
            continue;
        }
        let frustum = Frustum::of(&camera);
        for plane in &frustum.planes {
            assert!(
                (plane.normal.length() - 1.0).abs() < 1e-5 && plane.d.is_finite(),
                "case {case}: {plane:?} {camera:?}"
            );
        }
        let fast = classify(&frustum, &aabb);
        let volume = Volume::of(&camera);
        let exact = volume.verdict(&aabb);
        let difference = view_difference::view_difference(&volume, &frustum, &aabb);
        assert_eq!(difference.is_some(), fast.verdict != exact, "case {case}: {camera:?} {aabb:?}");
        let Some(difference) = difference else { continue };
        let context = || format!("case {case}: {fast:?} {exact:?} {difference:?} {camera:?} {aabb:?}");
        match difference {
            ViewDifference::NoPlane { gap, .. } => {
                assert_eq!((fast.verdict, exact), (Verdict::Intersect, Verdict::Outside), "{}", context());
                assert!(gap > 0.0, "{}", context());
                // The volumes do not intersect.
                assert!(volume.distances(&aabb).iter().all(|[p, _]| *p >= 0.0), "{}", context());
            }
            ViewDifference::Rounding(rounded) => {
                let off = (rounded.exact - rounded.fast).abs();
                assert!((rounded.exact < 0.0) != (rounded.fast < 0.0), "{}", context());
                assert!(off <= rounded.bound() * (1.0 + 1e-9), "{off} of {}: {}", rounded.bound(), context());
            }
        }
        let kind = match difference {
            ViewDifference::NoPlane { .. } => "no plane",
            ViewDifference::Rounding(_) => "rounding",
        };
        *kinds.entry((fast.verdict.word(), exact.word(), kind)).or_insert(0) += 1;
    }
    for kind in [
        ("intersect", "outside", "no plane"),
        ("outside", "intersect", "rounding"),
        ("intersect", "outside", "rounding"),
        ("intersect", "inside", "rounding"),
        ("inside", "intersect", "rounding"),
    ] {
        assert!(kinds.get(&kind).is_some_and(|count| *count > 5), "too few of {kind:?}: {kinds:?}");
    }
}

/// The convex function of a solid at a local point.
fn peer_distance(shape: &Shape, p: &Point) -> Big {
    let [x, y, z] = p;
    let ring = || root(&(x * x + z * z));
    let b = |x: f32| big(x.into());
    match *shape {
        Shape::Box { half_extents } => p
            .iter()
            .zip(half_extents.to_array())
            .map(|(x, half)| absolute(x.clone()) - b(half))
            .reduce(greater)
            .expect("three axes"),
        Shape::Sphere { radius } => root(&dot(p, p)) - b(radius),
        Shape::Cylinder { radius, half_height } => greater(ring() - b(radius), absolute(y.clone()) - b(half_height)),
        Shape::Cone { radius, height } => {
            let (r, h) = (b(radius), b(height));
            greater((&h * ring() + &r * y) / root(&(&r * &r + &h * &h)), -h - y)
        }
        Shape::Capsule { radius, half_height } => {
            let beyond = greater(absolute(y.clone()) - b(half_height), zero());
            root(&(x * x + &beyond * &beyond + z * z)) - b(radius)
        }
        Shape::Hull(_) | Shape::Mesh(_) => unreachable!("none is made"),
    }
}

/// The local line of a ray: its start and direction.
fn peer_line(ray: &Ray, pose: &Pose) -> [Point; 2] {
    let world = pose.world_from_local();
    let matrix = glam::Mat3::from(world.matrix3);
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(point);
    let rows = [cross(&y, &z), cross(&z, &x), cross(&x, &y)];
    let determinant = dot(&x, &rows[0]);
    let local = |v: &Point| [&rows[0], &rows[1], &rows[2]].map(|row| dot(row, v) / &determinant);
    let start = less(&point(ray.origin), &point(Vec3::from(world.translation)));
    [local(&start), local(&point(ray.direction))]
}

fn size(random: &mut Random, scale: f64) -> f32 {
    narrow(scale * random.magnitude(1e-4, 1e4))
}

/// A ray that passes near a solid, both at any position and any scale between 10^-power and 10^power.
fn ray_case(random: &mut Random, power: f64) -> Option<(Ray, Shape, Pose)> {
    let scale = random.magnitude(libm::exp10(-power), libm::exp10(power));
    let shape = match random.below(5) {
        0 => Shape::Box { half_extents: Vec3::new(size(random, scale), size(random, scale), size(random, scale)) },
        1 => Shape::Sphere { radius: size(random, scale) },
        2 => Shape::Cylinder { radius: size(random, scale), half_height: size(random, scale) },
        3 => Shape::Cone { radius: size(random, scale), height: size(random, scale) },
        _ => Shape::Capsule { radius: size(random, scale), half_height: size(random, scale) },
    };
    let most = random.pick(&[1e-9, 1.0, 1e7, 1e15, libm::exp10(power)]);
    let position = Vec3::new(coordinate(random, most), coordinate(random, most), coordinate(random, most));
    let rotation = if random.once_in(2) { Quat::IDENTITY } else { random.rotation() };
    let pose = Pose::new(position, rotation, Vec3::ONE)?;
    let furthest = random.pick(&[10.0, 1e6, 1e12]);
    let away = scale * random.magnitude(0.1, furthest);
    let target = position.as_dvec3() + random.in_ball(exact::ray::reach(&shape));
    let origin = (target + random.direction() * away).as_vec3();
    let direction = ((target - origin.as_dvec3()) * random.magnitude(1e-3, 1e3)).as_vec3();
    let is_usable = origin.is_finite() && direction.is_finite() && direction != Vec3::ZERO;
    is_usable.then_some((Ray { origin, direction }, shape, pose))
}

#[expect(clippy::single_match_else, reason = "hits and misses stand side by side")]
#[test]
fn rays_of_all_scales_agree_with_a_peer_of_any_precision() {
    let mut random = Random::new(902);
    let (mut hits, mut misses) = ([0; 2], 0);
    for case in 0..6000 {
        let power = if case % 2 == 0 { 16.0 } else { 38.0 };
        let Some((ray, shape, pose)) = ray_case(&mut random, power) else { continue };
        let [o, d] = peer_line(&ray, &pose);
        let at = |t: f64| {
            let t = big(t);
            peer_distance(&shape, &[&o[0] + &t * &d[0], &o[1] + &t * &d[1], &o[2] + &t * &d[2]])
        };
        let speed = number(&root(&dot(&d, &d)));
        let reach = exact::ray::reach(&shape);
        let context = || format!("case {case}: {ray:?} {shape:?} {pose:?}");
        match exact::ray::interval(&ray, &shape, &pose) {
            Some(interval) => {
                let [t_in, t_out] = interval.ends();
                hits[case % 2] += 1;
                for t in [t_in, t_out] {
                    // The precision of t in f64, and the tolerance for touching.
                    let allowed = 4.0 * f64::EPSILON * t.abs() * speed + 64.0 * f64::EPSILON * reach;
                    let off = number(&at(t)).abs();
                    assert!(off <= allowed, "t = {t:e} is {off:e} off, {allowed:e} allowed: {}", context());
                }
                // Between the ends the point is inside, beyond them it is outside.
                let step = (t_out - t_in) * 0.25;
                if step > 16.0 * f64::EPSILON * t_in.abs().max(t_out.abs()) {
                    let touch = big(64.0 * f64::EPSILON * reach);
                    assert!(at(t_in + step) < touch && at(t_out + step) > -touch.clone(), "{}", context());
                    assert!(at(t_in - step) > -touch, "{}", context());
                }
            }
            None => {
                misses += 1;
                // The least value of the convex function, by ternary search around the nearest point.
                let nearest = -(dot(&o, &d) / dot(&d, &d));
                let half = big(2.0 * reach / speed);
                let (mut low, mut high) = (&nearest - &half, &nearest + &half);
                let value = |t: &Big| peer_distance(&shape, &[&o[0] + t * &d[0], &o[1] + t * &d[1], &o[2] + t * &d[2]]);
                for _ in 0..120 {
                    let third = (&high - &low) / big(3.0);
                    let (a, b) = (&low + &third, &high - &third);
                    if value(&a) < value(&b) { high = b } else { low = a }
                }
                let least = number(&value(&low));
                assert!(least > -64.0 * f64::EPSILON * reach, "{least:e} inside: {}", context());
            }
        }
    }
    assert!(hits[0] > 500 && hits[1] > 300 && misses > 100, "{hits:?} {misses}");
}

#[test]
fn fast_rays_of_all_scales_have_unit_normals_and_correct_reasons() {
    let mut random = Random::new(903);
    let mut counts = [0; 2];
    for case in 0..30_000 {
        let Some((ray, shape, pose)) = ray_case(&mut random, if case % 2 == 0 { 16.0 } else { 38.0 }) else { continue };
        let query = RayQuery::new(
            random.pick(&[RayKind::Line, RayKind::Ray, RayKind::Segment]),
            random.pick(&[Inside::Solid, Inside::Hollow]),
        );
        let fast = cast(&ray, query, &shape, &pose);
        let context = || format!("case {case}: {fast:?} {ray:?} {query:?} {shape:?} {pose:?}");
        if let Some(hit) = fast.hit() {
            assert!(hit.point.is_finite() && hit.t.is_finite() && hit.distance.is_finite(), "{}", context());
            if let Some(normal) = hit.normal {
                assert!((normal.length() - 1.0).abs() < 1e-4, "{}", context());
            }
        }
        let exact = exact::cast::cast(&ray, query, &shape, &pose);
        match exact::cast::difference(&ray, &shape, &pose, &fast, &exact) {
            None => {}
            Some(ExactDifference::Grazing { clearance, rounding }) => {
                assert!(clearance.abs() <= rounding, "{clearance:e} of {rounding:e}: {}", context());
                counts[0] += 1;
            }
            Some(ExactDifference::End { clearance, rounding, .. }) => {
                assert!(clearance.abs() <= rounding, "{clearance:e} of {rounding:e}: {}", context());
                counts[1] += 1;
            }
            Some(ExactDifference::Place { off, rounding }) => {
                panic!("{off:e} of {rounding:e}: {} {exact:?}", context())
            }
        }
    }
    assert!(counts.iter().sum::<i32>() > 5, "{counts:?}");
}

/// Solids with this radius, and thin ones with height 1.
fn round_solids(radius: f32) -> Vec<Shape> {
    let heights = [radius, 1.0];
    let long = heights.into_iter().flat_map(|height| {
        [
            Shape::Cylinder { radius, half_height: height },
            Shape::Cone { radius, height },
            Shape::Capsule { radius, half_height: height },
        ]
    });
    long.chain([Shape::Sphere { radius }]).collect()
}

/// The ray is parallel to -Z and passes the axis at a fraction of the radius, so the normal is known.
#[test]
fn normals_are_correct_at_every_radius_and_distance() {
    for power in -14..=14 {
        let radius = 10.0_f32.powi(power);
        for shape in round_solids(radius) {
            // The apex of the cone is its origin. At half of its height its radius is half as large.
            let (y, radius_there, slope) = match shape {
                Shape::Cone { radius, height } => (-0.5 * height, 0.5 * f64::from(radius), radius / height),
                _ => (0.0, f64::from(radius), 0.0),
            };
            for (part, distance) in [(0.0, 5.0_f32), (0.3, 5.0), (-0.9, 5.0), (0.3, 1e3), (0.6, 1e-3)] {
                let x = narrow(part * radius_there);
                let ray = Ray { origin: Vec3::new(x, y, radius.max(distance) * 2.0), direction: Vec3::NEG_Z };
                let across = f64::from(x) / radius_there;
                let towards = (1.0 - across * across).sqrt();
                let slope = f64::from(slope);
                let expected = (DVec3::new(across, slope, towards) / (1.0 + slope * slope).sqrt()).as_vec3();
                for (kind, inside) in [(RayKind::Ray, Inside::Solid), (RayKind::Line, Inside::Hollow)] {
                    let hit = cast(&ray, RayQuery::new(kind, inside), &shape, &Pose::IDENTITY).hit();
                    let normal = hit.and_then(|hit| hit.normal);
                    let is_right = normal.is_some_and(|normal| (normal - expected).length() < 0.04);
                    assert!(is_right, "{normal:?} and not {expected}: {ray:?} {shape:?}");
                }
            }
        }
    }
}

/// Thin and wide solids from every direction: normals have unit length and face the ray where it enters. Single rays
/// and batches.
#[test]
fn normals_have_unit_length_and_face_the_ray_at_every_radius() {
    let mut random = Random::new(905);
    let mut count = 0;
    for case in 0..20_000 {
        let radius = narrow(random.magnitude(1e-14, 1e14));
        let shapes = round_solids(radius);
        let shape = shapes[random.below(shapes.len())].clone();
        let scale = Vec3::new(narrow(random.magnitude(1e-3, 1e3)), 1.0, narrow(random.magnitude(1e-3, 1e3)));
        let scale = if random.once_in(2) { scale } else { Vec3::ONE };
        let Some(pose) = Pose::new(Vec3::ZERO, random.rotation(), scale) else { continue };
        // At an interior point, such as on the axis.
        let height = match shape {
            Shape::Cone { height, .. } => -f64::from(height) * random.magnitude(0.1, 0.9),
            Shape::Cylinder { half_height, .. } | Shape::Capsule { half_height, .. } => 0.9 * f64::from(half_height),
            _ => 0.0,
        };
        let target = pose.world_from_local().transform_point3(DVec3::new(0.0, height, 0.0).as_vec3());
        let away = random.magnitude(1e-3, 1e4) * f64::from(radius.max(1.0)) * f64::from(scale.max_element());
        let origin = (target.as_dvec3() + random.direction() * away).as_vec3();
        let ray = Ray { origin, direction: target - origin };
        if ray.direction == Vec3::ZERO {
            continue;
        }
        let query =
            RayQuery::new(random.pick(&[RayKind::Line, RayKind::Ray]), random.pick(&[Inside::Solid, Inside::Hollow]));
        let one = cast(&ray, query, &shape, &pose);
        let context = || format!("case {case}: {one:?} {ray:?} {shape:?} {pose:?}");
        if let Some(normal) = one.hit().and_then(|hit| hit.normal) {
            assert!((normal.length() - 1.0).abs() < 1e-4, "{}", context());
            let is_entry = one.hit().zip(one.interval()).is_some_and(|(hit, t)| hit.t <= t.near && t.near < t.far);
            assert!(!is_entry || normal.dot(ray.direction.normalize_or_zero()) < 1e-3, "{}", context());
            count += 1;
        }
        let axes = |v: Vec3| v.to_array().map(|x| [x]);
        let (o, d) = (axes(ray.origin), axes(ray.direction));
        let rays = Rays { origin: o.each_ref().map(|x| &x[..]), direction: d.each_ref().map(|x| &x[..]) };
        let mut hits = Hits::default();
        cast_all(query, rays, &shape, &pose, &mut hits);
        if let Some(normal) = hits.normal(0) {
            assert!((normal.length() - 1.0).abs() < 1e-4, "of many {normal}: {}", context());
        }
    }
    assert!(count > 10_000, "{count}");
}

/// A closed mesh of any size, with rays through it from near and far. Differences are due to rounding.
#[test]
fn meshes_of_all_sizes_have_unit_normals_and_correct_reasons() {
    let mut random = Random::new(906);
    let mut hits = 0;
    for case in 0..20_000 {
        let size = narrow(random.magnitude(1e-14, 1e14));
        // The second mesh has three faces in the planes of the axes. Rays along Z are in these planes.
        let corners = if random.once_in(2) {
            [[0.0, 1.0, 0.0], [-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [0.0, -1.0, -1.0]]
        } else {
            [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        };
        let positions = corners.map(|corner| Vec3::from(corner) * size).to_vec();
        let mesh = Mesh::new(positions, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]).expect("indices in range");
        let shape = Shape::Mesh(Arc::new(mesh));
        let near = random.pick(&[0.0, 1.0, 1e3]);
        let position = Vec3::new(coordinate(&mut random, near), coordinate(&mut random, near), 0.0);
        let rotation = if random.once_in(2) { Quat::IDENTITY } else { random.rotation() };
        let Some(pose) = Pose::new(position, rotation, Vec3::ONE) else { continue };
        // Through corners, edges and faces, and past the mesh.
        let at = random.pick(&[0.0, 0.0, 0.3, 1.0, 2.0]) * f64::from(size);
        let target = position.as_dvec3() + random.in_ball(at);
        let away = random.pick(&[f64::from(size), 1.0, 5.0, 1e4]) * random.magnitude(0.5, 2.0);
        let way = if random.once_in(3) { DVec3::Z } else { random.direction() };
        let origin = (target + way * away).as_vec3();
        let direction = (target - origin.as_dvec3()).as_vec3();
        if direction == Vec3::ZERO {
            continue;
        }
        let ray = Ray { origin, direction };
        let query = RayQuery::new(
            random.pick(&[RayKind::Line, RayKind::Ray, RayKind::Segment]),
            random.pick(&[Inside::Solid, Inside::Hollow]),
        );
        let fast = cast(&ray, query, &shape, &pose);
        let exact = exact::cast::cast(&ray, query, &shape, &pose);
        let context = || format!("case {case}, size {size:e}: {fast:?} {exact:?} {ray:?} {query:?} {pose:?}");
        if let Some(normal) = fast.hit().and_then(|hit| hit.normal) {
            assert!((normal.length() - 1.0).abs() < 1e-4, "{}", context());
            hits += 1;
        }
        if exact.result == Ok(0.0) && query.kind != RayKind::Line {
            let before = exact.interval.expect("a hit is in the interval").near * f64::from(direction.length());
            assert!(before <= 1e-9 * f64::from(size), "a start outside is not inside: {}", context());
        }
        match exact::cast::difference(&ray, &shape, &pose, &fast, &exact) {
            None => {}
            Some(
                ExactDifference::Grazing { clearance, rounding } | ExactDifference::End { clearance, rounding, .. },
            ) => {
                assert!(clearance.abs() <= rounding, "{clearance:e} of {rounding:e}: {}", context());
            }
            Some(ExactDifference::Place { off, rounding }) => panic!("{off:e} of {rounding:e}: {}", context()),
        }
    }
    assert!(hits > 3000, "{hits}");
}
