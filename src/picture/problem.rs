//! What is wrong with an object, marked where it stands.

use glam::Vec3;

use super::strokes::Pen;
use super::{Hidden, LegendEntry, Palette, Picture, Sample, Style};
use crate::report::problems::{Kind, Problem};
use crate::world::World;

/// Before labels of answers: somebody asked to see it.
const PRIORITY: u8 = 10;

impl Picture {
    /// Marks a problem in a picture of the same world.
    pub fn add_problem(&mut self, world: &World, problem: &Problem, hidden: &Hidden, palette: &Palette) {
        let Some(object) = world.objects.get(problem.object).filter(|object| !hidden.contains(&object.name)) else {
            return;
        };
        let (pen, aabb) = (Pen::new(palette.partial, 3.0, Style::Dashed), object.aabb);
        self.edges(&std::array::from_fn(|i| aabb.corner(i)), pen);
        let centre = aabb.centre();
        let top = Vec3::new(centre.x, aabb.max.y, centre.z);
        let words = match problem.kind {
            Kind::ZeroVolume => "fills no space".to_owned(),
            Kind::Coincident => format!("{} objects at this place", problem.count),
            Kind::FarFromOrigin => {
                self.line(Vec3::ZERO, centre, Pen::new(palette.partial.fade(0.6), 1.5, Style::Dashed));
                "far from the origin".to_owned()
            }
        };
        self.label(top, format!("⚠ {words}"), palette.partial, PRIORITY);
        let text = problem.kind.title().to_owned();
        self.legend.push(LegendEntry { text, color: palette.partial, sample: Sample::Line(Style::Dashed) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Focus;
    use crate::report::Report;
    use crate::scene::parse;

    #[test]
    fn each_kind_has_its_words_and_a_hidden_object_has_none() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } }, { "name": "b", "shape": { "sphere": { "radius": 1 } } },
            { "name": "flat", "shape": { "box": { "half_extents": [1, 1e-9, 1] } } },
            { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [1e5, 0, 0] }] }"#;
        let world = World::at(&parse(text, "a.json", None).unwrap().scene, 0);
        let report = Report::of(&world);
        let found: Vec<(String, usize)> = report
            .problems()
            .listed
            .iter()
            .map(|problem| {
                let mut picture = Picture::of(&world, &report, &Focus::of(&world), None, &Palette::DARK);
                let before = (picture.labels.len(), picture.lines.len());
                let mut hidden = Hidden::default();
                hidden.set(&world.objects[problem.object].name, true);
                picture.add_problem(&world, problem, &hidden, &Palette::DARK);
                assert_eq!((picture.labels.len(), picture.lines.len()), before);
                picture.add_problem(&world, problem, &Hidden::default(), &Palette::DARK);
                (picture.labels[before.0].text.clone(), picture.lines.len() - before.1)
            })
            .collect();
        let wanted = [("⚠ fills no space", 12), ("⚠ 2 objects at this place", 12), ("⚠ far from the origin", 13)];
        assert_eq!(found, wanted.map(|(words, lines)| (words.to_owned(), lines)));
    }
}
