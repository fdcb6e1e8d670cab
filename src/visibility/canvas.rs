//! A tile of the picture: which target is nearest at each pixel, and which others are hit there.

use glam::DVec3;

use super::batch::Batch;
use super::pieces::{FaceOnPixels, HolesOnPixels, Piece, PieceShape, RoundBody};
use super::pixel_camera::{EQUAL_DEPTH, PixelMap, centre};
use super::round;
use super::seen::{TileCount, TileCover, WatchedPixel};
use super::seen_picture::SeenPixel;
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
    /// The depth of the nearest hit is at least this at all pixels.
    floor: f64,
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
    /// It is hit at all pixels of the tile, so `hits` need not list them.
    is_full: bool,
    has_holes: bool,
    shows_back: bool,
}

impl CanvasPixel {
    /// A target is hit here at a depth. Whether that is its first hit here.
    #[inline]
    fn meet(&mut self, target: u32, depth: f64) -> bool {
        let is_first = self.stamp != target;
        self.stamp = target;
        let is_nearer = match self.owner {
            NONE => true,
            owner if owner == target => depth > self.depth,
            _ => depth > self.depth + self.depth.abs() * EQUAL_DEPTH,
        };
        if is_nearer {
            (self.depth, self.owner) = (depth, target);
        }
        is_first
    }
}

/// The pixels of a row of a tile that are inside a triangle.
struct Row {
    /// The first column, and the column after the last.
    from: u32,
    end: u32,
    /// The place of the first pixel of the row in the tile.
    start: u32,
    /// The centres of its pixels.
    at_y: f64,
    /// The depth of the triangle where x is 0.
    depth: f64,
}

impl Row {
    fn depth(&self, face: &FaceOnPixels, x: u32) -> f64 {
        face.depth.x * (f64::from(x) + 0.5) + self.depth
    }
}

/// The depth of a triangle at the centre of a pixel.
fn depth_at(face: &FaceOnPixels, at: &DVec3) -> f64 {
    face.depth.x * at.x + (face.depth.y * at.y + face.depth.z)
}

