//! The table of recorded camera paths.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    // evo is a Python package, which is not on every machine.
    let evo = |name: &str| results.other("trajectory-evo", name);
    let mut text = String::from("| a path of a million frames, ms | eyeline | evo |\n|---|--:|--:|\n");
    let mut row = |words: &str, name: &str, digits: usize| -> Result<()> {
        let ours = results.median("trajectory", name)? / 1e6;
        let peer = evo(name).map_or_else(|_| "–".to_owned(), |time| format!("{:.0}", time / 1e6));
        Ok(writeln!(text, "| {words} | {ours:.digits$} | {peer} |")?)
    };
    row("opening a file of TUM, with all figures", "open", 0)?;
    row("the figures alone", "summary", 1)?;
    row("seeking to any frame", "seek", 6)?;
    row("the lines of the path, once", "outline", 1)?;
    row("all data of a picture, each time", "picture", 2)?;
    row("100,000 frames: pairs", "match", 2)?;
    row("100,000 frames: SE(3), APE and RPE in metres and degrees, statistics", "errors-se3", 1)?;
    row("100,000 frames: the same with Sim(3)", "errors-sim3", 1)?;
    let count = |key| results.other("trajectory", key);
    writeln!(
        text,
        "\nMemory: {} bytes a frame; {} lines of the picture, {:.2} MB.",
        count("frame_bytes")?,
        count("lines")?,
        count("line_bytes")? / 1e6
    )?;
    if let Ok(rmse) = evo("ape_rmse") {
        let ours = results.other("trajectory-errors", "ape_rmse")?;
        let version = results.word("trajectory-evo", "version")?;
        writeln!(text, "The RMSE of the APE is {ours:.12} m here and {rmse:.12} m by evo {version}.")?;
    }
    Ok(text)
}
