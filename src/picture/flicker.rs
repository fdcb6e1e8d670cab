//! Faces that flicker: their common part in stripes of both objects' colours, and the line of sight from which on they do.

use glam::{DVec3, Vec3};

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::shown::Shown;
use super::strokes::{FACE, LINE, LineStyle};
use crate::flicker::{Fight, FlickerFinding, FlickerKind, stripes};
use crate::geometry::units::Units;
use crate::scene;
use crate::world::World;

/// Above labels of answers.
const PRIORITY: u8 = 10;

/// Stripes across all that flickers.
const STRIPES: f64 = 18.0;

/// Primitives of a face: stripes in triangles, and its outline.
const EACH: u64 = 40 * FACE + 8 * LINE;

/// Faces with more corners together have a thin outline.
const FEW_CORNERS: usize = 200;

/// Colours that differ by less look like one surface.
const LEAST_CONTRAST: f32 = 1.35;

/// Draws faces that flicker; `place` is the number of the pair that is shown most.
pub(super) fn draw(picture: &mut Picture, shown: &Shown, finding: &FlickerFinding, place: Option<usize>) {
    let Shown { world, hidden, palette, .. } = *shown;
    let is_hidden = |body: &usize| world.objects.get(*body).is_none_or(|object| hidden.contains(object.id));
    if finding.bodies.iter().any(is_hidden) {
        return;
    }
    let colors = colors(world, finding.bodies, palette);
    let room = picture.memory.room(EACH);
    let pairs = &finding.pairs[..finding.pairs.len().min(room)];
    let polygons: Vec<&[DVec3]> = pairs.iter().flat_map(|pair| pair.places.iter().map(Vec::as_slice)).collect();
    let Some(along) = direction(&polygons) else { return };
    let ends = polygons.iter().flat_map(|polygon| polygon.iter().map(|at| at.dot(along)));
    let [least, most] = ends.fold([f64::MAX, f64::MIN], |[a, b], at| [a.min(at), b.max(at)]);
    let width = ((most - least) / STRIPES).max(f64::MIN_POSITIVE);
    let fight = match &finding.kind {
        FlickerKind::Fight(fight) => Some(fight),
        FlickerKind::Coplanar { .. } => None,
    };
    // In front of both faces, so that they are not hidden by the faces themselves.
    let lift = f64::from(shown.small) * LIFT + fight.map_or(0.0, |fight| fight.separation);
    let corners: usize = polygons.iter().map(|polygon| polygon.len()).sum();
    let outline = LineStyle::solid(palette.fail, if corners > FEW_CORNERS { 1.0 } else { 2.5 });
    for polygon in &polygons {
        let up = normal(polygon).normalize_or_zero() * lift;
        let single = |at: DVec3| (at + up).as_vec3();
        for (number, part) in stripes(polygon, along, width) {
            let color = colors[usize::from(number.rem_euclid(2) == 1)];
            for i in 2..part.len() {
                picture.face([part[0], part[i - 1], part[i]].map(single), color);
            }
        }
        for (i, from) in polygon.iter().enumerate() {
            picture.line(single(*from), single(polygon[(i + 1) % polygon.len()]), outline);
        }
    }
    for (body, color) in finding.bodies.iter().zip(colors) {
        let name = world.objects.get(*body).map_or("", |object| world.short_name(&object.name));
        picture.add_legend(format!("drawn from {name}"), color, Sample::Patch);
    }
    picture.add_legend("flickers", palette.fail, Sample::Line(Style::Solid));
    if let Some(pair) = place.and_then(|place| pairs.get(place)).filter(|_| pairs.len() > 1) {
        let pen = LineStyle::solid(palette.selected, 4.0);
        for polygon in &pair.places {
            let up = normal(polygon).normalize_or_zero() * lift;
            for (i, from) in polygon.iter().enumerate() {
                picture.line((*from + up).as_vec3(), (polygon[(i + 1) % polygon.len()] + up).as_vec3(), pen);
            }
        }
        picture.add_legend("faces of the shown place", palette.selected, Sample::Line(Style::Solid));
    }
    label(picture, shown, (finding, fight), middle(&polygons));
}

/// The words, and the line of sight to the nearest place at which the faces flicker.
fn label(picture: &mut Picture, shown: &Shown, (finding, fight): (&FlickerFinding, Option<&Fight>), middle: Vec3) {
    let Shown { world, palette, .. } = *shown;
    let units = shown.options.units;
    let Some(fight) = fight else {
        let area = match finding.kind {
            FlickerKind::Coplanar { area, .. } => format!(", {} m²", two_digits(area)),
            FlickerKind::Fight(_) => String::new(),
        };
        picture.label(middle, format!("⚠ in one plane{area}: flickers from everywhere"), palette.fail, PRIORITY);
        return;
    };
    let Some(camera) = world.cameras.get(fight.camera) else { return };
    let from = length(fight.distance, units);
    let words = if fight.is_crossing {
        format!("⚠ cross at a small angle; flickers from {from} in {}", camera.name)
    } else {
        format!("⚠ {} apart; flickers from {from} in {}", fine_length(fight.separation), camera.name)
    };
    picture.label(middle, words, palette.fail, PRIORITY);
    let place = fight.place.as_vec3();
    picture.dot(place, 9.0, palette.fail);
    if shown.through == Some(fight.camera) {
        return;
    }
    let eye = camera.camera.position;
    let pen = LineStyle::new(palette.fail, 1.5, Style::Dashed);
    picture.line(eye, place, pen);
    let step = format!("{from}: a step of the depth buffer is {}", fine_length(fight.resolution));
    picture.label(eye.lerp(place, 0.5), step, palette.fail, PRIORITY - 1);
    picture.add_legend("line of sight where it begins", palette.fail, Sample::Line(Style::Dashed));
}

