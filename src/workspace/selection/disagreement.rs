//! Selects what a program was asked where its answer differs.

use super::commands::SelectionMut;
use crate::report::said::{AskedItem, Disagreement};
use crate::trace::CastRay;
use crate::world::{Item, World};

/// The items that were asked about, the camera or ray first. Those that the world does not have are left out.
fn asked_items(one: &Disagreement, world: &World) -> Vec<Item> {
    let find = |name: &str| world.named(name).and_then(|id| world.find(id));
    let asker = match &one.asked {
        AskedItem::View { camera: name, .. } | AskedItem::Ray(CastRay::Named(name)) | AskedItem::Agent(name) => {
            find(name)
        }
        AskedItem::Ray(CastRay::Inline { .. }) | AskedItem::Pair(_) => None,
    };
    asker.into_iter().chain(one.object().and_then(|object| find(object))).collect()
}

impl SelectionMut<'_> {
    /// Selects what was asked: the camera or ray, and the object.
    pub(crate) fn select_asked(&mut self, one: &Disagreement) {
        for item in asked_items(one, self.world) {
            match item {
                Item::Object(object) => self.select_object(Some(object)),
                Item::Agent(_) => self.choose(item, false),
                querier => self.select_querier(querier),
            }
        }
    }
}
