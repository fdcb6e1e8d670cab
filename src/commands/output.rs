//! Where results go: standard output, or a file that is written whole or not at all.
//!
//! One rule holds for all files that a command writes: what was read is never written. A name that a person gave may
//! replace any other file; a name that eyeline chose replaces only a file that eyeline made.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::stdout;
use crate::files::{Inputs, is_foreign};
use crate::render::is_our_png;
use crate::scene::{save_bytes, save_with};

/// The name that stands for standard output. A file of that name is `./-`.
const STANDARD_OUTPUT: &str = "-";

/// Writes a result to a file, or to standard output without one and for `-`.
///
/// # Errors
/// When it cannot be written; a file then is as it was before.
pub fn deliver(bytes: &[u8], file: Option<&Path>) -> anyhow::Result<()> {
    match in_file(file) {
        Some(file) => Ok(save_bytes(bytes, file)?),
        None => stdout::write(|out| out.write_all(bytes)),
    }
}

/// The same for a result that is written piece by piece.
///
/// # Errors
/// When a piece cannot be written; a file then is as it was before.
pub fn stream(file: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    match in_file(file) {
        Some(file) => Ok(save_with(file, write)?),
        None => stdout::write(write),
    }
}

/// The file to write to; `None` for standard output.
pub fn in_file(file: Option<&Path>) -> Option<&Path> {
    file.filter(|file| file.as_os_str() != STANDARD_OUTPUT)
}

/// Refuses a result that would be written over what was read or what the scene names.
///
/// # Errors
/// When the file is one of those, by whatever name.
pub fn refuse_inputs(inputs: &Inputs, file: Option<&Path>) -> anyhow::Result<()> {
    if let Some(file) = in_file(file)
        && let Some(input) = inputs.meant_by(file)
    {
        let (file, input) = (file.display(), input.display());
        anyhow::bail!("{file} would replace {input}, which the scene is made of; write to another file with -o");
    }
    Ok(())
}

/// A default file name, for a result that can be made again.
///
/// # Errors
/// When a file of that name is what the scene is made of, or is there and eyeline did not make it.
pub fn by_default(name: PathBuf, inputs: &Inputs, is_ours: impl FnOnce(&Path) -> bool) -> anyhow::Result<PathBuf> {
    refuse_inputs(inputs, Some(&name))?;
    anyhow::ensure!(
        name.symlink_metadata().is_err() || is_ours(&name),
        "{} exists, and eyeline did not make it; name the file to write with -o",
        name.display()
    );
    Ok(name)
}

/// The same for a picture.
///
/// # Errors
/// As [`by_default`].
pub fn picture_by_default(name: PathBuf, inputs: &Inputs) -> anyhow::Result<PathBuf> {
    by_default(name, inputs, is_our_png)
}

/// Refuses a file for a picture that promises another format than PNG.
///
/// # Errors
/// When its name ends in anything but `.png`, or the picture would be shown as text.
pub fn expect_picture_name(file: &Path) -> anyhow::Result<()> {
    let Some(file) = in_file(Some(file)) else {
        anyhow::ensure!(
            !io::stdout().is_terminal(),
            "a picture is not for a terminal; send standard output to a file or a program, or name a file with -o"
        );
        return Ok(());
    };
    let is_other = file.extension().is_some_and(|extension| !extension.eq_ignore_ascii_case("png"));
    anyhow::ensure!(
        !is_other,
        "{} is no name for a picture: pictures are written as PNG; write to {}",
        file.display(),
        file.with_extension("png").display()
    );
    Ok(())
}

/// Refuses a file for a scene that could not be opened as one, since it is called like something else.
///
/// # Errors
/// When its name ends as levels, trees or images do.
pub fn expect_scene_name(file: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !is_foreign(file),
        "{} is no name for a scene: it ends as levels, trees or images do; write to a .json file",
        file.display()
    );
    Ok(())
}
