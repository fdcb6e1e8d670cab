//! Updates the octree's answers after some objects moved, without computing those of the other objects again.

use super::answers::OctreeAnswers;
use crate::geometry::Aabb;
use crate::octree::{PackedTree, exchange_pairs, place};
use crate::parallel;
use crate::report::tested::TestedObject;
use crate::scene::Changed;
use crate::world::{Changes, World};

/// If more than one in this many objects moved, all answers are computed again.
const GREATEST_PART: usize = 16;

impl OctreeAnswers {
    /// The octree's part of [`Report::follow`](crate::report::all_answers::Report::follow): computed again when an object or the
    /// octree changed.
    pub(in crate::report) fn follow_world(
        this: &mut Option<Self>,
        world: &World,
        objects: &[TestedObject],
        changes: &Changes,
    ) {
        let is_same = this.as_ref().map(Self::octree) == world.octree;
        match (&changes.objects, &mut *this) {
            (moved, _) if is_same && moved.is_none() => {}
            (Changed::At(moved), Some(answers)) if is_same && moved.len() <= objects.len() / GREATEST_PART => {
                answers.follow(moved, objects);
            }
            _ => *this = world.octree.as_ref().map(|octree| Self::of(octree, objects, &world.budget)),
        }
    }

    /// Some of the objects, ascending, may have other boxes now.
    fn follow(&mut self, changed: &[usize], objects: &[TestedObject]) {
        let octree = self.octree();
        let moved: Vec<(u32, Aabb)> =
            changed.iter().filter_map(|&i| Some((u32::try_from(i).ok()?, objects[i].aabb))).collect();
        let names: Vec<u32> = moved.iter().map(|(object, _)| *object).collect();
        for (object, aabb) in &moved {
            self.placements[*object as usize] = place(&octree.region, octree.method, aabb);
        }
        let (tree, other, packed) = (&mut self.tree, &mut self.other, &mut self.packed);
        let (count, other_count) = (self.candidate_count, other.candidate_count);
        // The pairs of all objects may be too many to be listed, and then those of some objects may be, too.
        let are_listed = self.overlap_pairs.is_some();
        let overlaps = |packed: &PackedTree| are_listed.then(|| packed.overlap_pairs_of(&names));
        let (candidate_count, (other_count, overlaps_before, overlaps_now)) = parallel::join(
            || tree.follow_counted(&moved, count),
            || {
                let before = overlaps(packed);
                packed.follow(&moved);
                (other.tree.follow_counted(&moved, other_count), before, overlaps(packed))
            },
        );
        other.candidate_count = other_count.unwrap_or(other.candidate_count);
        if let Some(count) = candidate_count {
            self.candidate_count = count;
            self.candidate_pairs = match self.candidate_pairs.take() {
                _ if count > self.most_candidates as u64 => None,
                Some(pairs) => Some(exchange_pairs(&pairs, &names, &self.tree.candidate_pairs_of(&names))),
                None => self.tree.candidate_pairs(self.most_candidates),
            };
        }
        match overlaps_now {
            None => self.overlap_pairs = self.packed.overlap_pairs_within(self.most_overlaps),
            Some(now) if overlaps_before.as_ref() != Some(&now) => {
                let exchanged = self.overlap_pairs.take().map(|pairs| exchange_pairs(&pairs, &names, &now));
                self.overlap_pairs = exchanged.filter(|pairs| pairs.len() <= self.most_overlaps);
            }
            // The moved objects overlap the same objects as before.
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Content, Files};
    use crate::report::all_answers::Report;
    use crate::scene::{Octree, OctreeMethod, generate};
    use proptest::prelude::*;

    /// The octree's answers of a report, with at most so many pairs in a list.
    fn limited(report: &Report, most: usize) -> Option<OctreeAnswers> {
        let mut answers = report.octree.clone()?;
        (answers.most_overlaps, answers.most_candidates) = (most, most);
        for list in [&mut answers.overlap_pairs, &mut answers.candidate_pairs] {
            *list = list.take().filter(|pairs| pairs.len() <= most);
        }
        Some(answers)
    }

    proptest! {
        #[test]
        fn following_some_objects_equals_computing_all(
            moves in prop::collection::vec((prop::collection::vec((0_usize..100, -6_f32..6.0), 1..9), 0_u8..8), 1..6),
            loose: bool,
            has_region: bool,
            // The lists of pairs are longer in some of the states.
            most in 0_usize..200,
        ) {
            let mut scene = generate(100, 3);
            let method = if loose { OctreeMethod::Loose } else { OctreeMethod::Tight };
            let region = has_region.then_some([6.0_f32; 3]);
            scene.octree = Some(Octree { min: region.map(|r| r.map(|x| -x)), max: region, method, ..Octree::default() });
            let mut world = World::at(&scene, &Files::default(), 0);
            let mut report = Report::of(&world);
            let mut few = limited(&report, most);
            for (objects, axis) in moves {
                let before = scene.clone();
                for (object, to) in objects {
                    // Some into a heap, so that there are overlaps.
                    let to = if axis > 2 { to.signum() } else { to };
                    let position = &mut scene.objects[object].position[usize::from(axis) % 3];
                    // Short steps, after which most objects are in the same cells.
                    *position = if axis > 5 { *position + to * 0.01 } else { to };
                }
                let changes = world.follow(&mut crate::world::Recording::of(Content { scene: &before, files: &Files::default() }), Content { scene: &before, files: &Files::default() }, Content { scene: &scene, files: &Files::default() }, 0);
                report.follow(&world, &changes);
                prop_assert_eq!(&report, &Report::of(&world));
                OctreeAnswers::follow_world(&mut few, &world, &report.objects, &changes);
                // When all answers were computed again, their lists have the usual limits.
                let expected = limited(&report, most);
                if few.as_ref().is_some_and(|few| few.most_overlaps == most) {
                    prop_assert_eq!(&few, &expected);
                }
                few = expected;
            }
        }
    }
}
