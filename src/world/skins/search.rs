//! The search over a whole animation for the times at which vertices are out of a box.
//!
//! The answer is that of posing the vertices at every tick of the animation: the first tick at which one is out of a box,
//! and the tick at which one is furthest out. Ticks whose answer is already certain are not posed:
//!
//! * From a tick until a channel has another value, all ticks are the same.
//! * [`Groups::limits`] bounds the distances at a tick from the joints alone. While no vertex was out of a box, its limit must
//!   be below the distance that counts as out. Afterwards it must be below the greatest known distance.
//!
//! A few ticks over the whole animation are posed first, so that a great distance is known early. The work is therefore one
//! pose of the nodes for each tick at which something moves, and one of the vertices for each tick at which the limits do not
//! decide. The limits grow with the way of the joints since the last posed tick, so the second number depends on how far the
//! mesh moves, and hardly on the tick rate or the length. At worst every tick is posed.

use std::ops::Range;

use glam::{DMat4, DVec3};

use super::box64::Box64;
use super::escapes::{ROUNDING, escape};
use super::limits::{Groups, Limit, Posed};
use super::skin_at::SkinAt;
use crate::import::level::{AllTimesOut, Moment, TimesOut};
use crate::opacity::Progress;
use crate::parallel;
use crate::scene::SkinBounds;

/// The boxes that are searched, in the order of the answers.
pub const SEARCHED_BOXES: [SkinBounds; 4] = [SkinBounds::Bind, SkinBounds::Root, SkinBounds::Joints, SkinBounds::Given];

/// Ticks that one thread searches one after the other. Its first tick is posed.
const BLOCK: usize = 512;

/// Blocks that are searched together. They do not know each other's answers. The number does not depend on the threads, so
/// the same ticks are posed everywhere.
const BLOCKS: usize = 16;

/// Ticks over the whole animation that are posed first.
const SAMPLES: usize = 64;

/// For each box, when vertices are out of it.
type Out = AllTimesOut;

/// The answer of a search, or of a part of it, with its work.
#[derive(Debug, Default)]
struct EscapeResult {
    out: Out,
    /// Ticks at which the nodes were posed.
    ticks: usize,
    /// Ticks at which the vertices were posed.
    posed: usize,
}

/// The vertices of a tick, and the boxes.
struct Vertices {
    boxes: [Box64; 4],
    posed: Vec<DVec3>,
}

impl Vertices {
    fn of(skin: &SkinAt, matrices: &[DMat4]) -> Self {
        let bind = skin.bind();
        let posed = skin.posed(&bind, matrices);
        Self { boxes: SEARCHED_BOXES.map(|method| skin.bounds(method, &bind, matrices, &posed)), posed }
    }

    /// The vertex that is furthest out of each box at this time.
    fn out(&self, time: f64) -> [Option<Moment>; 4] {
        self.boxes.map(|around| {
            // No vertex leaves a box that is not given.
            if around.is_empty() {
                return None;
            }
            let (vertex, distance) = escape(&around, &self.posed)?;
            Some(Moment { time, vertex, distance })
        })
    }
}

impl EscapeResult {
    /// Adds what was found at later times.
    fn add(&mut self, out: Out) {
        for (known, found) in self.out.iter_mut().zip(out) {
            let Some(found) = found else { continue };
            let known = known.get_or_insert(found);
            if found.furthest.distance > known.furthest.distance {
                known.furthest = found.furthest;
            }
        }
    }

    fn add_moments(&mut self, moments: [Option<Moment>; 4]) {
        self.add(moments.map(|moment| moment.map(|at| TimesOut { first: at, furthest: at })));
    }
}

impl SkinAt {
    /// Searches [`SkinAt::times_out`], and stores it. `None` when it was cancelled, or without an animation.
    pub(crate) fn search(&self, progress: &Progress) -> Option<Out> {
        let found = self.searched(progress)?;
        self.rigged.searched.put(self.times_out_key()?, found.out);
        Some(found.out)
    }

