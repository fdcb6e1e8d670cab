//! Poses: from the document to world space.

pub(super) use motion::{MotionPath, as_written};
pub(super) use sessions::following;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::dcamera::rh::view;
use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3};

use super::agents::body_transform::{BodyTransform, BodyTransforms};
use super::layers::bits;
use super::lookup::Lookup;
use super::placed::{CameraAt, ObjectAt, OctreeAt, RayAt, Unplaced};
use super::{models, motion, sessions};
use crate::files::Content;
use crate::geometry::camera::{Camera, Projection};
use crate::geometry::frustum::Frustum;
use crate::geometry::pose::unit_rotation;
use crate::geometry::ray::{BackFaces, Inside, Ray, RayKind, RayQuery};
use crate::geometry::{Aabb, Pose};
use crate::octree::{Method, Region};
use crate::{mistakes, parallel, scene};

/// All placed objects of the scene's own, in file order.
pub(super) fn own_objects(content: Content, time: f64, body_transforms: &BodyTransforms) -> Vec<ObjectAt> {
    let written: Vec<_> = content.scene.objects.iter().collect();
    let lookup = Lookup::of(content);
    let place = |i: usize| object(&lookup, written[i], time, body_transforms.get(&i));
    parallel::collect(written.len(), place).into_iter().flatten().collect()
}

/// The unplaced objects of the scene's own.
pub(super) fn unplaced(content: Content, placed: &[ObjectAt]) -> Vec<Unplaced> {
    let scene = content.scene;
    if placed.len() == scene.objects.len() {
        return Vec::new();
    }
    let mut placed = placed.iter().peekable();
    let is_unplaced = |(_, object): &(usize, &scene::Object)| placed.next_if(|at| *at.name == *object.name).is_none();
    let unplaced = scene.objects.iter().enumerate().filter(is_unplaced);
    let unplaced = unplaced.map(|(written, object)| Unplaced {
        id: object.id.get(),
        name: object.name.as_str().into(),
        written,
        error: why_unplaced_object(content, object).into(),
    });
    unplaced.collect()
}

/// Why one of the scene's own objects is unplaced.
fn why_unplaced_object(content: Content, object: &scene::Object) -> String {
    let no_mesh = content.files.why_no_mesh(&object.shape);
    no_mesh.unwrap_or_else(|| "its position, rotation and scale have no inverse in 32-bit numbers".to_owned())
}

/// Why the object with this name is unplaced; `None` where that is unknown.
pub(super) fn why_unplaced(lookup: &Lookup, name: &str) -> Option<String> {
    match lookup.object(name) {
        Some(object) => Some(why_unplaced_object(lookup.content, object)),
        None => models::why_no_part(lookup, name),
    }
}

/// The error of a camera that is attached to an unplaced object, with the reason where that is known.
pub(super) fn unplaced_carrier(lookup: &Lookup, name: &str) -> String {
    let why = why_unplaced(lookup, name);
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    format!("attached to `{name}`, which could not be placed{why}")
}

/// The objects of these slots, ascending; `None` when one of them is unplaced.
pub(super) fn objects(
    slots: &[usize],
    content: Content,
    time: f64,
    body_transforms: &BodyTransforms,
) -> Option<Vec<ObjectAt>> {
    each(slots, content, time, body_transforms).into_iter().collect()
}

/// The objects of these slots, ascending; `None` for an unplaced one.
pub(super) fn each(
    slots: &[usize],
    content: Content,
    time: f64,
    body_transforms: &BodyTransforms,
) -> Vec<Option<ObjectAt>> {
    let scene = content.scene;
    let own = scene.objects.len();
    let nodes = if slots.last().is_some_and(|&last| last >= own) { models::nodes(content, time) } else { Vec::new() };
    let lookup = Lookup::of(content);
    let place = |i: usize| {
        let (slot, transform) = (slots[i], body_transforms.get(&slots[i]));
        match slot.checked_sub(own) {
            Some(node) => nodes.get(node)?.place(transform),
            None => object(&lookup, scene.objects.get(slot)?, time, transform),
        }
    };
    let weight =
        |i: usize| slots[i].checked_sub(own).and_then(|node| nodes.get(node)).map_or(1, models::ModelNode::weight);
    parallel::collect_by_weight(slots.len(), weight, place)
}

