//! How far the clocks of two paths seem to be apart, found by the cross-correlation of their speeds.
//!
//! Speeds do not depend on the origin and the axes of a path, and their correlation does not depend on its scale. The speeds of
//! both paths are sampled at the same interval. For each shift the correlation coefficient (Pearson) is that of the samples
//! which both paths have, and a shift counts less the fewer these are: its score is the coefficient times the square root of their
//! part of the shorter path. The best shift is refined by the vertex of the parabola through the scores beside it.

use super::errors::{Clock, Matched, Matching};
use super::limits::median;
use super::recorded::Trajectory;

/// What is correlated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedKind {
    /// Metres a second.
    Travel,
    /// Degrees a second.
    Turn,
}

/// An offset between two clocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetOffer {
    /// [`Matching::offset`] in seconds, to the tenth of a millisecond.
    pub offset: f64,
    /// What was correlated.
    pub speed: SpeedKind,
    /// The correlation coefficient of the speeds at that offset, at most 1.
    pub correlation: f64,
    /// The same for the next best offset, as its score compares with that of the best one.
    pub second: f64,
    /// How many pairs of frames there are with that offset.
    pub pairs: usize,
}

impl OffsetOffer {
    /// Whether the speeds agree well at this offset, and at no other one.
    pub fn is_clear(&self) -> bool {
        self.correlation >= 0.9 && self.correlation - self.second >= 0.1
    }
}

/// A path has at most so many samples.
const MOST_SAMPLES: usize = 4_096;

/// The fewest samples that both paths have at a shift.
const FEWEST: usize = 8;

/// A smaller correlation is no offer.
const LEAST: f64 = 0.5;

/// The offset at which the speeds of `path` are most like those of `reference`; `None` when their clocks cannot be compared, or
/// their speeds are not alike at any offset.
pub fn offer(reference: &Trajectory, path: &Trajectory, matching: &Matching) -> Option<OffsetOffer> {
    let clock = matching.clock(reference, path).filter(|clock| *clock != Clock::Number)?;
    let of_kind = |speed: SpeedKind| {
        let [a, b] = [reference, path].map(|one| Speeds::of(one, clock, speed));
        let (offset, correlation, second) = best_shift(&a, &b, interval(&a, &b)?)?;
        Some(OffsetOffer { offset: (offset * 1e4).round() / 1e4, speed, correlation, second, pairs: 0 })
    };
    let offers = [SpeedKind::Travel, SpeedKind::Turn].into_iter().filter_map(of_kind);
    let better = |a: OffsetOffer, b: OffsetOffer| if b.correlation > a.correlation { b } else { a };
    let best = offers.reduce(better).filter(|best| best.correlation >= LEAST)?;
    let matching = Matching { offset: best.offset, ..*matching };
    Some(OffsetOffer { pairs: Matched::of(reference, path, &matching).other.len(), ..best })
}

/// The speeds of a path at the middles of its steps. Steps that touch a loss, and jumps, are left out.
struct Speeds {
    times: Vec<f64>,
    values: Vec<f64>,
    /// The median duration of a step.
    step: f64,
}

impl Speeds {
    fn of(path: &Trajectory, clock: Clock, kind: SpeedKind) -> Self {
        let first = path.frames.times().first().copied().unwrap_or(0.0);
        let shift = if clock == Clock::File { path.file_start.unwrap_or(0.0) - first } else { 0.0 };
        let steps = (1..path.frames.len()).filter(|&frame| !path.is_jump_to(frame));
        let steps = steps.filter_map(|frame| Some((path.frames.time(frame - 1), path.step(frame)?)));
        let (times, values): (Vec<f64>, Vec<f64>) = steps
            .map(|(before, step)| {
                let speed = if kind == SpeedKind::Travel { step.speed } else { step.turn };
                (f64::midpoint(before, step.time) + shift, speed)
            })
            .unzip();
        let mut durations: Vec<f64> = path.frames.times().windows(2).map(|pair| pair[1] - pair[0]).collect();
        Self { times, values, step: median(&mut durations) }
    }

    fn span(&self) -> [f64; 2] {
        [self.times.first().copied().unwrap_or(0.0), self.times.last().copied().unwrap_or(0.0)]
    }

