//! `eyeline repair`: a copy of a glTF or GLB with repaired weights.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::message::print_message;
use super::output;
use crate::files::Inputs;
use crate::import::gltf::chunks::{CopyForm, LARGEST_COPIED, NamedFiles};
use crate::import::gltf::repair::{WeightRepair, repair_weights};
use crate::source::error::quoted;
use crate::source::extension::has_extension;
use crate::source::regular;
use crate::source::rooted::Rooted;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct RepairArgs {
    /// The glTF or GLB with skinned meshes.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Write the repaired copy to this file: a `.glb`, or a `.gltf` with its bytes in a `.bin` of the same name beside it.
    #[arg(short, long, value_name = "FILE")]
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
    let form = form_of(output)?;
    let shown = level.display();
    let bytes = regular::read(level, LARGEST_COPIED).with_context(|| format!("{shown} cannot be read"))?;
    let named = RefCell::new(Inputs::file(level));
    let folder = folder_of(level);
    let read = |name: &str| {
        // A file that the level names is not replaced.
        named.replace_with(|named| named.clone().and(&folder.join(name)));
        let file = Rooted::of_folder(&folder).join(name);
        match file.read(LARGEST_COPIED) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(format!("there is no file {}", quoted(name))),
            Err(error) => Err(format!("{}: {error}", quoted(name))),
        }
    };
    let is_same_folder = output.is_none_or(|output| is_same(&folder, &folder_of(output)));
    let how = WeightRepair { normalizes: *normalize, limit: limit.map(usize::from) };
    let files = NamedFiles { read: &read, is_same_folder };
    let repaired = match repair_weights(&bytes, how, &form, &files) {
        Ok(repaired) => repaired,
        Err(why) => bail!("{shown}: {why}"),
    };
    let beside = match (&form, output) {
        (CopyForm::Text { buffer }, Some(output)) => Some(output.with_file_name(buffer)),
        _ => None,
    };
    let named = named.into_inner();
    output::refuse_input(&named, output)?;
    output::refuse_input(&named, beside.as_deref())?;
    if let (Some(beside), Some(buffer), Some(output)) = (&beside, &repaired.buffer, output) {
        let is_of_others = beside.symlink_metadata().is_ok() && output.symlink_metadata().is_err();
        ensure!(
            !is_of_others,
            "{} exists and belongs to no {}; choose another name",
            beside.display(),
            output.display()
        );
        output::deliver(buffer, Some(beside))?;
    }
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

/// The form of the copy, by its name.
fn form_of(output: Option<&Path>) -> anyhow::Result<CopyForm> {
    let Some(file) = output else { return Ok(CopyForm::Glb) };
    if has_extension(file, "glb") {
        return Ok(CopyForm::Glb);
    }
    ensure!(has_extension(file, "gltf"), "{}: the copy is written to a .glb or .gltf file", file.display());
    let buffer = file.with_extension("bin").file_name().and_then(|name| name.to_str()).map(ToOwned::to_owned);
    let buffer = buffer.with_context(|| format!("{}: the name of a .gltf must be UTF-8", file.display()))?;
    Ok(CopyForm::Text { buffer })
}

/// The folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new(".")).to_owned()
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}
