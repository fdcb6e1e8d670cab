//! Line against capsule: an endless cylinder, closed by a ball at either end.
//!
//! The capsule lies inside the cylinder. Where the line enters the cylinder beside the inner segment it enters
//! the capsule as well. If it enters the cylinder above the segment, it can enter the capsule only through the upper
//! ball: on its way down it crosses the disc at the ball's centre. The same holds below, and for the exit.

use glam::{DVec3, Vec3};

use super::Capsule;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Narrator;
use crate::geometry::ray::answer::Feature;
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::ray_cast::RayCast;
use crate::geometry::ray::steps;
use crate::geometry::ray::thin;
use crate::geometry::ray::values::{CapsuleEnds, Round, RoundPart};
use crate::geometry::shape::cylinder::cast::tube;
use crate::geometry::shape::sphere::cast::ball;

impl RayCast for Capsule {
    const NAME: &'static str = "capsule";

    #[inline]
    fn reach_squared(self) -> f32 {
        (self.radius + self.half_height) * (self.radius + self.half_height)
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let Self { radius, half_height } = self;
        let tube = tube(line, radius);
        narrator.step(|| steps::round(line, tube));
        if tube.inside.is_empty() {
            return Chord::NONE;
        }
        let (o, d) = line.in_f64();
        let half_height = f64::from(half_height);
        let mut t = tube.inside.ends();
        let y = t.map(|tau| o.y + tau * d.y);
        for (end, y) in y.into_iter().enumerate() {
            if y.abs() <= half_height {
                continue;
            }
            let from_centre = o - DVec3::new(0.0, half_height.copysign(y), 0.0);
            let quadratic = ball(from_centre, d, radius);
            let cap = quadratic.between_roots();
            narrator.step(|| {
                let part = RoundPart::Cap { o: from_centre, is_exit: end == 1, y, half_height };
                steps::round(line, Round { part, quadratic, c_tolerance: 0.0, inside: cap, parameter: line.parameter })
            });
            if cap.is_empty() {
                return Chord::NONE;
            }
            t[end] = cap.ends()[end];
        }
        let inside = Interval::new(t[0], t[1]);
        narrator.step(|| steps::capsule_ends(line, CapsuleEnds { half_height, y, inside, parameter: line.parameter }));
        Chord { t: inside, features: [Feature::Surface; 2] }
    }

    /// Away from the inner segment.
    #[inline]
    fn normal(self, line: &LocalLine, tau: f64, _: Feature) -> (Vec3, bool) {
        let at = line.local_point(tau);
        let normal = at - Vec3::new(0.0, at.y.clamp(-self.half_height, self.half_height), 0.0);
        (normal, thin::is_accurate(normal.length_squared(), self.radius))
    }

    fn fine_normal(self, line: &LocalLine, tau: f64, _: Feature, is_exit: bool) -> Vec3 {
        let (o, d) = line.in_f64();
        let half_height = f64::from(self.half_height);
        let radius = f64::from(self.radius);
        let y = o.y + tau * d.y;
        let at = if y.abs() <= half_height {
            thin::from_centre(thin::across(o), thin::across(d), radius, tau, is_exit)
        } else {
            thin::from_centre(o - DVec3::new(0.0, half_height.copysign(y), 0.0), d, radius, tau, is_exit)
        };
        (at / radius).as_vec3()
    }
}
