//! The selected problem, marked at its object.

use glam::{Affine3A, Vec3};

use super::contents::Picture;
use super::crossings;
use super::flicker;
use super::gaps;
use super::hidden::Hidden;
use super::legend::Sample;
use super::palette::{Palette, Style};
use super::shown::Shown;
use super::strokes::{DOT, FACE, LINE, LineStyle};
use crate::geometry::Shape;
use crate::geometry::mesh::{FaultCount, Faults, FaultyEdge};
use crate::geometry::narrate::grouped;
use crate::report::problems::{Elements, Kind, Problem, ProblemPlace};
use crate::scene::ProblemSubject;
use crate::world::{Item, World};

/// Above labels of answers.
const PRIORITY: u8 = 10;

/// Marks the selected problem.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    if let Some(problem) = shown.problem
        && let Elements::Faces(finding) = &problem.elements
    {
        let number = |place: &&ProblemPlace| problem.places(shown.world).iter().position(|one| one == *place);
        flicker::draw(picture, shown, finding, shown.place.as_ref().and_then(number));
        return;
    }
    if let Some(problem) = shown.problem
        && let Elements::Gap(finding) = &problem.elements
    {
        gaps::draw(picture, shown, finding);
    } else if let Some(problem) = shown.problem
        && !crossings::draw(picture, shown, problem)
    {
        picture.add_problem(shown.world, problem, shown.hidden, shown.palette);
    }
    if let Some(place) = shown.place {
        picture.add_place(shown.world, place, shown.hidden, shown.palette);
    }
}

impl Picture {
    /// Marks the shown place of a problem: its triangles and its edge, stronger than those of the other places.
    fn add_place(&mut self, world: &World, place: &ProblemPlace, hidden: &Hidden, palette: &Palette) {
        let is_hidden = world.objects.get(place.object).is_none_or(|object| hidden.contains(object.id));
        // An object as a whole has the mark of its selection.
        if is_hidden || place.is_whole(world) {
            return;
        }
        let pen = LineStyle::solid(palette.selected, 3.0);
        for corners in &place.triangles {
            for i in 0..3 {
                self.line(corners[i], corners[(i + 1) % 3], pen);
            }
            self.face(*corners, palette.selected.fade(0.3));
        }
        if let Some([from, to]) = place.edge {
            self.line(from, to, LineStyle::solid(palette.fail, 8.0));
            for end in [from, to] {
                self.dot(end, 10.0, palette.fail);
            }
        }
        if place.triangles.is_empty() && place.edge.is_none() {
            self.dot(place.middle(), 10.0, palette.fail);
        } else {
            self.add_legend("triangles of the shown place", palette.selected, Sample::Line(Style::Solid));
        }
        self.label(place.middle(), format!("⚠ {}", place.what), palette.fail, PRIORITY);
    }

    /// Marks a problem in a picture of the same world.
    fn add_problem(&mut self, world: &World, problem: &Problem, hidden: &Hidden, palette: &Palette) {
        let Item::Object(object) = problem.item else { return };
        let Some(object) = world.objects.get(object).filter(|object| !hidden.contains(object.id)) else {
            return;
        };
        let (pen, aabb) = (LineStyle::new(palette.partial, 3.0, Style::Dashed), object.aabb);
        self.edges(&std::array::from_fn(|i| aabb.corner(i)), pen);
        let centre = aabb.centre();
        let mut before = self.lines.len();
        let dots = self.dots.len();
        let top = Vec3::new(centre.x, aabb.max.y, centre.z);
        let words = match problem.kind {
            Kind::ZeroVolume => "no volume".to_owned(),
            Kind::Coincident => format!("{} objects at this place", problem.count),
            Kind::FarFromOrigin => {
                self.line(Vec3::ZERO, centre, LineStyle::new(palette.partial.fade(0.6), 1.5, Style::Dashed));
                before = self.lines.len();
                "far from the origin".to_owned()
            }
            _ => {
                let place = object.pose.world_from_local();
                let marked = match &object.shape {
                    _ if problem.kind.about() == ProblemSubject::Skins => self.places_of_skin(world, problem, palette),
                    Shape::Mesh(mesh) => self.faults(mesh.faults(), problem.kind, place, palette),
                    _ => None,
                };
                let bound = match marked {
                    Some(marked) if marked < problem.count => format!(", first {} marked", grouped(marked as u64)),
                    _ => String::new(),
                };
                format!("{}: {}{bound}", problem.kind.title(), grouped(problem.count as u64))
            }
        };
        self.label(top, format!("⚠ {words}"), palette.partial, PRIORITY);
        let title = problem.kind.title();
        if self.lines.len() > before {
            self.add_legend(title, palette.fail, Sample::Line(Style::Solid));
            self.add_legend("object with the problem", palette.partial, Sample::Line(Style::Dashed));
        } else if self.dots.len() > dots {
            self.add_legend(title, palette.fail, Sample::Dot);
            self.add_legend("object with the problem", palette.partial, Sample::Line(Style::Dashed));
        } else {
            self.add_legend(title, palette.partial, Sample::Line(Style::Dashed));
        }
    }

