//! A repaired copy of a level: glTF, GLB, OBJ or STL.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::inputs::Inputs;
use crate::geometry::mesh::repair::{MeshChange, MeshRepair, RepairedMesh};
use crate::host::fs;
use crate::import::gltf::chunks::{Chunks, CopyForm, LARGEST_COPIED, NamedFiles};
use crate::import::gltf::repair::{RepairedWeights, WeightRepair, repair_weights};
use crate::import::gltf::repair_meshes::repair_meshes;
use crate::import::obj::repair::repair_obj;
use crate::import::stl::repair::repair_stl;
use crate::source::error::quoted;
use crate::source::extension::has_extension;
use crate::source::regular;
use crate::source::rooted::Rooted;

/// What is repaired in a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LevelRepair {
    /// In its meshes.
    pub(crate) meshes: Option<MeshRepair>,
    /// In the weights of its skinned meshes. OBJ and STL have none.
    pub(crate) weights: Option<WeightRepair>,
}

/// A repaired copy that is not written yet.
#[derive(Debug)]
pub(crate) struct RepairedLevel {
    /// The copy.
    pub(crate) bytes: Vec<u8>,
    /// The file with the bytes of a copy that is text.
    pub(crate) beside: Option<(PathBuf, Vec<u8>)>,
    /// The files that were read.
    pub(crate) inputs: Inputs,
    /// What was repaired in weights.
    pub(crate) weights: Option<RepairedWeights>,
    /// What was repaired in meshes, each with its name, in the order of the file.
    pub(crate) meshes: Vec<(String, RepairedMesh)>,
}

/// Repairs a level. The name of the copy says which form it has: `.glb`, `.gltf` with a `.bin` beside it, `.obj` or `.stl`; without a
/// name a GLB is made of a glTF.
///
/// What needs no repair has the same bytes in the copy, if the form is the same.
///
/// # Errors
/// When the file cannot be read or repaired, or the copy cannot have that form: in one sentence, without the name of the level.
pub(crate) fn repair_level(level: &Path, output: Option<&Path>, how: LevelRepair) -> Result<RepairedLevel, String> {
    let bytes = regular::read(level, LARGEST_COPIED).map_err(|error| format!("it cannot be read: {error}"))?;
    if has_extension(level, "obj") {
        let meshes = plain_repair(output, how, ["obj", "an OBJ"])?;
        let repaired = repair_obj(&bytes, meshes)?;
        return Ok(RepairedLevel::plain(level, repaired.bytes, repaired.meshes));
    }
    if has_extension(level, "stl") {
        let meshes = plain_repair(output, how, ["stl", "an STL"])?;
        let repaired = repair_stl(&bytes, &level.to_string_lossy(), meshes)?;
        return Ok(RepairedLevel::plain(level, repaired.bytes, repaired.meshes));
    }
    if has_extension(level, "map") {
        return Err("a copy of a map is not written; correct the map in its editor".to_owned());
    }
    if has_extension(level, "bsp") {
        return Err(
            "a copy of a compiled map is not written; correct the map in its editor and compile it again".to_owned()
        );
    }
    if has_extension(level, "ply") {
        return Err(
            "a copy of a PLY is not written; export the level as glTF, GLB, OBJ or STL and repair that".to_owned()
        );
    }
    if has_extension(level, "fbx") {
        return Err("a copy of an FBX is not written; export the level as glTF or GLB and repair that".to_owned());
    }
    let form = form_of(output)?;
    let inputs = RefCell::new(Inputs::file(level));
    let folder = folder_of(level);
    let read = |name: &str| {
        inputs.replace_with(|inputs| inputs.clone().and(&folder.join(name)));
        match Rooted::of_folder(&folder).join(name).read(LARGEST_COPIED) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(format!("there is no file {}", quoted(name))),
            Err(error) => Err(format!("{}: {error}", quoted(name))),
        }
    };
    let is_same_folder = output.is_none_or(|output| is_same(&folder, &folder_of(output)));
    let files = NamedFiles { read: &read, is_same_folder };
    let mut chunks = Chunks::read(&bytes, &files)?;
    let weights = how.weights.map(|how| repair_weights(&mut chunks, how)).transpose()?;
    let meshes = how.meshes.map_or_else(|| Ok(Vec::new()), |how| repair_meshes(&mut chunks, how))?;
    let is_equal = weights.is_none() && meshes.iter().all(|(_, mesh)| mesh.changes.is_empty());
    let (copy, buffer) = if is_equal && form == CopyForm::Glb && bytes.starts_with(b"glTF") {
        (bytes, None)
    } else {
        chunks.write(&form, &files)?
    };
    let beside = match (form, output, buffer) {
        (CopyForm::Text { buffer }, Some(output), Some(bytes)) => Some((output.with_file_name(buffer), bytes)),
        _ => None,
    };
    if let (Some((beside, _)), Some(output)) = (&beside, output)
        && fs::symlink_metadata(beside).is_ok()
        && fs::symlink_metadata(output).is_err()
        && inputs.borrow().input_at(beside).is_none()
    {
        let (beside, output) = (beside.display(), output.display());
        return Err(format!("{beside} exists and belongs to no {output}; choose another name"));
    }
    Ok(RepairedLevel { bytes: copy, beside, inputs: inputs.into_inner(), weights, meshes })
}

