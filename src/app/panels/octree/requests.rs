//! The input of the user in one frame.

use crate::octree::Cell;

/// The user's input in one frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Requests {
    pub(super) pointed: Option<Cell>,
    pub(super) clicked: Option<Cell>,
    /// An object to select.
    pub(super) object: Option<usize>,
}