    /// The faulty triangles and edges of a mesh, and the boxes of its faulty parts, as far as the mesh lists them and the
    /// budget has room. Returns how many are marked; `None` for a kind without marks of its own.
    fn faults(&mut self, faults: &Faults, kind: Kind, world_from_local: Affine3A, palette: &Palette) -> Option<usize> {
        let to_world = |point: &Vec3| world_from_local.transform_point3(*point);
        let pen = LineStyle::solid(palette.fail, 4.0);
        let triangles = |picture: &mut Self, all: &mut dyn Iterator<Item = &[Vec3; 3]>| {
            all.take(picture.memory.room(3 * (LINE + DOT) + FACE)).fold(0, |marked, corners| {
                let corners = corners.each_ref().map(to_world);
                for i in 0..3 {
                    picture.line(corners[i], corners[(i + 1) % 3], pen);
                    picture.dot(corners[i], 7.0, palette.fail);
                }
                picture.face(corners, palette.fail.fade(0.35));
                marked + 1
            })
        };
        Some(match kind {
            Kind::DegenerateTriangles => triangles(self, &mut faults.degenerate.first.iter().map(|one| &one.corners)),
            Kind::DuplicateTriangles => triangles(self, &mut faults.duplicates.first.iter().map(|one| &one.corners)),
            Kind::NonManifoldEdges => self.edges_at_fault(&faults.non_manifold_edges, to_world, pen),
            Kind::OpenEdges => self.edges_at_fault(&faults.open_edges, to_world, pen),
            Kind::TJunctions => self.edges_at_fault(&faults.t_junctions, to_world, pen),
            Kind::Gaps => self.edges_at_fault(&faults.gaps, to_world, pen),
            Kind::Slivers => triangles(self, &mut faults.slivers.first.iter().map(|one| &one.corners)),
            Kind::FlippedWinding => self.edges_at_fault(&faults.flipped_edges, to_world, pen),
            // A mesh that is inside out as a whole has the box of the object.
            Kind::InsideOut if faults.inside_out.count < faults.parts => {
                let room = self.memory.room(12 * LINE);
                faults.inside_out.first.iter().take(room).fold(0, |marked, part| {
                    self.edges(&std::array::from_fn(|i| to_world(&part.bounds.corner(i))), pen);
                    marked + 1
                })
            }
            // Non-finite vertices have no position to mark, and the others are not of meshes.
            _ => return None,
        })
    }

    /// The vertices, edges and joints of a problem of a skin, as far as the budget has room. Returns how many are marked; `None`
    /// for a problem of the object as a whole.
    fn places_of_skin(&mut self, world: &World, problem: &Problem, palette: &Palette) -> Option<usize> {
        if matches!(problem.elements, Elements::Object) {
            return None;
        }
        let room = self.memory.room(LINE + 2 * DOT);
        let places = problem.places(world);
        let marked = places.iter().take(room).filter(|place| !place.is_whole(world));
        Some(marked.fold(0, |marked, place| {
            match place.edge {
                Some([from, to]) => {
                    self.line(from, to, LineStyle::solid(palette.fail, 4.0));
                    for end in [from, to] {
                        self.dot(end, 6.0, palette.fail);
                    }
                }
                None => self.dot(place.middle(), 6.0, palette.fail),
            }
            marked + 1
        }))
    }

