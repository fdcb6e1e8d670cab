//! The depth cameras of occlusion queries as view volumes, and what collides.

use super::strokes::Pen;
use super::{LegendEntry, Picture, Sample, Shown};
use crate::geometry::{MarkShape, Tone};

/// Adds the marks of answers, see [`crate::report::occlusion::marks`].
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { occlusion_marks: marks, palette, .. } = *shown;
    for mark in marks {
        let MarkShape::Box { corners } = mark.shape else { continue };
        let color = palette.tone(mark.tone);
        let width = if mark.tone == Tone::Partial { 3.0 } else { 1.5 };
        picture.edges(&corners, Pen::new(color, width, palette.style(mark.tone)));
    }
    for (tone, text) in [
        (Tone::Pass, "depth camera: collides"),
        (Tone::Fail, "depth camera: does not collide"),
        (Tone::Partial, "collides by a query"),
    ] {
        if marks.iter().any(|mark| mark.tone == tone) {
            let (color, sample) = (palette.tone(tone), Sample::Line(palette.style(tone)));
            picture.legend.push(LegendEntry { text: text.to_owned(), color, sample });
        }
    }
}
