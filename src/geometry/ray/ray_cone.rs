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
use super::quadratic::{TOUCH, greater, lesser, root_of_difference, roots};
use super::{ALWAYS, Chord, Feature, NEVER, tell};
use crate::geometry::narrate::num;
use crate::geometry::{Narrator, Step, Tone};

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
        let quadratic = Quadratic::new(line, radius, height);
        narrator.step(|| tell_quadratic(line, &quadratic));
        let nappe = quadratic.lower_nappe();
        narrator.step(|| tell_nappe(line, &quadratic, nappe));
        if nappe[0] > nappe[1] {
            return Chord::NONE;
        }
        let above = above_base(f64::from(line.o.y), f64::from(line.d.y), f64::from(height));
        narrator.step(|| tell_base(line, radius, height, above));
        let t = [greater(nappe[0], above[0]), lesser(nappe[1], above[1])];
        narrator.step(|| tell::intersection(line, ["lower nappe", "above the base"], [nappe, above], t));
        let features = [
            if above[0] > nappe[0] { Feature::Base } else { Feature::Side },
            if above[1] < nappe[1] { Feature::Base } else { Feature::Side },
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
fn above_base(o: f64, d: f64, height: f64) -> [f64; 2] {
    let t = (-height - o) / d;
    if d > 0.0 {
        [t, f64::INFINITY]
    } else if d < 0.0 {
        [f64::NEG_INFINITY, t]
    } else if o >= -height {
        ALWAYS
    } else {
        NEVER
    }
}

/// The double cone along the line.
struct Quadratic {
    a: f64,
    b: f64,
    c: f64,
    /// The two parts whose difference is the discriminant `B² − A C`.
    discriminant: [f64; 2],
    /// `A y / h²` in the middle between the roots: which nappe holds them when `A > 0`.
    middle: f64,
    /// The rounding that C may carry.
    c_rounding: f64,
    /// Local y of the start and of the direction.
    o_y: f64,
    d_y: f64,
}

impl Quadratic {
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
        Self {
            a: h2 * (d.x * d.x + d.z * d.z) - r2 * (d.y * d.y),
            b: h2 * (o.x * d.x + o.z * d.z) - r2 * (o.y * d.y),
            c: c_parts[0] - c_parts[1],
            discriminant: [h2 * r2 * (m.x * m.x + m.z * m.z), h2 * h2 * (m.y * m.y)],
            middle: d.z * m.x - d.x * m.z,
            c_rounding: TOUCH * c_parts[1],
            o_y: o.y,
            d_y: d.y,
        }
    }

    /// Where the line is inside the lower nappe, the base left out of account.
    #[inline]
    fn lower_nappe(&self) -> [f64; 2] {
        let &Self { a, b, c, .. } = self;
        let [larger, smaller] = self.discriminant;
        if a > 0.0 {
            return match root_of_difference(larger, smaller) {
                Some(root) if self.middle <= 0.0 => roots(a, b, c, root),
                _ => NEVER,
            };
        }
        let falls = self.d_y < 0.0;
        let part = |bound: f64| if falls { [bound, f64::INFINITY] } else { [f64::NEG_INFINITY, bound] };
        if a < 0.0 {
            let [low, high] = roots(a, b, c, (larger - smaller).max(0.0).sqrt());
            return part(if falls { high } else { low });
        }
        if b == 0.0 {
            // Along a generator, with the apex where y = 0, or outside.
            return if c <= self.c_rounding { part(-self.o_y / self.d_y) } else { NEVER };
        }
        // Inside after the bound when B < 0: that part leads down only when the line falls.
        if (b < 0.0) == falls { part(-c / (2.0 * b)) } else { NEVER }
    }
}

