//! Where a target is in a view volume: its extent along the view, and whether some part of it, and some front, is inside.

use glam::{DVec3, DVec4, Vec3};

use super::faces;
use super::look_target::{LookTarget, Visible};
use super::pieces::FacesOnPixels;
use super::pixel_camera::{PixelCamera, PixelMap};
use super::seen::Seen;
use crate::geometry::camera::Projection;
use crate::geometry::exact::body::ExactBody;
use crate::geometry::exact::separation::closest;
use crate::geometry::frustum::Side;
use crate::geometry::shape::hull::Hull;
use crate::geometry::{Pose, Shape};

/// The numbers of the triangles of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FaceCounts {
    /// All of them with finite corners.
    pub(super) all: usize,
    /// Those that show a front.
    pub(super) fronts: usize,
    /// Those with a part in the view volume.
    pub(super) inside: usize,
    /// Those of them that show a front.
    pub(super) fronts_inside: usize,
}

impl FaceCounts {
    pub(super) fn of(map: &PixelMap, what: &Visible) -> Self {
        let on_pixels = FacesOnPixels::of(map, what);
        let mut counts = Self::default();
        faces::each(what, 0..faces::count(what), |face| {
            let corners = on_pixels.corners(&face);
            let is_front = on_pixels.shown(face.is_double_sided, &corners).is_some();
            let is_inside = is_in_volume(map, &corners);
            counts.all += 1;
            counts.fronts += usize::from(is_front);
            counts.inside += usize::from(is_inside);
            counts.fronts_inside += usize::from(is_front && is_inside);
        });
        counts
    }
}

/// Whether a target has no triangle with finite corners and an area in the world, and is no solid.
pub(super) fn is_empty(what: &Visible) -> bool {
    if matches!(what, Visible::Body { shape, .. } if shape.faces().is_none()) {
        return false;
    }
    let world = what.world_from_local();
    // One at a time: most often the first has an area.
    (0..faces::count(what)).all(|i| {
        let mut is_empty = true;
        faces::each(what, i..i + 1, |face| {
            let [a, b, c] = face.corners.map(|corner| world.transform_point3(corner));
            is_empty = (b - a).cross(c - a) == DVec3::ZERO;
        });
        is_empty
    })
}

/// The distances of its nearest and its furthest point along the view, in metres: negative behind the eye. `None` when it
/// has no finite point.
pub(super) fn extent(view: &PixelCamera, target: &LookTarget) -> Option<[f64; 2]> {
    let window = view.camera.window();
    let eye = view.camera.position.as_dvec3() + view.camera.rotation * window.eye;
    let forward = view.camera.rotation * window.axes[2];
    along(target, forward).map(|ends| ends.map(|at| at - eye.dot(forward)))
}

/// How far its furthest point is inside the near or the far plane of a camera with a matrix, in metres; negative outside. Such
/// planes need not be across the view. `None` for other cameras, without such a plane, and when it has no finite point.
pub(super) fn inside_plane_of_matrix(view: &PixelCamera, target: &LookTarget, side: Side) -> Option<f64> {
    let plane = view.frustum.planes[side as usize];
    let is_asked = matches!(view.camera.projection, Projection::Matrix(_)) && plane.exists();
    let [_, most] = along(target, plane.normal.as_dvec3()).filter(|_| is_asked)?;
    Some(most + f64::from(plane.d))
}

/// The least and the greatest coordinate of its points along a direction.
fn along(target: &LookTarget, direction: DVec3) -> Option<[f64; 2]> {
    let found = match target.what {
        Visible::Body { shape, pose } => {
            let body = ExactBody::new(shape, pose);
            [body.support(-direction), body.support(direction)].map(|point| point.dot(direction))
        }
        Visible::Sheet(_) => {
            let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
            faces::each(&target.what, 0..2, |face| {
                for corner in face.corners {
                    let at = corner.dot(direction);
                    ends = [ends[0].min(at), ends[1].max(at)];
                }
            });
            ends
        }
        Visible::Nothing => return None,
    };
    found.iter().all(|distance| distance.is_finite()).then_some(found)
}

/// Whether some part of a target is in the view volume, and whether some front is. `seen` has the counts of pixels.
pub(super) fn parts(view: &PixelCamera, map: &PixelMap, target: &LookTarget, seen: &Seen) -> [bool; 2] {
    if seen.alone > 0 {
        return [true; 2];
    }
    match target.what {
        Visible::Body { shape, pose } if shape.faces().is_none() => {
            let is_inside = is_solid_in_volume(view, shape, pose, &target.bounds);
            let counts = FaceCounts::of(map, &target.what);
            // Of a round solid, a front is inside unless it begins before the near plane.
            let has_front = if counts.all > 0 { counts.fronts_inside > 0 } else { !seen.shows_back };
            [is_inside, has_front]
        }
        Visible::Body { shape: Shape::Hull(hull), pose } => {
            let counts = FaceCounts::of(map, &target.what);
            let is_inside =
                counts.inside > 0 || is_solid_in_volume(view, &Shape::Hull(hull.clone()), pose, &target.bounds);
            [is_inside, counts.fronts_inside > 0]
        }
        _ => {
            let counts = FaceCounts::of(map, &target.what);
            [counts.inside > 0, counts.fronts_inside > 0]
        }
    }
}

/// Whether a convex solid has a point in the view volume, by their distance. True when the volume has no shape in `f32`.
fn is_solid_in_volume(view: &PixelCamera, shape: &Shape, pose: &Pose, bounds: &crate::geometry::Aabb) -> bool {
    let eye = view.camera.position;
    let reach = (bounds.min - eye).abs().max((bounds.max - eye).abs()).length();
    let corners = view.camera.corners_to(2.0 * f64::from(reach) + 1.0).map(glam::DVec3::as_vec3);
    if corners.iter().any(|corner| !corner.is_finite()) {
        return true;
    }
    let Ok(volume) = Hull::new(corners.map(Vec3::from).to_vec()) else { return true };
    let volume = ExactBody::new(&Shape::Hull(std::sync::Arc::new(volume)), &Pose::IDENTITY);
    closest(&[ExactBody::new(shape, pose)], &[volume]).distance <= 0.0
}

/// Whether a triangle has a point in the view volume: what is left of it after it is cut by all planes (Sutherland and Hodgman,
/// "Reentrant Polygon Clipping", 1974), in homogeneous coordinates.
fn is_in_volume(map: &PixelMap, corners: &[DVec4; 3]) -> bool {
    let [width, height] = map.size.map(f64::from);
    let [far, near] = map.depths;
    // Of x, y, w and z.
    let planes = [
        DVec4::X,
        DVec4::new(-1.0, 0.0, width, 0.0),
        DVec4::Y,
        DVec4::new(0.0, -1.0, height, 0.0),
        DVec4::new(0.0, 0.0, near, -1.0),
        DVec4::new(0.0, 0.0, -far, 1.0),
    ];
    let mut polygon = corners.to_vec();
    for plane in planes {
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (i, &corner) in polygon.iter().enumerate() {
            let next = polygon[(i + 1) % polygon.len()];
            let (at, at_next) = (plane.dot(corner), plane.dot(next));
            if at >= 0.0 {
                kept.push(corner);
            }
            if (at < 0.0) != (at_next < 0.0) {
                kept.push(corner + (next - corner) * (at / (at - at_next)));
            }
        }
        polygon = kept;
        if polygon.is_empty() {
            return false;
        }
    }
    true
}
