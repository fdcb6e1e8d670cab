//! The place of the selected object in the 3D view, with the labels beside it.

use eframe::egui::{Rect, vec2};
use glam::{Vec2, Vec3};

use crate::picture::Viewpoint;
use crate::render::overlay::Plate;
use crate::workspace::Workspace;
use crate::world::Item;

/// Labels nearer than this to an object count as its own, points.
const BESIDE: f32 = 12.0;

/// The rectangle around the selected object and its labels, within `view`.
pub(in crate::app) fn find(workspace: &Workspace, view: Rect, viewpoint: &Viewpoint, plates: &[Plate]) -> Option<Rect> {
    let index = workspace.selected().object()?;
    let aabb = workspace.world().objects.get(index)?.aabb;
    let seen = around((0..8).map(|i| aabb.corner(i)), view, viewpoint)?;
    let own = plates.iter().filter(|plate| plate.item == Some(Item::Object(index)));
    let beside = own.filter(|plate| seen.expand(BESIDE).intersects(plate.place));
    Some(beside.fold(seen, |all, plate| all.union(plate.place)).intersect(view))
}

/// The rectangle around points of the world in `view`; `None` when none is visible.
fn around(points: impl Iterator<Item = Vec3>, view: Rect, viewpoint: &Viewpoint) -> Option<Rect> {
    let size = Vec2::new(view.width(), view.height());
    let places = points.filter_map(|point| viewpoint.project(point, size)).map(|p| view.min + vec2(p.x, p.y));
    let all = Rect::from_points(&places.collect::<Vec<_>>());
    all.is_finite().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene_view;
    use crate::scene::tour;
    use eframe::egui::pos2;

    #[test]
    fn labels_beside_the_object_are_its_own() {
        let mut workspace = Workspace::new(tour().unwrap(), None);
        let view = Rect::from_min_size(pos2(200.0, 30.0), vec2(860.0, 600.0));
        let viewpoint = scene_view(workspace.scene(), workspace.world(), view.aspect_ratio());
        let object = find(&workspace, view, &viewpoint, &[]).unwrap();
        assert!(view.contains_rect(object), "{object:?}");
        let label = Rect::from_min_size(object.right_center() + vec2(BESIDE - 2.0, 0.0), vec2(50.0, 10.0));
        let far = label.translate(vec2(20.0, 0.0));
        let plates = [label, far].map(|place| Plate { place, item: Some(Item::Object(0)) });
        assert_eq!(find(&workspace, view, &viewpoint, &plates), Some(object.union(label)));
        workspace.selection_mut().select_object(None);
        assert_eq!(find(&workspace, view, &viewpoint, &plates), None);
    }
}
