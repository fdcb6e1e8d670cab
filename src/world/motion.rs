//! Motion along a path of straight lines, at constant speed.

use glam::{DVec3, Vec3};

use crate::scene::Path;

/// A path with its lengths, computed from the decimals in the file.
#[derive(Clone, Debug)]
pub(super) struct MotionPath {
    /// Start, unit direction and length in metres of each leg, and the length once more.
    legs: Vec<(DVec3, DVec3, f64)>,
    length: f64,
    speed: f64,
    /// The end point; with a loop, the start point.
    end: Vec3,
    is_looped: bool,
}

impl MotionPath {
    pub(super) fn of(path: &Path) -> Self {
        let points: Vec<DVec3> = path.points.iter().map(|p| DVec3::from_array(p.map(as_written))).collect();
        let (first, last) = points.first().zip(points.last()).map_or((DVec3::ZERO, DVec3::ZERO), |(a, b)| (*a, *b));
        let closing = path.looped.then_some((last, first));
        let legs = points.windows(2).map(|w| (w[0], w[1])).chain(closing);
        let legs: Vec<_> = legs.map(|(a, b)| (a, b - a, a.distance(b))).collect();
        Self {
            length: legs.iter().map(|(_, _, length)| length).sum(),
            legs,
            speed: as_written(path.speed),
            end: if path.looped { first } else { last }.as_vec3(),
            is_looped: path.looped,
        }
    }

    /// The position on the path after `time` seconds: the point at arc length speed · time. With a loop, the path leads
    /// from the last point back to the first and repeats; without, it ends at the last point.
    pub(super) fn at(&self, time: f64) -> Vec3 {
        let mut left = self.speed * time;
        if self.is_looped && self.length > 0.0 {
            left = left.rem_euclid(self.length);
        }
        for &(start, leg, length) in &self.legs {
            if left < length {
                return (start + leg * (left / length)).as_vec3();
            }
            left -= length;
        }
        self.end
    }
}

/// The decimal number in the file: 1.2 and not 1.2000000477, its nearest `f32`. Over a long time the difference would
/// move an object by metres.
#[expect(clippy::cast_possible_truncation, reason = "to see whether it is the same number")]
pub(super) fn as_written(x: f32) -> f64 {
    // With few decimals, as most are: a whole number divided by a power of ten is the double nearest to the decimal, as
    // long as both are exact. From 2²⁴ on the shortest text does not have all digits before its point.
    let mut power = 1.0;
    while x.abs() < 16_777_216.0 && power < 1e8 {
        let whole = (f64::from(x) * power).round();
        if ((whole / power) as f32).to_bits() == x.to_bits() {
            return whole / power;
        }
        power *= 10.0;
    }
    x.to_string().parse().unwrap_or_else(|_| f64::from(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_is_exact_after_days() {
        let path = Path { points: vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 0.1, 0.0]], speed: 1.2, looped: true };
        let around: f64 = 3.0 + 0.1 + 9.01_f64.sqrt();
        for time in [0.5, 1e3, 1e5, 1e7] {
            let expected = (1.2_f64 * time).rem_euclid(around);
            let place = MotionPath::of(&path).at(time);
            if expected < 3.0 {
                assert!((f64::from(place.x) - expected).abs() < 1e-5, "{time} s: {place}, not {expected}");
            }
        }
    }

    #[test]
    fn a_number_is_the_decimal_that_was_written() {
        let by_text = |x: f32| x.to_string().parse::<f64>().unwrap();
        let mut bits = 1_u32;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (whole, any) = (f32::from(u16::try_from(bits >> 16).unwrap()), f32::from_bits(bits));
            for x in [whole, -whole / 10.0, whole / 1000.0 - 7.0, whole * 1e-7, any] {
                if x.is_finite() {
                    assert_eq!(as_written(x).to_bits(), by_text(x).to_bits(), "{x}");
                }
            }
        }
    }
}
