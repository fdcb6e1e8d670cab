//! The words of a ray's steps, made from their [values](super::values) and nothing else.
//!
//! Numbers have about four digits. Where two of them are compared, they have as many as it takes to see how the
//! comparison came out, and the sign between them is the one that holds. What is compared is in the line's own parameter
//! τ, in `f64`; it is the ray's t unless the line was rescaled. An interval in a sentence is always one of t.

use glam::DVec3;

use super::line::narrow;
use super::values::{
    AXES, Answer, Base, Both, Boxes, CapsuleEnds, Crossing, Crossings, DoubleCone, LocalRay, Parameter, Quadratic,
    RayValues, RescaledRay, Roots, Round, RoundPart, Slab, TriangleTest, Triangles,
};
use super::{Feature, Inside, Kind, Miss};
use crate::geometry::narrate::{apart, at_least, at_most, num, vec3};
use crate::geometry::{Interval, Step, Tone, Values};

/// Crossings of a mesh that are listed in a step.
pub(super) const MOST_NAMED: usize = 16;

/// A step without marks.
pub(super) fn step(values: RayValues) -> Step {
    let words = match &values {
        RayValues::Local(local) => local_ray(local),
        RayValues::Rescaled(rescaled) => rescaled_ray(rescaled),
        RayValues::Slab(values) => slab(values),
        RayValues::Round(values) => round(values),
        RayValues::DoubleCone { cone, parameter } => double_cone(cone, *parameter),
        RayValues::Nappe { cone, inside, parameter } => nappe(cone, *inside, *parameter),
        RayValues::Base(values) => base(values),
        RayValues::Both(values) => both(values),
        RayValues::CapsuleEnds(values) => capsule_ends(values),
        RayValues::Boxes(values) => boxes(values),
        RayValues::Triangles(values) => triangles(values),
        RayValues::Crossings(values) => crossings(values),
        RayValues::Answer(values) if values.of_mesh => mesh_answer(values),
        RayValues::Answer(values) => answer(values),
    };
    Step { values: Some(Values::Ray(values)), ..words }
}

fn local_ray(local: &LocalRay) -> Step {
    let numbers = format!("o = {}\nd = {}", vec3(local.o), vec3(local.d));
    if local.is_in_world_axes {
        return Step {
            title: "The ray from the centre".to_owned(),
            formula: "o = origin − centre\nd = direction".to_owned(),
            numbers,
            outcome: "A sphere looks the same from all sides, so it needs no rotation: its centre becomes the origin, \
                      and r is its radius in the world."
                .to_owned(),
            ..Step::default()
        };
    }
    Step {
        title: "The ray in local space".to_owned(),
        formula: "o = local_from_world · origin\nd = local_from_world · direction, without translation".to_owned(),
        numbers,
        outcome: format!(
            "Seen from the {}, it stands upright at the origin and the ray moves. d keeps its length, so t is the \
             same in both spaces.",
            local.solid
        ),
        ..Step::default()
    }
}

fn rescaled_ray(ray: &RescaledRay) -> Step {
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

fn slab(slab: &Slab) -> Step {
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
        "Nothing is left: the line misses.".to_owned()
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
        tone: pass_or_fail(so_far.is_filled()),
        ..Step::default()
    }
}

fn round(round: &Round) -> Step {
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
        tone: pass_or_fail(holds),
        ..Step::default()
    }
}

const SPHERE_FORMULA: &str = "A t² + 2 B t + C ≤ 0\nA = d · d\nB = o · d\nC = o · o − r²\nD = B² − A C";

const CIRCLE_FORMULA: &str = "A t² + 2 B t + C ≤ 0\nA = d.x² + d.z²\nB = o.x d.x + o.z d.z\nC = o.x² + o.z² − r²\n\
                              D = B² − A C = r² A − (o.z d.x − o.x d.z)²";

