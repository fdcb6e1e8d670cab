//! Line against cylinder: a slab in y and a circle in xz.

use glam::Vec3;

use super::Cylinder;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Narrator;
use crate::geometry::ray::answer::Feature;
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::quadratic::TOUCH;
use crate::geometry::ray::ray_cast::{RayCast, flat_normal};
use crate::geometry::ray::steps;
use crate::geometry::ray::thin;
use crate::geometry::ray::values::{Discriminant, Intersection, Quadratic, Round, RoundPart, Slab};

impl RayCast for Cylinder {
    const NAME: &'static str = "cylinder";

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius + self.half_height * self.half_height
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let Self { radius, half_height } = self;
        let (o, d, half) = (f64::from(line.o.y), f64::from(line.d.y), f64::from(half_height));
        let slab = slab(o, d, half);
        narrator.step(|| {
            let parameter = line.parameter;
            steps::slab(
                line,
                Vec3::new(radius, half_height, radius),
                Slab { axis: 1, o, d, half, inside: slab, so_far: slab, parameter },
            )
        });
        let tube = tube(line, radius);
        narrator.step(|| steps::round(line, tube));
        let t = slab.intersection(tube.inside);
        narrator.step(|| {
            let names = ["slab in y", "circle in xz"];
            steps::both(line, Intersection { names, parts: [slab, tube.inside], inside: t, parameter: line.parameter })
        });
        let discs = if line.d.y > 0.0 { [Feature::Bottom, Feature::Top] } else { [Feature::Top, Feature::Bottom] };
        let features = [
            if slab.near > tube.inside.near { discs[0] } else { Feature::Side },
            if slab.far < tube.inside.far { discs[1] } else { Feature::Side },
        ];
        Chord { t, features }
    }

    #[inline]
    fn normal(self, line: &LocalLine, tau: f64, feature: Feature) -> (Vec3, bool) {
        let at = line.local_point(tau);
        let is_side = feature == Feature::Side;
        let is_accurate = thin::is_accurate(at.x * at.x + at.z * at.z, self.radius);
        // A sum instead of a branch: one of the two is 0.
        let factor = f32::from(u8::from(is_side));
        (flat_normal(feature) + Vec3::new(at.x, 0.0, at.z) * factor, !is_side | is_accurate)
    }

    fn fine_normal(self, line: &LocalLine, tau: f64, feature: Feature, is_exit: bool) -> Vec3 {
        if feature != Feature::Side {
            return flat_normal(feature);
        }
        let (o, d) = line.in_f64();
        let at = thin::from_centre(thin::across(o), thin::across(d), self.radius.into(), tau, is_exit);
        (at / f64::from(self.radius)).as_vec3()
    }
}

/// Where `|o + t d| ≤ half` along one axis.
#[inline]
fn slab(o: f64, d: f64, half: f64) -> Interval<f64> {
    if d == 0.0 {
        return if o.abs() <= half { Interval::ALL } else { Interval::EMPTY };
    }
    Interval::between((-half - o) / d, (half - o) / d)
}

/// Where the line is inside the endless cylinder: `A t² + 2 B t + C ≤ 0` in x and z.
///
/// The discriminant `B² − A C` is computed as `r² A − (o.z d.x − o.x d.z)²`: the squared distance of the line from the
/// axis, compared with r² directly (Lagrange's identity).
#[inline]
pub(crate) fn tube(line: &LocalLine, radius: f32) -> Round {
    let (o, d) = line.in_f64();
    let r2 = f64::from(radius) * f64::from(radius);
    let a = d.x * d.x + d.z * d.z;
    let c = o.x * o.x + o.z * o.z - r2;
    let c_tolerance = TOUCH * r2;
    let moment = o.z * d.x - o.x * d.z;
    let discriminant = Discriminant { larger: r2 * a, smaller: moment * moment };
    let quadratic = Quadratic { a, b: o.x * d.x + o.z * d.z, c, discriminant };
    let inside = if a == 0.0 {
        if c <= c_tolerance { Interval::ALL } else { Interval::EMPTY }
    } else {
        quadratic.between_roots()
    };
    Round { part: RoundPart::Circle, quadratic, c_tolerance, inside, parameter: line.parameter }
}
