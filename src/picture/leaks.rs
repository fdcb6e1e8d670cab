//! Leaks: the way of the sphere, and the sphere at its narrowest place with the width.

use glam::{Affine3A, Vec3};

use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::clearance::leak::{LeakAnswer, LeakPath};
use crate::geometry::Shape;
use crate::world::Item;

/// The priorities of the width: of the selected leak it is always shown.
const WIDTH_LABEL: u8 = 3;
const SELECTED_WIDTH: u8 = 8;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, ref selected, .. } = *shown;
    let (mut has_way, mut has_start) = (false, false);
    for (i, leak) in world.leaks.iter().enumerate().filter(|(_, leak)| !hidden.contains(leak.id)) {
        let is_selected = selected.explained_alone() == Some(Item::Leak(i));
        let answer = report.leaks.get(i).and_then(|asked| asked.answer.as_deref());
        let color = if is_selected { palette.selected } else { palette.candidate };
        picture.belonging_to(Item::Leak(i), |picture| {
            if let Some(LeakAnswer::Leaks(path)) = answer {
                let (width, priority) = if is_selected { (4.0, SELECTED_WIDTH) } else { (2.5, WIDTH_LABEL) };
                way(picture, shown, path, LineStyle::solid(color, width), priority, leak.radius);
                has_way = true;
            } else {
                picture.dot(leak.from.as_vec3(), 9.0, color);
                has_start = true;
            }
            let at = leak.from.as_vec3() + Vec3::Y * world_radius(leak.radius);
            picture.name(Item::Leak(i), at, &*leak.name, color, 1);
        });
    }
    for (is_drawn, text, sample) in [
        (has_way, "way of a leak", Sample::Line(Style::Solid)),
        (
            has_start,
            if report.has_answers() { "start without a way to its goal" } else { "start of a sphere" },
            Sample::Dot,
        ),
    ] {
        if is_drawn {
            picture.add_legend(text, palette.candidate, sample);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are f32")]
fn world_radius(radius: f64) -> f32 {
    radius as f32
}

fn way(picture: &mut Picture, shown: &Shown, path: &LeakPath, pen: LineStyle, priority: u8, radius: f64) {
    let points: Vec<Vec3> = path.points.iter().map(|point| point.as_vec3()).collect();
    for (i, ends) in points.windows(2).enumerate() {
        if i + 2 == points.len() {
            picture.arrow(ends[0], ends[1], pen);
        } else {
            picture.line(ends[0], ends[1], pen);
        }
    }
    if let Some(start) = points.first() {
        picture.dot(*start, 9.0, pen.color);
    }
    if path.width.is_finite() {
        let at = path.narrowest.as_vec3();
        let ball = Shape::Sphere { radius: world_radius(radius) };
        picture.solid(&ball, Affine3A::from_translation(at), pen.color.fade(0.55));
        let width = shown.options.units.length(world_radius(path.width));
        picture.label(at, format!("{width} wide"), pen.color, priority);
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;
    use crate::world::World;

    #[test]
    fn the_way_and_the_width_are_drawn() {
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "lid", "shape": { "box": { "half_extents": [1, 0.1, 1] } }, "position": [0, 1, 0] },
                { "name": "floor", "shape": { "box": { "half_extents": [1, 0.1, 1] } }, "position": [0, -1, 0] }],
            "leaks": [{ "name": "gap", "from": [0, 0, 0], "radius": 0.2 },
                { "name": "start", "from": [0, 1, 0], "radius": 0.2 }] }"#;
        let scene = crate::scene::parse(text, "a.json").unwrap();
        let world = World::at(&scene, &crate::files::Files::default(), 0);
        let report = Report::of(&world);
        let picture = Picture::of(&Shown::new(&world, &report, &Selected::default(), &Palette::DARK));
        let lines = picture.lines.iter().filter(|line| line.item == Some(Item::Leak(0))).count();
        assert!(lines > 0);
        assert!(picture.labels.iter().any(|label| label.text.ends_with(" m wide")), "{:?}", picture.labels);
        for row in ["way of a leak", "start without a way to its goal"] {
            assert!(picture.legend.iter().any(|entry| entry.text == row), "{row}");
        }
        assert!(picture.lines.iter().all(|line| line.item != Some(Item::Leak(1))));
    }
}
