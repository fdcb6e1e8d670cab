//! The words and marks that the ray stories share. Nothing here is called for [`Silent`](crate::geometry::Silent).
//!
//! A line may be counted from a start of its own (see [`Line`]), so whatever is told about t goes through
//! [`t_of`], and a reader meets only the t of the ray.

use glam::Vec3;

use super::line::{Line, narrow};
use super::{Cast, Chord, Feature, Inside, Kind, Miss, Ray, RayQuery};
pub(super) use crate::geometry::narrate::bracketed;
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Mark, MarkShape, Plot, Step, Tone};

/// The names of the axes, as in formulas.
pub(super) const AXES: [char; 3] = ['x', 'y', 'z'];

/// The first step: the ray in local space.
pub(super) fn local_ray(ray: &Ray, solid: &str, line: &Line) -> Step {
    Step {
        title: "The ray in local space".to_owned(),
        formula: "o = local_from_world · origin\nd = local_from_world · direction, without translation".to_owned(),
        numbers: format!("o = {}\nd = {}", vec3(line.o.into()), vec3(line.d.into())),
        outcome: format!(
            "Seen from the {solid}, it stands upright at the origin and the ray moves. d keeps its length, so t is the \
             same in both spaces."
        ),
        tone: Tone::Note,
        marks: ray_marks(ray),
        plot: None,
    }
}

/// The first step for a sphere that stays in the axes of the world.
pub(super) fn centred_ray(ray: &Ray, line: &Line) -> Step {
    Step {
        title: "The ray from the centre".to_owned(),
        formula: "o = origin − centre\nd = direction".to_owned(),
        numbers: format!("o = {}\nd = {}", vec3(line.o.into()), vec3(line.d.into())),
        outcome: "A sphere looks the same from all sides, so it needs no rotation: its centre becomes the origin, \
                  and r is its radius in the world."
            .to_owned(),
        tone: Tone::Note,
        marks: ray_marks(ray),
        plot: None,
    }
}

/// Where the ray starts and how far t = 1 leads.
fn ray_marks(ray: &Ray) -> Vec<Mark> {
    vec![
        point(ray.origin, Tone::Note, "t = 0"),
        Mark { shape: MarkShape::Segment(ray.origin, ray.at(1.0)), tone: Tone::Note, label: "direction".to_owned() },
    ]
}

/// The step for a line that is not counted from the ray's own start or by its own direction.
pub(super) fn tamed(line: &Line) -> Step {
    let (shift, rate) = line.shift_and_rate();
    Step {
        title: "A handier line".to_owned(),
        formula: "d' = d / w, o' = o + s · d'\nt = (s + t') / w".to_owned(),
        numbers: format!(
            "w = {}, s = {}\no' = {}, d' = {}",
            num(narrow(1.0 / rate)),
            num(narrow(shift)),
            vec3(line.o.into()),
            vec3(line.d.into())
        ),
        outcome: "The start is far away, or the direction very long or short: f32 would lose digits. Below, o and d \
                  stand for o' and d', and what the formulas give is t'; every t is already that of the ray."
            .to_owned(),
        tone: Tone::Note,
        marks: vec![point(line.point(0.0), Tone::Note, "o'")],
        plot: None,
    }
}

/// One pair of parallel planes, `±half` along an axis: the slab, with the intersection so far.
pub(super) fn slab(line: &Line, half: Vec3, axis: usize, slab: [f64; 2], so_far: [f64; 2]) -> Step {
    let name = AXES[axis];
    let (o, d, h) = (line.o[axis], line.d[axis], half[axis]);
    let is_parallel = d == 0.0;
    let (formula, numbers) = if is_parallel {
        let holds = if o.abs() <= h { "≤" } else { ">" };
        (format!("d.{name} = 0: |o.{name}| ≤ h.{name}"), format!("{} {holds} {}", num(o.abs()), num(h)))
    } else {
        let row = |side: f32| {
            format!("({} − {}) / {} {}", num(side), bracketed(o), num(d), arrow(line, f64::from((side - o) / d)))
        };
        (
            format!("t = (−h.{name} − o.{name}) / d.{name}\nt = (h.{name} − o.{name}) / d.{name}"),
            format!("{}\n{}", row(-h), row(h)),
        )
    };
    let outcome = match (is_parallel, slab[0] <= slab[1]) {
        (true, true) => "The ray is parallel to these planes and between them: no bound.".to_owned(),
        (true, false) => "The ray is parallel to these planes and not between them: it never gets in.".to_owned(),
        (false, _) => format!("Between the two planes for t in {}.", interval(line, slab)),
    };
    let normal = Vec3::AXES[axis];
    let mut marks = vec![
        plane(line, -h * normal, -normal, half, &format!("−{name}")),
        plane(line, h * normal, normal, half, &format!("+{name}")),
    ];
    if slab[0] <= slab[1] {
        marks.push(stretch(line, slab, Tone::Note, &format!("slab {name}")));
    }
    marks.extend(ends(line, slab, Tone::Note));
    Step {
        title: format!("Slab {}", name.to_ascii_uppercase()),
        formula,
        numbers,
        outcome: format!("{outcome} {}", remaining(line, so_far)),
        tone: pass_or_fail(so_far[0] <= so_far[1]),
        marks: with_stretch(marks, line, so_far, "so far"),
        plot: Some(bar(line, &format!("Slab {}", name.to_ascii_uppercase()), slab)),
    }
}

