//! Cuts without an answer, as errors at their place in the scene file: the object is cut already, is not there, or the
//! memory budget has no room.

use crate::budget::Budget;
use crate::scene::{Scene, Violation, WrittenScene};
use crate::source::error::SceneError;
use crate::source::place::ValuePath;
use crate::world::World;

/// An error for each cut without an answer at the world's tick or before. Without the text of the scene file, or when the
/// text is no longer that of the scene, an error has no line. `name` is the file's name in messages.
pub fn unanswered(world: &World, scene: &Scene, text: Option<&str>, name: &str) -> Vec<SceneError> {
    let refused = || world.cuts.iter().filter_map(|cut| Some((cut, cut.outcome.as_ref()?.as_ref().err()?)));
    if refused().next().is_none() {
        return Vec::new();
    }
    let written = text.and_then(|text| WrittenScene::parse(text, name, &Budget::default()).ok());
    let written = written.filter(|(now, _)| now.cuts.len() == scene.cuts.len());
    let written = written.map_or_else(|| WrittenScene::made(name), |(_, written)| written);
    let errors = refused().filter_map(|(cut, reason)| {
        let index = scene.cuts.iter().position(|one| one.id.get() == cut.id)?;
        let place = ValuePath::default().key("cuts").index(index);
        let message = format!("the cut `{}` has no answer: {reason}", cut.name);
        Some(written.error(scene, Violation::at(place, message, None)))
    });
    errors.collect()
}
