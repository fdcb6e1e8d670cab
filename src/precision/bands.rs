//! Boxes around the origin in which the spacing is the same.

use glam::DVec3;

use crate::geometry::spacing;

/// A band: the places whose greatest coordinate is between two powers of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpacingBand {
    /// Half of the side of the inner box, metres; 0 for the band at the origin.
    pub from: f64,
    /// Half of the side of the outer box, metres.
    pub to: f64,
    /// The spacing on the axis of the greatest coordinate, metres. In the band at the origin, the greatest one.
    pub spacing: f64,
}

/// The greatest number of bands that [`bands`] returns.
const MOST: usize = 12;

/// The bands from the origin up to a coordinate, the outermost last: at most 12 of them, of which the first reaches to the
/// origin. None for a reach that is not finite.
pub fn bands(reach: f64) -> Vec<SpacingBand> {
    if !(reach.is_finite() && reach > 0.0) {
        return Vec::new();
    }
    let mut to = 1.0;
    while to < reach {
        to *= 2.0;
    }
    while to / 2.0 >= reach {
        to /= 2.0;
    }
    let mut all = Vec::new();
    for _ in 0..MOST {
        all.push(SpacingBand { from: to / 2.0, to, spacing: spacing_of(to / 2.0) });
        to /= 2.0;
    }
    all.reverse();
    if let Some(first) = all.first_mut() {
        first.from = 0.0;
    }
    all
}

/// The spacing at a coordinate.
pub(super) fn spacing_of(coordinate: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "the spacing of f32 is asked")]
    let stored = coordinate as f32;
    f64::from(spacing(stored))
}

/// The spacing at a place, on the axis on which it is greatest.
pub fn spacing_at(place: DVec3) -> f64 {
    spacing_of(place.abs().max_element())
}

/// The spacing at a place along a direction of unit length: the greatest part of a step of one axis.
pub(super) fn spacing_along(place: DVec3, direction: DVec3) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| direction[axis].abs() * spacing_of(place[axis]));
    x.max(y).max(z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "powers of two are exact")]
    fn bands_end_at_powers_of_two_and_enclose_the_reach() {
        let all = bands(3000.0);
        let last = all.last().unwrap();
        assert_eq!((last.from, last.to, last.spacing), (2048.0, 4096.0, 2048.0 / 8_388_608.0));
        assert_eq!((all.len(), all[0].from), (MOST, 0.0));
        assert!(all.windows(2).all(|pair| pair[0].to == pair[1].from && pair[1].spacing == 2.0 * pair[0].spacing));
        assert_eq!(bands(0.3).last().unwrap().to, 0.5);
        assert_eq!(bands(4096.0).last().unwrap().to, 4096.0);
        assert!(bands(0.0).is_empty() && bands(f64::INFINITY).is_empty());
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "powers of two are exact")]
    fn a_thin_direction_has_the_spacing_of_its_own_axis() {
        let far = DVec3::new(1e6, 1.0, 0.0);
        assert_eq!(spacing_at(far), 0.0625);
        assert_eq!(spacing_along(far, DVec3::Y), f64::from(f32::EPSILON));
        assert_eq!(spacing_along(far, DVec3::X), 0.0625);
    }
}
