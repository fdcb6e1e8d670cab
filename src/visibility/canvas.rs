//! A tile of the picture: which target is nearest at each pixel, and which others are hit there.

use glam::DVec3;

use super::pieces::{FaceOnPixels, HolesOnPixels, Piece, PieceShape, RoundBody};
use super::pixel_camera::{EQUAL_DEPTH, PixelMap, centre};
use super::round;
use super::seen::{TileCount, TileCover, WatchedPixel};

/// Width and height of a tile in pixels.
pub(super) const TILE: u32 = 64;

/// No target.
const NONE: u32 = u32::MAX;

/// A tile while its pieces are swept.
pub(super) struct Canvas<'m> {
    map: &'m PixelMap,
    /// The first column and row, and the last ones.
    rect: [u32; 4],
    /// The depth of the nearest hit of each pixel.
    nearest: Vec<f64>,
    /// The target of that hit.
    owner: Vec<u32>,
    /// The last target that is hit at each pixel.
    stamp: Vec<u32>,
    /// The pixels at which a target is hit, target by target.
    hits: Vec<u32>,
    /// The targets that were swept, each with the end of its pixels in `hits`.
    swept: Vec<SweptTarget>,
}

#[derive(Clone, Copy)]
struct SweptTarget {
    target: u32,
    end: usize,
    has_holes: bool,
    shows_back: bool,
}

/// What a tile adds to the picture.
#[derive(Default)]
pub(super) struct TileTally {
    pub(super) counts: Vec<TileCount>,
    pub(super) covers: Vec<TileCover>,
    pub(super) watched: Vec<WatchedPixel>,
}

impl<'m> Canvas<'m> {
    /// An empty tile.
    pub(super) fn new(map: &'m PixelMap, column: u32, row: u32) -> Self {
        let first = [column * TILE, row * TILE];
        let end = [0, 1].map(|axis| (first[axis] + TILE).min(map.size[axis]) - 1);
        let pixels = (TILE * TILE) as usize;
        Self {
            map,
            rect: [first[0], first[1], end[0], end[1]],
            nearest: vec![f64::NEG_INFINITY; pixels],
            owner: vec![NONE; pixels],
            stamp: vec![NONE; pixels],
            hits: Vec::new(),
            swept: Vec::new(),
        }
    }

    /// Sweeps a piece. Pieces come in the order of their targets.
    pub(super) fn sweep(&mut self, piece: &Piece) {
        if self.swept.last().is_none_or(|last| last.target != piece.target) {
            let end = self.hits.len();
            self.swept.push(SweptTarget { target: piece.target, end, has_holes: false, shows_back: false });
        }
        let rect = piece.rect.map(u32::from);
        let [left, top] = [0, 1].map(|axis| rect[axis].max(self.rect[axis]));
        let [right, bottom] = [2, 3].map(|axis| rect[axis].min(self.rect[axis]));
        if left > right || top > bottom {
            return;
        }
        let rect = [left, top, right, bottom];
        match &piece.shape {
            PieceShape::Face(face) => self.face(piece.target, face, rect, |_, _| true),
            PieceShape::Holed(masked) => {
                let (face, holes) = &**masked;
                let mut has_holes = false;
                self.face(piece.target, face, rect, |face, at| {
                    let is_solid = is_solid(face, holes, at);
                    has_holes |= !is_solid;
                    is_solid
                });
                if let Some(last) = self.swept.last_mut() {
                    last.has_holes |= has_holes;
                }
            }
            PieceShape::Round(body) => self.round(piece.target, body, rect),
        }
        if let Some(last) = self.swept.last_mut() {
            last.end = self.hits.len();
        }
    }

    /// Sweeps a triangle over some pixels. `is_solid` is asked at a centre inside it.
    fn face(
        &mut self,
        target: u32,
        face: &FaceOnPixels,
        [left, top, right, bottom]: [u32; 4],
        mut is_solid: impl FnMut(&FaceOnPixels, DVec3) -> bool,
    ) {
        let (first, last) = (centre(left, top), centre(right, bottom));
        // An edge that has all centres of the rectangle on its outside.
        let is_outside = |edge: &DVec3| {
            let x = if edge.x > 0.0 { last.x } else { first.x };
            let y = if edge.y > 0.0 { last.y } else { first.y };
            edge.x * x + (edge.y * y + edge.z) < 0.0
        };
        if face.edges.iter().any(is_outside) {
            return;
        }
        for y in top..=bottom {
            let at_y = f64::from(y) + 0.5;
            let row = face.edges.map(|edge| edge.y * at_y + edge.z);
            let depth = face.depth.y * at_y + face.depth.z;
            let (from, to) = columns(&face.edges, row, left, right);
            let start = ((y - self.rect[1]) * TILE) as usize;
            let mut was_inside = false;
            for x in from..=to {
                let at_x = f64::from(x) + 0.5;
                let is_inside = face.edges[0].x * at_x + row[0] >= 0.0
                    && face.edges[1].x * at_x + row[1] >= 0.0
                    && face.edges[2].x * at_x + row[2] >= 0.0;
                if !is_inside {
                    if was_inside {
                        break;
                    }
                    continue;
                }
                was_inside = true;
                let depth = face.depth.x * at_x + depth;
                if self.map.is_between(depth) && is_solid(face, DVec3::new(at_x, at_y, 1.0)) {
                    self.hit(start + (x - self.rect[0]) as usize, target, depth);
                }
            }
        }
    }

