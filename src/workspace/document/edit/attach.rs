//! Attaches a camera to another object, or to none, so that it keeps its pose in the world.

use glam::{DQuat, EulerRot};

use super::transform::{Carrier, round, rounded, wide};
use crate::scene::{Camera, Track};
use crate::world::{World, looking};

/// Positions are rounded to this, metres.
const GRAIN: f64 = 1e-7;
/// The numbers of a quaternion are rounded to this.
const FINE: f64 = 1e-7;
/// Euler angles are rounded to this, degrees.
const FINE_DEGREES: f64 = 1e-6;
/// The form of a direction is kept where it gives the rotation within this angle, radians. That is more than the rounding
/// of angles and quaternions; the rounding of a look-at point is added to it.
const SAME_ROTATION: f64 = 5e-6;

/// Attaches a camera to the object with a name, or to none. The camera stays where it is in the world: its numbers
/// become those of the space of the object. Its direction keeps its form. Only a direction that has no roll in that form,
/// and needs one in the other space, becomes a quaternion.
///
/// A part of the pose that a recording gives is not changed: it is relative to the object too.
pub(crate) fn attach(camera: &mut Camera, object: Option<&str>, world: &World) {
    let found = Carrier::of(camera.attach.as_deref(), world);
    let (from, to) = (found.unwrap_or(Carrier::WORLD), Carrier::of(object, world).unwrap_or(Carrier::WORLD));
    let old = std::mem::replace(&mut camera.attach, object.map(str::to_owned));
    let Some(at) = world.cameras.iter().find(|at| *at.name == *camera.name) else { return };
    let track = camera.session.as_ref().map(|follow| follow.track);
    let local_from_world = to.world_from_local.inverse();
    let place = |written: [f32; 3]| from.world_from_local.transform_point3(wide(written));
    let target = camera.look_at.map(place);
    if !matches!(track, Some(Track::Pose | Track::Position)) {
        // An object that was cut carries its cameras too, but the world has only its halves.
        let is_lost = old.is_some() && found.is_none();
        let eye = if is_lost { at.camera.position.as_dvec3() } else { place(camera.position) };
        camera.position = rounded(camera.position, local_from_world.transform_point3(eye), GRAIN);
    }
    if !matches!(track, Some(Track::Pose | Track::Rotation)) {
        if let (Some(old), Some(target)) = (camera.look_at, target) {
            camera.look_at = Some(rounded(old, local_from_world.transform_point3(target), GRAIN));
        }
        direct(camera, &to, to.rotation.conjugate() * at.camera.rotation);
    }
}

