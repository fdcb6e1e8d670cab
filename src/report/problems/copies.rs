//! Copies that nearly share a place: two objects with the same shape, of which one is a little beside the other.

use std::collections::{BTreeSet, HashMap};

use glam::DVec3;

use super::flicker::length;
use super::list::{Elements, Problem, Problems};
use super::mark::shape_key;
use crate::gaps::GapBody;
use crate::geometry::narrate::counted;
use crate::geometry::{Aabb, Pose};
use crate::parallel;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::Item;

/// The greatest distance of two corners of copies, as a part of the diagonal of their box.
const NEAR: f64 = 0.02;

/// The search ends after so many comparisons.
const MOST_COMPARED: usize = 20_000_000;

/// Two objects that are nearly at the same place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NearCopy {
    /// In the order of the scene.
    objects: [usize; 2],
    /// The greatest distance of two corners of their boxes, metres.
    distance: f64,
}

/// The outcome of the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NearCopies {
    found: Vec<NearCopy>,
    /// Whether it ended after too many comparisons.
    is_cut: bool,
}

/// An object that may be a copy.
struct CopyCandidate {
    object: usize,
    /// The corners of its local box in world space.
    corners: [DVec3; 8],
    /// The distance that counts as near.
    near: f64,
    key: u64,
}

impl CopyCandidate {
    fn of((object, body): (usize, &GapBody)) -> Option<Self> {
        let local = Aabb::of(&body.shape, &Pose::IDENTITY);
        let world = body.pose.world_from_local();
        let corners = std::array::from_fn(|i| world.transform_point3(local.corner(i)).as_dvec3());
        let diagonal = (world.matrix3 * (local.max - local.min)).as_dvec3().length();
        let near = diagonal * NEAR;
        // Flat and broken shapes have problems of their own.
        (near.is_normal() && corners.iter().all(|corner: &DVec3| corner.is_finite())).then_some(Self {
            object,
            corners,
            near,
            key: body.key,
        })
    }

    /// The middle of the box.
    fn middle(&self) -> DVec3 {
        (self.corners[0] + self.corners[7]) * 0.5
    }

    /// The greatest distance of two corners.
    fn distance(&self, other: &Self) -> f64 {
        let each = self.corners.iter().zip(&other.corners).map(|(a, b)| a.distance_squared(*b));
        each.fold(0.0, f64::max).sqrt()
    }

    /// The cell of its middle in a grid of cells of `2^level` metres.
    fn cell(&self, level: i32) -> [i64; 3] {
        #[expect(clippy::cast_possible_truncation, reason = "a cast of a number out of range ends at the range")]
        let cell = |x: f64| (x / libm::exp2(level.into())).floor() as i64;
        self.middle().to_array().map(cell)
    }

    /// The level of cells that are at least as wide as the distance that counts as near.
    #[expect(clippy::cast_possible_truncation, reason = "exponents of f64")]
    fn level(&self) -> i32 {
        libm::log2(self.near).ceil() as i32
    }
}

/// The objects whose middles are in a cell, by the level of the cell.
type CopyCells<'c> = HashMap<(i32, [i64; 3]), Vec<&'c CopyCandidate>>;

/// Searches copies. Each object is named with the first object that it nearly shares a place with.
pub(super) fn near_copies(bodies: &[GapBody]) -> NearCopies {
    let mut outcome = NearCopies::default();
    let mut compared = 0;
    for group in of_one_shape(bodies) {
        let candidates: Vec<CopyCandidate> =
            group.iter().filter_map(|&object| CopyCandidate::of((object, &bodies[object]))).collect();
        if !among(&candidates, &mut compared, &mut outcome.found) {
            outcome.is_cut = true;
            break;
        }
    }
    outcome.found.sort_unstable_by_key(|copy| copy.objects[1]);
    outcome
}

/// The objects of each shape that occurs more than once, in the order of the scene.
fn of_one_shape(bodies: &[GapBody]) -> Vec<Vec<usize>> {
    let key = |object: usize| bodies[object].is_part.then(|| shape_key(&bodies[object].shape));
    let keys: Vec<Option<u64>> = parallel::collect(bodies.len(), key);
    let mut by_shape: Vec<(u64, usize)> =
        keys.into_iter().enumerate().filter_map(|(object, key)| Some((key?, object))).collect();
    by_shape.sort_unstable();
    let groups = by_shape.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
    groups.map(|group| group.iter().map(|(_, object)| *object).collect()).collect()
}

/// Searches copies among objects of one shape. Returns whether the number of comparisons is below its limit.
fn among(candidates: &[CopyCandidate], compared: &mut usize, found: &mut Vec<NearCopy>) -> bool {
    let mut cells = CopyCells::new();
    let mut levels = BTreeSet::new();
    for candidate in candidates {
        let level = candidate.level();
        // The size of a copy differs by at most a part of `NEAR`, so its cells are of this level or one beside it. They are as wide as
        // the distance that counts as near for it.
        let mut nearest: Option<NearCopy> = None;
        let mut is_repeated = false;
        for level in levels.range(level - 1..=level + 1) {
            let [x, y, z] = candidate.cell(*level);
            for (i, j, k) in neighbours() {
                let at = [x.saturating_add(i), y.saturating_add(j), z.saturating_add(k)];
                let others = cells.get(&(*level, at)).map_or(&[][..], |others| &others[..]);
                *compared = compared.saturating_add(others.len());
                for other in others {
                    // Objects at exactly the same place have a problem of their own.
                    is_repeated |= other.key == candidate.key;
                    let distance = candidate.distance(other);
                    let is_first = nearest.as_ref().is_none_or(|found| other.object < found.objects[0]);
                    if other.key != candidate.key && distance <= candidate.near.min(other.near) && is_first {
                        nearest = Some(NearCopy { objects: [other.object, candidate.object], distance });
                    }
                }
            }
        }
        if *compared > MOST_COMPARED {
            return false;
        }
        if !is_repeated {
            levels.insert(level);
            cells.entry((level, candidate.cell(level))).or_default().push(candidate);
            found.extend(nearest);
        }
    }
    true
}

