//! A ray and a solid, by the least distance along the ray, and by bisection for t.

use glam::DVec3;

use super::bounds::ROUNDINGS;
use super::right_answer::{TrueHit, Truth};
use super::solid::ConvexSolid;
use crate::hunt::answerer::InsideRule;
use crate::hunt::nudge::{extremes, groups, ulp};
use crate::mistakes::{LocalLine, RayCase};

/// One unit in the last place, relative.
const ULP: f64 = f32::EPSILON as f64;

/// The square of a number that is so small beside another one is lost in their sum in `f64`.
const LOST: f32 = 1e-7;

/// The turn of a normal that rounding may cause without making it unasked, in radians: half a degree.
const MOST_TURN: f64 = 0.0087;

pub(super) fn truth(ray: &RayCase, inside: InsideRule) -> Truth {
    let Some(line) = LocalLine::of(ray) else { return Truth::Undecided };
    let solid = solid(ray);
    let (deepest, least) = solid.deepest(&line);
    let start = solid.distance(line.o);
    let noise = 1e-14 * (solid.reach() + 1e-2 * (line.o + deepest * line.d).length()) + 1e-16 * line.o.length();
    let Some(is_hit) = decided(ray, least, rounding(ray, &line, deepest), noise, |line, solid| solid.deepest(line).1)
    else {
        return Truth::Undecided;
    };
    if !is_hit {
        return Truth::Hit(None);
    }
    let is_inside = match inside {
        InsideRule::Solid => start <= 0.0,
        // From the surface both lead to t = 0 or to the same t; strictly inside decides.
        InsideRule::Hollow => {
            let Some(is_in) =
                decided(ray, start, rounding(ray, &line, 0.0), noise, |line, solid| solid.distance(line.o))
            else {
                return Truth::Undecided;
            };
            is_in && enters_before(&solid, &line)
        }
    };
    Truth::Hit(Some(true_hit(ray, &solid, &line, deepest, is_inside, inside)))
}

/// Whether some of the line before the start is inside of the solid, when its start is in it.
fn enters_before(solid: &ConvexSolid, line: &LocalLine) -> bool {
    let back = LocalLine { o: line.o, d: -line.d };
    solid.distance(line.o) < 0.0 || solid.deepest(&back).0 > 0.0
}

fn solid(ray: &RayCase) -> ConvexSolid {
    ConvexSolid { kind: ray.kind, sizes: ray.sizes.map(f64::from) }
}

/// The greatest change of the distance at a t by one unit in the last place of each number, roughly and not too small.
fn rounding(ray: &RayCase, line: &LocalLine, t: f64) -> f64 {
    let (linear, translation) = ray.pose();
    let norm = |m: glam::DMat3| m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    let length = |v: [f32; 3]| DVec3::from_array(v.map(f64::from)).length();
    let world = length(ray.origin) + t * length(ray.direction) + translation.length();
    let local = (line.o + t * line.d).length();
    let size = ray.sizes.iter().fold(0.0_f64, |most, size| most.max(f64::from(*size)));
    ULP * (norm(linear.inverse()) * (world + norm(linear) * local) + size)
}