    fn searched(&self, progress: &Progress) -> Option<EscapeResult> {
        let (animation, _) = self.pose.at?;
        let last = self.last_tick();
        let samples = if last < 4 * SAMPLES { 0 } else { SAMPLES };
        let moments = parallel::map(samples, |i| {
            if progress.is_cancelled() {
                return [None; 4];
            }
            let time = self.time_of(last - i * (last / samples));
            let at = self.at(animation, time);
            Vertices::of(&at, &at.matrices()).out(time)
        });
        let mut greatest = [f64::NEG_INFINITY; 4];
        for of_tick in &moments {
            for (greatest, moment) in greatest.iter_mut().zip(of_tick) {
                if let Some(moment) = moment {
                    *greatest = greatest.max(moment.distance);
                }
            }
        }
        let search = EscapeSearching { skin: self, animation, groups: Groups::of(self), greatest };
        let mut all = EscapeResult { ticks: samples, posed: samples, ..EscapeResult::default() };
        let mut start = 0;
        while start <= last && !progress.is_cancelled() {
            let blocks = BLOCKS.min((last + 1 - start).div_ceil(BLOCK));
            let searched = parallel::map(blocks, |i| {
                let first = start + i * BLOCK;
                search.block(first..(first + BLOCK).min(last + 1), &all.out, progress)
            });
            for block in searched {
                all.add(block.out);
                (all.ticks, all.posed) = (all.ticks + block.ticks, all.posed + block.posed);
            }
            start += blocks * BLOCK;
        }
        (!progress.is_cancelled()).then_some(all)
    }

    /// The time of a tick of the animation.
    fn time_of(&self, tick: usize) -> f64 {
        tick as f64 / self.tick_rate
    }
}

/// A search while it runs.
struct EscapeSearching<'s> {
    skin: &'s SkinAt,
    animation: usize,
    /// `None` when there are no limits: every tick is posed.
    groups: Option<Groups>,
    /// For each box, the greatest distance at the ticks that were posed first.
    greatest: [f64; 4],
}

