//! The words of the steps of a cone.

use super::numbers::{arrow, bracketed, coefficients, compared_c, compared_d, difference, interval, short};
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Step, Tone, at_least, at_most, num};
use crate::geometry::ray::values::{Base, DoubleCone, Parameter, Roots};

pub(super) fn double_cone(cone: &DoubleCone, parameter: Parameter) -> Step {
    let quadratic = &cone.quadratic;
    let (outcome, tone) = match cone.roots() {
        Roots::Between(Some(roots)) => {
            let why = if quadratic.discriminant.value() < 0.0 {
                "D < 0, but not by more than δ, so it counts as 0"
            } else {
                "D ≥ 0"
            };
            let t = interval(roots, parameter);
            (format!("A > 0: flatter than the side. {why}: between the roots, for t in {t}."), Tone::Pass)
        }
        Roots::Between(None) => {
            ("A > 0 and D < 0 by more than δ: no root, the line passes both nappes.".to_owned(), Tone::Fail)
        }
        Roots::Outside(roots) => {
            let [low, high] = roots.ends().map(|tau| num(parameter.t(tau)));
            let outcome = format!(
                "A < 0: steeper than the side. Outside the roots: t ≤ {low} or t ≥ {high}, one part in each nappe."
            );
            (outcome, Tone::Pass)
        }
        Roots::Single(root) => {
            let (bound, side) = (num(parameter.t(root)), if quadratic.b < 0.0 { '≥' } else { '≤' });
            let outcome = format!("A = 0: parallel to a generator, a single bound −C / 2B: t {side} {bound}.");
            (outcome, Tone::Pass)
        }
        Roots::Generator => {
            let outcome = "A = 0 and B = 0: the line lies in a plane that touches the cone along a generator.";
            (outcome.to_owned(), Tone::Note)
        }
    };
    // For a line that is steeper than the side, D is at least 0 without rounding.
    let (test, numbers) = if quadratic.a > 0.0 {
        ("\nδ: the rounding of D, 2⁻⁴⁸ of its first part\nD ≥ −δ", compared_d(quadratic))
    } else if quadratic.discriminant.value() < 0.0 {
        ("\nwhere D < 0: 0 in its place", difference(quadratic))
    } else {
        ("", difference(quadratic))
    };
    Step {
        title: "Quadratic of the double cone".to_owned(),
        formula: "A t² + 2 B t + C ≤ 0\nA = h² (d.x² + d.z²) − r² d.y²\nB = h² (o.x d.x + o.z d.z) − r² o.y d.y\n\
                  C = h² (o.x² + o.z²) − r² o.y²\n\
                  m = o × d, D = B² − A C = h² r² (m.x² + m.z²) − h⁴ m.y²"
            .to_owned()
            + test,
        numbers: format!("{}{numbers}", coefficients(quadratic)),
        outcome,
        tone,
        ..Step::default()
    }
}

pub(super) fn nappe(cone: &DoubleCone, inside: Interval<f64>, parameter: Parameter) -> Step {
    let holds = inside.is_filled();
    let way = if cone.falls() { "down" } else { "up" };
    let part = || {
        format!(
            "The line goes {way} with t, so the part below the apex is t in {}; the mirrored part is dropped.",
            interval(inside, parameter)
        )
    };
    let sign = |name: &str, x: f64| format!("{name} = {}", short(x));
    let (formula, numbers, outcome) = match cone.roots() {
        Roots::Between(None) => {
            let discriminant = cone.quadratic.discriminant;
            let numbers = at_least(discriminant.value(), -discriminant.tolerance()).join(" ");
            ("D ≥ −δ", numbers, "No root: the line is in neither nappe.".to_owned())
        }
        Roots::Between(Some(_)) => (
            "y of the middle between the roots, times A / h² = d.z m.x − d.x m.z ≤ 0",
            at_most(cone.middle, 0.0).join(" "),
            if holds {
                "The middle between the roots is below the apex: the stretch is in the lower nappe."
            } else {
                "The middle between the roots is above the apex: the stretch is in the mirrored nappe and is dropped."
            }
            .to_owned(),
        ),
        Roots::Outside(_) => ("the sign of d.y", sign("d.y", cone.d_y), part()),
        Roots::Single(_) => (
            "after the bound when B < 0, below the apex there when d.y < 0: both or neither",
            format!("{}, {}", sign("B", cone.quadratic.b), sign("d.y", cone.d_y)),
            if holds {
                part()
            } else {
                format!("The line goes {way} with t, so this part is in the mirrored nappe and is dropped.")
            },
        ),
        Roots::Generator => (
            "δ = 2⁻⁴⁸ r² o.y², the rounding of C\nC ≤ δ, then the apex at t = −o.y / d.y",
            format!("{}\nd.y = {}", compared_c(cone.quadratic.c, cone.c_tolerance).trim_start(), short(cone.d_y)),
            if holds { part() } else { "C > 0 by more than δ: the line is outside the cone.".to_owned() },
        ),
    };
    Step {
        title: "The lower nappe".to_owned(),
        formula: formula.to_owned(),
        numbers,
        outcome,
        tone: Tone::pass_or_fail(holds),
        ..Step::default()
    }
}

pub(super) fn base(base: &Base) -> Step {
    let Base { o, d, height, inside, parameter } = *base;
    let (formula, numbers) = if d == 0.0 {
        ("d.y = 0: o.y ≥ −h", at_least(o, -height).join(" "))
    } else {
        let tau = if d > 0.0 { inside.near } else { inside.far };
        let numbers = format!("({} − {}) / {} {}", short(-height), bracketed(o), short(d), arrow(tau, parameter));
        ("t = (−h − o.y) / d.y", numbers)
    };
    let outcome = if inside.is_filled() {
        let t = interval(inside, parameter);
        format!("Above the plane of the base for t in {t}. The nappe already keeps y ≤ 0.")
    } else {
        "Parallel to the base and below it: never in the cone.".to_owned()
    };
    Step {
        title: "Slab Y: above the base".to_owned(),
        formula: formula.to_owned(),
        numbers,
        outcome,
        tone: Tone::pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}
