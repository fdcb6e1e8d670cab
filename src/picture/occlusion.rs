//! The shown pair of an occlusion query: its depth cameras as view volumes, what collides, and why an answer is wrong.

use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::{Mark, MarkShape, Tone};

/// Before names of objects.
const PRIORITY: u8 = 8;

/// Adds the marks of an answer, see [`crate::report::occlusion::marks`].
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { occlusion, palette, .. } = *shown;
    let marks = &occlusion.marks;
    for Mark { shape, tone, label } in marks {
        let color = palette.tone(*tone);
        let at = match *shape {
            MarkShape::Box { corners } => {
                let width = if *tone == Tone::Partial { 3.0 } else { 1.5 };
                picture.edges(&corners, LineStyle::new(color, width, palette.style(*tone)));
                continue;
            }
            MarkShape::Segment(from, to) => {
                let (width, style) = if *tone == Tone::Exact { (2.0, Style::Solid) } else { (5.0, Style::Solid) };
                picture.line(from, to, LineStyle::new(color, width, style));
                (from + to) / 2.0
            }
            MarkShape::Point(at) => {
                picture.dot(at, 9.0, color);
                at
            }
            MarkShape::Arrow(..) | MarkShape::Plane { .. } | MarkShape::Interval(_) => continue,
        };
        if !label.is_empty() {
            picture.label(at, label.clone(), color, PRIORITY);
        }
    }
    let is_box = |mark: &Mark| matches!(mark.shape, MarkShape::Box { .. });
    let is_segment = |mark: &Mark| matches!(mark.shape, MarkShape::Segment(..));
    let mut entry = |is_there: bool, tone: Tone, style: Style, text: &str| {
        if is_there {
            let sample = Sample::Line(style);
            picture.add_legend(text, palette.tone(tone), sample);
        }
    };
    for (tone, text) in [
        (Tone::Pass, "depth camera: collides"),
        (Tone::Fail, "depth camera: does not collide"),
        (Tone::Partial, "body of a reported collision"),
    ] {
        entry(marks.iter().any(|mark| is_box(mark) && mark.tone == tone), tone, palette.style(tone), text);
    }
    let has = |tone: Tone| marks.iter().any(|mark| is_segment(mark) && mark.tone == tone);
    // A line between the nearest points is of this tone too, and has its distance as a label.
    let has_column = marks.iter().any(|mark| is_segment(mark) && mark.tone == Tone::Exact && mark.label.is_empty());
    entry(has_column, Tone::Exact, Style::Solid, "line of sight that passes both tests");
    entry(has(Tone::Partial), Tone::Partial, Style::Solid, "part of that line inside body A");
    entry(has(Tone::Pass), Tone::Pass, Style::Solid, "part of that line inside body B");
}