impl EscapeSearching<'_> {
    /// Searches some ticks. `before` has the answers of earlier ticks.
    fn block(&self, ticks: Range<usize>, before: &Out, progress: &Progress) -> EscapeResult {
        let mut found = EscapeResult::default();
        let mut last_posed: Option<Posed> = None;
        let mut tick = ticks.start;
        while tick < ticks.end && !progress.is_cancelled() {
            let begin = tick;
            let time = self.skin.time_of(tick);
            let at = self.skin.at(self.animation, time);
            let matrices = at.matrices();
            let frame = self.groups.as_ref().map(|groups| groups.frame(&at, &matrices));
            let limits = match (&self.groups, &frame, &last_posed) {
                (Some(groups), Some(frame), Some(posed)) => groups.limits(frame, posed),
                _ => None,
            };
            found.ticks += 1;
            if !limits.is_some_and(|limits| self.decide(&limits, before, &found.out)) {
                let vertices = Vertices::of(&at, &matrices);
                found.posed += 1;
                found.add_moments(vertices.out(time));
                let groups = self.groups.as_ref().zip(frame);
                last_posed = groups.map(|(groups, frame)| groups.posed(frame, &vertices.boxes, &vertices.posed));
            }
            tick += 1;
            let until = self.holds_until(time);
            while tick < ticks.end && self.skin.time_of(tick) < until {
                tick += 1;
            }
            progress.advance((tick - begin) as u64 * self.skin.work_of_tick());
        }
        found
    }

    /// Whether the limits of a tick show that it changes no answer.
    fn decide(&self, limits: &[Limit; 4], before: &Out, found: &Out) -> bool {
        (0..4).all(|i| {
            let Limit { distance, diagonal } = limits[i];
            let known = before[i].iter().chain(&found[i]).map(|known| known.furthest.distance);
            match known.reduce(f64::max) {
                // A later tick must be further out to replace an earlier one.
                Some(known) => distance < known.max(self.greatest[i]),
                None => distance < ROUNDING * diagonal,
            }
        })
    }

    /// The time until which no channel of the animation has another value than at a time.
    fn holds_until(&self, time: f64) -> f64 {
        let named = self.skin.rig.animations.get(self.animation);
        named.map_or(f64::INFINITY, |named| named.animation.holds_until(time))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use glam::DAffine3;

    use super::*;
    use crate::files::open;
    use crate::import::level::{NamedAnimation, Rig, Skinned};
    use crate::skin::{Animation, Channel, Influences, Interpolation, Keys, Property};
    use crate::world::GivenBox;
    use crate::world::at_tick::World;

    /// The animated skins of a scene, at a tick rate.
    fn skins(scene: &str, tick_rate: f64) -> Vec<SkinAt> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let mut loaded = open(&path).unwrap();
        loaded.scene.tick_rate = tick_rate;
        let world = World::at(&loaded.scene, &loaded.files, 0);
        let skins = world.objects.iter().filter_map(|object| object.skin.as_deref());
        let skins: Vec<SkinAt> = skins.filter(|skin| skin.pose.at.is_some()).cloned().collect();
        assert!(!skins.is_empty(), "{scene}");
        skins
    }

    /// The answer of posing every tick.
    fn of_every_tick(skin: &SkinAt) -> Out {
        let (animation, _) = skin.pose.at.unwrap();
        let mut found = EscapeResult::default();
        for tick in 0..=skin.last_tick() {
            let time = skin.time_of(tick);
            let at = skin.at(animation, time);
            found.add_moments(Vertices::of(&at, &at.matrices()).out(time));
        }
        found.out
    }

    /// The same mesh with other weights.
    fn with_weights(skin: &SkinAt, change: impl Fn(usize, &mut [f32])) -> SkinAt {
        let skinned = skin.skinned().unwrap();
        let old = &skinned.influences;
        let mut weights = old.weights().to_vec();
        weights.chunks_exact_mut(old.per_vertex()).enumerate().for_each(|(vertex, weights)| change(vertex, weights));
        let new = Influences::new(old.joint_count(), old.per_vertex(), old.joints().to_vec(), weights).unwrap();
        let skinned = Skinned { influences: Arc::new(new), ..skinned.clone() };
        let rigged = skin.rigged.part(Arc::clone(&skin.rigged.bind), skinned, None);
        SkinAt { rigged: Arc::new(rigged), ..skin.clone() }
    }

    #[test]
    fn the_answer_is_that_of_posing_every_tick() {
        let mut cases = skins("vanish.json", 30.0);
        cases.extend(skins("vanish.json", 100.0));
        cases.extend(skins("skin.json", 150.0));
        for skin in cases {
            let far = DAffine3::from_translation(DVec3::new(500.0, 0.0, 200.0)) * skin.world_from_level;
            let off = with_weights(&skin, |vertex, weights| {
                if vertex.is_multiple_of(7) {
                    for weight in weights.iter_mut() {
                        *weight *= 1.05;
                    }
                }
                if vertex.is_multiple_of(50) {
                    weights[0] += 0.2;
                    weights[1] -= 0.2;
                }
                if vertex == 33 {
                    weights.fill(0.0);
                }
            });
            let far_off = SkinAt { world_from_level: far, ..off.clone() };
            let bind = SkinAt { is_bind: true, ..skin.clone() };
            let box_of = |joint: Option<usize>, half: f64| {
                let given = GivenBox { min: DVec3::splat(-half), max: DVec3::splat(half), joint };
                SkinAt { given: Some(given), ..far_off.clone() }
            };
            let by_hand = [box_of(None, 0.9), box_of(skin.skin().map(|of| of.skin.joints[0]), 0.9), box_of(None, 9.0)];
            for (i, case) in [skin, off, far_off.clone(), bind].iter().chain(&by_hand).enumerate() {
                let found = case.searched(&Progress::default()).unwrap();
                assert_eq!(found.out, of_every_tick(case), "case {i} at {} ticks a second", case.tick_rate);
                assert!(found.posed <= found.ticks, "case {i}: {found:?}");
            }
        }
    }

    /// The same mesh with one animation: a joint turns about X, through these angles in degrees at these times.
    fn turning(skin: &SkinAt, keys: &[(f32, f64)]) -> SkinAt {
        let times = keys.iter().map(|(time, _)| *time).collect();
        #[expect(clippy::cast_possible_truncation, reason = "keys are f32")]
        let turn = |&(_, degrees): &(f32, f64)| {
            let half = degrees.to_radians() / 2.0;
            [libm::sin(half) as f32, 0.0, 0.0, libm::cos(half) as f32]
        };
        let turns = keys.iter().flat_map(turn).collect();
        let keys = Keys::new(Interpolation::Linear, 4, times, turns).unwrap();
        let node = skin.skin().unwrap().skin.joints[4];
        let animation = Animation::new(vec![Channel { node, property: Property::Rotation, keys }]).unwrap();
        let mut rig = Rig::clone(&skin.rig);
        rig.animations = vec![NamedAnimation { name: None, animation }];
        SkinAt { pose: rig.pose(Some((0, 0.0))), rig: Arc::new(rig), ..skin.clone() }
    }

    /// The results of all models of one file are stored together, so the key must have all that a result depends on, and
    /// nothing that it does not depend on.
    #[test]
    fn a_stored_result_is_that_of_the_same_question() {
        let moved = with_weights(&skins("skin.json", 30.0).remove(0), |vertex, weights| {
            // The world's origin, wherever the model is.
            if vertex == 33 {
                weights.fill(0.0);
            }
        });
        let [first, second] = [40.0, 75.0].map(|angle| turning(&moved, &[(0.0, 0.0), (1.3, angle), (2.6, 0.0)]));
        let mut rig = Rig::clone(&first.rig);
        rig.animations.extend(second.rig.animations.iter().cloned());
        let base = SkinAt { pose: rig.pose(Some((0, 0.0))), rig: Arc::new(rig), ..moved.clone() };
        let placed = |by: DAffine3| SkinAt { world_from_level: by * base.world_from_level, ..base.clone() };
        let given = |half: f64, joint: Option<usize>| {
            let given = GivenBox { min: DVec3::splat(-half), max: DVec3::splat(half), joint };
            SkinAt { given: Some(given), ..base.clone() }
        };
        let joint = base.skin().unwrap().skin.joints[2];
        let others = [
            ("the animation", base.at(1, 0.0)),
            ("the tick rate", SkinAt { tick_rate: 4.0, ..base.clone() }),
            ("the position", placed(DAffine3::from_translation(DVec3::new(0.0, 0.0, 9.0)))),
            ("the scale", placed(DAffine3::from_scale(DVec3::splat(2.0)))),
            ("the pose", SkinAt { is_bind: true, ..base.clone() }),
            ("the given box", given(0.3, None)),
            ("its size", given(0.4, None)),
            ("its joint", given(0.3, Some(joint))),
        ];
        let progress = Progress::default();
        let mut all = vec![base.search(&progress).unwrap()];
        for (what, other) in &others {
            assert_eq!(other.known_times_out(), None, "{what}: the stored result of another question");
            let found = other.search(&progress).unwrap();
            assert_eq!(found, of_every_tick(other), "{what}");
            assert!(!all.contains(&found), "{what} makes no difference, so this test shows nothing");
            all.push(found);
        }
        for (known, (what, skin)) in
            all.iter().zip([("the first", &base)].into_iter().chain(others.iter().map(|(what, skin)| (*what, skin))))
        {
            assert_eq!(skin.known_times_out(), Some(*known), "{what}");
        }
        // Speed and start change only the time of the animation at the tick, and the box that the planes test is no part of it.
        assert_eq!(base.at(0, 0.9).known_times_out(), Some(all[0]));
    }

    /// Ten hours, 36,001 ticks.
    #[test]
    fn a_long_animation_is_posed_at_few_ticks() {
        let skin = skins("skin.json", 1.0).remove(0);
        // An arm rises and sinks in ten minutes, and rests for the remainder of each hour.
        let hour = |hour: u8| {
            let start = 3600.0 * f32::from(hour);
            [(start, 0.0), (start + 300.0, 20.0 + 4.0 * f64::from(hour * 7 % 10)), (start + 600.0, 0.0)]
        };
        let mut keys: Vec<_> = (0..10).flat_map(hour).collect();
        keys.push((36_000.0, 0.0));
        let rests = turning(&skin, &keys).searched(&Progress::default()).unwrap();
        assert!(rests.ticks < 7000 && rests.posed < 1000, "{rests:?}");
        let furthest = rests.out[1].unwrap().furthest;
        // 7 · 7 is 9 modulo 10, so the arm is highest in the middle of its rise in this hour.
        assert!((furthest.time - 25_500.0).abs() < 1e-9, "{furthest:?}");
        // It never rests.
        let turns = turning(&skin, &[(0.0, 0.0), (36_000.0, 80.0)]).searched(&Progress::default()).unwrap();
        assert!(turns.ticks >= 36_001 && turns.posed < 1500, "{turns:?}");
        assert!((turns.out[1].unwrap().furthest.time - 36_000.0).abs() < 1e-9, "{turns:?}");
    }
}
