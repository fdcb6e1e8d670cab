//! Line against capsule: an endless cylinder, closed by a ball at either end.
//!
//! The capsule lies inside the cylinder. Where the line enters the cylinder beside the inner segment it enters
//! the capsule as well. Where it enters the cylinder above, the capsule can only be entered through the ball on
//! top: the way down leads through the disc at the ball's middle. Below, and for the exit, the same.

use glam::{DVec3, Vec3};

use super::cast::Solid;
use super::line::Line;
use super::ray_cylinder::{tell_tube, tube};
use super::ray_sphere::{ball, tell_ball};
use super::{Chord, Feature};
use crate::geometry::Narrator;

/// Centred, axis Y.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsule {
    pub(super) radius: f32,
    pub(super) half_height: f32,
}

impl Solid for Capsule {
    const WORD: &'static str = "capsule";

    #[inline]
    fn reach_squared(self) -> f32 {
        (self.radius + self.half_height) * (self.radius + self.half_height)
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord {
        let Self { radius, half_height } = self;
        let tube = tube(line, radius);
        narrator.step(|| tell_tube(line, radius, tube));
        if tube[0] > tube[1] {
            return Chord::NONE;
        }
        let (o, d) = line.in_f64();
        let mut t = tube;
        for (end, name) in ["entry", "exit"].into_iter().enumerate() {
            let y = o.y + tube[end] * d.y;
            if y.abs() <= f64::from(half_height) {
                continue;
            }
            let from_centre = o - DVec3::new(0.0, f64::from(half_height).copysign(y), 0.0);
            let cap = ball(from_centre, d, radius);
            narrator.step(|| {
                let side = if y > 0.0 { "upper" } else { "lower" };
                tell_ball(
                    line,
                    from_centre,
                    radius,
                    cap,
                    [
                        &format!("The {name} beyond the tube: {side} cap, o from its centre"),
                        &format!("Cap of the {name}"),
                    ],
                )
            });
            if cap[0] > cap[1] {
                return Chord::NONE;
            }
            t[end] = cap[end];
        }
        Chord { t, features: [Feature::Surface; 2] }
    }

    /// Away from the inner segment.
    #[inline]
    fn normal(self, line: &Line, tau: f64, _: Feature) -> Vec3 {
        let at = line.local_point(tau);
        at - Vec3::new(0.0, at.y.clamp(-self.half_height, self.half_height), 0.0)
    }
}
