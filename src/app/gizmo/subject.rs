//! The items that the gizmo changes: their pivot and axes, what can be changed of them, and why nothing can.

use std::collections::HashSet;

use glam::{DQuat, DVec3, Vec3};

use super::tool::Tool;
use crate::app::session::Session;
use crate::escape;
use crate::geometry::pose::unit_rotation;
use crate::scene::{Entry, Follow, ItemId, Projection, Scene, Track};
use crate::session::edit::transform::{Carrier, Moved, Part, tree_points, wide};
use crate::world::{ObjectAt, World};

/// The largest number of items that one drag changes.
const MOST: usize = 10_000;

/// The items of the selection as the gizmo changes them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subject {
    /// The active item.
    pub(super) id: ItemId,
    /// All items, the active one at the end.
    pub(super) items: Vec<Moved>,
    /// The place of the gizmo in world space.
    pub(super) pivot: DVec3,
    /// The rotation of the active item in world space.
    pub(super) rotation: DQuat,
    can: [bool; 3],
}

impl Subject {
    /// Whether a tool can change it.
    pub(super) fn can(&self, tool: Tool) -> bool {
        match tool {
            Tool::Select => false,
            Tool::Size => true,
            Tool::Move => self.can[0],
            Tool::Rotate => self.can[1],
            Tool::Scale => self.can[2],
        }
    }

    /// Why a tool cannot change it, a sentence. `None` when the tool can.
    pub(super) fn why_not(&self, scene: &Scene, tool: Tool) -> Option<String> {
        if self.can(tool) { None } else { self.items.iter().rev().find_map(|item| why_not(scene, item, tool)) }
    }

    /// The selection for a tool. `part` is the chosen part of the active item. `Ok(None)` without a selection.
    ///
    /// # Errors
    /// The reason why the active item has no gizmo, as a sentence.
    pub(super) fn of(session: &Session, part: Part, tool: Tool) -> Result<Option<Self>, String> {
        let (Some(id), Some(active)) = (session.active(), session.active_entry()) else { return Ok(None) };
        let (scene, world) = (session.scene(), session.world());
        if session.active_item().is_some_and(|active| session.is_locked(active)) {
            let name = quoted(scene.name_of(id).unwrap_or_default());
            return Err(format!("{name} is locked. Unlock it to move it (Ctrl+L)."));
        }
        if session.hidden().contains(id) {
            let name = quoted(scene.name_of(id).unwrap_or_default());
            return Err(format!("{name} is hidden. Show it to move it (H)."));
        }
        let mut entries = session.selected_entries();
        entries.retain(|id| !session.locked().contains(*id) && !session.hidden().contains(*id));
        if entries.len() > MOST {
            return Err(format!("More than {MOST} items are selected. Select fewer to move them."));
        }
        let active_part = if entries.len() == 1 { part } else { Part::Whole };
        let main = One::of(scene, world, active, active_part, tool)?;
        if main.cannot_change() && entries.len() != 1 {
            return Err(no_place(active));
        }
        let selected: HashSet<ItemId> = entries.iter().copied().collect();
        let others = entries.iter().filter_map(|id| scene.find(*id)).filter(|entry| *entry != active);
        let mut can = main.can;
        let mut sum = main.place;
        let mut items = Vec::new();
        for entry in others {
            // A carried camera moves with its object.
            if is_carried(scene, entry, &selected) {
                continue;
            }
            let Ok(one) = One::of(scene, world, entry, Part::Whole, tool) else { continue };
            if one.cannot_change() {
                continue;
            }
            can = std::array::from_fn(|i| can[i] && one.can[i]);
            sum += one.place;
            items.push(one.item);
        }
        items.push(main.item);
        let pivot = sum / items.len() as f64;
        Ok(Some(Self { id, items, pivot, rotation: main.rotation, can }))
    }
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
    /// Whether no tool changes it as a whole: an agent, which has only points that can be moved.
    fn cannot_change(&self) -> bool {
        self.can == [false; 3] && self.item.part == Part::Whole
    }

