//! `eyeline check --merge`.

use std::path::Path;
use std::process::ExitCode;

use super::args::CheckArgs;
use super::folder::folder_of_results;
use super::report::report;
use super::scene_output::SceneOutput;
use crate::check::merge::{MergeOptions, MergedRun, merged};
use crate::check::results::RunFacts;
use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;

/// Joins the reports of some folders into one.
pub(super) fn merge(args: &CheckArgs, options: &ReadOptions) -> anyhow::Result<ExitCode> {
    let budget = args.read.budget();
    let out = folder_of_results(args.out.as_deref().unwrap_or(Path::new(".")), options)?;
    let folders = args.merge.iter().map(|folder| folder_of_results(folder, options));
    let folders: Vec<Rooted> = folders.collect::<anyhow::Result<_>>()?;
    if let Some(same) = folders.iter().find(|folder| folder.absolute() == out.absolute()) {
        anyhow::bail!("cannot merge {} into itself: choose another folder for --out", same.in_message());
    }
    let baselines = args.baselines.as_deref();
    let merge = MergeOptions { baselines, options, root: &root_of_work(options), budget: &budget };
    let MergedRun { rows, renderer } = merged(&folders, &merge).map_err(anyhow::Error::msg)?;
    let facts = RunFacts { renderer: &renderer, baselines, shard: None };
    let _lock = crate::check::output::begin(&out, &facts, &budget).map_err(anyhow::Error::msg)?;
    let lines = SceneOutput::new(args.format, None);
    rows.iter().enumerate().for_each(|(number, row)| lines.print(number, row, |print| print()));
    report(&rows, "", Some(&out), &facts, args, lines)
}
