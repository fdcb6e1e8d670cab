//! From what is written to where it stands.

use std::sync::Arc;

use glam::camera::rh::view;
use glam::{EulerRot, Quat, Vec3};

use super::{CameraAt, ObjectAt, RayAt, motion};
use crate::geometry::camera::{Camera, DepthRange, Projection};
use crate::geometry::frustum::Frustum;
use crate::geometry::ray::{Inside, Kind, Ray, RayQuery};
use crate::geometry::{Aabb, Pose, Shape};
use crate::scene;

/// `None` for what the scene's checks refuse: a shape without a solid, a pose without an inverse.
pub(super) fn object(object: &scene::Object, time: f64) -> Option<ObjectAt> {
    let position = match &object.path {
        Some(path) => motion::point_at(path, time),
        None => Vec3::from(object.position),
    };
    let shape = shape(&object.shape)?;
    let rotation = unit(object.rotation);
    let pose = Pose::new(position, rotation, Vec3::from(object.scale))?;
    Some(ObjectAt {
        name: Arc::from(object.name.as_str()),
        aabb: Aabb::of(&shape, &pose),
        shape,
        pose,
        rotation,
        layers: bits(&object.layers),
        color: object.color,
        path: object.path.clone().map(Arc::new),
    })
}

fn shape(shape: &scene::Shape) -> Option<Shape> {
    Some(match *shape {
        scene::Shape::Box { half_extents } => Shape::Box { half_extents: Vec3::from(half_extents) },
        scene::Shape::Sphere { radius } => Shape::Sphere { radius },
        scene::Shape::Cylinder { radius, half_height } => Shape::Cylinder { radius, half_height },
        scene::Shape::Cone { radius, height } => Shape::Cone { radius, height },
        scene::Shape::Capsule { radius, half_height } => Shape::Capsule { radius, half_height },
        scene::Shape::Mesh { .. } => return None,
    })
}

/// An attached camera goes through the whole pose of its object: its position and its look-at point are scaled
/// with it, its rotation only turns, so that the view volume is never sheared.
pub(super) fn camera(camera: &scene::Camera, objects: &[ObjectAt]) -> CameraAt {
    let parent = camera.attach.as_deref().and_then(|name| objects.iter().find(|o| &*o.name == name));
    let to_world = |point: [f32; 3]| match parent {
        Some(object) => object.pose.world_from_local().transform_point3(Vec3::from(point)),
        None => Vec3::from(point),
    };
    let parent_rotation = parent.map_or(Quat::IDENTITY, |object| object.rotation);
    let position = to_world(camera.position);
    let rotation = match (camera.look_at, camera.rotation, camera.euler) {
        (Some(target), _, _) => {
            looking(position, to_world(target), parent_rotation * Vec3::Y, parent_rotation * Vec3::NEG_Z)
        }
        (None, Some(rotation), _) => parent_rotation * unit(rotation),
        (None, None, Some([pitch, yaw, roll])) => {
            let [pitch, yaw, roll] = [pitch, yaw, roll].map(f32::to_radians);
            parent_rotation * Quat::from_euler(EulerRot::YXZ, yaw, pitch, roll)
        }
        (None, None, None) => parent_rotation,
    };
    let placed = Camera {
        position,
        rotation,
        projection: match camera.projection {
            scene::Projection::Perspective { fov_y, aspect } => {
                Projection::Perspective { fov_y: fov_y.to_radians(), aspect }
            }
            scene::Projection::Orthographic { height, aspect } => Projection::Orthographic { height, aspect },
        },
        near: camera.near,
        far: camera.far,
        depth: match camera.depth {
            scene::Depth::MinusOneToOne => DepthRange::MinusOneToOne,
            scene::Depth::ZeroToOne => DepthRange::ZeroToOne,
            scene::Depth::Reversed => DepthRange::Reversed,
        },
    };
    CameraAt {
        name: Arc::from(camera.name.as_str()),
        camera: placed,
        frustum: Frustum::from_clip_from_world(placed.clip_from_world(), placed.depth),
    }
}

pub(super) fn ray(ray: &scene::Ray) -> RayAt {
    RayAt {
        name: Arc::from(ray.name.as_str()),
        ray: Ray { origin: Vec3::from(ray.origin), direction: Vec3::from(ray.direction) },
        query: RayQuery {
            kind: match ray.kind {
                scene::RayKind::Line => Kind::Line,
                scene::RayKind::Ray => Kind::Ray,
                scene::RayKind::Segment => Kind::Segment,
            },
            inside: match ray.inside {
                scene::RayInside::Solid => Inside::Solid,
                scene::RayInside::Hollow => Inside::Hollow,
            },
        },
        mask: ray.mask.as_deref().map_or(u64::MAX, bits),
    }
}

/// The rotation that looks from `eye` to `target`; `spare_up` serves when the view is along `up`.
pub(crate) fn looking(eye: Vec3, target: Vec3, up: Vec3, spare_up: Vec3) -> Quat {
    let Some(forward) = (target - eye).try_normalize() else { return Quat::IDENTITY };
    // Below a hundredth of a degree the direction of up is mostly rounding.
    let up = if forward.cross(up).length() < 1e-4 { spare_up } else { up };
    view::look_to_quat(forward, up.normalize_or(spare_up)).inverse()
}

fn unit(rotation: [f32; 4]) -> Quat {
    let length = rotation.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "components of a unit quaternion")]
    Quat::from_array(rotation.map(|x| (f64::from(x) / length) as f32))
}

fn bits(layers: &[u8]) -> u64 {
    layers.iter().filter(|&&layer| layer < 64).fold(0, |bits, layer| bits | 1 << layer)
}
