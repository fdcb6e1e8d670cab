//! All targets of a camera in one pass.

use std::sync::OnceLock;

use super::batch::{Batch, Stretch};
use super::canvas::{Canvas, TileTally};
use super::look_target::LookTarget;
use super::pixel_camera::{PixelCamera, PixelMap};
use super::seen::{Seen, WatchedPixel};
use super::seen_picture::SeenPicture;
use super::tiles::Tiles;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::parallel;

/// What a camera sees.
#[derive(Debug)]
pub struct Look {
    /// One per target.
    pub seen: Vec<Seen>,
    /// The pixels at which the watched target is hit, row by row.
    pub watched: Vec<WatchedPixel>,
    /// What both lists pay.
    pub memory: Reservation,
}

/// What a camera sees of all targets, without a limit of memory.
///
/// ```
/// use eyeline::geometry::camera::{Camera, DepthRange, Projection};
/// use eyeline::geometry::frustum::Frustum;
/// use eyeline::geometry::{Aabb, Pose, Shape};
/// use eyeline::visibility::{LookTarget, PixelCamera, Visible, look};
/// use glam::{DQuat, Quat, Vec3};
///
/// // Orthographic: a pixel is 1 cm wide.
/// let camera = Camera {
///     position: Vec3::ZERO,
///     rotation: DQuat::IDENTITY,
///     projection: Projection::Orthographic { height: 4.0, aspect: 1.0 },
///     near: 0.0,
///     far: 10.0,
///     depth: DepthRange::MinusOneToOne,
/// };
/// let view = PixelCamera { camera, frustum: Frustum::of(&camera), size: [400, 400], mask: u64::MAX };
/// let shape = Shape::Box { half_extents: Vec3::splat(0.5) };
/// let poses = [Vec3::new(0.0, 0.0, -5.0), Vec3::new(0.5, 0.0, -3.0)]
///     .map(|position| Pose::new(position, Quat::IDENTITY, Vec3::ONE).unwrap());
/// let targets = poses.each_ref().map(|pose| {
///     let bounds = Aabb::of(&shape, pose);
///     LookTarget { what: Visible::Body { shape: &shape, pose }, layers: 1, bounds, view_box: bounds }
/// });
/// let seen = look(&view, &targets);
/// assert_eq!((seen[0].pixels, seen[0].alone, seen[0].share()), (5000, 10_000, Some(0.5)));
/// assert_eq!(seen[0].rect, Some([150, 150, 50, 100]));
/// assert_eq!(seen[0].covered_by, [(1, 5000)]);
/// assert_eq!(seen[1].share(), Some(1.0));
/// ```
pub fn look(view: &PixelCamera, targets: &[LookTarget]) -> Vec<Seen> {
    // The budget has more than the addresses of a process.
    look_watching(view, targets, None, &Budget::new(u64::MAX)).map(|look| look.seen).unwrap_or_default()
}

/// The same within a budget, with the pixels of one target.
///
/// # Errors
/// When the budget has no room for the triangles in the picture, or for what is hit in a tile of it.
pub fn look_watching(
    view: &PixelCamera,
    targets: &[LookTarget],
    watched: Option<usize>,
    budget: &Budget,
) -> Result<Look, OverBudget> {
    let pass = Pass { map: PixelMap::of(view), mask: view.mask, targets, watched, budget };
    // One tile at a time needs less memory than several. Where even that does not fit, the error is the same on every machine.
    pass.run(true).or_else(|_| pass.run(false))
}

/// The target that each pixel of a camera's picture shows, with its depth.
///
/// # Errors
/// As [`look_watching`], and when the budget has no room for the picture.
pub fn seen_picture(view: &PixelCamera, targets: &[LookTarget], budget: &Budget) -> Result<SeenPicture, OverBudget> {
    let pass = Pass { map: PixelMap::of(view), mask: view.mask, targets, watched: None, budget };
    let tiles = |on_all_threads| pass.tiles(on_all_threads, |canvas| canvas.seen_pixels(budget));
    SeenPicture::of_tiles(&pass.map, &tiles(true).or_else(|_| tiles(false))?, budget)
}

/// Whether the outline of a target passes near the centre of a pixel: of 3 × 3 points around it, `reach` pixels apart, some are on
/// the target and some are not. Other targets do not count.
///
/// # Errors
/// As [`look_watching`].
pub(crate) fn has_outline_near(
    view: &PixelCamera,
    target: &LookTarget,
    at: [u32; 2],
    reach: f64,
    budget: &Budget,
) -> Result<bool, OverBudget> {
    let map = PixelMap::of(view).around(at, reach);
    let pass = Pass { map, mask: u64::MAX, targets: std::slice::from_ref(target), watched: None, budget };
    let alone = pass.run(true)?.seen[0].alone;
    Ok(alone > 0 && alone < 9)
}

