//! What is seen of a target, and how the tiles of a picture add up to it.

/// What is seen of a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The pixels at which it is hit first.
    pub pixels: u64,
    /// The pixels that it would have alone.
    pub alone: u64,
    /// Left, top, width and height of the pixels at which it is hit first; `None` without any.
    pub rect: Option<[u32; 4]>,
    /// The targets that have its other pixels, each with their number, most pixels first, then in the order of targets.
    pub covered_by: Vec<(usize, u64)>,
    /// Whether a line of sight passes it where its alpha is under a cutoff.
    pub has_holes: bool,
    /// Whether a line of sight is inside it behind the near plane, and enters it before that plane.
    pub shows_back: bool,
}

impl Seen {
    /// The share of its own pixels at which it is hit first, 0 to 1; `None` when it would have none.
    pub fn share(&self) -> Option<f64> {
        (self.alone > 0).then(|| self.pixels as f64 / self.alone as f64)
    }

    /// The share of its own pixels that each of the others has, in the order of [`Seen::covered_by`].
    pub fn covers(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.covered_by.iter().map(|(by, pixels)| (*by, *pixels as f64 / self.alone.max(1) as f64))
    }
}

/// A pixel of the target that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedPixel {
    /// Column and row.
    pub at: [u16; 2],
    /// The target that is hit first there; `None` for the watched one itself.
    pub covered_by: Option<u32>,
}

/// The pixels of a target in a tile.
pub(super) struct TileCount {
    pub(super) target: u32,
    pub(super) pixels: u64,
    pub(super) alone: u64,
    pub(super) has_holes: bool,
    pub(super) shows_back: bool,
    least: [u32; 2],
    most: [u32; 2],
}

impl TileCount {
    pub(super) fn of(target: u32, has_holes: bool, shows_back: bool) -> Self {
        Self { target, pixels: 0, alone: 0, has_holes, shows_back, least: [u32::MAX; 2], most: [0; 2] }
    }

    /// Counts a pixel at which it is hit first.
    pub(super) fn add(&mut self, at: [u32; 2]) {
        self.pixels += 1;
        self.least = [self.least[0].min(at[0]), self.least[1].min(at[1])];
        self.most = [self.most[0].max(at[0]), self.most[1].max(at[1])];
    }

    /// Adds them to those of other tiles.
    pub(super) fn add_to(&self, seen: &mut Seen) {
        seen.pixels += self.pixels;
        seen.alone += self.alone;
        seen.has_holes |= self.has_holes;
        seen.shows_back |= self.shows_back;
        if self.pixels > 0 {
            let [x, y, width, height] = seen.rect.unwrap_or([self.least[0], self.least[1], 0, 0]);
            let least = [x.min(self.least[0]), y.min(self.least[1])];
            let end = [(x + width).max(self.most[0] + 1), (y + height).max(self.most[1] + 1)];
            seen.rect = Some([least[0], least[1], end[0] - least[0], end[1] - least[1]]);
        }
    }
}

/// The pixels of a target in a tile that another one has.
pub(super) struct TileCover {
    pub(super) target: u32,
    pub(super) by: u32,
    pub(super) pixels: u64,
}
