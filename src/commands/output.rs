//! Writes results to standard output, or to a file that is written completely or not at all.
//!
//! One rule applies to all files that a command writes: no input is overwritten. An output named by the user may
//! replace any other file; a default output replaces only a file that eyeline made.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::stdout;
use crate::files::{Inputs, is_foreign};
use crate::render::{ClipFormat, is_our_gif, is_our_png};
use crate::scene::{save_bytes, save_with};

/// The name that means standard output. A file of that name is `./-`.
const STANDARD_OUTPUT: &str = "-";

/// Writes a result to a file. Without a file, and for `-`, writes it to standard output.
///
/// # Errors
/// When the result cannot be written. The file is then unchanged.
pub fn deliver(bytes: &[u8], file: Option<&Path>) -> anyhow::Result<()> {
    match in_file(file) {
        Some(file) => Ok(save_bytes(bytes, file)?),
        None => stdout::write_output(|out| out.write_all(bytes)),
    }
}

/// Writes a result in parts. Otherwise as [`write`].
///
/// # Errors
/// When a part cannot be written. The file is then unchanged.
pub fn stream(file: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    match in_file(file) {
        Some(file) => Ok(save_with(file, write)?),
        None => stdout::write_output(write),
    }
}

/// The file to write to; `None` for standard output.
pub fn in_file(file: Option<&Path>) -> Option<&Path> {
    file.filter(|file| file.as_os_str() != STANDARD_OUTPUT)
}

/// Refuses an output that would replace the scene or a file that it names.
///
/// # Errors
/// When the output is one of those files, by any path.
pub fn refuse_input(inputs: &Inputs, file: Option<&Path>) -> anyhow::Result<()> {
    if let Some(file) = in_file(file)
        && let Some(input) = inputs.input_at(file)
    {
        let (file, input) = (file.display(), input.display());
        anyhow::bail!("{file} would replace {input}, which the scene uses; write to another file with -o");
    }
    Ok(())
}

/// The default file name of a result, if that file may be written.
///
/// # Errors
/// When a file of that name is an input, or exists and was not made by eyeline.
pub fn by_default(name: PathBuf, inputs: &Inputs, is_ours: impl FnOnce(&Path) -> bool) -> anyhow::Result<PathBuf> {
    refuse_input(inputs, Some(&name))?;
    // A link may lead anywhere, and a pipe may never end. The user names such a file by `-o`.
    let is_free = name.symlink_metadata().map_or(true, |metadata| metadata.is_file() && is_ours(&name));
    anyhow::ensure!(is_free, "{} exists and was not made by eyeline; choose the file to write with -o", name.display());
    Ok(name)
}

/// The default file name of a picture. Otherwise as [`by_default`].
///
/// # Errors
/// As [`by_default`].
pub fn picture_by_default(name: PathBuf, inputs: &Inputs) -> anyhow::Result<PathBuf> {
    by_default(name, inputs, is_our_png)
}

/// The default file name of a moving picture, a GIF. Otherwise as [`by_default`].
///
/// # Errors
/// As [`by_default`].
pub fn clip_by_default(name: PathBuf, inputs: &Inputs) -> anyhow::Result<PathBuf> {
    by_default(name, inputs, is_our_gif)
}

/// Refuses standard output for a picture when it is a terminal.
///
/// # Errors
/// When standard output is a terminal.
pub fn expect_no_terminal() -> anyhow::Result<()> {
    anyhow::ensure!(
        !io::stdout().is_terminal(),
        "a terminal cannot show a picture; redirect standard output to a file or a program, or give a file with -o"
    );
    Ok(())
}

/// Refuses a file name for a picture with an extension other than `.png`.
///
/// # Errors
/// When the extension is not `.png`, or standard output is a terminal.
pub fn expect_picture_name(file: &Path) -> anyhow::Result<()> {
    let Some(file) = in_file(Some(file)) else { return expect_no_terminal() };
    if ClipFormat::of(file).is_some() {
        anyhow::bail!(
            "{} is the name of a moving picture; choose what moves with --ticks A..B, --turntable N or --steps",
            file.display()
        );
    }
    let is_other = file.extension().is_some_and(|extension| !extension.eq_ignore_ascii_case("png"));
    anyhow::ensure!(
        !is_other,
        "{} is not a valid name for a picture: pictures are written as PNG; write to {}",
        file.display(),
        file.with_extension("png").display()
    );
    Ok(())
}

/// Refuses a file name for a scene with the extension of another kind of file.
///
/// # Errors
/// When it has the extension of a level, a tree file or an image.
pub fn expect_scene_name(file: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !is_foreign(file),
        "{} is not a valid name for a scene: it has the extension of a level, tree file, image or recording; write to a .json file",
        file.display()
    );
    Ok(())
}