/// All placed objects at tick 0, with their slots.
pub(super) fn placed(content: Content) -> Vec<(usize, ObjectAt)> {
    let written: Vec<_> = content.scene.objects.iter().collect();
    let (own, nodes) = (written.len(), models::nodes(content, 0.0));
    let lookup = Lookup::of(content);
    let place = |slot: usize| {
        let object = match slot.checked_sub(own) {
            Some(node) => nodes[node].place(None),
            None => object(&lookup, written[slot], 0.0, None),
        };
        object.map(|object| (slot, object))
    };
    parallel::collect(own + nodes.len(), place).into_iter().flatten().collect()
}

/// All cameras of the document, those of models after the scene's own: in the order of a world.
pub(super) fn written_cameras(content: Content<'_>, time: f64) -> impl Iterator<Item = Cow<'_, scene::Camera>> {
    content.scene.cameras.iter().map(Cow::Borrowed).chain(models::cameras(content, time).map(Cow::Owned))
}

/// The slot of the object with this name; `None` when the document has none.
pub(super) fn slot(lookup: &Lookup, name: &str) -> Option<usize> {
    lookup.object_index(name).or_else(|| {
        let node = models::nodes(lookup.content, 0.0).iter().position(|node| node.is_named(name))?;
        Some(lookup.content.scene.objects.len() + node)
    })
}

/// All cameras and rays at a time, in file order, cameras of models after the scene's own.
pub(super) fn cameras_and_rays(content: Content, objects: &[ObjectAt], time: f64) -> (Vec<CameraAt>, Vec<RayAt>) {
    let lookup = Lookup::of(content);
    let following = |written| sessions::following(&lookup, written, time);
    let cameras: Vec<_> = written_cameras(content, time).map(following).collect();
    let carriers = Carriers::of(&cameras, objects);
    let cameras = cameras.iter().map(|written| camera(&lookup, written, &carriers)).collect();
    (cameras, content.scene.rays.iter().map(ray).collect())
}

/// Finds the objects that cameras are attached to.
struct Carriers<'a> {
    objects: &'a [ObjectAt],
    /// The objects by name, when there are many attached cameras.
    by_name: Option<HashMap<&'a str, &'a ObjectAt>>,
}

impl<'a> Carriers<'a> {
    /// Up to so many cameras, a search for each is faster than an index.
    const FEW: usize = 8;

    fn of(cameras: &[Cow<scene::Camera>], objects: &'a [ObjectAt]) -> Self {
        let wanted: HashSet<&str> = cameras.iter().filter_map(|camera| camera.attach.as_deref()).collect();
        let index = || {
            let mut by_name = HashMap::with_capacity(wanted.len());
            for object in objects.iter().filter(|object| wanted.contains(&*object.name)) {
                by_name.entry(&*object.name).or_insert(object);
            }
            by_name
        };
        Self { objects, by_name: (wanted.len() > Self::FEW).then(index) }
    }

    /// The first object with this name.
    fn find(&self, name: &str) -> Option<&'a ObjectAt> {
        match &self.by_name {
            Some(by_name) => by_name.get(name).copied(),
            None => self.objects.iter().find(|object| *object.name == *name),
        }
    }
}

