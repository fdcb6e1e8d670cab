//! Runs a check with a progress bar.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::CheckArgs;
use super::draw::draw;
use super::scene_output::SceneOutput;
use crate::budget::Budget;
use crate::check::cache::{CheckCache, RunKey};
use crate::check::discover::FoundScene;
use crate::check::expectations::TakenExpectations;
use crate::check::row::SceneRow;
use crate::check::{CheckParts, CheckSettings, Undrawn, run as check};
use crate::files::Reading;
use crate::offscreen::DepthAnswers;
use crate::render::RenderError;
use crate::source::folder::root_of_work;

/// Checks with a progress bar, and prints each scene in order.
pub(super) fn checked(
    scenes: &[FoundScene],
    args: &CheckArgs,
    reading: &Reading,
    renderer: &str,
    budget: &Budget,
    expect: Option<&TakenExpectations>,
    lines: &SceneOutput,
) -> Vec<SceneRow> {
    let bar = if io::stderr().is_terminal() {
        let bar = ProgressBar::with_draw_target(Some(scenes.len() as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("checking {wide_bar} {pos}/{len}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    } else {
        ProgressBar::hidden()
    };
    let parts = args.only.unwrap_or(CheckParts::ALL);
    let key = RunKey { renderer, options: &reading.options, parts, expect, memory: budget.total() };
    // A new file in a folder of trees may replace a tree, and no scene names it.
    let has_cache = !args.no_cache && reading.options.trees.is_empty();
    let folder = dirs::cache_dir().filter(|_| has_cache).map(|folder| folder.join("eyeline/check"));
    let cache = folder.map(|folder| CheckCache::open(&folder, &root_of_work(&reading.options), &key, budget));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let settings = CheckSettings {
        reading,
        budget,
        depth: &|scene, world| DepthAnswers::of(scene).answers(world),
        renderer,
        jobs: most_jobs(budget).min(args.jobs.unwrap_or(cores)),
        parts,
        expect,
        cache: cache.as_ref(),
        most_failures: args.max_failures.map(|most| most as usize),
        done: &|number, row| {
            bar.inc(1);
            lines.print(number, row, |print| bar.suspend(print));
        },
    };
    let rows = check(scenes, &settings, &mut |found, loaded, view| {
        draw(found, loaded, view, reading).map_err(|error| Undrawn {
            reason: format!("{error:#}"),
            is_of_size: matches!(error.downcast_ref(), Some(RenderError::Memory { .. } | RenderError::Size { .. })),
        })
    });
    bar.finish_and_clear();
    if let Some(cache) = cache {
        cache.save(&rows);
    }
    rows
}

/// The memory budget for each job.
const BUDGET_OF_JOB: u64 = 64 << 20;

/// The number of jobs for which a budget is large enough. The allocator keeps freed memory for the thread that had it, so
/// with many threads the process would exceed a small budget.
fn most_jobs(budget: &Budget) -> usize {
    usize::try_from(budget.total() / BUDGET_OF_JOB).unwrap_or(usize::MAX).max(1)
}
