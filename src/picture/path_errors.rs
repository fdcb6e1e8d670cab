//! The errors of a recorded path against another one: the aligned path in colours, wider where the error is greater.

use std::sync::Arc;

use super::palette::{Color, Palette, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use super::{LegendEntry, Picture, Sample};
use crate::geometry::narrate::num;
use crate::scene::ItemId;
use crate::trajectory::align::Alignment;
use crate::trajectory::deviation::{BANDS, Deviation, Measure};
use crate::world::{Item, SessionAt};

/// The errors of a path that a picture shows.
#[derive(Clone, Debug)]
pub struct PathErrors {
    /// The session that is the reference.
    pub reference: ItemId,
    /// The session whose errors are shown.
    pub path: ItemId,
    /// The kind of errors that gives the colours.
    pub measure: Measure,
    /// The errors, compared by pointer.
    pub deviation: Arc<Deviation>,
}

impl PartialEq for PathErrors {
    fn eq(&self, other: &Self) -> bool {
        let of = |errors: &Self| (errors.reference, errors.path, errors.measure);
        of(self) == of(other) && Arc::ptr_eq(&self.deviation, &other.deviation)
    }
}

/// What a session is in the comparison that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is not compared.
    Alone,
    /// The errors are measured from it.
    Reference,
    /// Its path is shown with its errors. Its recorded path is shown beside the aligned one, when they are not the same.
    Compared {
        /// Whether its path was aligned.
        is_aligned: bool,
    },
}

impl PathErrors {
    pub(super) fn role(&self, session: &SessionAt) -> Role {
        match session.id {
            id if id == self.path => Role::Compared { is_aligned: self.deviation.alignment != Alignment::NONE },
            id if id == self.reference => Role::Reference,
            _ => Role::Alone,
        }
    }
}

/// The colour of each band, from the least error to the greatest.
pub(super) fn colors(palette: &Palette) -> [Color; BANDS] {
    let Palette { pass, candidate, partial, fail, .. } = *palette;
    [pass, pass.mixed(candidate, 0.5), candidate, partial, fail]
}

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
