//! When vertices of a skin are out of a box in an animation, and how long the search for that takes.

use super::skin_at::SkinAt;
use crate::import::level::AllTimesOut;
use crate::opacity::Progress;

/// Longer animations are searched up to this tick: 55 minutes at 60 ticks a second.
pub(super) const MOST_SEARCHED: f64 = 2e5;

/// The most nodes and vertices, over all ticks of an animation together, whose search takes less than a second.
pub(crate) const QUICK_SEARCH: u64 = 1_000_000;

impl SkinAt {
    /// When vertices are out of a box in the whole animation: for the boxes of [`SEARCHED_BOXES`](crate::world::SEARCHED_BOXES) in this order. The animation is
    /// sampled at the tick rate. `None` for a box that encloses the mesh all the time, for a box that is not given, and for all
    /// without an animation.
    pub fn times_out(&self) -> AllTimesOut {
        self.known_times_out().or_else(|| self.search(&Progress::default())).unwrap_or_default()
    }

    /// The same, if it was searched before.
    pub(crate) fn known_times_out(&self) -> Option<AllTimesOut> {
        self.times_out_key().map_or(Some([None; 4]), |key| self.rigged.searched.get(&key))
    }

    /// What [`SkinAt::times_out`] of one mesh depends on; `None` without an animation.
    pub(crate) fn times_out_key(&self) -> Option<Vec<u64>> {
        let (animation, _) = self.pose.at?;
        // The position too: vertices that no joint moves are at the origin of the world, wherever the model is.
        let place = self.world_from_level.to_cols_array().map(f64::to_bits);
        let head = [animation as u64, self.tick_rate.to_bits(), u64::from(self.is_bind)];
        let given = self.given.map(|given| given.key());
        Some(head.into_iter().chain(place).chain(given.into_iter().flatten()).collect())
    }

    /// The work of [`SkinAt::search`] at most: nodes and vertices that are posed.
    pub(crate) fn times_out_work(&self) -> u64 {
        (self.last_tick() as u64 + 1) * self.work_of_tick()
    }

    pub(super) fn work_of_tick(&self) -> u64 {
        (self.rigged.bind.positions().len() + self.rig.nodes.len()) as u64
    }

    /// The last tick of its animation that is searched.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MOST_SEARCHED")]
    pub(super) fn last_tick(&self) -> usize {
        self.ticks_of_animation().clamp(0.0, MOST_SEARCHED) as usize
    }

    /// The ticks of its animation, with a part of one at the end.
    fn ticks_of_animation(&self) -> f64 {
        let animation = self.pose.at.and_then(|(animation, _)| self.rig.animations.get(animation));
        let duration = animation.map_or(0.0, |named| f64::from(named.animation.duration()));
        duration * self.tick_rate * (1.0 + 1e-12)
    }

    /// The time in seconds up to which [`SkinAt::times_out`] searches an animation that is too long to be searched as a whole:
    /// 200,000 ticks. `None` for a shorter animation.
    pub fn searched_until(&self) -> Option<f64> {
        (self.ticks_of_animation() >= MOST_SEARCHED + 1.0).then_some(MOST_SEARCHED / self.tick_rate)
    }

    /// Whether [`SkinAt::times_out`] takes only a fraction of a second.
    pub fn is_quick_to_search(&self) -> bool {
        self.times_out_work() <= QUICK_SEARCH
    }
}
