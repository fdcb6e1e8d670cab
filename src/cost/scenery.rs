//! What one view has in its frustum, sees, and has covered.

use std::sync::Arc;

use glam::DVec3;

use super::count::Count;
use super::lens::SurveyLens;
use super::level_cost::LevelCost;
use crate::budget::{ChargedVec, OverBudget};
use crate::octree::{Culling, Octree};
use crate::report::visibility::targets::targets;
use crate::visibility::{LookTarget, Seen, look};
use crate::world::World;

/// What one view costs.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewCost {
    /// The direction of view, a unit vector.
    pub forward: DVec3,
    /// What is in the frustum, as engines test boxes.
    pub in_frustum: Count,
    /// What has a pixel.
    pub seen: Count,
    /// What has none because of other objects.
    pub covered: Count,
    /// The cells that the octree tested.
    pub cells: u32,
    /// The objects that it tested one by one.
    pub object_tests: u32,
    /// The object that covers the most triangles.
    pub cover: Option<CoverCost>,
    /// The object that is seen with the most triangles beyond its pixels.
    pub fine: Option<FineCost>,
}

/// An object that covers others.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverCost {
    /// Its name.
    pub name: Arc<str>,
    /// The triangles of covered objects, each by its share of their pixels.
    pub triangles: u64,
}

/// An object with more triangles than pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct FineCost {
    /// Its name.
    pub name: Arc<str>,
    /// Its triangles.
    pub triangles: u64,
    /// Its pixels in a picture of the full size.
    pub pixels: u64,
}

impl ViewCost {
    /// What is in the frustum and has no pixel, although nothing covers it: only its box is in the view, it faces away, or it is
    /// too small.
    pub fn without_pixel(&self) -> Count {
        self.in_frustum - self.seen - self.covered
    }
}

/// A world, prepared for many views.
pub(super) struct Scenery<'w> {
    targets: ChargedVec<LookTarget<'w>>,
    cost: &'w LevelCost,
    /// `None` for a world without objects.
    tree: Option<Octree>,
}

impl<'w> Scenery<'w> {
    /// # Errors
    /// When the budget of the world has no room for the list of its targets.
    pub(super) fn of(world: &'w World, cost: &'w LevelCost) -> Result<Self, OverBudget> {
        let targets = targets(world)?;
        let boxes: Vec<_> = targets.iter().map(|target| target.view_box).collect();
        let octree = world.octree.or_else(|| world.default_octree());
        let tree = octree.map(|octree| Octree::new(octree.region, octree.method, &boxes));
        Ok(Self { targets, cost, tree })
    }

    /// What a view costs at a place in a direction.
    pub(super) fn view(&self, lens: &SurveyLens, eye: DVec3, direction: u32) -> ViewCost {
        let view = lens.view(eye, direction);
        let mut culling = Culling::default();
        if let Some(tree) = &self.tree {
            tree.cull(&view.frustum, &mut culling);
        }
        let is_shown = |index: &usize| self.targets[*index].layers & lens.mask() != 0;
        let mut inside: Vec<usize> =
            culling.inside.iter().chain(&culling.intersect).map(|object| *object as usize).filter(is_shown).collect();
        inside.sort_unstable();
        let targets: Vec<LookTarget> = inside.iter().map(|index| self.targets[*index]).collect();
        let found = look(&view, &targets);
        let mut cost = ViewCost {
            forward: view.axes()[2],
            in_frustum: Count::default(),
            seen: Count::default(),
            covered: Count::default(),
            cells: u32::try_from(culling.cells.len()).unwrap_or(u32::MAX),
            object_tests: u32::try_from(culling.object_tests).unwrap_or(u32::MAX),
            cover: None,
            fine: None,
        };
        for (index, seen) in inside.iter().zip(&found) {
            let count = self.count(*index);
            cost.in_frustum += count;
            if seen.pixels > 0 {
                cost.seen += count;
            } else if seen.alone > 0 {
                cost.covered += count;
            }
        }
        cost.cover = self.cover(&inside, &found);
        let [width, height] = view.size.map(f64::from);
        let [full_width, full_height] = lens.size.map(f64::from);
        cost.fine = self.fine(&inside, &found, full_width * full_height / (width * height));
        cost
    }

    fn count(&self, index: usize) -> Count {
        let item = self.cost.items.get(index);
        item.map_or(Count::default(), |item| Count { objects: 1, triangles: item.triangles, draws: item.draws })
    }

    fn name(&self, index: usize) -> Arc<str> {
        self.cost.items.get(index).map_or_else(|| "".into(), |item| Arc::clone(&item.name))
    }

    /// The object that covers the most triangles of objects without a pixel.
    fn cover(&self, inside: &[usize], found: &[Seen]) -> Option<CoverCost> {
        let mut covers = vec![0.0; inside.len()];
        for (index, seen) in inside.iter().zip(found).filter(|(_, seen)| seen.pixels == 0 && seen.alone > 0) {
            for (by, share) in seen.covers() {
                covers[by] += share * self.count(*index).triangles as f64;
            }
        }
        // Of equal ones the first.
        let best = (0..covers.len()).rev().max_by(|a, b| covers[*a].total_cmp(&covers[*b]))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of triangles")]
        let triangles = covers[best].round() as u64;
        (triangles > 0).then(|| CoverCost { name: self.name(inside[best]), triangles })
    }

    /// The seen object with the most triangles beyond its pixels. `scale` is the number of full pixels of a small one.
    fn fine(&self, inside: &[usize], found: &[Seen], scale: f64) -> Option<FineCost> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of pixels")]
        let full = |pixels: u64| (pixels as f64 * scale).round() as u64;
        let seen = inside.iter().zip(found).filter(|(_, seen)| seen.pixels > 0);
        let all = seen.map(|(index, seen)| (*index, self.count(*index).triangles, full(seen.pixels)));
        let finest = all.rev().max_by_key(|(_, triangles, pixels)| triangles.saturating_sub(*pixels))?;
        let (index, triangles, pixels) = finest;
        (triangles > pixels).then(|| FineCost { name: self.name(index), triangles, pixels })
    }

    /// The triangles of all targets.
    pub(super) fn triangles(&self) -> u64 {
        self.cost.count.triangles
    }
}
