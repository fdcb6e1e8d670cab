//! A tile of the picture: which target is nearest at each pixel, and which others are hit there.

use glam::DVec3;

use super::batch::Batch;
use super::pieces::{FaceOnPixels, HolesOnPixels, Piece, PieceShape, RoundBody};
use super::pixel_camera::{EQUAL_DEPTH, PixelMap, centre};
use super::round;
use super::seen::{TileCount, TileCover, WatchedPixel};
use super::tiles::TILE;
use crate::budget::{Budget, ChargedVec, OverBudget};

/// No target.
const NONE: u32 = u32::MAX;
/// A piece that is wider has its columns computed from its edges, in pixels.
const WIDE: u32 = 6;

/// A tile while its pieces are swept.
pub(super) struct Canvas<'m> {
    map: &'m PixelMap,
    /// The first column and row, and the last ones.
    rect: [u32; 4],
    pixels: ChargedVec<CanvasPixel>,
    /// The pixels at which a target is hit, target by target.
    hits: ChargedVec<u16>,
    /// The targets that were swept, each with the end of its pixels in `hits`.
    swept: ChargedVec<SweptTarget>,
}

#[derive(Clone, Copy)]
struct CanvasPixel {
    /// The depth of the nearest hit.
    depth: f64,
    /// The target of that hit.
    owner: u32,
    /// The last target that is hit here.
    stamp: u32,
}

#[derive(Clone, Copy)]
struct SweptTarget {
    target: u32,
    end: usize,
    has_holes: bool,
    shows_back: bool,
}

/// What a tile adds to the picture.
pub(super) struct TileTally {
    pub(super) counts: ChargedVec<TileCount>,
    pub(super) covers: ChargedVec<TileCover>,
    pub(super) watched: ChargedVec<WatchedPixel>,
}

impl TileTally {
    pub(super) fn empty(budget: &Budget) -> Self {
        let (counts, covers, watched) = (ChargedVec::new(budget), ChargedVec::new(budget), ChargedVec::new(budget));
        Self { counts, covers, watched }
    }
}

impl<'m> Canvas<'m> {
    /// An empty tile.
    pub(super) fn new(map: &'m PixelMap, rect: [u32; 4], budget: &Budget) -> Result<Self, OverBudget> {
        let mut pixels = ChargedVec::new(budget);
        let empty = CanvasPixel { depth: f64::NEG_INFINITY, owner: NONE, stamp: NONE };
        pixels.resize((TILE * TILE) as usize, empty)?;
        Ok(Self { map, rect, pixels, hits: ChargedVec::new(budget), swept: ChargedVec::new(budget) })
    }

    /// Sweeps a piece. Pieces come in the order of their targets.
    pub(super) fn sweep(&mut self, batch: &Batch, piece: &Piece) -> Result<(), OverBudget> {
        if self.swept.last().is_none_or(|last| last.target != piece.target) {
            let end = self.hits.len();
            self.swept.push(SweptTarget { target: piece.target, end, has_holes: false, shows_back: false })?;
        }
        let rect = piece.rect.map(u32::from);
        let [left, top] = [0, 1].map(|axis| rect[axis].max(self.rect[axis]));
        let [right, bottom] = [2, 3].map(|axis| rect[axis].min(self.rect[axis]));
        if left > right || top > bottom {
            return Ok(());
        }
        let rect = [left, top, right, bottom];
        match &piece.shape {
            PieceShape::Face(face) => self.face(piece.target, face, rect, |_, _| true)?,
            PieceShape::Holed(face, holes) => {
                let holes = &batch.holes[*holes as usize];
                let mut has_holes = false;
                self.face(piece.target, face, rect, |face, at| {
                    let is_solid = is_solid(face, holes, at);
                    has_holes |= !is_solid;
                    is_solid
                })?;
                if let Some(last) = self.swept.last_mut() {
                    last.has_holes |= has_holes;
                }
            }
            PieceShape::Round(body) => self.round(piece.target, &batch.rounds[*body as usize], rect)?,
        }
        if let Some(last) = self.swept.last_mut() {
            last.end = self.hits.len();
        }
        Ok(())
    }

    /// Sweeps a triangle over some pixels. `is_solid` is asked at a centre inside it.
    fn face(
        &mut self,
        target: u32,
        face: &FaceOnPixels,
        [left, top, right, bottom]: [u32; 4],
        mut is_solid: impl FnMut(&FaceOnPixels, DVec3) -> bool,
    ) -> Result<(), OverBudget> {
        if right - left >= WIDE && face.edges.iter().any(|edge| is_beyond(edge, [left, top, right, bottom])) {
            return Ok(());
        }
        let map = self.map;
        let per_x = face.edges.map(|edge| 1.0 / edge.x);
        for y in top..=bottom {
            let at_y = f64::from(y) + 0.5;
            let row = face.edges.map(|edge| edge.y * at_y + edge.z);
            let (mut from, mut end) = match right - left {
                WIDE.. => columns(&face.edges, per_x, row, left, right),
                _ => (left, right + 1),
            };
            // The rounded value of an edge function grows or falls along the whole row, so the columns inside are a range.
            let is_inside = |x: u32| {
                let at_x = f64::from(x) + 0.5;
                face.edges[0].x * at_x + row[0] >= 0.0
                    && face.edges[1].x * at_x + row[1] >= 0.0
                    && face.edges[2].x * at_x + row[2] >= 0.0
            };
            while from < end && !is_inside(from) {
                from += 1;
            }
            while end > from && !is_inside(end - 1) {
                end -= 1;
            }
            let depth_of_row = face.depth.y * at_y + face.depth.z;
            let start = (y - self.rect[1]) * TILE;
            for x in from..end {
                let at_x = f64::from(x) + 0.5;
                let depth = face.depth.x * at_x + depth_of_row;
                if map.is_between(depth) && is_solid(face, DVec3::new(at_x, at_y, 1.0)) {
                    self.hit(start + x - self.rect[0], target, depth)?;
                }
            }
        }
        Ok(())
    }