/// What a pass computes.
struct Pass<'a, 't> {
    map: PixelMap,
    mask: u64,
    targets: &'a [LookTarget<'t>],
    watched: Option<usize>,
    budget: &'a Budget,
}

impl<'t> Pass<'_, 't> {
    fn run(&self, on_all_threads: bool) -> Result<Look, OverBudget> {
        let watched = self.watched.and_then(|watched| u32::try_from(watched).ok());
        let tally = |canvas: &Canvas| canvas.tally(watched, self.budget);
        let tallies = self.tiles(on_all_threads, tally)?;
        self.added(&tallies.into_iter().flatten().collect::<Vec<_>>())
    }

    /// What `take` makes of each tile, row by row; `None` for a tile without a piece.
    fn tiles<T: Send>(
        &self,
        on_all_threads: bool,
        take: impl Fn(&Canvas) -> Result<T, OverBudget> + Sync,
    ) -> Result<Vec<Option<T>>, OverBudget> {
        let stretches = Stretch::all(self.targets);
        let batch = |i: usize| Batch::of(&self.map, self.mask, self.targets, &stretches[i], self.budget);
        let batches = each(stretches.len(), on_all_threads, batch)?;
        let tiles = Tiles::of(self.map.size);
        each(tiles.count(), on_all_threads, |tile| self.tile(&batches, &tiles, tile)?.as_ref().map(&take).transpose())
    }

    /// A tile with its pieces; `None` without any.
    fn tile(&self, batches: &[Batch<'t>], tiles: &Tiles, tile: usize) -> Result<Option<Canvas<'_>>, OverBudget> {
        if batches.iter().all(|batch| batch.of_tile(tile).is_empty()) {
            return Ok(None);
        }
        let mut canvas = Canvas::new(&self.map, tiles.pixels(tile), self.budget)?;
        for batch in batches {
            for &piece in batch.of_tile(tile) {
                canvas.sweep(batch, &batch.pieces[piece as usize])?;
            }
        }
        Ok(Some(canvas))
    }

    /// The tiles together.
    fn added(&self, tallies: &[TileTally]) -> Result<Look, OverBudget> {
        let mut memory = self.budget.take_many(self.targets.len(), size_of::<Seen>())?;
        let covers: usize = tallies.iter().map(|tally| tally.covers.len()).sum();
        let pixels: usize = tallies.iter().map(|tally| tally.watched.len()).sum();
        // A list that grows has up to twice its length, and at least four places.
        let listed = (2 * covers + 4 * self.targets.len().min(covers)) as u64 * size_of::<(usize, u64)>() as u64;
        memory.grow(listed + (pixels * size_of::<WatchedPixel>()) as u64)?;
        let mut seen = vec![Seen::default(); self.targets.len()];
        let mut watched = Vec::with_capacity(pixels);
        for tally in tallies {
            for count in tally.counts.iter() {
                count.add_to(&mut seen[count.target as usize]);
            }
            for cover in tally.covers.iter() {
                seen[cover.target as usize].covered_by.push((cover.by as usize, cover.pixels));
            }
            watched.extend_from_slice(&tally.watched);
        }
        for seen in &mut seen {
            let covers = &mut seen.covered_by;
            covers.sort_unstable_by_key(|(by, _)| *by);
            covers.dedup_by(|next, first| {
                let is_same = next.0 == first.0;
                if is_same {
                    first.1 += next.1;
                }
                is_same
            });
            covers.sort_by_key(|(_, pixels)| std::cmp::Reverse(*pixels));
        }
        watched.sort_unstable_by_key(|pixel| [pixel.at[1], pixel.at[0]]);
        let listed: usize = seen.iter().map(|seen| seen.covered_by.capacity() * size_of::<(usize, u64)>()).sum();
        let bytes = seen.len() * size_of::<Seen>() + listed + watched.len() * size_of::<WatchedPixel>();
        memory.shrink_to(bytes as u64);
        Ok(Look { seen, watched, memory })
    }
}

/// The results of `make` for every index below `count`, or an error of them. After an error, the others are not made.
fn each<T: Send>(
    count: usize,
    on_all_threads: bool,
    make: impl Fn(usize) -> Result<T, OverBudget> + Sync,
) -> Result<Vec<T>, OverBudget> {
    if !on_all_threads {
        return (0..count).map(make).collect();
    }
    let first_error = OnceLock::new();
    let results = parallel::map(count, |i| {
        if first_error.get().is_some() {
            return None;
        }
        make(i).map_err(|over| *first_error.get_or_init(|| over)).ok()
    });
    match first_error.into_inner() {
        Some(over) => Err(over),
        None => Ok(results.into_iter().flatten().collect()),
    }
}
