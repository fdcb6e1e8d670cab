//! The end of a run: the report in the folder of `--out`, and the last lines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{CheckArgs, Format};
use super::scene_output::SceneOutput;
use super::scene_pages;
use crate::check::results::RunFacts;
use crate::check::row::SceneRow;
use crate::check::update::exit_code;
use crate::check::{github, summary, terminal};
use crate::commands::message::print_message;
use crate::commands::output;
use crate::source::rooted::Rooted;

/// Writes the report, and prints the end of the result.
pub(super) fn report(
    rows: &[SceneRow],
    written: &str,
    out: Option<&Rooted>,
    facts: &RunFacts,
    args: &CheckArgs,
    lines: SceneOutput,
) -> anyhow::Result<ExitCode> {
    let report = out.map(|out| {
        let pages = scene_pages::write(rows, out, args);
        crate::check::output::write(rows, &pages, out, facts).map_err(anyhow::Error::msg)
    });
    let mut text = format!("{written}{}\n", terminal::totals(rows));
    if lines.format == Some(Format::Github) {
        let workspace = std::env::var_os("GITHUB_WORKSPACE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        text += &github::annotations(rows, workspace.as_deref());
        if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
            let added = summary::add_to(Path::new(&file), rows, workspace.as_deref());
            added.unwrap_or_else(|reason| print_message(&lines.log(format!("error: {reason}"))));
        }
    }
    lines.finish()?;
    output::deliver(text.as_bytes(), None)?;
    report.transpose()?;
    Ok(ExitCode::from(exit_code(rows)))
}
