//! Counts a level, and surveys its floor plan or a path.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{bail, ensure};

use super::answer::CostAnswer;
use super::args::CostArgs;
use super::{csv, json, text};
use crate::commands::exit::exit_code;
use crate::commands::load::{inputs, load, within_reach};
use crate::commands::message::print_message;
use crate::commands::{output, progress};
use crate::cost::{LevelCost, Survey, sentences};
use crate::escape;
use crate::files::{Content, Inputs, Loaded};
use crate::picture::CostPlan;
use crate::render::{Headless, plot_to_image, plot_to_svg, to_png_by};
use crate::source::extension::has_extension;
use crate::world::World;

/// Pixels for each point of the plan.
const PLAN_SCALE: f32 = 2.0;
/// The greatest number of positions of a path.
const MOST_POSITIONS: u64 = 16_384;

/// Prints what a level costs, and writes the file.
///
/// # Errors
/// When the scene cannot be read, has no such camera or no floor plan, there is not enough memory, or the file cannot be
/// written.
pub fn run(args: &CostArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.output {
        check_name(file)?;
        output::refuse_input(&Inputs::file(&args.scene), Some(file))?;
    }
    if let Some(ticks) = args.ticks {
        let count = (ticks.last - ticks.first) / args.every + 1;
        let enough = (ticks.last - ticks.first) / (MOST_POSITIONS - 1) + 1;
        ensure!(
            count <= MOST_POSITIONS,
            "{count} positions are too many, at most {MOST_POSITIONS} are possible; use --every {enough}"
        );
    }
    let loaded = load(&args.scene, &args.read)?;
    output::refuse_input(&inputs(&args.scene, &loaded, &args.read)?, args.output.as_deref())?;
    let tick = args.ticks.map_or(args.tick, |ticks| ticks.first);
    within_reach(&loaded.scene, args.ticks.map_or(args.tick, |ticks| ticks.last))?;
    let world = World::at(&loaded.scene, &loaded.files, tick);
    let cost =
        LevelCost::of(&world).map_err(|over| anyhow::anyhow!("there is no room for the list of objects: {over}"))?;
    let survey = survey(args, &loaded, &world, &cost)?;
    let sentences = sentences(&cost, &survey);
    let name = escape::line(&args.scene.file_name().unwrap_or_default().to_string_lossy()).into_owned();
    let answer = CostAnswer { name: &name, args, world: &world, cost: &cost, survey: &survey, sentences: &sentences };
    match &args.output {
        Some(file) if output::in_file(Some(file)).is_none() => output::deliver(&json::json(&answer)?, None)?,
        Some(file) => {
            output::deliver(&bytes(&answer, file)?, Some(file))?;
            output::deliver(text::text(&answer).as_bytes(), None)?;
        }
        None => output::deliver(text::text(&answer).as_bytes(), None)?,
    }
    Ok(exit_code(&loaded))
}

/// Refuses a file name without a format.
fn check_name(file: &Path) -> anyhow::Result<()> {
    let known = ["png", "svg", "csv", "json"].iter().any(|extension| has_extension(file, extension));
    let is_known = known || output::in_file(Some(file)).is_none();
    ensure!(is_known, "{} has no known format: write to a .png, .svg, .csv or .json file", file.display());
    Ok(())
}

fn survey(args: &CostArgs, loaded: &Loaded, world: &World, cost: &LevelCost) -> anyhow::Result<Survey> {
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let what = if args.ticks.is_some() { "ticks" } else { "positions" };
    let found = progress::shown(what, |progress| match (args.ticks, &args.camera) {
        (Some(ticks), Some(camera)) => {
            Survey::along_path(content, camera, ticks.first..=ticks.last, args.every, progress)
        }
        _ => Survey::over_plan(world, cost, &args.options(), progress),
    });
    let survey = match found {
        Ok(survey) => survey,
        Err(error) => bail!("{}: {error}", args.scene.display()),
    };
    if survey.plan.is_some() && survey.tiles.iter().all(|tile| tile.cost.is_err()) {
        print_message("warning: no position has a floor with room to stand; choose others with --area and --below");
    }
    Ok(survey)
}

/// The bytes of a file in the format of its extension.
fn bytes(answer: &CostAnswer, file: &Path) -> anyhow::Result<Vec<u8>> {
    if has_extension(file, "json") {
        return json::json(answer);
    }
    if has_extension(file, "csv") {
        return Ok(csv::csv(answer).into_bytes());
    }
    let plan = CostPlan {
        name: answer.name,
        world: answer.world,
        survey: answer.survey,
        measure: answer.args.measure,
        sentences: answer.sentences,
    };
    let sheet = plan.sheet();
    if has_extension(file, "svg") {
        return Ok(plot_to_svg(&sheet).into_bytes());
    }
    let image = plot_to_image(&sheet, PLAN_SCALE, &answer.world.budget)?;
    Ok(to_png_by(&image, &Headless::of_this_thread()?.renderer())?)
}
