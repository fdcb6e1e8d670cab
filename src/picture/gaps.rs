//! Gaps between objects: the edges that run beside the other object, and the widest place.

use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::gaps::GapFinding;

/// Above labels of answers.
const PRIORITY: u8 = 10;
/// With more edges only the first are drawn.
const MOST: usize = 20_000;

/// Draws a gap, unless one of its objects is hidden.
pub(super) fn draw(picture: &mut Picture, shown: &Shown, finding: &GapFinding) {
    let objects = finding.bodies.map(|body| shown.world.objects.get(body));
    let [Some(a), Some(b)] = objects else { return };
    if [a, b].iter().any(|object| shown.hidden.contains(object.id)) {
        return;
    }
    let palette = shown.palette;
    let pen = LineStyle::solid(palette.fail, 4.0);
    for (_, ends) in finding.edges.iter().take(MOST) {
        picture.line(ends[0].as_vec3(), ends[1].as_vec3(), pen);
    }
    let at = finding.at.as_vec3();
    picture.dot(at, 10.0, palette.fail);
    #[expect(clippy::cast_possible_truncation, reason = "pictures are f32")]
    let width = shown.options.units.length(finding.width as f32);
    picture.label(at, format!("⚠ {width} between {} and {}", a.name, b.name), palette.fail, PRIORITY);
    picture.add_legend("edges beside a gap", palette.fail, Sample::Line(Style::Solid));
}
