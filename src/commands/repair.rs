//! `eyeline repair`: a copy of a GLB with repaired weights.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::message::print_message;
use super::output;
use crate::files::Inputs;
use crate::import::gltf::repair::{LARGEST_REPAIRED, WeightRepair, repair_weights};
use crate::source::regular;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct RepairArgs {
    /// The GLB with skinned meshes.
    #[arg(value_name = "LEVEL.glb")]
    pub level: PathBuf,
    /// Write the repaired copy to this file.
    #[arg(short, long, value_name = "FILE.glb")]
    pub output: PathBuf,
    /// Scale the weights of each vertex so that they add up to 1.
    #[arg(long)]
    pub normalize: bool,
    /// Keep the N greatest weights of each vertex, 1 to 4, scaled to the sum of all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub limit: Option<u8>,
}

/// Writes the repaired copy, and what was repaired to standard error.
///
/// # Errors
/// When nothing is to be repaired, the file cannot be read, or the copy cannot be written.
pub fn run(args: &RepairArgs) -> anyhow::Result<ExitCode> {
    let RepairArgs { level, output, normalize, limit } = args;
    ensure!(*normalize || limit.is_some(), "say what to repair: --normalize, --limit 4, or both");
    let output = output::in_file(Some(output));
    output::refuse_input(&Inputs::file(level), output)?;
    let shown = level.display();
    let bytes = regular::read(level, LARGEST_REPAIRED).with_context(|| format!("{shown} cannot be read"))?;
    let how = WeightRepair { normalizes: *normalize, limit: limit.map(usize::from) };
    let repaired = match repair_weights(&bytes, how) {
        Ok(repaired) => repaired,
        Err(why) => bail!("{shown}: {why}"),
    };
    output::deliver(&repaired.bytes, output)?;
    let mut done = Vec::new();
    if *normalize {
        done.push(format!("the weights of {} were normalized", repaired.normalized));
    }
    if let Some(limit) = limit {
        done.push(format!("{} had more than {limit} joints", repaired.limited));
    }
    if repaired.unweighted > 0 {
        done.push(format!("{} have no weight and are unchanged; assign them to a joint", repaired.unweighted));
    }
    print_message(&format!("note: of {} vertices with joints, {}", repaired.vertices, done.join(", ")));
    Ok(ExitCode::SUCCESS)
}