    fn edges_at_fault(
        &mut self,
        edges: &FaultCount<FaultyEdge>,
        to_world: impl Fn(&Vec3) -> Vec3,
        pen: LineStyle,
    ) -> usize {
        let room = self.memory.room(LINE);
        edges.first.iter().take(room).fold(0, |marked, edge| {
            let [from, to] = edge.ends.each_ref().map(&to_world);
            self.line(from, to, pen);
            marked + 1
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Budget;
    use crate::files::Files;
    use crate::geometry::Mesh;
    use crate::picture::legend::LegendEntry;
    use crate::picture::memory::PictureMemory;
    use crate::picture::selected::Selected;
    use crate::report::Report;
    use crate::scene::parse;

    #[test]
    fn each_kind_has_its_words_and_a_hidden_object_has_none() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } }, { "name": "b", "shape": { "sphere": { "radius": 1 } } },
            { "name": "flat", "shape": { "box": { "half_extents": [1, 1e-9, 1] } } },
            { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [1e5, 0, 0] }] }"#;
        let world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let found: Vec<(String, usize)> = report
            .problems()
            .listed
            .iter()
            .map(|problem| {
                let mut picture = Picture::of(&Shown::new(&world, &report, &Selected::of(&world), &Palette::DARK));
                let before = (picture.labels.len(), picture.lines.len());
                let mut hidden = Hidden::default();
                hidden.set(world.objects[problem.item.index()].id, true);
                picture.add_problem(&world, problem, &hidden, &Palette::DARK);
                assert_eq!((picture.labels.len(), picture.lines.len()), before);
                picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
                (picture.labels[before.0].text.clone(), picture.lines.len() - before.1)
            })
            .collect();
        let wanted = [("⚠ no volume", 12), ("⚠ 2 objects at this place", 12), ("⚠ far from the origin", 13)];
        assert_eq!(found, wanted.map(|(words, lines)| (words.to_owned(), lines)));
    }

    #[test]
    fn triangles_and_edges_at_fault_are_marked_where_the_object_stands() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "sheet", "shape": { "sphere": { "radius": 1 } }, "position": [10, 0, 0] }] }"#;
        let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 2, 3], [0, 1, 2]]).unwrap();
        world.objects[0].shape = Shape::Mesh(Arc::new(mesh));
        let report = Report::of(&world);
        let marked = |kind: Kind| {
            let problems = report.problems();
            let problem = problems.listed.iter().find(|problem| problem.kind == kind).unwrap();
            let mut picture = Picture::default();
            picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
            let strong = picture.lines.iter().filter(|line| line.width > 3.5);
            assert!(strong.clone().all(|line| line.from.x >= 10.0 && line.to.x >= 10.0), "{kind:?}");
            for line in &picture.lines {
                let is_it = |entry: &LegendEntry| entry.color == line.color && entry.sample == Sample::Line(line.style);
                assert!(picture.legend.iter().any(is_it), "{kind:?}: no row of the legend is drawn like {line:?}");
            }
            (strong.count(), picture.faces.len())
        };
        assert_eq!(marked(Kind::DuplicateTriangles), (3, 1));
        assert_eq!(marked(Kind::OpenEdges), (4, 0));
        assert_eq!(marked(Kind::FlippedWinding), (1, 0));
    }

    #[test]
    fn the_shown_place_is_marked_with_its_triangle_and_its_edge() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "sheet", "shape": { "sphere": { "radius": 1 } }, "position": [10, 0, 0] }] }"#;
        let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 2, 3], [0, 1, 2]]).unwrap();
        world.objects[0].shape = Shape::Mesh(Arc::new(mesh));
        let problems = Report::of(&world).problems();
        let places = |kind: Kind| problems.listed.iter().find(|problem| problem.kind == kind).unwrap().places(&world);
        let open = places(Kind::OpenEdges);
        assert_eq!(open.len(), 4, "{open:?}");
        let at = 10.0 * Vec3::X;
        let expected = Some([at, at + Vec3::X]);
        let place = open.iter().find(|place| place.edge == expected).unwrap();
        assert_eq!(
            (&*place.what, &place.triangles[..]),
            ("edge of triangle 0", &[[at, at + Vec3::X, at + Vec3::Y]][..])
        );
        assert_eq!(places(Kind::DuplicateTriangles)[0].what, "triangle 2, which has the corners of triangle 0");
        let problem = problems.listed.iter().find(|problem| problem.kind == Kind::OpenEdges).unwrap();
        assert_eq!(
            place.text(problem, &world),
            "sheet: open edges, edge of triangle 0, from (10, 0, 0) to (11, 0, 0) m"
        );
        let mut picture = Picture::default();
        picture.add_place(&world, place, &Hidden::default(), &Palette::DARK);
        assert_eq!((picture.lines.len(), picture.faces.len(), picture.dots.len()), (4, 1, 2));
        let strongest = picture.lines.iter().max_by(|a, b| a.width.total_cmp(&b.width)).unwrap();
        assert_eq!(Some([strongest.from, strongest.to]), expected);
        assert_eq!(picture.labels[0].text, "⚠ edge of triangle 0");
    }

    #[test]
    fn all_open_edges_are_marked_and_with_little_memory_the_label_counts_those() {
        let text = r#"{ "eyeline": 1, "objects": [{ "name": "soup", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let marked = |triangles: u32, mut picture: Picture| {
            let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
            let corner = |i: u32| [Vec3::ZERO, Vec3::X, Vec3::Y][(i % 3) as usize] + 2.0 * Vec3::Z * (i / 3) as f32;
            let corners = (0..3 * triangles).map(corner).collect();
            let mesh = Mesh::new(corners, (0..triangles).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap();
            world.objects[0].shape = Shape::Mesh(Arc::new(mesh));
            let problems = Report::of(&world).problems();
            let problem = problems.listed.iter().find(|problem| problem.kind == Kind::OpenEdges).unwrap();
            picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
            assert_eq!(problem.places(&world).len(), problem.count);
            (picture.lines.iter().filter(|line| line.width > 3.5).count(), picture.labels[0].text.clone())
        };
        assert_eq!(marked(144, Picture::default()), (432, "⚠ Open edges: 432".to_owned()));
        let little = PictureMemory::within(&Budget::new(1 << 20));
        let (lines, text) = marked(10_000, Picture { memory: little, ..Picture::default() });
        assert!((1000..30_000).contains(&lines));
        assert_eq!(text, format!("⚠ Open edges: 30,000, first {} marked", grouped(lines as u64)));
    }

    /// Two tetrahedra; the second one, 5 m along X, is inside out.
    #[test]
    fn a_part_that_is_inside_out_has_a_box() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "rocks", "shape": { "sphere": { "radius": 1 } }, "position": [10, 0, 0] }] }"#;
        let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let positions = corners.into_iter().chain(corners.map(|corner| corner + 5.0 * Vec3::X)).collect();
        let sides = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let turned = sides.map(|[a, b, c]: [u32; 3]| [a + 4, c + 4, b + 4]);
        let mesh = Mesh::new(positions, [sides, turned].concat()).unwrap();
        world.objects[0].shape = Shape::Mesh(Arc::new(mesh));
        let problems = Report::of(&world).problems();
        let problem = problems.listed.iter().find(|problem| problem.kind == Kind::InsideOut).unwrap();
        let mut picture = Picture::default();
        picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
        let strong: Vec<_> = picture.lines.iter().filter(|line| line.width > 3.5).collect();
        assert_eq!(strong.len(), 12);
        assert!(strong.iter().flat_map(|line| [line.from.x, line.to.x]).all(|x| (15.0..=16.0).contains(&x)));
    }

    /// A skin with a vertex that is stray, one without weights, and a joint that moves nothing, all in one figure.
    #[test]
    fn the_places_of_problems_of_skins_are_marked_and_stepped_through() {
        let scenes = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let loaded = crate::files::open(&scenes.join("influences.json")).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, 0);
        let problems = Report::of(&world).problems();
        let problem = problems.listed.iter().find(|problem| problem.kind == Kind::TooManyInfluences).unwrap();
        let places = problem.places(&world);
        assert!(problem.count > 1 && places.len() == problem.count, "{}", problem.message);
        let Elements::Vertices(vertices) = &problem.elements else { panic!("{problem:?}") };
        assert_eq!(places[1].what, format!("vertex {}", vertices[1]));
        let mut picture = Picture::default();
        picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
        assert_eq!(picture.dots.len(), problem.count);
        assert!(picture.legend.iter().any(|row| row.text == problem.kind.title() && row.sample == Sample::Dot));
    }
}
