//! The objects that cause the most candidate pairs, each with the reasons and what to do.

use std::fmt;

use super::answers::OctreeAnswers;
use super::split_planes::split_planes;
use crate::geometry::{Aabb, Pose, Shape};
use crate::octree::{Cell, Method};
use crate::world::World;

/// A box of which an object fills less than this part is named as a reason.
const MOSTLY_EMPTY: f64 = 0.5;

/// A leaf with at least as many objects is named as a reason.
const CROWDED: usize = 8;

/// An object and its candidate pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairCost {
    /// Its index in [`Report::objects`](crate::report::all_answers::Report::objects).
    pub object: usize,
    /// The candidate pairs that it belongs to.
    pub pairs: u64,
    /// Those of them whose boxes overlap; `None` when overlaps are not listed.
    pub overlaps: Option<u64>,
    /// All candidate pairs that there would be without it.
    pub without: u64,
    /// Why it has so many; the first one puts it where it is.
    pub reasons: Vec<CostReason>,
}

/// Why an object has many candidate pairs.
#[derive(Clone, Debug, PartialEq)]
pub enum CostReason {
    /// It reaches out of the region, so it is in the root.
    Outside,
    /// It straddles split planes of a cell above the leaves, such as "x = 0".
    Straddles {
        /// The level of the cell.
        level: u32,
        /// The planes.
        planes: Vec<String>,
    },
    /// No deeper cell is as large as its box.
    Large {
        /// The level of its cell.
        level: u32,
    },
    /// Its leaf has many other objects.
    Crowded {
        /// The number of objects in the leaf.
        objects: usize,
    },
    /// Its box is mostly empty, as that of a long object that is rotated.
    Empty {
        /// The volume of the object's own box over that of its axis-aligned box.
        filled: f64,
    },
    /// Its mesh consists of parts that no edge connects.
    Parts {
        /// Their number.
        count: usize,
    },
}

impl OctreeAnswers {
    /// The objects with the most candidate pairs, at most `most`, the greatest number first, then in the order of the scene.
    /// Objects without pairs are left out.
    ///
    /// The parts of the meshes of these objects are counted, which takes time in proportion to their triangles.
    pub fn costs(&self, world: &World, most: usize) -> Vec<PairCost> {
        let pairs = self.tree.pairs_by_object();
        let mut order: Vec<usize> = (0..pairs.len()).filter(|&object| pairs[object] > 0).collect();
        order.sort_by_key(|&object| std::cmp::Reverse(pairs[object]));
        order.truncate(most);
        let overlaps = self.overlap_pairs.as_ref().map(|all| {
            let mut counts = vec![0_u64; pairs.len()];
            all.iter().flatten().for_each(|&object| counts[object as usize] += 1);
            counts
        });
        let cost = |object: usize| PairCost {
            object,
            pairs: pairs[object],
            overlaps: overlaps.as_ref().map(|counts| counts[object]),
            without: self.candidate_count.saturating_sub(pairs[object]),
            reasons: self.reasons(world, object),
        };
        order.into_iter().map(cost).collect()
    }

    fn reasons(&self, world: &World, object: usize) -> Vec<CostReason> {
        let (Some(placement), Some(placed)) = (self.placements.get(object), world.objects.get(object)) else {
            return Vec::new();
        };
        let region = self.tree.region();
        let (level, planes) = (placement.cell.level(), split_planes(region, placement));
        let own = || self.objects_in(placement.cell);
        let place = if placement.is_outside() {
            Some(CostReason::Outside)
        } else if !planes.is_empty() {
            Some(CostReason::Straddles { level, planes })
        } else if level < region.depth() {
            Some(CostReason::Large { level })
        } else {
            Some(own()).filter(|objects| *objects >= CROWDED).map(|objects| CostReason::Crowded { objects })
        };
        let filled = filled(&placed.shape, &placed.pose, &placed.aabb);
        let empty = filled.filter(|filled| *filled < MOSTLY_EMPTY).map(|filled| CostReason::Empty { filled });
        let parts = match &placed.shape {
            Shape::Mesh(mesh) => Some(mesh.faults().parts).filter(|count| *count > 1),
            _ => None,
        };
        let parts = parts.map(|count| CostReason::Parts { count });
        [place, empty, parts].into_iter().flatten().collect()
    }

    /// The number of objects of a cell itself.
    fn objects_in(&self, cell: Cell) -> usize {
        self.placements.iter().filter(|placement| placement.cell == cell).count()
    }

    /// The sum of the costs in one sentence: who causes most pairs.
    pub fn cost_headline(&self, world: &World, costs: &[PairCost]) -> String {
        let total = self.candidate_count;
        let Some(first) = costs.first() else { return "No two objects are a candidate pair.".to_owned() };
        let name = world.objects.get(first.object).map_or("", |object| &*object.name);
        let share = 100.0 * first.pairs as f64 / total.max(1) as f64;
        format!(
            "`{name}` belongs to {} of {total} candidate pairs ({share:.0} %). Without it there would be {}.",
            first.pairs, first.without
        )
    }

