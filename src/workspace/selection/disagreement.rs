//! Selects what a program was asked where its answer differs.

use super::commands::SelectionMut;
use crate::report::said::{AskedItem, Disagreement, Opinion};
use crate::trace::CastRay;
use crate::world::{Item, World};

/// The items that were asked about, the camera or ray first. Those that the world does not have are left out.
pub(crate) fn asked_items(one: &Disagreement, world: &World) -> Vec<Item> {
    let find = |name: &str| world.named(name).and_then(|id| world.find(id));
    match &one.asked {
        AskedItem::View { camera, object } => [find(camera), find(object)].into_iter().flatten().collect(),
        AskedItem::Ray(CastRay::Named(name)) | AskedItem::Agent(name) => find(name).into_iter().collect(),
        AskedItem::Ray(CastRay::Inline { .. }) => match &one.ours {
            Opinion::Hit { hit: Some(hit), .. } => find(hit).into_iter().collect(),
            _ => Vec::new(),
        },
        AskedItem::Pair([a, _]) => find(a).into_iter().collect(),
    }
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