/// A pixel of a tile. A tile has 4096 pixels.
fn place_of(pixel: u32) -> u16 {
    u16::try_from(pixel).unwrap_or(u16::MAX)
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
        let (hits, swept) = (ChargedVec::new(budget), ChargedVec::new(budget));
        Ok(Self { map, rect, pixels, hits, swept, floor: f64::NEG_INFINITY })
    }

    /// Sweeps a piece. Pieces come in the order of their targets.
    pub(super) fn sweep(&mut self, batch: &Batch, piece: &Piece) -> Result<(), OverBudget> {
        if self.swept.last().is_none_or(|last| last.target != piece.target) {
            let end = self.hits.len();
            let (is_full, has_holes, shows_back) = (false, false, false);
            self.swept.push(SweptTarget { target: piece.target, end, is_full, has_holes, shows_back })?;
        }
        let rect = piece.rect.map(u32::from);
        let [left, top] = [0, 1].map(|axis| rect[axis].max(self.rect[axis]));
        let [right, bottom] = [2, 3].map(|axis| rect[axis].min(self.rect[axis]));
        if left > right || top > bottom {
            return Ok(());
        }
        let rect = [left, top, right, bottom];
        match &piece.shape {
            PieceShape::Face(face) if rect == self.rect && self.covers(face) => self.full_face(piece.target, face),
            PieceShape::Face(face) => {
                self.face(face, rect, |canvas, row| canvas.solid_row(piece.target, face, &row))?;
            }
            PieceShape::Holed(face, holes) => {
                let holes = &batch.holes[*holes as usize];
                let mut has_holes = false;
                self.face(face, rect, |canvas, row| {
                    for x in row.from..row.end {
                        let at = DVec3::new(f64::from(x) + 0.5, row.at_y, 1.0);
                        let depth = row.depth(face, x);
                        if canvas.map.is_between(depth) {
                            if is_solid(face, holes, at) {
                                canvas.hit(row.start + x - canvas.rect[0], piece.target, depth)?;
                            } else {
                                has_holes = true;
                            }
                        }
                    }
                    Ok(())
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

    /// Sweeps a triangle over some pixels. `sweep` gets the pixels of each row that are inside it.
    fn face(
        &mut self,
        face: &FaceOnPixels,
        [left, top, right, bottom]: [u32; 4],
        mut sweep: impl FnMut(&mut Self, Row) -> Result<(), OverBudget>,
    ) -> Result<(), OverBudget> {
        if right - left >= WIDE && face.edges.iter().any(|edge| is_beyond(edge, [left, top, right, bottom])) {
            return Ok(());
        }
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
            let depth = face.depth.y * at_y + face.depth.z;
            sweep(self, Row { from, end, start: (y - self.rect[1]) * TILE, at_y, depth })?;
        }
        Ok(())
    }

    /// Whether all pixels of the tile are inside a triangle, between the near and the far plane. The rounded value of an edge function or
    /// a depth grows or falls along rows and columns, so the corners of the tile decide.
    fn covers(&self, face: &FaceOnPixels) -> bool {
        self.corners().iter().all(|corner| {
            face.edges.iter().all(|edge| edge.x * corner.x + (edge.y * corner.y + edge.z) >= 0.0)
                && self.map.is_between(depth_at(face, corner))
        })
    }

    /// The centres of the pixels in the corners of the tile.
    fn corners(&self) -> [DVec3; 4] {
        let [left, top, right, bottom] = self.rect;
        [centre(left, top), centre(right, top), centre(left, bottom), centre(right, bottom)].map(|at| at.extend(1.0))
    }

    /// Sweeps a triangle that covers the tile. Nothing is left to do at the pixels when it is behind what they show.
    fn full_face(&mut self, target: u32, face: &FaceOnPixels) {
        if let Some(last) = self.swept.last_mut() {
            last.is_full = true;
        }
        let depths = self.corners().map(|corner| depth_at(face, &corner));
        let (least, most) = depths.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), d| (a.min(*d), b.max(*d)));
        if most <= self.floor {
            return;
        }
        let [left, top, right, bottom] = self.rect;
        for y in top..=bottom {
            let at_y = f64::from(y) + 0.5;
            let depth = face.depth.y * at_y + face.depth.z;
            let row = Row { from: left, end: right + 1, start: (y - top) * TILE, at_y, depth };
            let pixels = &mut self.pixels[row.start as usize..][..(right + 1 - left) as usize];
            for (at, x) in pixels.iter_mut().zip(left..) {
                at.meet(target, row.depth(face, x));
            }
        }
        // A hit that is not nearer has at most this depth more.
        self.floor = self.floor.max(least - 2.0 * least.abs() * EQUAL_DEPTH);
    }

    /// The pixels of a row in a triangle without holes.
    fn solid_row(&mut self, target: u32, face: &FaceOnPixels, row: &Row) -> Result<(), OverBudget> {
        if row.from >= row.end {
            return Ok(());
        }
        self.hits.reserve((row.end - row.from) as usize)?;
        let first = row.start + row.from - self.rect[0];
        let pixels = &mut self.pixels[first as usize..][..(row.end - row.from) as usize];
        for ((pixel, at), x) in (first..).zip(pixels).zip(row.from..) {
            let depth = row.depth(face, x);
            if self.map.is_between(depth) && at.meet(target, depth) {
                self.hits.push(place_of(pixel))?;
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
        if self.pixels[pixel as usize].meet(target, depth) {
            self.hits.push(place_of(pixel))?;
        }
        Ok(())
    }

    /// What is seen. The pixels of the target `watched` are listed.
    pub(super) fn tally(&self, watched: Option<u32>, budget: &Budget) -> Result<TileTally, OverBudget> {
        let mut tally = TileTally::empty(budget);
        let has_full = self.swept.iter().any(|swept| swept.is_full);
        let everywhere = if has_full { self.owners() } else { Vec::new() };
        let (mut start, mut owners) = (0, Vec::<(u32, u64)>::new());
        for &SweptTarget { target, end, is_full, has_holes, shows_back } in self.swept.iter() {
            let hits = &self.hits[start..end];
            start = end;
            if hits.is_empty() && !is_full && !has_holes && !shows_back {
                continue;
            }
            let mut count = TileCount::of(target, has_holes, shows_back);
            owners.clear();
            let mut add = |pixel: u32| {
                let owner = self.pixels[pixel as usize].owner;
                let at = [self.rect[0] + pixel % TILE, self.rect[1] + pixel / TILE];
                count.alone += 1;
                if owner == target {
                    count.add(at);
                } else {
                    add_owner(&mut owners, owner);
                }
                if watched == Some(target) {
                    // A picture has at most 65,535 columns and rows.
                    let at = at.map(|at| u16::try_from(at).unwrap_or(u16::MAX));
                    tally.watched.push(WatchedPixel { at, covered_by: (owner != target).then_some(owner) })?;
                }
                Ok(())
            };
            let is_seen = everywhere.iter().any(|(owner, _)| *owner == target);
            if is_full && !is_seen && watched != Some(target) {
                count.alone = everywhere.iter().map(|(_, pixels)| pixels).sum();
                owners.extend_from_slice(&everywhere);
            } else if is_full {
                self.places().try_for_each(add)?;
            } else {
                hits.iter().try_for_each(|pixel| add(u32::from(*pixel)))?;
            }
            for (by, pixels) in together(&mut owners) {
                tally.covers.push(TileCover { target, by, pixels })?;
            }
            tally.counts.push(count)?;
        }
        Ok(tally)
    }

    /// What its pixels show, row by row.
    pub(super) fn seen_pixels(&self, budget: &Budget) -> Result<ChargedVec<SeenPixel>, OverBudget> {
        let mut seen = ChargedVec::new(budget);
        for place in self.places() {
            let CanvasPixel { owner, depth, .. } = self.pixels[place as usize];
            seen.push(SeenPixel { target: (owner != NONE).then_some(owner), depth })?;
        }
        Ok(seen)
    }

    /// The places of all pixels of the tile.
    fn places(&self) -> impl Iterator<Item = u32> + use<> {
        let [left, top, right, bottom] = self.rect;
        (0..=bottom - top).flat_map(move |y| (0..=right - left).map(move |x| y * TILE + x))
    }

    /// The targets that the tile shows, each with the number of its pixels.
    fn owners(&self) -> Vec<(u32, u64)> {
        let mut owners = Vec::new();
        for pixel in self.places() {
            add_owner(&mut owners, self.pixels[pixel as usize].owner);
        }
        together(&mut owners).collect()
    }
}

/// Adds a pixel to the runs of pixels with one owner.
fn add_owner(owners: &mut Vec<(u32, u64)>, owner: u32) {
    match owners.last_mut() {
        Some((last, pixels)) if *last == owner => *pixels += 1,
        _ => owners.push((owner, 1)),
    }
}

/// One entry for each owner.
fn together(owners: &mut [(u32, u64)]) -> impl Iterator<Item = (u32, u64)> {
    owners.sort_unstable();
    owners.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|(_, pixels)| pixels).sum()))
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
