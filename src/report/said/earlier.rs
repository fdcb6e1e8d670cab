//! The worlds before a tick: an answer of a program may be that of one of them.

use std::sync::Arc;

use crate::world::{CameraAt, LATE_TICKS, ObjectAt, PastWorlds, World};

/// The worlds of the [`LATE_TICKS`] ticks before a tick, the nearest first.
#[derive(Default)]
pub(super) struct EarlierWorlds(Vec<Arc<World>>);

impl EarlierWorlds {
    pub(super) fn of(past: &PastWorlds, tick: u64) -> Self {
        Self((1..=LATE_TICKS).map_while(|ticks| past.before(tick, ticks)).collect())
    }

    /// How many ticks before something was so, the last time. 1 is the tick before.
    pub(super) fn last(&self, was_so: impl Fn(&World) -> bool) -> Option<usize> {
        self.0.iter().position(|world| was_so(world)).map(|index| index + 1)
    }
}

/// The camera of a name. `index` is its index in another world, which it often has here too.
pub(super) fn camera_near<'w>(world: &'w World, index: usize, name: &str) -> Option<&'w CameraAt> {
    near(&world.cameras, index, |camera| *camera.name == *name)
}

/// The object of a name. `index` is its index in another world, which it often has here too.
pub(super) fn object_near<'w>(world: &'w World, index: usize, name: &str) -> Option<&'w ObjectAt> {
    near(&world.objects, index, |object| *object.name == *name)
}

fn near<T>(list: &[T], index: usize, is_it: impl Fn(&T) -> bool) -> Option<&T> {
    list.get(index).filter(|entry| is_it(entry)).or_else(|| list.iter().find(|entry| is_it(entry)))
}