    /// The speeds from a time on, at an interval, linear between the middles of steps.
    fn samples(&self, from: f64, interval: f64) -> Vec<f64> {
        let [first, last] = self.span();
        let mut after = 0;
        let at = |i: usize| from + i as f64 * interval;
        let sample = |time: f64| {
            after += self.times[after..].iter().take_while(|&&other| other < time).count();
            let to = after.min(self.times.len() - 1);
            let Some(before) = to.checked_sub(1).filter(|_| self.times[to] > time) else { return self.values[to] };
            let part = (time - self.times[before]) / (self.times[to] - self.times[before]);
            self.values[before] + (self.values[to] - self.values[before]) * part
        };
        let slack = interval * 1e-6;
        let times = (0..).map(at).skip_while(|time| *time < first - slack).take_while(|time| *time <= last + slack);
        times.take(2 * MOST_SAMPLES).map(sample).collect()
    }
}

/// The interval of the samples; `None` for a path with too few steps.
fn interval(a: &Speeds, b: &Speeds) -> Option<f64> {
    if a.times.len().min(b.times.len()) < FEWEST {
        return None;
    }
    let longest = [a, b].map(|one| one.span()[1] - one.span()[0]).into_iter().fold(0.0, f64::max);
    let interval = a.step.min(b.step).max(longest / MOST_SAMPLES as f64);
    (interval > 0.0 && interval.is_finite()).then_some(interval)
}

/// The offset of `b` with the greatest correlation, that correlation, and that of the next best offset.
fn best_shift(a: &Speeds, b: &Speeds, interval: f64) -> Option<(f64, f64, f64)> {
    let [from_a, from_b] = [a.span()[0], b.span()[0]];
    let sampled = Sums::of(&a.samples(from_a, interval));
    let moved = Sums::of(&b.samples(from_b, interval));
    let (n, m) = (sampled.count(), moved.count());
    let least = FEWEST.max(n.min(m) / 2);
    if n.min(m) < least {
        return None;
    }
    // The sample `i` of `b` is beside the sample `i + shift` of `a`, and the shift is counted from the first possible one.
    let start = m - least;
    let shifts = n - least + start;
    let all: Vec<(f64, f64)> = (0..=shifts).map(|shift| correlation(&sampled, &moved, shift, start)).collect();
    let scores: Vec<f64> = all.iter().map(|(_, score)| *score).collect();
    let best = (0..scores.len()).reduce(|best, i| if scores[i] > scores[best] { i } else { best })?;
    let vertex = match (best.checked_sub(1).map(|before| scores[before]), scores.get(best + 1)) {
        (Some(before), Some(after)) if 2.0 * scores[best] - before - after > 0.0 => {
            (after - before) / (2.0 * (2.0 * scores[best] - before - after))
        }
        _ => 0.0,
    };
    let offset = from_a - from_b + (best as f64 - start as f64 + vertex) * interval;
    Some((offset, all[best].0.min(1.0), second(&scores, best) / scores[best] * all[best].0))
}

/// The greatest correlation outside the hill of the best one.
fn second(all: &[f64], best: usize) -> f64 {
    let mut right = best;
    while all.get(right + 1).is_some_and(|next| *next <= all[right]) {
        right += 1;
    }
    let mut left = best;
    while left > 0 && all[left - 1] <= all[left] {
        left -= 1;
    }
    all[..left].iter().chain(&all[right + 1..]).copied().fold(-1.0, f64::max)
}

/// Samples with the sums of all before each, so that the sums of a range are two differences.
struct Sums {
    samples: Vec<f64>,
    running: Vec<f64>,
    squares: Vec<f64>,
}

impl Sums {
    /// The samples are taken from their mean, so that the sums stay small.
    fn of(samples: &[f64]) -> Self {
        let mean = samples.iter().sum::<f64>() / samples.len().max(1) as f64;
        let samples: Vec<f64> = samples.iter().map(|sample| sample - mean).collect();
        let before_each = |value: fn(f64) -> f64| {
            let mut sum = 0.0;
            let sums = samples.iter().map(|&sample| {
                sum += value(sample);
                sum
            });
            std::iter::once(0.0).chain(sums).collect()
        };
        let (running, squares) = (before_each(|sample| sample), before_each(|sample| sample * sample));
        Self { samples, running, squares }
    }

    fn count(&self) -> usize {
        self.samples.len()
    }

