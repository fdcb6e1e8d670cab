//! The cameras of an FBX.

use ufbx::{Camera, ProjectionMode};

use crate::scene::Projection;

/// Projection, near and far plane in metres; `None` for invalid numbers. Without a far plane it is infinite, and without a near
/// plane it is a thousandth of the far plane or of a metre.
#[expect(clippy::cast_possible_truncation, reason = "cameras have single numbers")]
pub(super) fn projection(camera: &Camera) -> Option<(Projection, f32, f32)> {
    let is_size = |size: f32| size > 0.0 && size.is_finite();
    let aspect = camera.aspect_ratio as f32;
    let projection = match camera.projection_mode {
        ProjectionMode::Perspective => {
            let fov_y = camera.field_of_view_deg.y as f32;
            let is_sound = fov_y > 0.0 && fov_y < 180.0 && is_size(aspect);
            is_sound.then_some(Projection::Perspective { fov_y, aspect })?
        }
        ProjectionMode::Orthographic => {
            let height = camera.orthographic_size.y as f32;
            (is_size(height) && is_size(aspect)).then_some(Projection::Orthographic { height, aspect })?
        }
    };
    let (near, far) = (camera.near_plane as f32, camera.far_plane as f32);
    let far = if far > 0.0 { far } else { f32::INFINITY };
    let near = if is_size(near) { near } else { far.min(1.0) / 1000.0 };
    (far > near).then_some((projection, near, far))
}
