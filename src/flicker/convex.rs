//! Convex polygons: the part on one side of a line, the common part, the area.

use glam::{DVec2, DVec3};

/// A point of a polygon.
pub(super) trait ConvexPoint: Copy {
    /// The point at a fraction of the way to another.
    fn towards(self, other: Self, share: f64) -> Self;
}

impl ConvexPoint for DVec2 {
    fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }
}

impl ConvexPoint for DVec3 {
    fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }
}

/// The part of a convex polygon where a function that is linear along its edges is at least 0 (Sutherland and Hodgman,
/// "Reentrant Polygon Clipping", 1974). Empty when the function is below 0 at all corners.
pub(super) fn clipped<P: ConvexPoint>(polygon: &[P], value: impl Fn(P) -> f64) -> Vec<P> {
    clipped_at(polygon, value, |a, b, of_a, of_b| a.towards(b, of_a / (of_a - of_b)))
}

/// The same for a function that is not linear: `cross` finds where it is 0 between two corners, of which one value is below 0.
pub(super) fn clipped_at<P: ConvexPoint>(
    polygon: &[P],
    value: impl Fn(P) -> f64,
    cross: impl Fn(P, P, f64, f64) -> P,
) -> Vec<P> {
    let values: Vec<f64> = polygon.iter().map(|corner| value(*corner)).collect();
    if values.iter().all(|value| *value >= 0.0) {
        return polygon.to_vec();
    }
    let mut rest = Vec::with_capacity(polygon.len() + 1);
    for (i, (&corner, &here)) in polygon.iter().zip(&values).enumerate() {
        let next = (i + 1) % polygon.len();
        if here >= 0.0 {
            rest.push(corner);
        }
        if (here >= 0.0) != (values[next] >= 0.0) {
            rest.push(cross(corner, polygon[next], here, values[next]));
        }
    }
    rest
}

/// The common part of two convex polygons that are both counter-clockwise.
pub(super) fn common(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    let mut rest = a.to_vec();
    for (i, &from) in b.iter().enumerate() {
        let along = b[(i + 1) % b.len()] - from;
        if along == DVec2::ZERO {
            continue;
        }
        rest = clipped(&rest, |at| along.perp_dot(at - from));
        if rest.is_empty() {
            break;
        }
    }
    rest
}

/// The area; below 0 for a clockwise polygon.
pub(super) fn area(polygon: &[DVec2]) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    polygon.windows(2).map(|pair| (pair[0] - first).perp_dot(pair[1] - first)).sum::<f64>() / 2.0
}

/// The polygon counter-clockwise.
pub(super) fn counter_clockwise(mut polygon: Vec<DVec2>) -> Vec<DVec2> {
    if area(&polygon) < 0.0 {
        polygon.reverse();
    }
    polygon
}

/// The area over the longest distance of two corners: the width of a strip of this length.
pub(super) fn width(polygon: &[DVec2]) -> f64 {
    let from = |(i, a): (usize, &DVec2)| polygon[i + 1..].iter().map(|b| a.distance(*b)).fold(0.0, f64::max);
    let longest = polygon.iter().enumerate().map(from).fold(0.0, f64::max);
    if longest > 0.0 { area(polygon).abs() / longest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Vec<DVec2> {
        [[x, y], [x + side, y], [x + side, y + side], [x, y + side]].map(DVec2::from).to_vec()
    }

    #[test]
    fn common_parts_have_their_area() {
        for (other, expected) in [
            (square(0.5, 0.5, 1.0), 0.25),
            (square(0.25, 0.25, 0.5), 0.25),
            (square(-1.0, -1.0, 3.0), 1.0),
            (square(1.0, 0.0, 1.0), 0.0),
            (square(2.0, 2.0, 1.0), 0.0),
            (counter_clockwise(vec![DVec2::ZERO, DVec2::new(0.0, 2.0), DVec2::new(2.0, 0.0)]), 1.0),
        ] {
            let both = [common(&square(0.0, 0.0, 1.0), &other), common(&other, &square(0.0, 0.0, 1.0))];
            for part in both {
                assert!((area(&part) - expected).abs() < 1e-12, "{other:?}: {part:?}");
            }
        }
        assert!((width(&square(0.0, 0.0, 2.0)) - std::f64::consts::SQRT_2).abs() < 1e-12);
    }
}