    fn round(&mut self, target: u32, body: &RoundBody, [left, top, right, bottom]: [u32; 4]) {
        let local = body.local_from_world;
        let mut shows_back = false;
        for y in top..=bottom {
            for x in left..=right {
                let (origin, direction) = self.map.ray(centre(x, y));
                let line = (local.transform_point3(origin), local.transform_vector3(direction));
                let Some(inside) = round::inside(body.shape, line.0, line.1) else { continue };
                let depth = self.map.depth(origin + direction * inside.near);
                if self.map.is_between(depth) && inside.near >= -EQUAL_DEPTH {
                    self.hit(((y - self.rect[1]) * TILE + x - self.rect[0]) as usize, target, depth);
                } else if inside.near < 0.0 && inside.far >= 0.0 {
                    // It enters before the near plane and is inside behind it.
                    shows_back = true;
                }
            }
        }
        if let Some(last) = self.swept.last_mut() {
            last.shows_back |= shows_back;
        }
    }

    fn hit(&mut self, pixel: usize, target: u32, depth: f64) {
        if self.stamp[pixel] != target {
            self.stamp[pixel] = target;
            self.hits.push(u32::try_from(pixel).unwrap_or(u32::MAX));
        }
        let best = self.nearest[pixel];
        let is_nearer = match self.owner[pixel] {
            NONE => true,
            owner if owner == target => depth > best,
            _ => depth > best + best.abs() * EQUAL_DEPTH,
        };
        if is_nearer {
            (self.nearest[pixel], self.owner[pixel]) = (depth, target);
        }
    }

    /// What is seen. The pixels of the target `watched` are listed.
    pub(super) fn tally(&self, watched: Option<u32>) -> TileTally {
        let mut tally = TileTally::default();
        let (mut start, mut owners) = (0, Vec::new());
        for &SweptTarget { target, end, has_holes, shows_back } in &self.swept {
            let hits = &self.hits[start..end];
            start = end;
            if hits.is_empty() && !has_holes && !shows_back {
                continue;
            }
            let mut count = TileCount::of(target, has_holes, shows_back);
            owners.clear();
            for &pixel in hits {
                let owner = self.owner[pixel as usize];
                let at = [self.rect[0] + pixel % TILE, self.rect[1] + pixel / TILE];
                count.alone += 1;
                if owner == target {
                    count.add(at);
                } else {
                    owners.push(owner);
                }
                if watched == Some(target) {
                    tally.watched.push(WatchedPixel { at, covered_by: (owner != target).then_some(owner as usize) });
                }
            }
            owners.sort_unstable();
            for same in owners.chunk_by(|a, b| a == b) {
                tally.covers.push(TileCover { target, by: same[0], pixels: same.len() as u64 });
            }
            tally.counts.push(count);
        }
        tally
    }
}

/// The columns of a row in which a triangle may be. The edges decide pixel by pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the row")]
fn columns(edges: &[DVec3; 3], row: [f64; 3], left: u32, right: u32) -> (u32, u32) {
    /// A division takes as long as the test of some pixels.
    const SHORT: u32 = 8;
    if right - left < SHORT {
        return (left, right);
    }
    let (mut from, mut to) = (f64::from(left), f64::from(right));
    for (edge, at) in edges.iter().zip(row) {
        // The column whose centre is on the edge; one more on either side for its rounding.
        let on_edge = -at / edge.x - 0.5;
        if edge.x > 0.0 {
            from = from.max(on_edge - 1.0);
        } else if edge.x < 0.0 {
            to = to.min(on_edge + 1.0);
        }
    }
    if from > to {
        return (1, 0);
    }
    (from.floor() as u32, to.ceil() as u32)
}

fn is_solid(face: &FaceOnPixels, holes: &HolesOnPixels, at: DVec3) -> bool {
    let weights = [0, 1, 2].map(|i| face.edges[i].dot(at) * holes.factors[i]);
    holes.holes.is_solid(weights)
}
