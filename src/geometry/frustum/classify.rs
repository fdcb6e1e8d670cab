//! A box against the planes of a view volume, by its p- and n-vertices.
//!
//! For each plane only two corners matter: the one furthest along the normal (p-vertex) and the one furthest
//! against it (n-vertex), chosen by the signs of the normal alone (Assarsson and Möller, "Optimized View Frustum
//! Culling Algorithms for Bounding Boxes", 2000). A p-vertex behind one plane rejects the box. The test is
//! conservative: a box near an edge of the volume can be outside although no single plane rejects it;
//! [`crate::geometry::exact::frustum`] decides such a case.

use glam::{Vec3, Vec3A};

use super::classified::{Classification, PlaneDistances, PlaneValues, Verdict};
use super::side::Side;
use super::six_planes::Frustum;
use super::three_planes::{ThreeDistances, ThreePlanes};
use crate::geometry::bounds::Aabb;
use crate::geometry::narrate::{
    Mark, MarkShape, Narrator, Silent, Step, Tone, Values, bracketed, capitalized, num, product, vec3,
};
use crate::geometry::plane::Plane;

/// The corner furthest along the plane's normal. Where a component of the normal is 0, the upper side.
#[inline]
pub fn p_vertex(plane: &Plane, aabb: &Aabb) -> Vec3 {
    Vec3::select(plane.normal.cmpge(Vec3::ZERO), aabb.max, aabb.min)
}

/// The corner furthest against the plane's normal, opposite of [`p_vertex`].
#[inline]
pub fn n_vertex(plane: &Plane, aabb: &Aabb) -> Vec3 {
    Vec3::select(plane.normal.cmpge(Vec3::ZERO), aabb.min, aabb.max)
}

/// Classifies a world-space box. A distance of exactly 0 is in front.
#[inline]
pub fn classify(frustum: &Frustum, aabb: &Aabb) -> Classification {
    classify_told(frustum, aabb, &mut Silent)
}

/// [`classify`], with its steps.
#[inline]
pub fn classify_told<N: Narrator>(frustum: &Frustum, aabb: &Aabb, narrator: &mut N) -> Classification {
    // By the lowest bit of a mask, without a branch: a branch on which side rejects a box would be mispredicted.
    const FIRST: [Option<Side>; 7] = {
        let [a, b, c, d, e, f] = Side::ALL;
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None]
    };
    let [left, right, bottom, top, near, far] = &frustum.planes;
    let parts = |plane: &Plane| (plane.normal, plane.d);
    let first = ThreePlanes::new(parts(left), parts(right), parts(bottom)).distances(aabb.min, aabb.max);
    let second = ThreePlanes::new(parts(top), parts(near), parts(far)).distances(aabb.min, aabb.max);
    let of = |distances: &ThreeDistances, lane: usize| PlaneDistances { p: distances.p[lane], n: distances.n[lane] };
    let behind = |a: Vec3A, b: Vec3A| a.cmplt(Vec3A::ZERO).bitmask() | b.cmplt(Vec3A::ZERO).bitmask() << 3;
    let (rejecting, cutting) = (behind(first.p, second.p), behind(first.n, second.n));
    let answer = Classification {
        verdict: match (rejecting, cutting) {
            (0, 0) => Verdict::Inside,
            (0, _) => Verdict::Intersect,
            _ => Verdict::Outside,
        },
        rejected_by: FIRST[(rejecting | 1 << 6).trailing_zeros() as usize],
        margin: first.p.min(second.p).min_element(),
        distances: [of(&first, 0), of(&first, 1), of(&first, 2), of(&second, 0), of(&second, 1), of(&second, 2)],
    };
    for ((side, plane), distances) in Side::ALL.into_iter().zip(&frustum.planes).zip(answer.distances) {
        narrator.step(|| {
            let (p_vertex, n_vertex) = (p_vertex(plane, aabb), n_vertex(plane, aabb));
            let step = plane_step(&PlaneValues { side, plane: *plane, p_vertex, n_vertex, distances });
            Step { marks: plane_marks(plane, aabb, distances), ..step }
        });
    }
    narrator.step(|| verdict_step(&answer));
    answer
}

