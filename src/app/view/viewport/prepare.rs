//! The pictures of a view: of the scene, and of the other state of a comparison.

use crate::app::kit::viewport_texture::{PictureSubject, Screen};
use crate::picture::{Palette, Picture};
use crate::workspace::Workspace;
use crate::world::CameraAt;

/// A camera to look through; `None` for an unplaced one.
pub(super) fn placed_camera(workspace: &Workspace, camera: usize) -> Option<&CameraAt> {
    workspace.world().cameras.get(camera).filter(|camera| camera.error.is_none())
}

pub(super) fn prepare(screen: &mut Screen, workspace: &Workspace, through: Option<usize>, palette: &Palette) {
    let subject = PictureSubject {
        revision: workspace.revision(),
        appearance_revision: workspace.appearance_revision(),
        compared: workspace.judging().comparison_revision(),
        is_before: false,
        selected: workspace.selected().clone(),
        through,
        palette: *palette,
    };
    screen.prepare(subject, || Picture::of(&workspace.shown(through, palette)));
}

/// The same of the other state of the comparison. Returns whether it has a picture.
pub(super) fn prepare_before(screen: &mut Screen, workspace: &Workspace, palette: &Palette) -> bool {
    let Some(shown) = workspace.judging().shown_before(palette) else { return false };
    let (revision, appearance_revision, selected) =
        (workspace.revision(), workspace.appearance_revision(), workspace.selected().clone());
    let compared = workspace.judging().comparison_revision();
    let subject = PictureSubject {
        revision,
        appearance_revision,
        compared,
        is_before: true,
        selected,
        through: None,
        palette: *palette,
    };
    screen.prepare(subject, || Picture::of(&shown));
    true
}
