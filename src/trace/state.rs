//! The world of a trace at a moment.

use std::sync::Arc;

use glam::{DMat3, DQuat, Mat4};

use super::change::{CameraChange, Change, ObjectChange};
use crate::scene::{Camera, Object, Scene};

/// The scene of a trace at a moment, and where its entries are.
#[derive(Clone, Debug)]
pub(super) struct TraceState {
    pub(super) scene: Scene,
    /// By the slot of the name.
    places: Arc<Vec<Option<Place>>>,
}

/// The place of an entry in the lists of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Object(usize),
    Camera(usize),
}

impl TraceState {
    /// The state of a keyframe. `slots` are those of the names of its objects and its cameras.
    pub(super) fn of(scene: Scene, objects: &[u32], cameras: &[u32]) -> Self {
        let mut state = Self { scene, places: Arc::default() };
        objects.iter().enumerate().for_each(|(i, slot)| state.put(*slot, Place::Object(i)));
        cameras.iter().enumerate().for_each(|(i, slot)| state.put(*slot, Place::Camera(i)));
        state
    }

    pub(super) fn place(&self, slot: u32) -> Option<Place> {
        *self.places.get(slot as usize)?
    }

    fn put(&mut self, slot: u32, place: Place) {
        let (places, at) = (Arc::make_mut(&mut self.places), slot as usize);
        if places.len() <= at {
            places.resize(at + 1, None);
        }
        places[at] = Some(place);
    }

    fn object(&mut self, slot: u32) -> Option<&mut Object> {
        match self.place(slot)? {
            Place::Object(i) => self.scene.objects.get_mut(i),
            Place::Camera(_) => None,
        }
    }

    fn camera(&mut self, slot: u32) -> Option<&mut Camera> {
        match self.place(slot)? {
            Place::Camera(i) => self.scene.cameras.get_mut(i),
            Place::Object(_) => None,
        }
    }

    /// Applies a change. The reader has checked that the entry is there and has the kind of the change.
    pub(super) fn apply(&mut self, slot: u32, change: &Change) {
        match change {
            Change::AddObject(object) => {
                let place = Place::Object(self.scene.objects.len());
                self.scene.objects.push((**object).clone());
                self.put(slot, place);
            }
            Change::AddCamera(camera) => {
                let place = Place::Camera(self.scene.cameras.len());
                self.scene.cameras.push((**camera).clone());
                self.put(slot, place);
            }
            Change::Object(change) => {
                let Some(object) = self.object(slot) else { return };
                match &**change {
                    ObjectChange::Shape(shape) => object.shape = shape.clone(),
                    ObjectChange::Layers(layers) => object.layers.clone_from(layers),
                    ObjectChange::Color(color) => object.color = Some(*color),
                }
            }
            Change::Camera(change) => {
                let Some(camera) = self.camera(slot) else { return };
                match &**change {
                    CameraChange::LookAt(target) => turn(camera, Some(*target), None, None),
                    CameraChange::Euler(angles) => turn(camera, None, None, Some(*angles)),
                    CameraChange::Projection(projection) => camera.projection = *projection,
                    CameraChange::Near(near) => camera.near = *near,
                    CameraChange::Far(far) => camera.far = *far,
                    CameraChange::Depth(depth) => camera.depth = *depth,
                    CameraChange::DepthBits(bits) => camera.depth_bits = *bits,
                    CameraChange::Mask(mask) => camera.mask = Some(mask.clone()),
                    CameraChange::Size(size) => camera.size = Some(*size),
                }
            }
            pose => match self.place(slot) {
                Some(Place::Object(i)) => {
                    if let Some(object) = self.scene.objects.get_mut(i) {
                        pose_object(object, pose);
                    }
                }
                Some(Place::Camera(i)) => {
                    if let Some(camera) = self.scene.cameras.get_mut(i) {
                        pose_camera(camera, pose);
                    }
                }
                None => {}
            },
        }
    }

    /// Removes entries, in one pass for all of them.
    pub(super) fn remove(&mut self, slots: &[u32]) {
        if slots.is_empty() {
            return;
        }
        let places = Arc::make_mut(&mut self.places);
        let (mut objects, mut cameras) = (Vec::new(), Vec::new());
        for slot in slots {
            match places.get_mut(*slot as usize).and_then(Option::take) {
                Some(Place::Object(i)) => objects.push(i),
                Some(Place::Camera(i)) => cameras.push(i),
                None => {}
            }
        }
        objects.sort_unstable();
        cameras.sort_unstable();
        let mut at = 0..;
        self.scene.objects.retain(|_| at.next().is_some_and(|i| objects.binary_search(&i).is_err()));
        let mut at = 0..;
        self.scene.cameras.retain(|_| at.next().is_some_and(|i| cameras.binary_search(&i).is_err()));
        for place in places.iter_mut().flatten() {
            match place {
                Place::Object(i) => *i -= objects.partition_point(|gone| gone < i),
                Place::Camera(i) => *i -= cameras.partition_point(|gone| gone < i),
            }
        }
    }

    /// Applies the changes of a line, then removes entries.
    pub(super) fn follow(&mut self, changes: &[(u32, Change)], removed: &[u32]) {
        for (slot, change) in changes {
            self.apply(*slot, change);
        }
        self.remove(removed);
    }
}

fn turn(camera: &mut Camera, look_at: Option<[f32; 3]>, rotation: Option<[f32; 4]>, euler: Option<[f32; 3]>) {
    (camera.look_at, camera.rotation, camera.euler) = (look_at, rotation, euler);
}

fn pose_object(object: &mut Object, pose: &Change) {
    match pose {
        Change::Matrix(matrix) => object.matrix = Some(matrix.clone()),
        Change::Position(position) => object.position = *position,
        Change::Rotation(rotation) => object.rotation = *rotation,
        Change::Scale(scale) => object.scale = *scale,
        _ => {}
    }
    // The pose counts again.
    if matches!(pose, Change::Position(_) | Change::Rotation(_) | Change::Scale(_)) {
        object.matrix = None;
    }
}

/// A camera has no scale: of a matrix, its rotation and its translation count.
fn pose_camera(camera: &mut Camera, pose: &Change) {
    match pose {
        Change::Position(position) => camera.position = *position,
        Change::Rotation(rotation) => turn(camera, None, Some(*rotation), None),
        Change::Matrix(matrix) => {
            let world_from_local = Mat4::from_cols_array(matrix);
            camera.position = world_from_local.w_axis.truncate().to_array();
            let axes = [world_from_local.x_axis, world_from_local.y_axis, world_from_local.z_axis];
            let [x, y, z] = axes.map(|axis| axis.truncate().as_dvec3().normalize_or_zero());
            let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize().as_quat();
            turn(camera, None, Some(rotation.to_array()), None);
        }
        _ => {}
    }
}