/// How far stripes are in front of the faces, in sizes of small items.
const LIFT: f64 = 0.05;

/// The colours of both objects. Of two that look alike, the second one is mixed with the colour of faults.
fn colors(world: &World, bodies: [usize; 2], palette: &Palette) -> [Color; 2] {
    let own = bodies.map(|body| match world.objects.get(body).and_then(|object| object.color) {
        Some(scene::Color([r, g, b])) => Color::rgb(r, g, b),
        None => palette.neutral,
    });
    let [a, b] = own;
    if a.contrast(b) >= LEAST_CONTRAST { [a, b] } else { [a, b.mixed(palette.fail, 0.6)] }
}

/// The direction across the stripes: aslant in the planes of most faces.
fn direction(polygons: &[&[DVec3]]) -> Option<DVec3> {
    let sum: DVec3 = polygons.iter().map(|polygon| normal(polygon)).sum();
    let largest = polygons.iter().map(|polygon| normal(polygon)).max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let (u, v) = sum.try_normalize().or(largest.try_normalize())?.any_orthonormal_pair();
    (u + v * 0.6).try_normalize()
}

/// Twice the area along the normal of the side from which the corners are counter-clockwise.
fn normal(polygon: &[DVec3]) -> DVec3 {
    let Some(&first) = polygon.first() else { return DVec3::ZERO };
    polygon.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum()
}

/// The middle of the largest polygon.
fn middle(polygons: &[&[DVec3]]) -> Vec3 {
    let largest = polygons.iter().max_by(|a, b| normal(a).length().total_cmp(&normal(b).length()));
    largest.map_or(Vec3::ZERO, |polygon| (polygon.iter().sum::<DVec3>() / polygon.len() as f64).as_vec3())
}

/// A number with two digits.
fn two_digits(x: f64) -> f64 {
    format!("{x:.1e}").parse().unwrap_or(x)
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are f32")]
fn length(metres: f64, units: Units) -> String {
    units.length(two_digits(metres) as f32)
}

/// A small length, in millimetres for every unit: metres would have too many zeros.
fn fine_length(metres: f64) -> String {
    if metres < 0.1 { format!("{} mm", two_digits(metres * 1000.0)) } else { format!("{} m", two_digits(metres)) }
}

#[cfg(test)]
mod tests {
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;

    const POSTER: &str = r##"{ "eyeline": 1,
        "cameras": [{ "name": "eye", "position": [0, 0, 50], "near": 0.01, "far": 1000 }],
        "objects": [{ "name": "wall", "shape": { "box": { "half_extents": [4, 3, 0.1] } }, "color": "#8a8f98" },
            { "name": "poster", "shape": { "box": { "half_extents": [1, 1, 0.001] } }, "position": [0, 0, 0.101],
              "color": "#d8d3cc" }] }"##;

    #[test]
    fn the_common_part_is_striped_in_both_colours_with_its_words() {
        let scene = crate::scene::parse(POSTER, "a.json").unwrap();
        let world = World::at(&scene, &crate::files::Files::default(), 0);
        let report = Report::of(&world);
        let problems = report.all_problems(&world).listed;
        let problem = problems.iter().find(|one| one.kind == scene::LevelProblem::DepthFighting).unwrap();
        let picture = Picture::of(&Shown {
            problem: Some(problem),
            ..Shown::new(&world, &report, &Selected::default(), &Palette::DARK)
        });
        for color in [Color::rgb(0x8a, 0x8f, 0x98), Color::rgb(0xd8, 0xd3, 0xcc)] {
            let faces: Vec<_> = picture.faces.iter().filter(|face| face.color == color).collect();
            assert!(faces.len() > 10, "{color:?}: {}", faces.len());
            for corner in faces.iter().flat_map(|face| face.corners) {
                assert!(corner.x.abs() <= 1.001 && corner.y.abs() <= 1.001 && corner.z >= 0.102, "{corner}");
            }
        }
        let label = picture.labels.iter().find(|label| label.text.starts_with("⚠ ")).unwrap();
        assert_eq!(label.text, "⚠ 2 mm apart; flickers from 50 m in eye");
        assert!(picture.lines.iter().any(|line| line.from == Vec3::Z * 50.0 && line.style == Style::Dashed));
    }
}
