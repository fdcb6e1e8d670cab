//! A batch of pieces: those of some triangles, with the tiles of the picture that each is in. Batches are made on all threads.

use std::ops::Range;

use super::faces;
use super::look_target::{LookTarget, Visible};
use super::pieces::{FacesOnPixels, HolesOnPixels, Piece, PieceShape, RoundBody};
use super::pixel_camera::PixelMap;
use super::pixel_rect::{PixelRect, around_box, box_corners};
use super::tiles::Tiles;
use crate::budget::{Budget, ChargedVec, OverBudget};
use crate::geometry::Shape;

/// The number of triangles of a batch.
const SIZE: usize = 4096;
/// A target weighs as much as so many triangles, at least.
const LEAST_WEIGHT: usize = 8;

/// The pieces of a stretch, and where they are.
pub(super) struct Batch<'a> {
    pub(super) pieces: ChargedVec<Piece>,
    pub(super) holes: ChargedVec<HolesOnPixels<'a>>,
    pub(super) rounds: ChargedVec<RoundBody<'a>>,
    /// The first tile with a piece.
    first_tile: usize,
    /// Where the pieces of each tile begin in `by_tile`, from `first_tile` on; at last their end.
    starts: ChargedVec<u32>,
    /// The indices of pieces, tile by tile, in the order of the pieces.
    by_tile: ChargedVec<u32>,
}

/// Some targets, of the first one from a triangle on, and of the last one up to a triangle.
pub(super) struct Stretch {
    targets: Range<usize>,
    first: usize,
    end: usize,
}

impl Stretch {
    /// All triangles of all targets, in order.
    pub(super) fn all(targets: &[LookTarget]) -> Vec<Self> {
        let mut stretches = Vec::new();
        let (mut from, mut first, mut weight) = (0, 0, 0);
        for (i, target) in targets.iter().enumerate() {
            let count = faces::count(&target.what);
            let mut at = if i == from { first } else { 0 };
            loop {
                let end = count.min(at + SIZE - weight);
                weight += (end - at).max(LEAST_WEIGHT);
                at = end;
                if weight >= SIZE {
                    stretches.push(Self { targets: from..i + 1, first, end: at });
                    (from, first, weight) = if at < count { (i, at, 0) } else { (i + 1, 0, 0) };
                }
                if at >= count {
                    break;
                }
            }
        }
        if from < targets.len() {
            stretches.push(Self { targets: from..targets.len(), first, end: usize::MAX });
        }
        stretches
    }

    /// The triangles of one of its targets.
    fn triangles(&self, target: usize, count: usize) -> Range<usize> {
        let first = if target == self.targets.start { self.first } else { 0 };
        let end = if target + 1 == self.targets.end { self.end.min(count) } else { count };
        first..end.max(first)
    }
}

impl<'a> Batch<'a> {
    /// The pieces of a stretch that the mask shows.
    ///
    /// # Errors
    /// When the budget has no room.
    pub(super) fn of(
        map: &PixelMap,
        mask: u64,
        targets: &[LookTarget<'a>],
        stretch: &Stretch,
        budget: &Budget,
    ) -> Result<Self, OverBudget> {
        let mut batch = Self {
            pieces: ChargedVec::new(budget),
            holes: ChargedVec::new(budget),
            rounds: ChargedVec::new(budget),
            first_tile: 0,
            starts: ChargedVec::new(budget),
            by_tile: ChargedVec::new(budget),
        };
        for target in stretch.targets.clone() {
            let of = &targets[target];
            if of.layers & mask != 0 {
                let range = stretch.triangles(target, faces::count(&of.what));
                batch.add(map, u32::try_from(target).unwrap_or(u32::MAX), of, range)?;
            }
        }
        batch.sort(&Tiles::of(map.size))?;
        Ok(batch)
    }

    /// Adds the pieces of a target, of a range of its triangles.
    fn add(&mut self, map: &PixelMap, target: u32, of: &LookTarget<'a>, range: Range<usize>) -> Result<(), OverBudget> {
        let Some(rect) = around_box(map, &of.bounds) else { return Ok(()) };
        let on_pixels = FacesOnPixels::of(map, &of.what);
        match of.what {
            Visible::Body { shape: Shape::Box { half_extents }, .. } => {
                let half = half_extents.as_dvec3();
                let first = on_pixels.from_local * (-half).extend(1.0);
                let corners = box_corners(first, |axis| on_pixels.from_local.col(axis) * (2.0 * half[axis]));
                for face in &faces::BOX[range] {
                    if let Some(shown) = on_pixels.face(map, false, &face.map(|corner| corners[corner])) {
                        self.push(target, shown.rect, PieceShape::Face(shown.face))?;
                    }
                }
                Ok(())
            }
            Visible::Body { shape, .. } if shape.faces().is_none() => {
                let index = index(self.rounds.len());
                self.rounds.push(RoundBody { shape, local_from_world: of.what.world_from_local().inverse() })?;
                self.push(target, rect, PieceShape::Round(index))
            }
            _ => {
                let mut result = Ok(());
                faces::each(&of.what, range, |face| {
                    let corners = on_pixels.corners(&face);
                    let Some(shown) = on_pixels.face(map, face.is_double_sided, &corners) else { return };
                    if result.is_err() {
                        return;
                    }
                    result = match face.holes {
                        None => self.push(target, shown.rect, PieceShape::Face(shown.face)),
                        Some(holes) => {
                            let index = index(self.holes.len());
                            let shape = PieceShape::Holed(shown.face, index);
                            self.holes
                                .push(HolesOnPixels { holes, factors: shown.factors })
                                .and_then(|()| self.push(target, shown.rect, shape))
                        }
                    };
                });
                result
            }
        }
    }

    fn push(&mut self, target: u32, rect: PixelRect, shape: PieceShape) -> Result<(), OverBudget> {
        self.pieces.push(Piece { target, rect, shape })
    }

    /// Sorts the pieces by their tiles.
    fn sort(&mut self, tiles: &Tiles) -> Result<(), OverBudget> {
        let of = |piece: &Piece| tiles.of_rect(piece.rect);
        let Some(first) = self.pieces.iter().map(|piece| of(piece).first()).min() else { return Ok(()) };
        let last = self.pieces.iter().map(|piece| of(piece).last()).max().unwrap_or(first);
        self.first_tile = first;
        // First the number of each tile, one place further on.
        self.starts.resize(last - first + 2, 0)?;
        let mut count = 0;
        for piece in self.pieces.iter() {
            for tile in of(piece).each() {
                self.starts[tile - first + 1] += 1;
                count += 1;
            }
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        // Then each piece moves the start of its tile on, so that it becomes that of the next one.
        self.by_tile.resize(count, 0)?;
        for (i, piece) in (0_u32..).zip(self.pieces.iter()) {
            for tile in of(piece).each() {
                let place = &mut self.starts[tile - first];
                self.by_tile[*place as usize] = i;
                *place += 1;
            }
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        Ok(())
    }

    /// The indices of the pieces in a tile.
    pub(super) fn of_tile(&self, tile: usize) -> &[u32] {
        let Some(at) = tile.checked_sub(self.first_tile) else { return &[] };
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(start), Some(end)) => &self.by_tile[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

/// An index in a list of a batch, which is short.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
