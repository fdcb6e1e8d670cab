//! Rays that are shot from the eye of the view through the pointer.

use eframe::egui::{Popup, Pos2, Response, Ui};
use glam::{DVec3, Vec3};

use super::position::{sight, under};
use super::state::ViewportState;
use crate::app::kit::keys;
use crate::picture::Lens;
use crate::workspace::Workspace;
use crate::workspace::edit::NewItemKind;

impl ViewportState {
    /// Remembers where the pointer is in the view. While a menu, a dialog or the palette is open, that is the place at which it
    /// was opened; of a context menu the place of the click.
    pub(super) fn note_aim(&mut self, ui: &Ui, response: &Response) {
        if response.secondary_clicked() {
            self.aim = response.interact_pointer_pos();
        } else if !Popup::is_any_open(ui.ctx()) && !keys::has_question(ui.ctx()) {
            self.aim = response.hover_pos();
        }
    }

    /// Adds a ray from the eye through the pointer, and selects it. `false` when the pointer was not in the view.
    pub(in crate::app) fn shoot_at_pointer(&mut self, workspace: &mut Workspace) -> bool {
        let Some(aim) = self.aim else { return false };
        self.shoot_through(workspace, aim)
    }

    /// The same. Without the pointer, the ray goes through the middle of the view.
    pub(in crate::app) fn shoot(&mut self, workspace: &mut Workspace) {
        let middle = self.shown.map(|(_, place)| place.center());
        if let Some(aim) = self.aim.or(middle) {
            self.shoot_through(workspace, aim);
        }
    }

    fn shoot_through(&self, workspace: &mut Workspace, aim: Pos2) -> bool {
        let Some((viewpoint, rect)) = self.shown.filter(|(_, rect)| rect.contains(aim)) else { return false };
        let Some((near, mut direction)) = sight(&viewpoint, rect, aim) else { return false };
        let seen = under(workspace, &viewpoint, rect, aim).filter(|under| under.object.is_some());
        let eye = viewpoint.eye.as_dvec3();
        let mut origin = match viewpoint.lens {
            Lens::Perspective { .. } | Lens::OffCentre { .. } => eye,
            // All lines of sight are parallel. A surface may be before the plane of the eye, and is seen all the same.
            Lens::Orthographic { .. } => {
                let plane = (eye - near).dot(direction);
                let surface = seen.as_ref().map(|under| (under.point.as_dvec3() - near).dot(direction));
                near + direction * surface.map_or(plane, |surface| plane.min(surface - eye.distance(near)))
            }
        };
        if let Some(under) = &seen {
            // A half of a cut may be drawn apart from its place. The ray goes to its place.
            let apart = (under.in_scene - under.point).as_dvec3();
            match viewpoint.lens {
                Lens::Perspective { .. } | Lens::OffCentre { .. } if apart != DVec3::ZERO => {
                    direction = (under.in_scene.as_dvec3() - origin).normalize_or(direction);
                }
                Lens::Perspective { .. } | Lens::OffCentre { .. } => {}
                Lens::Orthographic { .. } => origin += apart,
            }
        }
        let (origin, direction) = (origin.as_vec3(), direction.as_vec3());
        if !(origin.is_finite() && direction.is_finite() && direction != Vec3::ZERO) {
            return false;
        }
        let spot = self.spot(workspace);
        workspace.edits().add_placed(NewItemKind::Ray, &spot, |scene, entry| {
            if let Some(ray) = scene.rays.get_mut(entry.index()) {
                (ray.origin, ray.direction) = (origin.to_array(), direction.to_array());
            }
        });
        true
    }
}