/// The intersection of two intervals.
pub(super) fn intersection(line: &Line, names: [&str; 2], parts: [[f64; 2]; 2], both: [f64; 2]) -> Step {
    let holds = both[0] <= both[1];
    Step {
        title: "Both at once".to_owned(),
        formula: "[latest entry, earliest exit]".to_owned(),
        numbers: format!(
            "{}: {}\n{}: {}\nentry {}, exit {}",
            names[0],
            interval(line, parts[0]),
            names[1],
            interval(line, parts[1]),
            num(t_of(line, both[0])),
            num(t_of(line, both[1]))
        ),
        outcome: if holds {
            format!("Entry is not after exit: the line is inside for t in {}.", interval(line, both))
        } else {
            "The later entry comes after the earlier exit: never in both, so the line misses.".to_owned()
        },
        tone: pass_or_fail(holds),
        marks: with_stretch(ends(line, both, pass_or_fail(holds)), line, both, "inside"),
        plot: None,
    }
}

/// The last step: how the kind of ray made an answer of the interval.
pub(super) fn answer(line: &Line, query: RayQuery, chord: &Chord, cast: &Cast) -> Step {
    let range = match query.kind {
        Kind::Line => "line: any t",
        Kind::Ray => "ray: t ≥ 0",
        Kind::Segment => "segment: 0 ≤ t ≤ 1",
    };
    let numbers =
        cast.interval().map_or("no interval".to_owned(), |[a, b]| format!("t_in = {}, t_out = {}", num(a), num(b)));
    let (title, outcome) = match cast.result() {
        Err(Miss::Behind) => ("Behind", "The solid lies at t < 0, behind the start.".to_owned()),
        Err(Miss::Beyond) if cast.interval().is_some_and(|[a, _]| a < 0.0) => {
            ("Beyond", "The segment starts inside the hollow and ends, at t = 1, before it gets out.".to_owned())
        }
        Err(Miss::Beyond) => ("Beyond", "The segment ends, at t = 1, before it gets there.".to_owned()),
        Err(Miss::Misses | Miss::Masked | Miss::Transparent) => ("Miss", "The whole line stays outside.".to_owned()),
        Ok(hit) if hit.feature == Feature::Inside => {
            ("Inside", "t_in < 0 ≤ t_out: the start is inside the full solid, so the hit is at t = 0.".to_owned())
        }
        Ok(hit) => {
            let how = match (query.kind, query.inside, cast.interval()) {
                (Kind::Ray | Kind::Segment, Inside::Hollow, Some([a, _])) if a < 0.0 => {
                    "The start is inside the hollow: it hits where it leaves, "
                }
                (Kind::Line, ..) => "A line hits where it enters, on either side of the start, ",
                _ => "It hits where it enters, ",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how}at t = {}, {metres} m from the start, on {}.", num(hit.t), place(hit.feature)))
        }
    };
    let tone = pass_or_fail(cast.hit().is_some());
    let mut marks = Vec::new();
    if chord.meets_line() {
        marks.push(stretch(line, chord.t, Tone::Note, "inside"));
    }
    if let Some(hit) = cast.hit() {
        marks.push(point(hit.point, tone, "hit"));
        if let Some(normal) = hit.normal {
            marks.push(Mark {
                shape: MarkShape::Segment(hit.point, hit.point + normal),
                tone,
                label: "normal".to_owned(),
            });
        }
    }
    let hit = cast.hit().map(|hit| hit.t);
    let plot = Plot::Answer { interval: cast.interval(), hit, range: query.kind.range() };
    Step { title: title.to_owned(), formula: range.to_owned(), numbers, outcome, tone, marks, plot: Some(plot) }
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

/// The ray's t of the line's parameter; infinities stay.
pub(super) fn t_of(line: &Line, tau: f64) -> f32 {
    if tau.is_infinite() { if tau > 0.0 { f32::INFINITY } else { f32::NEG_INFINITY } } else { line.t(tau) }
}

/// An interval of t in words.
pub(super) fn interval(line: &Line, t: [f64; 2]) -> String {
    if t[0] <= t[1] {
        format!("[{}, {}]", num(t_of(line, t[0])), num(t_of(line, t[1])))
    } else {
        "the empty interval".to_owned()
    }
}

fn remaining(line: &Line, t: [f64; 2]) -> String {
    if t[0] <= t[1] {
        format!("So far inside for t in {}.", interval(line, t))
    } else {
        "Nothing is left: the line misses.".to_owned()
    }
}

/// "→ t = 2", and for a line that is not counted from the ray's own start what the formula gives first.
pub(super) fn arrow(line: &Line, tau: f64) -> String {
    let t = num(line.t(tau));
    if line.is_as_given() { format!("→ t = {t}") } else { format!("→ t' = {}, t = {t}", num(narrow(tau))) }
}

/// Green or red.
pub(super) fn pass_or_fail(passes: bool) -> Tone {
    if passes { Tone::Pass } else { Tone::Fail }
}

/// A dot.
pub(super) fn point(at: Vec3, tone: Tone, label: &str) -> Mark {
    Mark { shape: MarkShape::Point(at), tone, label: label.to_owned() }
}

/// Dots at the finite ends of an interval.
pub(super) fn ends(line: &Line, t: [f64; 2], tone: Tone) -> Vec<Mark> {
    t.into_iter()
        .filter(|tau| tau.is_finite())
        .map(|tau| point(line.point(tau), tone, &format!("t = {}", num(line.t(tau)))))
        .filter(|mark| matches!(mark.shape, MarkShape::Point(at) if at.is_finite()))
        .collect()
}

/// A stretch of the ray.
pub(super) fn stretch(line: &Line, t: [f64; 2], tone: Tone, label: &str) -> Mark {
    let [t_in, t_out] = t.map(|tau| t_of(line, tau));
    Mark { shape: MarkShape::Interval { t_in, t_out }, tone, label: label.to_owned() }
}

/// The marks with the stretch that passes, unless it is empty.
pub(super) fn with_stretch(mut marks: Vec<Mark>, line: &Line, t: [f64; 2], label: &str) -> Vec<Mark> {
    if t[0] <= t[1] {
        marks.push(stretch(line, t, Tone::Pass, label));
    }
    marks
}

/// A patch of a local plane, as large as the solid with half extents `half` is there.
pub(super) fn plane(line: &Line, at: Vec3, normal: Vec3, half: Vec3, label: &str) -> Mark {
    let world = line.pose.world_from_local();
    let reach = half - half * normal.abs();
    let half_size =
        Vec3::AXES.into_iter().map(|axis| world.transform_vector3(axis * reach).length()).fold(0.0, f32::max);
    Mark {
        shape: MarkShape::Plane { at: world.transform_point3(at), normal: line.pose.world_normal(normal), half_size },
        tone: Tone::Note,
        label: label.to_owned(),
    }
}

/// An interval for the diagram.
pub(super) fn bar(line: &Line, name: &str, t: [f64; 2]) -> Plot {
    Plot::Interval { name: name.to_owned(), t: t.map(|tau| t_of(line, tau)) }
}

/// `A t² + 2 B t + C` in the line's own parameter for the diagram: with `tau = (t − from) / rate`.
pub(super) fn curve(
    line: &Line,
    name: &str,
    [a, b, c]: [f64; 3],
    roots: impl IntoIterator<Item = f64>,
    inside: Option<[f64; 2]>,
) -> Plot {
    let (shift, rate) = line.shift_and_rate();
    Plot::Quadratic {
        name: name.to_owned(),
        a: a / (rate * rate),
        b: b / rate,
        c,
        from: shift * rate,
        roots: roots.into_iter().filter(|tau| tau.is_finite()).map(|tau| line.t(tau)).collect(),
        inside: inside.map(|t| t.map(|tau| t_of(line, tau))),
    }
}
