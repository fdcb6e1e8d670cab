//! What animations of models and recorded sessions move: objects and cameras. Agents sense them as they are at each tick.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::body_transform::BodyTransform;
use crate::files::Content;
use crate::scene;
use crate::world::lookup::Lookup;
use crate::world::placed::ObjectAt;
use crate::world::{models, place};

/// The objects that animations and sessions move, as far as an agent depends on them.
#[derive(Debug, Default)]
pub(super) struct Driven {
    /// The indices of the objects in the world and their slots, both ascending.
    objects: Vec<(usize, usize)>,
}

impl Driven {
    /// `indices` are the slots of all objects. `is_needed` returns whether an agent depends on an object, by its index.
    pub(super) fn of(content: Content, indices: &[usize], is_needed: impl Fn(usize) -> bool) -> Self {
        let scene = content.scene;
        let own = scene.objects.len();
        let following = (0..own).filter(|&i| scene.objects.get(i).is_some_and(|object| object.session.is_some()));
        let slots = following.chain(models::moving(content).into_iter().map(|slot| own + slot));
        let placed = slots.filter_map(|slot| Some((indices.binary_search(&slot).ok()?, slot)));
        Self { objects: placed.filter(|(index, _)| is_needed(*index)).collect() }
    }

    /// The slot of an object; `None` when neither an animation nor a session moves it.
    pub(super) fn slot(&self, object: usize) -> Option<usize> {
        let found = self.objects.binary_search_by_key(&object, |(index, _)| *index).ok()?;
        Some(self.objects[found].1)
    }

    /// The objects at a time, by their indices. Those whose pose then has no inverse are left out.
    pub(super) fn at(
        &self,
        content: Content,
        time: f64,
        transforms: &BTreeMap<usize, BodyTransform>,
    ) -> Vec<(usize, ObjectAt)> {
        if self.objects.is_empty() {
            return Vec::new();
        }
        let slots: Vec<usize> = self.objects.iter().map(|(_, slot)| *slot).collect();
        let moved = self.objects.iter().filter_map(|(index, slot)| Some((*slot, *transforms.get(index)?))).collect();
        let placed = place::each(&slots, content, time, &moved);
        self.objects.iter().zip(placed).filter_map(|((index, _), object)| Some((*index, object?))).collect()
    }
}

/// The camera with this index in the world at a time, as far as it is written: before the object that carries it.
pub(super) fn camera(content: Content, index: usize, time: f64) -> Option<scene::Camera> {
    let own = &content.scene.cameras;
    let camera = match own.get(index) {
        Some(camera) => Cow::Borrowed(camera),
        None => Cow::Owned(models::cameras(content, time).nth(index - own.len())?),
    };
    Some(place::following(&Lookup::of(content), camera, time).into_owned())
}

/// Whether an animation or a session moves the camera with this index in the world.
pub(super) fn is_camera(content: Content, index: usize) -> bool {
    let scene = content.scene;
    match scene.cameras.get(index) {
        Some(camera) => camera.session.is_some(),
        None => index >= scene.cameras.len() && models::has_animation(content),
    }
}
