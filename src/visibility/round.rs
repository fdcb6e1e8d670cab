//! The line of sight and the solids that are not flat: where a line enters and leaves a sphere, cylinder, cone or capsule, in
//! `f64`.

use glam::DVec3;

use crate::geometry::{Interval, Shape};

/// The interval of the line `o + t · d` inside a round solid, in its local space; `None` when it misses, and for a shape with
/// flat faces.
pub(super) fn inside(shape: &Shape, o: DVec3, d: DVec3) -> Option<Interval<f64>> {
    let inside = match *shape {
        Shape::Sphere { radius } => ball(o, d, radius.into())?,
        Shape::Cylinder { radius, half_height } => {
            tube(o, d, radius.into())?.intersection(slab(o.y, d.y, -f64::from(half_height), half_height.into())?)
        }
        Shape::Capsule { radius, half_height } => capsule(o, d, radius.into(), half_height.into())?,
        Shape::Cone { radius, height } => cone(o, d, radius.into(), height.into())?,
        Shape::Box { .. } | Shape::Hull(_) | Shape::Mesh(_) => return None,
    };
    inside.is_filled().then_some(inside)
}

/// Where `a t² + 2 b t + c ≤ 0`, for `a > 0`. `q = −(b ± √D)` with the sign that adds loses no digits.
fn between_roots(a: f64, b: f64, c: f64, discriminant: f64) -> Option<Interval<f64>> {
    if discriminant < 0.0 || a <= 0.0 {
        return None;
    }
    let q = -(b + discriminant.sqrt().copysign(b));
    Some(if q == 0.0 { Interval::point(0.0) } else { Interval::between(q / a, c / q) })
}

fn ball(o: DVec3, d: DVec3, radius: f64) -> Option<Interval<f64>> {
    let (a, moment) = (d.length_squared(), o.cross(d));
    // b² − a c as the squared distance of the line from the centre, compared with r² (Lagrange's identity).
    between_roots(a, o.dot(d), o.length_squared() - radius * radius, a * radius * radius - moment.length_squared())
}

/// Where the line is inside the endless cylinder along Y.
fn tube(o: DVec3, d: DVec3, radius: f64) -> Option<Interval<f64>> {
    let (a, c) = (d.x * d.x + d.z * d.z, o.x * o.x + o.z * o.z - radius * radius);
    if a == 0.0 {
        return (c <= 0.0).then_some(Interval::<f64>::ALL);
    }
    let moment = o.z * d.x - o.x * d.z;
    between_roots(a, o.x * d.x + o.z * d.z, c, radius * radius * a - moment * moment)
}

/// Where `min ≤ o + t d ≤ max`.
fn slab(o: f64, d: f64, min: f64, max: f64) -> Option<Interval<f64>> {
    if d == 0.0 {
        return (min <= o && o <= max).then_some(Interval::<f64>::ALL);
    }
    Some(Interval::between((min - o) / d, (max - o) / d))
}

/// A capsule is the union of a cylinder and two balls, and a line meets a convex union in one interval.
fn capsule(o: DVec3, d: DVec3, radius: f64, half_height: f64) -> Option<Interval<f64>> {
    let middle = tube(o, d, radius).zip(slab(o.y, d.y, -half_height, half_height));
    let middle = middle.map(|(tube, slab)| tube.intersection(slab)).filter(|both| both.is_filled());
    let ends = [half_height, -half_height].map(|y| ball(o - DVec3::Y * y, d, radius));
    let parts = [middle, ends[0], ends[1]].into_iter().flatten();
    parts.reduce(|a, b| Interval::new(a.near.min(b.near), a.far.max(b.far)))
}

/// The lower half of the double cone `h² (x² + z²) ≤ r² y²`, above the base.
fn cone(o: DVec3, d: DVec3, radius: f64, height: f64) -> Option<Interval<f64>> {
    let slab = slab(o.y, d.y, -height, 0.0)?;
    let (r2, h2) = (radius * radius, height * height);
    let a = h2 * (d.x * d.x + d.z * d.z) - r2 * d.y * d.y;
    let b = h2 * (o.x * d.x + o.z * d.z) - r2 * o.y * d.y;
    let c = h2 * (o.x * o.x + o.z * o.z) - r2 * o.y * o.y;
    let m = o.cross(d);
    let discriminant = h2 * (r2 * (m.x * m.x + m.z * m.z) - h2 * m.y * m.y);
    if a > 0.0 {
        // Between the roots the line is in one of both halves: the slab keeps the lower one.
        return Some(between_roots(a, b, c, discriminant)?.intersection(slab));
    }
    // Steeper than the side, or parallel to it: one root bounds the part in the lower half, the base the other end.
    let root = if a < 0.0 {
        let q = -(b + discriminant.max(0.0).sqrt().copysign(b));
        let roots = if q == 0.0 { Interval::point(0.0) } else { Interval::between(q / a, c / q) };
        if d.y < 0.0 { roots.far } else { roots.near }
    } else if b == 0.0 {
        return (c <= 0.0).then_some(slab);
    } else if (b < 0.0) == (d.y < 0.0) {
        -c / (2.0 * b)
    } else {
        // Parallel to the side, and inside the upper half alone.
        return None;
    };
    let half = if d.y < 0.0 { Interval::new(root, f64::INFINITY) } else { Interval::new(f64::NEG_INFINITY, root) };
    Some(half.intersection(slab))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::Pose;
    use crate::geometry::ray::{Ray, RayKind, RayQuery, cast};

    fn shapes() -> Vec<Shape> {
        vec![
            Shape::Sphere { radius: 1.25 },
            Shape::Cylinder { radius: 0.75, half_height: 1.5 },
            Shape::Cone { radius: 1.0, height: 2.0 },
            Shape::Capsule { radius: 0.5, half_height: 1.0 },
        ]
    }

    proptest! {
        /// The intervals are those of the rays of the report, which are in `f32` and computed in another way.
        #[test]
        fn a_line_of_sight_enters_and_leaves_where_a_ray_does(
            kind in 0_usize..4,
            origin in prop::array::uniform3(-4_i8..5),
            direction in prop::array::uniform3(-4_i8..5),
        ) {
            prop_assume!(direction != [0; 3]);
            let [origin, direction] = [origin, direction].map(|of| Vec3::from_array(of.map(f32::from)) * 0.375);
            let shape = &shapes()[kind];
            let query = RayQuery { kind: RayKind::Line, ..RayQuery::default() };
            let expected = cast(&Ray { origin, direction }, query, shape, &Pose::IDENTITY).interval();
            let found = inside(shape, origin.as_dvec3(), direction.as_dvec3());
            match (found, expected) {
                (Some(found), Some(expected)) => {
                    for (a, b) in found.ends().into_iter().zip(expected.ends()) {
                        prop_assert!((a - f64::from(b)).abs() < 2e-3, "{found:?} {expected:?}");
                    }
                }
                (None, None) => {}
                // A line that touches only.
                (one, other) => {
                    let length = one.map(|one| one.far - one.near).or(other.map(|other| f64::from(other.far - other.near)));
                    prop_assert!(length.is_some_and(|length| length < 2e-3), "{one:?} {other:?}");
                }
            }
        }
    }
}
