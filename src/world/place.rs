//! From what is written to where it stands.

use std::sync::Arc;

use glam::dcamera::rh::view;
use glam::{DQuat, DVec3, EulerRot, Quat, Vec3};

use super::{CameraAt, ObjectAt, OctreeAt, RayAt, motion};
use crate::geometry::camera::{Camera, DepthRange, Projection};
use crate::geometry::frustum::Frustum;
use crate::geometry::ray::{Inside, Kind, Ray, RayQuery};
use crate::geometry::{Aabb, Pose};
use crate::octree::{Method, Region};
use crate::{parallel, scene};

/// All objects that have a place, in file order.
pub(super) fn all_objects(scene: &scene::Scene, time: f64) -> Vec<ObjectAt> {
    let written: Vec<_> = scene.objects.iter().collect();
    parallel::collect(written.len(), |i| object(written[i], time)).into_iter().flatten().collect()
}

/// The objects of these indices; `None` when one of them has no place.
pub(super) fn objects(indices: &[usize], scene: &scene::Scene, time: f64) -> Option<Vec<ObjectAt>> {
    parallel::collect(indices.len(), |i| object(scene.objects.get(indices[i])?, time)).into_iter().collect()
}

/// All cameras and rays, in file order.
pub(super) fn cameras_and_rays(scene: &scene::Scene, objects: &[ObjectAt]) -> (Vec<CameraAt>, Vec<RayAt>) {
    (scene.cameras.iter().map(|written| camera(written, objects)).collect(), scene.rays.iter().map(ray).collect())
}

/// `None` for what the scene's checks refuse: a shape without a solid, a pose without an inverse.
fn object(object: &scene::Object, time: f64) -> Option<ObjectAt> {
    let position = match &object.path {
        Some(path) => motion::point_at(path, time),
        None => Vec3::from(object.position),
    };
    let shape = object.shape.solid()?;
    let pose = Pose::new(position, Quat::from_array(object.rotation), Vec3::from(object.scale))?;
    Some(ObjectAt {
        name: Arc::from(object.name.as_str()),
        aabb: Aabb::of(&shape, &pose),
        shape,
        pose,
        rotation: unit(object.rotation),
        layers: bits(&object.layers),
        color: object.color,
        path: object.path.clone().map(Arc::new),
    })
}

/// An attached camera goes through the whole pose of its object: its position and its look-at point are scaled
/// with it, its rotation only turns, so that the view volume is never sheared.
fn camera(camera: &scene::Camera, objects: &[ObjectAt]) -> CameraAt {
    let parent = camera.attach.as_deref().and_then(|name| objects.iter().find(|o| &*o.name == name));
    let to_world = |point: [f32; 3]| match parent {
        Some(object) => object.pose.world_from_local().transform_point3(Vec3::from(point)),
        None => Vec3::from(point),
    };
    let parent_rotation = parent.map_or(DQuat::IDENTITY, |object| object.rotation);
    let position = to_world(camera.position);
    let rotation = match (camera.look_at, camera.rotation, camera.euler) {
        (Some(target), _, _) => {
            let forward = to_world(target).as_dvec3() - position.as_dvec3();
            parent_rotation * looking(parent_rotation.conjugate() * forward)
        }
        (None, Some(rotation), _) => parent_rotation * unit(rotation),
        (None, None, Some(degrees)) => {
            let [pitch, yaw, roll] = degrees.map(|angle| f64::from(angle).to_radians());
            parent_rotation * DQuat::from_euler(EulerRot::YXZ, yaw, pitch, roll)
        }
        (None, None, None) => parent_rotation,
    };
    let placed = Camera {
        position,
        rotation,
        projection: match camera.projection {
            scene::Projection::Perspective { fov_y, aspect } => {
                Projection::Perspective { fov_y: f64::from(fov_y).to_radians(), aspect }
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

fn ray(ray: &scene::Ray) -> RayAt {
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

/// `None` for a region or depth that the scene's checks refuse.
pub(super) fn octree(octree: &scene::Octree, objects: &[ObjectAt]) -> Option<OctreeAt> {
    let region = match octree.min.zip(octree.max) {
        Some((min, max)) => Region::new(min.into(), max.into(), octree.depth),
        None => Region::around(objects.iter().map(|object| &object.aabb), octree.depth),
    };
    let method = match octree.method {
        scene::OctreeMethod::Tight => Method::Tight,
        scene::OctreeMethod::Loose => Method::Loose,
    };
    Some(OctreeAt { region: region.ok()?, method })
}

/// The rotation that looks along `forward` with +Y up, or −Z for a vertical view.
fn looking(forward: DVec3) -> DQuat {
    let Some(forward) = forward.try_normalize() else { return DQuat::IDENTITY };
    // Below a hundredth of a degree off the vertical, +Y says little about which way is up.
    let up = if forward.cross(DVec3::Y).length() < 1e-4 { DVec3::NEG_Z } else { DVec3::Y };
    view::look_to_quat(forward, up).inverse()
}

fn unit(rotation: [f32; 4]) -> DQuat {
    let rotation = DQuat::from_array(rotation.map(f64::from));
    DQuat::from_vec4(glam::DVec4::from(rotation) / rotation.length())
}

fn bits(layers: &[u8]) -> u64 {
    layers.iter().filter(|&&layer| layer < 64).fold(0, |bits, layer| bits | 1 << layer)
}
