//! `eyeline repair`: a copy of a level with repaired meshes or weights.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};

use super::message::print_message;
use super::{gltf_copy, output};
use crate::escape::shown;
use crate::files::Inputs;
use crate::geometry::mesh::repair::{MeshChange, MeshRepair, RepairedMesh};
use crate::import::gltf::chunks::LARGEST_COPIED;
use crate::import::gltf::repair::{RepairedWeights, WeightRepair, repair_weights};
use crate::import::gltf::repair_meshes::repair_meshes;
use crate::import::obj::repair::repair_obj;
use crate::source::extension::has_extension;
use crate::source::regular;

/// The arguments. Without a repair: `--degenerate --duplicates --flip`.
#[derive(Clone, Debug, clap::Args)]
pub struct RepairArgs {
    /// The level: glTF, GLB or OBJ.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Write the repaired copy to this file: a `.glb`, a `.gltf` with its bytes in a `.bin` of the same name beside it, or an OBJ.
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
    let (weights, meshes) = repaired(args)?;
    list(meshes.as_deref().unwrap_or_default())?;
    if let Some(weights) = weights {
        print_message(&weights_note(args, &weights));
    }
    if let Some(meshes) = meshes {
        print_message(&meshes_note(&meshes));
    }
    Ok(ExitCode::SUCCESS)
}

/// Meshes with their names.
type NamedMeshes = Vec<(String, RepairedMesh)>;

/// Writes the copy. Returns what was repaired.
fn repaired(args: &RepairArgs) -> anyhow::Result<(Option<RepairedWeights>, Option<NamedMeshes>)> {
    let RepairArgs { level, normalize, limit, .. } = args;
    let output = output::in_file(Some(&args.output));
    let shown = level.display();
    let bytes = regular::read(level, LARGEST_COPIED).with_context(|| format!("{shown} cannot be read"))?;
    let how = mesh_repair(args);
    let weights = WeightRepair { normalizes: *normalize, limit: limit.map(usize::from) };
    let repairs_weights = *normalize || limit.is_some();
    if has_extension(level, "obj") {
        ensure!(!repairs_weights, "{shown}: an OBJ has no weights");
        output::refuse_input(&Inputs::file(level), output)?;
        let repaired = repair_obj(&bytes, how.unwrap_or_default()).map_err(|why| anyhow!("{shown}: {why}"))?;
        output::deliver(&repaired.bytes, output)?;
        return Ok((None, Some(repaired.meshes)));
    }
    gltf_copy::copy(level, &bytes, output, |chunks| {
        let weights = if repairs_weights { Some(repair_weights(chunks, weights)?) } else { None };
        let meshes = how.map(|how| repair_meshes(chunks, how)).transpose()?;
        let is_changed = meshes.iter().flatten().any(|(_, mesh)| !mesh.changes.is_empty());
        Ok(((weights, meshes), is_changed || repairs_weights))
    })
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

/// How many changes there are of each kind.
fn meshes_note(meshes: &[(String, RepairedMesh)]) -> String {
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
    let what = if done.is_empty() { "nothing to repair".to_owned() } else { done.join(", ") };
    let noun = if meshes.len() == 1 { "mesh" } else { "meshes" };
    format!("note: {} {noun}, {what}", meshes.len())
}
