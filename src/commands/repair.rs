//! `eyeline repair`: a copy of a level with repaired meshes or weights.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use super::message::print_message;
use super::output;
use crate::escape::shown;
use crate::files::repair_level::{LevelRepair, RepairedLevel, repair_level};
use crate::geometry::mesh::repair::MeshRepair;
use crate::import::gltf::repair::{RepairedWeights, WeightRepair};

/// The arguments. Without a repair: `--degenerate --duplicates --flip`.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct RepairArgs {
    /// The level: glTF, GLB, OBJ or STL.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Write the repaired copy to this file: a `.glb`, a `.gltf` with its bytes in a `.bin` of the same name beside it, or an OBJ or STL for one.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Remove triangles without area, or with a corner that is not finite.
    #[arg(long)]
    pub degenerate: bool,
    /// Remove triangles with the corners of an earlier one.
    #[arg(long)]
    pub duplicates: bool,
    /// Make the winding of neighbours equal, and turn closed parts outwards.
    #[arg(long)]
    pub flip: bool,
    /// Move vertices to the place of an earlier one within this distance, in units of the mesh.
    #[arg(long, value_name = "DISTANCE", value_parser = length)]
    pub merge: Option<f32>,
    /// Close holes whose rim has a box with at most this diagonal, in units of the mesh.
    #[arg(long, value_name = "SIZE", value_parser = length)]
    pub close_holes: Option<f32>,
    /// Scale the weights of each vertex so that they add up to 1.
    #[arg(long)]
    pub normalize: bool,
    /// Keep the N greatest weights of each vertex, 1 to 4, scaled to the sum of all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub limit: Option<u8>,
}

fn length(text: &str) -> Result<f32, String> {
    let length = text.parse().ok().filter(|length: &f32| length.is_finite() && *length > 0.0);
    length.ok_or_else(|| "give a number above 0".to_owned())
}

/// Writes the repaired copy, each change of a mesh to standard output, and what was repaired to standard error.
///
/// # Errors
/// When the file cannot be read or repaired, or the copy cannot be written.
pub fn run(args: &RepairArgs) -> anyhow::Result<ExitCode> {
    let output = output::in_file(Some(&args.output));
    let weights = WeightRepair { normalizes: args.normalize, limit: args.limit.map(usize::from) };
    let weights = (args.normalize || args.limit.is_some()).then_some(weights);
    let how = LevelRepair { meshes: mesh_repair(args), weights };
    let repaired = repair_level(&args.level, output, how).map_err(|why| anyhow!("{}: {why}", args.level.display()))?;
    output::refuse_input(&repaired.inputs, output)?;
    if let Some((beside, bytes)) = &repaired.beside {
        output::refuse_input(&repaired.inputs, Some(beside))?;
        output::deliver(bytes, Some(beside))?;
    }
    output::deliver(&repaired.bytes, output)?;
    list(&repaired)?;
    if let Some(weights) = &repaired.weights {
        print_message(&weights_note(args, weights));
    }
    if how.meshes.is_some() {
        let noun = if repaired.meshes.len() == 1 { "mesh" } else { "meshes" };
        print_message(&format!("note: {} {noun}, {}", repaired.meshes.len(), repaired.mesh_counts()));
    }
    Ok(ExitCode::SUCCESS)
}

/// What is repaired in meshes: the usual when no repair is named, nothing when only weights are.
fn mesh_repair(args: &RepairArgs) -> Option<MeshRepair> {
    let RepairArgs { degenerate, duplicates, flip, merge, close_holes, normalize, limit, .. } = *args;
    let how = MeshRepair { merge, degenerate, duplicates, winding: flip, holes: close_holes };
    if how != MeshRepair::default() {
        return Some(how);
    }
    let usual = MeshRepair { degenerate: true, duplicates: true, winding: true, ..how };
    (!normalize && limit.is_none()).then_some(usual)
}

/// Writes each change, and each fault that was left.
fn list(repaired: &RepairedLevel) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut write = || -> std::io::Result<()> {
        for (mesh, line) in repaired.mesh_lines() {
            writeln!(out, "mesh `{}`: {line}", shown(mesh))?;
        }
        out.flush()
    };
    write().context("the list of changes cannot be written")
}

/// How many weights were repaired.
fn weights_note(args: &RepairArgs, repaired: &RepairedWeights) -> String {
    let mut done = Vec::new();
    if args.normalize {
        done.push(format!("the weights of {} were normalized", repaired.normalized));
    }
    if let Some(limit) = args.limit {
        done.push(format!("{} had more than {limit} joints", repaired.limited));
    }
    if repaired.unweighted > 0 {
        done.push(format!("{} have no weight and are unchanged; assign them to a joint", repaired.unweighted));
    }
    format!("note: of {} vertices with joints, {}", repaired.vertices, done.join(", "))
}
