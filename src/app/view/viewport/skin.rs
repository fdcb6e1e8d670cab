//! Clicks on the skin of the selected object: a joint chooses the weights that are drawn, and a point of the mesh the vertex
//! that is explained.

use std::sync::Arc;

use eframe::egui::{Pos2, Rect, vec2};
use glam::Vec2;

use super::position::under;
use crate::picture::{Viewpoint, Weights};
use crate::report::explain::Subject;
use crate::workspace::Workspace;
use crate::world::SkinAt;

/// A click within this distance of a joint chooses it, points.
const NEAR: f32 = 9.0;

/// Takes a click on a joint of the selected skin or, while its weights are drawn or it is explained, on its mesh. Returns
/// whether it did.
pub(super) fn click(workspace: &mut Workspace, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> bool {
    if let Some((joint, _)) = joint_at(workspace, rect, viewpoint, pointer) {
        workspace.selection_mut().show_joint(joint);
        return true;
    }
    let Some((object, _)) = selected_skin(workspace) else { return false };
    let is_explained = workspace.selected().question(workspace.world()) == Some(Subject::Skin(object));
    if workspace.view().skin_look().weights == Weights::Off && !is_explained {
        return false;
    }
    match under(workspace, viewpoint, rect, pointer) {
        Some(found) if found.object == Some(object) => {
            workspace.selection_mut().pick_vertex(object, found.point);
            true
        }
        _ => false,
    }
}

/// The joint of the selected skin that a click at a point of the view chooses: its index in the skin and its name.
pub(super) fn joint_at(
    workspace: &Workspace,
    rect: Rect,
    viewpoint: &Viewpoint,
    pointer: Pos2,
) -> Option<(usize, Arc<str>)> {
    let (_, skin) = selected_skin(workspace)?;
    let size = Vec2::new(rect.width(), rect.height());
    let near = skin.bones().into_iter().enumerate().filter_map(|(joint, bone)| {
        let place = viewpoint.project(bone.position.as_vec3(), size)?;
        let distance = (rect.min + vec2(place.x, place.y)).distance(pointer);
        (distance <= NEAR).then_some((distance, joint, bone.name))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, joint, name)| (joint, name))
}

/// The selected object and its skin, as they are drawn.
fn selected_skin(workspace: &Workspace) -> Option<(usize, &SkinAt)> {
    let object = workspace.selected().object()?;
    Some((object, workspace.displayed_world().objects.get(object)?.skin.as_deref()?))
}
