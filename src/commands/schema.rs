//! `eyeline schema`: the JSON Schema of scene files.

use super::output::deliver;

/// Prints the schema to standard output.
///
/// # Errors
/// When standard output cannot be written.
pub fn run() -> anyhow::Result<()> {
    deliver(crate::scene::schema().as_bytes(), None)
}
