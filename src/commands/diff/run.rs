//! Compares two inputs and writes how they differ.

use std::path::Path;
use std::process::ExitCode;

use super::super::exit::COULD_NOT_RUN;
use super::super::{depth, unanswered};
use super::args::DiffArgs;
use super::comparison::DiffComparison;
use super::input::{DiffInput, STANDARD_INPUT, read, scene};
use super::json::write_json;
use super::lines::write_lines;
use crate::files::Content;

/// Writes one line for each difference to standard output.
///
/// # Errors
/// When a file cannot be read, or the inputs have no tick in common.
pub fn run(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let is_piped = |path: &Path| path.as_os_str() == STANDARD_INPUT;
    anyhow::ensure!(
        !(is_piped(&args.before) && is_piped(&args.after)),
        "only one input can be `-`, standard input; give a file for the other"
    );
    let budget = args.read.budget();
    let (mut before, mut after) = match (
        read(&args.before, &args.read, &budget)?,
        read(&args.after, &args.read, &budget)?,
    ) {
        (DiffInput::Picture(before), DiffInput::Picture(after)) => {
            return super::pictures::run([&before, &after], args.json, &budget);
        }
        // The report of an image is compared with the answers about that image.
        (DiffInput::Picture(image), report @ DiffInput::Reports { .. }) => (scene(image, &args.read)?, report),
        (report @ DiffInput::Reports { .. }, DiffInput::Picture(image)) => (report, scene(image, &args.read)?),
        (DiffInput::Picture(_), _) | (_, DiffInput::Picture(_)) => anyhow::bail!(
            "{} and {} cannot be compared: one is a picture and the other a scene; give two pictures (`eyeline render` \
             draws a scene), or two scenes",
            args.before.display(),
            args.after.display()
        ),
        both => both,
    };
    let ticks = ticks(args, &before, &after)?;
    let only_new = [&before, &after]
        .into_iter()
        .any(|side| matches!(side, DiffInput::Reports { reports, .. } if reports.is_recording));
    let last = ticks.last().copied().unwrap_or(0);
    let mut comparison = DiffComparison {
        args,
        sides: [&mut before, &mut after],
        budget: &budget,
        only_new,
        has_ticks: ticks.len() > 1,
        ticks: ticks.into_iter(),
        tick: 0,
        pending: Vec::new().into_iter(),
        memory: Vec::new(),
    };
    let is_equal = if args.json { write_json(&mut comparison)? } else { write_lines(&mut comparison)? };
    let is_whole = [(&before, &*args.before), (&after, &*args.after)].map(|side| match side {
        (DiffInput::Scene { loaded, unanswered: queries, .. }, path) => {
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            let is_lost = unanswered::print(&unanswered::errors_at(last, content, path));
            !depth::print_errors(queries, &loaded.scene, path) && !is_lost && loaded.faults.is_empty()
        }
        (DiffInput::Reports { .. } | DiffInput::Picture(_), _) => true,
    });
    let is_whole = is_whole.into_iter().all(|is_whole| is_whole);
    Ok(match (is_whole, is_equal) {
        (false, _) => ExitCode::from(COULD_NOT_RUN),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// The ticks at which the inputs are compared, ascending.
fn ticks(args: &DiffArgs, before: &DiffInput, after: &DiffInput) -> anyhow::Result<Vec<u64>> {
    let own = |side: &DiffInput| match side {
        DiffInput::Scene { .. } | DiffInput::Picture(_) => None,
        DiffInput::Reports { reports, .. } => Some(reports.list.iter().map(|(tick, _)| *tick).collect::<Vec<_>>()),
    };
    let (first, second) = (own(before), own(after));
    if args.tick.is_empty()
        && let (Some(first), Some(second)) = (&first, &second)
        && !first.iter().any(|tick| second.contains(tick))
    {
        let described = |ticks: &[u64]| ticks.iter().take(4).map(u64::to_string).collect::<Vec<_>>().join(", ");
        anyhow::bail!(
            "the inputs have no tick in common: the first has tick {}, the second {}",
            described(first),
            described(second)
        );
    }
    let mut ticks = match (&*args.tick, first, second) {
        // Those of the answers that `eyeline check` stores.
        ([], None, None) => [before, after].into_iter().flat_map(DiffInput::shown_ticks).chain([0]).collect(),
        ([], first, second) => first.into_iter().chain(second).flatten().collect(),
        (ticks, ..) => ticks.to_vec(),
    };
    ticks.sort_unstable();
    ticks.dedup();
    Ok(ticks)
}
