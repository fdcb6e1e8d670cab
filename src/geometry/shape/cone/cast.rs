//! Line against cone: a half-space above the base and one nappe of a double cone.
//!
//! The double cone `h² (x² + z²) ≤ r² y²` gives `A t² + 2 B t + C ≤ 0` (Eberly, "Intersection of a Line and a
//! Cone", 2000), with three cases:
//!
//! * `A > 0`, flatter than the generators: inside between the roots, all of it in one nappe.
//! * `A < 0`, steeper: inside up to the lower root and from the higher one on. One part is in either nappe; the
//!   one below is behind the higher root when the line goes down, before the lower root when it goes up.
//! * `A = 0`, parallel to a generator: a single bound, `t = −C / 2B`. Inside after it when `B < 0`, before it
//!   when `B > 0`; below the apex when it leads down there. `B = 0` is a line along a generator, or a miss.
//!
//! Near `A = 0` one root goes to infinity and the other stays accurate (see `roots`). The last bit of A may choose any
//! of the cases; the interval above the base is the same. The mirrored nappe is rejected by direction, not by clipping
//! at `y ≤ 0`, which would lose lines that only touch the apex.

use glam::{DVec3, Vec3};

use super::Cone;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Narrator;
use crate::geometry::ray::answer::Feature;
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::double_cone::DoubleCone;
use crate::geometry::ray::line::{LocalLine, narrow};
use crate::geometry::ray::ray_cast::RayCast;
use crate::geometry::ray::steps;
use crate::geometry::ray::thin;
use crate::geometry::ray::values::{Base, Intersection, RayValues};

impl RayCast for Cone {
    const NAME: &'static str = "cone";

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius + self.height * self.height
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let Self { radius, height } = self;
        let parameter = line.parameter;
        let cone = DoubleCone::new(line, radius, height);
        narrator.step(|| steps::step(RayValues::DoubleCone { cone, parameter }, Vec::new()));
        let nappe = cone.lower_nappe();
        narrator.step(|| steps::nappe(line, cone, nappe));
        if nappe.is_empty() {
            return Chord::NONE;
        }
        let (o, d, h) = (f64::from(line.o.y), f64::from(line.d.y), f64::from(height));
        let above = above_base(o, d, h);
        narrator.step(|| steps::base(line, radius, Base { o, d, height: h, inside: above, parameter }));
        let t = nappe.intersection(above);
        narrator.step(|| {
            let names = ["lower nappe", "above the base"];
            steps::both(line, Intersection { names, parts: [nappe, above], inside: t, parameter })
        });
        let features = [
            if above.near > nappe.near { Feature::Base } else { Feature::Side },
            if above.far < nappe.far { Feature::Base } else { Feature::Side },
        ];
        Chord { t, features }
    }

    /// The side falls by `h` over `r`, so its normal is `(h cos φ, r, h sin φ)`, here times the distance from the axis, and +Y
    /// at the apex.
    #[inline]
    fn normal(self, line: &LocalLine, tau: f64, feature: Feature) -> (Vec3, bool) {
        if feature == Feature::Base {
            return (Vec3::NEG_Y, true);
        }
        let Self { radius, height } = self;
        let at = line.local_point(tau);
        if is_apex(line, at) {
            return (Vec3::Y, true);
        }
        // In f64: squares of tiny numbers underflow in f32.
        let ring = narrow((f64::from(at.x) * f64::from(at.x) + f64::from(at.z) * f64::from(at.z)).sqrt());
        let per_size = 1.0 / radius.max(height);
        let (r, h) = (radius * per_size, height * per_size);
        (Vec3::new(at.x * h, ring * r, at.z * h), thin::is_accurate(h * ring * (h * ring), r * at.y))
    }

    fn fine_normal(self, line: &LocalLine, tau: f64, feature: Feature, is_exit: bool) -> Vec3 {
        if feature == Feature::Base {
            return Vec3::NEG_Y;
        }
        let (o, d) = line.in_f64();
        let (r, h) = (f64::from(self.radius), f64::from(self.height));
        // The cone's radius at this height.
        let radius = -(o.y + tau * d.y) * r / h;
        let outward = thin::from_centre(thin::across(o), thin::across(d), radius, tau, is_exit).normalize_or_zero();
        if radius <= 0.0 || outward == DVec3::ZERO || is_apex(line, line.local_point(tau)) {
            return Vec3::Y;
        }
        ((outward * h + DVec3::Y * r) / r.max(h)).as_vec3()
    }
}

/// Whether a point of the line is no further from the apex than rounding may move it: six units in the last place of
/// the line's start.
#[inline]
fn is_apex(line: &LocalLine, at: Vec3) -> bool {
    const ROUNDING: f32 = 6.0 * f32::EPSILON;
    at.length_squared() <= ROUNDING * ROUNDING * line.o.length_squared()
}

/// The interval of the line at or above the base plane.
#[inline]
fn above_base(o: f64, d: f64, height: f64) -> Interval<f64> {
    let t = (-height - o) / d;
    if d > 0.0 {
        Interval::new(t, f64::INFINITY)
    } else if d < 0.0 {
        Interval::new(f64::NEG_INFINITY, t)
    } else if o >= -height {
        Interval::ALL
    } else {
        Interval::EMPTY
    }
}
