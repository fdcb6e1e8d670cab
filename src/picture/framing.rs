//! From where to look: the scene's own view, through one of its cameras, or so that everything is seen.

use glam::{Quat, Vec3};

use super::{Lens, Viewpoint};
use crate::geometry::Aabb;
use crate::geometry::camera::Projection;
use crate::scene::Scene;
use crate::world::{CameraAt, World};

/// Default vertical field of view, radians.
const FOV_Y: f32 = 60.0 * std::f32::consts::PI / 180.0;
/// From the target to the eye, when nothing says otherwise: from the front right, a little above.
const FROM: Vec3 = Vec3::new(0.55, 0.5, 0.85);

/// The scene's own view, or everything when it has none.
pub fn scene_view(scene: &Scene, world: &World, aspect: f32) -> Viewpoint {
    let Some(view) = &scene.view else { return everything(world, aspect) };
    let lens = match (view.height, view.fov_y) {
        (Some(height), _) => Lens::Orthographic { height },
        (None, Some(degrees)) => Lens::Perspective { fov_y: degrees.to_radians() },
        (None, None) => Lens::Perspective { fov_y: FOV_Y },
    };
    let target = Vec3::from(view.target);
    match view.eye {
        Some(eye) => looking(Vec3::from(eye), target, Vec3::from(view.up), lens, &extent(world)),
        None => framing(&extent(world), FROM, Vec3::from(view.up), lens, aspect),
    }
}

/// A viewpoint that has all objects, cameras and ray origins in the picture.
pub fn everything(world: &World, aspect: f32) -> Viewpoint {
    framing(&extent(world), FROM, Vec3::Y, Lens::Perspective { fov_y: FOV_Y * 0.75 }, aspect)
}

/// Through a camera's own lens. Its whole frame is in the picture, whose aspect may differ.
#[expect(clippy::cast_possible_truncation, reason = "a picture needs no more than f32")]
pub fn through(camera: &CameraAt, aspect: f32) -> Viewpoint {
    let eye = &camera.camera;
    let rotation = eye.rotation.as_quat();
    // A frame wider than the picture has to fit by its width.
    let spread = (eye.aspect() / aspect).max(1.0);
    Viewpoint {
        eye: eye.position,
        target: eye.position + rotation * Vec3::NEG_Z * eye.far.min(1e6) * 0.5,
        up: rotation * Vec3::Y,
        lens: match eye.projection {
            Projection::Perspective { fov_y, .. } => {
                Lens::Perspective { fov_y: 2.0 * libm::atanf(libm::tanf(fov_y as f32 / 2.0) * spread * 1.02) }
            }
            Projection::Orthographic { height, .. } => Lens::Orthographic { height: height * spread * 1.02 },
        },
        // The near rectangle is drawn too, as the frame.
        depth: [eye.near - 0.01 * eye.near.abs(), eye.far + 0.01 * eye.far.abs()],
    }
}

/// The same eye turned so that a box fills the picture.
pub fn framed(viewpoint: &Viewpoint, aabb: &Aabb, aspect: f32) -> Viewpoint {
    framing(aabb, viewpoint.eye - viewpoint.target, viewpoint.up, viewpoint.lens, aspect)
}

/// The box around all that matters when everything is framed; a unit box for an empty scene. Of a view volume only
/// the part nearest to its eye counts, since a far plane may be very far. Of an octree it is the whole region.
pub fn extent(world: &World) -> Aabb {
    let points = world.cameras.iter().map(|c| c.camera.position).chain(world.rays.iter().map(|r| r.ray.origin));
    let points = points.map(|p| Aabb { min: p, max: p });
    let region = world.octree.iter().map(|octree| Aabb { min: octree.region.min(), max: octree.region.max() });
    let all = world.bounds().into_iter().chain(points).chain(region).reduce(|a, b| a.union(&b));
    let all = all.unwrap_or(Aabb::around(Vec3::ZERO, Vec3::ONE));
    let ahead = world.cameras.iter().map(|c| {
        let corners = c.camera.corners().map(glam::DVec3::as_vec3);
        let part = (all.half_extents().length().max(1.0) / c.camera.far.abs().max(f32::MIN_POSITIVE)).min(1.0);
        let reached = (4..8).map(|i| corners[i - 4] + (corners[i] - corners[i - 4]) * part);
        reached.fold(Aabb { min: corners[0], max: corners[0] }, |a, p| a.union(&Aabb { min: p, max: p }))
    });
    let all = ahead.fold(all, |a, b| a.union(&b));
    if all.half_extents().length() > 1e-3 { all } else { Aabb::around(all.centre(), Vec3::ONE) }
}

/// From direction `from`, at the distance where the box's sphere touches the border.
fn framing(aabb: &Aabb, from: Vec3, up: Vec3, lens: Lens, aspect: f32) -> Viewpoint {
    let radius = aabb.half_extents().length().max(1e-3);
    let narrow = aspect.min(1.0);
    let (distance, lens) = match lens {
        Lens::Perspective { fov_y } => (radius / libm::sinf(libm::atanf(libm::tanf(fov_y / 2.0) * narrow)), lens),
        Lens::Orthographic { .. } => (radius * 4.0, Lens::Orthographic { height: 2.0 * radius / narrow }),
    };
    let target = aabb.centre();
    looking(target + from.normalize_or(FROM) * distance, target, up, lens, aabb)
}

fn looking(eye: Vec3, target: Vec3, up: Vec3, lens: Lens, extent: &Aabb) -> Viewpoint {
    let spare = Quat::IDENTITY * Vec3::NEG_Z;
    let up = up.normalize_or(Vec3::Y);
    let up = if (target - eye).normalize_or_zero().cross(up).length() < 1e-4 { spare } else { up };
    let radius = extent.half_extents().length();
    let reach = eye.distance(extent.centre()) + radius;
    let near = match lens {
        Lens::Perspective { .. } => (eye.distance(target) * 0.01).clamp(1e-3, reach.max(1.0) * 0.01),
        Lens::Orthographic { .. } => -reach * 4.0,
    };
    Viewpoint { eye, target, up, lens, depth: [near, (reach * 20.0).max(100.0)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framed_box_is_in_the_picture() {
        let aabb = Aabb { min: Vec3::new(-3.0, 0.0, 2.0), max: Vec3::new(10.0, 2.0, 5.0) };
        for lens in [Lens::Perspective { fov_y: 0.8 }, Lens::Orthographic { height: 1.0 }] {
            for aspect in [0.5, 1.0, 2.0] {
                for from in [FROM, Vec3::Y, Vec3::NEG_X] {
                    let clip_from_world = framing(&aabb, from, Vec3::Y, lens, aspect).clip_from_world(aspect);
                    for i in 0..8 {
                        let ndc = clip_from_world.project_point3(aabb.corner(i));
                        assert!(ndc.abs().cmple(Vec3::ONE).all(), "{lens:?} {aspect} {from} corner {i}: {ndc}");
                    }
                }
            }
        }
    }
}
