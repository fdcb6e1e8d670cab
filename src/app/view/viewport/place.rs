//! The view of a place of a problem: close, and from a side from which it can be seen.

use glam::Vec3;

use crate::app::view::navigate::Eye;
use crate::geometry::Aabb;
use crate::report::problems::ProblemPlace;
use crate::workspace::Workspace;
use crate::workspace::surface::surface;

/// The size of the picture around a place, as a multiple of the size of the place, and the least part of its object.
const AROUND: f32 = 1.6;
const PART_OF_OBJECT: f32 = 0.03;
/// The least size that is framed, metres.
const LEAST: f32 = 1e-3;
/// The least cosine between the line of sight and the normal: a triangle that is seen edge-on shows nothing.
const LEAST_COSINE: f32 = 0.25;
/// A surface that is nearer by more than this part of the distance hides the place.
const NEARER: f32 = 0.02;

/// The eye close to a place. It keeps its direction if the place is seen from there; else it looks at the front of the first
/// triangle, or from a direction from which nothing is before it.
pub(super) fn close_to(place: &ProblemPlace, eye: &Eye, workspace: &Workspace, aspect: f32) -> Eye {
    if place.is_whole(workspace.world()) {
        return eye.framing(&std::array::from_fn::<_, 8, _>(|i| place.bounds.corner(i)), aspect);
    }
    let object = workspace.world().objects.get(place.object).map(|object| object.aabb.half_extents().length());
    let own = place.bounds.half_extents().length();
    let half = (own * AROUND).max(object.unwrap_or(own).min(f32::MAX) * PART_OF_OBJECT).max(LEAST);
    let around = Aabb::around(place.middle(), Vec3::splat(half / 3.0_f32.sqrt()));
    let corners: [Vec3; 8] = std::array::from_fn(|i| around.corner(i));
    let toward = |forward: Vec3| eye.looking(forward).framing(&corners, aspect);
    let found = directions(place, eye).into_iter().map(toward).find(|eye| sees(eye, place, workspace));
    found.unwrap_or_else(|| eye.framing(&corners, aspect))
}

/// The directions in which to look, best first.
fn directions(place: &ProblemPlace, eye: &Eye) -> Vec<Vec3> {
    let forward = eye.forward();
    let normal = place.triangles.iter().find_map(|[a, b, c]| (*b - *a).cross(*c - *a).try_normalize());
    let Some(normal) = normal else { return vec![forward, -forward] };
    let side = normal.any_orthonormal_vector();
    let other = normal.cross(side);
    let sides = [Vec3::ZERO, eye.up, -eye.up, side, -side, other, -other];
    let around = |normal: Vec3| sides.map(|side| -(normal + 0.6 * side).normalize_or(normal));
    let all = std::iter::once(forward).chain(around(normal)).chain(around(-normal));
    all.filter(|direction| direction.dot(normal).abs() > LEAST_COSINE).collect()
}

/// Whether nothing is between the eye and the middle of the place.
fn sees(eye: &Eye, place: &ProblemPlace, workspace: &Workspace) -> bool {
    let (from, to) = (eye.position(), place.middle());
    let is_shown = |index: usize| !workspace.marks().hidden().contains(workspace.world().objects[index].id);
    let first = surface(workspace.world(), from, to - from, is_shown);
    first.is_none_or(|first| first.point.distance(from) > (1.0 - NEARER) * to.distance(from))
}
