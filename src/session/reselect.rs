//! What stays selected while the world becomes another one.

use std::sync::Arc;

use super::Session;
use super::selection::{Active, Selection};
use crate::picture::{Asker, Focus};
use crate::world::World;

/// A thing of one of the world's lists, before the list changes.
struct Known {
    index: usize,
    name: Arc<str>,
    /// How long its list was.
    len: usize,
}

impl Known {
    fn of<T>(index: usize, list: &[T], name: impl Fn(&T) -> &Arc<str>) -> Option<Self> {
        Some(Self { index, name: Arc::clone(name(list.get(index)?)), len: list.len() })
    }

    /// Where it is now: it is known by its name, or by its place when it was renamed.
    fn find<T>(&self, list: &[T], name: impl Fn(&T) -> &Arc<str>) -> Option<usize> {
        let is_it = |item: &T| *name(item) == self.name;
        if list.get(self.index).is_some_and(is_it) {
            return Some(self.index);
        }
        list.iter().position(is_it).or_else(|| (self.len == list.len()).then_some(self.index))
    }
}

/// The selection by names.
pub(super) struct Selected {
    camera: Option<Known>,
    ray: Option<Known>,
    object: Option<Known>,
    absent: Option<Known>,
    image: Option<Known>,
    model: Option<Known>,
    agent: Option<Known>,
    step: Option<usize>,
}

impl Selected {
    /// What is selected in a world, before that becomes another one.
    pub(super) fn of(selection: &Selection, world: &World) -> Self {
        let focus = &selection.focus;
        let absent = selection.absent.filter(|_| selection.active == Active::Absent);
        Self {
            camera: focus.camera().and_then(|i| Known::of(i, &world.cameras, |camera| &camera.name)),
            ray: focus.ray().and_then(|i| Known::of(i, &world.rays, |ray| &ray.name)),
            object: focus.object.and_then(|i| Known::of(i, &world.objects, |object| &object.name)),
            absent: absent.and_then(|i| Known::of(i, &world.absent, |absent| &absent.name)),
            image: focus.image.and_then(|i| Known::of(i, &world.images, |image| &image.name)),
            model: focus.model.and_then(|i| Known::of(i, &world.models, |model| &model.name)),
            agent: focus.agent.and_then(|i| Known::of(i, &world.agents, |agent| &agent.name)),
            step: focus.step,
        }
    }

    /// The camera or ray that asks.
    fn asker(&self, world: &World) -> Option<Asker> {
        let camera = self.camera.as_ref().and_then(|known| known.find(&world.cameras, |camera| &camera.name));
        let ray = || self.ray.as_ref().and_then(|known| known.find(&world.rays, |ray| &ray.name));
        camera.map(Asker::Camera).or_else(|| ray().map(Asker::Ray))
    }

    /// The object, and the one without a place: what has lost its place stays selected, and so does what has found one.
    fn objects(&self, world: &World) -> [Option<usize>; 2] {
        let Some(known) = self.object.as_ref().or(self.absent.as_ref()) else { return [None; 2] };
        if let Some(absent) = world.absent.iter().position(|absent| absent.name == known.name) {
            return [None, Some(absent)];
        }
        if self.object.is_some() {
            return [known.find(&world.objects, |object| &object.name), None];
        }
        match world.objects.iter().position(|object| object.name == known.name) {
            None => [None, known.find(&world.absent, |absent| &absent.name)],
            placed => [placed, None],
        }
    }
}

impl Selection {
    /// Selects again what was selected, as far as it is still there; else the first camera or ray asks. No step is open.
    pub(super) fn again(&self, selected: &Selected, world: &World) -> Self {
        let [object, absent] = selected.objects(world);
        let image = selected.image.as_ref().and_then(|known| known.find(&world.images, |image| &image.name));
        let model = selected.model.as_ref().and_then(|known| known.find(&world.models, |model| &model.name));
        let agent = selected.agent.as_ref().and_then(|known| known.find(&world.agents, |agent| &agent.name));
        let focus = Focus { asker: selected.asker(world), object, image, model, agent, step: None };
        let first = if agent.is_some() { None } else { Focus::of(world).asker };
        let active = match self.active {
            Active::Object | Active::Absent if absent.is_some() => Active::Absent,
            Active::Absent if object.is_some() => Active::Object,
            active => active.after(&focus),
        };
        Self { focus: Focus { asker: focus.asker.or(first), ..focus }, active, absent }
    }
}

impl Session {
    /// The same in the session: an open step stays open.
    pub(super) fn reselect(&mut self, selected: &Selected) {
        self.selection = self.selection.again(selected, &self.world);
        if selected.step.is_some() {
            self.show_step(selected.step);
        }
    }
}
