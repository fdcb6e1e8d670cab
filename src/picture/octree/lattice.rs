//! All cells down to a level, occupied or not: as the lines through the whole region on which their edges lie.
//!
//! Of 4,681 cells, each drawn as a box, four share every edge, and the levels above would be drawn over them again. The
//! lines are 867, and each has the width of the highest level that it belongs to.

use glam::Vec3;

use super::levels::{fainter, pen, say};
use super::scope::OctreeDrawing;
use crate::octree::{Cell, Region};
use crate::picture::contents::Picture;

/// The deepest level of which all cells are drawn: below it there would be nothing but lines.
pub const DEEPEST: u32 = 5;

/// The most lines of full strength. With more, the lines are fainter, so that they do not hide the contents of the cells.
const MANY: f32 = 600.0;

pub(super) fn draw(picture: &mut Picture, scope: &OctreeDrawing, wanted: u32) {
    let region = scope.answers.tree.region();
    let level = wanted.min(region.depth()).min(DEEPEST);
    let planes = planes(region, level);
    let strength = (MANY / (3 * planes.len() * planes.len()) as f32).sqrt().min(1.0);
    for axis in 0..3 {
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        for (i, at_u) in (0..).zip(&planes) {
            for (j, at_v) in (0..).zip(&planes) {
                let (mut from, mut to) = (region.min(), region.max());
                (from[u], to[u], from[v], to[v]) = (at_u[u], at_u[u], at_v[v], at_v[v]);
                let own = first_level(i, level).max(first_level(j, level));
                picture.line(from, to, fainter(pen(own, region.depth(), scope.palette), strength));
            }
        }
    }
    let cut = if wanted.min(region.depth()) > level { " · deeper ones left out" } else { "" };
    say(picture, scope, "all cells", [0, level], cut);
}

/// Where cells of a level border on each other, on all three axes at once, the faces of the region included.
fn planes(region: &Region, level: u32) -> Vec<Vec3> {
    let lower = |k: u32| Cell::at(level, [k; 3]).map_or(region.max(), |cell| region.bounds(cell).min);
    (0..=1 << level).map(lower).collect()
}

/// The highest level of which the plane with this number, counted on `level`, is a border.
fn first_level(number: u32, level: u32) -> u32 {
    level - number.trailing_zeros().min(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_belongs_to_the_first_level_that_it_halves() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(|number| first_level(number, 3)), [0, 3, 2, 3, 1, 3, 2, 3, 0]);
    }

    #[test]
    fn planes_are_those_of_the_cells() {
        let region = Region::new(Vec3::new(-8.0, 0.0, 0.1), Vec3::new(8.0, 3.0, 0.7), 4).unwrap();
        let planes = planes(&region, 2);
        assert_eq!(planes.iter().map(|p| p.x).collect::<Vec<_>>(), [-8.0, -4.0, 0.0, 4.0, 8.0]);
        assert_eq!((planes[0], planes[4]), (region.min(), region.max()));
        let last = region.bounds(Cell::at(2, [3; 3]).unwrap());
        assert_eq!((planes[3], planes[4]), (last.min, last.max));
    }
}
