//! The boxes that enclose a skinned mesh in all animations of its file, for engines that keep one box.
//!
//! Every animation is sampled at the ticks of its own time, at the tick rate of the scene, as [`SkinAt::times_out`] samples one.
//! A file without animations has the pose of the file. The vertices of a tick are not posed when the corners of the boxes that
//! its joints move are in both boxes already: with weights that are not negative and add up to 1, a vertex is between these.

use std::ops::Range;

use glam::{DAffine3, DMat4, DVec3};

use super::box64::Box64;
use super::skin_at::SkinAt;
use super::times_out::MOST_SEARCHED;
use crate::import::level::NamedAnimation;
use crate::opacity::Progress;
use crate::parallel;
use crate::skin::exact;

/// Ticks that one thread poses one after the other.
const BLOCK: usize = 256;

/// Blocks that are searched together. The number does not depend on the threads, so the same ticks are posed everywhere.
const BLOCKS: usize = 16;

/// The boxes that enclose a skinned mesh in all animations of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnclosingBoxes {
    /// In the space of the skinned node.
    pub of_node: Box64,
    /// In the space of the root joint.
    pub of_root: Box64,
}

impl EnclosingBoxes {
    const EMPTY: Self = Self { of_node: Box64::EMPTY, of_root: Box64::EMPTY };

    fn add(&mut self, other: &Self) {
        for (of, other) in [(&mut self.of_node, &other.of_node), (&mut self.of_root, &other.of_root)] {
            *of = Box64 { min: of.min.min(other.min), max: of.max.max(other.max) };
        }
    }
}

/// A time of an animation of the file; `None` for the pose of the file.
type Time = Option<(usize, f64)>;

/// What is the same at all ticks.
struct Enclosing<'s> {
    skin: &'s SkinAt,
    /// From the space of the file to the one in which the weights add up: world space for weights that do not add up to 1.
    world_from_level: DAffine3,
    /// The corners of the boxes of the vertices that each joint moves; `None` when every tick is posed.
    corners: Option<Vec<(usize, [DVec3; 8])>>,
}

impl SkinAt {
    /// The boxes that enclose the mesh, where the joints move it, in all animations of the file. `None` when a box is not finite:
    /// a node without an inverse has no space of its own.
    pub fn enclosing(&self) -> Option<EnclosingBoxes> {
        self.known_enclosing().unwrap_or_else(|| self.search_enclosing(&Progress::default()))
    }

    /// The same, if it was searched before.
    #[expect(clippy::option_option, reason = "searched or not, and finite or not")]
    pub(crate) fn known_enclosing(&self) -> Option<Option<EnclosingBoxes>> {
        let [node, root] = self.rigged.enclosing.get(&self.enclosing_key())?;
        let [of_node, of_root] = [node, root].map(|[min, max]| Box64 { min, max });
        Some(finite(EnclosingBoxes { of_node, of_root }))
    }

    /// What the boxes depend on.
    fn enclosing_key(&self) -> Vec<u64> {
        let place = self.origin_matters().to_cols_array().map(f64::to_bits);
        std::iter::once(self.tick_rate.to_bits()).chain(place).collect()
    }

    /// The place of the model, where it matters: the weights of some vertices do not add up to 1.
    fn origin_matters(&self) -> DAffine3 {
        if self.rigged.depends_on_origin() { self.world_from_level } else { DAffine3::IDENTITY }
    }

    /// The work of [`SkinAt::search_enclosing`] at most: nodes and vertices that are posed.
    pub(crate) fn enclosing_work(&self) -> u64 {
        let ticks: u64 = self.all_animations().iter().map(|(_, last)| *last as u64 + 1).sum();
        ticks * (self.rigged.bind.positions().len() + self.rig.nodes.len()) as u64
    }

    /// Whether both searches over animations are done, [`SkinAt::times_out`] and [`SkinAt::enclosing`].
    pub(crate) fn is_searched(&self) -> bool {
        self.known_times_out().is_some() && self.known_enclosing().is_some()
    }

