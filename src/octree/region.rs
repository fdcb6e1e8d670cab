//! The box that an octree divides, and the cell of a point.
//!
//! # Precision
//!
//! The leaf coordinate of a point is `floor((p − min) / unit)`. Points and region are `f32`. Difference, unit and
//! quotient are computed in `f64`. Difference and unit are exact unless huge and tiny numbers are mixed, and the
//! quotient of exact numbers is exact if it is a whole number. So a point on a split plane is in the upper cell for
//! every region, not only for units that are powers of two; in `f32` it could be in either cell. (`f64` cannot separate
//! a point 10⁻⁴⁵ below a plane that is 8 from the face of the region: that point counts as on the plane.) Each step is
//! monotonic even where it rounds, so no pair is lost.

use std::error::Error;
use std::fmt;

use glam::{DVec3, Vec3};

use super::cell::Cell;
use super::method::Method;
use super::morton::{self, MAX_DEPTH};
use crate::geometry::Aabb;

/// The box that an octree divides, faces included, and its depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    min: Vec3,
    max: Vec3,
    depth: u32,
    /// Edges of the leaves.
    unit: [f64; 3],
}

/// The reason why a region is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RegionError {
    /// The depth is above [`MAX_DEPTH`].
    TooDeep(u32),
    /// A bound is infinite or NaN.
    NotFinite {
        /// `x`, `y` or `z`.
        axis: char,
        /// As given.
        min: f32,
        /// As given.
        max: f32,
    },
    /// A max is not above its min.
    Empty {
        /// `x`, `y` or `z`.
        axis: char,
        /// As given.
        min: f32,
        /// As given.
        max: f32,
    },
}

/// The names of the axes.
pub(super) const AXES: [char; 3] = ['x', 'y', 'z'];

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep(depth) => {
                write!(f, "an octree of depth {depth} is too deep: the depth must be 0 to {MAX_DEPTH}")
            }
            Self::NotFinite { axis, min, max } => {
                write!(f, "the region's {axis} must be finite: it is {min} to {max}")
            }
            Self::Empty { axis, min, max } => {
                write!(f, "the region is empty: on {axis} its max, {max}, must be above its min, {min}")
            }
        }
    }
}

impl Error for RegionError {}

impl Region {
    /// A region of `2^depth` leaves on each axis, from `min` to `max` in metres. Its edges may differ.
    ///
    /// # Errors
    /// If `max` is not above `min` on every axis, a bound is not finite, or `depth` is above [`MAX_DEPTH`].
    pub fn new(min: Vec3, max: Vec3, depth: u32) -> Result<Self, RegionError> {
        if depth > MAX_DEPTH {
            return Err(RegionError::TooDeep(depth));
        }
        for (i, axis) in AXES.into_iter().enumerate() {
            let (min, max) = (min[i], max[i]);
            if !(min.is_finite() && max.is_finite()) {
                return Err(RegionError::NotFinite { axis, min, max });
            }
            if min >= max {
                return Err(RegionError::Empty { axis, min, max });
            }
        }
        let leaves = f64::from(1_u32 << depth);
        let unit = std::array::from_fn(|axis| (f64::from(max[axis]) - f64::from(min[axis])) / leaves);
        Ok(Self { min, max, depth, unit })
    }