/// `None` for a pose without an inverse, which the scene's checks refuse, and for a mesh that could not be read.
fn object(lookup: &Lookup, object: &scene::Object, time: f64, transform: Option<&BodyTransform>) -> Option<ObjectAt> {
    let shape = lookup.content.files.solid(&object.shape)?;
    let (at, turned) = sessions::of_object(lookup, object, time);
    let on_path = || at.or_else(|| object.path.as_ref().map(|path| MotionPath::of(path).at(time)));
    let rotation = turned.unwrap_or_else(|| match &object.matrix {
        Some(matrix) => rotation_of(matrix),
        None => unit_rotation(object.rotation),
    });
    let pose = match turned {
        None if object.matrix.is_some() && transform.is_none() => of_matrix(object.matrix.as_deref()?)?,
        Some(turned) => {
            let turned = scene::Object { rotation: turned.as_quat().to_array(), ..object.clone() };
            pose(&turned, transform, on_path)?
        }
        None => pose(object, transform, on_path)?,
    };
    let aabb = Aabb::of(&shape, &pose);
    (aabb.min.is_finite() && aabb.max.is_finite()).then(|| ObjectAt {
        id: object.id.get(),
        name: Arc::from(object.name.as_str()),
        aabb,
        view_box: aabb,
        skin: None,
        shape,
        pose,
        rotation: transform.map_or(rotation, |transform| transform.rotation(rotation)),
        layers: bits(&object.layers),
        color: object.color,
        path: object.path.clone().map(Arc::new),
        moves: object.path.is_some() || object.session.is_some() || transform.is_some(),
    })
}

/// The pose of a matrix from local to world space, column by column. Its last row does not count.
fn of_matrix(columns: &[f32; 16]) -> Option<Pose> {
    let matrix = Mat4::from_cols_array(columns).as_dmat4();
    let linear = DMat3::from_mat4(matrix);
    Pose::from_affine(DAffine3::from_mat3_translation(linear, matrix.w_axis.truncate()))
}

/// The rotation of a matrix without its scale.
fn rotation_of(columns: &[f32; 16]) -> DQuat {
    let matrix = Mat4::from_cols_array(columns).as_dmat4();
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate().normalize_or_zero());
    let turned = DQuat::from_mat3(&DMat3::from_cols(x, y, z));
    if turned.is_finite() && turned.length_squared() > 0.5 { turned.normalize() } else { DQuat::IDENTITY }
}

/// The pose of an object: from an agent's action, else from its path, else from the file.
pub(super) fn pose(
    object: &scene::Object,
    transform: Option<&BodyTransform>,
    on_path: impl FnOnce() -> Option<Vec3>,
) -> Option<Pose> {
    let position = match transform {
        Some(transform) => transform.position,
        None => on_path().unwrap_or_else(|| Vec3::from(object.position)),
    };
    let written = Quat::from_array(object.rotation);
    let rotation = transform.map_or(written, |transform| transform.rotation(unit_rotation(object.rotation)).as_quat());
    Pose::new(position, rotation, Vec3::from(object.scale))
}

/// An attached camera uses the whole pose of its object: its position and its look-at point are scaled too. Its
/// rotation is not scaled, so that the view volume is never sheared.
fn camera(lookup: &Lookup, camera: &scene::Camera, carriers: &Carriers) -> CameraAt {
    let parent = camera.attach.as_deref().and_then(|name| carriers.find(name));
    let (placed, frustum) = seen_from(camera, parent);
    let lost = camera.attach.as_deref().filter(|_| parent.is_none());
    let error = lost.map(|name| format!("it is {}", unplaced_carrier(lookup, name)).into());
    CameraAt {
        id: camera.id.get(),
        name: Arc::from(camera.name.as_str()),
        mask: camera.mask.as_deref().map_or(u64::MAX, bits),
        size: camera.size.unwrap_or_else(|| default_size(&placed)),
        depth_bits: camera.depth_bits,
        mistake: camera.mistake.as_deref().and_then(mistakes::of_key),
        camera: placed,
        frustum,
        error,
    }
}

/// The picture of a camera whose size is not given, in its aspect.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a size may be")]
fn default_size(camera: &Camera) -> [u32; 2] {
    let width = scene::Camera::DEFAULT_WIDTH;
    let height = (f64::from(width) / f64::from(camera.aspect())).round();
    [width, height.clamp(1.0, f64::from(scene::Camera::MOST_PIXELS)) as u32]
}

