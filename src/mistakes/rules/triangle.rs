//! Rays against triangles, by signed volumes.

use crate::mistakes::answer::SaidHit;
use crate::mistakes::case::vector;
use crate::mistakes::mistake::MistakeKind as M;
use crate::mistakes::set::MistakeSet;

/// The hit of a ray on either side of a triangle, edges included. A ray in the plane of the triangle misses.
pub(super) fn hit(
    origin: [f32; 3],
    direction: [f32; 3],
    corners: [[f32; 3]; 3],
    mistakes: MistakeSet,
) -> Option<SaidHit> {
    let o = vector(origin);
    let d = super::ray::direction(origin, direction, mistakes);
    let [a, b, c] = corners.map(|corner| vector(corner) - o);
    // Of the tetrahedra of the ray and an edge; all have the sign of their sum when the ray goes through the triangle.
    let volumes = [d.dot(b.cross(c)), d.dot(c.cross(a)), d.dot(a.cross(b))];
    let normal = (b - a).cross(c - a);
    let along = d.dot(normal);
    if along == 0.0 || mistakes.has(M::AbsoluteEpsilon) && along.abs() < 1e-6 {
        return None;
    }
    if mistakes.has(M::BackFacesMissed) && along > 0.0 {
        return None;
    }
    let is_within = |volume: &f64| {
        let inward = volume * along.signum();
        if mistakes.has(M::EdgesExcluded) { inward > 0.0 } else { inward >= 0.0 }
    };
    // The first volume belongs to the edge opposite the first corner.
    let tested = if mistakes.has(M::ThirdEdgeForgotten) { &volumes[1..] } else { &volumes[..] };
    if !tested.iter().all(is_within) {
        return None;
    }
    let t = a.dot(normal) / along;
    if t < 0.0 && !mistakes.has(M::BehindIsHit) {
        return None;
    }
    let unit = if mistakes.has(M::TInMetres) { vector(direction).length() } else { 1.0 };
    Some(SaidHit { t: t * unit, normal: None })
}
