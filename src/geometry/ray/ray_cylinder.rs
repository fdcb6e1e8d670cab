//! Line against cylinder: a slab in y and a circle in xz.

use glam::Vec3;

use super::cast::{Solid, flat_normal};
use super::line::{Line, narrow};
use super::quadratic::{TOUCH, between_roots, greater, lesser};
use super::{ALWAYS, Chord, Feature, NEVER, tell};
use crate::geometry::narrate::num;
use crate::geometry::{Narrator, Step};

/// Centred, axis Y.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    pub(super) radius: f32,
    pub(super) half_height: f32,
}

impl Solid for Cylinder {
    const WORD: &'static str = "cylinder";

    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius + self.half_height * self.half_height
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord {
        let Self { radius, half_height } = self;
        let slab = slab(f64::from(line.o.y), f64::from(line.d.y), f64::from(half_height));
        narrator.step(|| tell::slab(line, Vec3::new(radius, half_height, radius), 1, slab, slab));
        let tube = tube(line, radius);
        narrator.step(|| tell_tube(line, radius, tube));
        let t = [greater(slab[0], tube[0]), lesser(slab[1], tube[1])];
        narrator.step(|| tell::intersection(line, ["slab in y", "circle in xz"], [slab, tube], t));
        let discs = if line.d.y > 0.0 { [Feature::Bottom, Feature::Top] } else { [Feature::Top, Feature::Bottom] };
        let features = [
            if slab[0] > tube[0] { discs[0] } else { Feature::Side },
            if slab[1] < tube[1] { discs[1] } else { Feature::Side },
        ];
        Chord { t, features }
    }

    #[inline]
    fn normal(self, line: &Line, tau: f64, feature: Feature) -> Vec3 {
        let at = line.local_point(tau);
        // A sum instead of a branch: one of the two is 0.
        let is_side = f32::from(u8::from(feature == Feature::Side));
        flat_normal(feature) + Vec3::new(at.x, 0.0, at.z) * is_side
    }
}

/// Where `|o + t d| ≤ half` along one axis.
#[inline]
fn slab(o: f64, d: f64, half: f64) -> [f64; 2] {
    if d == 0.0 {
        return if o.abs() <= half { ALWAYS } else { NEVER };
    }
    let (low, high) = ((-half - o) / d, (half - o) / d);
    [lesser(low, high), greater(low, high)]
}

/// Where the line is inside the endless cylinder: `A t² + 2 B t + C ≤ 0` in x and z.
///
/// The discriminant `B² − A C` is computed as `r² A − (o.z d.x − o.x d.z)²`: the squared distance of the line from the
/// axis, compared with r² directly (Lagrange's identity).
#[inline]
pub(super) fn tube(line: &Line, radius: f32) -> [f64; 2] {
    let (o, d) = line.in_f64();
    let r2 = f64::from(radius) * f64::from(radius);
    let a = d.x * d.x + d.z * d.z;
    let c = o.x * o.x + o.z * o.z - r2;
    if a == 0.0 {
        return if c <= TOUCH * r2 { ALWAYS } else { NEVER };
    }
    let moment = o.z * d.x - o.x * d.z;
    between_roots(a, o.x * d.x + o.z * d.z, c, [r2 * a, moment * moment])
}

/// The step of [`tube`].
pub(super) fn tell_tube(line: &Line, radius: f32, t: [f64; 2]) -> Step {
    let (o, d) = line.in_f64();
    let r2 = f64::from(radius) * f64::from(radius);
    let (a, b) = (d.x * d.x + d.z * d.z, o.x * d.x + o.z * d.z);
    let c = o.x * o.x + o.z * o.z - r2;
    let moment = o.z * d.x - o.x * d.z;
    let n = |x: f64| num(narrow(x));
    let holds = t[0] <= t[1];
    Step {
        title: "Quadratic of the circle".to_owned(),
        formula: "A t² + 2 B t + C ≤ 0\nA = d.x² + d.z²\nB = o.x d.x + o.z d.z\nC = o.x² + o.z² − r²\n\
                  D = B² − A C = r² A − (o.z d.x − o.x d.z)²"
            .to_owned(),
        numbers: format!(
            "{} t² + 2 · {} t + {} ≤ 0\nA = {}\nB = {}\nC = {}\nD = {}",
            n(a),
            tell::bracketed(narrow(b)),
            tell::bracketed(narrow(c)),
            n(a),
            n(b),
            n(c),
            n(r2 * a - moment * moment)
        ),
        outcome: match (a == 0.0, holds) {
            (true, true) => "A = 0: the line is parallel to the axis and C ≤ 0, so it is always inside the circle.",
            (true, false) => "A = 0: the line is parallel to the axis and C > 0, so it is never inside the circle.",
            (false, true) => "D ≥ 0: inside between the roots (−B ± √D) / A,",
            (false, false) => "D < 0: no root, the line passes the endless cylinder.",
        }
        .to_owned()
            + &if a != 0.0 && holds { format!(" for t in {}.", tell::interval(line, t)) } else { String::new() },
        tone: tell::pass_or_fail(holds),
        marks: tell::with_stretch(tell::ends(line, t, tell::pass_or_fail(holds)), line, t, "in the circle"),
        plot: Some(tell::curve(line, "Circle", [a, b, c], t.into_iter().filter(|_| holds), Some(t))),
    }
}
