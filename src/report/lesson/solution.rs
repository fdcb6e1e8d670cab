//! The stored solution of a goal.

use crate::files::Files;
use crate::scene::{Entry, LessonStep, Scene, validate};

/// The scene after the solution of a step.
///
/// # Errors
/// When an entry does not exist, a key or value is not one of the entry, or the changed scene is not valid.
pub fn solved(scene: &Scene, files: &Files, step: &LessonStep) -> Result<Scene, String> {
    let mut solved = scene.clone();
    for (name, keys) in &step.solution {
        let entry = Entry::named(scene, name).ok_or_else(|| format!("the scene has no entry named `{name}`"))?;
        let keys = keys.as_object().ok_or_else(|| format!("the new keys of `{name}` are no object"))?;
        if keys.contains_key("name") {
            return Err(format!("`{name}` cannot get another name"));
        }
        entry.set_keys(&mut solved, keys).map_err(|reason| format!("`{name}`: {reason}"))?;
    }
    match validate(&solved, files, None).into_iter().next() {
        None => Ok(solved),
        Some(violation) => Err(format!("{}: {}", violation.place, violation.message)),
    }
}
