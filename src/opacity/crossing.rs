//! The point where a ray crosses the plane of an image, and pixels as places in space.

use glam::{Vec2, Vec3};

use super::layout::PixelRect;
use crate::geometry::ray::Cast;

/// [`Sheet::corners`] for an image of that centre, half size in metres and size in pixels.
pub(super) fn corners(centre: Vec3, half_size: Vec2, [width, height]: [u32; 2], rect: &PixelRect) -> [Vec3; 4] {
    let x = |pixels: u32| centre.x + half_size.x * (2.0 * pixels as f32 / width as f32 - 1.0);
    let y = |pixels: u32| centre.y - half_size.y * (2.0 * pixels as f32 / height as f32 - 1.0);
    let (left, right, top, bottom) = (x(rect.x.start), x(rect.x.end), y(rect.y.start), y(rect.y.end));
    [[left, top], [right, top], [right, bottom], [left, bottom]].map(|[x, y]| Vec3::new(x, y, centre.z))
}

/// The result of a ray against a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetCrossing {
    /// The hit, or the reason for none. Both ends of the interval are the t at which the line crosses the sheet.
    pub cast: Cast,
    /// The cell at the crossing; `None` if the line misses, or no cell covers the pixel.
    pub cell: Option<[u32; 2]>,
}

impl SheetCrossing {
    /// The result of a line that misses.
    pub const MISS: Self = Self { cast: Cast::MISS, cell: None };
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to what f32 can hold")]
pub(super) fn narrow(x: f64) -> f32 {
    // Adding 0 turns −0 into 0.
    (x.clamp(f32::MIN.into(), f32::MAX.into()) + 0.0) as f32
}