/// Whether a value is at most 0; `None` when one unit in the last place of the numbers decides.
fn decided(
    ray: &RayCase,
    value: f64,
    rounding: f64,
    noise: f64,
    function: impl Fn(&LocalLine, &ConvexSolid) -> f64,
) -> Option<bool> {
    if value.abs() > 2.0 * rounding {
        return Some(value <= 0.0);
    }
    let mut copy = *ray;
    let numbers: Vec<f32> = copy.numbers_mut().into_iter().map(|x| *x).collect();
    // The zeros and ones of a pose are there for a reason: its axes are not turned or not scaled.
    let pose_starts = 6 + ray.kind.size_count();
    let groups = groups(&numbers, |i, x| i >= pose_starts && x.abs().to_bits() == 1.0_f32.to_bits());
    let of = |numbers: &[f32]| {
        let mut moved = *ray;
        moved.numbers_mut().into_iter().zip(numbers).for_each(|(to, from)| *to = *from);
        LocalLine::of(&moved).map_or(f64::INFINITY, |line| function(&line, &solid(&moved)))
    };
    let [least, most] = extremes(&numbers, &groups, value, of);
    // What `f64` cannot tell from 0 is undecided, unless it is 0.
    match (most <= 0.0, least > noise) {
        (true, _) if value >= -noise && has_lost(ray) => None,
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Whether the line has a coordinate so small that `f64` does not show what it changes: a line that seems to touch may pass the solid.
fn has_lost(ray: &RayCase) -> bool {
    let (_, translation) = ray.pose();
    let translation = translation.as_vec3().to_array();
    let largest = |numbers: &[&[f32]]| numbers.concat().iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let lost = |numbers: &[f32], largest: f32| numbers.iter().any(|x| *x != 0.0 && x.abs() < LOST * largest);
    let place = largest(&[&ray.origin, &ray.sizes[..ray.kind.size_count()], &translation]);
    lost(&ray.origin, place) || lost(&translation, place) || lost(&ray.direction, largest(&[&ray.direction]))
}

fn true_hit(
    ray: &RayCase,
    solid: &ConvexSolid,
    line: &LocalLine,
    deepest: f64,
    is_inside: bool,
    inside: InsideRule,
) -> TrueHit {
    let metres_per_t = DVec3::from_array(ray.direction.map(f64::from)).length();
    let t = t_of(solid, line, deepest, is_inside, inside);
    let hit = line.o + t * line.d;
    let (linear, translation) = ray.pose();
    let point = linear * hit + translation;
    let corner = linear * DVec3::splat(solid.reach());
    let involved = [DVec3::from_array(ray.origin.map(f64::from)), translation, point, corner];
    let largest = involved.iter().fold(0.0_f64, |most, v| most.max(v.abs().max_element()));
    #[expect(clippy::cast_possible_truncation, reason = "only its size counts")]
    let rounding_in_metres = ROUNDINGS * ulp(largest as f32);
    let asks_normal = !(is_inside && inside == InsideRule::Solid);
    let normal = || {
        let (normal, from_edge, curvature) = solid.normal(hit);
        let steep = normal.normalize_or_zero().dot(line.d.normalize_or_zero()).abs();
        let moved = ROUNDINGS * rounding(ray, line, t) / steep.max(1e-9);
        let is_clear = from_edge > (1e-3 * solid.reach()).max(2.0 * moved) && moved < MOST_TURN * curvature;
        let world = (linear.inverse().transpose() * normal).normalize_or_zero();
        (is_clear && world != DVec3::ZERO).then(|| world.to_array())
    };
    TrueHit {
        t,
        metres_per_t,
        rounding: rounding_in_metres,
        normal: asks_normal.then(normal).flatten(),
        is_two_sided: false,
    }
}

/// The t of the hit, when the line is inside at `deepest`.
fn t_of(solid: &ConvexSolid, line: &LocalLine, deepest: f64, is_inside: bool, inside: InsideRule) -> f64 {
    // A ray that only touches is at its deepest point on the surface, up to rounding.
    let surface = solid.distance(line.o + deepest * line.d).max(0.0);
    let is_in = |t: f64| solid.distance(line.o + t * line.d) <= surface;
    match (is_inside, inside) {
        (true, InsideRule::Solid) => 0.0,
        (true, InsideRule::Hollow) => {
            let far = deepest + 2.0 * (solid.reach() + (line.o + deepest * line.d).length()) / line.d.length();
            crossing(is_in, deepest, far)
        }
        (false, _) if is_in(0.0) => 0.0,
        (false, _) => crossing(is_in, deepest, 0.0),
    }
}

/// The end of the interval that contains `inside` towards `outside`.
fn crossing(is_in: impl Fn(f64) -> bool, mut inside: f64, mut outside: f64) -> f64 {
    for _ in 0..80 {
        let middle = inside + (outside - inside) / 2.0;
        if middle - inside == 0.0 || middle - outside == 0.0 {
            break;
        }
        if is_in(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// How far one unit in the last place of each number of the case can move t, in t.
pub(in crate::hunt) fn t_spread(ray: &RayCase, inside: InsideRule) -> f64 {
    let of = |ray: &RayCase| {
        let line = LocalLine::of(ray)?;
        let solid = solid(ray);
        let (deepest, least) = solid.deepest(&line);
        let is_inside = solid.distance(line.o) <= 0.0;
        (least <= 1e-14 * solid.reach()).then(|| t_of(&solid, &line, deepest, is_inside, inside))
    };
    let Some(t) = of(ray) else { return 0.0 };
    let mut copy = *ray;
    let numbers: Vec<f32> = copy.numbers_mut().into_iter().map(|x| *x).collect();
    let groups = groups(&numbers, |_, _| false);
    let moved_t = |numbers: &[f32]| {
        let mut moved = *ray;
        moved.numbers_mut().into_iter().zip(numbers).for_each(|(to, from)| *to = *from);
        of(&moved).unwrap_or(t)
    };
    let [least, most] = extremes(&numbers, &groups, t, moved_t);
    (t - least).max(most - t)
}
