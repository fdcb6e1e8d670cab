//! Placing by surfaces: the selection drops on what is below it, and a click places or aims it.

use std::collections::HashSet;

use eframe::egui::Pos2;
use glam::{DVec3, Vec3};

use super::Gizmo;
use super::lens::ScreenProjection;
use super::subject::Subject;
use super::tool::Tool;
use crate::app::session::Session;
use crate::geometry::Aabb;
use crate::scene::Entry;
use crate::session::edit::align::{Placed, Side, align};
use crate::session::edit::transform::{Moved, Part, Transform, aim, transform, wide};
use crate::session::surface::{fall, surface};
use crate::world::{Thing, World};

/// Coordinates are written with this grain, metres.
const GRAIN: f64 = 1e-4;

/// What the next click on a surface does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Click {
    /// The selected cameras and rays point at it.
    Aim,
    /// The selection is placed on it.
    Place,
}

impl Click {
    /// What to do, above the view.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Aim => "Click the point to aim at. Esc: cancel",
            Self::Place => "Click a surface to move the selection onto it. Esc: cancel",
        }
    }
}

impl Gizmo {
    /// Waits for a click on a surface.
    pub(in crate::app) fn wait_for(&mut self, click: Click) {
        self.click = Some(click);
    }

    /// Lets each selected object and model fall on the surface below it; without a surface, on the plane y = 0 if it is
    /// above that plane.
    pub(in crate::app) fn drop_to_surface(&mut self, session: &mut Session) {
        let Ok(Some(subject)) = Subject::of(session, Part::Whole, Tool::Move) else { return };
        let up = session.scene().view.as_ref().map_or(Vec3::Y, |view| Vec3::from(view.up).normalize_or(Vec3::Y));
        let world = session.world();
        let selected = objects(world, session, &subject.items);
        let falls = subject.items.iter().filter_map(|item| {
            let aabb = bounds(world, &objects(world, session, std::slice::from_ref(item)))?;
            let by = fall(world, &aabb, up, |index| !selected.contains(&index)).or_else(|| above_ground(&aabb, up))?;
            Some((*item, Transform::Move(up.as_dvec3() * -f64::from(by))))
        });
        let falls: Vec<_> = falls.collect();
        if falls.is_empty() {
            self.say("No surface is below the selection, and it is not above the plane y = 0.");
            return;
        }
        let before = std::sync::Arc::clone(session.scene());
        session.command("drop to surface", |scene, _| {
            for (item, change) in &falls {
                transform(scene, &before, item, change, GRAIN);
            }
        });
    }

    /// Moves the selected items along an axis until they are in line with the active one, as one step.
    pub(in crate::app) fn align(session: &mut Session, side: Side, axis: usize) {
        let Ok(Some(subject)) = Subject::of(session, Part::Whole, Tool::Move) else { return };
        let placed = |item: &Moved| Some(Placed { item: *item, extent: extent(session, item)? });
        let Some((active, others)) = subject.items.split_last() else { return };
        let Some(active) = placed(active) else { return };
        let others: Vec<Placed> = others.iter().filter_map(placed).collect();
        session.command("align", |scene, _| align(scene, &active, &others, side, axis));
    }

    /// Why the selected items cannot be aligned, a sentence.
    pub(in crate::app) fn why_not_align(session: &Session) -> Option<String> {
        match Subject::of(session, Part::Whole, Tool::Move) {
            Err(why) => Some(why),
            Ok(Some(subject)) if subject.items.len() > 1 => None,
            Ok(_) => Some("Select two or more items: the others move to the one that was selected last.".to_owned()),
        }
    }

    /// Carries out a click on the view.
    pub(super) fn clicked(&mut self, session: &mut Session, click: Click, lens: &ScreenProjection, at: Pos2) {
        let Ok(Some(subject)) = Subject::of(session, Part::Whole, Tool::Rotate) else { return };
        let world = session.world();
        let selected = objects(world, session, &subject.items);
        let sight = lens.sight(at);
        let (origin, direction) = (sight.origin.as_vec3(), sight.direction.as_vec3());
        let found = surface(world, origin, direction, |index| !selected.contains(&index));
        let Some(found) = found else {
            self.say("No surface is at this point. Click an object.");
            return;
        };
        let target = found.point.as_dvec3();
        let before = std::sync::Arc::clone(session.scene());
        self.click = None;
        match click {
            Click::Aim => session.command("aim", |scene, _| {
                for item in &subject.items {
                    aim(scene, &before, item, target);
                }
            }),
            Click::Place => {
                let by = match bounds(world, &selected) {
                    Some(aabb) => {
                        let above = aabb.half_extents().dot(found.normal.abs());
                        (found.point + found.normal * above - aabb.centre()).as_dvec3()
                    }
                    None => target - subject.pivot,
                };
                session.command("place", |scene, _| {
                    for item in &subject.items {
                        transform(scene, &before, item, &Transform::Move(by), GRAIN);
                    }
                })
            }
        };
    }

    /// Shows a sentence above the view for some seconds.
    fn say(&mut self, words: &str) {
        self.message = Some((words.to_owned(), None));
    }
}

/// The objects of the world that belong to these items.
fn objects(world: &World, session: &Session, items: &[Moved]) -> HashSet<usize> {
    let scene = session.scene();
    let of_item = |item: &Moved| match item.entry {
        Entry::Object(index) => {
            let thing = scene.objects.get(index).and_then(|object| world.find(object.id.get()));
            if let Some(Thing::Object(index)) = thing { index..index + 1 } else { 0..0 }
        }
        Entry::Model(index) => world.models.get(index).map_or(0..0, |model| model.objects.clone()),
        _ => 0..0,
    };
    items.iter().flat_map(of_item).collect()
}

/// The least and the greatest corner of an item in world space: those of its box, its points, or its place.
fn extent(session: &Session, item: &Moved) -> Option<[DVec3; 2]> {
    let world = session.world();
    let i = item.entry.index();
    Some(match item.entry {
        Entry::Camera(_) => [world.cameras.get(i)?.camera.position.as_dvec3(); 2],
        Entry::Ray(_) => {
            let ray = session.scene().rays.get(i)?;
            let start = wide(ray.origin);
            let end = start + wide(ray.direction);
            [start.min(end), start.max(end)]
        }
        Entry::Cut(_) => [DVec3::from(session.scene().cuts.get(i)?.point); 2],
        _ => {
            let aabb = bounds(world, &objects(world, session, std::slice::from_ref(item)))?;
            [aabb.min.as_dvec3(), aabb.max.as_dvec3()]
        }
    })
}

/// The height of a box above the plane through the origin across `up`; `None` when it is not above it.
fn above_ground(aabb: &Aabb, up: Vec3) -> Option<f32> {
    let low = aabb.centre().dot(up) - aabb.half_extents().dot(up.abs());
    (low > 0.0).then_some(low)
}

fn bounds(world: &World, objects: &HashSet<usize>) -> Option<Aabb> {
    let mut indices: Vec<usize> = objects.iter().copied().collect();
    indices.sort_unstable();
    indices.into_iter().filter_map(|index| Some(world.objects.get(index)?.aabb)).reduce(|a, b| a.union(&b))
}

/// Whether a selection has a camera or a ray, which can be aimed.
pub(super) fn can_aim(subject: &Subject) -> bool {
    subject.items.iter().any(|item| matches!(item.entry, Entry::Camera(_) | Entry::Ray(_))) && subject.can(Tool::Rotate)
}
