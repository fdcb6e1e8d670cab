//! `eyeline schema`: the JSON Schema of scene files, or of the project file.

use super::output::deliver;
use crate::scene::{project_schema, schema};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct SchemaArgs {
    /// Print the schema of the project file `eyeline.project.json`.
    #[arg(long)]
    pub project: bool,
}

/// Prints the schema to standard output.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &SchemaArgs) -> anyhow::Result<()> {
    let schema = if args.project { project_schema() } else { schema() };
    deliver(schema.as_bytes(), None)
}
