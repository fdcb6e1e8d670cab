//! The errors of recorded paths against others: the aligned paths in colours, wider where the error is greater.

use super::compared_path::{PathErrors, colors};
use super::contents::Picture;
use super::legend::{LegendEntry, Sample};
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::narrate::num;
use crate::trajectory::deviation::{BANDS, Measure};
use crate::world::{Item, SessionAt};

/// The errors of the paths that a picture shows: those that were chosen in the window, else those against the references of
/// the scene.
pub(in crate::picture) fn shown_errors(shown: &Shown) -> Vec<PathErrors> {
    if let Some(chosen) = shown.path_errors {
        return vec![chosen.clone()];
    }
    let against_reference = |session: &SessionAt| {
        let deviation = session.comparison()?.ok()?;
        let reference = session.reference.as_ref()?.id;
        Some(PathErrors { reference, path: session.id, measure: Measure::Absolute, deviation })
    };
    shown.world.sessions.iter().filter_map(against_reference).collect()
}

/// Draws the aligned paths.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let all = shown_errors(shown);
    let is_there = |path: &PathErrors| {
        let found = shown.world.sessions.iter().position(|session| session.id == path.path);
        found.filter(|_| !shown.hidden.contains(path.path))
    };
    let drawn: Vec<(usize, &PathErrors)> = all.iter().filter_map(|errors| Some((is_there(errors)?, errors))).collect();
    for (index, errors) in &drawn {
        // The colours of several paths have different ranges.
        let name = (drawn.len() > 1).then(|| &*shown.world.sessions[*index].name);
        one(picture, shown, *index, errors, name);
    }
}

fn one(picture: &mut Picture, shown: &Shown, index: usize, errors: &PathErrors, name_of_path: Option<&str>) {
    let PathErrors { measure, deviation, .. } = errors;
    let colors = colors(shown.palette);
    let kind = measure.index();
    picture.belonging_to(Item::Session(index), |picture| {
        for stroke in &deviation.strokes {
            let band = usize::from(stroke.bands[kind]).min(BANDS - 1);
            let pen = LineStyle::solid(colors[band], 2.5 + 0.6 * band as f32);
            picture.line(stroke.from.as_vec3(), stroke.to.as_vec3(), pen);
        }
        if let Some(held) = shown.world.sessions[index].held {
            picture.dot(deviation.alignment.point(held.position).as_vec3(), 8.0, shown.palette.text);
        }
    });
    let most = deviation.statistics[kind].max;
    let (name, unit) = (measure.name(), measure.unit());
    #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
    let edge = |band: usize| num((most * band as f64 / BANDS as f64) as f32);
    let entry = |text: String, color| {
        let text = name_of_path.map_or(text.clone(), |path| format!("{path}: {text}"));
        LegendEntry { text, color, sample: Sample::Line(Style::Solid) }
    };
    if most > 0.0 {
        let rows = colors.into_iter().enumerate();
        let text = |band: usize| format!("{name} {} to {} {unit}", edge(band), edge(band + 1));
        picture.legend.extend(rows.map(|(band, color)| entry(text(band), color)));
    } else {
        picture.legend.push(entry(format!("{name} 0 {unit}"), colors[0]));
    }
}
