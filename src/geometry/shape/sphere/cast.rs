//! Line against sphere: one quadratic.
//!
//! A rotation does not change a sphere. So with a uniform scale it stays in the world's axes, with a scaled radius: a
//! [`Ball`]. Only a pose that makes it an ellipsoid needs local space.

use glam::{DVec3, Vec3, Vec3A};

use super::Sphere;
use crate::geometry::narrate::Narrator;
use crate::geometry::pose::Pose;
use crate::geometry::ray::answer::{Cast, Feature, Ray, RayQuery};
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::ray_cast::{RayCast, cast_solid};
use crate::geometry::ray::steps;
use crate::geometry::ray::values::{Discriminant, Quadratic, Round, RoundPart};

impl RayCast for Sphere {
    const NAME: &'static str = "sphere";

    #[inline]
    fn cast<N: Narrator>(self, ray: &Ray, query: RayQuery, pose: &Pose, narrator: &mut N) -> Cast {
        match pose.uniform_scale() {
            Some(scale) => cast_solid(ray, query, Ball { radius: self.radius * scale }, pose, narrator),
            None => cast_solid(ray, query, self, pose, narrator),
        }
    }

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let (o, d) = line.in_f64();
        let quadratic = ball(o, d, self.radius);
        let inside = quadratic.between_roots();
        narrator.step(|| {
            let part = RoundPart::Sphere { o };
            steps::round(line, Round { part, quadratic, c_tolerance: 0.0, inside, parameter: line.parameter })
        });
        Chord { t: inside, features: [Feature::Surface; 2] }
    }

    #[inline]
    fn normal(self, line: &LocalLine, tau: f64, _: Feature) -> (Vec3, bool) {
        (line.local_point(tau), true)
    }
}

/// Centred, in world axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// In world space.
    pub(crate) radius: f32,
}

impl RayCast for Ball {
    const NAME: &'static str = Sphere::NAME;
    const IS_IN_WORLD_AXES: bool = true;

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        Sphere { radius: self.radius }.chord(line, narrator)
    }

    #[inline]
    fn normal(self, line: &LocalLine, tau: f64, _: Feature) -> (Vec3, bool) {
        (line.local_point(tau), true)
    }

    #[inline]
    fn local(_: &Pose, vector: Vec3A) -> Vec3A {
        vector
    }

    /// The point divided by the radius; in `f64`, in which it is on the surface.
    #[inline]
    fn quick_normal(self, line: &LocalLine, tau: f64, _: Feature) -> (Vec3, bool) {
        let (o, d) = line.in_f64();
        (((o + tau * d) * (1.0 / f64::from(self.radius))).as_vec3(), true)
    }
}

/// `|o + t d|² ≤ r²` as `A t² + 2 B t + C ≤ 0`.
#[inline]
pub(crate) fn ball(o: DVec3, d: DVec3, radius: f32) -> Quadratic {
    let r2 = f64::from(radius) * f64::from(radius);
    let (a, b, c) = (d.length_squared(), o.dot(d), o.length_squared() - r2);
    Quadratic { a, b, c, discriminant: Discriminant { larger: b * b, smaller: a * c } }
}
