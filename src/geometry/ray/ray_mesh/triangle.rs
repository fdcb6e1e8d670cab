//! Line against triangle without a gap between neighbours.
//!
//! After Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (Journal of Computer Graphics Techniques 2 (1),
//! 2013): the corners are sheared so that the line becomes the third axis, and three edge functions give the side of
//! each edge on which it passes. A neighbour computes the same number with the opposite sign for the edge that they
//! share. Here the shear is computed in `f64` and rounded to `f32`, whose products are exact in `f64`; so every sign is
//! the exact one for the sheared corners, and no line passes between neighbours at a vertex either.
//!
//! Touching counts, so a line through an edge meets both neighbours. To count crossings, such a line is moved by an
//! infinitesimal amount (Edelsbrunner and Mücke, "Simulation of Simplicity", 1990). It then crosses exactly one of two
//! neighbours that face the same way, and both or none of two that do not.

use glam::{DVec3, Vec3};

/// A line, precomputed for many triangles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shear {
    o: DVec3,
    d: DVec3,
    /// The axis along which the line runs most, and the two others.
    axes: [usize; 3],
    slopes: [f64; 2],
}

/// The crossing of a line and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TriangleCrossing {
    /// The line's parameter at the crossing.
    pub(super) tau: f64,
    /// The line's parameter where it leaves the triangle; greater only for a line in the triangle's plane.
    pub(super) end: f64,
    /// The weights of the three corners there; they add up to 1.
    pub(super) barycentric: [f64; 3],
    /// The same at the end.
    pub(super) at_end: [f64; 3],
    /// Whether it counts when crossings are counted.
    pub(super) counts: bool,
}

impl TriangleCrossing {
    /// The weights of the corners at a place between both ends.
    #[expect(clippy::cast_possible_truncation, reason = "weights from 0 to 1")]
    pub(super) fn weights_at(&self, tau: f64) -> [f32; 3] {
        let share = if self.end > self.tau { (tau - self.tau) / (self.end - self.tau) } else { 0.0 };
        std::array::from_fn(|i| (self.barycentric[i] + share * (self.at_end[i] - self.barycentric[i])) as f32)
    }
}

/// A corner in the frame of the line: its projection along the line, and its parameter.
#[derive(Clone, Copy, Debug)]
struct Corner {
    x: f64,
    y: f64,
    tau: f64,
}

impl Shear {
    /// The line `o + tau · d`; `d` must not be zero.
    pub(super) fn new(o: DVec3, d: DVec3) -> Self {
        let most = d.abs().max_position();
        let [x, y] = [(most + 1) % 3, (most + 2) % 3];
        Self { o, d, axes: [most, x, y], slopes: [d[x] / d[most], d[y] / d[most]] }
    }

    #[inline]
    fn corner(&self, position: Vec3) -> Corner {
        let a = position.as_dvec3() - self.o;
        let [most, x, y] = self.axes;
        Corner {
            x: rounded(a[x] - self.slopes[0] * a[most]),
            y: rounded(a[y] - self.slopes[1] * a[most]),
            tau: a[most] / self.d[most],
        }
    }

    /// The crossing of the line and the closed triangle; `None` when the line misses it.
    pub(super) fn meet(&self, corners: [Vec3; 3]) -> Option<TriangleCrossing> {
        let corners = corners.map(|corner| self.corner(corner));
        let [a, b, c] = corners;
        let sides = || [side(c, b), side(a, c), side(b, a)];
        meet(corners).map(|crossing| TriangleCrossing { counts: crossing.counts && is_one_side(sides()), ..crossing })
    }

    /// The same without [`TriangleCrossing::counts`], for code in `dispatch!`. `array::map` would stay a call.
    #[expect(
        clippy::inline_always,
        reason = "it must become part of `dispatch!` to be compiled for its instruction set"
    )]
    #[inline(always)]
    pub(super) fn meet_uncounted(&self, [a, b, c]: [Vec3; 3]) -> Option<TriangleCrossing> {
        meet([self.corner(a), self.corner(b), self.corner(c)])
    }
}

/// Whether the line passes all edges on the same side.
fn is_one_side(sides: [i8; 3]) -> bool {
    sides[0] != 0 && sides == [sides[0]; 3]
}

/// The crossing with a triangle of these projected corners. Only a crossing that is not edge-on may count.
#[inline]
fn meet(corners: [Corner; 3]) -> Option<TriangleCrossing> {
    let [a, b, c] = corners;
    let [u, v, w] = [cross(c, b), cross(a, c), cross(b, a)];
    let is_met = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
    if !is_met {
        return None;
    }
    let sum = u + v + w;
    if sum == 0.0 {
        return edge_on(corners);
    }
    let barycentric = [u / sum, v / sum, w / sum];
    let tau = barycentric[0] * a.tau + barycentric[1] * b.tau + barycentric[2] * c.tau;
    Some(TriangleCrossing { tau, end: tau, barycentric, at_end: barycentric, counts: true })
}

