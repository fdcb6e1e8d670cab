//! Placing by surfaces: the selection drops on what is below it, and a click places or aims it.

use std::collections::HashSet;

use eframe::egui::Pos2;
use glam::{DVec3, Vec3};

use super::Gizmo;
use super::lens::ScreenProjection;
use super::subject::GizmoSubject;
use crate::app::command::tool::Click;
use crate::app::command::tool::Tool;
use crate::geometry::Aabb;
use crate::scene::Entry;
use crate::workspace::Workspace;
use crate::workspace::edit::align::{AlignSide, PlacedItem, align};
use crate::workspace::edit::transform::{Moved, MovedPart, Transform, aim, transform, tree_points, wide};
use crate::workspace::surface::{fall, ground, surface};
use crate::world::{Item, World};

/// Coordinates are written with this grain, metres.
const GRAIN: f64 = 1e-4;
/// An item rests on a surface that is at most this far away, metres.
const RESTS: f32 = 1e-4;

impl Gizmo {
    /// Waits for a click on a surface.
    pub(in crate::app) fn wait_for(&mut self, click: Click) {
        self.click = Some(click);
    }

    /// Lets each selected object, model and image, or the chosen point of an agent's tree, fall on the surface below it;
    /// without a surface, on the plane y = 0 if it is above that plane.
    pub(in crate::app) fn drop_to_surface(&mut self, workspace: &mut Workspace) {
        let part = self.placed_part(workspace);
        let Ok(Some(subject)) = GizmoSubject::of(workspace, part, Tool::Move) else { return };
        if let Some(why) = why_not_move(workspace, &subject) {
            self.say(&why);
            return;
        }
        let up = workspace.scene().up();
        let world = workspace.world();
        let selected = objects(world, workspace, &subject.items);
        let landings = subject.items.iter().filter_map(|item| {
            let aabb = box_of(workspace, item)?;
            Some((*item, Landing::of(fall(world, &aabb, up, |index| !selected.contains(&index)), low_side(&aabb, up))))
        });
        let landings: Vec<(Moved, Landing)> = landings.collect();
        let falls = landings.iter().filter_map(|(item, landing)| match landing {
            Landing::Falls(by) => Some((*item, Transform::Move(up.as_dvec3() * -f64::from(*by)))),
            _ => None,
        });
        let falls: Vec<_> = falls.collect();
        if falls.is_empty() {
            self.say(&why_no_fall(&landings));
            return;
        }
        let before = std::sync::Arc::clone(workspace.scene());
        workspace.command("drop to surface", |scene, _| {
            for (item, change) in &falls {
                transform(scene, &before, item, change, GRAIN);
            }
        });
    }

    /// Moves the selected items along an axis until they are in line with the active one, as one step.
    pub(in crate::app) fn align(workspace: &mut Workspace, side: AlignSide, axis: usize) {
        let Ok(Some(subject)) = GizmoSubject::of(workspace, MovedPart::Whole, Tool::Move) else { return };
        if subject.why_not_active.is_some() {
            return;
        }
        let placed = |item: &Moved| Some(PlacedItem { item: *item, extent: extent(workspace, item)? });
        let Some((active, others)) = subject.items.split_last() else { return };
        let Some(active) = placed(active) else { return };
        let others: Vec<PlacedItem> = others.iter().filter_map(placed).collect();
        workspace.command("align", |scene, _| align(scene, &active, &others, side, axis));
    }

    /// Why the selected items cannot be aligned, a sentence.
    pub(in crate::app) fn why_not_align(workspace: &Workspace) -> Option<String> {
        match GizmoSubject::of(workspace, MovedPart::Whole, Tool::Move) {
            Err(why) => Some(why),
            Ok(Some(subject)) if subject.why_not_active.is_some() => subject.why_not_active,
            Ok(Some(subject)) if subject.items.len() > 1 => None,
            Ok(_) => Some("Select two or more items: the others move to the one that was selected last.".to_owned()),
        }
    }

