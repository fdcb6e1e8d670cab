//! Distances of points and segments from triangles in `f64`.
//!
//! Nearest points by the regions of a triangle, and of two segments by their clamped parameters (Ericson, "Real-Time Collision
//! Detection", 2005, 5.1.5 and 5.1.9). A triangle without area is its edges.

use glam::DVec3;

/// The corners of a triangle in world space.
pub(super) type Corners = [DVec3; 3];

/// The point of a triangle that is nearest to a point.
pub(super) fn nearest_point([a, b, c]: &Corners, p: DVec3) -> DVec3 {
    let (ab, ac, ap) = (*b - *a, *c - *a, p - *a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let bp = p - *b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return *a + ab * ratio(d1, d1 - d3);
    }
    let cp = p - *c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return *a + ac * ratio(d2, d2 - d6);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return *b + (*c - *b) * ratio(d4 - d3, (d4 - d3) + (d5 - d6));
    }
    let sum = va + vb + vc;
    if sum > 0.0 { *a + ab * (vb / sum) + ac * (vc / sum) } else { *a }
}

/// A quotient from 0 to 1; 0 when the divisor is 0.
fn ratio(over: f64, under: f64) -> f64 {
    if under > 0.0 { (over / under).clamp(0.0, 1.0) } else { 0.0 }
}

/// The distance of a point from a triangle.
pub(super) fn distance(corners: &Corners, p: DVec3) -> f64 {
    nearest_point(corners, p).distance(p)
}

/// The distance of a segment from a triangle, and the fraction of the segment at which it is reached.
pub(super) fn of_segment(corners: &Corners, [from, to]: [DVec3; 2]) -> (f64, f64) {
    if let Some(t) = crossing(corners, [from, to]) {
        return (0.0, t);
    }
    let [a, b, c] = *corners;
    let mut best = (distance(corners, from), 0.0);
    let mut take = |found: (f64, f64)| {
        if found.0 < best.0 {
            best = found;
        }
    };
    take((distance(corners, to), 1.0));
    for edge in [[a, b], [b, c], [c, a]] {
        take(between_segments([from, to], edge));
    }
    best
}

/// Where a segment passes through the plane of a triangle inside of it.
fn crossing([a, b, c]: &Corners, [from, to]: [DVec3; 2]) -> Option<f64> {
    let normal = (*b - *a).cross(*c - *a);
    let (start, end) = (normal.dot(from - *a), normal.dot(to - *a));
    if start * end > 0.0 || start - end == 0.0 {
        return None;
    }
    let t = start / (start - end);
    let point = from + (to - from) * t;
    let is_inside = [[*a, *b], [*b, *c], [*c, *a]]
        .iter()
        .all(|[one, other]| normal.dot((*other - *one).cross(point - *one)) >= 0.0);
    is_inside.then_some(t)
}

/// The distance of two segments, and the fraction of the first at which it is reached.
fn between_segments([p1, q1]: [DVec3; 2], [p2, q2]: [DVec3; 2]) -> (f64, f64) {
    let (d1, d2, r) = (q1 - p1, q2 - p2, p1 - p2);
    let (a, e, f) = (d1.length_squared(), d2.length_squared(), d2.dot(r));
    let (s, t);
    if a <= 0.0 {
        (s, t) = (0.0, ratio(f.max(0.0), e));
    } else {
        let c = d1.dot(r);
        if e <= 0.0 {
            (s, t) = (ratio((-c).max(0.0), a), 0.0);
        } else {
            let b = d1.dot(d2);
            let under = a * e - b * b;
            let mut at = if under > 0.0 { ((b * f - c * e) / under).clamp(0.0, 1.0) } else { 0.0 };
            let mut other = (b * at + f) / e;
            if other < 0.0 {
                (other, at) = (0.0, ratio((-c).max(0.0), a));
            } else if other > 1.0 {
                (other, at) = (1.0, ratio((b - c).max(0.0), a));
            }
            (s, t) = (at, other);
        }
    }
    ((p1 + d1 * s).distance(p2 + d2 * t), s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn point(random: &mut Random) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| f64::from(random.within(-2.0, 2.0))))
    }

    /// The least distance over a fine grid of the triangle is never less, and not much more.
    #[test]
    fn distances_agree_with_samples() {
        let mut random = Random(7);
        for case in 0..300 {
            let corners = [point(&mut random), point(&mut random), point(&mut random)];
            let ends = [point(&mut random), point(&mut random)];
            let grid = |steps: usize| {
                (0..=steps).flat_map(move |i| {
                    (0..=steps - i).map(move |j| {
                        let (u, v) = (i as f64 / steps as f64, j as f64 / steps as f64);
                        corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v
                    })
                })
            };
            let sampled = grid(40).map(|p| p.distance(ends[0])).fold(f64::INFINITY, f64::min);
            let found = distance(&corners, ends[0]);
            assert!(found <= sampled + 1e-12 && sampled - found < 0.12, "{case}: {found} {sampled}");
            let (found, t) = of_segment(&corners, ends);
            let on = |t: f64| ends[0] + (ends[1] - ends[0]) * t;
            let sampled = (0..=400).map(|i| distance(&corners, on(f64::from(i) / 400.0))).fold(f64::INFINITY, f64::min);
            assert!(found <= sampled + 1e-12 && sampled - found < 0.02, "{case}: {found} {sampled}");
            assert!((distance(&corners, on(t)) - found).abs() < 1e-9, "{case}: reached at {t}");
        }
    }

    #[test]
    fn a_triangle_without_area_is_its_edges() {
        let line = [DVec3::ZERO, DVec3::X, DVec3::X * 3.0];
        assert!((distance(&line, DVec3::new(2.0, 1.0, 0.0)) - 1.0).abs() < 1e-12);
        assert!((of_segment(&line, [DVec3::new(2.0, 1.0, -1.0), DVec3::new(2.0, 1.0, 1.0)]).0 - 1.0).abs() < 1e-12);
        let dot = [DVec3::Y; 3];
        assert!((distance(&dot, DVec3::ZERO) - 1.0).abs() < 1e-12);
        assert!((of_segment(&dot, [DVec3::NEG_X, DVec3::X]).0 - 1.0).abs() < 1e-12);
    }
}
