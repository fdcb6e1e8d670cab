//! How cells of each level are drawn: the pen of a level, and the entry of the legend.

use super::scope::OctreeDrawing;
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::palette::{Color, Palette, Style};
use crate::picture::strokes::LineStyle;

/// The deeper the thinner, and the greater the contrast with the background.
pub(super) fn pen(level: u32, depth: u32, palette: &Palette) -> LineStyle {
    let part = level as f32 / depth.max(1) as f32;
    let color = palette.neutral.mixed(palette.text, part).fade(0.35 + 0.4 * part);
    LineStyle::solid(color, 2.6 - 1.6 * part)
}

/// A pen with a part of its strength.
pub(super) fn fainter(pen: LineStyle, part: f32) -> LineStyle {
    LineStyle { color: pen.color.fade(f32::from(pen.color.0[3]) / 255.0 * part), ..pen }
}

/// What is drawn, from which level to which.
pub(super) fn say(picture: &mut Picture, scope: &OctreeDrawing, kind: &str, [first, last]: [u32; 2], cut: &str) {
    let levels = if first == last {
        format!("level {first}")
    } else {
        format!("levels {first} to {last}, the deeper the thinner")
    };
    let color: Color = pen(last, scope.answers.tree.region().depth(), scope.palette).color;
    picture.add_legend(format!("{kind}: {levels}{cut}"), color, Sample::Line(Style::Solid));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_is_thinner_and_has_more_contrast() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let pens: Vec<_> = (0..=4).map(|l| pen(l, 4, &palette)).collect();
            for pair in pens.windows(2) {
                assert!(pair[0].width > pair[1].width);
                assert!(pair[0].color.0[3] < pair[1].color.0[3]);
                let [before, after] = [pair[0], pair[1]].map(|pen| pen.color.contrast(palette.background[1]));
                assert!(before < after, "{before} {after}");
            }
        }
    }
}
