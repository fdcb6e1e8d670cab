//! The state of the outliner between frames.

use std::collections::BTreeMap;

use super::of_model::Summaries;
use super::order::{Folds, RowOrder};
use super::rows::{OutlinerRow, OutlinerRows};
use super::swatch::Swatch;
use super::tree::PartGroup;
use crate::scene::ItemId;

/// The outliner's state between frames.
#[derive(Default)]
pub(in crate::app) struct Outliner {
    pub(super) search: String,
    pub(super) rows: OutlinerRows,
    pub(super) folds: Folds,
    pub(super) order: RowOrder,
    pub(super) summaries: Summaries,
    pub(super) states: States,
    /// The row of a group, or of a part below a material, that was chosen last, for this number of selections and of
    /// updates of the rows.
    pub(super) chosen: Option<(OutlinerRow, [u64; 2])>,
    /// The row that was selected in the last frame: a new selection is scrolled into view.
    pub(super) selected: Option<OutlinerRow>,
    /// The item that Ctrl and the arrow keys have reached.
    pub(super) cursor: Option<MarkedItem>,
    /// Whether the next frame scrolls to the cursor.
    pub(super) follows_cursor: bool,
    /// The item from which Shift and the arrow keys extend the selection.
    pub(super) anchor: Option<MarkedItem>,
}

/// What is known about the groups of the visible rows, until the selection, the hidden items, the world or the rows change.
#[derive(Default)]
pub(super) struct States {
    pub(super) made_for: Option<[u64; 4]>,
    pub(super) known: BTreeMap<PartGroup, GroupState>,
}

/// What is known about a group.
#[derive(Clone)]
pub(super) struct GroupState {
    /// Whether all its parts are hidden.
    pub(super) is_hidden: bool,
    /// Whether a click on the group would select what is selected already.
    pub(super) is_selected: bool,
    pub(super) swatch: Option<Swatch>,
}

/// An item that keys have marked, valid until the next selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkedItem {
    pub(super) id: ItemId,
    pub(super) selection_count: u64,
}
