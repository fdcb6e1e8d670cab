//! The text of a scene file.

use std::path::Path;

use crate::budget::{Budget, OverBudget, Reservation};
use crate::source::{LARGEST_SCENE, regular};

/// The text of a scene file and the memory for it. `None` when it cannot be read.
///
/// # Errors
/// When the budget has no room for it.
pub(super) fn of_scene(path: &Path, budget: &Budget) -> Result<Option<(String, Reservation)>, OverBudget> {
    let size = path.metadata().map_or(0, |metadata| metadata.len()).min(LARGEST_SCENE);
    let mut memory = budget.take(size)?;
    let Ok(bytes) = regular::read(path, LARGEST_SCENE) else { return Ok(None) };
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    // The file may have grown.
    memory.grow((text.len() as u64).saturating_sub(size))?;
    Ok(Some((text, memory)))
}
