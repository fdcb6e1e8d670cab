//! The explanation of an image: its division into cells, their means, and their distance from the threshold.

use crate::geometry::narrate::{counted, num};
use crate::geometry::{Narrator, Step, Story, Tone};
use crate::opacity::{CellLayout, Grid, GridDifference, Progress};
use crate::report::explanation::Explanation;
use crate::world::{ImageAt, Opacity};

/// Bins of the histogram.
const BINS: usize = 10;

/// Explains the solid cells of an image.
pub(super) fn explain(image: &ImageAt) -> Explanation {
    let title = format!("Where is `{}` solid?", image.name);
    match &image.opacity {
        Ok(opacity) => {
            let (story, decided_by) = story(image, opacity);
            Explanation {
                title,
                answer: format!("{}; threshold {}", solid_cells(opacity), num(to_f32(image.threshold))),
                tone: Tone::Note,
                disagreement: None,
                decided_by: Some(decided_by),
                wrong_step: None,
                story,
            }
        }
        Err(error) => Explanation {
            title,
            answer: format!("no answer: {error}"),
            tone: Tone::Fail,
            disagreement: None,
            decided_by: Some(0),
            wrong_step: None,
            story: Story {
                steps: vec![Step {
                    title: "No cells".into(),
                    outcome: error.help(),
                    tone: Tone::Fail,
                    ..Step::default()
                }],
            },
        },
    }
}

/// "38 of 100 cells are solid".
fn solid_cells(opacity: &Opacity) -> String {
    let (solid, all) = (opacity.solid_cells, opacity.layout().len());
    let verb = if solid == 1 { "is" } else { "are" };
    format!("{solid} of {} {verb} solid", counted(all, "cell"))
}

/// The steps, and the index of the one that counts the solid cells.
fn story(image: &ImageAt, opacity: &Opacity) -> (Story, usize) {
    let mut story = Story::default();
    story.step(|| pixels_step(opacity));
    let layout = opacity.layout();
    // The same once more, with its steps recorded.
    let described = CellLayout::new_told(layout.size(), layout.divisions(), layout.method(), &mut story);
    debug_assert_eq!(described.as_ref(), Ok(layout), "it was cut like this before");
    let grid = &*opacity.grid;
    grid.mean_told([0, 0], &mut story);
    story.step(|| histogram_step(opacity, image.threshold));
    let (nearest, _) = grid.nearest_to(image.threshold);
    grid.mean_told(nearest, &mut story);
    grid.is_solid_told(nearest, image.threshold, &mut story);
    let solid_at = story.steps.len();
    story.step(|| solid_step(image, opacity));
    if let Some(step) = other_step(image, opacity) {
        story.step(|| step);
    }
    (story, solid_at)
}

fn pixels_step(opacity: &Opacity) -> Step {
    let [width, height] = opacity.layout().size();
    let bitmap = &opacity.bitmap;
    Step {
        title: "The image".into(),
        numbers: format!("{width} × {height} pixels, {}", bitmap.kind()),
        outcome: if bitmap.has_alpha() {
            "The last channel is alpha: how opaque a pixel is.".into()
        } else {
            "It has no alpha channel, so every pixel is opaque and every cell solid.".into()
        },
        tone: if bitmap.has_alpha() { Tone::Note } else { Tone::Partial },
        ..Step::default()
    }
}

/// The distribution of the means, and the number of cells near the threshold.
fn histogram_step(opacity: &Opacity, threshold: f64) -> Step {
    let histogram = opacity.histogram(BINS);
    let lines = histogram.counts().iter().enumerate().filter(|(_, count)| **count > 0).map(|(bin, count)| {
        let [low, high] = histogram.range(bin).map(|edge| num(to_f32(edge)));
        format!("{low} to {high}: {count}")
    });
    let near = opacity.grid.means().filter(|mean| (mean - threshold).abs() < 0.1).count();
    let cells = match near {
        0 => "No cell is".to_owned(),
        1 => "1 cell is".to_owned(),
        n => format!("{n} cells are"),
    };
    Step {
        title: "Distribution of the means".into(),
        formula: "cells by their mean".into(),
        numbers: lines.collect::<Vec<_>>().join("\n"),
        outcome: format!(
            "{cells} within 0.1 of the threshold {}: a change of the threshold affects these first.",
            num(to_f32(threshold))
        ),
        ..Step::default()
    }
}

fn solid_step(image: &ImageAt, opacity: &Opacity) -> Step {
    Step {
        title: "Solid cells".into(),
        formula: "mean ≥ threshold".into(),
        numbers: format!("{} of {}", opacity.solid_cells, counted(opacity.layout().len(), "cell")),
        outcome: format!(
            "{}, {:.1} % of the image, at the threshold {}.",
            solid_cells(opacity),
            100.0 * opacity.solid_share(),
            num(to_f32(image.threshold))
        ),
        tone: Tone::Pass,
        ..Step::default()
    }
}

/// The comparison with the other method, cell by cell.
fn other_step(image: &ImageAt, opacity: &Opacity) -> Option<Step> {
    let layout = opacity.layout();
    let other = layout.method().other();
    let title = format!("By the method {}", other.word());
    if !opacity.compares_other_method {
        let outcome =
            "The image has too many pixels for an immediate comparison: choose “difference” in the panel of the image.";
        return Some(Step { title, outcome: outcome.into(), ..Step::default() });
    }
    let cut = CellLayout::new(layout.size(), layout.divisions(), other).ok()?;
    let _memory = match opacity.budget.take(Grid::size(&cut)) {
        Ok(memory) => memory,
        Err(over) => {
            let outcome = format!("No comparison: dividing the image by this method {over}.");
            return Some(Step { title, outcome, ..Step::default() });
        }
    };
    let grid = Grid::of(&opacity.bitmap.pixels()?, &cut, &Progress::default())?;
    let difference = GridDifference::between(&opacity.grid, &grid, image.threshold)?;
    let columns = layout.divisions()[0] as usize;
    let name = |index: usize| format!("{},{}", index % columns, index / columns);
    let largest = difference.largest;
    let named: Vec<_> = difference.named.iter().map(|&index| name(index)).collect();
    let rest = difference.verdicts - named.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let outcome = match difference.verdicts {
        0 => format!("By `{}` every cell has the same answer.", other.word()),
        1 => format!("By `{}` cell {} would have the opposite answer.", other.word(), named.join("")),
        n => format!("By `{}` {n} cells would have the opposite answer: {}{more}.", other.word(), named.join(" ")),
    };
    Some(Step {
        title,
        formula: "mean there − mean here".into(),
        numbers: format!(
            "pixels left out: {}\nlargest difference: {} in cell {}",
            cut.uncovered_pixels(),
            num(to_f32(difference.by)),
            name(largest)
        ),
        outcome,
        tone: if difference.verdicts == 0 { Tone::Note } else { Tone::Partial },
        ..Step::default()
    })
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
