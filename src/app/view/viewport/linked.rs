//! The place of the eye in a link.

use glam::Vec3;

use super::motion::USUAL_ASPECT;
use super::state::ViewportState;
use crate::app::view::navigate::Eye;
use crate::workspace::Workspace;

/// The eye of a view as a link has it: rounded numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) struct LinkedEye {
    /// The point that the view orbits, metres.
    pub(in crate::app) pivot: [f32; 3],
    /// From the eye to that point, metres.
    pub(in crate::app) distance: f32,
    /// Degrees.
    pub(in crate::app) yaw: f32,
    /// Degrees, at most 90 up and down.
    pub(in crate::app) pitch: f32,
    pub(in crate::app) is_orthographic: bool,
}

impl LinkedEye {
    /// The numbers if they are finite and in their ranges.
    pub(in crate::app) fn checked(self) -> Option<Self> {
        let all = [self.pivot[0], self.pivot[1], self.pivot[2], self.distance, self.yaw, self.pitch];
        let is_sound = all.iter().all(|number| number.is_finite()) && (1e-3..=1e7).contains(&self.distance);
        (is_sound && self.pitch.abs() <= 90.0 && self.pivot.iter().all(|x| x.abs() <= 1e9)).then_some(self)
    }
}

impl ViewportState {
    /// The eye, unless it is that with which the scene opens, or the view looks through a camera.
    pub(in crate::app) fn linked_eye(&self, workspace: &Workspace) -> Option<LinkedEye> {
        let eye = self.eye.filter(|_| self.through.is_none())?;
        if eye == self.opening_eye(workspace, self.aspect.unwrap_or(USUAL_ASPECT)) {
            return None;
        }
        Some(LinkedEye {
            pivot: eye.pivot.to_array(),
            distance: eye.distance,
            yaw: eye.yaw.to_degrees(),
            pitch: eye.pitch.to_degrees(),
            is_orthographic: eye.orthographic,
        })
    }

    /// Looks from the eye of a link.
    pub(in crate::app) fn look_from(&mut self, workspace: &Workspace, linked: &LinkedEye) {
        self.begin(workspace, self.aspect.unwrap_or(USUAL_ASPECT));
        self.through = None;
        self.flight = None;
        let Some(eye) = &mut self.eye else { return };
        *eye = Eye {
            pivot: Vec3::from_array(linked.pivot),
            distance: linked.distance,
            yaw: linked.yaw.to_radians(),
            pitch: linked.pitch.to_radians(),
            orthographic: linked.is_orthographic,
            flat_until_turned: false,
            ..*eye
        };
    }
}
