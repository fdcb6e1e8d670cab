//! The grid on y = 0 and the axes.

use glam::Vec3;

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::strokes::LineStyle;
use crate::geometry::Aabb;
use crate::geometry::units::Units;
use crate::report::problems::{COARSE, spacing};
use crate::world::World;

/// Customary red, green and blue of the X, Y and Z axis, muted.
pub const AXIS_COLORS: [Color; 3] =
    [Color::rgb(0xc0, 0x58, 0x58), Color::rgb(0x68, 0xa0, 0x58), Color::rgb(0x58, 0x80, 0xc8)];

/// The greatest number of lines on either side of an axis.
const MOST_LINES: f32 = 16.0;

/// The box that the grid covers: everything, without items so far away that the rest would be too small to see.
pub(super) fn extent(world: &World, everything: &Aabb) -> Aabb {
    if spacing(everything) < COARSE {
        return *everything;
    }
    let near = world.objects.iter().map(|object| object.aabb).filter(|aabb| spacing(aabb) < COARSE);
    near.reduce(|a, b| a.union(&b)).unwrap_or(*everything)
}

/// A grid under everything. Its spacing is a round number, which the legend shows.
pub(super) fn draw(picture: &mut Picture, bounds: &Aabb, palette: &Palette, units: Units) {
    let reach = bounds.min.abs().max(bounds.max.abs());
    let reach = reach.x.max(reach.z).clamp(1.0, 1e6) * 1.1;
    let spacing = round_up(reach / MOST_LINES);
    let half = (reach / spacing).ceil();
    let edge = half * spacing;
    let mut i = -half;
    while i <= half {
        let x = i * spacing;
        if i.abs() > 0.5 {
            let strong = (i % 5.0).abs() < 0.5;
            let color =
                if strong { palette.grid.fade(f32::from(palette.grid.0[3]) / 255.0 * 1.8) } else { palette.grid };
            picture.line(Vec3::new(x, 0.0, -edge), Vec3::new(x, 0.0, edge), LineStyle::solid(color, 1.0));
            picture.line(Vec3::new(-edge, 0.0, x), Vec3::new(edge, 0.0, x), LineStyle::solid(color, 1.0));
        }
        i += 1.0;
    }
    axes(picture, edge, spacing, palette);
    for line in &mut picture.lines {
        line.hide_behind = true;
    }
    let text = format!("grid {}", units.length(spacing));
    picture.add_legend(text, palette.neutral.fade(0.45), Sample::Line(Style::Solid));
}

/// The lines through the origin in red and blue, with an arrow and a name at their positive
/// ends, and a short green one upwards.
fn axes(picture: &mut Picture, edge: f32, spacing: f32, palette: &Palette) {
    let [red, green, blue] = AXIS_COLORS.map(|color| color.fade(0.6));
    for (axis, color, name) in [(Vec3::X, red, "X"), (Vec3::Z, blue, "Z")] {
        picture.line(-axis * edge, axis * edge, LineStyle::solid(color, 1.5));
        picture.arrow(axis * edge, axis * (edge + 2.0 * spacing), LineStyle::solid(color, 1.5));
        picture.label(axis * (edge + 2.0 * spacing), name, palette.neutral, 1);
    }
    picture.arrow(Vec3::ZERO, Vec3::Y * spacing, LineStyle::solid(green, 1.5));
}

/// The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `x`.
fn round_up(x: f32) -> f32 {
    let power = libm::exp10f(libm::log10f(x).floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= x * 0.999).unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;

    #[test]
    fn what_is_lost_far_away_does_not_stretch_the_grid() {
        let world = |x: f32| {
            let text = format!(
                r#"{{ "eyeline": 1, "objects": [
                    {{ "name": "a", "shape": {{ "sphere": {{ "radius": 2 }} }} }},
                    {{ "name": "b", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [{x}, 0, 0] }} ] }}"#
            );
            World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0)
        };
        for (x, reach) in [(100.0, 101.0), (3e6, 2.0)] {
            let world = world(x);
            assert!((extent(&world, &world.bounds().unwrap()).max.x - reach).abs() < 1e-3, "{x}");
        }
        let mut lost = world(3e6);
        lost.objects.remove(0);
        assert!(extent(&lost, &lost.objects[0].aabb).max.x > 2e6, "nothing else is there");
    }

    #[test]
    fn spacings_are_round() {
        for (x, expected) in [(0.03, 0.05), (0.5, 0.5), (0.7, 1.0), (1.2, 2.0), (2.1, 5.0), (70.0, 100.0)] {
            assert!((round_up(x) - expected).abs() < expected * 1e-4, "{x}: {}", round_up(x));
        }
    }
}
