//! Updates the octree's answers after some objects moved, without computing those of the other objects again.

use super::{MOST_CANDIDATES, OctreeAnswers};
use crate::geometry::Aabb;
use crate::octree::{exchange_pairs, place};
use crate::parallel;
use crate::report::TestedObject;
use crate::scene::Changed;
use crate::world::{Changes, World};

/// If more than one in this many objects moved, all answers are computed again.
const GREATEST_PART: usize = 16;

impl OctreeAnswers {
    /// The octree's part of [`Report::follow`](crate::report::Report::follow): computed again when an object or the
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
        (self.candidate_count, other.candidate_count) = parallel::join(
            || tree.follow_counted(&moved, count),
            || {
                packed.follow(&moved);
                other.tree.follow_counted(&moved, other_count)
            },
        );
        self.candidate_pairs = match self.candidate_pairs.take() {
            _ if self.candidate_count > MOST_CANDIDATES as u64 => None,
            Some(pairs) => Some(exchange_pairs(&pairs, &names, &self.tree.candidate_pairs_of(&names))),
            None => self.tree.candidate_pairs(MOST_CANDIDATES),
        };
        self.overlap_pairs = match self.overlap_pairs.take() {
            Some(pairs) => Some(exchange_pairs(&pairs, &names, &self.packed.overlap_pairs_of(&names)))
                .filter(|pairs| pairs.len() <= self.most_overlaps),
            None => self.packed.overlap_pairs_within(self.most_overlaps),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Content, Files};
    use crate::report::Report;
    use crate::scene::{Octree, OctreeMethod, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn following_some_objects_equals_computing_all(
            moves in prop::collection::vec((prop::collection::vec((0_usize..100, -6_f32..6.0), 1..9), 0_u8..8), 1..6),
            loose: bool,
            has_region: bool,
        ) {
            let mut scene = generate(100, 3);
            let method = if loose { OctreeMethod::Loose } else { OctreeMethod::Tight };
            let region = has_region.then_some([6.0_f32; 3]);
            scene.octree = Some(Octree { min: region.map(|r| r.map(|x| -x)), max: region, method, ..Octree::default() });
            let mut world = World::at(&scene, &Files::default(), 0);
            let mut report = Report::of(&world);
            for (objects, axis) in moves {
                let before = scene.clone();
                for (object, to) in objects {
                    // Some into a heap, so that there are overlaps.
                    let to = if axis > 2 { to.signum() } else { to };
                    scene.objects[object].position[usize::from(axis) % 3] = to;
                }
                let changes = world.follow(&mut crate::world::Recording::of(Content { scene: &before, files: &Files::default() }), Content { scene: &before, files: &Files::default() }, Content { scene: &scene, files: &Files::default() }, 0);
                report.follow(&world, &changes);
                prop_assert_eq!(&report, &Report::of(&world));
            }
        }
    }
}
