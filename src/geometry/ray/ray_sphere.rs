//! Line against sphere: one quadratic.
//!
//! A sphere looks the same from all sides. So when its pose scales uniformly it stays in the axes of the world, with
//! a scaled radius: a [`Ball`]. Only a pose that makes it an ellipsoid needs the way through local space.

use glam::{DVec3, Vec3, Vec3A};

use super::cast::Solid;
use super::line::{Line, narrow};
use super::quadratic::between_roots;
use super::{Chord, Feature, Ray, tell};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Narrator, Pose, Step, Tone};

/// Centred.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sphere {
    pub(super) radius: f32,
}

impl Solid for Sphere {
    const WORD: &'static str = "sphere";

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord {
        let (o, d) = line.in_f64();
        let t = ball(o, d, self.radius);
        narrator.step(|| tell_ball(line, o, self.radius, t, ["Quadratic of the sphere", "Sphere"]));
        Chord { t, features: [Feature::Surface; 2] }
    }

    #[inline]
    fn normal(self, line: &Line, tau: f64, _: Feature) -> Vec3 {
        line.local_point(tau)
    }
}

/// Centred, in world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    /// In world space.
    pub(super) radius: f32,
}

impl Solid for Ball {
    const WORD: &'static str = Sphere::WORD;

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord {
        Sphere { radius: self.radius }.chord(line, narrator)
    }

    #[inline]
    fn normal(self, line: &Line, tau: f64, _: Feature) -> Vec3 {
        line.local_point(tau)
    }

    #[inline]
    fn local(_: &Pose, vector: Vec3A) -> Vec3A {
        vector
    }

    /// The point divided by the radius; in `f64`, in which it is on the surface.
    #[inline]
    fn quick_normal(self, line: &Line, tau: f64, _: Feature) -> (Vec3, bool) {
        let (o, d) = line.in_f64();
        (((o + tau * d) * (1.0 / f64::from(self.radius))).as_vec3(), true)
    }

    fn tell_ray(ray: &Ray, line: &Line) -> Step {
        tell::centred_ray(ray, line)
    }
}

/// Where `|o + t d|² ≤ r²`, that is `A t² + 2 B t + C ≤ 0`.
#[inline]
pub(super) fn ball(o: DVec3, d: DVec3, radius: f32) -> [f64; 2] {
    let r2 = f64::from(radius) * f64::from(radius);
    let (a, b, c) = (d.length_squared(), o.dot(d), o.length_squared() - r2);
    between_roots(a, b, c, [b * b, a * c])
}

/// The step of a ball's quadratic, for a start `o` relative to its centre, with its title and the ball's name.
pub(super) fn tell_ball(line: &Line, o: DVec3, radius: f32, t: [f64; 2], [title, name]: [&str; 2]) -> Step {
    let d = line.d.as_dvec3();
    let r2 = f64::from(radius) * f64::from(radius);
    let (a, b, c) = (d.length_squared(), o.dot(d), o.length_squared() - r2);
    let discriminant = b * b - a * c;
    let n = |x: f64| num(narrow(x));
    let holds = t[0] <= t[1];
    Step {
        title: title.to_owned(),
        formula: "A t² + 2 B t + C ≤ 0\nA = d · d\nB = o · d\nC = o · o − r²\nD = B² − A C".to_owned(),
        numbers: format!(
            "o = {}\n{} t² + 2 · {} t + {} ≤ 0\nA = {}\nB = {}\nC = {}\nD = {}",
            vec3(o.as_vec3()),
            n(a),
            tell::bracketed(narrow(b)),
            tell::bracketed(narrow(c)),
            n(a),
            n(b),
            n(c),
            n(discriminant)
        ),
        outcome: if holds {
            format!("D ≥ 0: inside between the roots (−B ± √D) / A, for t in {}.", tell::interval(line, t))
        } else {
            "D < 0: no root, the line passes the ball.".to_owned()
        },
        tone: tell::pass_or_fail(holds),
        marks: tell::with_stretch(tell::ends(line, t, Tone::Pass), line, t, "inside"),
        plot: Some(tell::curve(line, name, [a, b, c], t.into_iter().filter(|_| holds), Some(t))),
    }
}
