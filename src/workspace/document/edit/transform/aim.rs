//! Turns a camera or ray towards a point.

use glam::DVec3;

use super::camera::place_camera;
use super::moved::{Moved, driven};
use super::numbers::{TIDY, rounded, wide};
use crate::scene::{Entry, Scene};
use crate::world::looking;

/// Turns a camera or ray towards a point in world space. A ray then reaches it at t = 1. A camera whose rotation a
/// recording gives stays.
pub(crate) fn aim(scene: &mut Scene, before: &Scene, item: &Moved, target: DVec3) {
    let i = item.entry.index();
    match item.entry {
        Entry::Camera(_) => {
            let Some(from) = before.cameras.get(i).filter(|from| !driven(from.session.as_ref())[1]) else { return };
            let eye = item.carrier.world_from_local.transform_point3(wide(from.position));
            let carrier = item.carrier.rotation;
            let world = carrier * looking(carrier.conjugate() * (target - eye));
            if eye.distance(target) > TIDY {
                place_camera(scene, before, item, eye, world, target);
            }
        }
        Entry::Ray(_) => {
            let (Some(to), Some(from)) = (scene.rays.get_mut(i), before.rays.get(i)) else { return };
            let direction = target - wide(from.origin);
            if direction.length() > TIDY {
                to.direction = rounded(from.direction, direction, TIDY);
            }
        }
        _ => {}
    }
}
