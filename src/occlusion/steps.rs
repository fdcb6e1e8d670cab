//! The steps of an occlusion question: their words and marks, made from their [values](super::values) alone.

use crate::geometry::narrate::counted;
use std::sync::Arc;

use glam::DVec3;

use super::column::Column;
use super::limits::{Limit, in_words};
use super::method::Method;
use super::values::OcclusionValues;
use super::verdict::Verdict;
use super::view::DepthView;
use crate::geometry::narrate::{fine, settled};
use crate::geometry::{Mark, MarkShape, OtherValues, Step, Tone, Values};

/// A step with its values.
pub(super) fn step(values: OcclusionValues) -> Step {
    let words = match &values {
        OcclusionValues::View { bodies, view, fatten, pixel_size, a_before_b_back, b_before_a_back } => {
            of_view(bodies, view, *fatten, *pixel_size, [*a_before_b_back, *b_before_a_back])
        }
        OcclusionValues::Views { method, colliding, views } => of_views(*method, *colliding, *views),
        OcclusionValues::Exact { collides, separation, points, verdict, limits } => {
            exact(*collides, *separation, *points, *verdict, limits)
        }
        OcclusionValues::FalseContact { bodies, columns } => false_contact(bodies, columns),
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

fn of_view(
    [a, b]: &[Arc<str>; 2],
    view: &DepthView,
    fatten: bool,
    pixel_size: f64,
    [a_first, b_first]: [bool; 2],
) -> Step {
    let wider = if fatten { "\nboth bodies are drawn wider by √2/2 pixels" } else { "" };
    let word = |passes: bool| if passes { "some sample passes" } else { "no sample passes" };
    let collides = a_first && b_first;
    let n = view.resolution;
    Step {
        title: format!("View along {}", triple(view.direction)),
        formula: format!("front({a}) ≤ back({b}) in some pixel, and front({b}) ≤ back({a}) in some pixel"),
        numbers: format!(
            "{n} × {n} pixels, each {} m wide at the bodies{wider}\nback faces of `{b}` against the front faces of `{a}`: {}\nback \
             faces of `{a}` against the front faces of `{b}`: {}",
            fine(pixel_size),
            word(a_first),
            word(b_first)
        ),
        outcome: match (a_first, b_first) {
            (true, true) => "Both tests pass, so the pair collides in this view.".into(),
            (true, false) => format!("The second test fails: `{a}` is in front of `{b}` in this view."),
            (false, true) => format!("The first test fails: `{b}` is in front of `{a}` in this view."),
            (false, false) => "Both tests fail: no pixel has both bodies.".into(),
        },
        tone: Tone::pass_or_fail(collides),
        marks: volume(view, Tone::pass_or_fail(collides)),
        ..Step::default()
    }
}

fn of_views(method: Method, colliding: usize, views: usize) -> Step {
    let collides = colliding == views;
    Step {
        title: "All views".into(),
        formula: "collides when the pair collides in every view".into(),
        numbers: format!("method {}: {colliding} of {}", method.word(), counted(views, "view")),
        outcome: if collides { "The queries report a collision." } else { "The queries report no collision." }.into(),
        tone: Tone::pass_or_fail(collides),
        ..Step::default()
    }
}

fn exact(collides: bool, separation: f64, points: [DVec3; 2], verdict: Verdict, limits: &[Limit]) -> Step {
    let touches = separation <= 0.0;
    let truth = if touches {
        "The bodies themselves touch".to_owned()
    } else {
        format!("The bodies themselves are {} m apart", fine(separation))
    };
    let limits = in_words(limits);
    let judged = match (verdict.is_true(), limits.is_empty()) {
        (true, true) => "so the answer is right, and no limit of the method applies.".to_owned(),
        (true, false) => format!("so the answer is right. Limits of the method that apply: {limits}."),
        (false, _) => format!("so the answer is wrong, because {limits}."),
    };
    let sign = if collides { "positive" } else { "negative" };
    let place = if touches {
        format!("a shared point: {}", triple(points[0]))
    } else {
        format!("nearest points: {} and {}", triple(points[0]), triple(points[1]))
    };
    Step {
        title: "Exact answer".into(),
        formula: "distance of the bodies themselves, in f64".into(),
        numbers: format!("separation = {} m\n{place}", fine(separation)),
        outcome: format!("{truth}: a {} {sign}, {judged}", if verdict.is_true() { "true" } else { "false" }),
        tone: Tone::Exact,
        marks: nearest_marks(separation, points),
        ..Step::default()
    }
}

/// The nearest points of both bodies, or the point that they share.
pub(super) fn nearest_marks(separation: f64, points: [DVec3; 2]) -> Vec<Mark> {
    let [p, q] = [points[0].as_vec3(), points[1].as_vec3()];
    if separation <= 0.0 {
        return vec![Mark { shape: MarkShape::Point(p), tone: Tone::Exact, label: "they touch here".into() }];
    }
    let label = format!("{} m apart", fine(separation));
    vec![Mark { shape: MarkShape::Segment(p, q), tone: Tone::Exact, label }]
}

fn false_contact(bodies: &[Arc<str>; 2], columns: &[Column]) -> Step {
    let in_words = |column: &Column| {
        let crossings = column.crossings.iter().map(|crossing| {
            let verb = if crossing.enters { "enters" } else { "leaves" };
            format!("{} m: {verb} `{}`", fine(crossing.distance), bodies[crossing.body])
        });
        let [x, y] = column.pixel;
        format!("along {}, pixel ({x}, {y}): {}", triple(column.direction), crossings.collect::<Vec<_>>().join(", "))
    };
    let both = columns.iter().find(|column| column.passes == [true, true]);
    let outcome = match both.and_then(between) {
        Some(inner) => {
            let (inner, outer) = (&bodies[inner], &bodies[1 - inner]);
            format!(
                "A part of `{outer}` is in front of `{inner}` and another part is behind it in the same pixel, so both tests \
                 pass. The tests do not detect the gaps between these parts."
            )
        }
        None => "Both tests pass although the bodies do not touch: each test may pass in a different pixel.".to_owned(),
    };
    Step {
        title: "Why the answer is wrong".into(),
        formula: "the surfaces on the line of sight through one pixel that passes, in metres from the camera".into(),
        numbers: columns.iter().map(in_words).collect::<Vec<_>>().join("\n"),
        outcome,
        tone: Tone::Exact,
        marks: column_marks(columns, bodies),
        ..Step::default()
    }
}

/// The body between two parts of the other on a line of sight.
fn between(column: &Column) -> Option<usize> {
    let ends = |body: usize| {
        let mut own =
            column.crossings.iter().filter(|crossing| crossing.body == body).map(|crossing| crossing.distance);
        let first = own.next()?;
        Some([first, own.next_back().unwrap_or(first)])
    };
    let [a, b] = [ends(0)?, ends(1)?];
    if a[0] <= b[0] && b[1] <= a[1] {
        Some(1)
    } else if b[0] <= a[0] && a[1] <= b[1] {
        Some(0)
    } else {
        None
    }
}

/// Columns of pixels as rays, with the points where they enter and leave the bodies of these names. The first one has
/// labels.
pub fn column_marks<'a>(columns: impl IntoIterator<Item = &'a Column>, names: &[Arc<str>; 2]) -> Vec<Mark> {
    let marks = columns.into_iter().enumerate().flat_map(|(i, column)| one_column(column, names, i == 0));
    marks.collect()
}

fn one_column(column: &Column, names: &[Arc<str>; 2], is_labelled: bool) -> Vec<Mark> {
    let (Some(first), Some(last)) = (column.crossings.first(), column.crossings.last()) else { return Vec::new() };
    let at = |distance: f64| column.at(distance).as_vec3();
    let beyond = 0.15 * (last.distance - first.distance);
    let whole = MarkShape::Segment(at(first.distance - beyond), at(last.distance + beyond));
    let mut marks = vec![Mark { shape: whole, tone: Tone::Exact, label: String::new() }];
    let mut entered = [None; 2];
    for crossing in &column.crossings {
        let tone = if crossing.body == 0 { Tone::Partial } else { Tone::Pass };
        if crossing.enters {
            entered[crossing.body] = Some(crossing.distance);
        } else if let Some(from) = entered[crossing.body].take() {
            let shape = MarkShape::Segment(at(from), at(crossing.distance));
            marks.push(Mark { shape, tone, label: String::new() });
        }
        let verb = if crossing.enters { "enters" } else { "leaves" };
        let label = if is_labelled { format!("{verb} {}", names[crossing.body]) } else { String::new() };
        marks.push(Mark { shape: MarkShape::Point(at(crossing.distance)), tone, label });
    }
    marks
}

/// The view volume.
fn volume(view: &DepthView, tone: Tone) -> Vec<Mark> {
    let corners = view.corners_f32();
    vec![Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }]
}

/// A point or a direction. Coordinates below the spacing of `f32` at its largest one are 0.
fn triple(v: DVec3) -> String {
    let size = v.abs().max_element();
    let [x, y, z] = v.to_array().map(|x| fine(settled(x, size)));
    format!("({x}, {y}, {z})")
}
