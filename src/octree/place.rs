//! The cell of a box, computed from its corners or from its size and centre, without descending the tree.
//!
//! **Tight**: the deepest cell that contains the whole box. Each of the two corners has the Morton code of its leaf.
//! The first octal digits of the codes are equal as long as both corners are in the same cell. The highest digit of the
//! XOR that is not 0 is the first one that differs, and a shift drops the digits from there on. A small box that
//! straddles the middle of the region differs in the first digit, so it stays in the root.
//!
//! **Loose**: the deepest level whose cell edges are at least the extents of the box; on that level, the cell that
//! contains the centre. Each cell is enlarged by half an edge on every side, so it contains the box wherever the split
//! planes are (T. Ulrich, "Loose Octrees", Game Programming Gems, 2000).
//!
//! A box that reaches out of the region stays in the root, whose objects are compared with all others.

use super::cell::Cell;
use super::method::Method;
use super::morton;
use super::placement::{AxisSet, LeafCorners, Placement};
use super::region::Region;
use super::steps;
use super::values::OctreeValues;
use crate::geometry::{Aabb, Narrator, Silent};

/// Computes the cell of a box. A box that is not finite reaches out of the region.
///
/// ```
/// # use eyeline::geometry::Aabb;
/// # use eyeline::octree::{Method, Region, place};
/// # use glam::Vec3;
/// let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4)?;
/// let small = Aabb::around(Vec3::new(0.1, 2.5, 2.5), Vec3::splat(0.25));
/// let tight = place(&region, Method::Tight, &small);
/// assert_eq!(tight.cell.level(), 0, "it straddles the middle of the region");
/// assert_eq!(tight.straddles.letters().collect::<String>(), "x");
/// let loose = place(&region, Method::Loose, &small);
/// assert_eq!(loose.cell.level(), 4, "small enough for a leaf");
/// # Ok::<(), eyeline::octree::RegionError>(())
/// ```
#[inline]
pub fn place(region: &Region, method: Method, aabb: &Aabb) -> Placement {
    place_told(region, method, aabb, &mut Silent)
}

/// [`place`], with its steps.
#[inline]
pub fn place_told<N: Narrator>(region: &Region, method: Method, aabb: &Aabb, narrator: &mut N) -> Placement {
    narrator.step(|| steps::step(OctreeValues::Region(*region)));
    if !region.encloses(aabb) {
        narrator.step(|| steps::step(OctreeValues::Outside { region: *region, aabb: *aabb }));
        return Placement { cell: Cell::ROOT, corners: None, straddles: AxisSet::NONE };
    }
    match method {
        Method::Tight => place_tight(region, aabb, narrator),
        Method::Loose => place_loose(region, aabb, narrator),
    }
}

/// The cell of [`place`] alone, without the codes of the corners, which a loose tree does not need.
#[inline]
pub(super) fn cell_of(region: &Region, method: Method, aabb: &Aabb) -> Cell {
    if method == Method::Loose && region.encloses(aabb) {
        Loose::of(region, aabb).cell
    } else {
        place(region, method, aabb).cell
    }
}

#[inline]
fn place_tight<N: Narrator>(region: &Region, aabb: &Aabb, narrator: &mut N) -> Placement {
    let leaves = [aabb.min, aabb.max].map(|corner| region.leaf(corner.to_array().map(f64::from)));
    let corners = LeafCorners { min_morton: morton::encode(leaves[0]), max_morton: morton::encode(leaves[1]) };
    narrator.step(|| steps::step(OctreeValues::CornerLeaves { region: *region, aabb: *aabb, leaves }));
    narrator.step(|| steps::step(OctreeValues::CornerCodes { region: *region, aabb: *aabb, corners }));
    let xor = corners.xor();
    // Octal digits from the last up to the highest that is not 0.
    let parted = (u32::BITS - xor.leading_zeros()).div_ceil(3);
    let straddles = AxisSet::of_digit(xor >> (3 * parted.max(1) - 3));
    let cell = Cell::above(corners.min_morton, region.depth(), region.depth() - parted);
    narrator
        .step(|| steps::step(OctreeValues::DecidingDigit { region: *region, aabb: *aabb, corners, cell, straddles }));
    let placement = Placement { cell, corners: Some(corners), straddles };
    narrator.step(|| steps::step(OctreeValues::Cell { region: *region, method: Method::Tight, placement }));
    placement
}

