//! The picture that a renderer draws for a camera, compared with the exact one pixel by pixel, and the causes of differences.

use glam::DVec3;

use crate::budget::{Budget, ChargedVec, OverBudget};
use crate::flicker::DepthBuffer;
use crate::visibility::{DrawnPicture, LookTarget, PixelCamera, SeenPicture, Visible, has_outline_near};

/// Depths that differ by at most so many steps of the depth buffer are equal: the buffer rounds both by up to a step, and the
/// renderer interpolates in `f32`.
const STEPS: f64 = 4.0;
/// Depths that differ by so many spacings of `f32` are equal too, because a renderer transforms corners in `f32`. In a float
/// buffer with reversed depth this is more than the steps.
const ROUNDINGS: f64 = 8.0;

/// An outline that passes within so many pixels of the centre of a pixel may be rounded to its other side: as far as the triangles of
/// round solids may be from their surfaces.
const REACH: f64 = 0.125;

/// Why a renderer draws another target at a pixel than the exact answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnCause {
    /// An edge of one of both passes near the centre of the pixel.
    Edge,
    /// The depths of both differ by less than the depth buffer of the camera distinguishes.
    Depth,
    /// One of both has holes there: a renderer filters the texture, the exact answer takes one texel.
    Holes,
    /// None of these.
    Unknown,
}

impl DrawnCause {
    /// All causes.
    pub const ALL: [Self; 4] = [Self::Edge, Self::Depth, Self::Holes, Self::Unknown];
}

/// A pixel at which both pictures differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnDifference {
    /// Column and row, from the upper left corner.
    pub at: [u32; 2],
    /// The target of the exact answer; `None` for the background.
    pub seen: Option<usize>,
    /// The target that is drawn; `None` for the background.
    pub drawn: Option<usize>,
    /// Why.
    pub cause: DrawnCause,
}

/// Both pictures of a camera.
#[derive(Debug)]
pub struct DrawnComparison {
    /// The drawn picture.
    pub drawn: DrawnPicture,
    /// The exact one.
    pub seen: SeenPicture,
    /// Where they differ, row by row.
    pub differences: ChargedVec<DrawnDifference>,
    /// The pixels of each target.
    pub counts: ChargedVec<DrawnCounts>,
}

/// The numbers of pixels of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnCounts {
    /// Those of the drawn picture.
    pub drawn: u64,
    /// Those of the exact one.
    pub seen: u64,
}

impl DrawnComparison {
    /// Compares both pictures, which have the same size. `depth_bits` are those of the camera.
    ///
    /// # Errors
    /// When the budget has no room for the differences.
    pub fn of(
        view: &PixelCamera,
        depth_bits: u32,
        targets: &[LookTarget],
        seen: SeenPicture,
        drawn: DrawnPicture,
        budget: &Budget,
    ) -> Result<Self, OverBudget> {
        let mut counts = ChargedVec::new(budget);
        counts.resize(targets.len(), DrawnCounts::default())?;
        let mut differences = ChargedVec::new(budget);
        let [width, height] = drawn.size;
        let judge = DrawnJudge {
            view,
            budget,
            buffer: DepthBuffer::of(&view.camera, depth_bits),
            view_from_world: view.camera.view_from_world(),
            targets,
            seen: &seen,
            drawn: &drawn,
        };
        let all = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        for (at, pixel) in all.zip(drawn.pixels.iter()) {
            let found = pixel.target().filter(|target| *target < targets.len());
            let exact = seen.target(at);
            if let Some(target) = found {
                counts[target].drawn += 1;
            }
            if let Some(target) = exact {
                counts[target].seen += 1;
            }
            if found != exact {
                let cause = judge.cause(at, exact, found, f64::from(pixel.depth))?;
                differences.push(DrawnDifference { at, seen: exact, drawn: found, cause })?;
            }
        }
        Ok(Self { drawn, seen, differences, counts })
    }

    /// The number of differing pixels with a cause.
    pub fn count(&self, cause: DrawnCause) -> usize {
        self.differences.iter().filter(|difference| difference.cause == cause).count()
    }
}

/// Finds causes.
struct DrawnJudge<'a, 't> {
    view: &'a PixelCamera,
    budget: &'a Budget,
    buffer: DepthBuffer,
    view_from_world: glam::DMat4,
    targets: &'a [LookTarget<'t>],
    seen: &'a SeenPicture,
    drawn: &'a DrawnPicture,
}

impl DrawnJudge<'_, '_> {
    fn cause(
        &self,
        at: [u32; 2],
        exact: Option<usize>,
        drawn: Option<usize>,
        depth: f64,
    ) -> Result<DrawnCause, OverBudget> {
        if self.is_beside(at, drawn) {
            return Ok(DrawnCause::Edge);
        }
        let seen_at = exact.and_then(|_| self.seen.point(at));
        if let (Some(point), Some(_)) = (seen_at, drawn)
            && self.is_equal(point, depth)
        {
            return Ok(DrawnCause::Depth);
        }
        // A target that is drawn at a single pixel has no neighbour in the exact picture.
        if self.is_drawn_beside(at, exact) {
            return Ok(DrawnCause::Edge);
        }
        let both = || [exact, drawn].into_iter().flatten().map(|target| &self.targets[target]);
        if both().any(|target| has_holes(&target.what)) {
            return Ok(DrawnCause::Holes);
        }
        // Among many small targets, both may be at a single pixel.
        for target in both() {
            if has_outline_near(self.view, target, at, REACH, self.budget)? {
                return Ok(DrawnCause::Edge);
            }
        }
        Ok(DrawnCause::Unknown)
    }

    /// Whether the exact picture has a target at one of the eight pixels around one.
    fn is_beside(&self, at: [u32; 2], target: Option<usize>) -> bool {
        around(at, self.seen.size()).any(|at| self.seen.target(at) == target)
    }

    /// The same of the drawn picture.
    fn is_drawn_beside(&self, at: [u32; 2], target: Option<usize>) -> bool {
        let width = self.drawn.size[0] as usize;
        let drawn = |[x, y]: [u32; 2]| self.drawn.pixels[y as usize * width + x as usize].target();
        around(at, self.drawn.size).any(|at| drawn(at) == target)
    }

    /// Whether the depth buffer cannot distinguish a place from a depth that was drawn.
    fn is_equal(&self, point: DVec3, depth: f64) -> bool {
        let exact = self.buffer.depth(self.view_from_world.transform_point3(point));
        let step = self.buffer.step(exact).max(self.buffer.step(depth));
        let rounding = ROUNDINGS * f64::from(f32::EPSILON) * exact.abs().max(depth.abs());
        (exact - depth).abs() <= STEPS * step + rounding
    }
}

/// A pixel and the eight around it, in a picture of a size.
fn around([x, y]: [u32; 2], [width, height]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    let range = |at: u32, end: u32| at.saturating_sub(1)..=(at + 1).min(end - 1);
    range(y, height).flat_map(move |row| range(x, width).map(move |column| [column, row]))
}

/// Whether a target has holes where its alpha is under a cutoff.
fn has_holes(what: &Visible) -> bool {
    match what {
        Visible::Body { shape, .. } => shape
            .faces()
            .and_then(|mesh| mesh.origin().surface())
            .is_some_and(|surface| surface.parts.iter().any(|part| part.material.has_holes())),
        Visible::Sheet(_) => true,
        Visible::Nothing => false,
    }
}
