//! A copy of a glTF or GLB, with the files that it names and the `.bin` beside a copy that is text.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};

use super::output;
use crate::files::Inputs;
use crate::import::gltf::chunks::{Chunks, CopyForm, LARGEST_COPIED, NamedFiles};
use crate::source::error::quoted;
use crate::source::extension::has_extension;
use crate::source::rooted::Rooted;

/// Reads a file, changes it, and writes the copy. With `false` from the change, a GLB is copied byte for byte.
///
/// # Errors
/// When the file cannot be read or changed, the copy would replace a file that was read, or it cannot be written.
pub(super) fn copy<T>(
    level: &Path,
    bytes: &[u8],
    output: Option<&Path>,
    change: impl FnOnce(&mut Chunks) -> Result<(T, bool), String>,
) -> anyhow::Result<T> {
    let form = form_of(output)?;
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
    let files = NamedFiles { read: &read, is_same_folder };
    let located = |why: String| anyhow!("{}: {why}", level.display());
    let mut chunks = Chunks::read(bytes, &files).map_err(located)?;
    let (done, is_changed) = change(&mut chunks).map_err(located)?;
    let is_equal = !is_changed && form == CopyForm::Glb && bytes.starts_with(b"glTF");
    let (copy, buffer) =
        if is_equal { (bytes.to_vec(), None) } else { chunks.write(&form, &files).map_err(located)? };
    let beside = match (&form, output) {
        (CopyForm::Text { buffer }, Some(output)) => Some(output.with_file_name(buffer)),
        _ => None,
    };
    let named = named.into_inner();
    output::refuse_input(&named, output)?;
    output::refuse_input(&named, beside.as_deref())?;
    if let (Some(beside), Some(buffer), Some(output)) = (&beside, &buffer, output) {
        let is_of_others = beside.symlink_metadata().is_ok() && output.symlink_metadata().is_err();
        ensure!(
            !is_of_others,
            "{} exists and belongs to no {}; choose another name",
            beside.display(),
            output.display()
        );
        output::deliver(buffer, Some(beside))?;
    }
    output::deliver(&copy, output)?;
    Ok(done)
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
