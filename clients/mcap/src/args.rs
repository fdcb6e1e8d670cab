//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::convert::Up;

/// Converts an MCAP file with Foxglove's scene messages in JSON to a trace of eyeline.
///
/// Exit code 0: the trace is written, and messages on standard error name what was left out. Exit code 2: nothing could be read or written.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 120)]
pub(crate) struct Args {
    /// The recording.
    #[arg(value_name = "IN.mcap")]
    pub(crate) input: PathBuf,
    /// The trace; standard output by default. Meshes go into a file beside it: `run.meshes.obj` for `run.jsonl`.
    #[arg(short, long, value_name = "OUT.jsonl")]
    pub(crate) output: Option<PathBuf>,
    /// The axis that points up in the recording. Up is +Y in the trace.
    #[arg(long, value_enum, default_value = "z")]
    pub(crate) up: Up,
    /// The frame that is the world of the trace; by default the root of the frames of most entities and cameras.
    #[arg(long, value_name = "NAME")]
    pub(crate) frame: Option<String>,
}
