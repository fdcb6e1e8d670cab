//! The words of the steps that all solids share, and of boxes, spheres, cylinders and capsules.

use glam::DVec3;

use super::numbers::{arrow, bracketed, coefficients, compared_c, compared_d, entry_and_exit, interval, short};
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Step, Tone, at_most, num, vec3};
use crate::geometry::ray::line::narrow;
use crate::geometry::ray::values::{
    AXES, CapsuleEnds, Intersection, LocalRay, Parameter, RescaledRay, Round, RoundPart, Slab,
};

pub(super) fn local_ray(local: &LocalRay) -> Step {
    let numbers = format!("o = {}\nd = {}", vec3(local.o), vec3(local.d));
    if local.is_in_world_axes {
        return Step {
            title: "The ray from the centre".to_owned(),
            formula: "o = origin − centre\nd = direction".to_owned(),
            numbers,
            outcome: "A rotation does not change a sphere, so the axes stay those of the world. The origin is the \
                      centre of the sphere, and r is its radius in the world."
                .to_owned(),
            ..Step::default()
        };
    }
    Step {
        title: "The ray in local space".to_owned(),
        formula: "o = local_from_world · origin\nd = local_from_world · direction, without translation".to_owned(),
        numbers,
        outcome: format!(
            "The inverse pose transforms the ray to the local space of the {}. d is not normalised there, so t is the \
             same in both spaces.",
            local.solid
        ),
        ..Step::default()
    }
}

pub(super) fn rescaled_ray(ray: &RescaledRay) -> Step {
    let Parameter { shift, rate } = ray.parameter;
    Step {
        title: "The ray, rescaled".to_owned(),
        formula: "d' = d / w, o' = o + s · d'\nt = (s + t') / w".to_owned(),
        numbers: format!(
            "w = {}, s = {}\no' = {}, d' = {}",
            num(narrow(1.0 / rate)),
            num(narrow(shift)),
            vec3(ray.o),
            vec3(ray.d)
        ),
        outcome: "The start is far away, or the direction very long or short: f32 would lose digits. Below, o and d \
                  stand for o' and d'. Formulas give t', and entries and exits are compared in t'. Every interval in a \
                  sentence is one of the ray's own t."
            .to_owned(),
        ..Step::default()
    }
}

pub(super) fn slab(slab: &Slab) -> Step {
    let Slab { axis, o, d, half, inside, so_far, parameter } = *slab;
    let name = AXES[axis];
    let is_parallel = d == 0.0;
    let (formula, numbers) = if is_parallel {
        (format!("d.{name} = 0: |o.{name}| ≤ h.{name}"), at_most(o.abs(), half).join(" "))
    } else {
        let row = |side: f64, tau: f64| {
            format!("({} − {}) / {} {}", short(side), bracketed(o), short(d), arrow(tau, parameter))
        };
        let [low, high] = if d > 0.0 { inside.ends() } else { [inside.far, inside.near] };
        (
            format!("t = (−h.{name} − o.{name}) / d.{name}\nt = (h.{name} − o.{name}) / d.{name}"),
            format!("{}\n{}", row(-half, low), row(half, high)),
        )
    };
    let outcome = match (is_parallel, inside.is_filled()) {
        (true, true) => "The ray is parallel to these planes and between them: no bound.".to_owned(),
        (true, false) => "The ray is parallel to these planes and not between them: it misses the slab.".to_owned(),
        (false, _) => format!("Between the two planes for t in {}.", interval(inside, parameter)),
    };
    let remaining = if so_far.is_filled() {
        format!("So far inside for t in {}.", interval(so_far, parameter))
    } else {
        "The intervals do not overlap: the line misses.".to_owned()
    };
    // As long as every slab was parallel there is nothing to compare.
    let is_compared = so_far != Interval::ALL;
    let (more_formula, more_numbers) = if is_compared {
        ("\nso far: latest entry ≤ earliest exit".to_owned(), format!("\n{}", entry_and_exit(so_far, parameter)))
    } else {
        (String::new(), String::new())
    };
    Step {
        title: slab.title(),
        formula: formula + &more_formula,
        numbers: numbers + &more_numbers,
        outcome: format!("{outcome} {remaining}"),
        tone: Tone::pass_or_fail(so_far.is_filled()),
        ..Step::default()
    }
}

