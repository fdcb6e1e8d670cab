//! All targets of a camera in one pass.

use super::canvas::{Canvas, TILE, TileTally};
use super::look_target::LookTarget;
use super::pieces::Piece;
use super::pixel_camera::{PixelCamera, PixelMap};
use super::seen::{Seen, WatchedPixel};
use crate::parallel;

/// What a camera sees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// One per target.
    pub seen: Vec<Seen>,
    /// The pixels at which the watched target is hit, row by row.
    pub watched: Vec<WatchedPixel>,
}

/// What a camera sees of all targets.
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
    look_watching(view, targets, None).seen
}

/// The same, with the pixels of one target.
pub fn look_watching(view: &PixelCamera, targets: &[LookTarget], watched: Option<usize>) -> Look {
    let map = PixelMap::of(view);
    let pieces = Piece::all(&map, view.mask, targets);
    let [columns, rows] = view.size.map(|size| size.div_ceil(TILE));
    let mut tiles: Vec<Vec<u32>> = vec![Vec::new(); columns as usize * rows as usize];
    for (i, piece) in (0_u32..).zip(&pieces) {
        let [left, top, right, bottom] = piece.rect.map(|pixel| u32::from(pixel) / TILE);
        for row in top..=bottom {
            for column in left..=right {
                tiles[(row * columns + column) as usize].push(i);
            }
        }
    }
    let watched_number = watched.and_then(|watched| u32::try_from(watched).ok());
    let tallies = parallel::map(tiles.len(), |i| {
        if tiles[i].is_empty() {
            return TileTally::default();
        }
        let tile = u32::try_from(i).unwrap_or(u32::MAX);
        let mut canvas = Canvas::new(&map, tile % columns, tile / columns);
        for &piece in &tiles[i] {
            canvas.sweep(&pieces[piece as usize]);
        }
        canvas.tally(watched_number)
    });
    added(targets.len(), tallies)
}

/// The tiles together.
fn added(count: usize, tallies: Vec<TileTally>) -> Look {
    let mut all = Look { seen: vec![Seen::default(); count], watched: Vec::new() };
    for tally in tallies {
        for count in &tally.counts {
            count.add_to(&mut all.seen[count.target as usize]);
        }
        for cover in &tally.covers {
            all.seen[cover.target as usize].covered_by.push((cover.by as usize, cover.pixels));
        }
        all.watched.extend(tally.watched);
    }
    for seen in &mut all.seen {
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
    all.watched.sort_unstable_by_key(|pixel| [pixel.at[1], pixel.at[0]]);
    all
}