fn double_cone(cone: &DoubleCone, parameter: Parameter) -> Step {
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
                "A < 0: steeper than the side. Outside the roots: t ≤ {low} or t ≥ {high}, one part in either nappe."
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
    // Of a line that is steeper than the side D is at least 0 but for its rounding.
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

fn nappe(cone: &DoubleCone, inside: Interval<f64>, parameter: Parameter) -> Step {
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
            ("D ≥ −δ", numbers, "No root, so nothing in either nappe.".to_owned())
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
            if holds { part() } else { "C > 0 by more than δ: beside the generator, outside.".to_owned() },
        ),
    };
    Step {
        title: "The lower nappe".to_owned(),
        formula: formula.to_owned(),
        numbers,
        outcome,
        tone: pass_or_fail(holds),
        ..Step::default()
    }
}

fn base(base: &Base) -> Step {
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
        tone: pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}

fn both(both: &Both) -> Step {
    let Both { names, parts, inside, parameter } = *both;
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
        tone: pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}

fn capsule_ends(ends: &CapsuleEnds) -> Step {
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
        tone: pass_or_fail(inside.is_filled()),
        ..Step::default()
    }
}

fn answer(answer: &Answer) -> Step {
    let Answer { query, interval, result, no_line, .. } = *answer;
    let (title, outcome) = match result {
        Err(_) if let Some(why) = no_line => ("Miss", why.sentence().to_owned()),
        Err(Miss::Behind) => ("Behind", "The solid lies at t < 0, behind the start.".to_owned()),
        Err(Miss::Beyond) if interval.is_some_and(|t| t.near < 0.0) => {
            ("Beyond", "The segment starts inside the hollow and ends, at t = 1, before it gets out.".to_owned())
        }
        Err(Miss::Beyond) => ("Beyond", "The segment ends, at t = 1, before it gets there.".to_owned()),
        Err(Miss::Misses | Miss::Masked | Miss::Transparent) => ("Miss", "The whole line stays outside.".to_owned()),
        Ok(hit) if hit.feature == Feature::Inside => {
            ("Inside", "t_in < 0 ≤ t_out: the start is inside the full solid, so the hit is at t = 0.".to_owned())
        }
        Ok(hit) => {
            let how = match (query.kind, query.inside, interval) {
                (Kind::Ray | Kind::Segment, Inside::Hollow, Some(t)) if t.near < 0.0 => {
                    "The start is inside the hollow: it hits where it leaves, "
                }
                (Kind::Line, ..) => "A line hits where it enters, on either side of the start, ",
                _ => "It hits where it enters, ",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how}at t = {}, {metres} m from the start, on {}.", num(hit.t), place(hit.feature)))
        }
    };
    let numbers = interval.map_or("no interval".to_owned(), |t| {
        let [t_in, t_out] = among_bounds(t);
        format!("t_in = {t_in}, t_out = {t_out}")
    });
    Step {
        title: title.to_owned(),
        formula: range(query.kind).to_owned(),
        numbers,
        outcome,
        tone: pass_or_fail(result.is_ok()),
        ..Step::default()
    }
}

fn boxes(boxes: &Boxes) -> Step {
    let Boxes { level, met, pruned, drawn } = *boxes;
    let drawn = if met + pruned > drawn { format!(" {drawn} of them are drawn.") } else { String::new() };
    Step {
        title: format!("Boxes, level {level}"),
        formula: "a box is met where its three slabs overlap".to_owned(),
        numbers: format!("{} looked at: {met} met, {pruned} pruned", met + pruned),
        outcome: if met == 0 {
            format!("The line meets none of these boxes, so nothing in them is looked at.{drawn}")
        } else if pruned == 0 {
            format!("The line meets all of these boxes and goes on into each.{drawn}")
        } else {
            format!("The line goes on into those that it meets; what is in the others is never looked at.{drawn}")
        },
        tone: pass_or_fail(met > 0),
        ..Step::default()
    }
}