/// The steps to a cell and its 26 neighbours.
fn neighbours() -> impl Iterator<Item = (i64, i64, i64)> {
    let steps = || -1..=1;
    steps().flat_map(move |i| steps().flat_map(move |j| steps().map(move |k| (i, j, k))))
}

impl Problems {
    /// The same with the copies that nearly share a place.
    #[must_use]
    pub(super) fn with_copies(mut self, report: &Report, copies: &NearCopies) -> Self {
        if copies.is_cut {
            let words = format!("The search for copies ended after {}", counted(MOST_COMPARED, "comparison"));
            self.unfinished.push((LevelProblem::NearCopies, words));
        }
        self.take(LevelProblem::NearCopies, copies.found.iter(), |NearCopy { objects: [first, copy], distance }| {
            Problem {
                kind: LevelProblem::NearCopies,
                image: None,
                item: Item::Object(*copy),
                count: 2,
                elements: Elements::Objects(vec![*first, *copy]),
                message: format!(
                    "{} has the shape of {} and is only {} beside it",
                    report.name(*copy),
                    report.name(*first),
                    length(*distance)
                ),
            }
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_world;
    use super::*;
    use crate::files::Files;
    use crate::scene::parse;
    use crate::world::World;

    fn found(objects: &[&str]) -> Vec<String> {
        let text = format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, objects.join(", "));
        let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0);
        let problems = of_world(&world).listed.into_iter();
        problems.filter(|problem| problem.kind == LevelProblem::NearCopies).map(|problem| problem.message).collect()
    }

    fn ball(name: &str, radius: f32, position: [f32; 3]) -> String {
        format!(
            r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": {radius} }} }}, "position": {position:?} }}"#
        )
    }

    #[test]
    fn a_copy_beside_its_original_is_found_by_its_distance() {
        // The diagonal of the box is 2 √3 m, so 6.9 cm count as near.
        let at = |x: f32| found(&[&ball("a", 1.0, [0.0; 3]), &ball("b", 1.0, [x, 0.0, 0.0])]);
        assert_eq!(at(0.05), ["b has the shape of a and is only 50 mm beside it"]);
        assert_eq!(at(-0.05).len(), 1);
        assert_eq!(at(0.08), Vec::<String>::new());
        assert_eq!(at(0.0), Vec::<String>::new(), "an exact copy has a problem of its own");
        assert_eq!(found(&[&ball("a", 1.0, [0.0; 3]), &ball("b", 1.01, [0.0; 3])]), Vec::<String>::new());
    }

    #[test]
    fn the_pose_counts_and_so_does_what_moves() {
        let crate_of = |name: &str, more: &str| {
            format!(r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": [1, 0.5, 0.2] }} }}{more} }}"#)
        };
        // Turned by 1 degree and by 90.
        assert_eq!(found(&[&crate_of("a", ""), &crate_of("b", r#", "rotation": [0, 0.0087, 0, 1]"#)]).len(), 1);
        assert_eq!(found(&[&crate_of("a", ""), &crate_of("b", r#", "rotation": [0, 1, 0, 1]"#)]), Vec::<String>::new());
        let scaled = crate_of("b", r#", "scale": [1.01, 1, 1]"#);
        assert_eq!(found(&[&crate_of("a", ""), &scaled]).len(), 1);
        let path = r#", "path": { "points": [[0, 0, 0.01], [0, 5, 0.01]], "speed": 1 }"#;
        assert_eq!(found(&[&crate_of("a", ""), &crate_of("b", path)]), Vec::<String>::new());
    }

    /// All pairs, compared one by one, are what the grid finds.
    #[test]
    fn the_grid_finds_what_all_pairs_have() {
        use glam::Vec3;

        use crate::geometry::Shape;
        use crate::random::Random;
        let mut random = Random(7);
        for _ in 0..200 {
            let mut bodies = Vec::new();
            for key in 0..40 {
                let near =
                    |random: &mut Random| (random.below(5) as f32 - 2.0) * 0.012 + random.below(2) as f32 * 100.0;
                let position = Vec3::from_array([(); 3].map(|()| near(&mut random)));
                let scale = [1.0, 1.005, 1.03, 0.5][random.below(4)];
                let affine = glam::DAffine3::from_scale_rotation_translation(
                    DVec3::splat(scale),
                    glam::DQuat::IDENTITY,
                    position.as_dvec3(),
                );
                let pose = Pose::from_affine(affine).unwrap();
                let shape = Shape::Sphere { radius: 0.5 };
                let bounds = Aabb::of(&shape, &pose);
                bodies.push(GapBody { shape, pose, bounds, key, is_part: true });
            }
            let all: Vec<CopyCandidate> = bodies.iter().enumerate().filter_map(CopyCandidate::of).collect();
            let first = |of: &CopyCandidate| {
                let before = all.iter().take_while(|other| other.object < of.object);
                let is_near = |other: &&CopyCandidate| of.distance(other) <= of.near.min(other.near);
                before.filter(is_near).map(|other| [other.object, of.object]).next()
            };
            let expected: Vec<[usize; 2]> = all.iter().filter_map(first).collect();
            let found: Vec<[usize; 2]> = near_copies(&bodies).found.iter().map(|copy| copy.objects).collect();
            assert_eq!(found, expected);
        }
    }
}
