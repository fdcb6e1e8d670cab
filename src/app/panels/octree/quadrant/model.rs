//! The geometry of a slice.

use glam::Vec3;

use crate::geometry::Aabb;
use crate::octree::{Cell, Region, quadrant};

/// The deepest level that is drawn. Cells of deeper levels are too small to see.
pub(super) const DEEPEST: u32 = 6;

/// The side from which the slice is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plane {
    /// From above: X to the right, Z down.
    Xz,
    /// From the front: X to the right, Y up.
    Xy,
    /// From the left: Z to the right, Y up.
    Zy,
}

impl Plane {
    pub(super) const ALL: [Self; 3] = [Self::Xz, Self::Xy, Self::Zy];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Xz => "XZ",
            Self::Xy => "XY",
            Self::Zy => "ZY",
        }
    }

    /// The axes to the right, upwards or downwards, and along the line of sight.
    pub(super) fn axes(self) -> [usize; 3] {
        match self {
            Self::Xz => [0, 2, 1],
            Self::Xy => [0, 1, 2],
            Self::Zy => [2, 1, 0],
        }
    }

    /// Whether its second axis points down.
    fn is_downwards(self) -> bool {
        self == Self::Xz
    }
}

/// One layer of cells of a level. Places in it are fractions of its width and height, from the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slice {
    region: Region,
    pub(super) plane: Plane,
    pub(super) level: u32,
    /// The coordinate of all its cells along the line of sight.
    pub(super) layer: u32,
}

impl Slice {
    /// The slice through the middle of a box, or without one the middle layer.
    pub(super) fn of(region: &Region, plane: Plane, level: u32, through: Option<&Aabb>) -> Self {
        let axis = plane.axes()[2];
        let middle = (region.min() + region.max()) / 2.0;
        let at = through.map_or(middle, Aabb::centre).clamp(region.min(), region.max());
        let leaf = region.leaf_at(at).map_or(0, |leaf| leaf.ancestor(level).coordinates()[axis]);
        Self { region: *region, plane, level: level.min(region.depth()), layer: leaf }
    }

    /// The number of cells per side.
    pub(super) fn side(&self) -> u32 {
        1 << self.level
    }

    /// The cell at a place; `None` outside.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1")]
    pub(super) fn cell_at(&self, [x, y]: [f32; 2]) -> Option<Cell> {
        let is_within = (0.0..1.0).contains(&x) && (0.0..1.0).contains(&y);
        let y = if self.plane.is_downwards() { y } else { 1.0 - y };
        let index = |part: f32| ((part * self.side() as f32) as u32).min(self.side() - 1);
        is_within.then(|| self.cell([index(x), index(y)]))?
    }

    fn cell(&self, [u, v]: [u32; 2]) -> Option<Cell> {
        let [right, up, sight] = self.plane.axes();
        let mut coordinates = [0; 3];
        (coordinates[right], coordinates[up], coordinates[sight]) = (u, v, self.layer);
        Cell::at(self.level, coordinates)
    }

    /// The least and greatest place of a box in the slice.
    pub(super) fn place(&self, aabb: &Aabb) -> [[f32; 2]; 2] {
        let [min, max] = [aabb.min, aabb.max].map(|corner| self.point(corner));
        [[min[0], min[1].min(max[1])], [max[0], min[1].max(max[1])]]
    }

    /// The least and greatest place of a cell of any level in the slice.
    pub(super) fn place_of(&self, cell: Cell) -> [[f32; 2]; 2] {
        self.place(&self.region.bounds(cell))
    }

    /// Whether a box intersects the slice.
    pub(super) fn meets(&self, aabb: &Aabb) -> bool {
        let axis = self.plane.axes()[2];
        let Some(layer) = self.cell([0, 0]).map(|cell| self.region.bounds(cell)) else { return false };
        aabb.min[axis] <= layer.max[axis] && aabb.max[axis] >= layer.min[axis]
    }

    /// Whether the slice contains a cell of this level, or cuts one of a higher level.
    pub(super) fn holds(&self, cell: Cell) -> bool {
        let axis = self.plane.axes()[2];
        cell.level() <= self.level && self.layer >> (self.level - cell.level()) == cell.coordinates()[axis]
    }

    /// The middles of all cells in the order of their codes.
    pub(super) fn curve(&self) -> impl Iterator<Item = [f32; 2]> {
        let slice = *self;
        let [right, up, _] = self.plane.axes();
        quadrant::curve(self.level).map(move |[lower, higher]| {
            // The first axis of a pair has the less significant bit in a code.
            let [u, v] = if right < up { [lower, higher] } else { [higher, lower] };
            let part = |cell: u32| (cell as f32 + 0.5) / slice.side() as f32;
            let v = part(v);
            [part(u), if slice.plane.is_downwards() { v } else { 1.0 - v }]
        })
    }

    fn point(&self, point: Vec3) -> [f32; 2] {
        let [right, up, _] = self.plane.axes();
        let (min, max) = (self.region.min(), self.region.max());
        let part = |axis: usize| (point[axis] - min[axis]) / (max[axis] - min[axis]);
        [part(right), if self.plane.is_downwards() { part(up) } else { 1.0 - part(up) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region() -> Region {
        Region::new(Vec3::new(-8.0, 0.0, -8.0), Vec3::new(8.0, 8.0, 8.0), 4).unwrap()
    }

    #[test]
    fn the_curve_follows_the_codes_in_every_plane() {
        for plane in Plane::ALL {
            for level in 0..=3 {
                let slice = Slice::of(&region(), plane, level, None);
                let codes: Vec<_> = slice.curve().map(|place| slice.cell_at(place).unwrap().morton()).collect();
                assert_eq!(codes.len(), 1 << (2 * level));
                assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{plane:?} {level}: {codes:?}");
            }
        }
    }

    #[test]
    fn a_point_is_in_the_cell_drawn_around_it() {
        let point = Vec3::new(3.1, 2.2, -5.3);
        let aabb = Aabb { min: point, max: point };
        for plane in Plane::ALL {
            let slice = Slice::of(&region(), plane, 4, Some(&aabb));
            let leaf = region().leaf_at(point).unwrap();
            assert_eq!(slice.cell_at(slice.place(&aabb)[0]), Some(leaf), "{plane:?}");
            let [min, max] = slice.place_of(leaf);
            let [at, _] = slice.place(&aabb);
            assert!((0..2).all(|i| min[i] <= at[i] && at[i] <= max[i]), "{plane:?}");
            assert!(slice.meets(&aabb) && slice.holds(leaf) && slice.holds(Cell::ROOT));
            let far = Aabb { min: point + 4.0, max: point + 4.5 };
            assert!(!slice.meets(&far));
        }
    }

    #[test]
    fn points_outside_have_no_cell() {
        let slice = Slice::of(&region(), Plane::Xz, 2, None);
        for outside in [[-0.01, 0.5], [0.5, 1.0], [1.5, 0.5], [f32::NAN, 0.5]] {
            assert_eq!(slice.cell_at(outside), None);
        }
        let away = Aabb::around(Vec3::splat(100.0), Vec3::ONE);
        assert_eq!(Slice::of(&region(), Plane::Xz, 2, Some(&away)).layer, 3, "the nearest layer");
    }
}
