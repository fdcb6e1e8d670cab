//! The answers of known mistakes in place of the right ones, so that both can be compared.

use serde_json::Value;

use super::brief_entry::{entry, set};
use super::frusta::mistaken::MistakenView;
use super::json::Section;
use super::rays::mistaken::MistakenHits;
use super::tested::TestedObject;
use crate::world::World;

/// Puts the verdicts and the first hits of the mistakes of a world into its brief report. Other fields stay those of the right rule.
pub(crate) fn take_mistakes(brief: &mut Value, world: &World) {
    let tested: Vec<TestedObject> = world.objects.iter().map(|object| TestedObject::of(object, true)).collect();
    for camera in world.cameras.iter().filter(|camera| camera.error.is_none()) {
        let Some(view) = MistakenView::of(camera) else { continue };
        let Some(answers) = entry(brief.get_mut(Section::Frusta.word()), "camera", &camera.name) else { continue };
        for object in &tested {
            let answer = entry(answers.get_mut("objects"), "object", &object.name);
            set(answer, "verdict", Value::from(view.about(object).verdict.word()));
        }
    }
    for ray in &world.rays {
        let Some(hits) = MistakenHits::of(ray, world) else { continue };
        let nearest = hits.nearest().and_then(|object| world.objects.get(object));
        let answer = entry(brief.get_mut(Section::Rays.word()), "ray", &ray.name);
        set(answer, "nearest", nearest.map_or(Value::Null, |object| Value::from(&*object.name)));
    }
}
