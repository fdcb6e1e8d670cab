//! `eyeline explain` of recorded paths: how they are compared, and the plot of their errors.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::budget::Budget;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::picture::{ErrorPlot, PlottedPath};
use crate::render::{Headless, plot_to_image, plot_to_svg, to_png_by};
use crate::report::sessions::{ComparisonChoice, measured_paths};
use crate::source::extension::has_extension;
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::steps::StepLength;
use crate::world::World;

/// Pixels for each point of a plot.
const PLOT_SCALE: f32 = 2.0;

/// The path of a reference is drawn in at most so many lines, besides losses and jumps.
const MOST_LINES: usize = 5_000;

/// How recorded paths are compared. In place of what the scene says.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PathArgs {
    /// What may be changed to bring each path closest to the reference: none, origin (the first poses are the same),
    /// translation, yaw (translation and rotation about up), se3 (translation and rotation), sim3 (these and scale). The answer
    /// is the error after this alignment. Default: se3.
    #[arg(long, value_name = "ALIGNMENT", value_parser = alignment)]
    pub align: Option<AlignmentKind>,
    /// Align by the first N pairs of frames instead of all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub align_first: Option<u32>,
    /// The length of the steps of the relative error: a number of pairs of frames, metres or seconds, such as 10, 5m, 0.5s.
    /// Default: 1.
    #[arg(long, value_name = "LENGTH", value_parser = step_length)]
    pub delta: Option<StepLength>,
    /// The greatest difference in time of two frames that are compared, in seconds. Default: 0.01.
    #[arg(long, value_name = "SECONDS", value_parser = above_0)]
    pub max_difference: Option<f64>,
    /// Seconds that are added to the times of each path, and not to those of the reference.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = finite)]
    pub offset: Option<f64>,
}

fn alignment(text: &str) -> Result<AlignmentKind, String> {
    let words = || AlignmentKind::ALL.map(AlignmentKind::word).join(", ");
    AlignmentKind::ALL
        .into_iter()
        .find(|kind| kind.word() == text)
        .ok_or_else(|| format!("it must be one of {}", words()))
}

fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "it must be a number".to_owned())
}

fn above_0(text: &str) -> Result<f64, String> {
    finite(text).ok().filter(|number| *number > 0.0).ok_or_else(|| "it must be a number above 0".to_owned())
}

fn step_length(text: &str) -> Result<StepLength, String> {
    let wrong = "it must be a number of pairs, metres or seconds above 0, such as 10, 5m or 0.5s";
    let found = if let Some(metres) = text.strip_suffix('m') {
        above_0(metres).map(StepLength::Metres)
    } else if let Some(seconds) = text.strip_suffix('s') {
        above_0(seconds).map(StepLength::Seconds)
    } else {
        text.parse().ok().filter(|pairs| *pairs > 0).map(StepLength::Frames).ok_or_else(String::new)
    };
    found.map_err(|_other| wrong.to_owned())
}

impl PathArgs {
    /// What is chosen.
    pub(super) fn choice(&self) -> ComparisonChoice {
        let Self { align, align_first, delta, max_difference, offset } = *self;
        let align_first = align_first.map(|count| count as usize);
        ComparisonChoice { align, align_first, max_difference, offset, delta }
    }
}

/// The numbers of the sessions that are compared, the reference first; `None` when the names are not those of two and more
/// sessions.
///
/// # Errors
/// When there are more than two names, and one is not that of a session.
pub(super) fn compared(world: &World, names: &[String]) -> anyhow::Result<Option<Vec<usize>>> {
    let session = |name: &String| world.sessions.iter().position(|session| *session.name == **name);
    if names.len() > 2
        && let Some(other) = names.iter().find(|name| session(name).is_none())
    {
        bail!(
            "{} are named, so each must be a recording or a session, the reference first; `{other}` is none",
            counted(names.len(), "item")
        );
    }
    let sessions: Option<Vec<usize>> = names.iter().map(session).collect();
    if let Some(sessions) = &sessions {
        let twice = (1..sessions.len()).find(|i| sessions[..*i].contains(&sessions[*i]));
        ensure!(twice.is_none(), "`{}` is named twice; name each session once", names[twice.unwrap_or_default()]);
    }
    Ok(sessions.filter(|sessions| sessions.len() > 1))
}

/// Whether a file is to be a plot, by its name.
pub(super) fn is_plot(file: &Path) -> bool {
    has_extension(file, "svg") || has_extension(file, "png")
}

/// The bytes of a plot of the errors of sessions against the first one.
///
/// # Errors
/// When there are no errors, or a PNG cannot be drawn.
pub(super) fn plot(
    world: &World,
    sessions: &[usize],
    choice: &ComparisonChoice,
    file: &Path,
    budget: &Budget,
) -> anyhow::Result<Vec<u8>> {
    let reference = sessions.first().and_then(|reference| world.sessions.get(*reference)).context("no reference")?;
    let paths = measured_paths(world, sessions, choice).context("there is nothing to plot")?;
    // Names come from files.
    let words: Vec<[String; 2]> =
        paths.iter().map(|path| [escape::line(&path.name).into_owned(), path.how().unwrap_or_default()]).collect();
    let reference_name = escape::line(&reference.name);
    let shown: Vec<PlottedPath> = paths
        .iter()
        .zip(&words)
        .filter_map(|(path, [name, how])| {
            let (_, errors) = path.errors.as_ref().ok()?;
            Some(PlottedPath { name, how, errors })
        })
        .collect();
    if shown.is_empty() {
        let why = paths.iter().find_map(|path| Some(format!("`{}`: {}", path.name, path.errors.as_ref().err()?)));
        bail!("there are no errors to plot: {}", why.unwrap_or_default());
    }
    let outline = reference.trajectory().map(|path| path.outline(0.0, MOST_LINES)).unwrap_or_default();
    let plot = ErrorPlot {
        reference: &reference_name,
        reference_path: outline.iter().map(|stroke| [stroke.from, stroke.to]).collect(),
        paths: shown,
    };
    let sheet = plot.sheet();
    if has_extension(file, "svg") {
        return Ok(plot_to_svg(&sheet).into_bytes());
    }
    let image = plot_to_image(&sheet, PLOT_SCALE, budget)?;
    Ok(to_png_by(&image, &Headless::of_this_thread()?.renderer())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_has_a_unit() {
        assert_eq!(step_length("10"), Ok(StepLength::Frames(10)));
        assert_eq!(step_length("2.5m"), Ok(StepLength::Metres(2.5)));
        assert_eq!(step_length("0.5s"), Ok(StepLength::Seconds(0.5)));
        for wrong in ["0", "-1", "1.5", "m", "0m", "infs", "nanm", "3 km", ""] {
            assert!(step_length(wrong).is_err(), "{wrong}");
        }
    }
}