    fn round(&mut self, target: u32, body: &RoundBody, [left, top, right, bottom]: [u32; 4]) -> Result<(), OverBudget> {
        let local = body.local_from_world;
        let mut shows_back = false;
        for y in top..=bottom {
            for x in left..=right {
                let (origin, direction) = self.map.ray(centre(x, y));
                let line = (local.transform_point3(origin), local.transform_vector3(direction));
                let Some(inside) = round::inside(body.shape, line.0, line.1) else { continue };
                let depth = self.map.depth(origin + direction * inside.near);
                if self.map.is_between(depth) && inside.near >= -EQUAL_DEPTH {
                    self.hit((y - self.rect[1]) * TILE + x - self.rect[0], target, depth)?;
                } else if inside.near < 0.0 && inside.far >= 0.0 {
                    // It enters before the near plane and is inside behind it.
                    shows_back = true;
                }
            }
        }
        if let Some(last) = self.swept.last_mut() {
            last.shows_back |= shows_back;
        }
        Ok(())
    }

    fn hit(&mut self, pixel: u32, target: u32, depth: f64) -> Result<(), OverBudget> {
        let at = &mut self.pixels[pixel as usize];
        if at.stamp != target {
            at.stamp = target;
            // A tile has 4096 pixels.
            self.hits.push(u16::try_from(pixel).unwrap_or(u16::MAX))?;
        }
        let is_nearer = match at.owner {
            NONE => true,
            owner if owner == target => depth > at.depth,
            _ => depth > at.depth + at.depth.abs() * EQUAL_DEPTH,
        };
        if is_nearer {
            (at.depth, at.owner) = (depth, target);
        }
        Ok(())
    }

    /// What is seen. The pixels of the target `watched` are listed.
    pub(super) fn tally(&self, watched: Option<u32>, budget: &Budget) -> Result<TileTally, OverBudget> {
        let mut tally = TileTally::empty(budget);
        // Each target has at most as many as a tile has pixels.
        let (mut start, mut owners) = (0, Vec::new());
        for &SweptTarget { target, end, has_holes, shows_back } in self.swept.iter() {
            let hits = &self.hits[start..end];
            start = end;
            if hits.is_empty() && !has_holes && !shows_back {
                continue;
            }
            let mut count = TileCount::of(target, has_holes, shows_back);
            owners.clear();
            for &pixel in hits {
                let owner = self.pixels[usize::from(pixel)].owner;
                let pixel = u32::from(pixel);
                let at = [self.rect[0] + pixel % TILE, self.rect[1] + pixel / TILE];
                count.alone += 1;
                if owner == target {
                    count.add(at);
                } else {
                    owners.push(owner);
                }
                if watched == Some(target) {
                    // A picture has at most 65,535 columns and rows.
                    let at = at.map(|at| u16::try_from(at).unwrap_or(u16::MAX));
                    tally.watched.push(WatchedPixel { at, covered_by: (owner != target).then_some(owner) })?;
                }
            }
            owners.sort_unstable();
            for same in owners.chunk_by(|a, b| a == b) {
                tally.covers.push(TileCover { target, by: same[0], pixels: same.len() as u64 })?;
            }
            tally.counts.push(count)?;
        }
        Ok(tally)
    }
}

/// Whether an edge has all centres of a rectangle on its outside.
fn is_beyond(edge: &DVec3, [left, top, right, bottom]: [u32; 4]) -> bool {
    let (first, last) = (centre(left, top), centre(right, bottom));
    let x = if edge.x > 0.0 { last.x } else { first.x };
    let y = if edge.y > 0.0 { last.y } else { first.y };
    edge.x * x + (edge.y * y + edge.z) < 0.0
}

/// The columns of a row in which a triangle may be, as the first one and the end. The edges decide pixel by pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the row")]
fn columns(edges: &[DVec3; 3], per_x: [f64; 3], row: [f64; 3], left: u32, right: u32) -> (u32, u32) {
    let (mut from, mut to) = (f64::from(left), f64::from(right));
    for i in 0..3 {
        // The column whose centre is on the edge; one more on either side for its rounding.
        let on_edge = -row[i] * per_x[i] - 0.5;
        if edges[i].x > 0.0 {
            from = from.max(on_edge - 1.0);
        } else if edges[i].x < 0.0 {
            to = to.min(on_edge + 1.0);
        } else if row[i] < 0.0 {
            return (left, left);
        }
    }
    if from > to {
        return (left, left);
    }
    (from.floor() as u32, to.ceil() as u32 + 1)
}

fn is_solid(face: &FaceOnPixels, holes: &HolesOnPixels, at: DVec3) -> bool {
    let weights = [0, 1, 2].map(|i| face.edges[i].dot(at) * holes.factors[i]);
    holes.holes.is_solid(weights)
}
