//! The memory that depth tests take: for the depth buffer, and for the triangles of bodies.

use super::fattened;
use super::queries::DepthTest;
use super::surface::triangle_count;
use super::view::DepthView;
use crate::geometry::exact::body::{ExactBody, bounds_of};

/// The greatest distance between a round solid and its triangles when they are drawn, in pixels.
pub const SAG: f64 = 0.125;

/// Bytes of a triangle in a buffer: three corners of three numbers.
pub const TRIANGLE: u64 = 36;

/// A triangle exists in three copies during the upload: as corners, as bytes and in the buffer.
const COPIES: u64 = 3;

/// Bytes of a depth buffer, four for each pixel.
pub fn of_buffer(resolution: u32) -> u64 {
    let side = u64::from(resolution);
    side.saturating_mul(side).saturating_mul(4)
}

/// Bytes for the triangles of a body during the upload. `sag` in metres.
pub fn of_body(bodies: &[ExactBody], sag: f64, fatten: bool) -> u64 {
    let each = if fatten { fattened::EACH } else { 1 };
    triangle_count(bodies, sag).saturating_mul(each * COPIES * TRIANGLE)
}

/// The sag of a body in a view, in metres.
pub fn sag_in(view: &DepthView, bodies: &[ExactBody]) -> f64 {
    let [min, max] = bounds_of(bodies);
    SAG * view.pixel_size((min + max) * 0.5)
}

/// Bytes for a test alone.
pub(super) fn of_test(test: &DepthTest) -> u64 {
    let of = |bodies| of_body(bodies, sag_in(test.view, bodies), test.fatten);
    of_buffer(test.view.resolution).saturating_add(of(test.front)).saturating_add(of(test.back))
}