fn triangles(triangles: &Triangles) -> Step {
    let Triangles { of, tested, met, ref some, parameter } = *triangles;
    let row = |TriangleTest { triangle, met }: &TriangleTest| match met {
        Some((tau, weights)) => {
            let [u, v, w] = weights.map(short);
            format!("triangle {triangle}: t = {}, weights ({u}, {v}, {w})", num(parameter.t(*tau)))
        }
        None => format!("triangle {triangle}: passed by"),
    };
    let mut rows: Vec<String> = some.iter().map(row).collect();
    if tested > some.len() {
        rows.push(format!("and {} more", tested - some.len()));
    }
    Step {
        title: "Triangles".to_owned(),
        formula: "o + t·d = u·a + v·b + w·c,   u + v + w = 1\nmet when u, v and w are all ≥ 0".to_owned(),
        numbers: rows.join("\n"),
        outcome: format!(
            "{tested} of the mesh's {of} triangles lie in boxes that the line meets; it meets {met} of them."
        ),
        tone: pass_or_fail(met > 0),
        ..Step::default()
    }
}

fn crossings(values: &Crossings) -> Step {
    let Crossings { crossings, before_start: before, is_closed } = values;
    let row = |crossing: &Crossing| {
        let side = match (crossing.is_surface, crossing.is_front) {
            (false, _) => "without area: no surface",
            (true, true) => "from its front",
            (true, false) => "from its back",
        };
        let counts = if crossing.counts { "" } else { ", not counted: it only touches" };
        let [t, _] = among_bounds(Interval::point(crossing.t));
        format!("t = {t}: triangle {} {side}{counts}", crossing.triangle)
    };
    let mut rows: Vec<String> = crossings.iter().take(MOST_NAMED).map(row).collect();
    if crossings.len() > MOST_NAMED {
        rows.push(format!("and {} more", crossings.len() - MOST_NAMED));
    }
    let outcome = match is_closed {
        _ if crossings.is_empty() => "The line crosses nothing.".to_owned(),
        Some(true) => format!("{before} before the start: odd, so the start is inside."),
        Some(false) => format!("{before} before the start: odd, but the mesh is open and has no inside."),
        None => format!("{before} before the start: even, so the start is outside."),
    };
    Step {
        title: "Crossings".to_owned(),
        formula: "inside when an odd number of crossings has t < 0".to_owned(),
        numbers: rows.join("\n"),
        outcome,
        tone: pass_or_fail(!crossings.is_empty()),
        ..Step::default()
    }
}

fn mesh_answer(answer: &Answer) -> Step {
    let Answer { query, interval, result, spot, no_line, .. } = *answer;
    let (title, outcome) = match (result, spot) {
        _ if let Some(why) = no_line => ("Miss", why.sentence().to_owned()),
        (Err(Miss::Behind), _) => ("Behind", "All that it could hit lies at t < 0, behind the start.".to_owned()),
        (Err(Miss::Beyond), _) => ("Beyond", "The segment ends, at t = 1, before it gets to the next.".to_owned()),
        (Err(_), _) if interval.is_some() => {
            ("Miss", "The line meets back faces only, and those are culled.".to_owned())
        }
        (Err(_), _) => ("Miss", "The whole line misses the mesh.".to_owned()),
        (Ok(hit), Some(spot)) => {
            let how = match query.kind {
                Kind::Line => "A line hits what comes first, on either side of the start:",
                _ if query.inside == Inside::Hollow => "Only the surface counts: it hits what comes next,",
                _ => "It hits what comes next:",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how} triangle {} at t = {}, {metres} m from the start.", spot.triangle, num(hit.t)))
        }
        (Ok(_), None) => ("Inside", "The start is inside the full solid, so the hit is at t = 0.".to_owned()),
    };
    let numbers = interval.map_or("no interval".to_owned(), |t| {
        let [first, last] = among_bounds(t);
        format!("first t = {first}, last t = {last}")
    });
    Step {
        title: title.to_owned(),
        formula: range(query.kind).to_owned(),
        numbers,
        outcome,
        tone: pass_or_fail(result.is_ok()),
        ..Step::default()
    }
}

