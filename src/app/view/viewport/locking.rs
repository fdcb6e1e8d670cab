//! Cameras that are placed by the view: at its eye by a command, and by navigation while they are locked to it.

use std::sync::Arc;

use super::state::ViewportState;
use crate::app::view::gizmo::Gizmo;
use crate::app::view::navigate::Eye;
use crate::scene::{Projection, Scene};
use crate::workspace::Workspace;
use crate::workspace::edit::transform::{Moved, place_camera};
use crate::workspace::edit::{NewItemKind, far_beyond};
use crate::world::CameraAt;

/// An eye within this distance of a camera, relative to that of its pivot, is the one that has placed it.
const SAME: f32 = 1e-3;

impl ViewportState {
    /// Moves the selected camera to the eye of the view.
    pub(in crate::app) fn camera_from_view(&mut self, workspace: &mut Workspace) {
        let Some(eye) = self.begun_eye(workspace) else { return };
        let selected = workspace.selection().active_camera();
        let Some(item) = selected.and_then(|camera| Gizmo::camera(workspace, camera)) else { return };
        let before = Arc::clone(workspace.scene());
        workspace.command("camera from view", |scene, _| place(scene, &before, &item, &eye));
    }

    /// Adds a camera at the eye of the view. It sees as far as the surface in the middle of the view, and beyond.
    pub(in crate::app) fn new_camera_from_view(&mut self, workspace: &mut Workspace) {
        let Some(eye) = self.begun_eye(workspace) else { return };
        let spot = self.spot(workspace);
        let surface = spot.surface.map_or(0.0, |surface| surface.point.distance(eye.position()));
        let far = far_beyond(surface.max(eye.distance));
        workspace.edits().add_placed(NewItemKind::Camera, &spot, |scene, entry| {
            let before = scene.clone();
            place(scene, &before, &Moved::in_world(entry), &eye);
            if let Some(camera) = scene.cameras.get_mut(entry.index()) {
                camera.far = far;
            }
        });
    }

    fn begun_eye(&mut self, workspace: &Workspace) -> Option<Eye> {
        let aspect = self.aspect.unwrap_or(1.5);
        self.begin(workspace, aspect);
        self.free_eye(workspace, aspect)
    }

    /// Moves the locked camera to an eye. `false` when the view looks through no camera that can be moved.
    pub(super) fn move_camera(&mut self, workspace: &mut Workspace, eye: &Eye) -> bool {
        let Some(camera) = self.camera_index(workspace).filter(|_| self.locks_camera) else { return false };
        let Some(item) = Gizmo::camera(workspace, camera) else { return false };
        let before = Arc::clone(workspace.scene());
        workspace.edit("camera", |scene| {
            place(scene, &before, &item, eye);
            let written = scene.cameras.get_mut(item.entry.index());
            if let Some(Projection::Orthographic { height, .. }) = written.map(|camera| &mut camera.projection) {
                *height = eye.height();
            }
        });
        self.locked = Some(*eye);
        self.moves_camera = true;
        true
    }

    /// Moves the locked camera to an eye as an undo step of its own. `false` as for [`move_camera`](Self::move_camera).
    pub(super) fn step_camera(&mut self, workspace: &mut Workspace, eye: &Eye) -> bool {
        if !self.locks_camera {
            return false;
        }
        workspace.settle();
        let is_moved = self.move_camera(workspace, eye);
        workspace.settle();
        self.moves_camera = false;
        is_moved
    }

    /// Whether a drag or navigation is changing the scene, so that its undo step continues.
    pub(super) fn holds_step(&self) -> bool {
        self.gizmo.is_dragging() || self.moves_camera
    }
}

fn place(scene: &mut Scene, before: &Scene, item: &Moved, eye: &Eye) {
    let (position, rotation) = (eye.position().as_dvec3(), eye.rotation().as_dquat());
    place_camera(scene, before, item, position, rotation, eye.pivot.as_dvec3());
}

/// Whether an eye is where a camera is, and looks the same way.
pub(super) fn is_at(eye: &Eye, camera: &CameraAt) -> bool {
    let placed = &camera.camera;
    eye.position().distance(placed.position) <= SAME * eye.distance.max(1.0)
        && eye.rotation().angle_between(placed.rotation.as_quat()) < 5e-3
}
