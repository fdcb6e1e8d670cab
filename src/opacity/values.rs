//! The values of each step of an opacity query, as the query used them. The words and marks of a step are made from them
//! alone (`steps.rs`, `cast_steps.rs`).

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::layout::{CellAxis, CellLayout, PixelRect};
use crate::geometry::Step;

/// The values of one step of an opacity query. [`Self::of`] reads them from the step. The answer of a ray carries
/// [`crate::geometry::ray::values::Answer`] instead.
#[derive(Clone, Debug, PartialEq)]
pub enum OpacityValues {
    /// The division of one axis.
    Axis {
        /// 0 for columns, 1 for rows.
        axis: usize,
        /// The division.
        cut: CellAxis,
    },
    /// The pixels that no cell covers.
    LeftOut(CellLayout),
    /// The mean of a cell.
    Mean(Mean),
    /// The comparison of a cell's mean with the threshold.
    Threshold {
        /// Column and row of the cell.
        cell: [u32; 2],
        /// The mean.
        mean: f64,
        /// The threshold.
        threshold: f64,
        /// Whether the mean is at least the threshold.
        is_solid: bool,
    },
    /// A ray that is parallel to the plane of the image.
    Parallel {
        /// The ray and the image.
        place: SheetPlace,
    },
    /// The crossing of a line and the plane of the image.
    Plane(PlaneCrossing),
    /// The pixel at the crossing, and its cell.
    Pixel(Pixel),
}

/// The mean of a cell: `sum / (opaque · pixels)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    /// Column and row of the cell.
    pub cell: [u32; 2],
    /// Its pixels.
    pub rect: PixelRect,
    /// The sum of their alpha.
    pub sum: u64,
    /// The alpha of an opaque pixel.
    pub opaque: u16,
    /// Whether the image has an alpha channel.
    pub has_alpha: bool,
    /// The mean, 0 to 1.
    pub mean: f64,
}

/// A ray, and an image in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetPlace {
    /// The start of the ray.
    pub origin: Vec3,
    /// Its direction.
    pub direction: Vec3,
    /// The centre of the image.
    pub centre: Vec3,
    /// Half its width and half its height.
    pub half_size: Vec2,
}

/// Where a line crosses the plane of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneCrossing {
    /// The ray and the image.
    pub place: SheetPlace,
    /// The ray's parameter at the crossing.
    pub t: f64,
    /// The crossing.
    pub at: DVec3,
    /// Its distance from the left and from the top, as fractions of width and height: u and v.
    pub share: DVec2,
    /// Whether both are from 0 to 1.
    pub is_on_sheet: bool,
}

/// The pixel at a crossing.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixel {
    /// The ray and the image.
    pub place: SheetPlace,
    /// The distance of the crossing from the left and from the top, as fractions of width and height: u and v.
    pub share: DVec2,
    /// Width and height of the image in pixels.
    pub size: [u32; 2],
    /// Column and row of the pixel.
    pub pixel: [u32; 2],
    /// Column and row of the cell that covers it, and the pixels of that cell. `None` if no cell covers it.
    pub cell: Option<([u32; 2], PixelRect)>,
}

impl OpacityValues {
    /// The values of a step, when it is a step of an opacity query that has values of its own.
    pub fn of(step: &Step) -> Option<&Self> {
        step.other_values()
    }
}

impl Pixel {
    /// u and v, times the number of pixels: what is rounded down to the pixel.
    pub fn in_pixels(&self) -> DVec2 {
        self.share * DVec2::from_array(self.size.map(f64::from))
    }
}
