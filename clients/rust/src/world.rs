//! The present world of the game, and what of it eyeline does not know yet.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::{discriminant, take};

use crate::camera::{Camera, Direction};
use crate::json;
use crate::object::{Object, Shape};
use crate::place::{Place, Pose};
use crate::tick::{Entry, Id, Name, Parts, Said, Tick};

#[derive(Debug, Default)]
pub(crate) struct World {
    slots: Vec<Slot>,
    /// The slot of each name.
    by_name: HashMap<Box<str>, usize, BuildHasherDefault<NameHasher>>,
    free: Vec<usize>,
    /// The slots that have changed in this tick.
    dirty: Vec<usize>,
    /// Whether an entry was removed in this tick.
    has_removed: bool,
}

#[derive(Debug)]
struct Slot {
    raw: Box<str>,
    name: Name,
    /// `None` after the entry was removed in this tick.
    entry: Option<Entry>,
    /// Whether an entry of this name was in the world at the end of the last tick.
    is_known: bool,
    /// Whether the entry of the last tick must be removed before this one is added.
    is_replaced: bool,
    is_dirty: bool,
    changed: Parts,
}

impl World {
    /// Adds or replaces an entry.
    pub(crate) fn put(&mut self, name: &str, entry: Entry) {
        let Some(&at) = self.by_name.get(name) else {
            return self.add(name, entry);
        };
        let slot = &mut self.slots[at];
        match (&slot.entry, &entry) {
            (Some(Entry::Object(before)), Entry::Object(object)) if before.color == object.color => {
                slot.changed.add(place_changes(&before.place, &object.place));
                if before.shape != object.shape {
                    slot.changed.add(Parts::SHAPE);
                }
                if before.layers != object.layers {
                    slot.changed.add(Parts::LAYERS);
                }
            }
            (Some(Entry::Camera(before)), Entry::Camera(camera)) if can_be_set(before, camera) => {
                slot.changed.add(camera_changes(before, camera));
            }
            // A line can set what an entry has, and not take something away, such as its colour.
            _ => {
                slot.is_replaced = slot.is_known;
                self.has_removed = true;
            }
        }
        if slot.is_replaced || !slot.changed.is_empty() {
            mark(&mut self.dirty, at, slot);
        }
        slot.entry = Some(entry);
    }

    fn add(&mut self, name: &str, entry: Entry) {
        let mut quoted = Vec::with_capacity(name.len() + 2);
        json::string(&mut quoted, name);
        let slot = Slot {
            raw: name.into(),
            name: String::from_utf8_lossy(&quoted).into(),
            entry: Some(entry),
            is_known: false,
            is_replaced: false,
            is_dirty: true,
            changed: Parts::default(),
        };
        let at = self.free.pop().unwrap_or(self.slots.len());
        if at == self.slots.len() {
            self.slots.push(slot);
        } else {
            self.slots[at] = slot;
        }
        self.by_name.insert(name.into(), at);
        self.dirty.push(at);
    }

