//! The positions over the floor plan: the middles of square tiles.

use crate::world::World;

/// The greatest number of tiles along the longer side.
pub const MOST_GRID: u32 = 128;

/// A rectangle of the plan, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanArea {
    /// The least x and z.
    pub min: [f64; 2],
    /// The greatest x and z.
    pub max: [f64; 2],
}

/// Square tiles over the floor plan, along x and z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorPlan {
    /// The corner of the first tile: the least x and z.
    pub min: [f64; 2],
    /// The side of a tile, metres.
    pub side: f64,
    /// The number of tiles along x and z.
    pub count: [u32; 2],
}

impl FloorPlan {
    /// Tiles over an area, or over all objects, `grid` along the longer side. `None` for a world without objects, and for an
    /// area without a size.
    pub fn of(world: &World, area: Option<PlanArea>, grid: u32) -> Option<Self> {
        let around = || {
            let bounds = world.objects.iter().map(|object| object.aabb).reduce(|a, b| a.union(&b))?;
            let corner = |corner: glam::Vec3| [corner.x, corner.z].map(f64::from);
            Some(PlanArea { min: corner(bounds.min), max: corner(bounds.max) })
        };
        let PlanArea { min, max } = area.or_else(around)?;
        let sides = [max[0] - min[0], max[1] - min[1]];
        let side = sides[0].max(sides[1]) / f64::from(grid.clamp(1, MOST_GRID));
        if !(side.is_finite() && side > 0.0) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to the greatest grid")]
        let count = sides.map(|length| (length / side - 1e-9).ceil().clamp(1.0, f64::from(MOST_GRID)) as u32);
        // Tiles that reach beyond the area do so on both sides.
        let middle = [0, 1].map(|axis| f64::midpoint(min[axis], max[axis]) - f64::from(count[axis]) * side / 2.0);
        Some(Self { min: middle, side, count })
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.count[0] as usize * self.count[1] as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The column and row of a tile, row by row.
    #[expect(clippy::cast_possible_truncation, reason = "tiles are few")]
    pub fn place(&self, index: usize) -> [u32; 2] {
        let columns = self.count[0].max(1) as usize;
        [(index % columns) as u32, (index / columns) as u32]
    }

    /// x and z of the middle of a tile.
    pub fn middle(&self, [column, row]: [u32; 2]) -> [f64; 2] {
        let at = |axis: usize, i: u32| self.min[axis] + (f64::from(i) + 0.5) * self.side;
        [at(0, column), at(1, row)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn tiles_are_square_and_cover_the_area() {
        let world = World::at(&crate::scene::parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), &Files::default(), 0);
        assert_eq!(FloorPlan::of(&world, None, 4), None);
        let area = |max| Some(PlanArea { min: [0.0, 0.0], max });
        let plan = FloorPlan::of(&world, area([8.0, 3.0]), 4).unwrap();
        assert_eq!(plan, FloorPlan { min: [0.0, -0.5], side: 2.0, count: [4, 2] });
        assert_eq!((plan.place(5), plan.middle([1, 1])), ([1, 1], [3.0, 2.5]));
        assert_eq!(FloorPlan::of(&world, area([8.0, 0.0]), 4).unwrap().count, [4, 1]);
        assert_eq!(FloorPlan::of(&world, area([0.0, 0.0]), 4), None);
        assert_eq!(FloorPlan::of(&world, area([1.0, 1.0]), u32::MAX).unwrap().count, [MOST_GRID; 2]);
    }
}
