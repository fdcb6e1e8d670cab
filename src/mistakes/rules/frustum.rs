//! Boxes and spheres against the six planes of a view volume.
//!
//! A plane is a sum of rows of the clip matrix (G. Gribb and K. Hartmann, "Fast Extraction of Viewing Frustum Planes from the
//! World-View-Projection Matrix", 2001). A box is outside when its furthest corner along the normal of some plane is behind that plane.

use glam::{DVec3, DVec4};

use crate::geometry::camera::DepthRange;
use crate::mistakes::answer::SaidVerdict;
use crate::mistakes::case::vector;
use crate::mistakes::mistake::MistakeKind as M;
use crate::mistakes::set::MistakeSet;

/// The six planes, in plane order, not normalised: `xyz` is the inward normal, and `xyz · p + w ≥ 0` in front of it. A plane that a
/// mistake leaves out, and one without a normal, has all points in front.
pub fn planes(clip_from_world: &[f32; 16], depth: DepthRange, mistakes: MistakeSet) -> [DVec4; 6] {
    let at = |row: usize, column: usize| {
        let index = if mistakes.has(M::RowsForColumns) { 4 * row + column } else { 4 * column + row };
        f64::from(clip_from_world[index])
    };
    let row = |row: usize| DVec4::new(at(row, 0), at(row, 1), at(row, 2), at(row, 3));
    let (x, y, z, w) = (row(0), row(1), row(2), row(3));
    let mut depth = depth;
    if mistakes.has(M::NearRowOfMinusOne) && depth == DepthRange::ZeroToOne {
        depth = DepthRange::MinusOneToOne;
    }
    if mistakes.has(M::NearRowOfZeroToOne) && depth == DepthRange::MinusOneToOne {
        depth = DepthRange::ZeroToOne;
    }
    let [mut near, mut far] = match depth {
        DepthRange::MinusOneToOne => [w + z, w - z],
        DepthRange::ZeroToOne => [z, w - z],
        DepthRange::Reversed if mistakes.has(M::ReversedNearPlus) => [w + z, z],
        DepthRange::Reversed => [w - z, z],
    };
    if mistakes.has(M::NearNeverCulls) {
        near = DVec4::W;
    }
    if mistakes.has(M::FarPlaneSkipped) {
        far = DVec4::W;
    }
    let left = if mistakes.has(M::LeftRowMinus) { w - x } else { w + x };
    let planes = [left, w - x, w + y, w - y, near, far];
    planes.map(|plane| if mistakes.has(M::PlaneConstantSign) { plane * DVec4::new(1.0, 1.0, 1.0, -1.0) } else { plane })
}

pub(super) fn of_box(
    clip_from_world: &[f32; 16],
    depth: DepthRange,
    min: [f32; 3],
    max: [f32; 3],
    mistakes: MistakeSet,
) -> SaidVerdict {
    let (min, max) = (vector(min), vector(max));
    let mut verdict = SaidVerdict::Inside;
    for plane in planes(clip_from_world, depth, mistakes) {
        let [p, n] = box_values(plane, min, max, mistakes);
        if p < 0.0 {
            return SaidVerdict::Outside;
        }
        if n < 0.0 {
            verdict = SaidVerdict::Intersect;
        }
    }
    verdict
}

/// The values of a plane at the corner of a box that is furthest along its normal, and at the one furthest against it; those that a
/// mistake takes for them. They are in metres when the normal has length 1.
pub fn box_values(plane: DVec4, min: DVec3, max: DVec3, mistakes: MistakeSet) -> [f64; 2] {
    let normal = plane.truncate();
    let pick = |up: DVec3, down: DVec3| DVec3::select(normal.cmpge(DVec3::ZERO), up, down);
    let value = |corner: DVec3| normal.dot(corner) + plane.w;
    let centre = (min + max) / 2.0;
    if mistakes.has(M::CentreOnly) {
        return [value(centre); 2];
    }
    if mistakes.has(M::RadiusWithoutAbs) {
        let radius = normal.dot((max - min) / 2.0);
        return [value(centre) + radius, value(centre) - radius];
    }
    let values = [value(pick(max, min)), value(pick(min, max))];
    if mistakes.has(M::CornersSwapped) { [values[1], values[0]] } else { values }
}

pub(super) fn of_sphere(
    clip_from_world: &[f32; 16],
    depth: DepthRange,
    center: [f32; 3],
    radius: f32,
    mistakes: MistakeSet,
) -> SaidVerdict {
    let mut verdict = SaidVerdict::Inside;
    for plane in planes(clip_from_world, depth, mistakes) {
        let [p, n] = sphere_values(plane, vector(center), f64::from(radius), mistakes);
        if p < 0.0 {
            return SaidVerdict::Outside;
        }
        if n < 0.0 {
            verdict = SaidVerdict::Intersect;
        }
    }
    verdict
}

/// The same of the points of a sphere.
pub fn sphere_values(plane: DVec4, center: DVec3, radius: f64, mistakes: MistakeSet) -> [f64; 2] {
    let normal = plane.truncate();
    let distance = normal.dot(center) + plane.w;
    let length = if mistakes.has(M::PlanesNotNormalised) { 1.0 } else { normal.length() };
    let reach = if mistakes.has(M::CentreOnly) { 0.0 } else { radius * length };
    [distance + reach, distance - reach]
}