    /// Removes an entry; false when there is none of this name.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        let Some((at, slot)) = self.find(name) else { return false };
        slot.entry = None;
        let slot = &mut self.slots[at];
        mark(&mut self.dirty, at, slot);
        self.has_removed = true;
        true
    }

    /// Moves an object or a camera; false when there is none, or the place is impossible.
    pub(crate) fn pose(&mut self, name: &str, pose: &Pose) -> bool {
        self.change_place(name, |place| place.moved(pose), |camera| camera.moved(pose))
    }

    /// The same with a matrix.
    pub(crate) fn matrix(&mut self, name: &str, matrix: &[f32; 16]) -> bool {
        let place = Place::Matrix(*matrix);
        place.is_valid() && self.change_place(name, |_| place, |camera| camera.at_matrix(matrix))
    }

    fn change_place(
        &mut self,
        name: &str,
        object_place: impl FnOnce(&Place) -> Place,
        moved_camera: impl FnOnce(Camera) -> Camera,
    ) -> bool {
        let Some((at, slot)) = self.find(name) else { return false };
        let changes = match &mut slot.entry {
            Some(Entry::Object(object)) => {
                let place = object_place(&object.place);
                if !place.is_valid() {
                    return false;
                }
                let changes = place_changes(&object.place, &place);
                object.place = place;
                changes
            }
            Some(Entry::Camera(camera)) => {
                let moved = moved_camera(*camera);
                if !moved.is_valid() {
                    return false;
                }
                let changes = camera_changes(camera, &moved);
                *camera = moved;
                changes
            }
            None => return false,
        };
        slot.changed.add(changes);
        let slot = &mut self.slots[at];
        if !slot.changed.is_empty() {
            mark(&mut self.dirty, at, slot);
        }
        true
    }

    /// Gives an object another shape; false when there is no object of this name, or the shape is impossible.
    pub(crate) fn shape(&mut self, name: &str, shape: Shape) -> bool {
        shape.is_valid() && self.change_object(name, Parts::SHAPE, |object| object.shape = shape)
    }

    /// Puts an object on other layers; false when there is no object of this name.
    pub(crate) fn layers(&mut self, name: &str, layers: crate::Layers) -> bool {
        self.change_object(name, Parts::LAYERS, |object| object.layers = layers)
    }

    fn change_object(&mut self, name: &str, part: Parts, change: impl FnOnce(&mut Object)) -> bool {
        let Some((at, slot)) = self.find(name) else { return false };
        let Some(Entry::Object(object)) = &mut slot.entry else { return false };
        change(object);
        slot.changed.add(part);
        let slot = &mut self.slots[at];
        mark(&mut self.dirty, at, slot);
        true
    }

    pub(crate) fn object_id(&self, name: &str) -> Option<Id> {
        let id = id(*self.by_name.get(name)?);
        self.is_object(id).then_some(id)
    }

    pub(crate) fn camera_id(&self, name: &str) -> Option<Id> {
        let id = id(*self.by_name.get(name)?);
        self.is_camera(id).then_some(id)
    }

    /// The length of a name in a line.
    pub(crate) fn name_length(&self, Id(at): Id) -> usize {
        self.slots[at as usize].name.len()
    }

    fn is_object(&self, Id(at): Id) -> bool {
        matches!(self.slots[at as usize].entry, Some(Entry::Object(_)))
    }

    fn is_camera(&self, Id(at): Id) -> bool {
        matches!(self.slots[at as usize].entry, Some(Entry::Camera(_)))
    }

    /// Leaves out the answers about entries that were removed after the answer, in the same tick.
    pub(crate) fn keep_present(&self, said: &mut Vec<Said>) {
        if !self.has_removed {
            return;
        }
        said.retain(|said| match said {
            Said::Visibility { camera, object, .. } => self.is_camera(*camera) && self.is_object(*object),
            Said::Ray { hit, .. } => hit.is_none_or(|object| self.is_object(object)),
            Said::Pairs(pairs) => pairs.iter().flatten().all(|object| self.is_object(*object)),
            Said::Agent { .. } => true,
        });
    }

    /// The whole world. Order: that in which the entries came; an entry can take the place of a removed one.
    pub(crate) fn keyframe(&self) -> Vec<(Id, Name, Entry)> {
        let entry = |(at, slot): (usize, &Slot)| Some((id(at), slot.name.clone(), slot.entry.clone()?));
        self.slots.iter().enumerate().filter_map(entry).collect()
    }

    /// Ends a tick: the changes since the last one go into `tick`, unless it is `None`.
    pub(crate) fn end_tick(&mut self, mut tick: Option<&mut Tick>) {
        self.has_removed = false;
        for at in self.dirty.drain(..) {
            let slot = &mut self.slots[at];
            if let Some(tick) = &mut tick {
                slot.tell(id(at), tick);
            }
            slot.is_dirty = false;
            slot.is_replaced = false;
            slot.is_known = slot.entry.is_some();
            slot.changed = Parts::default();
            if !slot.is_known {
                self.by_name.remove(&take(&mut slot.raw));
                self.free.push(at);
            }
        }
    }

    fn find(&mut self, name: &str) -> Option<(usize, &mut Slot)> {
        let at = *self.by_name.get(name)?;
        let slot = &mut self.slots[at];
        slot.entry.is_some().then_some((at, slot))
    }
}

impl Slot {
    fn tell(&self, id: Id, tick: &mut Tick) {
        match &self.entry {
            None if self.is_known => tick.remove.push(id),
            None => {}
            Some(entry) if self.is_known && !self.is_replaced => tick.set.push((id, self.changed, entry.clone())),
            Some(entry) => {
                if self.is_replaced {
                    tick.replaced.push(id);
                }
                tick.add.push((id, self.name.clone(), entry.clone()));
            }
        }
    }
}

/// The number of a slot.
#[expect(clippy::cast_possible_truncation, reason = "the memory ends before")]
fn id(slot: usize) -> Id {
    Id(slot as u32)
}

fn mark(dirty: &mut Vec<usize>, at: usize, slot: &mut Slot) {
    if !slot.is_dirty {
        slot.is_dirty = true;
        dirty.push(at);
    }
}

fn place_changes(before: &Place, after: &Place) -> Parts {
    let mut changes = Parts::default();
    match (before, after) {
        (Place::Pose(before), Place::Pose(after)) => {
            if before.position != after.position {
                changes.add(Parts::POSITION);
            }
            if before.rotation != after.rotation {
                changes.add(Parts::ROTATION);
            }
            if before.scale != after.scale {
                changes.add(Parts::SCALE);
            }
        }
        (Place::Matrix(before), Place::Matrix(after)) if before == after => {}
        _ => changes.add(Parts::PLACE),
    }
    changes
}

/// Whether a line can make the one camera of the other: a size and another kind of direction stay in the world once they are given. A
/// rotation replaces them.
fn can_be_set(before: &Camera, after: &Camera) -> bool {
    let is_direction = discriminant(&before.direction) == discriminant(&after.direction);
    before.size == after.size && (is_direction || matches!(after.direction, Direction::Rotation(_)))
}

fn camera_changes(before: &Camera, after: &Camera) -> Parts {
    let mut changes = Parts::default();
    if before.position != after.position {
        changes.add(Parts::POSITION);
    }
    if before.direction != after.direction {
        changes.add(Parts::ROTATION);
    }
    if before.lens != after.lens {
        changes.add(Parts::LENS);
    }
    if before.mask != after.mask {
        changes.add(Parts::LAYERS);
    }
    changes
}

/// Eight bytes at a time, as in rustc-hash: names are short, and the game chooses them.
#[derive(Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, and a product has its best bits at the top.
        self.0.rotate_left(26)
    }
}