#[inline]
fn place_loose<N: Narrator>(region: &Region, aabb: &Aabb, narrator: &mut N) -> Placement {
    let Loose { extents, level, centre, cell } = Loose::of(region, aabb);
    narrator.step(|| steps::step(OctreeValues::Size { region: *region, aabb: *aabb, extents, level }));
    narrator.step(|| steps::step(OctreeValues::Centre { region: *region, centre, cell }));
    let [min_morton, max_morton] =
        [aabb.min, aabb.max].map(|corner| morton::encode(region.leaf(corner.to_array().map(f64::from))));
    let corners = LeafCorners { min_morton, max_morton };
    let placement = Placement { cell, corners: Some(corners), straddles: AxisSet::NONE };
    narrator.step(|| steps::step(OctreeValues::Cell { region: *region, method: Method::Loose, placement }));
    placement
}

/// The numbers that select a loose cell.
struct Loose {
    extents: [f64; 3],
    level: u32,
    centre: [f64; 3],
    cell: Cell,
}

impl Loose {
    #[inline]
    fn of(region: &Region, aabb: &Aabb) -> Self {
        let [min, max] = [aabb.min, aabb.max].map(|corner| corner.to_array().map(f64::from));
        let extents = std::array::from_fn(|axis| max[axis] - min[axis]);
        let centre = std::array::from_fn(|axis| (min[axis] + max[axis]) * 0.5);
        let level = region.level_of_size(extents);
        Self { extents, level, centre, cell: Cell::above(morton::encode(region.leaf(centre)), region.depth(), level) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Story;
    use glam::Vec3;
    use proptest::prelude::*;

    fn region() -> Region {
        Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap()
    }

    fn aabb(min: [f32; 3], max: [f32; 3]) -> Aabb {
        Aabb { min: min.into(), max: max.into() }
    }

    #[test]
    fn corners_part_at_the_split_plane_they_lie_on_both_sides_of() {
        for (case, min, max, level, morton, letters) in [
            ("within a leaf", [0.1, 0.1, 0.1], [0.9, 0.9, 0.9], 4, 0o7000, ""),
            ("its max on a plane", [0.1, 0.1, 0.1], [1.0, 0.9, 0.9], 3, 0o700, "x"),
            ("its min on a plane", [1.0, 0.1, 0.1], [1.5, 0.9, 0.9], 4, 0o7001, ""),
            ("across the middle", [-0.1, 0.1, 0.1], [0.1, 0.9, 0.9], 0, 0, "x"),
            ("around the centre", [-0.1, -0.1, -0.1], [0.1, 0.1, 0.1], 0, 0, "xyz"),
            ("across y = 4 and z = 4", [0.1, 3.9, 3.9], [0.2, 4.1, 4.1], 1, 0o7, "yz"),
            ("on the upper faces", [7.5, 7.5, 7.5], [8.0, 8.0, 8.0], 4, 0o7777, ""),
            ("a point on the upper faces", [8.0, 8.0, 8.0], [8.0, 8.0, 8.0], 4, 0o7777, ""),
            ("the region itself", [-8.0, -8.0, -8.0], [8.0, 8.0, 8.0], 0, 0, "xyz"),
        ] {
            let placement = place(&region(), Method::Tight, &aabb(min, max));
            assert_eq!(Some(placement.cell), Cell::new(level, morton), "{case}");
            assert_eq!(placement.straddles.letters().collect::<String>(), letters, "{case}");
            assert!(!placement.is_outside(), "{case}");
        }
    }

    #[test]
    fn objects_that_leave_the_region_are_in_the_root() {
        for method in Method::ALL {
            for (min, max) in [
                ([7.0, 0.0, 0.0], [8.1, 1.0, 1.0]),
                ([20.0, 0.0, 0.0], [21.0, 1.0, 1.0]),
                ([-9.0, -9.0, -9.0], [9.0, 9.0, 9.0]),
                ([f32::NAN, 0.0, 0.0], [1.0, 1.0, 1.0]),
                ([0.0, 0.0, 0.0], [1.0, f32::INFINITY, 1.0]),
            ] {
                let placement = place(&region(), method, &aabb(min, max));
                assert_eq!(placement, Placement { cell: Cell::ROOT, corners: None, straddles: AxisSet::NONE });
            }
        }
    }

    #[test]
    fn a_loose_tree_uses_size_and_centre_alone() {
        for (case, min, max, level, coordinates) in [
            ("small, across the middle", [-0.1, 0.1, 0.1], [0.2, 0.9, 0.9], 4, [8, 8, 8]),
            ("as large as a leaf", [0.5, 0.5, 0.5], [1.5, 1.5, 1.5], 4, [9, 9, 9]),
            ("larger on one axis", [0.0, 0.5, 0.5], [1.5, 1.5, 1.5], 3, [4, 4, 4]),
            ("the region itself", [-8.0, -8.0, -8.0], [8.0, 8.0, 8.0], 0, [0, 0, 0]),
            ("a point on the upper faces", [8.0, 8.0, 8.0], [8.0, 8.0, 8.0], 4, [15, 15, 15]),
        ] {
            let placement = place(&region(), Method::Loose, &aabb(min, max));
            assert_eq!(Some(placement.cell), Cell::at(level, coordinates), "{case}");
            assert!(placement.straddles.is_empty(), "{case}");
        }
        let flat = Region::new(Vec3::ZERO, Vec3::new(16.0, 1.0, 16.0), 4).unwrap();
        let slab = aabb([3.0, 0.0, 3.0], [3.5, 0.5, 3.5]);
        let placement = place(&flat, Method::Loose, &slab);
        assert_eq!(Some(placement.cell), Cell::at(1, [0, 0, 0]), "an edge counts on its own axis");
    }

    #[test]
    fn depth_0_has_one_cell() {
        let region = Region::new(Vec3::ZERO, Vec3::ONE, 0).unwrap();
        for method in Method::ALL {
            let placement = place(&region, method, &aabb([0.0; 3], [1.0; 3]));
            assert_eq!((placement.cell, placement.straddles), (Cell::ROOT, AxisSet::NONE));
            assert_eq!(placement.corners.map(|c| c.xor()), Some(0));
        }
    }

    /// The same by descending from the root, comparing with split planes.
    fn by_descent(region: &Region, aabb: &Aabb) -> (Cell, String) {
        let mut cell = Cell::ROOT;
        loop {
            if cell.level() == region.depth() {
                return (cell, String::new());
            }
            let (mut digit, mut parted) = (0, String::new());
            for (axis, letter) in ['x', 'y', 'z'].into_iter().enumerate() {
                let middle = region.split_plane(cell, axis).unwrap().min[axis];
                let [low, high] = [aabb.min[axis] >= middle, aabb.max[axis] >= middle];
                digit |= u32::from(low) << axis;
                if low != high {
                    parted.push(letter);
                }
            }
            if !parted.is_empty() {
                return (cell, parted);
            }
            cell = cell.child(digit).unwrap();
        }
    }

    fn corners() -> impl Strategy<Value = (Vec3, Vec3)> {
        let coordinate = || prop_oneof![2 => -8.0_f32..8.0, 1 => (-16_i8..=16).prop_map(|k| f32::from(k) * 0.5)];
        let point = move || [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from);
        (point(), point(), prop_oneof![Just(1.0_f32), Just(0.05), Just(0.0)])
            .prop_map(|(a, b, near)| (a, (a + (b - a) * near).clamp(Vec3::splat(-8.0), Vec3::splat(8.0))))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn codes_find_what_descending_finds((a, b) in corners(), depth in 0_u32..=4) {
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let aabb = Aabb { min: a.min(b), max: a.max(b) };
            let placement = place(&region, Method::Tight, &aabb);
            for method in Method::ALL {
                prop_assert_eq!(cell_of(&region, method, &aabb), place(&region, method, &aabb).cell);
            }
            let found = (placement.cell, placement.straddles.letters().collect::<String>());
            prop_assert_eq!(found, by_descent(&region, &aabb));
        }

        #[test]
        fn a_loose_cell_reaches_around_its_object((a, b) in corners(), depth in 0_u32..=10) {
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let aabb = Aabb { min: a.min(b), max: a.max(b) };
            let cell = place(&region, Method::Loose, &aabb).cell;
            let reach = region.reach(cell, Method::Loose);
            prop_assert!(aabb.min.cmpge(reach.min).all() && aabb.max.cmple(reach.max).all());
        }

        #[test]
        fn a_story_changes_nothing((a, b) in corners(), depth in 0_u32..=10, loose: bool, out: bool) {
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let method = Method::ALL[usize::from(loose)];
            let aabb = Aabb { min: a.min(b), max: a.max(b) + if out { 20.0 } else { 0.0 } };
            let mut story = Story::default();
            let described = place_told(&region, method, &aabb, &mut story);
            prop_assert_eq!(described, place(&region, method, &aabb));
            prop_assert_eq!(story.steps.len(), if out { 2 } else if loose { 4 } else { 5 });
        }
    }
}
