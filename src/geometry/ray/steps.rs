//! The steps of a ray's answer: their [words](super::words) with marks in the scene. Nothing here is called for
//! [`Silent`](crate::geometry::narrate::Silent).

use glam::Vec3;

use super::answer::{Cast, Miss, Ray, RayQuery};
use super::chord::Chord;
use super::line::LocalLine;
use super::values::{
    AXES, Answer, Base, CapsuleEnds, DoubleCone, Intersection, LocalRay, NoLine, RayValues, RescaledRay, Round, Slab,
};
use super::words;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Mark, MarkShape, Step, Tone, num};

/// A step with its marks.
pub(crate) fn step(values: RayValues, marks: Vec<Mark>) -> Step {
    Step { marks, ..words::step(values) }
}

/// The first step: the ray in the space in which it is cast.
pub(crate) fn local_ray(ray: &Ray, solid: &'static str, is_in_world_axes: bool, line: &LocalLine) -> Step {
    let values = LocalRay { solid, is_in_world_axes, o: line.o.into(), d: line.d.into() };
    step(RayValues::Local(values), ray_marks(ray))
}

/// The start of the ray, and the segment to t = 1.
fn ray_marks(ray: &Ray) -> Vec<Mark> {
    vec![
        point(ray.origin, Tone::Note, "t = 0"),
        Mark { shape: MarkShape::Segment(ray.origin, ray.at(1.0)), tone: Tone::Note, label: "direction".to_owned() },
    ]
}

/// The step for a line that is not counted from the ray's own start or by its own direction.
pub(crate) fn rescaled(line: &LocalLine) -> Step {
    let values = RescaledRay { o: line.o.into(), d: line.d.into(), parameter: line.parameter };
    step(RayValues::Rescaled(values), vec![point(line.point(0.0), Tone::Note, "o'")])
}

/// One pair of parallel planes, of a solid with half extents `half`.
pub(crate) fn slab(line: &LocalLine, half: Vec3, values: Slab) -> Step {
    let (name, normal, h) = (AXES[values.axis], Vec3::AXES[values.axis], half[values.axis]);
    let mut marks = vec![
        plane(line, -h * normal, -normal, half, &format!("−{name}")),
        plane(line, h * normal, normal, half, &format!("+{name}")),
    ];
    if values.inside.is_filled() {
        marks.push(stretch(line, values.inside, Tone::Note, &format!("slab {name}")));
    }
    marks.extend(ends(line, values.inside, Tone::Note));
    step(RayValues::Slab(values), with_stretch(marks, line, values.so_far, "so far"))
}

/// A sphere, a cap or an endless cylinder.
pub(crate) fn round(line: &LocalLine, values: Round) -> Step {
    let label = if values.part == super::values::RoundPart::Circle { "in the circle" } else { "inside" };
    step(RayValues::Round(values), found(line, values.inside, label))
}

/// The lower nappe of a double cone.
pub(crate) fn nappe(line: &LocalLine, cone: DoubleCone, inside: Interval<f64>) -> Step {
    step(RayValues::Nappe { cone, inside, parameter: line.parameter }, found(line, inside, "lower nappe"))
}

/// The half-space above a cone's base.
pub(crate) fn base(line: &LocalLine, radius: f32, values: Base) -> Step {
    let at = super::line::narrow(-values.height) * Vec3::Y;
    let mut marks = vec![plane(line, at, Vec3::NEG_Y, Vec3::new(radius, 0.0, radius), "base")];
    marks.extend(ends(line, values.inside, Tone::Note));
    step(RayValues::Base(values), with_stretch(marks, line, values.inside, "above the base"))
}

/// The intersection of two parts.
pub(crate) fn both(line: &LocalLine, values: Intersection) -> Step {
    step(RayValues::Intersection(values), found(line, values.inside, "inside"))
}

/// The ends of a capsule's interval.
pub(crate) fn capsule_ends(line: &LocalLine, values: CapsuleEnds) -> Step {
    step(RayValues::CapsuleEnds(values), found(line, values.inside, "inside"))
}

/// The last step: the answer of the kind of ray for the interval.
pub(crate) fn answer(line: &LocalLine, query: RayQuery, chord: &Chord, cast: &Cast) -> Step {
    let tone = Tone::pass_or_fail(cast.hit().is_some());
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
    let (interval, result) = (cast.interval(), cast.result());
    step(RayValues::Answer(Answer { query, interval, result, of_mesh: false, spot: None, no_line: None }), marks)
}

/// The last step for a ray that has no line.
pub(crate) fn no_line(ray: &Ray, query: RayQuery, of_mesh: bool) -> Step {
    let no_line = Some(NoLine::of(ray));
    let values = Answer { query, interval: None, result: Err(Miss::Misses), of_mesh, spot: None, no_line };
    step(RayValues::Answer(values), Vec::new())
}

/// A dot.
pub(crate) fn point(at: Vec3, tone: Tone, label: &str) -> Mark {
    Mark { shape: MarkShape::Point(at), tone, label: label.to_owned() }
}

/// Dots at the finite ends of an interval.
pub(crate) fn ends(line: &LocalLine, t: Interval<f64>, tone: Tone) -> Vec<Mark> {
    t.ends()
        .into_iter()
        .filter(|tau| tau.is_finite())
        .map(|tau| point(line.point(tau), tone, &format!("t = {}", num(line.t(tau)))))
        .filter(|mark| matches!(mark.shape, MarkShape::Point(at) if at.is_finite()))
        .collect()
}

/// The ends of an interval that decides, and its stretch unless it is empty.
fn found(line: &LocalLine, t: Interval<f64>, label: &str) -> Vec<Mark> {
    with_stretch(ends(line, t, Tone::pass_or_fail(t.is_filled())), line, t, label)
}

/// A stretch of the ray.
fn stretch(line: &LocalLine, t: Interval<f64>, tone: Tone, label: &str) -> Mark {
    let t = t.map(|tau| line.parameter.t_or_infinite(tau));
    Mark { shape: MarkShape::Interval(t), tone, label: label.to_owned() }
}

/// The marks with the stretch that passes, unless it is empty.
pub(crate) fn with_stretch(mut marks: Vec<Mark>, line: &LocalLine, t: Interval<f64>, label: &str) -> Vec<Mark> {
    if t.is_filled() {
        marks.push(stretch(line, t, Tone::Pass, label));
    }
    marks
}

/// A patch of a local plane, as large as the solid with half extents `half` is there.
fn plane(line: &LocalLine, at: Vec3, normal: Vec3, half: Vec3, label: &str) -> Mark {
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