/// The crossing of a line in the plane of the triangle, whose projection is a segment.
#[cold]
fn edge_on(corners: [Corner; 3]) -> Option<TriangleCrossing> {
    let mut first: Option<(f64, [f64; 3])> = None;
    let (mut end, mut at_end) = (f64::NEG_INFINITY, [0.0; 3]);
    // The projected triangle is a segment; it is followed along its longer axis.
    let extent = |of: fn(&Corner) -> f64| corners.iter().map(|c| (of(c) - of(&corners[0])).abs()).fold(0.0, f64::max);
    let follow: fn(&Corner) -> f64 = if extent(|c| c.x) >= extent(|c| c.y) { |c| c.x } else { |c| c.y };
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (p, q) = (corners[i], corners[j]);
        let [from, to] = [follow(&p), follow(&q)];
        if from.min(to) > 0.0 || from.max(to) < 0.0 {
            continue;
        }
        // Where both are 0, the edge runs along the line.
        let shares = if from - to == 0.0 { [0.0, 1.0] } else { [from / (from - to); 2] };
        for share in shares {
            let tau = p.tau + share * (q.tau - p.tau);
            let mut barycentric = [0.0; 3];
            (barycentric[i], barycentric[j]) = (1.0 - share, share);
            if tau > end {
                (end, at_end) = (tau, barycentric);
            }
            if first.is_none_or(|(least, _)| tau < least) {
                first = Some((tau, barycentric));
            }
        }
    }
    first.map(|(tau, barycentric)| TriangleCrossing { tau, end, barycentric, at_end, counts: false })
}

/// Twice the area that the line and two corners span.
fn cross(p: Corner, q: Corner) -> f64 {
    p.x * q.y - p.y * q.x
}

/// The sign of [`cross`] for a line that passes at (ε, ε²) instead of at 0.
fn side(p: Corner, q: Corner) -> i8 {
    let first = [cross(p, q), p.y - q.y, q.x - p.x].into_iter().find(|x| *x != 0.0);
    first.map_or(0, |x| if x > 0.0 { 1 } else { -1 })
}

/// Rounds to 24 bits, so that products of two are exact.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
fn rounded(x: f64) -> f64 {
    f64::from(x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

    fn down(x: f64, y: f64) -> Shear {
        Shear::new(DVec3::new(x, y, 2.0), DVec3::new(0.0, 0.0, -1.0))
    }

    #[test]
    fn touching_counts() {
        for (x, y, met) in [
            (0.25, 0.25, true),
            (0.5, 0.5, true),
            (0.0, 0.5, true),
            (0.0, 0.0, true),
            (1.0, 0.0, true),
            (0.5, 0.500_000_1, false),
            (-1e-30, 0.5, false),
            (1.000_000_1, 0.0, false),
        ] {
            let crossing = down(x, y).meet(CORNERS);
            assert_eq!(crossing.is_some(), met, "{x} {y}: {crossing:?}");
            if let Some(crossing) = crossing {
                assert!((crossing.tau - 2.0).abs() < 1e-12);
                assert!((crossing.barycentric[1] - x).abs() < 1e-12 && (crossing.barycentric[2] - y).abs() < 1e-12);
            }
        }
    }

    /// A fan around a vertex that the line goes through, whatever the fan's shape: it is crossed once.
    #[test]
    fn a_fan_is_crossed_once_at_its_middle() {
        for n in 3..20 {
            let rim = |i: usize| {
                let angle = i as f32 / n as f32 * std::f32::consts::TAU + 0.1;
                Vec3::new(angle.cos(), angle.sin(), (i % n) as f32 * 0.1)
            };
            for (x, y) in [(0.0, 0.0), (0.3, 0.1), (f64::from(rim(0).x) / 2.0, f64::from(rim(0).y) / 2.0)] {
                let fan = (0..n).map(|i| [Vec3::ZERO, rim(i), rim((i + 1) % n)]);
                let crossings: Vec<_> = fan.filter_map(|corners| down(x, y).meet(corners)).collect();
                assert!(!crossings.is_empty());
                assert_eq!(crossings.iter().filter(|crossing| crossing.counts).count(), 1, "{n} {x} {y}");
            }
        }
    }

    #[test]
    fn a_line_in_the_plane_meets_a_stretch() {
        let along = Shear::new(DVec3::new(-1.0, 0.25, 0.0), DVec3::X);
        let crossing = along.meet(CORNERS).unwrap();
        assert!((crossing.tau - 1.0).abs() < 1e-12 && (crossing.end - 1.75).abs() < 1e-12, "{crossing:?}");
        assert!(!crossing.counts);
        let beside =
            Shear::new(DVec3::new(0.0, -1.0, 0.0), DVec3::Y).meet([Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)]);
        assert!(beside.is_some_and(|touch| (touch.tau - 1.0).abs() + (touch.end - 1.0).abs() < 1e-12), "{beside:?}");
        let edge = Shear::new(DVec3::new(-1.0, 0.0, 0.0), DVec3::X).meet(CORNERS).unwrap();
        assert!((edge.tau - 1.0).abs() < 1e-12 && (edge.end - 2.0).abs() < 1e-12, "{edge:?}");
        assert_eq!(Shear::new(DVec3::new(-1.0, 1.25, 0.0), DVec3::X).meet(CORNERS), None);
        assert_eq!(Shear::new(DVec3::new(-1.0, 0.25, 1e-9), DVec3::X).meet(CORNERS), None);
    }
}
