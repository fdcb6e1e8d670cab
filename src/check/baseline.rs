//! Reading a file of a baseline or a capture within the memory budget.

use crate::budget::{Budget, OverBudget, Reservation};
use crate::source::rooted::Rooted;

/// No baseline is so large.
const LARGEST: u64 = 1 << 30;

/// The bytes of a file and the memory for them. `None` when the file does not exist.
///
/// # Errors
/// When it cannot be read, or when the budget has no room for it.
pub(super) fn read(file: &Rooted, budget: &Budget) -> Result<Option<(Vec<u8>, Reservation)>, String> {
    let mut memory = budget.take(file.size().min(LARGEST)).map_err(no_memory)?;
    let Some(bytes) = file.read(LARGEST).map_err(|reason| reason.to_string())? else { return Ok(None) };
    // The file may have grown.
    memory.grow((bytes.len() as u64).saturating_sub(memory.bytes())).map_err(no_memory)?;
    Ok(Some((bytes, memory)))
}

/// Why a file, or the pixels of one, cannot be in memory.
pub(super) fn no_memory(over: OverBudget) -> String {
    format!("it {over}; {}", over.help())
}