pub(super) fn round(round: &Round) -> Step {
    let Round { part, quadratic, c_tolerance, inside, parameter } = *round;
    let (title, solid, formula) = match part {
        RoundPart::Sphere { .. } => ("Quadratic of the sphere".to_owned(), "sphere", SPHERE_FORMULA),
        RoundPart::Circle => ("Quadratic of the circle".to_owned(), "endless cylinder", CIRCLE_FORMULA),
        RoundPart::Cap { is_exit, y, .. } => {
            let (end, side) = (if is_exit { "exit" } else { "entry" }, if y > 0.0 { "upper" } else { "lower" });
            (format!("The {end} beyond the tube: {side} cap, o from its centre"), "cap", SPHERE_FORMULA)
        }
    };
    let start = |o: DVec3| format!("o = {}\n", vec3(o.as_vec3()));
    let (before, start) = match part {
        RoundPart::Sphere { o } => ("", start(o)),
        RoundPart::Circle => ("", String::new()),
        RoundPart::Cap { o, y, half_height, .. } => {
            ("|y| > h at the tube's end\n", format!("{}\n{}", at_most(y.abs(), half_height).join(" "), start(o)))
        }
    };
    let holds = inside.is_filled();
    let is_along_axis = quadratic.a == 0.0 && part == RoundPart::Circle;
    let (test, numbers) = if is_along_axis {
        ("\nδ = 2⁻⁴⁸ r², the rounding of C\nA = 0: C ≤ δ", compared_c(quadratic.c, c_tolerance))
    } else {
        ("\nδ: the rounding of D, 2⁻⁴⁸ of its first part\nD ≥ −δ", compared_d(&quadratic))
    };
    let t = interval(inside, parameter);
    let outcome = match (is_along_axis, holds) {
        (true, true) if quadratic.c > 0.0 => {
            "A = 0: the line is parallel to the axis. C > 0, but not by more than δ, so it counts as 0: the line is always \
             in the circle."
                .to_owned()
        }
        (true, true) => "A = 0: the line is parallel to the axis and C ≤ 0, so it is always inside the circle.".to_owned(),
        (true, false) => {
            "A = 0: the line is parallel to the axis and C > 0, so it is never inside the circle.".to_owned()
        }
        (false, true) if quadratic.discriminant.value() < 0.0 => {
            format!("D < 0, but not by more than δ, so it counts as 0: the line touches the {solid}, for t in {t}.")
        }
        (false, true) => format!("D ≥ 0: inside between the roots (−B ± √D) / A, for t in {t}."),
        (false, false) => format!("D < 0 by more than δ: no root, the line passes the {solid}."),
    };
    Step {
        title,
        formula: format!("{before}{formula}{test}"),
        numbers: format!("{start}{}{numbers}", coefficients(&quadratic)),
        outcome,
        tone: Tone::pass_or_fail(holds),
        ..Step::default()
    }
}

const SPHERE_FORMULA: &str = "A t² + 2 B t + C ≤ 0\nA = d · d\nB = o · d\nC = o · o − r²\nD = B² − A C";

const CIRCLE_FORMULA: &str = "A t² + 2 B t + C ≤ 0\nA = d.x² + d.z²\nB = o.x d.x + o.z d.z\nC = o.x² + o.z² − r²\n\
                              D = B² − A C = r² A − (o.z d.x − o.x d.z)²";

pub(super) fn both(both: &Intersection) -> Step {
    let Intersection { names, parts, inside, parameter } = *both;
    Step {
        title: "Both at once".to_owned(),
        formula: "latest entry ≤ earliest exit".to_owned(),
        numbers: format!(
            "{}: {}\n{}: {}\n{}",
            names[0],
            interval(parts[0], parameter),
            names[1],
            interval(parts[1], parameter),
            entry_and_exit(inside, parameter)
        ),
        outcome: if inside.is_filled() {
            format!("Entry is not after exit: the line is inside for t in {}.", interval(inside, parameter))
        } else {
            "The later entry comes after the earlier exit: never in both, so the line misses.".to_owned()
        },
        tone: Tone::pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}

pub(super) fn capsule_ends(ends: &CapsuleEnds) -> Step {
    let CapsuleEnds { half_height, y, inside, parameter } = *ends;
    let place = |y: f64| match y {
        y if y.abs() <= half_height => "on the side",
        y if y > 0.0 => "on the upper cap",
        _ => "on the lower cap",
    };
    let row = |name: &str, y: f64| format!("{name}: y = {}, {}", short(y), at_most(y.abs(), half_height).join(" "));
    let outcome = if inside.is_filled() {
        let [entry, exit] = y.map(place);
        let t = interval(inside, parameter);
        format!("It enters {entry} and leaves {exit}: the line is inside for t in {t}.")
    } else {
        "The entry comes after the exit, so the line misses.".to_owned()
    };
    Step {
        title: "Side or cap".to_owned(),
        formula: "y = o.y + t d.y where the tube is entered and left\n|y| ≤ h: that is the end, else the cap's"
            .to_owned()
            + "\nentry ≤ exit",
        numbers: format!("{}\n{}\n{}", row("entry", y[0]), row("exit", y[1]), entry_and_exit(inside, parameter)),
        outcome,
        tone: Tone::pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}