    /// Carries out a click on the view.
    pub(super) fn clicked(&mut self, workspace: &mut Workspace, click: Click, lens: &ScreenProjection, at: Pos2) {
        let part = self.placed_part(workspace);
        let Ok(Some(subject)) = GizmoSubject::of(workspace, part, Tool::Rotate) else { return };
        if click == Click::Place
            && let Some(why) = why_not_move(workspace, &subject)
        {
            self.click = None;
            self.say(&why);
            return;
        }
        let world = workspace.world();
        let selected = objects(world, workspace, &subject.items);
        let sight = lens.sight(at);
        let (origin, direction) = (sight.origin.as_vec3(), sight.direction.as_vec3());
        let is_asked = |index: usize| {
            let is_hidden =
                world.objects.get(index).is_some_and(|object| workspace.marks().hidden().contains(object.id));
            !is_hidden && !selected.contains(&index)
        };
        let on_surface = surface(world, origin, direction, is_asked).map(|found| (found.point, found.normal));
        let on_ground = || ground(sight.origin, sight.direction).map(|point| (point.as_vec3(), Vec3::Y));
        let Some((point, normal)) = on_surface.or_else(on_ground) else {
            self.say("No surface and no ground is at this point. Click an object or the ground.");
            return;
        };
        let target = point.as_dvec3();
        let before = std::sync::Arc::clone(workspace.scene());
        self.click = None;
        match click {
            Click::Aim => workspace.command("aim", |scene, _| {
                for item in &subject.items {
                    aim(scene, &before, item, target);
                }
            }),
            Click::Place => {
                let boxes = subject.items.iter().filter_map(|item| box_of(workspace, item));
                let by = match boxes.reduce(|a, b| a.union(&b)) {
                    Some(aabb) => {
                        let above = aabb.half_extents().dot(normal.abs());
                        (point + normal * above - aabb.centre()).as_dvec3()
                    }
                    None => target - subject.pivot,
                };
                workspace.command("place", |scene, _| {
                    for item in &subject.items {
                        transform(scene, &before, item, &Transform::Move(by), GRAIN);
                    }
                })
            }
        };
    }

    /// The part of the active item that is placed: a chosen point of an agent's tree, else all of the item.
    fn placed_part(&mut self, workspace: &Workspace) -> MovedPart {
        match self.part_of(workspace) {
            part @ MovedPart::NodePoint(..) => part,
            _ => MovedPart::Whole,
        }
    }

    /// Shows a sentence above the view for some seconds.
    pub(super) fn say(&mut self, words: &str) {
        self.message = Some((words.to_owned(), None));
    }
}

/// The objects of the world that belong to these items.
fn objects(world: &World, workspace: &Workspace, items: &[Moved]) -> HashSet<usize> {
    let scene = workspace.scene();
    let of_item = |item: &Moved| match item.entry {
        Entry::Object(index) => {
            let item = scene.objects.get(index).and_then(|object| world.find(object.id.get()));
            if let Some(Item::Object(index)) = item { index..index + 1 } else { 0..0 }
        }
        Entry::Model(index) => world.models.get(index).map_or(0..0, |model| model.objects.clone()),
        // The body may stand at the point that is placed.
        Entry::Agent(index) => {
            let body = world.agents.get(index).and_then(|agent| agent.body);
            if let Some(index) = body { index..index + 1 } else { 0..0 }
        }
        _ => 0..0,
    };
    items.iter().flat_map(of_item).collect()
}

/// The least and the greatest corner of an item in world space: those of its box, its points, or its place.
fn extent(workspace: &Workspace, item: &Moved) -> Option<[DVec3; 2]> {
    let world = workspace.world();
    let i = item.entry.index();
    Some(match item.entry {
        Entry::Camera(_) => [world.cameras.get(i)?.camera.position.as_dvec3(); 2],
        Entry::Ray(_) => {
            let ray = workspace.scene().rays.get(i)?;
            let start = wide(ray.origin);
            let end = start + wide(ray.direction);
            [start.min(end), start.max(end)]
        }
        Entry::Cut(_) => [DVec3::from(workspace.scene().cuts.get(i)?.point); 2],
        Entry::Leak(_) => [DVec3::from(workspace.scene().leaks.get(i)?.from); 2],
        _ => {
            let aabb = box_of(workspace, item)?;
            [aabb.min.as_dvec3(), aabb.max.as_dvec3()]
        }
    })
}

/// Why a single item cannot be moved, a sentence. Several items move as far as they can.
fn why_not_move(workspace: &Workspace, subject: &GizmoSubject) -> Option<String> {
    let [_] = &subject.items[..] else { return None };
    subject.why_not(workspace.scene(), Tool::Move)
}

