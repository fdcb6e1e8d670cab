//! A ray and a triangle, by the signs of volumes.
//!
//! A ray in the plane of the triangle is undecided: as sets the two may touch, and most programs call it a miss.

use glam::DVec3;

use super::bounds::ROUNDINGS;
use super::right_answer::{TrueHit, Truth};
use crate::hunt::nudge::{extremes, groups, ulp};

/// A ray and a triangle relative to the start of the ray.
struct SeenTriangle {
    direction: DVec3,
    corners: [DVec3; 3],
}

impl SeenTriangle {
    fn of(numbers: &[f32]) -> Self {
        let at = |i: usize| DVec3::new(numbers[i].into(), numbers[i + 1].into(), numbers[i + 2].into());
        Self { direction: at(3), corners: [at(6), at(9), at(12)].map(|corner| corner - at(0)) }
    }

    fn normal(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a)
    }

    /// The greatest distance of a corner from the start.
    fn size(&self) -> f64 {
        self.corners.iter().fold(0.0, |most, corner| most.max(corner.length()))
    }

    /// At most 0 for a hit, else above 0; `None` for a ray in the plane of the triangle.
    fn miss(&self) -> Option<f64> {
        let [a, b, c] = self.corners;
        let d = self.direction;
        let along = d.dot(self.normal());
        let offset = a.dot(self.normal());
        let size = self.size();
        if along == 0.0 {
            return (offset != 0.0).then(|| offset.abs() / size.powi(3));
        }
        let volumes = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(d) * along.signum());
        let beside =
            volumes.iter().fold(f64::NEG_INFINITY, |most, volume| most.max(-volume)) / (d.length() * size * size);
        Some(beside.max(-offset * along.signum() / size.powi(3)))
    }

    fn t(&self) -> f64 {
        self.corners[0].dot(self.normal()) / self.direction.dot(self.normal())
    }
}

fn numbers(origin: [f32; 3], direction: [f32; 3], corners: [[f32; 3]; 3]) -> Vec<f32> {
    [origin, direction, corners[0], corners[1], corners[2]].concat()
}

pub(super) fn truth(origin: [f32; 3], direction: [f32; 3], corners: [[f32; 3]; 3]) -> Truth {
    let numbers = numbers(origin, direction, corners);
    let seen = SeenTriangle::of(&numbers);
    let Some(miss) = seen.miss() else { return Truth::Undecided };
    let groups = groups(&numbers, |_, _| false);
    let moved = |numbers: &[f32]| SeenTriangle::of(numbers).miss().unwrap_or(f64::INFINITY);
    let largest = numbers.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    // Each volume is a sum of products with errors of a few units in the last place of the largest coordinate.
    let rounding = 64.0 * f64::from(f32::EPSILON) * (1.0 + f64::from(largest) / seen.size());
    if miss.abs() <= rounding {
        let [least, most] = extremes(&numbers, &groups, miss, moved);
        if !(most <= 0.0 || least > 0.0) {
            return Truth::Undecided;
        }
    }
    if miss > 0.0 {
        return Truth::Hit(None);
    }
    let t = seen.t();
    let start = DVec3::from_array(origin.map(f64::from));
    let point = start + t * seen.direction;
    let largest = f64::from(largest).max(point.abs().max_element());
    #[expect(clippy::cast_possible_truncation, reason = "only its size counts")]
    let rounding = ROUNDINGS * ulp(largest as f32);
    let normal = seen.normal().normalize_or_zero();
    // The corners of a small triangle far away are rounded, and turn its plane.
    let edge = seen.corners.iter().zip([1, 2, 0]).map(|(a, b)| a.distance(seen.corners[b])).fold(0.0, f64::max);
    let thin = seen.normal().length() / edge;
    let is_sure = normal != DVec3::ZERO && 0.0087 * thin > rounding;
    Truth::Hit(Some(TrueHit {
        t,
        metres_per_t: seen.direction.length(),
        rounding,
        normal: is_sure.then(|| normal.to_array()),
        is_two_sided: true,
    }))
}

/// How far one unit in the last place of each number of the case can move t, in t.
pub(in crate::hunt) fn t_spread(origin: [f32; 3], direction: [f32; 3], corners: [[f32; 3]; 3]) -> f64 {
    let numbers = numbers(origin, direction, corners);
    let t = SeenTriangle::of(&numbers).t();
    let [least, most] = extremes(&numbers, &groups(&numbers, |_, _| false), t, |numbers| SeenTriangle::of(numbers).t());
    (t - least).max(most - t)
}
