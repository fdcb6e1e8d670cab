//! The errors of a recorded path against another one: the aligned path in colours, wider where the error is greater.

use super::compared_path::{PathErrors, colors};
use super::contents::Picture;
use super::legend::{LegendEntry, Sample};
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::narrate::num;
use crate::trajectory::deviation::BANDS;
use crate::world::Item;

/// Draws the aligned path.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some(PathErrors { path, measure, deviation, .. }) = shown.path_errors else { return };
    let found = shown.world.sessions.iter().position(|session| session.id == *path && !shown.hidden.contains(*path));
    let Some(index) = found else { return };
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
    let entry = |text, color| LegendEntry { text, color, sample: Sample::Line(Style::Solid) };
    if most > 0.0 {
        let rows = colors.into_iter().enumerate();
        let text = |band: usize| format!("{name} {} to {} {unit}", edge(band), edge(band + 1));
        picture.legend.extend(rows.map(|(band, color)| entry(text(band), color)));
    } else {
        picture.legend.push(entry(format!("{name} 0 {unit}"), colors[0]));
    }
}