fn tell_quadratic(line: &Line, q: &Quadratic) -> Step {
    let n = |x: f64| num(narrow(x));
    let discriminant = q.discriminant[0] - q.discriminant[1];
    let mut found = Vec::new();
    let (outcome, tone) = if q.a > 0.0 {
        match root_of_difference(q.discriminant[0], q.discriminant[1]) {
            Some(root) => {
                let t = roots(q.a, q.b, q.c, root);
                found.extend(t);
                let t = tell::interval(line, t);
                (format!("A > 0: flatter than the side. D ≥ 0: between the roots, for t in {t}."), Tone::Pass)
            }
            None => ("A > 0 and D < 0: no root, the line passes both nappes.".to_owned(), Tone::Fail),
        }
    } else if q.a < 0.0 {
        let t = roots(q.a, q.b, q.c, discriminant.max(0.0).sqrt());
        found.extend(t);
        let [low, high] = t.map(|t| num(line.t(t)));
        (
            format!(
                "A < 0: steeper than the side. Outside the roots: t ≤ {low} or t ≥ {high}, one part in either nappe."
            ),
            Tone::Pass,
        )
    } else if q.b == 0.0 {
        ("A = 0 and B = 0: the line lies in a plane that touches the cone along a generator.".to_owned(), Tone::Note)
    } else {
        let t = -q.c / (2.0 * q.b);
        found.push(t);
        let bound = num(line.t(t));
        let side = if q.b < 0.0 { '≥' } else { '≤' };
        (format!("A = 0: parallel to a generator, a single bound −C / 2B: t {side} {bound}."), Tone::Pass)
    };
    Step {
        title: "Quadratic of the double cone".to_owned(),
        formula: "A t² + 2 B t + C ≤ 0\nA = h² (d.x² + d.z²) − r² d.y²\nB = h² (o.x d.x + o.z d.z) − r² o.y d.y\n\
                  C = h² (o.x² + o.z²) − r² o.y²\n\
                  m = o × d, D = B² − A C = h² (r² (m.x² + m.z²) − h² m.y²)"
            .to_owned(),
        numbers: format!(
            "{} t² + 2 · {} t + {} ≤ 0\nA = {}\nB = {}\nC = {}\nD = {}",
            n(q.a),
            tell::bracketed(narrow(q.b)),
            tell::bracketed(narrow(q.c)),
            n(q.a),
            n(q.b),
            n(q.c),
            n(discriminant)
        ),
        outcome,
        tone,
        marks: Vec::new(),
        plot: Some(tell::curve(line, "Double cone", [q.a, q.b, q.c], found, None)),
    }
}

fn tell_nappe(line: &Line, q: &Quadratic, t: [f64; 2]) -> Step {
    let holds = t[0] <= t[1];
    let n = |x: f64| num(narrow(x));
    let way = if q.d_y < 0.0 { "down" } else { "up" };
    let (formula, numbers, outcome) = if q.a > 0.0 {
        let outcome = match (holds, root_of_difference(q.discriminant[0], q.discriminant[1])) {
            (true, _) => "The middle between the roots is below the apex: the stretch is in the lower nappe.",
            (false, Some(_)) => {
                "The middle between the roots is above the apex: the stretch is in the mirrored nappe and is dropped."
            }
            (false, None) => "No root, so nothing in either nappe.",
        };
        let y = q.o_y - q.d_y * q.b / q.a;
        (
            "y of the middle = o.y − d.y B / A ≤ 0",
            format!(
                "{} − {} · {} / {} = {}",
                n(q.o_y),
                tell::bracketed(narrow(q.d_y)),
                tell::bracketed(narrow(q.b)),
                n(q.a),
                n(y)
            ),
            outcome.to_owned(),
        )
    } else {
        let outcome = if holds {
            format!(
                "The line goes {way} with t, so the part below the apex is t in {}; the mirrored part is dropped.",
                tell::interval(line, t)
            )
        } else if q.b == 0.0 {
            "C > 0: beside the generator, outside.".to_owned()
        } else {
            format!("The line goes {way} with t, so this part is in the mirrored nappe and is dropped.")
        };
        ("the sign of d.y", format!("d.y = {}", n(q.d_y)), outcome)
    };
    Step {
        title: "The lower nappe".to_owned(),
        formula: formula.to_owned(),
        numbers,
        outcome,
        tone: tell::pass_or_fail(holds),
        marks: tell::with_stretch(tell::ends(line, t, tell::pass_or_fail(holds)), line, t, "lower nappe"),
        plot: Some(tell::bar(line, "Lower nappe", t)),
    }
}

fn tell_base(line: &Line, radius: f32, height: f32, above: [f64; 2]) -> Step {
    let (o, d) = (line.o.y, line.d.y);
    let (formula, numbers) = if d == 0.0 {
        let holds = if o >= -height { "≥" } else { "<" };
        ("d.y = 0: o.y ≥ −h", format!("{} {holds} {}", num(o), num(-height)))
    } else {
        let t = f64::from(-height - o) / f64::from(d);
        (
            "t = (−h − o.y) / d.y",
            format!("({} − {}) / {} {}", num(-height), tell::bracketed(o), num(d), tell::arrow(line, t)),
        )
    };
    let outcome = if above[0] <= above[1] {
        format!("Above the plane of the base for t in {}. The nappe already keeps y ≤ 0.", tell::interval(line, above))
    } else {
        "Parallel to the base and below it: never in the cone.".to_owned()
    };
    let mut marks = vec![tell::plane(line, -height * Vec3::Y, Vec3::NEG_Y, Vec3::new(radius, 0.0, radius), "base")];
    marks.extend(tell::ends(line, above, Tone::Note));
    Step {
        title: "Slab Y: above the base".to_owned(),
        formula: formula.to_owned(),
        numbers,
        outcome,
        tone: tell::pass_or_fail(above[0] <= above[1]),
        marks: tell::with_stretch(marks, line, above, "above the base"),
        plot: Some(tell::bar(line, "Above the base", above)),
    }
}
