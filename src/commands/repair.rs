//! `eyeline repair`: a copy of a level with repaired meshes or weights.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::message::print_message;
use super::output;
use crate::escape::shown;
use crate::files::Inputs;
use crate::geometry::mesh::repair::{MeshChange, MeshRepair, RepairedMesh};
use crate::import::gltf::repair::{LARGEST_REPAIRED, WeightRepair, repair_weights};
use crate::import::gltf::repair_meshes::repair_meshes;
use crate::import::obj::repair::repair_obj;
use crate::source::regular;

/// The arguments. Without a repair: `--degenerate --duplicates --flip`.
#[derive(Clone, Debug, clap::Args)]
pub struct RepairArgs {
    /// The level: GLB or OBJ.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Write the repaired copy to this file.
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
    let RepairArgs { level, output, normalize, limit, .. } = args;
    let output = output::in_file(Some(output));
    output::refuse_input(&Inputs::file(level), output)?;
    let shown = level.display();
    let mut bytes = regular::read(level, LARGEST_REPAIRED).with_context(|| format!("{shown} cannot be read"))?;
    let is_obj = level.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("obj"));
    let mut notes = Vec::new();
    if *normalize || limit.is_some() {
        ensure!(!is_obj, "{shown}: an OBJ has no weights");
        let how = WeightRepair { normalizes: *normalize, limit: limit.map(usize::from) };
        let repaired = repair_weights(&bytes, how).map_err(|why| anyhow::anyhow!("{shown}: {why}"))?;
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
        notes.push(format!("note: of {} vertices with joints, {}", repaired.vertices, done.join(", ")));
        bytes = repaired.bytes;
    }
    let mut meshes = Vec::new();
    if let Some(how) = mesh_repair(args) {
        let repaired = if is_obj {
            repair_obj(&bytes, how).map(|repaired| (repaired.bytes, repaired.meshes))
        } else {
            repair_meshes(&bytes, how).map(|repaired| (repaired.bytes, repaired.meshes))
        };
        match repaired {
            Ok(repaired) => (bytes, meshes) = repaired,
            Err(why) => bail!("{shown}: {why}"),
        }
        notes.push(sum_of(&meshes));
    }
    output::deliver(&bytes, output)?;
    list(&meshes)?;
    notes.iter().for_each(|note| print_message(note));
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
fn list(meshes: &[(String, RepairedMesh)]) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut write = || -> std::io::Result<()> {
        for (name, mesh) in meshes {
            for change in &mesh.changes {
                writeln!(out, "mesh `{}`: {change}", shown(name))?;
            }
            for kept in &mesh.kept {
                writeln!(out, "mesh `{}`: left: {kept}", shown(name))?;
            }
        }
        out.flush()
    };
    write().context("the list of changes cannot be written")
}

/// How many changes there are of each kind.
fn sum_of(meshes: &[(String, RepairedMesh)]) -> String {
    let count = |is_kind: fn(&MeshChange) -> bool| -> usize {
        meshes.iter().map(|(_, mesh)| mesh.changes.iter().filter(|change| is_kind(change)).count()).sum()
    };
    let left: usize = meshes.iter().map(|(_, mesh)| mesh.kept.len()).sum();
    let kinds = [
        ("vertices moved", count(|change| matches!(change, MeshChange::Merged { .. }))),
        ("triangles removed", count(|change| matches!(change, MeshChange::Removed { .. }))),
        ("triangles reversed", count(|change| matches!(change, MeshChange::Flipped { .. }))),
        ("holes closed", count(|change| matches!(change, MeshChange::Closed { .. }))),
        ("faults left", left),
    ];
    let done: Vec<String> =
        kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| format!("{kind}: {count}")).collect();
    let what =
        if done.is_empty() { "nothing to repair; the copy has the same bytes".to_owned() } else { done.join(", ") };
    format!("note: {} meshes, {what}", meshes.len())
}
