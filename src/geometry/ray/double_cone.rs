//! A line and the double cone of which a cone is the lower nappe.

use super::line::LocalLine;
use super::quadratic::{Discriminant, Quadratic, TOUCH};
use crate::geometry::interval::Interval;

/// The double cone along the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleCone {
    /// `A t² + 2 B t + C ≤ 0` in either nappe.
    pub quadratic: Quadratic,
    /// `A y / h²` in the middle between the roots: at most 0 when they are in the lower nappe, for `A > 0`.
    pub middle: f64,
    /// The greatest rounding error of C: a C up to this counts as 0 for a line along a generator.
    pub c_tolerance: f64,
    /// Y of the start.
    pub o_y: f64,
    /// Y of the direction.
    pub d_y: f64,
}

/// The part of the line inside a double cone, by the signs of A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roots {
    /// `A > 0`: between the roots; `None` without roots.
    Between(Option<Interval<f64>>),
    /// `A < 0`: before the lesser root and after the greater one.
    Outside(Interval<f64>),
    /// `A = 0`: before or after the only root.
    Single(f64),
    /// `A = B = 0`: the whole line, or no part of it.
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
    pub(crate) fn new(line: &LocalLine, radius: f32, height: f32) -> Self {
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

    /// The interval inside the lower nappe, without the bound of the base.
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