    /// The smallest region around all finite boxes. On an axis without extent it reaches half a metre to either side,
    /// or as far as the spacing of `f32` there requires. Without any box it is the cube from −½ to ½.
    ///
    /// # Errors
    /// If `depth` is above [`MAX_DEPTH`].
    pub fn around<'a>(boxes: impl IntoIterator<Item = &'a Aabb>, depth: u32) -> Result<Self, RegionError> {
        let finite = boxes.into_iter().filter(|aabb| aabb.min.is_finite() && aabb.max.is_finite());
        let bounds = finite.copied().reduce(|a, b| a.union(&b)).unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
        let Aabb { mut min, mut max } = bounds;
        for axis in 0..3 {
            if min[axis] >= max[axis] {
                let at = min[axis];
                min[axis] = (at - 0.5).min(at.next_down()).max(f32::MIN);
                max[axis] = (at + 0.5).max(at.next_up()).min(f32::MAX);
            }
        }
        Self::new(min, max, depth)
    }

    /// Least corner.
    pub fn min(&self) -> Vec3 {
        self.min
    }

    /// Greatest corner.
    pub fn max(&self) -> Vec3 {
        self.max
    }

    /// The level of the leaves.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The edges of a leaf, metres: `(max − min) / 2^depth`, rounded once.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
    pub fn unit(&self) -> Vec3 {
        Vec3::from_array(self.unit.map(|unit| unit as f32))
    }

    /// Whether a box is within the region, faces included. False for a box that is not finite.
    #[inline]
    pub fn encloses(&self, aabb: &Aabb) -> bool {
        aabb.min.cmpge(self.min).all() && aabb.max.cmple(self.max).all() && aabb.min.cmple(aabb.max).all()
    }

    /// The leaf that contains a point. A point on a split plane is in the upper leaf, a point on the upper face of the
    /// region in the last one. `None` outside the region.
    pub fn leaf_at(&self, point: Vec3) -> Option<Cell> {
        let is_within = self.encloses(&Aabb { min: point, max: point });
        Cell::new(self.depth, morton::encode(self.leaf(point.to_array().map(f64::from)))).filter(|_| is_within)
    }

    /// The coordinates of the leaf of a point within the region, `floor((p − min) / unit)`. The upper face belongs to
    /// the last leaf.
    #[inline]
    pub(super) fn leaf(&self, point: [f64; 3]) -> [u32; 3] {
        std::array::from_fn(|axis| self.coordinate(self.quotient(point[axis], axis)))
    }

    /// The leaf coordinate of a [`Self::quotient`]; the first or the last for what is outside.
    #[inline]
    pub(super) fn coordinate(&self, quotient: f64) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0 for less; `min` bounds the rest"
        )]
        let coordinate = quotient as u32;
        coordinate.min((1 << self.depth) - 1)
    }

    /// The distance of a coordinate from the least corner of the region, in units.
    #[inline]
    pub(super) fn quotient(&self, p: f64, axis: usize) -> f64 {
        (p - f64::from(self.min[axis])) / self.unit[axis]
    }

    /// The edges of a cell of `level`, metres; halving is exact.
    #[inline]
    pub(super) fn edges(&self, level: u32) -> [f64; 3] {
        let leaves = f64::from(1_u32 << (self.depth - level.min(self.depth)));
        self.unit.map(|unit| unit * leaves)
    }

    /// The deepest level whose cell edges are at least `extents`, axis by axis. Level 0 for larger extents.
    #[inline]
    pub(super) fn level_of_size(&self, extents: [f64; 3]) -> u32 {
        let mut level = self.depth;
        for (axis, extent) in extents.into_iter().enumerate() {
            // edge(L) = size / 2^L ≥ extent is equivalent to size / extent ≥ 2^L. This compares with a power of two, so
            // the rounding of the quotient cannot change the result. The exponent of the quotient is the greatest such
            // L.
            let ratio = self.edges(0)[axis] / extent;
            let exponent = (ratio.to_bits() >> 52 & 0x7ff).saturating_sub(1023);
            level = level.min(u32::try_from(exponent).unwrap_or(0));
        }
        level
    }

    /// Whether extents are at most the edges of the cells of a level: whether [`Self::level_of_size`] is at least `level`.
    #[inline]
    pub(super) fn fits(&self, extents: DVec3, level: u32) -> bool {
        extents.cmple(DVec3::from(self.edges(level))).all()
    }

    /// The box of a cell, not enlarged. Each bound is rounded once. The faces of the region are exact, and cells that
    /// share a face have the same number there. Works for cells below the leaves too.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
    pub fn bounds(&self, cell: Cell) -> Aabb {
        let [min, max] = self.bounds_f64(cell);
        let narrow = |v: [f64; 3]| Vec3::from_array(v.map(|x| x as f32));
        Aabb { min: narrow(min), max: narrow(max) }
    }

    /// The box that contains the boxes of all objects of a cell: the cell itself for [`Method::Tight`], enlarged by
    /// half an edge on every side for [`Method::Loose`].
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
    pub fn reach(&self, cell: Cell, method: Method) -> Aabb {
        let [min, max] = self.reach_f64(cell, method);
        let narrow = |v: [f64; 3]| Vec3::from_array(v.map(|x| (x as f32).clamp(f32::MIN, f32::MAX)));
        Aabb { min: narrow(min), max: narrow(max) }
    }

    fn bounds_f64(&self, cell: Cell) -> [[f64; 3]; 2] {
        // A power of two, so the division is exact.
        let scale = 1.0 / f64::from(1_u32 << cell.level());
        let edges = self.edges(0).map(|edge| edge * scale);
        let coordinates = cell.coordinates();
        let bound = |axis: usize, c: u32| {
            let is_last = c >> cell.level() == 1;
            if is_last { self.max[axis].into() } else { f64::from(self.min[axis]) + f64::from(c) * edges[axis] }
        };
        [
            std::array::from_fn(|axis| bound(axis, coordinates[axis])),
            std::array::from_fn(|axis| bound(axis, coordinates[axis] + 1)),
        ]
    }

    fn reach_f64(&self, cell: Cell, method: Method) -> [[f64; 3]; 2] {
        let [mut min, mut max] = self.bounds_f64(cell);
        if method == Method::Loose {
            for axis in 0..3 {
                let half = (max[axis] - min[axis]) / 2.0;
                min[axis] -= half;
                max[axis] += half;
            }
        }
        [min, max]
    }

    /// The part of the split plane of a cell on an axis, 0 to 2, that is within the cell: a box without extent on that
    /// axis. `None` for a leaf.
    pub fn split_plane(&self, cell: Cell, axis: usize) -> Option<Aabb> {
        let middle = *self.bounds(cell.child(7)?).min.as_ref().get(axis)?;
        let Aabb { mut min, mut max } = self.bounds(cell);
        (min[axis], max[axis]) = (middle, middle);
        Some(Aabb { min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn region(min: [f32; 3], max: [f32; 3], depth: u32) -> Region {
        Region::new(min.into(), max.into(), depth).unwrap()
    }

    #[test]
    fn bad_regions_are_refused_with_the_axis() {
        for (min, max, depth, message) in [
            ([0.0; 3], [1.0; 3], 11, "an octree of depth 11 is too deep: the depth must be 0 to 10"),
            ([0.0; 3], [1.0, 0.0, 1.0], 4, "the region is empty: on y its max, 0, must be above its min, 0"),
            ([0.0, 0.0, 2.0], [1.0; 3], 4, "the region is empty: on z its max, 1, must be above its min, 2"),
            ([f32::NAN, 0.0, 0.0], [1.0; 3], 4, "the region's x must be finite: it is NaN to 1"),
            ([0.0; 3], [1.0, 1.0, f32::INFINITY], 4, "the region's z must be finite: it is 0 to inf"),
        ] {
            let error = Region::new(min.into(), max.into(), depth).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn faces_belong_to_the_cell_above_and_the_last_to_the_last() {
        let region = region([-8.0; 3], [8.0; 3], 4);
        assert_eq!(region.unit(), Vec3::ONE);
        for (p, leaf) in [
            ([-8.0, -8.0, -8.0], Some([0, 0, 0])),
            ([0.0, 1.0, -1.0], Some([8, 9, 7])),
            ([-1e-12, 0.999_999_9, 7.0_f32.next_down()], Some([7, 8, 14])),
            ([8.0, 7.0, 8.0_f32.next_down()], Some([15, 15, 15])),
            ([8.0_f32.next_up(), 0.0, 0.0], None),
            ([-8.000_001, 0.0, 0.0], None),
            ([f32::NAN, 0.0, 0.0], None),
        ] {
            assert_eq!(region.leaf_at(p.into()).map(Cell::coordinates), leaf, "{p:?}");
        }
    }

    /// Thirds and tenths are no powers of two: the planes of such a region, rounded to f32, are still met exactly
    /// where the rounded plane is not below the true one.
    #[test]
    fn split_planes_of_uneven_regions() {
        for (low, high) in [(0.0_f32, 3.0), (-0.3, 0.7), (1e-3, 1e3), (-7.0, 100.0), (0.1, 0.7), (1e7, 1e7 + 3072.0)] {
            for depth in 0..=MAX_DEPTH {
                let region = region([low; 3], [high; 3], depth);
                let count = 1_u32 << depth;
                for k in (0..count).step_by(7) {
                    let plane = f64::from(low) + f64::from(k) * (f64::from(high) - f64::from(low)) / f64::from(count);
                    #[expect(clippy::cast_possible_truncation, reason = "the corner as a scene has it")]
                    let p = plane as f32;
                    let expected = if f64::from(p) < plane { k - 1 } else { k };
                    assert_eq!(region.leaf([p.into(); 3]), [expected; 3], "{low} to {high}, depth {depth}, plane {k}");
                }
            }
        }
    }

    #[test]
    fn around_all_boxes_flat_ones_too() {
        let at = |p: [f32; 3]| Aabb { min: p.into(), max: p.into() };
        let around = |boxes: &[Aabb]| {
            let region = Region::around(boxes, 3).unwrap();
            assert!(boxes.iter().filter(|b| b.min.is_finite()).all(|b| region.encloses(b)), "{region:?}");
            (region.min(), region.max())
        };
        assert_eq!(around(&[]), (Vec3::splat(-0.5), Vec3::splat(0.5)));
        assert_eq!(around(&[at([1.0, 2.0, 3.0])]), (Vec3::new(0.5, 1.5, 2.5), Vec3::new(1.5, 2.5, 3.5)));
        assert_eq!(
            around(&[at([0.0, 2.0, 3.0]), at([1.0, 2.0, 5.0])]),
            (Vec3::new(0.0, 1.5, 3.0), Vec3::new(1.0, 2.5, 5.0))
        );
        assert_eq!(
            around(&[at([1.0; 3]), at([f32::NAN; 3]), at([f32::INFINITY; 3])]),
            (Vec3::splat(0.5), Vec3::splat(1.5))
        );
        around(&[at([1e9; 3])]);
        around(&[at([f32::MAX; 3])]);
        around(&[at([f32::MIN; 3]), at([f32::MAX; 3])]);
    }

    #[test]
    fn the_level_of_a_size_is_the_deepest_whose_edge_is_as_large() {
        let region = region([0.0; 3], [16.0, 8.0, 4.0], 4);
        for (extents, level) in [
            ([16.0, 0.1, 0.1], 0),
            ([16.1, 0.1, 0.1], 0),
            ([8.0, 0.1, 0.1], 1),
            ([8.0_f32.next_up(), 0.1, 0.1], 0),
            ([8.0, 4.0, 2.0], 1),
            ([1.0, 0.5, 0.25], 4),
            ([1.0, 0.5, 0.25_f32.next_up()], 3),
            ([0.0, 0.0, 0.0], 4),
            ([f32::MAX, 0.0, 0.0], 0),
            ([f32::INFINITY, 0.0, 0.0], 0),
            ([f32::NAN, 0.0, 0.0], 4),
        ] {
            assert_eq!(region.level_of_size(extents.map(f64::from)), level, "{extents:?}");
        }
    }

    fn any_region() -> impl Strategy<Value = Region> {
        let axis = || (-1e3_f32..1e3, 1e-3_f32..1e3);
        (axis(), axis(), axis(), 0..=MAX_DEPTH).prop_filter_map("empty", |(x, y, z, depth)| {
            let min = Vec3::new(x.0, y.0, z.0);
            Region::new(min, min + Vec3::new(x.1, y.1, z.1), depth).ok()
        })
    }

    proptest! {
        #[test]
        fn a_point_is_in_the_box_of_its_cells(region in any_region(), t in [0.0_f32..=1.0, 0.0_f32..=1.0, 0.0_f32..=1.0]) {
            let point = (region.min() + (region.max() - region.min()) * Vec3::from(t)).clamp(region.min(), region.max());
            let leaf = region.leaf_at(point).unwrap();
            for level in 0..=region.depth() {
                let cell = leaf.ancestor(level);
                let bounds = region.bounds(cell);
                prop_assert!(point.cmpge(bounds.min).all() && point.cmple(bounds.max).all());
                prop_assert_eq!(region.reach(cell, Method::Tight), bounds);
                if let Some(parent) = cell.parent() {
                    let around = region.bounds(parent);
                    prop_assert!(bounds.min.cmpge(around.min).all() && bounds.max.cmple(around.max).all());
                }
            }
        }

        #[test]
        fn sizes_against_edges_one_by_one(region in any_region(), extents in [0.0_f32..2e3, 0.0_f32..10.0, 0.0_f32..0.1]) {
            let extents = extents.map(f64::from);
            let fits = |level: u32| region.edges(level).iter().zip(extents).all(|(&edge, extent)| extent <= edge);
            let expected = (0..=region.depth()).rev().find(|&level| fits(level)).unwrap_or(0);
            prop_assert_eq!(region.level_of_size(extents), expected);
            for level in 0..=region.depth() {
                prop_assert_eq!(region.fits(DVec3::from(extents), level), fits(level));
            }
        }

        #[test]
        fn children_share_the_split_planes_of_their_parent(region in any_region(), code in 0_u32..512) {
            let cell = Cell::new(3, code).unwrap();
            for axis in 0..3 {
                let plane = region.split_plane(cell, axis).unwrap();
                let [lower, upper] = [0, 1 << axis].map(|digit| region.bounds(cell.child(digit).unwrap()));
                let numbers = [plane.max[axis], lower.max[axis], upper.min[axis]].map(f32::to_bits);
                prop_assert_eq!(numbers, [plane.min[axis].to_bits(); 3]);
            }
        }
    }
}