    fn of(scene: &Scene, world: &World, entry: Entry, part: Part, tool: Tool) -> Result<Self, String> {
        let plain = |part| Moved { entry, part, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY };
        let i = entry.index();
        match entry {
            Entry::Object(_) => object(scene, world, i, plain(part)),
            Entry::Model(_) => {
                let model = scene.models.get(i).ok_or_else(gone)?;
                let (place, rotation) = (wide(model.position), unit_rotation(model.rotation));
                Ok(Self { item: plain(Part::Whole), place, rotation, can: [true; 3] })
            }
            Entry::Camera(_) => camera(scene, world, i, plain(part)),
            Entry::Ray(_) => {
                let ray = scene.rays.get(i).ok_or_else(gone)?;
                let (start, direction) = (wide(ray.origin), wide(ray.direction));
                let place = match part {
                    Part::RayStart => start,
                    Part::RayEnd => start + direction,
                    // Its two ends have their own handles.
                    _ if tool == Tool::Move => start + direction / 2.0,
                    _ => start,
                };
                let is_whole = !matches!(part, Part::RayStart | Part::RayEnd);
                let can = [true, is_whole, is_whole];
                Ok(Self { item: plain(part), place, rotation: facing(direction), can })
            }
            Entry::Cut(_) => {
                let cut = scene.cuts.get(i).ok_or_else(gone)?;
                let (point, normal) = (DVec3::from(cut.point), DVec3::from(cut.normal));
                let is_whole = part != Part::Normal;
                let place = if is_whole { point } else { point + normal };
                Ok(Self { item: plain(part), place, rotation: facing(normal), can: [true, is_whole, false] })
            }
            Entry::Image(_) => {
                let image = scene.images.get(i).ok_or_else(gone)?;
                let (place, rotation) = (wide(image.position), DQuat::IDENTITY);
                Ok(Self { item: plain(Part::Whole), place, rotation, can: [true, false, false] })
            }
            Entry::Agent(_) => {
                let points = tree_points(scene.agents.get(i).ok_or_else(gone)?);
                let chosen = points.iter().find(|(point, _)| *point == part);
                let (_, place) = *chosen.or(points.first()).ok_or_else(|| no_place(entry))?;
                // Only a chosen point of its tree moves.
                let item = plain(chosen.map_or(Part::Whole, |(point, _)| *point));
                Ok(Self { item, place, rotation: DQuat::IDENTITY, can: [chosen.is_some(), false, false] })
            }
            Entry::Session(_) => {
                let name = quoted(scene.sessions.get(i).map_or("", |session| &session.name));
                Err(format!("{name} is a recording: its path, anchors and points cannot be moved."))
            }
            Entry::Tap(_) => {
                let name = quoted(scene.taps.get(i).map_or("", |tap| &tap.name));
                Err(format!("{name} is a point of a recorded picture. Change “screen” in the inspector to move it."))
            }
            Entry::Occlusion(_) => Err(no_place(entry)),
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
        },
        (Entry::Cut(_), Tool::Scale) => "A cut has no scale.",
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
    if let Part::PathPoint(point) = item.part
        && let Some(point) = object.path.as_ref().and_then(|path| path.points.get(point))
    {
        return Ok(One { item, place: wide(*point), rotation, can: [true, false, false] });
    }
    let item = Moved { part: Part::Whole, ..item };
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
    if let (Part::LookAt, Some(target)) = (item.part, camera.look_at) {
        let place = carrier.world_from_local.transform_point3(wide(target));
        return Ok(One { item, place, rotation: at.camera.rotation, can: [!tracked[1], false, false] });
    }
    let item = Moved { part: Part::Whole, ..item };
    let place = if tracked[0] { at.camera.position.as_dvec3() } else { eye };
    Ok(One { item, place, rotation: at.camera.rotation, can: [!tracked[0], !tracked[1], false] })
}

/// A camera as the gizmo moves it. `None` when a recording gives a part of its pose, when it belongs to a model, and
/// when it is not placed. A camera that is attached to an object can be moved.
pub(super) fn of_camera(session: &Session, index: usize) -> Option<Moved> {
    let (scene, world) = (session.scene(), session.world());
    let entry = scene.find(world.cameras.get(index)?.id)?;
    let Entry::Camera(written) = entry else { return None };
    let item = Moved { entry, part: Part::Whole, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY };
    let one = camera(scene, world, written, item).ok()?;
    (one.can[0] && one.can[1]).then_some(one.item)
}

fn origin(object: &ObjectAt) -> DVec3 {
    wide(Vec3::from(object.pose.world_from_local().translation).to_array())
}

fn is_carried(scene: &Scene, entry: Entry, selected: &HashSet<ItemId>) -> bool {
    let Entry::Camera(index) = entry else { return false };
    let Some(carrier) = scene.cameras.get(index).and_then(|camera| camera.attach.as_deref()) else { return false };
    scene.objects.iter().any(|object| object.name == carrier && selected.contains(&object.id.get()))
}

/// Whether a recording gives the position, and whether it gives the rotation.
fn driven(follow: Option<&Follow>) -> [bool; 2] {
    match follow.map(|follow| follow.track) {
        None => [false, false],
        Some(Track::Pose) => [true, true],
        Some(Track::Position) => [true, false],
        Some(Track::Rotation) => [false, true],
    }
}

/// Why a recording keeps a tool from changing an item: what the recording gives, and the verb of the tool.
fn follows(name: &str, follow: Option<&Follow>, [what, verb]: [&str; 2]) -> String {
    let session = quoted(follow.map_or("", |follow| &follow.name));
    format!(
        "{name} follows the session {session}, which gives its {what}. Clear “follows” in the inspector to {verb} it."
    )
}

fn no_place(entry: Entry) -> String {
    format!("{} has no place of its own to move.", capital(entry.kind().word()))
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

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
