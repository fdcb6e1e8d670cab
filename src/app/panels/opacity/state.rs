//! The state of the panel between frames.

use super::canvas::OpacityCanvas;
use super::comparison::GridComparison;
use super::compute::Compute;
use super::histogram::Bars;
use super::show::Show;
use crate::scene::ItemId;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct OpacityPanel {
    /// The image that was shown last.
    pub(super) image: Option<ItemId>,
    pub(super) canvas: OpacityCanvas,
    pub(super) show: Show,
    pub(super) bars: Bars,
    pub(super) comparison: GridComparison,
    pub(super) compute: Compute,
}