/// Writes a rotation, relative to the object that carries the camera, in the form of the camera's direction. A look-at point
/// is already written.
fn direct(camera: &mut Camera, carrier: &Carrier, local: DQuat) {
    let mut tolerance = SAME_ROTATION;
    let written = match (camera.look_at, camera.rotation, camera.euler) {
        (Some(target), _, _) => {
            let [eye, target] = [camera.position, target].map(wide);
            let ahead = carrier.world_from_local.transform_vector3(target - eye);
            // Both points are rounded, so the direction from one to the other is rounded too.
            let rounding = GRAIN + f64::from(f32::EPSILON) * eye.length().max(target.length());
            tolerance += rounding / eye.distance(target).max(GRAIN);
            Some(looking(carrier.rotation.conjugate() * ahead))
        }
        (None, Some(_), _) => None,
        (None, None, Some(_)) => {
            let (yaw, pitch, roll) = local.to_euler(EulerRot::YXZ);
            let degrees = [pitch, yaw, roll].map(|angle| round(angle.to_degrees(), FINE_DEGREES));
            camera.euler = Some(degrees);
            let [pitch, yaw, roll] = degrees.map(|angle| f64::from(angle).to_radians());
            Some(DQuat::from_euler(EulerRot::YXZ, yaw, pitch, roll))
        }
        (None, None, None) => Some(DQuat::IDENTITY),
    };
    if written.is_none_or(|written| written.angle_between(local) > tolerance) {
        (camera.look_at, camera.euler) = (None, None);
        camera.rotation = Some(local.normalize().to_array().map(|x| round(x, FINE)));
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that are written as they were, or are others")]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::files::Files;
    use crate::scene::{NoLevels, Scene, validate};

    const TICK: u64 = 30;

    fn scene() -> Scene {
        let text = r#"{ "eyeline": 1,
            "objects": [
                { "name": "tilted", "shape": { "sphere": { "radius": 1 } }, "position": [1, 2, 3],
                  "rotation": [0.1, 0.7, 0.2, 0.6], "scale": [2, 1, 0.5] },
                { "name": "turned", "shape": { "sphere": { "radius": 1 } }, "position": [-2, 0.9, 4],
                  "rotation": [0, 0.6, 0, 0.8] },
                { "name": "walker", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [4, 0, 0]] } } ],
            "cameras": [
                { "name": "aimed", "position": [1, 2, 3], "look_at": [4, 1, -2] },
                { "name": "angles", "position": [0, 1, 0], "euler": [20, -70, 10] },
                { "name": "quaternion", "position": [0.5, 1.7, 0], "rotation": [0.1, 0.2, 0.3, 0.9] },
                { "name": "ahead", "position": [0, 0.7, 0] } ] }"#;
        serde_json::from_str(text).unwrap()
    }

    fn world(scene: &Scene) -> World {
        World::at(scene, &Files::default(), TICK)
    }

    #[test]
    fn a_camera_keeps_its_pose_when_it_is_attached_detached_and_moved_to_another_object() {
        let carriers = [None, Some("tilted"), Some("turned"), Some("walker")];
        for (from, to) in carriers.into_iter().flat_map(|from| carriers.map(|to| (from, to))) {
            for index in 0..scene().cameras.len() {
                let mut scene = scene();
                scene.cameras[index].attach = from.map(str::to_owned);
                let written = scene.cameras[index].clone();
                let at = world(&scene);
                attach(&mut scene.cameras[index], to, &at);
                let what = format!("{} from {from:?} to {to:?}", written.name);
                assert_eq!(scene.cameras[index].attach.as_deref(), to, "{what}");
                assert_eq!(validate(&scene, &NoLevels, None), [], "{what}");
                let [before, after] = [&at, &world(&scene)].map(|world| world.cameras[index].camera);
                let distance = before.position.distance(after.position);
                assert!(distance < 1e-5, "{what}: {distance}");
                for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                    let distance = (before.rotation * axis).distance(after.rotation * axis);
                    assert!(distance < 1e-5, "{what}: {distance}");
                }
                if from == to {
                    assert_eq!(scene.cameras[index].position, written.position, "{what}");
                } else {
                    assert_ne!(scene.cameras[index].position, written.position, "the space is another one: {what}");
                }
            }
        }
    }

    #[test]
    fn a_direction_keeps_its_form_where_the_form_can_give_it() {
        let forms = |to: Option<&str>| {
            let mut scene = scene();
            let at = world(&scene);
            scene.cameras.iter_mut().for_each(|camera| attach(camera, to, &at));
            let form = |camera: &Camera| match (camera.look_at, camera.rotation, camera.euler) {
                (Some(_), None, None) => "look at",
                (None, Some(_), None) => "quaternion",
                (None, None, Some(_)) => "angles",
                (None, None, None) => "ahead",
                _ => "several",
            };
            scene.cameras.iter().map(form).collect::<Vec<_>>()
        };
        assert_eq!(forms(None), ["look at", "angles", "quaternion", "ahead"]);
        assert_eq!(forms(Some("walker")), ["look at", "angles", "quaternion", "ahead"]);
        assert_eq!(forms(Some("turned")), ["look at", "angles", "quaternion", "quaternion"]);
        let tilted = ["quaternion", "angles", "quaternion", "quaternion"];
        assert_eq!(forms(Some("tilted")), tilted, "a look-at point has no roll");
    }

    #[test]
    fn what_a_recording_gives_stays_as_it_is_written() {
        let mut scene = scene();
        let mut camera = scene.cameras[0].clone();
        camera.session = serde_json::from_str(r#"{ "name": "walk" }"#).unwrap();
        let at = world(&scene);
        attach(&mut camera, Some("turned"), &at);
        assert_eq!(camera.position, scene.cameras[0].position);
        attach(&mut scene.cameras[0], Some("turned"), &at);
        assert_ne!(camera.position, scene.cameras[0].position);
    }
}