    /// The work of both searches at most.
    pub(crate) fn search_work(&self) -> u64 {
        let of_boxes = if self.known_times_out().is_none() { self.times_out_work() } else { 0 };
        let of_enclosing = if self.known_enclosing().is_none() { self.enclosing_work() } else { 0 };
        of_boxes + of_enclosing
    }

    /// What both searches depend on.
    pub(crate) fn search_key(&self) -> Vec<u64> {
        self.times_out_key().into_iter().flatten().chain(self.enclosing_key()).collect()
    }

    /// Does what is not done of both searches.
    pub(crate) fn search_all(&self, progress: &Progress) {
        if self.known_times_out().is_none() {
            self.search(progress);
        }
        if self.known_enclosing().is_none() {
            self.search_enclosing(progress);
        }
    }

    /// Each animation of the file with its last tick, from its begin; `None` with tick 0 for a file without any.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MOST_SEARCHED")]
    pub fn all_animations(&self) -> Vec<(Option<usize>, usize)> {
        if self.rig.animations.is_empty() {
            return vec![(None, 0)];
        }
        let last = |(i, named): (usize, &NamedAnimation)| {
            let ticks = f64::from(named.animation.duration()) * self.tick_rate * (1.0 + 1e-12);
            (Some(i), ticks.clamp(0.0, MOST_SEARCHED) as usize)
        };
        self.rig.animations.iter().enumerate().map(last).collect()
    }

    /// Searches [`SkinAt::enclosing`], and stores it. `None` also when it was cancelled.
    pub(crate) fn search_enclosing(&self, progress: &Progress) -> Option<EnclosingBoxes> {
        let search = Enclosing { skin: self, world_from_level: self.origin_matters(), corners: self.joint_corners() };
        let mut all = EnclosingBoxes::EMPTY;
        for (animation, last) in self.all_animations() {
            let mut start = 0;
            while start <= last && !progress.is_cancelled() {
                let blocks = BLOCKS.min((last + 1 - start).div_ceil(BLOCK));
                let found = parallel::map(blocks, |i| {
                    let first = start + i * BLOCK;
                    search.block(animation, first..(first + BLOCK).min(last + 1), all, progress)
                });
                for found in &found {
                    all.add(found);
                }
                start += blocks * BLOCK;
            }
        }
        if progress.is_cancelled() {
            return None;
        }
        let corners = [all.of_node, all.of_root].map(|of| [of.min, of.max]);
        self.rigged.enclosing.put(self.enclosing_key(), corners);
        finite(all)
    }

    /// The corners of the boxes of the bind vertices that each joint moves. `None` when the vertices of a tick may be outside what
    /// they span: morph targets change them, a weight is negative, or weights do not add up to 1.
    fn joint_corners(&self) -> Option<Vec<(usize, [DVec3; 8])>> {
        let skinned = self.skinned()?;
        let is_negative = |weight: &f32| *weight < 0.0;
        let is_moved = self.rigged.morph.is_some() || !skinned.off.is_empty();
        if is_moved || skinned.influences.weights().iter().any(is_negative) {
            return None;
        }
        let mut boxes = vec![Box64::EMPTY; skinned.influences.joint_count()];
        for (vertex, at) in self.bind().iter().enumerate() {
            for (joint, _) in skinned.influences.of_vertex(vertex) {
                boxes[usize::from(joint)].include(at.as_dvec3());
            }
        }
        let boxes = boxes.iter().enumerate().filter(|(_, of)| !of.is_empty());
        Some(boxes.map(|(joint, of)| (joint, of.corners())).collect())
    }
}