/// Where an item comes to rest.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Landing {
    /// It moves down by this many metres to a surface or to the ground; up for a negative number.
    Falls(f32),
    /// It already rests on a surface.
    OnSurface,
    /// It already rests on the plane y = 0.
    OnGround,
    /// No surface is below it, and it is not above the plane y = 0.
    Nowhere,
}

impl Landing {
    /// `to_surface` is the distance to the surface below the item, if there is one; `height` is the height of its lower
    /// side above the plane y = 0.
    fn of(to_surface: Option<f32>, height: f32) -> Self {
        match to_surface {
            Some(by) if by.abs() > RESTS => Self::Falls(by),
            Some(_) => Self::OnSurface,
            None if height > RESTS => Self::Falls(height),
            None if height >= -RESTS => Self::OnGround,
            None => Self::Nowhere,
        }
    }
}

/// Why no item falls, a sentence about the active one, which is the last.
fn why_no_fall(landings: &[(Moved, Landing)]) -> String {
    let are = if landings.len() > 1 { "They are" } else { "It is" };
    match landings.last() {
        None => "Only objects, models and images drop to a surface.".to_owned(),
        Some((_, Landing::OnGround)) => format!("{are} already on the ground."),
        Some((_, Landing::OnSurface)) => format!("{are} already on a surface."),
        Some(_) => "No surface is below the selection, and it is not above the plane y = 0.".to_owned(),
    }
}

/// The box around an item in world space; around the chosen point of an agent's tree, a box without a size. `None` for
/// other items that have a place and no extent.
fn box_of(workspace: &Workspace, item: &Moved) -> Option<Aabb> {
    let world = workspace.world();
    match item.entry {
        Entry::Image(index) => world.images.get(index).map(|image| image.quad.aabb()),
        Entry::Agent(index) => {
            let points = tree_points(workspace.scene().agents.get(index)?);
            let (_, place) = points.into_iter().find(|(part, _)| *part == item.part)?;
            Some(Aabb::around(place.as_vec3(), Vec3::ZERO))
        }
        _ => bounds(world, &objects(world, workspace, std::slice::from_ref(item))),
    }
}

/// The height of the lower side of a box above the plane through the origin across `up`.
fn low_side(aabb: &Aabb, up: Vec3) -> f32 {
    aabb.centre().dot(up) - aabb.half_extents().dot(up.abs())
}

fn bounds(world: &World, objects: &HashSet<usize>) -> Option<Aabb> {
    let mut indices: Vec<usize> = objects.iter().copied().collect();
    indices.sort_unstable();
    indices.into_iter().filter_map(|index| Some(world.objects.get(index)?.aabb)).reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_falls_on_a_surface_else_on_the_ground_and_rests_there() {
        for (to_surface, height, expected) in [
            (Some(2.0), 5.0, Landing::Falls(2.0)),
            (Some(-0.5), 0.0, Landing::Falls(-0.5)),
            (Some(0.0), 3.0, Landing::OnSurface),
            (None, 3.0, Landing::Falls(3.0)),
            (None, 5e-5, Landing::OnGround),
            (None, -5e-5, Landing::OnGround),
            (None, -1.0, Landing::Nowhere),
        ] {
            assert_eq!(Landing::of(to_surface, height), expected, "{to_surface:?} {height}");
        }
    }

    #[test]
    fn the_reason_is_that_of_the_active_item() {
        let item = Moved::in_world(Entry::Object(0));
        for (landings, expected) in [
            (vec![], "Only objects, models and images drop to a surface."),
            (vec![Landing::OnGround], "It is already on the ground."),
            (vec![Landing::Nowhere, Landing::OnGround], "They are already on the ground."),
            (vec![Landing::OnSurface], "It is already on a surface."),
            (vec![Landing::Nowhere], "No surface is below the selection, and it is not above the plane y = 0."),
        ] {
            let landings: Vec<_> = landings.into_iter().map(|landing| (item, landing)).collect();
            assert_eq!(why_no_fall(&landings), expected);
        }
    }

    #[test]
    fn the_lower_side_is_measured_along_the_up_direction() {
        let aabb = Aabb::around(Vec3::new(1.0, 5.0, -3.0), Vec3::new(1.0, 2.0, 0.5));
        for (up, expected) in [(Vec3::Y, 3.0), (Vec3::Z, -3.5), (Vec3::NEG_Z, 2.5)] {
            assert!((low_side(&aabb, up) - expected).abs() < 1e-6, "{up}");
        }
    }
}
