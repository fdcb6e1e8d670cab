//! `eyeline render` with `--ticks`, `--turntable` or `--steps`: writes a moving picture.

use std::path::Path;

use super::still::print_left_out;
use crate::commands::{output, progress};
use crate::files::Inputs;
use crate::offscreen::{Movie, Output};
use crate::render::ClipFormat;
use crate::report::occlusion::AllUnanswered;

/// The output by the name of the file. `-` is a GIF on standard output.
///
/// # Errors
/// When the name is none of a moving picture, or standard output is a terminal.
pub(super) fn output(file: &Path) -> anyhow::Result<Output> {
    if output::in_file(Some(file)).is_none() {
        output::expect_no_terminal()?;
        return Ok(Output::Clip(ClipFormat::Gif, file.to_owned()));
    }
    Output::of(file)
}

/// Draws the pictures and writes them. Returns the occlusion queries without an answer.
///
/// # Errors
/// When there is no OpenGL, or a file cannot be written or is an input. A file that could not be written completely is
/// unchanged.
pub(super) fn write(mut movie: Movie, output: &Output, inputs: &Inputs) -> anyhow::Result<AllUnanswered> {
    for file in output.files(movie.count()) {
        output::refuse_input(inputs, Some(&file))?;
    }
    progress::shown(&format!("drawing {} pictures", movie.count()), |progress| {
        movie.write(output, progress, |file, contents| output::stream(Some(file), |out| contents(out)))
    })?;
    print_left_out(movie.left_out());
    Ok(movie.into_unanswered())
}