impl Enclosing<'_> {
    /// The boxes of some ticks of an animation, and `known`.
    fn block(
        &self,
        animation: Option<usize>,
        ticks: Range<usize>,
        known: EnclosingBoxes,
        progress: &Progress,
    ) -> EnclosingBoxes {
        let mut found = known;
        for tick in ticks {
            if progress.is_cancelled() {
                break;
            }
            self.add(animation.map(|animation| (animation, tick as f64 / self.skin.tick_rate)), &mut found);
            progress.advance((self.skin.rigged.bind.positions().len() + self.skin.rig.nodes.len()) as u64);
        }
        found
    }

    /// Adds the vertices of a tick.
    fn add(&self, time: Time, found: &mut EnclosingBoxes) {
        let pose = self.skin.rig.pose(time);
        let at = SkinAt { pose, world_from_level: self.world_from_level, is_bind: false, ..self.skin.clone() };
        let matrices = at.matrices();
        let root = at
            .skin()
            .and_then(|skin| at.factors(skin.root))
            .map_or(DMat4::IDENTITY, |[world_from_root, _]| world_from_root);
        let to_node = at.world_from_node().inverse();
        let to_root = DAffine3::from_mat4(root).inverse();
        let is_inside = |point: DVec3, of: &Box64| point.cmpge(of.min).all() && point.cmple(of.max).all();
        if let Some(corners) = &self.corners {
            let mut moved = corners.iter().flat_map(|(joint, corners)| {
                let matrix = matrices.get(*joint).copied().unwrap_or(DMat4::ZERO);
                corners.map(|at| matrix.transform_point3(at))
            });
            if moved.all(|at| {
                is_inside(to_node.transform_point3(at), &found.of_node)
                    && is_inside(to_root.transform_point3(at), &found.of_root)
            }) {
                return;
            }
        }
        let Some(skinned) = at.skinned() else { return };
        for place in
            exact::pose(&matrices, &skinned.influences, &at.bind()).into_iter().filter(|place| place.is_finite())
        {
            found.of_node.include(to_node.transform_point3(place));
            found.of_root.include(to_root.transform_point3(place));
        }
    }
}

/// Boxes whose corners are finite.
fn finite(boxes: EnclosingBoxes) -> Option<EnclosingBoxes> {
    let corners = [boxes.of_node.min, boxes.of_node.max, boxes.of_root.min, boxes.of_root.max];
    corners.into_iter().all(DVec3::is_finite).then_some(boxes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use glam::DVec3;

    use super::*;
    use crate::files::open;
    use crate::world::at_tick::World;

    fn skins(scene: &str) -> Vec<Arc<SkinAt>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let loaded = open(&path).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, 0);
        world.objects.iter().filter_map(|object| object.skin.clone()).collect()
    }

    /// The answer of posing every vertex at every tick.
    fn of_every_tick(skin: &SkinAt) -> EnclosingBoxes {
        let search = Enclosing { skin, world_from_level: skin.origin_matters(), corners: None };
        let mut all = EnclosingBoxes::EMPTY;
        for (animation, last) in skin.all_animations() {
            for tick in 0..=last {
                search.add(animation.map(|animation| (animation, tick as f64 / skin.tick_rate)), &mut all);
            }
        }
        all
    }

    #[test]
    fn the_boxes_are_those_of_posing_every_tick() {
        for scene in ["vanish.json", "skin.json", "influences.json", "weights.json"] {
            for skin in skins(scene) {
                let found = skin.search_enclosing(&Progress::default()).unwrap();
                let expected = of_every_tick(&skin);
                for (found, expected) in [(found.of_node, expected.of_node), (found.of_root, expected.of_root)] {
                    let apart = (found.min - expected.min).abs().max((found.max - expected.max).abs());
                    assert!(apart.max_element() < 1e-12, "{scene}: {found:?} {expected:?}");
                }
                assert_eq!(skin.enclosing(), Some(found), "it is stored");
            }
        }
    }

    #[test]
    fn the_place_of_a_model_counts_only_for_weights_that_do_not_add_up_to_1() {
        let skin = SkinAt::clone(&skins("vanish.json")[0]);
        let moved = skin.moved(DVec3::new(50.0, 0.0, 3.0));
        assert_eq!(skin.enclosing_key(), moved.enclosing_key());
        let progress = Progress::default();
        progress.cancel();
        assert_eq!(skin.search_enclosing(&progress), None);
        assert_eq!(skin.known_enclosing(), None, "nothing is stored");
    }
}
