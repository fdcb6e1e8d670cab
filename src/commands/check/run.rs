//! Checks the scenes of a project, or does what the arguments ask for instead.

use std::process::ExitCode;

use super::super::message::print_message;
use super::super::output;
use super::args::CheckArgs;
use super::checked::checked;
use super::folder::folder_of_results;
use super::located::located;
use super::report::report;
use super::scene_output::SceneOutput;
use super::select::select;
use super::{accept, merge, unused};
use crate::check::discover::discover;
use crate::check::expectations::TakenExpectations;
use crate::check::plan::expect_own_pictures;
use crate::check::results::RunFacts;
use crate::check::{terminal, update};
use crate::files::Reading;
use crate::geometry::narrate::counted;
use crate::render::Headless;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// Checks the scenes, writes the files that the arguments ask for, and prints the result.
///
/// # Errors
/// When there is no scene, when two scenes would share a baseline, or when the report cannot be written.
pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let reading = Reading { options: args.read.options()?, ..Reading::default() };
    if !args.accept.is_empty() {
        return accept::take(args, &reading);
    }
    if !args.merge.is_empty() {
        return merge::merge(args, &reading.options);
    }
    let budget = args.read.budget();
    let baselines = args.baselines.as_deref();
    let found = discover(&args.paths, baselines, &reading.options, &budget).map_err(located);
    let mut scenes = found?;
    expect_own_pictures(&scenes, &budget)?;
    if args.unused || args.prune {
        return unused::unused(args, &scenes, &reading.options);
    }
    let out = args.out.as_deref().map(|out| folder_of_results(out, &reading.options)).transpose()?;
    if let Some(nothing) = select(&mut scenes, args, out.as_ref(), &reading, &budget)? {
        output::deliver(nothing.as_bytes(), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.list {
        let lines = scenes.iter().map(|found| path_in_message(&found.path) + "\n");
        output::deliver(lines.collect::<String>().as_bytes(), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let expect = args.expect.as_deref().map(|file| TakenExpectations::read(file, &budget)).transpose()?;
    // Answers need no OpenGL. Without OpenGL each picture becomes an error with that reason.
    let renderer = Headless::of_this_thread().map_or_else(|_| "no OpenGL".to_owned(), |headless| headless.renderer());
    let facts = RunFacts { renderer: &renderer, baselines, shard: args.shard };
    let scenes: Vec<_> = scenes.into_iter().map(|found| found.drawn_by(&renderer)).collect();
    let begin = |out: &Rooted| crate::check::output::begin(out, &facts, &budget).map_err(anyhow::Error::msg);
    let _lock = out.as_ref().map(begin).transpose()?;
    update::sweep_baselines(&scenes);
    let lines = SceneOutput::new(args.format, args.max_failures);
    let mut rows = checked(&scenes, args, &reading, &renderer, &budget, expect.as_ref(), &lines);
    if rows.len() < scenes.len() {
        let left = counted((scenes.len() - rows.len()) as u64, "scene");
        let failures = args.max_failures.unwrap_or_default();
        let failures = counted(u64::from(failures), "failure");
        print_message(&format!("stopped after {failures}: {left} not checked"));
    }
    let mut written = String::new();
    if let Some(which) = args.update {
        let before: Vec<usize> = rows.iter().map(|row| row.differences.len()).collect();
        update::update(&mut rows, which, &budget);
        // The reason why a baseline was not written is the first difference of its scene.
        let refused = rows.iter().zip(before).filter(|(row, before)| row.differences.len() > *before);
        for difference in refused.filter_map(|(row, _)| row.differences.first()) {
            print_message(&lines.log(format!("error: {}", difference.text)));
        }
        written = lines.log(terminal::written(&rows));
    }
    report(&rows, &written, out.as_ref(), &facts, args, lines)
}
