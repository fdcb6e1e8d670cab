//! The outline of a solid: its parts, rims and edges for pictures, its triangles for depth tests.

use glam::{DVec3, Vec3};

use super::part::SolidPart;

/// A curve on a solid where its surface bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rim {
    /// A circle around the axis Y.
    Circle {
        /// Radius.
        radius: f32,
        /// Its height.
        y: f32,
    },
    /// A straight edge.
    Edge([Vec3; 2]),
}

/// How a solid is drawn.
pub(crate) trait Outline: Copy {
    /// The unit shapes of which it consists, each with its centre and its size along the axes; none for a solid that is
    /// drawn by its faces.
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)>;

    /// Its rims and edges.
    fn rims(self) -> Vec<Rim>;

    /// The number of its [facets](Outline::facets).
    fn facet_count(self, segments: impl Fn(f32) -> u32) -> u64;

    /// Its triangles in local space, counter-clockwise as seen from outside. `segments` gives the number of pieces around a
    /// circle of a radius, a multiple of 4.
    fn facets(self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3]));
}

/// A sphere whose halves are moved apart along Y.
pub(crate) fn ball_facets(radius: f32, half_height: f32, segments: u32, push: &mut impl FnMut([DVec3; 3])) {
    let (radius, half_height) = (f64::from(radius), f64::from(half_height));
    let quarter = segments / 4;
    let mut profile = Vec::new();
    for (side, range) in [(-1.0, 0..=quarter), (1.0, quarter..=2 * quarter)] {
        profile.extend(range.map(|i| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(segments));
            [if i == 0 || i == 2 * quarter { 0.0 } else { radius * sin }, -radius * cos + side * half_height]
        }));
    }
    profile.dedup();
    turned(&profile, segments, push);
}

/// A profile of radius and height, from below to above, turned around Y.
pub(crate) fn turned(profile: &[[f64; 2]], segments: u32, push: &mut impl FnMut([DVec3; 3])) {
    let at = |[radius, height]: [f64; 2], turn: u32| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(turn % segments) / f64::from(segments));
        DVec3::new(radius * cos, height, radius * sin)
    };
    for ends in profile.windows(2) {
        let &[low, high] = ends else { continue };
        for turn in 0..segments {
            let [a, b] = [at(low, turn), at(low, turn + 1)];
            let [c, d] = [at(high, turn + 1), at(high, turn)];
            if low[0] > 0.0 {
                push([a, c, b]);
            }
            if high[0] > 0.0 {
                push([a, d, c]);
            }
        }
    }
}