/// Which t count, in words.
fn range(kind: Kind) -> &'static str {
    match kind {
        Kind::Line => "line: any t",
        Kind::Ray => "ray: t ≥ 0",
        Kind::Segment => "segment: 0 ≤ t ≤ 1",
    }
}

/// Both ends, with the digits that it takes to see on which side of 0 and of 1 they are. The largest `f32` stands for all
/// beyond it.
fn among_bounds(t: Interval<f32>) -> [String; 2] {
    let [near, far] = t.ends().map(|t| if t.abs() >= f32::MAX { f64::INFINITY.copysign(t.into()) } else { t.into() });
    let [near, far, ..] = apart([near, far, 0.0, 1.0]);
    [near, far]
}

/// The surface part in words.
fn place(feature: Feature) -> String {
    match feature {
        Feature::Inside => "no surface".to_owned(),
        Feature::Surface => "its surface".to_owned(),
        Feature::Cell => "a cell".to_owned(),
        Feature::Triangle => "a triangle".to_owned(),
        Feature::Top | Feature::Bottom | Feature::Side | Feature::Base => format!("its {}", feature.word()),
        face => format!("its local face {}", face.word().replace('-', "−")),
    }
}

/// The quadratic with its numbers in it, and each of them.
fn coefficients(quadratic: &Quadratic) -> String {
    let Quadratic { a, b, c, .. } = *quadratic;
    let [a, b, c] = [a, b, c].map(|x| [short(x), bracketed(x)]);
    format!("{} t² + 2 · {} t + {} ≤ 0\nA = {}\nB = {}\nC = {}", a[0], b[1], c[1], a[0], b[0], c[0])
}

/// D as the difference that it is.
fn difference(quadratic: &Quadratic) -> String {
    let discriminant = quadratic.discriminant;
    let [larger, smaller] = apart([discriminant.larger, discriminant.smaller]);
    let smaller = if discriminant.smaller < 0.0 { format!("({smaller})") } else { smaller };
    format!("\nD = {larger} − {smaller} = {}", short(discriminant.value()))
}

/// D, its tolerance, and how they compare.
fn compared_d(quadratic: &Quadratic) -> String {
    let (d, tolerance) = (quadratic.discriminant.value(), quadratic.discriminant.tolerance());
    format!("{}\nδ = {}\n{}", difference(quadratic), short(tolerance), at_least(d, -tolerance).join(" "))
}

/// C's tolerance, and how they compare.
fn compared_c(c: f64, tolerance: f64) -> String {
    format!("\nδ = {}\n{}", short(tolerance), at_most(c, tolerance).join(" "))
}

/// "entry 1.5 ≤ exit 2.5", or ">" where that is so; in the line's own parameter.
fn entry_and_exit(inside: Interval<f64>, parameter: Parameter) -> String {
    let [entry, sign, exit] = at_most(inside.near, inside.far);
    let prime = if parameter.is_of_ray() { "" } else { "t' = " };
    format!("entry {prime}{entry} {sign} exit {prime}{exit}")
}

/// An interval of t in words.
fn interval(t: Interval<f64>, parameter: Parameter) -> String {
    if t.is_filled() {
        let [near, far] = t.ends().map(|tau| num(parameter.t_or_infinite(tau)));
        format!("[{near}, {far}]")
    } else {
        "the empty interval".to_owned()
    }
}

/// "→ t = 2", and for a rescaled line what the formula gives first.
fn arrow(tau: f64, parameter: Parameter) -> String {
    let t = num(parameter.t(tau));
    if parameter.is_of_ray() { format!("→ t = {t}") } else { format!("→ t' = {}, t = {t}", short(tau)) }
}

/// About four digits.
fn short(x: f64) -> String {
    let [text] = apart([x]);
    text
}

/// A number inside a formula: negative ones in brackets.
fn bracketed(x: f64) -> String {
    if x < 0.0 { format!("({})", short(x)) } else { short(x) }
}

/// Green or red.
pub(super) fn pass_or_fail(passes: bool) -> Tone {
    if passes { Tone::Pass } else { Tone::Fail }
}