    /// What to do about a reason.
    pub fn cost_remedy(&self, reason: &CostReason) -> &'static str {
        match reason {
            CostReason::Outside => "Enlarge the region, so that it contains the object.",
            CostReason::Straddles { .. } if self.tree.method() == Method::Tight => {
                "Use a loose octree, move the object off the plane, or divide it there."
            }
            CostReason::Straddles { .. } | CostReason::Large { .. } => {
                "Divide the object, or test it against all others apart from the octree."
            }
            CostReason::Crowded { .. } => "A deeper octree divides the objects of this leaf.",
            CostReason::Empty { .. } => "Give it several smaller boxes, or divide it.",
            CostReason::Parts { .. } => "Make the parts objects of their own.",
        }
    }
}

/// The part of its axis-aligned box that an object's own box fills; `None` for a round shape and for a box without volume.
fn filled(shape: &Shape, pose: &Pose, aabb: &Aabb) -> Option<f64> {
    if matches!(shape, Shape::Sphere { .. }) {
        return None;
    }
    let volume = |aabb: &Aabb| (aabb.max.as_dvec3() - aabb.min.as_dvec3()).element_product();
    let scale = pose.world_from_local().matrix3.determinant().abs();
    let filled = volume(&Aabb::of(shape, &Pose::IDENTITY)) * f64::from(scale) / volume(aabb);
    filled.is_finite().then_some(filled)
}

impl fmt::Display for CostReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |level: u32| if level == 0 { "the root".to_owned() } else { format!("its cell of level {level}") };
        match self {
            Self::Outside => write!(f, "it reaches out of the region, so it is in the root"),
            Self::Straddles { level, planes } => write!(f, "it straddles {} of {}", planes.join(", "), cell(*level)),
            Self::Large { level } => write!(f, "it is too large for a cell below {}", cell(*level)),
            Self::Crowded { objects } => write!(f, "its leaf has {objects} objects"),
            Self::Empty { filled } => write!(f, "it fills {:.0} % of its box", 100.0 * filled),
            Self::Parts { count } => write!(f, "its mesh has {count} parts that are not connected"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::all_answers::Report;
    use crate::scene::Scene;

    #[test]
    fn the_objects_that_cause_pairs_are_ranked_with_their_reasons() {
        let leaf = |n: i32| {
            let at = -3.5 + 0.01 * f64::from(n);
            format!(
                r#"{{ "name": "leaf {n}", "shape": {{ "sphere": {{ "radius": 0.1 }} }}, "position": [{at}, -3.5, -3.5] }}"#
            )
        };
        let leaves: Vec<String> = (0..9).map(leaf).collect();
        let text = format!(
            r#"{{ "eyeline": 1, "octree": {{ "min": [-4, -4, -4], "max": [4, 4, 4], "depth": 3 }}, "objects": [
                {{ "name": "ground", "shape": {{ "box": {{ "half_extents": [3, 0.5, 3] }} }} }},
                {{ "name": "beam", "shape": {{ "box": {{ "half_extents": [1.5, 0.1, 0.1] }} }}, "position": [2, 2, 2], "rotation": [0, 0, 0.3826834, 0.9238795] }},
                {{ "name": "cloud", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [9, 0, 0] }},
                {} ] }}"#,
            leaves.join(",")
        );
        let world = World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let answers = report.octree.as_ref().unwrap();
        let costs = answers.costs(&world, 20);
        let ranked: Vec<_> = costs.iter().map(|cost| (cost.object, cost.pairs)).collect();
        assert_eq!(ranked[..3], [(0, 11), (2, 11), (3, 10)]);
        assert_eq!(costs.iter().map(|cost| cost.pairs).sum::<u64>(), 2 * answers.candidate_count);
        assert!(costs.iter().all(|cost| cost.without + cost.pairs == answers.candidate_count));
        let reasons = |object: usize| {
            let cost = costs.iter().find(|cost| cost.object == object).unwrap();
            cost.reasons.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(reasons(0), ["it straddles x = 0, y = 0, z = 0 of the root"]);
        assert_eq!(reasons(1), ["it straddles x = 2, y = 2, z = 2 of its cell of level 1", "it fills 12 % of its box"]);
        assert_eq!(reasons(2), ["it reaches out of the region, so it is in the root"]);
        assert_eq!(reasons(3), ["its leaf has 9 objects"]);
        assert_eq!(answers.costs(&world, 2).len(), 2);
        let first = answers.cost_headline(&world, &costs);
        assert_eq!(first, "`ground` belongs to 11 of 57 candidate pairs (19 %). Without it there would be 46.");
    }
}
