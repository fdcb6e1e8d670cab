//! Triangles of a mesh that cross, with their lines, and faces inside of a solid.

use glam::Vec3;

use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::{FACE, LINE, LineStyle};
use crate::crossing::Hidden;
use crate::geometry::narrate::grouped;
use crate::report::problems::{Elements, Problem, ProblemPlace};
use crate::world::{Item, ObjectAt};

/// Above labels of answers.
const PRIORITY: u8 = 10;

/// With more pairs only their lines are drawn.
const FEW_PAIRS: usize = 200;

/// The solid around faces that a problem is about, which is drawn translucent; `None` for another problem.
pub(super) fn solid_around(problem: Option<&Problem>) -> Option<usize> {
    match &problem?.elements {
        Elements::Hidden(hidden) if hidden.inside != hidden.body => Some(hidden.inside),
        _ => None,
    }
}

/// Draws a problem of triangles that cross, or of faces inside of a solid. Returns whether it is one.
pub(super) fn draw(picture: &mut Picture, shown: &Shown, problem: &Problem) -> bool {
    let Item::Object(index) = problem.item else { return false };
    let Some(object) = shown.world.objects.get(index) else { return false };
    match &problem.elements {
        Elements::Crossings(..) => crossings(picture, shown, problem, object),
        Elements::Hidden(hidden) => hidden_faces(picture, shown, (problem, hidden), object),
        _ => return false,
    }
    true
}

fn is_hidden(shown: &Shown, object: &ObjectAt) -> bool {
    shown.hidden.contains(object.id)
}

fn outline(picture: &mut Picture, corners: &[Vec3; 3], pen: LineStyle) {
    for i in 0..3 {
        picture.line(corners[i], corners[(i + 1) % 3], pen);
    }
}

fn crossings(picture: &mut Picture, shown: &Shown, problem: &Problem, object: &ObjectAt) {
    if is_hidden(shown, object) {
        return;
    }
    let palette = shown.palette;
    let pen = LineStyle::solid(palette.fail, 4.0);
    let places = problem.places(shown.world);
    let marked = &places[..places.len().min(picture.memory.room(7 * LINE + 2 * FACE))];
    for place in marked {
        if marked.len() <= FEW_PAIRS {
            for corners in &place.triangles {
                outline(picture, corners, LineStyle::solid(palette.partial, 1.5));
                picture.face(*corners, palette.partial.fade(0.12));
            }
        }
        if let Some([from, to]) = place.edge {
            picture.line(from, to, pen);
        }
    }
    if marked.len() <= FEW_PAIRS {
        picture.add_legend("triangles that cross", palette.partial, Sample::Line(Style::Solid));
    }
    picture.add_legend("line on which they cross", palette.fail, Sample::Line(Style::Solid));
    let pairs = match problem.count {
        1 => "1 pair of triangles crosses".to_owned(),
        count => format!("{} pairs of triangles cross", grouped(count as u64)),
    };
    let bound = if marked.len() < problem.count {
        format!(", first {} marked", grouped(marked.len() as u64))
    } else {
        String::new()
    };
    label(picture, shown, object, &format!("{pairs}{bound}"));
}

