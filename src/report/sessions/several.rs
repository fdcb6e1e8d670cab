//! Several recorded paths against one reference: a table in the order of their errors.

use super::choice::ComparisonChoice;
use super::measured::{MeasuredPath, measured_paths};
use super::words;
use crate::geometry::narrate::{counted, fine};
use crate::geometry::{Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::trajectory::deviation::{Deviation, Measure};
use crate::world::World;

/// Explains which of several paths is closest to the reference, the first of the sessions. `None` when one of them has no path.
pub(super) fn explain(world: &World, sessions: &[usize], choice: &ComparisonChoice) -> Option<Explanation> {
    let mut paths = measured_paths(world, sessions, choice)?;
    let reference = &world.sessions.get(*sessions.first()?)?.name;
    let rmse = |path: &MeasuredPath| path.absolute().map_or(f64::INFINITY, |absolute| absolute.rmse);
    paths.sort_by(|a, b| rmse(a).total_cmp(&rmse(b)));
    let mut story = Story::default();
    story.step(|| table_step(&paths));
    for path in &paths {
        let Err(why) = &path.errors else { continue };
        story.step(|| Step {
            title: format!("`{}` has no error", path.name),
            outcome: format!("It cannot be compared with `{reference}`: {why}."),
            tone: Tone::Fail,
            ..Step::default()
        });
    }
    let best = paths.first().and_then(|best| Some((best, best.absolute()?, best.errors.as_ref().ok()?)));
    let answer = match best {
        Some((best, absolute, (freedom, _))) => {
            let how = words::alignment(*freedom).to_lowercase();
            format!("`{}` is closest to `{reference}`: {} m (RMSE, {how})", best.name, fine(absolute.rmse))
        }
        None => format!("none of the paths can be compared with `{reference}`"),
    };
    let are_all_compared = paths.iter().all(|path| path.errors.is_ok());
    Some(Explanation {
        title: format!("Which of {} is closest to `{reference}`?", counted(paths.len(), "path")),
        answer,
        tone: if are_all_compared { Tone::Note } else { Tone::Partial },
        disagreement: None,
        decided_by: Some(0),
        wrong_step: None,
        story,
    })
}

/// The figures of a column, and its title.
type Column = (&'static str, fn(&Deviation) -> Option<f64>);

const COLUMNS: [Column; 10] = [
    ("APE m", |of| Some(of.statistics[Measure::Absolute.index()].rmse)),
    ("median m", |of| Some(of.statistics[Measure::Absolute.index()].median)),
    ("max m", |of| Some(of.statistics[Measure::Absolute.index()].max)),
    ("APE °", |of| Some(of.statistics[Measure::AbsoluteTurn.index()].rmse)),
    ("RPE m", |of| of.has_steps().then(|| of.statistics[Measure::Relative.index()].rmse)),
    ("RPE °", |of| of.has_steps().then(|| of.statistics[Measure::RelativeTurn.index()].rmse)),
    ("drift %", |of| of.drift),
    ("KITTI %", |of| of.segments.as_ref().map(|segments| segments.all.translation)),
    ("KITTI °/m", |of| of.segments.as_ref().map(|segments| segments.all.turn)),
    ("scale", |of| ((of.alignment.scale - 1.0).abs() > 0.0).then_some(of.alignment.scale)),
];

/// A row a path, in the order of the paths. Columns without figures are left out.
fn table_step(paths: &[MeasuredPath]) -> Step {
    let found: Vec<(&str, &Deviation)> =
        paths.iter().filter_map(|path| Some((&*path.name, &path.errors.as_ref().ok()?.1))).collect();
    let mut columns: Vec<Vec<String>> = vec![
        std::iter::once("path".to_owned()).chain(found.iter().map(|(name, _)| (*name).to_owned())).collect(),
        std::iter::once("pairs".to_owned()).chain(found.iter().map(|(_, of)| of.pairs.to_string())).collect(),
    ];
    for (title, value) in COLUMNS {
        let values: Vec<Option<f64>> = found.iter().map(|(_, of)| value(of)).collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        let least = values.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        // A scale is not better when it is less.
        let is_best = |value: f64| title != "scale" && value <= least && values.len() > 1;
        let cell = |value: &Option<f64>| match value {
            Some(value) => format!("{}{}", fine(*value), if is_best(*value) { "*" } else { " " }),
            None => "– ".to_owned(),
        };
        columns.push(std::iter::once(format!("{title} ")).chain(values.iter().map(cell)).collect());
    }
    let widths: Vec<usize> =
        columns.iter().map(|column| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let row = |row: usize| {
        let cells = columns.iter().zip(&widths).enumerate().map(|(i, (column, width))| {
            let (cell, width) = (&column[row], *width);
            // Names begin at the left, numbers end at the right.
            if i == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let rows: Vec<String> = if found.is_empty() { Vec::new() } else { (0..=found.len()).map(row).collect() };
    Step {
        title: "The errors of all paths".into(),
        formula: String::new(),
        numbers: rows.join("\n"),
        outcome: outcome(paths, &found),
        tone: if found.is_empty() { Tone::Fail } else { Tone::Note },
        ..Step::default()
    }
}

fn outcome(paths: &[MeasuredPath], found: &[(&str, &Deviation)]) -> String {
    if found.is_empty() {
        return "No path has an error.".into();
    }
    let mut text =
        "The paths are in the order of the root mean square of the APE in metres; `*` is at the least number of a \
                    column."
            .to_owned();
    let freedoms: Vec<_> =
        paths.iter().filter_map(|path| path.errors.as_ref().ok()).map(|(freedom, _)| *freedom).collect();
    match freedoms.first() {
        Some(first) if freedoms.iter().all(|freedom| freedom == first) => {
            text.extend([" All are ", &words::alignment(*first).to_lowercase(), "."]);
        }
        _ => text += " A path whose points are on a line is not aligned.",
    }
    if found.iter().any(|(_, of)| of.segments.is_some()) {
        text += " KITTI: the mean errors over segments of 100 m to 800 m.";
    }
    if found.iter().any(|(_, of)| of.pairs != found[0].1.pairs) {
        text +=
            " The paths have different numbers of pairs, so their errors are over different parts of the reference.";
    }
    text
}
