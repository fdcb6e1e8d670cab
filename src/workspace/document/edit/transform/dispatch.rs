//! Writes a change of an item, by its kind.

use super::camera::camera;
use super::change::Transform;
use super::item::{cut, image, leak, model, object, ray};
use super::moved::Moved;
use super::node_point::agent;
use crate::scene::{Entry, Scene};

/// Writes the change of an item. `before` is the scene at the beginning; coordinates that change are rounded to
/// multiples of `grain` metres.
pub(crate) fn transform(scene: &mut Scene, before: &Scene, item: &Moved, change: &Transform, grain: f64) {
    let i = item.entry.index();
    match item.entry {
        Entry::Object(_) => {
            if let (Some(to), Some(from)) = (scene.objects.get_mut(i), before.objects.get(i)) {
                object(to, from, item.part, change, grain);
            }
        }
        Entry::Model(_) => {
            if let (Some(to), Some(from)) = (scene.models.get_mut(i), before.models.get(i)) {
                model(to, from, change, grain);
            }
        }
        Entry::Camera(_) => {
            if let (Some(to), Some(from)) = (scene.cameras.get_mut(i), before.cameras.get(i)) {
                camera(to, from, item, change, grain);
            }
        }
        Entry::Ray(_) => {
            if let (Some(to), Some(from)) = (scene.rays.get_mut(i), before.rays.get(i)) {
                ray(to, from, item.part, change, grain);
            }
        }
        Entry::Cut(_) => {
            if let (Some(to), Some(from)) = (scene.cuts.get_mut(i), before.cuts.get(i)) {
                cut(to, from, item.part, change, grain);
            }
        }
        Entry::Leak(_) => {
            if let (Some(to), Some(from)) = (scene.leaks.get_mut(i), before.leaks.get(i)) {
                leak(to, from, item.part, change, grain);
            }
        }
        Entry::Image(_) => {
            if let (Some(to), Some(from)) = (scene.images.get_mut(i), before.images.get(i)) {
                image(to, from, change, grain);
            }
        }
        Entry::Agent(_) => {
            if let (Some(to), Some(from)) = (scene.agents.get_mut(i), before.agents.get(i)) {
                agent(to, from, item.part, change, grain);
            }
        }
        _ => {}
    }
}
