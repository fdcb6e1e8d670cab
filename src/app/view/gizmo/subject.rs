//! The items that the gizmo changes: their pivot and axes, what can be changed of them, and why nothing can.

use glam::{DQuat, DVec3, Vec3};

use crate::app::command::tool::Tool;
use crate::escape;
use crate::geometry::narrate::capitalized;
use crate::geometry::pose::unit_rotation;
use crate::scene::{Entry, Follow, ItemId, ItemSet, Projection, Scene};
use crate::workspace::Workspace;
use crate::workspace::edit::transform::{Carrier, Moved, MovedPart, driven, tree_points, wide};
use crate::world::{ObjectAt, World};

/// The largest number of items that one drag changes.
const MOST: usize = 10_000;

/// The items of the selection as the gizmo changes them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GizmoSubject {
    /// The active item.
    pub(super) id: ItemId,
    /// All items, the active one at the end.
    pub(super) items: Vec<Moved>,
    /// The place of the gizmo in world space: the centre of the items that can be moved, else that of all items.
    pub(super) pivot: DVec3,
    /// The rotation of the last item in world space.
    pub(super) rotation: DQuat,
    /// Why the active item is not among the items, a sentence.
    pub(super) why_not_active: Option<String>,
    /// For each item, whether it can be moved, rotated and scaled.
    can: Vec<[bool; 3]>,
}

impl GizmoSubject {
    /// Whether a tool can change one of the items. An item that has no rotation or no scale moves about the pivot with
    /// the others.
    pub(super) fn can(&self, tool: Tool) -> bool {
        let any = |of_tool: usize| self.can.iter().any(|can| can[of_tool]);
        match tool {
            Tool::Select => false,
            Tool::Size => true,
            Tool::Move => any(0),
            Tool::Rotate => any(1),
            Tool::Scale => any(2),
        }
    }

    /// The active item, when it is the only one.
    pub(super) fn alone(&self) -> Option<&Moved> {
        match &self.items[..] {
            [item] if self.why_not_active.is_none() => Some(item),
            _ => None,
        }
    }

    /// Whether a camera or a ray is among the items that can be rotated.
    pub(super) fn can_aim(&self) -> bool {
        let mut items = self.items.iter().zip(&self.can);
        items.any(|(item, can)| can[1] && matches!(item.entry, Entry::Camera(_) | Entry::Ray(_)))
    }

    /// Why a tool can change none of the items, a sentence. `None` when the tool can.
    pub(super) fn why_not(&self, scene: &Scene, tool: Tool) -> Option<String> {
        if self.can(tool) { None } else { self.items.iter().rev().find_map(|item| why_not(scene, item, tool)) }
    }

    /// The selection for a tool. `part` is the chosen part of the active item. `Ok(None)` without a selection.
    ///
    /// # Errors
    /// The reason why the active item has no gizmo, as a sentence, when no other selected item has one.
    pub(super) fn of(workspace: &Workspace, part: MovedPart, tool: Tool) -> Result<Option<Self>, String> {
        let (Some(id), Some(active)) = (workspace.selection().active(), workspace.selection().active_entry()) else {
            return Ok(None);
        };
        let (scene, world) = (workspace.scene(), workspace.world());
        let mut entries = workspace.selection().selected_entries();
        entries.retain(|id| !workspace.marks().locked().contains(*id) && !workspace.marks().hidden().contains(*id));
        if entries.len() > MOST {
            return Err(format!("More than {MOST} items are selected. Select fewer to move them."));
        }
        let main = match why_fixed(workspace, id) {
            Some(why) => Err(why),
            None if entries.len() == 1 => One::of(scene, world, active, part, tool),
            None => One::of_several(scene, world, active, tool),
        };
        let (main, why_not_active) = match main {
            Ok(main) => (Some(main), None),
            Err(why) => (None, Some(why)),
        };
        let selected: ItemSet = entries.iter().copied().collect();
        let others = entries.iter().filter_map(|id| scene.find(*id)).filter(|entry| *entry != active);
        // A carried camera moves with its object.
        let others = others.filter(|entry| !is_carried(scene, *entry, &selected));
        let others = others.filter_map(|entry| One::of_several(scene, world, entry, tool).ok());
        let (mut items, mut places, mut can, mut rotation) = (Vec::new(), Vec::new(), Vec::new(), DQuat::IDENTITY);
        for one in others.chain(main) {
            items.push(one.item);
            places.push(one.place);
            can.push(one.can);
            rotation = one.rotation;
        }
        let movable = places.iter().zip(&can).filter(|(_, can)| can[0]).map(|(place, _)| *place);
        let Some(pivot) = centre(movable).or_else(|| centre(places.iter().copied())) else {
            return Err(why_not_active.unwrap_or_else(gone));
        };
        Ok(Some(Self { id, items, pivot, rotation, why_not_active, can }))
    }
}

