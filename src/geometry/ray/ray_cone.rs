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
//! Near `A = 0` one root leaves for infinity and the other stays accurate (see `roots`), and whichever case the
//! last bit of A chooses, what is left above the base is the same. So the mirrored nappe is rejected by
//! direction, not by clipping at `y ≤ 0`, which would lose lines that only touch the apex.

use glam::Vec3;

use super::cast::Solid;
use super::line::{Line, narrow};
use super::quadratic::TOUCH;
use super::values::{Base, Both, Discriminant, Quadratic, RayValues};
use super::{Chord, Feature, tell};
use crate::geometry::{Interval, Narrator};

/// Apex at the local origin, base at `y = −height`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) radius: f32,
    pub(super) height: f32,
}

impl Solid for Cone {
    const WORD: &'static str = "cone";

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius + self.height * self.height
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord {
        let Self { radius, height } = self;
        let parameter = line.parameter;
        let cone = DoubleCone::new(line, radius, height);
        narrator.step(|| tell::step(RayValues::DoubleCone { cone, parameter }, Vec::new()));
        let nappe = cone.lower_nappe();
        narrator.step(|| tell::nappe(line, cone, nappe));
        if nappe.is_empty() {
            return Chord::NONE;
        }
        let (o, d, h) = (f64::from(line.o.y), f64::from(line.d.y), f64::from(height));
        let above = above_base(o, d, h);
        narrator.step(|| tell::base(line, radius, Base { o, d, height: h, inside: above, parameter }));
        let t = nappe.intersection(above);
        narrator.step(|| {
            let names = ["lower nappe", "above the base"];
            tell::both(line, Both { names, parts: [nappe, above], inside: t, parameter })
        });
        let features = [
            if above.near > nappe.near { Feature::Base } else { Feature::Side },
            if above.far < nappe.far { Feature::Base } else { Feature::Side },
        ];
        Chord { t, features }
    }

    /// The side falls by `h` over `r`, so its normal is `(h cos φ, r, h sin φ)`, here times the distance from the axis, and +Y
    /// at the apex.
    ///
    /// The point counts as the apex when it is no further from it than the rounding of a point on the line, six units
    /// in the last place of its start.
    #[inline]
    fn normal(self, line: &Line, tau: f64, feature: Feature) -> Vec3 {
        const ROUNDING: f32 = 6.0 * f32::EPSILON;
        if feature == Feature::Base {
            return Vec3::NEG_Y;
        }
        let Self { radius, height } = self;
        let at = line.local_point(tau);
        if at.length_squared() <= ROUNDING * ROUNDING * line.o.length_squared() {
            return Vec3::Y;
        }
        // In f64: squares of tiny ones are lost in f32.
        let ring = narrow((f64::from(at.x) * f64::from(at.x) + f64::from(at.z) * f64::from(at.z)).sqrt());
        let per_size = 1.0 / radius.max(height);
        let (r, h) = (radius * per_size, height * per_size);
        Vec3::new(at.x * h, ring * r, at.z * h)
    }
}

/// Where the line is at or above the base plane.
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

/// The double cone along the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleCone {
    /// `A t² + 2 B t + C ≤ 0` in either nappe.
    pub quadratic: Quadratic,
    /// `A y / h²` in the middle between the roots: at most 0 when they are in the lower nappe, for `A > 0`.
    pub middle: f64,
    /// The rounding that C may carry: C up to this counts as 0 for a line along a generator.
    pub c_tolerance: f64,
    /// Y of the start.
    pub o_y: f64,
    /// Y of the direction.
    pub d_y: f64,
}

/// Where the line is inside a double cone, by the signs of A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roots {
    /// `A > 0`: between the roots, when there are any.
    Between(Option<Interval<f64>>),
    /// `A < 0`: before the lesser root and after the greater one.
    Outside(Interval<f64>),
    /// `A = 0`: before or after the only root.
    Single(f64),
    /// `A = B = 0`: all t, or none.
    Generator,
}

impl DoubleCone {
    /// With the moment `m = o × d` the discriminant is `h² (r² (m.x² + m.z²) − h² m.y²)` (Lagrange's identity).
    /// The moment of a line through the apex is 0, so such a line gives exactly 0 instead of the difference of
    /// two large squares.
    ///
    /// Both parts of each coefficient are products of an exact square and an exact sum or product, rounded in the
    /// same way, so that a line along a generator in the plane of two axes gives exact zeros.
    #[inline]
    fn new(line: &Line, radius: f32, height: f32) -> Self {
        let (o, d) = line.in_f64();
        let (r, h) = (f64::from(radius), f64::from(height));
        let (r2, h2) = (r * r, h * h);
        let m = o.cross(d);
        let c_parts = [h2 * (o.x * o.x + o.z * o.z), r2 * (o.y * o.y)];
        let quadratic = Quadratic {
            a: h2 * (d.x * d.x + d.z * d.z) - r2 * (d.y * d.y),
            b: h2 * (o.x * d.x + o.z * d.z) - r2 * (o.y * d.y),
            c: c_parts[0] - c_parts[1],
            discriminant: Discriminant { larger: h2 * r2 * (m.x * m.x + m.z * m.z), smaller: h2 * h2 * (m.y * m.y) },
        };
        Self { quadratic, middle: d.z * m.x - d.x * m.z, c_tolerance: TOUCH * c_parts[1], o_y: o.y, d_y: d.y }
    }

    /// Where the line is inside either nappe.
    #[inline]
    pub fn roots(&self) -> Roots {
        let Quadratic { a, b, c, discriminant } = self.quadratic;
        if a > 0.0 {
            Roots::Between(discriminant.has_roots().then(|| self.quadratic.roots()))
        } else if a < 0.0 {
            Roots::Outside(self.quadratic.roots())
        } else if b == 0.0 {
            Roots::Generator
        } else {
            Roots::Single(-c / (2.0 * b))
        }
    }

    /// Whether the line goes down with t.
    #[inline]
    pub fn falls(&self) -> bool {
        self.d_y < 0.0
    }

    /// Where the line is inside the lower nappe, the base left out of account.
    #[inline]
    pub fn lower_nappe(&self) -> Interval<f64> {
        let part = |bound: f64| {
            if self.falls() { Interval::new(bound, f64::INFINITY) } else { Interval::new(f64::NEG_INFINITY, bound) }
        };
        match self.roots() {
            Roots::Between(Some(roots)) if self.middle <= 0.0 => roots,
            Roots::Outside(roots) => part(if self.falls() { roots.far } else { roots.near }),
            // Inside after the bound when B < 0: that part leads down only when the line falls.
            Roots::Single(root) if (self.quadratic.b < 0.0) == self.falls() => part(root),
            // Along a generator, with the apex where y = 0, or outside.
            Roots::Generator if self.quadratic.c <= self.c_tolerance => part(-self.o_y / self.d_y),
            Roots::Between(_) | Roots::Single(_) | Roots::Generator => Interval::EMPTY,
        }
    }
}