/// What is repaired in a level that has only meshes, after a check of what is asked for. `form`: its extension, and its noun.
fn plain_repair(output: Option<&Path>, how: LevelRepair, [extension, noun]: [&str; 2]) -> Result<MeshRepair, String> {
    if how.weights.is_some() {
        return Err(format!("{noun} has no weights"));
    }
    match output.filter(|output| !has_extension(output, extension)) {
        Some(output) => Err(format!("the copy of {noun} is {noun}, not {}", output.display())),
        None => Ok(how.meshes.unwrap_or_default()),
    }
}

impl RepairedLevel {
    /// Of a level that has only meshes.
    fn plain(level: &Path, bytes: Vec<u8>, meshes: Vec<(String, RepairedMesh)>) -> Self {
        Self { bytes, beside: None, inputs: Inputs::file(level), weights: None, meshes }
    }

    /// How many changes of meshes there are of each kind, such as "triangles removed: 2, holes closed: 1".
    pub(crate) fn mesh_counts(&self) -> String {
        let changes = || self.meshes.iter().flat_map(|(_, mesh)| &mesh.changes);
        let count = |is_kind: fn(&MeshChange) -> bool| changes().filter(|change| is_kind(change)).count();
        let kinds = [
            ("vertices moved", count(|change| matches!(change, MeshChange::Merged { .. }))),
            ("triangles removed", count(|change| matches!(change, MeshChange::Removed { .. }))),
            ("triangles reversed", count(|change| matches!(change, MeshChange::Flipped { .. }))),
            ("holes closed", count(|change| matches!(change, MeshChange::Closed { .. }))),
            ("faults left", self.meshes.iter().map(|(_, mesh)| mesh.kept.len()).sum()),
        ];
        let done: Vec<String> =
            kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| format!("{kind}: {count}")).collect();
        if done.is_empty() { "nothing to repair".to_owned() } else { done.join(", ") }
    }

    /// Each change of a mesh, and each fault that was left, such as "Wall, triangle 3: removed, it has no area".
    pub(crate) fn mesh_lines(&self) -> impl Iterator<Item = (&str, String)> {
        self.meshes.iter().flat_map(|(name, mesh)| {
            let changes = mesh.changes.iter().map(ToString::to_string);
            let kept = mesh.kept.iter().map(|kept| format!("left: {kept}"));
            changes.chain(kept).map(|line| (name.as_str(), line))
        })
    }
}

/// The form of the copy, by its name.
fn form_of(output: Option<&Path>) -> Result<CopyForm, String> {
    let Some(file) = output else { return Ok(CopyForm::Glb) };
    if has_extension(file, "glb") {
        return Ok(CopyForm::Glb);
    }
    if !has_extension(file, "gltf") {
        return Err(format!("the copy is written to a .glb or .gltf file, not to {}", file.display()));
    }
    let buffer = file.with_extension("bin").file_name().and_then(|name| name.to_str()).map(ToOwned::to_owned);
    let buffer = buffer.ok_or_else(|| format!("the name of a .gltf must be UTF-8, not {}", file.display()))?;
    Ok(CopyForm::Text { buffer })
}

/// The folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new(".")).to_owned()
}

fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok()).is_some_and(|(one, other)| one == other)
}