/// Why no tool changes an item, a sentence: the user has locked or hidden it.
fn why_fixed(workspace: &Workspace, active: ItemId) -> Option<String> {
    let name = || quoted(workspace.scene().name_of(active).unwrap_or_default());
    if workspace.world().find(active).is_some_and(|item| workspace.marks().is_locked(item)) {
        Some(format!("{} is locked. Unlock it to move it (Ctrl+L).", name()))
    } else if workspace.marks().hidden().contains(active) {
        Some(format!("{} is hidden. Show it to move it (H).", name()))
    } else {
        None
    }
}

/// The mean of places; `None` without any.
fn centre(places: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let (sum, count) = places.fold((DVec3::ZERO, 0_u32), |(sum, count), place| (sum + place, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// One item.
struct One {
    item: Moved,
    place: DVec3,
    rotation: DQuat,
    /// Whether it can be moved, rotated and scaled.
    can: [bool; 3],
}

impl One {
    /// All of an item among several ones. An agent has only points that can be moved, and none of them is chosen.
    fn of_several(scene: &Scene, world: &World, entry: Entry, tool: Tool) -> Result<Self, String> {
        let one = Self::of(scene, world, entry, MovedPart::Whole, tool)?;
        if one.can == [false; 3] { Err(no_place(entry)) } else { Ok(one) }
    }

    fn of(scene: &Scene, world: &World, entry: Entry, part: MovedPart, tool: Tool) -> Result<Self, String> {
        let plain = |part| Moved { entry, part, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY };
        let i = entry.index();
        match entry {
            Entry::Object(_) => object(scene, world, i, plain(part)),
            Entry::Model(_) => {
                let model = scene.models.get(i).ok_or_else(gone)?;
                let (place, rotation) = (wide(model.position), unit_rotation(model.rotation));
                Ok(Self { item: plain(MovedPart::Whole), place, rotation, can: [true; 3] })
            }
            Entry::Camera(_) => camera(scene, world, i, plain(part)),
            Entry::Ray(_) => {
                let ray = scene.rays.get(i).ok_or_else(gone)?;
                let (start, direction) = (wide(ray.origin), wide(ray.direction));
                let place = match part {
                    MovedPart::RayStart => start,
                    MovedPart::RayEnd => start + direction,
                    // Its two ends have their own handles.
                    _ if tool == Tool::Move => start + direction / 2.0,
                    _ => start,
                };
                let is_whole = !matches!(part, MovedPart::RayStart | MovedPart::RayEnd);
                let can = [true, is_whole, is_whole];
                Ok(Self { item: plain(part), place, rotation: facing(direction), can })
            }
            Entry::Cut(_) => {
                let cut = scene.cuts.get(i).ok_or_else(gone)?;
                let (point, normal) = (DVec3::from(cut.point), DVec3::from(cut.normal));
                let is_whole = part != MovedPart::Normal;
                let place = if is_whole { point } else { point + normal };
                Ok(Self { item: plain(part), place, rotation: facing(normal), can: [true, is_whole, false] })
            }
            Entry::Leak(_) => {
                let leak = scene.leaks.get(i).ok_or_else(gone)?;
                let goal = leak.to.filter(|_| part == MovedPart::LeakGoal);
                let place = DVec3::from(goal.unwrap_or(leak.from));
                let part = if goal.is_some() { part } else { MovedPart::Whole };
                Ok(Self { item: plain(part), place, rotation: DQuat::IDENTITY, can: [true, false, false] })
            }
            Entry::Image(_) => {
                let image = scene.images.get(i).ok_or_else(gone)?;
                let (place, rotation) = (wide(image.position), DQuat::IDENTITY);
                Ok(Self { item: plain(MovedPart::Whole), place, rotation, can: [true, false, false] })
            }
            Entry::Agent(_) => {
                let points = tree_points(scene.agents.get(i).ok_or_else(gone)?);
                let chosen = points.iter().find(|(point, _)| *point == part);
                let (_, place) = *chosen.or(points.first()).ok_or_else(|| no_place(entry))?;
                // Only a chosen point of its tree moves.
                let item = plain(chosen.map_or(MovedPart::Whole, |(point, _)| *point));
                Ok(Self { item, place, rotation: DQuat::IDENTITY, can: [chosen.is_some(), false, false] })
            }
            Entry::Session(_) => {
                let name = quoted(scene.sessions.get(i).map_or("", |workspace| &workspace.name));
                Err(format!("{name} is a recording: its path, anchors and points cannot be moved."))
            }
            Entry::Tap(_) => {
                let name = quoted(scene.taps.get(i).map_or("", |tap| &tap.name));
                Err(format!("{name} is a point of a recorded picture. Change “screen” in the inspector to move it."))
            }
            Entry::Occlusion(_) | Entry::Collider(_) => Err(no_place(entry)),
        }
    }
}

/// Why a tool cannot change an item, a sentence.
fn why_not(scene: &Scene, item: &Moved, tool: Tool) -> Option<String> {
    let i = item.entry.index();
    let (name, follow) = match item.entry {
        Entry::Object(_) => scene.objects.get(i).map(|object| (&*object.name, object.session.as_ref()))?,
        Entry::Camera(_) => scene.cameras.get(i).map(|camera| (&*camera.name, camera.session.as_ref()))?,
        _ => ("", None),
    };
    match (tool, driven(follow)) {
        (Tool::Move, [true, _]) => return Some(follows(&quoted(name), follow, ["position", "move"])),
        (Tool::Rotate, [_, true]) => return Some(follows(&quoted(name), follow, ["rotation", "rotate"])),
        _ => {}
    }
    let words = match (item.entry, tool) {
        (Entry::Camera(_), Tool::Scale) => match scene.cameras.get(i)?.projection {
            Projection::Perspective { .. } => {
                "A camera has no scale. Drag near, far and field of view with the Size tool."
            }
            Projection::Orthographic { .. } => "A camera has no scale. Drag near, far and height with the Size tool.",
            Projection::Frustum { .. } | Projection::Ortho { .. } => {
                "A camera has no scale. Drag near, far and the borders with the Size tool."
            }
            Projection::Matrix(_) => "A camera has no scale. Its matrix has all sizes.",
        },
        (Entry::Cut(_), Tool::Scale) => "A cut has no scale.",
        (Entry::Leak(_), Tool::Rotate) => "A leak has no rotation.",
        (Entry::Leak(_), Tool::Scale) => "A leak has no scale. Change its radius in the inspector.",
        (Entry::Image(_), Tool::Rotate) => "An image has no rotation: it always faces +Z.",
        (Entry::Image(_), Tool::Scale) => "An image has no scale. Drag its width and height with the Size tool.",
        (Entry::Agent(_), Tool::Move) => {
            "An agent has no place of its own. Choose the Move tool and click the dot of a point of its tree first."
        }
        (Entry::Agent(_), Tool::Rotate) => "An agent has no rotation. Rotate its body.",
        (Entry::Agent(_), Tool::Scale) => "An agent has no scale. Scale its body.",
        _ => return None,
    };
    Some(words.to_owned())
}

fn object(scene: &Scene, world: &World, index: usize, item: Moved) -> Result<One, String> {
    let object = scene.objects.get(index).ok_or_else(gone)?;
    let name = quoted(&object.name);
    let tracked = driven(object.session.as_ref());
    if tracked == [true, true] {
        return Err(follows(&name, object.session.as_ref(), ["pose", "move"]));
    }
    let id = object.id.get();
    let found = || world.objects.iter().find(|placed| placed.id == id);
    // Without unplaced objects before it, the index is that of the world.
    let placed = world.objects.get(index).filter(|placed| placed.id == id).or_else(found);
    let rotation = placed.map_or_else(|| unit_rotation(object.rotation), |placed| placed.rotation);
    if let MovedPart::PathPoint(point) = item.part
        && let Some(point) = object.path.as_ref().and_then(|path| path.points.get(point))
    {
        return Ok(One { item, place: wide(*point), rotation, can: [true, false, false] });
    }
    let item = Moved { part: MovedPart::Whole, ..item };
    let place = match (placed, &object.path) {
        (Some(placed), _) => origin(placed),
        (None, Some(path)) => path.points.first().map_or(DVec3::ZERO, |point| wide(*point)),
        (None, None) => wide(object.position),
    };
    let agent = scene.agents.iter().find(|agent| agent.body.as_deref() == Some(&*object.name));
    if let (Some(agent), None, None) = (agent, &object.path, &object.session)
        && (place - wide(object.position)).length() > 1e-4
    {
        return Err(format!(
            "The agent {} has moved {name}. Go to tick 0 to place {name} where the agent starts.",
            quoted(&agent.name)
        ));
    }
    Ok(One { item, place, rotation, can: [!tracked[0], !tracked[1], true] })
}

fn camera(scene: &Scene, world: &World, index: usize, item: Moved) -> Result<One, String> {
    let camera = scene.cameras.get(index).ok_or_else(gone)?;
    let at = world.cameras.get(index).ok_or_else(gone)?;
    let name = quoted(&camera.name);
    if let Some(error) = &at.error {
        return Err(format!("{name} cannot be moved: {error}."));
    }
    let tracked = driven(camera.session.as_ref());
    if tracked == [true, true] {
        return Err(follows(&name, camera.session.as_ref(), ["pose", "move"]));
    }
    let carrier = Carrier::of(camera.attach.as_deref(), world).unwrap_or(Carrier::WORLD);
    let item = Moved { carrier, rotation: at.camera.rotation, ..item };
    let eye = carrier.world_from_local.transform_point3(wide(camera.position));
    if let (MovedPart::LookAt, Some(target)) = (item.part, camera.look_at) {
        let place = carrier.world_from_local.transform_point3(wide(target));
        return Ok(One { item, place, rotation: at.camera.rotation, can: [!tracked[1], false, false] });
    }
    let item = Moved { part: MovedPart::Whole, ..item };
    let place = if tracked[0] { at.camera.position.as_dvec3() } else { eye };
    Ok(One { item, place, rotation: at.camera.rotation, can: [!tracked[0], !tracked[1], false] })
}

/// A camera as the gizmo moves it. `None` when a recording gives a part of its pose, when it belongs to a model, and
/// when it is not placed. A camera that is attached to an object can be moved.
pub(super) fn of_camera(workspace: &Workspace, index: usize) -> Option<Moved> {
    let (scene, world) = (workspace.scene(), workspace.world());
    let entry = scene.find(world.cameras.get(index)?.id)?;
    let Entry::Camera(written) = entry else { return None };
    let item = Moved { entry, part: MovedPart::Whole, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY };
    let one = camera(scene, world, written, item).ok()?;
    (one.can[0] && one.can[1]).then_some(one.item)
}

fn origin(object: &ObjectAt) -> DVec3 {
    wide(Vec3::from(object.pose.world_from_local().translation).to_array())
}

fn is_carried(scene: &Scene, entry: Entry, selected: &ItemSet) -> bool {
    let Entry::Camera(index) = entry else { return false };
    let Some(carrier) = scene.cameras.get(index).and_then(|camera| camera.attach.as_deref()) else { return false };
    scene.objects.iter().any(|object| object.name == carrier && selected.contains(&object.id.get()))
}

/// Why a recording keeps a tool from changing an item: what the recording gives, and the verb of the tool.
fn follows(name: &str, follow: Option<&Follow>, [what, verb]: [&str; 2]) -> String {
    let session = quoted(follow.map_or("", |follow| &follow.name));
    format!(
        "{name} follows the session {session}, which gives its {what}. Clear “follows” in the inspector to {verb} it."
    )
}

fn no_place(entry: Entry) -> String {
    format!("{} has no place of its own to move.", capitalized(entry.kind().word()))
}

/// A rotation whose −Z points in a direction.
fn facing(direction: DVec3) -> DQuat {
    DQuat::from_rotation_arc(DVec3::NEG_Z, direction.normalize_or(DVec3::NEG_Z))
}

fn quoted(name: &str) -> String {
    format!("“{}”", escape::shown(name))
}

fn gone() -> String {
    "The selected item is not in the scene at this tick.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;
    use crate::workspace::edit::transform::{Transform, transform};
    use crate::world::Item;

    const SCENE: &str = r#"{ "eyeline": 1,
        "sessions": [ { "name": "walk", "file": "walk.txt" } ],
        "cameras": [ { "name": "eye", "position": [-4, 0, 0] }, { "name": "other", "position": [0, 6, 0] },
            { "name": "pinned", "position": [9, 9, 9], "session": { "name": "walk" } } ],
        "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [2, 0, 0] },
            { "name": "cube", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [-4, 0, 6] },
            { "name": "walker", "shape": { "sphere": { "radius": 1 } }, "position": [7, 7, 7],
              "session": { "name": "walk", "track": "position" } } ] }"#;

    /// The subject of these items for a tool. The last one is the active item.
    fn subject(items: &[Item], tool: Tool) -> (Workspace, GizmoSubject) {
        let mut workspace = Workspace::new(parse(SCENE, "a.json").unwrap(), None);
        workspace.selection_mut().choose(*items.last().unwrap(), false);
        workspace.selection_mut().extend(items);
        let subject = GizmoSubject::of(&workspace, MovedPart::Whole, tool).unwrap().unwrap();
        (workspace, subject)
    }

    #[test]
    fn a_tool_is_refused_only_when_no_item_can_take_it() {
        const TOOLS: [Tool; 3] = [Tool::Move, Tool::Rotate, Tool::Scale];
        for (items, expected) in [
            (vec![Item::Object(0)], [true, true, true]),
            (vec![Item::Camera(0)], [true, true, false]),
            (vec![Item::Camera(0), Item::Camera(1)], [true, true, false]),
            (vec![Item::Camera(0), Item::Object(0)], [true, true, true]),
            (vec![Item::Object(0), Item::Camera(0)], [true, true, true]),
            (vec![Item::Object(2)], [false, true, true]),
            (vec![Item::Object(0), Item::Object(2)], [true, true, true]),
        ] {
            for (tool, expected) in TOOLS.into_iter().zip(expected) {
                let (workspace, subject) = subject(&items, tool);
                assert_eq!(subject.items.len(), items.len(), "{items:?}");
                assert_eq!(subject.can(tool), expected, "{items:?} {tool:?}");
                assert_eq!(subject.why_not(workspace.scene(), tool).is_none(), expected, "{items:?} {tool:?}");
            }
        }
    }

    #[test]
    fn a_scale_of_several_items_scales_those_that_can_and_moves_all_from_the_pivot() {
        let (workspace, subject) = subject(&[Item::Camera(0), Item::Object(1), Item::Object(0)], Tool::Scale);
        assert_eq!(subject.pivot, DVec3::new(-2.0, 0.0, 2.0));
        let before = workspace.scene();
        let mut after = Scene::clone(before);
        let change = Transform::Scale { pivot: subject.pivot, factors: DVec3::splat(2.0) };
        for item in &subject.items {
            transform(&mut after, before, item, &change, 1e-6);
        }
        assert_eq!([0, 1].map(|i| after.objects[i].scale), [[2.0; 3]; 2]);
        assert_eq!([0, 1].map(|i| after.objects[i].position), [[6.0, 0.0, -2.0], [-6.0, 0.0, 10.0]]);
        let (old, new) = (&before.cameras[0], &after.cameras[0]);
        assert_eq!(Vec3::from(new.position), Vec3::new(-6.0, 0.0, -2.0));
        assert_eq!((new.projection, new.near, new.far), (old.projection, old.near, old.far));
    }

    #[test]
    fn what_a_recording_moves_stays_and_is_not_part_of_the_centre() {
        let (workspace, subject) = subject(&[Item::Object(0), Item::Object(2)], Tool::Move);
        assert_eq!(subject.pivot, DVec3::new(2.0, 0.0, 0.0));
        let before = workspace.scene();
        let mut after = Scene::clone(before);
        for item in &subject.items {
            transform(&mut after, before, item, &Transform::Move(DVec3::Y), 1e-6);
        }
        assert_eq!([0, 2].map(|i| after.objects[i].position), [[2.0, 1.0, 0.0], [7.0; 3]]);
    }

    #[test]
    fn items_move_without_an_active_item_that_cannot() {
        let (_, moved) = subject(&[Item::Object(0), Item::Camera(2)], Tool::Move);
        assert_eq!((moved.items.len(), moved.pivot), (1, DVec3::new(2.0, 0.0, 0.0)));
        assert!(moved.why_not_active.as_ref().is_some_and(|why| why.contains("follows the session")), "{moved:?}");
        assert_eq!(moved.alone(), None);
        assert!(!moved.can_aim());
        let mut workspace = Workspace::new(parse(SCENE, "a.json").unwrap(), None);
        workspace.selection_mut().choose(Item::Camera(2), false);
        let why = GizmoSubject::of(&workspace, MovedPart::Whole, Tool::Move).unwrap_err();
        assert!(why.contains("follows the session"), "{why}");
    }
}
