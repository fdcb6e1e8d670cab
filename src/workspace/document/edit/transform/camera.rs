//! Writes a change of a camera: its place, and its direction in the form that it has.

use glam::{DQuat, DVec3, EulerRot};

use super::change::Transform;
use super::moved::{Moved, MovedPart, driven};
use super::numbers::{TIDY, quaternion, round, rounded, wide};
use crate::scene::{Camera, Scene};
use crate::world::looking;

/// A look-at point is kept where it gives the rotation within this angle, radians.
const SAME_ROTATION: f64 = 2e-3;

/// Euler angles are rounded to so many degrees.
const FINE_DEGREES: f64 = 1e-4;

pub(super) fn camera(to: &mut Camera, from: &Camera, item: &Moved, change: &Transform, grain: f64) {
    // An earlier frame of the drag may have changed the form of the direction.
    to.clone_from(from);
    let world_from_local = item.carrier.world_from_local;
    let local_from_world = world_from_local.inverse();
    let place = |written: [f32; 3]| world_from_local.transform_point3(wide(written));
    let eye = place(from.position);
    let target = from.look_at.map(place);
    if item.part == MovedPart::LookAt {
        let Some(target) = target else { return };
        to.look_at =
            from.look_at.map(|old| rounded(old, local_from_world.transform_point3(change.point(target)), grain));
        return;
    }
    let [has_driven_position, has_driven_rotation] = driven(from.session.as_ref());
    let moved = if has_driven_position { eye } else { change.point(eye) };
    to.position = rounded(from.position, local_from_world.transform_point3(moved), grain);
    let turn = if has_driven_rotation { DQuat::IDENTITY } else { change.rotation() };
    // The eye looks at the same point relative to it.
    let ahead = target.map(|target| turn * (target - eye));
    to.look_at = match (from.look_at, ahead) {
        (Some(old), Some(ahead)) => Some(rounded(old, local_from_world.transform_point3(moved + ahead), grain)),
        _ => None,
    };
    if turn == DQuat::IDENTITY {
        return;
    }
    direct(to, from, item, turn * item.rotation, ahead);
}

/// Writes the rotation of a camera in the form that it has. `ahead` goes from the eye to the new look-at point.
fn direct(to: &mut Camera, from: &Camera, item: &Moved, world: DQuat, ahead: Option<DVec3>) {
    let carrier = item.carrier.rotation;
    let local = carrier.conjugate() * world;
    if let (Some(ahead), Some(_)) = (ahead, from.look_at) {
        // A look-at point has no roll. A rotation that has one is written as a quaternion.
        let found = carrier * looking(carrier.conjugate() * ahead);
        if found.angle_between(world) > SAME_ROTATION {
            to.look_at = None;
            to.rotation = Some(quaternion(local));
        }
    } else if from.euler.is_some() {
        let (yaw, pitch, roll) = local.to_euler(EulerRot::YXZ);
        to.euler = Some([pitch, yaw, roll].map(|angle| round(angle.to_degrees(), FINE_DEGREES)));
    } else {
        to.rotation = Some(quaternion(local));
    }
}

/// Places a camera at an eye in world space, with a rotation, looking at a target.
pub(crate) fn place_camera(scene: &mut Scene, before: &Scene, item: &Moved, eye: DVec3, world: DQuat, target: DVec3) {
    let i = item.entry.index();
    let (Some(to), Some(from)) = (scene.cameras.get_mut(i), before.cameras.get(i)) else { return };
    to.clone_from(from);
    let local_from_world = item.carrier.world_from_local.inverse();
    to.position = rounded(from.position, local_from_world.transform_point3(eye), TIDY);
    to.look_at = from.look_at.map(|old| rounded(old, local_from_world.transform_point3(target), TIDY));
    direct(to, from, item, world, Some(target - eye));
}
