//! Motion along a path of straight lines, at constant speed.

use glam::{DVec3, Vec3};

use crate::scene::Path;

/// Where an object on this path is after `time` seconds: the point at arc length speed · time. With a loop the
/// way leads from the last point back to the first and goes on; without, it ends at the last point.
#[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
pub(super) fn point_at(path: &Path, time: f64) -> Vec3 {
    let points: Vec<DVec3> = path.points.iter().map(|p| DVec3::from_array(p.map(as_written))).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec3::ZERO };
    let closing = path.looped.then_some((*last, *first));
    let legs: Vec<_> = points.windows(2).map(|w| (w[0], w[1])).chain(closing).collect();
    let length: f64 = legs.iter().map(|(a, b)| a.distance(*b)).sum();
    let mut left = as_written(path.speed) * time;
    if path.looped && length > 0.0 {
        left = left.rem_euclid(length);
    }
    for (a, b) in legs {
        let leg = a.distance(b);
        if left < leg {
            let p = a + (b - a) * (left / leg);
            return Vec3::new(p.x as f32, p.y as f32, p.z as f32);
        }
        left -= leg;
    }
    if path.looped { first.as_vec3() } else { last.as_vec3() }
}

/// The decimal number that was written: 1.2 and not 1.2000000477, its nearest `f32`. Over a long time the difference
/// would carry an object metres away.
pub(super) fn as_written(x: f32) -> f64 {
    x.to_string().parse().unwrap_or_else(|_| f64::from(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_later_it_is_still_on_its_way() {
        let path = Path { points: vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 0.1, 0.0]], speed: 1.2, looped: true };
        let around: f64 = 3.0 + 0.1 + 9.01_f64.sqrt();
        for time in [0.5, 1e3, 1e5, 1e7] {
            let expected = (1.2_f64 * time).rem_euclid(around);
            let place = point_at(&path, time);
            if expected < 3.0 {
                assert!((f64::from(place.x) - expected).abs() < 1e-5, "{time} s: {place}, not {expected}");
            }
        }
    }
}
