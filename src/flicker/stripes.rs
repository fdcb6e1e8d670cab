//! Convex polygons cut into stripes.

use glam::DVec3;

use super::convex::clipped;

/// The most stripes of a polygon.
const MOST: i32 = 200;

/// The parts of a convex polygon between parallel planes across `along`, a unit vector, `width` metres apart. Each has the number
/// of its stripe: numbers count from the origin, so those of neighbouring polygons continue each other. A polygon with very many
/// stripes is one part.
pub fn stripes(polygon: &[DVec3], along: DVec3, width: f64) -> Vec<(i32, Vec<DVec3>)> {
    let places = polygon.iter().map(|at| at.dot(along) / width);
    let [least, most] = places.fold([f64::MAX, f64::MIN], |[a, b], place| [a.min(place), b.max(place)]);
    #[expect(clippy::cast_possible_truncation, reason = "saturates, and very many stripes are not made")]
    let [first, end] = [least, most].map(|place| place.floor() as i32);
    if !(0..MOST).contains(&end.saturating_sub(first)) {
        return vec![(0, polygon.to_vec())];
    }
    let part = |stripe: i32| {
        let from = f64::from(stripe) * width;
        let part = clipped(polygon, |at| at.dot(along) - from);
        let part = clipped(&part, |at| from + width - at.dot(along));
        (part.len() >= 3).then_some((stripe, part))
    };
    (first..=end).filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_cover_the_polygon() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::ONE.with_z(0.0), DVec3::Y];
        let parts = stripes(&square, DVec3::X, 0.3);
        assert_eq!(parts.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let area = |at: &[DVec3]| (2..at.len()).map(|i| (at[i - 1] - at[0]).cross(at[i] - at[0]).z / 2.0).sum::<f64>();
        let sum: f64 = parts.iter().map(|(_, part)| area(part)).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        assert_eq!(stripes(&square, DVec3::X, 1e-12).len(), 1);
    }
}