/// The same for a camera whose parent object is known.
pub(super) fn seen_from(camera: &scene::Camera, parent: Option<&ObjectAt>) -> (Camera, Frustum) {
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
        (None, Some(rotation), _) => parent_rotation * unit_rotation(rotation),
        (None, None, Some(degrees)) => {
            let [pitch, yaw, roll] = degrees.map(|angle| libm::sincos(f64::from(angle).to_radians() / 2.0));
            let yaw = DQuat::from_xyzw(0.0, yaw.0, 0.0, yaw.1);
            let pitch = DQuat::from_xyzw(pitch.0, 0.0, 0.0, pitch.1);
            let roll = DQuat::from_xyzw(0.0, 0.0, roll.0, roll.1);
            parent_rotation * yaw * pitch * roll
        }
        (None, None, None) => parent_rotation,
    };
    let placed = Camera { position, rotation, ..unplaced_camera(camera) };
    (placed, Frustum::of(&placed))
}

/// The camera at the origin, with its projection. Near and far of a matrix are found in it.
#[expect(clippy::cast_possible_truncation, reason = "distances of a camera are f32")]
pub(crate) fn unplaced_camera(camera: &scene::Camera) -> Camera {
    let depth = camera.depth.range();
    let projection = match camera.projection {
        scene::Projection::Perspective { fov_y, aspect } => {
            Projection::Perspective { fov_y: f64::from(fov_y).to_radians(), aspect }
        }
        scene::Projection::Orthographic { height, aspect } => Projection::Orthographic { height, aspect },
        scene::Projection::Frustum { left, right, bottom, top } => Projection::Frustum { left, right, bottom, top },
        scene::Projection::Ortho { left, right, bottom, top } => Projection::Ortho { left, right, bottom, top },
        scene::Projection::Matrix(columns) => Projection::Matrix(DMat4::from_cols_array(&columns)),
    };
    let found = projection.distances(depth).map(|distances| distances.map(|distance| distance as f32));
    let [near, far] = found.unwrap_or([camera.near, camera.far]);
    Camera { position: Vec3::ZERO, rotation: DQuat::IDENTITY, projection, near, far, depth }
}

fn ray(ray: &scene::Ray) -> RayAt {
    RayAt {
        id: ray.id.get(),
        name: Arc::from(ray.name.as_str()),
        ray: Ray { origin: Vec3::from(ray.origin), direction: Vec3::from(ray.direction) },
        query: RayQuery {
            kind: match ray.kind {
                scene::RayKind::Line => RayKind::Line,
                scene::RayKind::Ray => RayKind::Ray,
                scene::RayKind::Segment => RayKind::Segment,
            },
            inside: match ray.inside {
                scene::RayInside::Solid => Inside::Solid,
                scene::RayInside::Hollow => Inside::Hollow,
            },
            back_faces: match ray.back_faces {
                scene::RayBackFaces::Hit => BackFaces::Hit,
                scene::RayBackFaces::Cull => BackFaces::Cull,
            },
        },
        mask: ray.mask.as_deref().map_or(u64::MAX, bits),
        mistake: ray.mistake.as_deref().and_then(mistakes::of_key),
    }
}

/// The octree in its region, or around the boxes of all objects. `None` for a region or depth that the scene's checks
/// refuse.
pub(super) fn octree(octree: &scene::Octree, boxes: &[Aabb]) -> Option<OctreeAt> {
    let region = match octree.min.zip(octree.max) {
        Some((min, max)) => Region::new(min.into(), max.into(), octree.depth),
        None => Region::around(boxes, octree.depth),
    };
    let method = match octree.method {
        scene::OctreeMethod::Tight => Method::Tight,
        scene::OctreeMethod::Loose => Method::Loose,
    };
    Some(OctreeAt { region: region.ok()?, method })
}

/// The rotation that looks along `forward` with +Y up, or −Z for a vertical view.
pub(crate) fn looking(forward: DVec3) -> DQuat {
    let Some(forward) = forward.try_normalize() else { return DQuat::IDENTITY };
    // Within a hundredth of a degree of the vertical, the up direction is mostly rounding.
    let up = if forward.cross(DVec3::Y).length() < 1e-4 { DVec3::NEG_Z } else { DVec3::Y };
    view::look_to_quat(forward, up).inverse()
}
