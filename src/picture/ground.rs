//! The grid on y = 0 and the axes.

use glam::Vec3;

use super::strokes::Pen;
use super::{Color, LegendEntry, Palette, Picture, Sample, Style};
use crate::geometry::Aabb;

/// Lines beyond this count on one side would be a carpet.
const MOST_LINES: f32 = 24.0;

/// A grid under everything, its spacing a round number that the legend tells.
pub(super) fn draw(picture: &mut Picture, bounds: &Aabb, palette: &Palette) {
    let reach = bounds.min.abs().max(bounds.max.abs());
    let reach = reach.x.max(reach.z).clamp(1.0, 1e6) * 1.1;
    let spacing = round_up(reach / MOST_LINES);
    let half = (reach / spacing).ceil();
    let edge = half * spacing;
    let mut i = -half;
    while i <= half {
        let x = i * spacing;
        let strong = (i % 5.0).abs() < 0.5;
        let color = if strong { palette.grid.fade(f32::from(palette.grid.0[3]) / 255.0 * 1.8) } else { palette.grid };
        picture.line(Vec3::new(x, 0.0, -edge), Vec3::new(x, 0.0, edge), Pen::solid(color, 1.0));
        picture.line(Vec3::new(-edge, 0.0, x), Vec3::new(edge, 0.0, x), Pen::solid(color, 1.0));
        i += 1.0;
    }
    for line in &mut picture.lines {
        line.hide_behind = true;
    }
    axes(picture, spacing.max(edge * 0.08), palette);
    picture.legend.push(LegendEntry {
        text: format!("grid {spacing} m"),
        color: palette.neutral,
        sample: Sample::Line(Style::Solid),
    });
}

/// Short arrows at the origin in the customary red, green and blue, muted and named.
fn axes(picture: &mut Picture, length: f32, palette: &Palette) {
    let colors = [Color::rgb(0xb0, 0x50, 0x50), Color::rgb(0x60, 0x98, 0x50), Color::rgb(0x50, 0x74, 0xb8)];
    for ((axis, color), name) in Vec3::AXES.into_iter().zip(colors).zip(["X", "Y", "Z"]) {
        picture.arrow(Vec3::ZERO, axis * length, Pen::solid(color, 1.5));
        picture.label(axis * length, name, palette.neutral, 1);
    }
}

/// The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `x`.
fn round_up(x: f32) -> f32 {
    let power = 10f32.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= x * 0.999).unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacings_are_round() {
        for (x, expected) in [(0.03, 0.05), (0.5, 0.5), (0.7, 1.0), (1.2, 2.0), (2.1, 5.0), (70.0, 100.0)] {
            assert!((round_up(x) - expected).abs() < expected * 1e-4, "{x}: {}", round_up(x));
        }
    }
}