    /// The sum and the sum of squares of a range.
    fn range(&self, from: usize, count: usize) -> [f64; 2] {
        [&self.running, &self.squares].map(|sums| sums[from + count] - sums[from])
    }
}

/// The correlation coefficient of the samples that both have at a shift, and its score; -1 where they have too few, or one does
/// not change.
fn correlation(a: &Sums, b: &Sums, shift: usize, start: usize) -> (f64, f64) {
    let (from_a, from_b) = (shift.saturating_sub(start), start.saturating_sub(shift));
    let count = a.count().saturating_sub(from_a).min(b.count().saturating_sub(from_b));
    if count < FEWEST {
        return (-1.0, -1.0);
    }
    let product: f64 = a.samples[from_a..from_a + count].iter().zip(&b.samples[from_b..]).map(|(a, b)| a * b).sum();
    let ([sum_a, squares_a], [sum_b, squares_b]) = (a.range(from_a, count), b.range(from_b, count));
    let count = count as f64;
    let [spread_a, spread_b] = [squares_a - sum_a * sum_a / count, squares_b - sum_b * sum_b / count];
    // Of a constant speed only the rounding is left.
    let is_constant =
        |spread: f64, sums: &Sums| spread <= 1e-9 * sums.squares.last().copied().unwrap_or(0.0).max(1e-12);
    if is_constant(spread_a, a) || is_constant(spread_b, b) {
        return (-1.0, -1.0);
    }
    let found = (product - sum_a * sum_b / count) / (spread_a * spread_b).sqrt();
    let part = count / a.count().min(b.count()) as f64;
    (found, found * part.sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, Tracking};
    use super::*;
    use glam::{DQuat, DVec3};

    /// A path at `rate` frames a second from one moment of a motion to another one. Its clock shows `ahead` seconds more.
    fn path(rate: f64, [from, to]: [f64; 2], ahead: f64, speed: impl Fn(f64) -> f64, scale: f64) -> Trajectory {
        let (mut x, mut time) = (0.0, from);
        let mut frames = Vec::new();
        while time < to {
            let frame = Frame {
                time: time - from,
                position: DVec3::new(0.0, x * scale, 0.0),
                rotation: DQuat::from_rotation_z(x),
                tracking: Tracking::Normal,
            };
            frames.push(frame);
            x += speed(time + 0.5 / rate) / rate;
            time += 1.0 / rate;
        }
        let mut path = Trajectory { file_start: Some(from + ahead), ..Trajectory::new(frames.into_iter().collect()) };
        path.jump = path.usual_jump();
        path
    }

    fn uneven(time: f64) -> f64 {
        1.0 + 0.5 * libm::sin(time) + 0.3 * libm::sin(2.7 * time) + 0.2 * libm::cos(0.31 * time)
    }

    #[test]
    fn clocks_that_are_apart_are_found_to_the_millisecond() {
        for (rate, ahead, scale) in [(30.0, 100.0, 1.0), (20.0, -3.21, 0.4), (30.0, 1.4e9, 7.0)] {
            let reference = path(30.0, [0.0, 40.0], 0.0, uneven, 1.0);
            let other = path(rate, [5.0, 38.0], ahead, uneven, scale);
            let found = offer(&reference, &other, &Matching::default()).unwrap();
            assert!((found.offset + ahead).abs() < 2e-3, "{found:?}");
            assert!(found.correlation > 0.99 && found.is_clear(), "{found:?}");
            assert!(found.pairs > 0, "{found:?}");
        }
    }

    #[test]
    fn speeds_that_repeat_or_differ_are_not_clear() {
        let wave = |time: f64| 1.0 + 0.5 * libm::sin(time * 3.0);
        let [a, b] = [0.0, 55.0].map(|ahead| path(30.0, [0.0, 30.0], ahead, wave, 1.0));
        let found = offer(&a, &b, &Matching::default()).unwrap();
        assert!(found.correlation > 0.99 && !found.is_clear(), "{found:?}");
        let steady = path(30.0, [0.0, 30.0], 9.0, |_| 1.0, 1.0);
        assert_eq!(offer(&a, &steady, &Matching::default()), None);
        let none = Trajectory { file_start: None, ..a.clone() };
        assert_eq!(offer(&none, &b, &Matching::default()), None);
        assert_eq!(offer(&Trajectory::default(), &b, &Matching::default()), None);
    }
}
