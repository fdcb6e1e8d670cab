//! The kind of a camera's projection. Another kind shows the same, as far as it can.

use crate::scene::{Camera, Projection, default};
use crate::world::unplaced_camera;

/// The kinds of projections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProjectionKind {
    /// A field of view and an aspect.
    Perspective,
    /// A height and an aspect.
    Orthographic,
    /// Borders on the near plane.
    Frustum,
    /// Borders.
    Ortho,
    /// 16 numbers.
    Matrix,
}

/// The least near distance of a camera that becomes one with perspective.
const LEAST_NEAR: f32 = 0.01;
/// The distance at which the height stays without a far plane, as a multiple of the near distance.
const OF_NEAR: f32 = 50.0;

impl ProjectionKind {
    /// The kind of a projection.
    pub(crate) fn of(projection: &Projection) -> Self {
        match projection {
            Projection::Perspective { .. } => Self::Perspective,
            Projection::Orthographic { .. } => Self::Orthographic,
            Projection::Frustum { .. } => Self::Frustum,
            Projection::Ortho { .. } => Self::Ortho,
            Projection::Matrix(_) => Self::Matrix,
        }
    }
}

/// Gives a camera a projection of another kind. Borders stay; between perspective and orthographic the height in the middle of
/// the view volume stays.
#[expect(clippy::cast_possible_truncation, reason = "the numbers of a scene are f32")]
pub(crate) fn change_projection(camera: &mut Camera, kind: ProjectionKind) {
    let placed = unplaced_camera(camera);
    let window = placed.window();
    (camera.near, camera.far) = (placed.near, placed.far);
    if kind == ProjectionKind::Matrix {
        (camera.near, camera.far) = (default::near(), default::far());
        camera.projection = Projection::Matrix(placed.clip_from_view().to_cols_array());
        return;
    }
    let has_perspective = matches!(kind, ProjectionKind::Perspective | ProjectionKind::Frustum);
    let middle = if placed.far.is_finite() { f32::midpoint(placed.near, placed.far) } else { OF_NEAR * placed.near };
    let middle = f64::from(middle.abs().max(LEAST_NEAR));
    let scale = match (window.is_perspective, has_perspective) {
        (true, false) => middle,
        (false, true) => middle.recip(),
        _ => 1.0,
    };
    if has_perspective {
        camera.near = camera.near.max(LEAST_NEAR);
    } else if camera.far.is_infinite() {
        camera.far = default::far().max(2.0 * camera.near);
    }
    if camera.far <= camera.near {
        camera.far = 2.0 * camera.near;
    }
    let aspect = placed.aspect();
    let borders = |scale: f64| window.borders.map(|border| (border * scale) as f32);
    camera.projection = match kind {
        ProjectionKind::Perspective => {
            let fov_y = 2.0 * libm::atan(window.height() * scale / 2.0).to_degrees();
            Projection::Perspective { fov_y: fov_y as f32, aspect }
        }
        ProjectionKind::Orthographic => Projection::Orthographic { height: (window.height() * scale) as f32, aspect },
        ProjectionKind::Frustum => {
            let [left, right, bottom, top] = borders(scale * f64::from(camera.near));
            Projection::Frustum { left, right, bottom, top }
        }
        ProjectionKind::Ortho => {
            let [left, right, bottom, top] = borders(scale);
            Projection::Ortho { left, right, bottom, top }
        }
        ProjectionKind::Matrix => return,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    const KINDS: [ProjectionKind; 5] = [
        ProjectionKind::Perspective,
        ProjectionKind::Orthographic,
        ProjectionKind::Frustum,
        ProjectionKind::Ortho,
        ProjectionKind::Matrix,
    ];

    fn camera() -> Camera {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "c", "near": 1, "far": 9 }] }"#;
        serde_json::from_str::<Scene>(text).unwrap().cameras[0].clone()
    }

    #[test]
    fn another_projection_keeps_the_height_in_the_middle() {
        let mut camera = camera();
        change_projection(&mut camera, ProjectionKind::Orthographic);
        assert!(matches!(camera.projection, Projection::Orthographic { height, .. } if (height - 5.7735).abs() < 1e-3));
        change_projection(&mut camera, ProjectionKind::Perspective);
        assert!(matches!(camera.projection, Projection::Perspective { fov_y, .. } if (fov_y - 60.0).abs() < 1e-3));
    }

    #[test]
    fn every_kind_leads_to_every_other_and_shows_the_same() {
        for from in KINDS {
            for to in KINDS {
                let mut camera = camera();
                change_projection(&mut camera, from);
                let before = unplaced_camera(&camera);
                change_projection(&mut camera, to);
                assert_eq!(ProjectionKind::of(&camera.projection), to);
                let after = unplaced_camera(&camera);
                assert!(
                    (after.near - 1.0).abs() < 1e-5 && (after.far - 9.0).abs() < 1e-4,
                    "{from:?} {to:?}: {after:?}"
                );
                if before.is_perspective() == after.is_perspective() {
                    let pairs = before.corners().into_iter().zip(after.corners());
                    let off = pairs.map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
                    assert!(off < 1e-4, "{from:?} {to:?}: {off}");
                }
            }
        }
    }

    #[test]
    fn an_infinite_far_plane_ends_with_the_perspective() {
        let mut camera = Camera { far: f32::INFINITY, ..camera() };
        change_projection(&mut camera, ProjectionKind::Frustum);
        assert!(camera.far.is_infinite());
        change_projection(&mut camera, ProjectionKind::Matrix);
        assert!(unplaced_camera(&camera).far.is_infinite());
        change_projection(&mut camera, ProjectionKind::Ortho);
        assert!(camera.far.is_finite() && camera.far > camera.near);
    }
}
