//! The errors of cuts that have no answer: the object is cut already, is not there, or the memory budget has no room.

use std::path::Path;

use crate::budget::Budget;
use crate::scene::{Problem, Scene, Written};
use crate::source::place::Place;
use crate::world::World;

/// Prints an error for each cut without an answer at its tick or later, and returns whether there is one. The scene file is
/// read again, to find their places.
pub(super) fn print_errors(world: &World, scene: &Scene, path: &Path) -> bool {
    let refused: Vec<_> = world.cuts.iter().filter(|cut| matches!(cut.outcome, Some(Err(_)))).collect();
    if refused.is_empty() {
        return false;
    }
    let name = path.display().to_string();
    // Not from a pipe, which was read.
    let text = path.is_file().then(|| std::fs::read_to_string(path).ok()).flatten();
    let written = text.as_deref().and_then(|text| Written::parse(text, &name, &Budget::default()).ok());
    let written = written.filter(|(now, _)| now.cuts.len() == scene.cuts.len());
    let written = written.map_or_else(|| Written::made(&name), |(_, written)| written);
    for cut in refused {
        let Some(Err(reason)) = &cut.outcome else { continue };
        let Some(index) = scene.cuts.iter().position(|one| one.id.get() == cut.id) else { continue };
        let place = Place::default().key("cuts").index(index);
        let message = format!("the cut `{}` has no answer: {reason}", cut.name);
        super::print_message(&written.error(scene, Problem::at(place, message, None)).render(super::has_color()));
    }
    true
}
