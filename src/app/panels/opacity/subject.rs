//! The content of the canvas: an image, its cells and the rays that cross it.

use std::sync::Arc;

use super::comparison::ComparedMethods;
use super::show::Show;
use crate::import::image::Bitmap;
use crate::opacity::Grid;
use crate::world::ImageAt;

/// The contents of the view.
pub(super) struct OpacitySubject<'a> {
    pub(super) image: &'a ImageAt,
    pub(super) bitmap: &'a Arc<Bitmap>,
    pub(super) grid: &'a Grid,
    pub(super) show: Show,
    /// The comparison of the methods, when it is shown and computed.
    pub(super) compared: Option<&'a ComparedMethods>,
    pub(super) rays: &'a [RayPoint],
    /// The number of further rays that cross the image, which are not marked.
    pub(super) rays_left_out: usize,
}

/// The point where a ray crosses the image.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RayPoint {
    pub(super) name: Arc<str>,
    /// In pixels from the upper left corner.
    pub(super) at: [f32; 2],
    pub(super) cell: Option<[u32; 2]>,
    pub(super) is_hit: bool,
    /// Whether it is the selected ray.
    pub(super) is_querier: bool,
}
