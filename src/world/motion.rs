//! Motion along a path of straight lines, at constant speed.

use glam::{DVec3, Vec3};

use crate::scene::Path;

/// Where an object on this path is after `time` seconds: the point at arc length speed · time. With a loop the
/// way leads from the last point back to the first and goes on; without, it ends at the last point.
#[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
pub(super) fn point_at(path: &Path, time: f64) -> Vec3 {
    let points: Vec<DVec3> = path.points.iter().map(|p| Vec3::from(*p).as_dvec3()).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec3::ZERO };
    let closing = path.looped.then_some((*last, *first));
    let legs: Vec<_> = points.windows(2).map(|w| (w[0], w[1])).chain(closing).collect();
    let length: f64 = legs.iter().map(|(a, b)| a.distance(*b)).sum();
    let mut left = f64::from(path.speed) * time;
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