fn hidden_faces(picture: &mut Picture, shown: &Shown, (problem, hidden): (&Problem, &Hidden), object: &ObjectAt) {
    let Some(inside) = shown.world.objects.get(hidden.inside).filter(|inside| !is_hidden(shown, inside)) else {
        return;
    };
    if is_hidden(shown, object) {
        return;
    }
    let palette = shown.palette;
    if hidden.inside != hidden.body {
        let pen = LineStyle::new(palette.partial, 2.5, Style::Dashed);
        let aabb = inside.aabb;
        picture.edges(&std::array::from_fn(|i| aabb.corner(i)), pen);
        let words = if hidden.is_whole { "solid around it" } else { "solid around them" };
        picture.add_legend(words, palette.partial, Sample::Line(Style::Dashed));
    }
    let name = shown.world.short_name(&inside.name);
    if hidden.is_whole {
        let aabb = object.aabb;
        picture.edges(&std::array::from_fn(|i| aabb.corner(i)), LineStyle::solid(palette.fail, 3.0));
        picture.add_legend("no camera outside sees it", palette.fail, Sample::Line(Style::Solid));
        label(picture, shown, object, &format!("wholly inside {name}"));
        return;
    }
    let places = problem.places(shown.world);
    let marked = places.iter().take(picture.memory.room(3 * LINE + FACE));
    for corners in marked.flat_map(|place| &place.triangles) {
        outline(picture, corners, LineStyle::solid(palette.fail, 2.5));
        picture.face(*corners, palette.fail.fade(0.35));
    }
    picture.add_legend("no camera outside sees them", palette.fail, Sample::Line(Style::Solid));
    let triangles = match hidden.count {
        1 => "1 triangle".to_owned(),
        count => format!("{} triangles", grouped(count as u64)),
    };
    let inside = if hidden.inside == hidden.body { "a closed part".to_owned() } else { name.to_owned() };
    let first = places.first().map(ProblemPlace::middle);
    let words = format!("⚠ {triangles} inside {inside}");
    picture.label(first.unwrap_or(object.aabb.centre()), words, palette.fail, PRIORITY);
}

/// The words above an object.
fn label(picture: &mut Picture, shown: &Shown, object: &ObjectAt, words: &str) {
    let centre = object.aabb.centre();
    let top = Vec3::new(centre.x, object.aabb.max.y, centre.z);
    picture.label(top, format!("⚠ {words}"), shown.palette.fail, PRIORITY);
}

#[cfg(test)]
mod tests {
    use super::super::palette::{Color, Palette};
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;
    use crate::scene::LevelProblem;
    use crate::world::World;

    fn lesson() -> World {
        let scenes = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let loaded = crate::files::open(&scenes.join("hidden.json")).unwrap();
        World::at(&loaded.scene, &loaded.files, 0)
    }

    fn picture(world: &World, is_it: impl Fn(&Problem) -> bool) -> Picture {
        let report = Report::of(world);
        let problems = report.all_problems(world).listed;
        let problem = problems.iter().find(|problem| is_it(problem)).unwrap();
        let selected = Selected::default();
        Picture::of(&Shown { problem: Some(problem), ..Shown::new(world, &report, &selected, &Palette::DARK) })
    }

    fn lines(picture: &Picture, color: Color) -> Vec<[Vec3; 2]> {
        let lines = picture.lines.iter().filter(|line| line.color == color && line.width > 2.0);
        lines.map(|line| [line.from, line.to]).collect()
    }

    #[test]
    fn crossings_are_lines_at_the_lower_side_of_the_slab() {
        let world = lesson();
        let picture = picture(&world, |problem| problem.kind == LevelProblem::SelfIntersections);
        let lines = lines(&picture, Palette::DARK.fail);
        assert_eq!(lines.len(), 36);
        assert!(lines.iter().flatten().all(|end| (end.y - 0.95).abs() < 1e-6), "{lines:?}");
        assert!(picture.labels.iter().any(|label| label.text == "⚠ 36 pairs of triangles cross"));
    }

    #[test]
    fn what_is_hidden_is_outlined_in_its_solid() {
        let world = lesson();
        let of = |name: &str| world.objects.iter().position(|object| *object.name == *name).unwrap();
        let whole = picture(&world, |problem| problem.objects_of_faces() == Some([of("crate"), of("pillar")]));
        assert_eq!(lines(&whole, Palette::DARK.fail).len(), 12);
        assert!(whole.labels.iter().any(|label| label.text == "⚠ wholly inside pillar"));
        let feet = picture(&world, |problem| problem.objects_of_faces() == Some([of("table"), of("ground")]));
        let under = lines(&feet, Palette::DARK.fail);
        assert_eq!(under.len(), 24, "eight triangles");
        assert!(under.iter().flatten().all(|end| (end.y + 0.05).abs() < 1e-6), "{under:?}");
        let ends =
            picture(&world, |problem| problem.objects_of_faces() == Some([of("table"); 2]) && problem.count == 8);
        assert!(lines(&ends, Palette::DARK.fail).iter().flatten().all(|end| (end.y - 1.05).abs() < 1e-6));
    }
}
