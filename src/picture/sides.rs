//! The triangles of meshes that face away from a viewpoint, for the legend and the Inspector.

use super::bodies::{Bodies, BodyLook};
use super::legend::{LegendEntry, Sample};
use super::palette::Palette;
use super::triangles::SolidForm;
use super::viewpoint::{Lens, Viewpoint};
use crate::geometry::narrate::grouped;
use crate::geometry::ray::{Facing, Viewer, facing};
use crate::parallel;

/// The sides that the meshes of a picture show to a viewpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshSides {
    /// By the index of the object, ascending: each drawn object with a mesh.
    each: Vec<(u32, Facing)>,
    total: Facing,
}

impl MeshSides {
    /// Counts the triangles of all drawn meshes, in and beside the view. `None` when it is cancelled.
    pub fn of(
        bodies: &Bodies,
        looks: &[BodyLook],
        viewpoint: &Viewpoint,
        is_cancelled: impl Fn() -> bool + Sync,
    ) -> Option<Self> {
        let viewer = match viewpoint.lens {
            Lens::Perspective { .. } | Lens::OffCentre { .. } => Viewer::At(viewpoint.eye),
            Lens::Orthographic { .. } => Viewer::Along(viewpoint.target - viewpoint.eye),
        };
        let mut each = Vec::new();
        for group in bodies.groups() {
            let SolidForm::Mesh(mesh) = &group.form else { continue };
            let count = |place: usize| {
                let body = group.bodies[place];
                let is_drawn = looks.get(body.object as usize).is_some_and(|look| look.fill.0[3] > 0);
                (is_drawn && !is_cancelled()).then(|| (body.object, facing(mesh, &body.world_from_unit, viewer)))
            };
            let weight = |_| mesh.triangles().len();
            each.extend(parallel::collect_by_weight(group.bodies.len(), weight, count).into_iter().flatten());
        }
        each.sort_unstable_by_key(|(object, _)| *object);
        let total = each.iter().fold(Facing::default(), |sum, (_, facing)| sum.plus(*facing));
        (!is_cancelled()).then_some(Self { each, total })
    }

    /// The number of triangles that [`MeshSides::of`] looks at.
    pub fn work(bodies: &Bodies) -> usize {
        let of_group = |form: &SolidForm| if let SolidForm::Mesh(mesh) = form { mesh.triangles().len() } else { 0 };
        bodies.groups().iter().map(|group| of_group(&group.form).saturating_mul(group.bodies.len())).sum()
    }

    /// The sides of an object; `None` for one that has no mesh or is not drawn.
    pub fn of_object(&self, object: usize) -> Option<Facing> {
        let place = self.each.binary_search_by_key(&object, |(object, _)| *object as usize).ok()?;
        Some(self.each[place].1)
    }

    /// The row of the legend; `None` without meshes.
    pub fn legend_entry(&self, palette: &Palette) -> Option<LegendEntry> {
        let text = sides_in_words(self.total);
        (self.total.total() > 0).then_some(LegendEntry { text, color: palette.text, sample: Sample::None })
    }
}

/// "12,340 of 20,000 triangles face away from this view; 2 have no area".
pub fn sides_in_words(sides: Facing) -> String {
    let [back, flat, total] = [sides.back, sides.flat, sides.total()].map(|count| count as u64);
    let (triangles, face) =
        (if total == 1 { "triangle" } else { "triangles" }, if back == 1 { "faces" } else { "face" });
    let mut words = format!("{} of {} {triangles} {face} away from this view", grouped(back), grouped(total));
    if flat > 0 {
        words += "; ";
        words += &grouped(flat);
        words += if flat == 1 { " has no area" } else { " have no area" };
    }
    words
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Vec3;

    use super::super::contents::Picture;
    use super::super::selected::Selected;
    use super::super::shown::Shown;
    use super::*;
    use crate::files::Files;
    use crate::geometry::{Mesh, Shape};
    use crate::report::Report;
    use crate::scene::parse;
    use crate::world::World;

    #[test]
    fn the_sides_of_each_drawn_mesh_are_counted() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "ball", "shape": { "sphere": { "radius": 1 } } },
            { "name": "a", "shape": { "sphere": { "radius": 1 } } },
            { "name": "mirrored", "shape": { "sphere": { "radius": 1 } }, "scale": [-1, 1, 1] },
            { "name": "hidden", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let mesh = Arc::new(Mesh::new(corners, vec![[0, 1, 2], [0, 1, 2], [0, 2, 1]]).unwrap());
        for object in &mut world.objects[1..] {
            object.shape = Shape::Mesh(Arc::clone(&mesh));
        }
        let mut picture = Picture::of(&Shown::new(&world, &Report::of(&world), &Selected::of(&world), &Palette::DARK));
        picture.looks[3] = BodyLook::HIDDEN;
        assert_eq!(MeshSides::work(&picture.bodies), 9);
        for lens in [Lens::Perspective { fov_y: 0.9 }, Lens::Orthographic { height: 3.0 }] {
            let from = |z: f32| {
                let viewpoint =
                    Viewpoint { eye: Vec3::Z * z, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 10.0] };
                MeshSides::of(&picture.bodies, &picture.looks, &viewpoint, || false).unwrap()
            };
            let (before, behind) = (from(3.0), from(-3.0));
            let of = |sides: &MeshSides| [0, 1, 2, 3].map(|object| sides.of_object(object));
            let [one, two] = [[2, 1], [1, 2]].map(|[front, back]| Facing { front, back, flat: 0 });
            assert_eq!(of(&before), [None, Some(one), Some(one), None], "a mirrored object shows the same sides");
            assert_eq!(of(&behind), [None, Some(two), Some(two), None]);
            let text = behind.legend_entry(&Palette::DARK).unwrap().text;
            assert_eq!(text, "4 of 6 triangles face away from this view");
            assert_eq!(MeshSides::of(&picture.bodies, &picture.looks, &viewpoint_of(lens), || true), None);
        }
        assert_eq!(
            sides_in_words(Facing { front: 7660, back: 12_340, flat: 0 }),
            "12,340 of 20,000 triangles face away from this view"
        );
        assert_eq!(sides_in_words(Facing { front: 0, back: 1, flat: 0 }), "1 of 1 triangle faces away from this view");
        assert_eq!(
            sides_in_words(Facing { front: 1, back: 10, flat: 2 }),
            "10 of 13 triangles face away from this view; 2 have no area"
        );
        assert_eq!(MeshSides::default().legend_entry(&Palette::DARK), None);
    }

    fn viewpoint_of(lens: Lens) -> Viewpoint {
        Viewpoint { eye: Vec3::Z, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 10.0] }
    }
}
