//! The cone: a slab in Y and one nappe of a double cone.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]

use glam::Vec3;

use super::Cone;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;
use crate::geometry::ray::batch::quadratic::{greater, roots, select, slab};

impl LaneCast for Cone {
    /// `x² + z² ≤ k² y²` with `k = r / h`, and `-h ≤ y ≤ 0`.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let Self { radius, height } = self;
        // The quadratic is solved from the point of the line next to the cone's middle: far from the cone its
        // coefficients would be large and their differences inexact.
        let to_middle = Vec3::new(0.0, 0.5 * height, 0.0);
        let shift = -(o + to_middle).dot(d) / d.dot(d);
        let o = o + d * shift;
        let slope = radius / height;
        let side = nappe(o, d, slope * slope);
        let base = slab(o.y, d.y, -height, 0.0);
        let chosen = choice.choose(side.intersection(base).map(
            #[inline(always)]
            |t| t + shift,
        ));
        let rises = d.y > 0.0;
        let on_base = if chosen.leaving { !rises & (base.far <= side.far) } else { rises & (base.near >= side.near) };
        let p = o + d * (chosen.t - shift);
        let apex = (p.x == 0.0) & (p.z == 0.0);
        chosen.with_normal(Vec3::new(
            if on_base { 0.0 } else { p.x },
            if on_base {
                -1.0
            } else if apex {
                1.0
            } else {
                -slope * slope * p.y
            },
            if on_base { 0.0 } else { p.z },
        ))
    }
}

/// Where the line is inside the double cone, and for a line steeper than its side, inside the lower half.
///
/// `A t² + 2 B t + C ≤ 0` holds between the roots for A > 0, and outside them for A < 0: then the lower half
/// lies behind the greater root for a line that descends, before the lesser one for a line that rises. For A = 0
/// (parallel to a generator) one root is infinite and the first rule holds. The discriminant `B² − A C` is
/// `k² (m_x² + m_z²) − m_y²` with `m = o × d` (the Binet-Cauchy identity).
#[inline(always)]
fn nappe(o: Vec3, d: Vec3, slope_squared: f32) -> Interval<f32> {
    let a = d.x * d.x + d.z * d.z - slope_squared * (d.y * d.y);
    let b = o.x * d.x + o.z * d.z - slope_squared * (o.y * d.y);
    let c = o.x * o.x + o.z * o.z - slope_squared * (o.y * o.y);
    let m = o.cross(d);
    let discriminant = slope_squared * (m.x * m.x + m.z * m.z) - m.y * m.y;
    let [t0, t1] = roots(a, b, c, greater(discriminant, 0.0).sqrt());
    let between = Interval::between(t0, t1);
    let steep =
        select(d.y < 0.0, Interval::new(between.far, f32::INFINITY), Interval::new(f32::NEG_INFINITY, between.near));
    let beside = (discriminant < 0.0) | ((a == 0.0) & (b == 0.0) & (c > 0.0));
    select(a < 0.0, steep, select(beside, Interval::EMPTY, between))
}
