//! The exact reference of view volumes, for every kind of projection and every finite `f32`: against half-spaces in numbers of
//! 1,200 bits.
//!
//! The peer shares nothing with the separating axes of the reference. Box and view volume are half-spaces. Their intersection is
//! bounded by the box, so it is empty unless three of the planes meet in a point that is in all half-spaces.

use dashu_float::FBig;
use dashu_float::round::mode::HalfEven;
use eyeline::geometry::Aabb;
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::exact::frustum::{Volume, classify as exact};
use eyeline::geometry::frustum::{Frustum, Side, Verdict, classify};
use glam::{DMat4, DQuat, DVec3, Vec3};

use crate::random::{Random, narrow};

type Big = FBig<HalfEven, 2>;
type Point = [Big; 3];

fn big(x: f64) -> Big {
    Big::try_from(x).expect("a finite number").with_precision(1200).value()
}

fn dot(a: &Point, b: &Point) -> Big {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Point, b: &Point) -> Point {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

/// Where `normal · x + d ≥ 0`.
struct HalfSpace {
    normal: Point,
    d: Big,
}

impl HalfSpace {
    /// Whether a homogeneous point with w above 0 is in it, up to the rounding of the numbers.
    fn has(&self, point: &Point, w: &Big) -> bool {
        let absolute = |x: Big| if x < big(0.0) { -x } else { x };
        let parts = [0, 1, 2].map(|i| &self.normal[i] * &point[i]);
        let last = &self.d * w;
        let size = parts.iter().cloned().map(absolute).fold(absolute(last.clone()), |sum, part| sum + part);
        let [a, b, c] = parts;
        a + b + c + last >= -(size >> 1100)
    }
}

/// The view volume in the camera's axes.
fn volume(camera: &Camera) -> Vec<HalfSpace> {
    let half_space = |normal: [f64; 3], d: f64| HalfSpace { normal: normal.map(big), d: big(d) };
    let [near, far] = [camera.near, camera.far].map(f64::from);
    // Borders at a distance, which scales the normal of a side of a perspective.
    let pyramid = |[left, right, bottom, top]: [f64; 4], at: f64| {
        vec![
            half_space([at, 0.0, left], 0.0),
            half_space([-at, 0.0, -right], 0.0),
            half_space([0.0, at, bottom], 0.0),
            half_space([0.0, -at, -top], 0.0),
        ]
    };
    let block = |[left, right, bottom, top]: [f64; 4]| {
        vec![
            half_space([1.0, 0.0, 0.0], -left),
            half_space([-1.0, 0.0, 0.0], right),
            half_space([0.0, 1.0, 0.0], -bottom),
            half_space([0.0, -1.0, 0.0], top),
        ]
    };
    let mut sides = match camera.projection {
        Projection::Perspective { fov_y, aspect } => {
            let y = libm::tan(fov_y / 2.0);
            let x = y * f64::from(aspect);
            pyramid([-x, x, -y, y], 1.0)
        }
        Projection::Orthographic { height, aspect } => {
            let y = f64::from(height) / 2.0;
            let x = y * f64::from(aspect);
            block([-x, x, -y, y])
        }
        Projection::Frustum { left, right, bottom, top } => pyramid([left, right, bottom, top].map(f64::from), near),
        Projection::Ortho { left, right, bottom, top } => block([left, right, bottom, top].map(f64::from)),
        Projection::Matrix(matrix) => {
            let row = |i: usize| matrix.row(i).to_array().map(big);
            let sum = |i: usize, sign: f64| {
                let (fourth, other) = (row(3), row(i));
                let [a, b, c, d] = [0, 1, 2, 3].map(|k| &fourth[k] + big(sign) * &other[k]);
                HalfSpace { normal: [a, b, c], d }
            };
            let [a, b, c, d] = row(2);
            let third = HalfSpace { normal: [a, b, c], d };
            let [near, far] = match camera.depth {
                DepthRange::MinusOneToOne => [sum(2, 1.0), sum(2, -1.0)],
                DepthRange::ZeroToOne => [third, sum(2, -1.0)],
                DepthRange::Reversed => [sum(2, -1.0), third],
            };
            return vec![sum(0, 1.0), sum(0, -1.0), sum(1, 1.0), sum(1, -1.0), near, far];
        }
    };
    sides.push(half_space([0.0, 0.0, -1.0], -near));
    if far.is_finite() {
        sides.push(half_space([0.0, 0.0, 1.0], far));
    }
    sides
}

/// The world's axes in the camera's axes.
fn world_axes(q: DQuat) -> [Point; 3] {
    let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(big);
    let two = big(2.0) / (&x * &x + &y * &y + &z * &z + &w * &w);
    let one = || big(1.0);
    [
        [one() - &two * (&y * &y + &z * &z), &two * (&x * &y - &z * &w), &two * (&x * &z + &y * &w)],
        [&two * (&x * &y + &z * &w), one() - &two * (&x * &x + &z * &z), &two * (&y * &z - &x * &w)],
        [&two * (&x * &z - &y * &w), &two * (&y * &z + &x * &w), one() - &two * (&x * &x + &y * &y)],
    ]
}

/// The verdict for a box whose corners are moved outwards by `by`.
fn peer(camera: &Camera, aabb: &Aabb, by: [f64; 3]) -> Verdict {
    let sides = volume(camera);
    let axes = world_axes(camera.rotation);
    let eye = camera.position.to_array().map(|x| big(x.into()));
    let ends = |corner: Vec3, sign: f64| -> [Big; 3] {
        std::array::from_fn(|i| big(corner[i].into()) + big(sign * by[i]) - &eye[i])
    };
    let (min, max) = (ends(aabb.min, -1.0), ends(aabb.max, 1.0));
    let mut all = Vec::new();
    for i in 0..3 {
        if min[i] > max[i] {
            return Verdict::Outside;
        }
        all.push(HalfSpace { normal: axes[i].clone(), d: -min[i].clone() });
        all.push(HalfSpace { normal: axes[i].clone().map(|x| -x), d: max[i].clone() });
    }
    let is_inside = (0..8).all(|i| {
        let at = |axis: usize| if i >> axis & 1 == 0 { &min[axis] } else { &max[axis] };
        let corner = [0, 1, 2].map(|k| at(0) * &axes[0][k] + at(1) * &axes[1][k] + at(2) * &axes[2][k]);
        sides.iter().all(|side| side.has(&corner, &big(1.0)))
    });
    if is_inside {
        return Verdict::Inside;
    }
    all.extend(sides);
    for i in 0..all.len() {
        for j in 0..i {
            let edge = cross(&all[i].normal, &all[j].normal);
            for k in 0..j {
                // Cramer's rule.
                let (a, b, c) = (&all[i], &all[j], &all[k]);
                let determinant = dot(&edge, &c.normal);
                if determinant == big(0.0) {
                    continue;
                }
                let (bc, ca) = (cross(&b.normal, &c.normal), cross(&c.normal, &a.normal));
                let sign = if determinant < big(0.0) { big(1.0) } else { big(-1.0) };
                let point = [0, 1, 2].map(|n| (&bc[n] * &a.d + &ca[n] * &b.d + &edge[n] * &c.d) * &sign);
                let w = -&sign * determinant;
                let rest = (0..all.len()).filter(|n| ![i, j, k].contains(n));
                if rest.into_iter().all(|n| all[n].has(&point, &w)) {
                    return Verdict::Intersect;
                }
            }
        }
    }
    Verdict::Outside
}

/// A number of any exponent between two powers of ten.
fn of_exponent(random: &mut Random, low: f64, high: f64) -> f32 {
    narrow(libm::exp10(random.range(low, high))).clamp(f32::MIN_POSITIVE, f32::MAX)
}

fn signed(random: &mut Random, low: f64, high: f64) -> f32 {
    random.pick(&[1.0, -1.0]) * of_exponent(random, low, high)
}

/// Two borders in order.
fn borders(random: &mut Random, low: f64, high: f64) -> [f32; 2] {
    let a = signed(random, low, high);
    let b = if random.once_in(3) { -a } else { signed(random, low, high) };
    [a.min(b), a.max(b)]
}

fn camera(random: &mut Random) -> Camera {
    // Exponents of all numbers together, or close to each other.
    let (low, high): (f64, f64) = random.pick(&[(-37.0, 38.5), (-2.0, 2.0), (-2.0, 38.5), (-37.0, 2.0)]);
    let near = of_exponent(random, low, high.min(36.0));
    let ratio = random.pick(&[0.1, 2.0, 8.0, 75.0]);
    let far = libm::exp10(random.range(0.01, ratio)) * f64::from(near);
    let depth = random.pick(&[DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed]);
    let aspect = of_exponent(random, -3.0, 3.0);
    let projection = match random.below(4) {
        0 => Projection::Perspective { fov_y: random.range(0.01, 179.9).to_radians(), aspect },
        1 => Projection::Orthographic { height: of_exponent(random, low, high), aspect },
        2 => {
            let ([left, right], [bottom, top]) = (borders(random, low, high), borders(random, low, high));
            Projection::Ortho { left, right, bottom, top }
        }
        _ => {
            let ([left, right], [bottom, top]) = (borders(random, -2.0, 2.0), borders(random, -2.0, 2.0));
            let scaled = |border: f32| (border * near).clamp(f32::MIN, f32::MAX);
            let [left, right, bottom, top] = [left, right, bottom, top].map(scaled);
            Projection::Frustum { left, right, bottom, top }
        }
    };
    let is_perspective = matches!(projection, Projection::Perspective { .. } | Projection::Frustum { .. });
    let is_infinite = is_perspective && random.once_in(3);
    let far = if is_infinite { f32::INFINITY } else { narrow(far.min(f32::MAX.into())).max(near * 1.5) };
    let far = if far.is_infinite() && !is_infinite { f32::MAX } else { far };
    let rotation = if random.once_in(3) { DQuat::IDENTITY } else { random.rotation().as_dquat().normalize() };
    let mut at = || if random.once_in(2) { 0.0 } else { signed(random, low, high) };
    let position = Vec3::new(at(), at(), at());
    let camera = Camera { position, rotation, projection, near, far, depth };
    // The numbers of a matrix are those of an engine, so its near and far are not more than it can tell apart.
    if is_perspective && (is_infinite || far / near < 1e6) && random.once_in(3) {
        let matrix = camera.clip_from_view();
        let narrow = |x: f64| if random.once_in(2) { f64::from(narrow(x)) } else { x };
        let matrix = DMat4::from_cols_array(&matrix.to_cols_array().map(narrow));
        let raw = Projection::Matrix(matrix);
        if matrix.is_finite() && raw.distances(depth).is_some() {
            return Camera { projection: raw, ..camera };
        }
    }
    camera
}

/// A box around a point in or near the volume, of any size.
fn aabb(random: &mut Random, camera: &Camera) -> Aabb {
    let reach = f64::from(camera.near) * libm::exp10(random.range(0.0, 12.0));
    let corners = camera.corners_to(reach);
    let k = random.below(4);
    let [from, to] = [corners[k], corners[k + 4]];
    let finite = |x: f64| narrow(x.clamp(f32::MIN.into(), f32::MAX.into()));
    let corner = |point: DVec3| Vec3::from(point.to_array().map(finite));
    // In the middle of the view, and smaller than it.
    if random.once_in(3) {
        let [near, far] = [0, 4].map(|first| corners[first..first + 4].iter().sum::<DVec3>() / 4.0);
        let centre = near + (far - near) * random.unit() * random.unit();
        let half = DVec3::splat(camera.least_extent() * random.range(0.0, 0.3));
        return Aabb { min: corner(centre - half), max: corner(centre + half) };
    }
    // Along an edge at any depth, or between two edges.
    let powers = random.pick(&[1.0, 10.0, 60.0]);
    let along = libm::exp10(-random.range(0.0, powers));
    let other = corners[random.below(8)];
    let point =
        if random.once_in(2) { from + (to - from) * along } else { (from + (to - from) * along).midpoint(other) };
    let distance = (point - camera.position.as_dvec3()).length().max(f64::from(f32::MIN_POSITIVE));
    let scale = random.pick(&[distance, f64::from(camera.near), 1.0]);
    let mut size = || libm::exp10(random.range(-3.0, 2.0)) * scale;
    let half = DVec3::new(size(), size(), size());
    let away = random.in_ball(2.0) * half;
    let centre = point + away;
    Aabb { min: corner(centre - half), max: corner(centre + half) }
}

/// How far the box may be moved without a meaning: a few digits of `f64` of its own coordinates, and what counts as touching.
fn touching(camera: &Camera, aabb: &Aabb) -> [f64; 3] {
    let from_eye = |corner: Vec3| (corner.as_dvec3() - camera.position.as_dvec3()).abs();
    let size = from_eye(aabb.min).max(from_eye(aabb.max)).length();
    [1e-10 * size + (1e-6 * camera.least_extent()).min(1e-10); 3]
}

#[test]
fn exact_verdicts_hold_for_all_projections_and_exponents() {
    let mut random = Random::new(4409);
    let mut counts = std::collections::BTreeMap::new();
    let mut decided = 0;
    for case in 0..1500 {
        let camera = camera(&mut random);
        let aabb = aabb(&mut random, &camera);
        let by = touching(&camera, &aabb);
        let [small, exactly, large] = [-1.0, 0.0, 1.0].map(|sign| peer(&camera, &aabb, by.map(|by| sign * by)));
        let found = exact(&camera, &aabb);
        assert_eq!(Volume::of(&camera).verdict(&aabb), found.verdict, "case {case}: {camera:?} {aabb:?}");
        if small != exactly || exactly != large {
            continue;
        }
        decided += 1;
        assert_eq!(found.verdict, exactly, "case {case}: {camera:?} {aabb:?} {found:?}");
        assert_eq!(found.separation.is_some(), exactly == Verdict::Outside, "case {case}");
        let kind = match camera.projection {
            Projection::Perspective { .. } => "perspective",
            Projection::Orthographic { .. } => "orthographic",
            Projection::Frustum { .. } => "frustum",
            Projection::Ortho { .. } => "ortho",
            Projection::Matrix(_) => "matrix",
        };
        *counts.entry((kind, camera.far.is_finite(), exactly.word())).or_insert(0) += 1;
    }
    assert!(decided > 1000, "{decided}");
    for kind in ["perspective", "frustum", "matrix"] {
        for is_bounded in [true, false] {
            for verdict in ["inside", "intersect", "outside"] {
                assert!(
                    counts.get(&(kind, is_bounded, verdict)).is_some_and(|n| *n > 3),
                    "{kind} {verdict}: {counts:?}"
                );
            }
        }
    }
}

/// The planes of all kinds in scenes of usual sizes are those of the half-spaces, and the fast answer errs only where one plane
/// cannot decide.
#[test]
fn planes_of_all_projections_agree_with_half_spaces() {
    let mut random = Random::new(4410);
    let mut cases = 0;
    while cases < 3000 {
        let camera = camera(&mut random);
        let sizes = [camera.near, if camera.far.is_finite() { camera.far } else { 1.0 }, camera.position.length()];
        let window = camera.window();
        let [left, right, bottom, top] = window.borders;
        let is_usual =
            window.borders.iter().all(|border| border.abs() < 1e4) && (right - left).min(top - bottom) > 1e-3;
        if !is_usual || sizes.iter().any(|size| *size > 1e4) || camera.near < 1e-3 {
            continue;
        }
        cases += 1;
        let frustum = Frustum::of(&camera);
        assert_eq!(frustum.planes[5].exists(), camera.far.is_finite(), "{camera:?}");
        let aabb = aabb(&mut random, &camera);
        let fast = classify(&frustum, &aabb);
        let size = aabb.min.abs().max(aabb.max.abs()).length() + camera.position.length() + camera.near;
        let far = if camera.far.is_finite() { camera.far } else { 0.0 };
        let wide = if camera.is_perspective() { 1.0 } else { (right - left).max(top - bottom) };
        let slack = 16.0 * f64::from(f32::EPSILON) * (f64::from(size + far) + wide);
        let truth = Volume::of(&camera).distances(&aabb);
        for (side, (plane, [p, n])) in Side::ALL.into_iter().zip(fast.distances.iter().zip(truth)) {
            if !frustum.planes[side as usize].exists() {
                assert!(plane.p.is_infinite() && p.is_infinite() && n.is_infinite());
                continue;
            }
            let off = (f64::from(plane.p) - p).abs().max((f64::from(plane.n) - n).abs());
            assert!(off <= slack, "{side:?} {off} of {slack}: {camera:?} {aabb:?} {plane:?} {p} {n}");
        }
    }
}