/// The words of a plane's step, made from its values.
fn plane_step(values: &PlaneValues) -> Step {
    let PlaneValues { side, plane, p_vertex: p, n_vertex: n, distances } = *values;
    let name = side.word();
    if plane == Plane::NONE {
        return Step {
            title: format!("No {name} plane"),
            formula: "0·x + ∞ ≥ 0".into(),
            outcome: format!("The {name} plane is infinitely far away: every box is in front of it."),
            tone: Tone::Pass,
            values: Some(Values::Plane(*values)),
            ..Step::default()
        };
    }
    let (tone, outcome) = if distances.p < 0.0 {
        (
            Tone::Fail,
            format!("Even the p-vertex lies {} m behind: the {name} plane rejects the box.", num(-distances.p)),
        )
    } else if distances.n < 0.0 {
        let outcome = format!(
            "The p-vertex is {} m in front, the n-vertex {} m behind: the {name} plane cuts the box.",
            num(distances.p),
            num(-distances.n)
        );
        (Tone::Partial, outcome)
    } else {
        (Tone::Pass, format!("Even the n-vertex is {} m in front, so the whole box is in front.", num(distances.n)))
    };
    Step {
        title: format!("{} plane", capitalized(name)),
        formula: "p = max where n ≥ 0, else min, per axis;  n-vertex the other way round\ndistance(v) = n·v + d".into(),
        numbers: format!(
            "n = {}, d = {}\np-vertex {}:  {} + {} = {}\nn-vertex {}:  {} + {} = {}",
            vec3(plane.normal),
            num(plane.d),
            vec3(p),
            product(plane.normal, p),
            bracketed(plane.d),
            num(distances.p),
            vec3(n),
            product(plane.normal, n),
            bracketed(plane.d),
            num(distances.n),
        ),
        outcome,
        tone,
        values: Some(Values::Plane(*values)),
        ..Step::default()
    }
}

/// A patch of the plane under the box, and both corners with their distance lines.
fn plane_marks(plane: &Plane, aabb: &Aabb, distances: PlaneDistances) -> Vec<Mark> {
    if plane.normal == Vec3::ZERO {
        return Vec::new();
    }
    let tone = |distance: f32| if distance < 0.0 { Tone::Fail } else { Tone::Pass };
    let mut marks = vec![Mark {
        shape: MarkShape::Plane {
            at: plane.project(aabb.centre()),
            normal: plane.normal,
            half_size: aabb.half_extents().length() * 1.2,
        },
        tone: if distances.p < 0.0 { Tone::Fail } else { Tone::Note },
        label: String::new(),
    }];
    for (letter, vertex, distance) in
        [("p", p_vertex(plane, aabb), distances.p), ("n", n_vertex(plane, aabb), distances.n)]
    {
        let foot = plane.project(vertex);
        marks.push(Mark { shape: MarkShape::Segment(foot, vertex), tone: tone(distance), label: String::new() });
        marks.push(Mark {
            shape: MarkShape::Point(vertex),
            tone: tone(distance),
            label: format!("{letter} {} m", num(distance)),
        });
    }
    marks
}

fn verdict_step(answer: &Classification) -> Step {
    let outcome = match (answer.verdict, answer.rejected_by) {
        (Verdict::Outside, Some(side)) => {
            format!(
                "Outside: the {} plane is the first to reject it. The margin is {} m.",
                side.word(),
                num(answer.margin)
            )
        }
        (Verdict::Inside, _) => {
            format!("Inside: no corner is behind any plane. The margin is {} m.", num(answer.margin))
        }
        _ => format!("Intersect: no plane rejects it, some plane cuts it. The margin is {} m.", num(answer.margin)),
    };
    Step {
        title: "Verdict".into(),
        formula: "outside if any p-distance < 0, else intersect if any n-distance < 0, else inside\nmargin = least p-distance".into(),
        numbers: Side::ALL
            .into_iter()
            .zip(answer.distances)
            .map(|(side, d)| format!("{}: p {}, n {}", side.word(), num(d.p), num(d.n)))
            .collect::<Vec<_>>()
            .join("\n"),
        outcome,
        tone: answer.verdict.tone(),
        values: Some(Values::Verdict(*answer)),
        ..Step::default()
    }
}
