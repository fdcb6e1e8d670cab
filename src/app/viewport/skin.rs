//! Clicks on the skin of the selected object: a joint chooses the weights that are drawn, and a point of the mesh the vertex
//! that is explained.

use eframe::egui::{Pos2, Rect, vec2};
use glam::Vec2;

use super::position::under;
use crate::app::session::Session;
use crate::picture::{Viewpoint, Weights};
use crate::report::explain::Subject;

/// A click within this distance of a joint chooses it, points.
const NEAR: f32 = 9.0;

/// Takes a click on a joint of the selected skin or, while its weights are drawn or it is explained, on its mesh. Returns
/// whether it did.
pub(super) fn click(session: &mut Session, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> bool {
    let Some(object) = session.selected().object else { return false };
    let Some(skin) = session.displayed_world().objects.get(object).and_then(|object| object.skin.as_deref()) else {
        return false;
    };
    let size = Vec2::new(rect.width(), rect.height());
    let distance = |joint: usize, at: glam::DVec3| {
        let place = viewpoint.project(at.as_vec3(), size)?;
        let distance = (rect.min + vec2(place.x, place.y)).distance(pointer);
        (distance <= NEAR).then_some((joint, distance))
    };
    let near =
        skin.bones().iter().enumerate().filter_map(|(joint, bone)| distance(joint, bone.position)).collect::<Vec<_>>();
    if let Some((joint, _)) = near.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)) {
        session.show_joint(joint);
        return true;
    }
    let is_explained = session.selected().subject() == Some(Subject::Skin(object));
    if session.skin_look().weights == Weights::Off && !is_explained {
        return false;
    }
    match under(session, viewpoint, rect, pointer) {
        Some(found) if found.object == Some(object) => {
            session.pick_vertex(object, found.point);
            true
        }
        _ => false,
    }
}
