//! A box and a view volume: the volume of a clip matrix, not the test of its planes one by one.
//!
//! A box is visible for certain when some point of it is in front of all planes by more than one unit in the last place of the numbers
//! can change. It is outside for certain when a sum of planes with weights of at least 0 is negative on all of it (J. Farkas,
//! "Theorie der einfachen Ungleichungen", 1902). Of a box, the best weights are those with which the sum of the normals of two
//! planes has no part along one axis, or that of three planes along two axes.

use glam::DVec3;

use super::certain_view::{CertainPlane, planes};
use super::right_answer::Truth;
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::Verdict;
use crate::hunt::nudge::ulp;

pub(super) fn truth(m: &[f32; 16], depth: DepthRange, min: [f32; 3], max: [f32; 3]) -> Truth {
    let planes = planes(m, depth);
    let corners: [[f32; 3]; 8] =
        std::array::from_fn(|i| std::array::from_fn(|axis| if i >> axis & 1 == 0 { min[axis] } else { max[axis] }));
    let moves = corners.map(|corner| DVec3::from_array(corner.map(|x| if x == 0.0 { 0.0 } else { ulp(x) })));
    let points = corners.map(|corner| DVec3::from_array(corner.map(f64::from)));
    let values: [[[f64; 2]; 8]; 6] =
        std::array::from_fn(|side| std::array::from_fn(|i| planes[side].value(points[i], moves[i])));
    let above = |[value, error]: &[f64; 2]| value - error >= 0.0;
    let below = |[value, error]: &[f64; 2]| value + error < 0.0;
    if values.iter().flatten().all(above) {
        return Truth::View { is_visible: true, class: Some(Verdict::Inside) };
    }
    if values.iter().any(|side| side.iter().all(below)) {
        return OUTSIDE;
    }
    let is_not_inside = values.iter().flatten().any(below);
    let visible = Truth::View { is_visible: true, class: is_not_inside.then_some(Verdict::Intersect) };
    let has_corner = (0..8).any(|i| values.iter().all(|side| above(&side[i])));
    let span = moves.iter().fold(DVec3::ZERO, |most, moves| most.max(*moves));
    let holds = |p: DVec3| planes.iter().all(|plane| above(&plane.value(p, span)));
    let (least, most) = (points[0], points[7]);
    if has_corner || holds((least + most) / 2.0) {
        return visible;
    }
    if is_excluded(&planes, &values) {
        return OUTSIDE;
    }
    match middle(&planes, least, most) {
        Some(point) if holds(point) => visible,
        _ => Truth::Undecided,
    }
}

/// The truth about a body outside.
pub(super) const OUTSIDE: Truth = Truth::View { is_visible: false, class: None };

/// Whether a sum of two or three planes is negative at all corners.
fn is_excluded(planes: &[CertainPlane; 6], values: &[[[f64; 2]; 8]; 6]) -> bool {
    let normals = planes.map(|plane| plane.plane.truncate());
    let is_negative = |parts: &[(usize, f64)]| {
        (0..8).all(|i| {
            parts.iter().map(|(side, weight)| weight * (values[*side][i][0] + values[*side][i][1])).sum::<f64>() < 0.0
        })
    };
    for a in 0..6 {
        for b in a + 1..6 {
            for (x, y) in normals[a].to_array().into_iter().zip(normals[b].to_array()) {
                if x * y < 0.0 && is_negative(&[(a, y.abs()), (b, x.abs())]) {
                    return true;
                }
            }
            for c in b + 1..6 {
                for axis in 0..3 {
                    let (k, l) = ((axis + 1) % 3, (axis + 2) % 3);
                    let along = |axis: usize| DVec3::new(normals[a][axis], normals[b][axis], normals[c][axis]);
                    let weights = along(k).cross(along(l));
                    let weights = if weights.max_element() > 0.0 { weights } else { -weights };
                    if weights.min_element() > 0.0 && is_negative(&[(a, weights.x), (b, weights.y), (c, weights.z)]) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// The middle of the corners of the part of the box that is in the volume, each the common point of three of the twelve planes;
/// `None` without one.
fn middle(planes: &[CertainPlane; 6], least: DVec3, most: DVec3) -> Option<DVec3> {
    let walls =
        [0, 1, 2].into_iter().flat_map(|axis| [(DVec3::AXES[axis], -least[axis]), (-DVec3::AXES[axis], most[axis])]);
    let of_volume = planes.iter().map(|plane| (plane.plane.truncate(), plane.plane.w));
    let all: Vec<(DVec3, f64)> = of_volume.chain(walls).filter(|(normal, _)| *normal != DVec3::ZERO).collect();
    let (mut sum, mut count) = (DVec3::ZERO, 0.0);
    for i in 0..all.len() {
        for j in i + 1..all.len() {
            let across = all[i].0.cross(all[j].0);
            for k in j + 1..all.len() {
                let det = across.dot(all[k].0);
                if det == 0.0 {
                    continue;
                }
                let [(a, u), (b, v), (c, w)] = [all[i], all[j], all[k]];
                let point = -(b.cross(c) * u + c.cross(a) * v + across * w) / det;
                let is_in = |(normal, d): &(DVec3, f64)| {
                    let size = normal.abs().dot(point.abs()) + d.abs();
                    normal.dot(point) + d >= -1e-9 * size
                };
                if point.is_finite() && all.iter().all(is_in) {
                    sum += point;
                    count += 1.0;
                }
            }
        }
    }
    (count > 0.0).then(|| (sum / count).clamp(least, most))
}
