//! The viewpoint with which a scene opens, made from the present one of a 3D view.

use glam::Vec3;

use crate::app::view::movie_eye::MovieEye;
use crate::picture::{Lens, Viewpoint};
use crate::scene::{View, default};
use crate::workspace::Workspace;
use crate::workspace::edit::transform::round;

/// A stored field of view is rounded to this, degrees.
const FINE_DEGREES: f64 = 0.01;
/// The name of the edit in Undo and Redo.
const EDIT: &str = "save view with scene";

/// Makes the viewpoint that of the scene, as an edit that can be undone, and says so. Saving the scene writes it.
pub(in crate::app) fn save(workspace: &mut Workspace, seen: &Viewpoint) {
    let mut view = workspace.scene().view.clone();
    save_in(&mut view, seen);
    let said = if workspace.scene().view == view {
        "The scene opens with this view already.".to_owned()
    } else if workspace.edit(EDIT, |scene| scene.view = view) {
        "The scene opens with this view. Save the scene to keep it.".to_owned()
    } else {
        workspace.document().refusal().map_or_else(String::new, |refusal| refusal.reason.clone())
    };
    workspace.notices_mut().say(said);
}

/// Replaces the viewpoint of a scene. Its axis `up` stays.
pub(in crate::app) fn save_in(view: &mut Option<View>, seen: &Viewpoint) {
    let up = view.as_ref().map_or_else(default::up, |view| view.up);
    *view = Some(view_of(seen, up));
}

/// The viewpoint that can be stored, or why there is none.
pub(in crate::app) fn viewpoint(eye: Option<&MovieEye>) -> Result<&Viewpoint, &'static str> {
    match eye {
        Some(MovieEye::Eye(viewpoint)) => Ok(viewpoint),
        Some(MovieEye::Camera(_)) => Err("The 3D view looks through a camera. Leave the camera first."),
        None => Err("The 3D view is not shown."),
    }
}

/// A viewpoint as the scene stores it, with the axis of the turntable as `up`. Lengths are rounded to about four digits of
/// the distance.
fn view_of(seen: &Viewpoint, up: [f32; 3]) -> View {
    let distance = f64::from(seen.eye.distance(seen.target)).clamp(1e-4, 1e8);
    let grain = libm::exp10(libm::log10(distance).floor() - 3.0);
    let rounded = |point: Vec3| point.to_array().map(|x| round(f64::from(x), grain));
    let (fov_y, height) = match seen.lens {
        Lens::Perspective { fov_y } => (Some(round(f64::from(fov_y).to_degrees(), FINE_DEGREES)), None),
        Lens::OffCentre { .. } => {
            let fov_y = 2.0 * libm::atan(f64::from(seen.lens.tangent()));
            (Some(round(fov_y.to_degrees(), FINE_DEGREES)), None)
        }
        Lens::Orthographic { height } => (None, Some(round(f64::from(height), grain))),
    };
    View { eye: Some(rounded(seen.eye)), target: rounded(seen.target), up, fov_y, height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene_view;
    use crate::scene::Scene;

    fn workspace() -> Workspace {
        let text = r#"{ "eyeline": 1, "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        Workspace::new(scene, None)
    }

    #[test]
    fn a_stored_view_is_the_view_again() {
        for (eye, target) in [([8.512_f32, 9.5, 11.5], [0.0_f32, 0.25, -1.5]), ([0.012, 0.01, 0.02], [0.0; 3])] {
            for lens in [Lens::Perspective { fov_y: 0.8 }, Lens::Orthographic { height: 0.5 }] {
                let seen = Viewpoint { eye: eye.into(), target: target.into(), up: Vec3::Y, lens, depth: [0.1, 100.0] };
                let mut workspace = workspace();
                save(&mut workspace, &seen);
                assert!(workspace.scene().view.is_some());
                let again = scene_view(workspace.scene(), workspace.world(), 1.5);
                let distance = seen.eye.distance(seen.target);
                assert!(again.eye.distance(seen.eye) < 2e-3 * distance, "{again:?}");
                assert!(again.target.distance(seen.target) < 2e-3 * distance, "{again:?}");
                match (again.lens, lens) {
                    (Lens::Perspective { fov_y: a }, Lens::Perspective { fov_y: b }) => assert!((a - b).abs() < 1e-3),
                    (Lens::Orthographic { height: a }, Lens::Orthographic { height: b }) => {
                        assert!((a - b).abs() < 1e-2, "{a} {b}");
                    }
                    _ => panic!("{again:?}"),
                }
            }
        }
        assert!(viewpoint(Some(&MovieEye::Camera("eye".to_owned()))).is_err());
        assert!(viewpoint(None).is_err());
    }
}
