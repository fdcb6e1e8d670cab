//! All objects of a level, and the worst place.

use glam::DVec3;

use super::contacts::{StoredContact, contacts};
use super::object::ObjectPrecision;
use super::rays::RayMoves;
use crate::budget::OverBudget;
use crate::opacity::Progress;
use crate::parallel;
use crate::world::World;

/// The bytes of a triangle while it is compared.
const TRIANGLE: u64 = 240;

/// What `f32` does to a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPrecision {
    /// The objects in the order of the world.
    pub objects: Vec<ObjectPrecision>,
    /// The greatest absolute coordinate of the level, metres.
    pub reach: f64,
    /// The middle of its bounds.
    pub middle: DVec3,
    /// The object whose smallest feature changes most, as an index of `objects`.
    pub worst: Option<usize>,
    /// Rays at that object.
    pub rays: RayMoves,
    /// The contacts that change.
    pub contacts: Vec<StoredContact>,
    /// The pairs of objects that were compared; `None` when they are too many.
    pub pairs: Option<usize>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrecisionError {
    /// The world has no objects.
    #[error("there are no objects, so no number of the level is rounded")]
    Empty,
    /// The budget is used up.
    #[error("there is no room to compare {triangles} triangles: {over}")]
    Memory {
        /// The triangles of the level.
        triangles: u64,
        /// What was asked of the budget.
        over: OverBudget,
    },
    /// It was cancelled.
    #[error("the comparison was cancelled")]
    Cancelled,
}

impl LevelPrecision {
    /// Compares all objects with what `f32` stores of them.
    ///
    /// # Errors
    /// When there are no objects, no memory, or when it was cancelled.
    pub fn of(world: &World, progress: &Progress) -> Result<Self, PrecisionError> {
        let bounds = world.bounds().filter(|_| !world.objects.is_empty()).ok_or(PrecisionError::Empty)?;
        let counts = world.objects.iter().map(|object| object.shape.faces().map_or(512, |mesh| mesh.triangles().len()));
        let triangles = counts.sum::<usize>() as u64;
        let no_room = |over| PrecisionError::Memory { triangles, over };
        let _memory = world.budget.take(triangles * TRIANGLE).map_err(no_room)?;
        progress.expect(world.objects.len() as u64);
        let objects = parallel::map(world.objects.len(), |index| {
            progress.advance(1);
            (!progress.is_cancelled()).then(|| ObjectPrecision::of(index, &world.objects[index]))
        });
        let objects: Vec<ObjectPrecision> =
            objects.into_iter().collect::<Option<_>>().ok_or(PrecisionError::Cancelled)?;
        let ratio = |index: &usize| objects[*index].feature.map_or(0.0, |feature| feature.ratio());
        let worst = (0..objects.len()).rev().max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let rays = worst.map(|worst| RayMoves::of(&world.objects[objects[worst].object])).unwrap_or_default();
        let (contacts, pairs) = contacts(world).map_or((Vec::new(), None), |(contacts, pairs)| (contacts, Some(pairs)));
        let corners = [bounds.min, bounds.max].map(glam::Vec3::as_dvec3);
        Ok(Self {
            reach: corners.iter().map(|corner| corner.abs().max_element()).fold(0.0, f64::max),
            middle: (corners[0] + corners[1]) / 2.0,
            worst,
            rays,
            contacts,
            pairs,
            objects,
        })
    }

    /// The object whose smallest feature changes most.
    pub fn worst_object(&self) -> Option<&ObjectPrecision> {
        self.objects.get(self.worst?)
    }

    /// The triangles that collapse, of all objects.
    pub fn collapsed(&self) -> u64 {
        self.objects.iter().map(|object| object.collapsed).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn a_gap_smaller_than_the_spacing_closes_far_from_the_origin() {
        // At 2²⁰ m numbers are 1/8 m apart. The sides at 0.44 and 0.46 m are both stored at 0.5 m.
        let scene = |x: f64| {
            format!(
                r#"{{ "eyeline": 1, "objects": [
                    {{ "name": "wall", "shape": {{ "box": {{ "half_extents": [0.44, 1, 1] }} }}, "position": [{x}, 0, 0] }},
                    {{ "name": "crate", "shape": {{ "box": {{ "half_extents": [0.665, 1, 1] }} }}, "position": [{}, 0, 0] }} ] }}"#,
                x + 1.125
            )
        };
        let of = |x: f64| {
            let world = World::at(&crate::scene::parse(&scene(x), "a.json").unwrap(), &Files::default(), 0);
            LevelPrecision::of(&world, &Progress::default()).unwrap()
        };
        let (near, far) = (of(0.0), of(1_048_576.0));
        assert!(near.contacts.is_empty(), "{:?}", near.contacts);
        let [contact] = &far.contacts[..] else { panic!("{:?}", far.contacts) };
        assert!(!contact.is_missed() && (contact.distance - 0.02).abs() < 1e-6 && contact.stored == 0.0, "{contact:?}");
        assert_eq!((far.pairs, far.collapsed()), (Some(1), 0));
        assert!(far.rays.moved > 0.01 && far.rays.moved < 0.125, "{:?}", far.rays);
        let empty = World::at(&crate::scene::parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), &Files::default(), 0);
        assert_eq!(LevelPrecision::of(&empty, &Progress::default()), Err(PrecisionError::Empty));
    }
}
