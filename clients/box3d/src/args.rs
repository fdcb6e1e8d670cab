//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::said::SaidKind;

/// Converts a recording of Box3D to a trace of eyeline.
///
/// Exit code 0: the trace is written, and messages on standard error name what was left out. Exit code 2: nothing could be read or written.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 120)]
pub(crate) struct Args {
    /// The recording.
    #[arg(value_name = "IN.b3rec")]
    pub(crate) input: PathBuf,
    /// The trace; standard output by default. Meshes go into a file beside it: `run.meshes.obj` for `run.jsonl`.
    #[arg(short, long, value_name = "OUT.jsonl")]
    pub(crate) output: Option<PathBuf>,
    /// What the trace has of the answers of Box3D.
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["rays", "overlaps", "contacts"])]
    pub(crate) said: Vec<SaidKind>,
    /// The process that replays writes the trace here.
    #[arg(long, hide = true, requires = "meshes_to")]
    pub(crate) replay_to: Option<PathBuf>,
    /// The process that replays writes the meshes here.
    #[arg(long, hide = true)]
    pub(crate) meshes_to: Option<PathBuf>,
    /// The name of the meshes in the trace.
    #[arg(long, hide = true)]
    pub(crate) mesh_name: Option<String>,
}
