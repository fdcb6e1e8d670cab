//! A sphere and a view volume, by the distance of the centre from the volume.
//!
//! The point of a convex body that is nearest to the centre is on one, two or three of its planes. The weights of these planes
//! give both a point of the volume and a bound of the distance (D. Bertsekas, "Nonlinear Programming", 1999, on duality), so a
//! weight that is not the best one makes a case undecided, never wrong.

use glam::{DMat2, DMat3, DVec2, DVec3};

use super::certain_view::planes;
use super::frustum_box::OUTSIDE;
use super::right_answer::Truth;
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::Verdict;
use crate::hunt::nudge::ulp;

/// A plane with a normal of length 1, its value at the centre of the sphere, and the greatest change of that value.
#[derive(Clone, Copy)]
struct UnitPlane {
    normal: DVec3,
    value: f64,
    error: f64,
}

pub(super) fn truth(m: &[f32; 16], depth: DepthRange, center: [f32; 3], radius: f32) -> Truth {
    let centre = DVec3::from_array(center.map(f64::from));
    let moves = DVec3::from_array(center.map(|x| if x == 0.0 { 0.0 } else { ulp(x) }));
    let radius_move = if radius == 0.0 { 0.0 } else { ulp(radius) };
    let radius = f64::from(radius);
    let mut unit = Vec::with_capacity(6);
    for plane in planes(m, depth) {
        let length = plane.plane.truncate().length();
        let [value, error] = plane.value(centre, moves);
        if length == 0.0 {
            if value + error < 0.0 {
                return OUTSIDE;
            }
            continue;
        }
        // The planes turn a little too, which counts at the distance of the radius.
        let turn = plane.error.truncate().length() * radius;
        unit.push(UnitPlane {
            normal: plane.plane.truncate() / length,
            value: value / length,
            error: (error + turn) / length,
        });
    }
    if unit.iter().all(|p| p.value - p.error >= radius + radius_move) {
        return Truth::View { is_visible: true, class: Some(Verdict::Inside) };
    }
    let is_not_inside = unit.iter().any(|p| p.value + p.error < radius - radius_move);
    let visible = Truth::View { is_visible: true, class: is_not_inside.then_some(Verdict::Intersect) };
    if unit.iter().all(|p| p.value - p.error >= 0.0) {
        return visible;
    }
    let (least, most) = (radius - radius_move, radius + radius_move);
    let mut is_visible = false;
    for active in subsets(&unit) {
        // A bound of the distance from below, with planes moved outwards.
        if let Some(weights) = weights(active, |p| -(p.value + p.error)) {
            let sum = |f: &dyn Fn(&UnitPlane) -> f64| {
                active.iter().flatten().zip(weights).map(|(p, w)| w * f(p)).sum::<f64>()
            };
            let along: DVec3 = active.iter().flatten().zip(weights).map(|(p, w)| p.normal * w).sum();
            if sum(&|p| -(p.value + p.error)) > most * along.length() {
                return OUTSIDE;
            }
        }
        // A point of the volume, with planes moved inwards.
        if let Some(weights) = weights(active, |p| -p.value + 1.5 * p.error) {
            let step: DVec3 = active.iter().flatten().zip(weights).map(|(p, w)| p.normal * w).sum();
            is_visible |= step.length() <= least && unit.iter().all(|p| p.value + p.normal.dot(step) >= p.error);
        }
    }
    if is_visible { visible } else { Truth::Undecided }
}

/// One, two or three of the planes.
fn subsets(unit: &[UnitPlane]) -> impl Iterator<Item = [Option<&UnitPlane>; 3]> {
    let n = unit.len();
    let singles = (0..n).map(move |a| [Some(&unit[a]), None, None]);
    let pairs = (0..n).flat_map(move |a| (a + 1..n).map(move |b| [Some(&unit[a]), Some(&unit[b]), None]));
    let triples = (0..n).flat_map(move |a| {
        (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| [Some(&unit[a]), Some(&unit[b]), Some(&unit[c])]))
    });
    singles.chain(pairs).chain(triples)
}

/// The weights of the planes with which the step `Σ weight · normal` changes the value of each by `needed`; `None` when one of them
/// is negative.
fn weights(active: [Option<&UnitPlane>; 3], needed: impl Fn(&UnitPlane) -> f64) -> Option<[f64; 3]> {
    let weights = match active {
        [Some(a), Some(b), Some(c)] => {
            let (p, q, r) = (a.normal, b.normal, c.normal);
            let gram = DMat3::from_cols(
                DVec3::new(1.0, p.dot(q), p.dot(r)),
                DVec3::new(p.dot(q), 1.0, q.dot(r)),
                DVec3::new(p.dot(r), q.dot(r), 1.0),
            );
            let needed = DVec3::new(needed(a), needed(b), needed(c));
            (gram.determinant() != 0.0).then(|| (gram.inverse() * needed).to_array())?
        }
        [Some(a), Some(b), None] => {
            let cos = a.normal.dot(b.normal);
            let gram = DMat2::from_cols(DVec2::new(1.0, cos), DVec2::new(cos, 1.0));
            let found = (gram.determinant() != 0.0).then(|| gram.inverse() * DVec2::new(needed(a), needed(b)))?;
            [found.x, found.y, 0.0]
        }
        [Some(a), ..] => [needed(a), 0.0, 0.0],
        _ => return None,
    };
    weights.iter().all(|w| *w >= 0.0 && w.is_finite()).then_some(weights)
}
