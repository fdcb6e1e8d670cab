//! `eyeline schema`: the JSON Schema of scene files, of the project file, or of a course.

use super::output::deliver;
use crate::scene::{course_schema, project_schema, schema};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct SchemaArgs {
    /// Print the schema of the project file `eyeline.project.json`.
    #[arg(long)]
    pub project: bool,
    /// Print the schema of the file of a course, `course.json`.
    #[arg(long, conflicts_with = "project")]
    pub course: bool,
}

/// Prints the schema to standard output.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &SchemaArgs) -> anyhow::Result<()> {
    let schema = match (args.project, args.course) {
        (true, _) => project_schema(),
        (_, true) => course_schema(),
        _ => schema(),
    };
    deliver(schema.as_bytes(), None)
}
