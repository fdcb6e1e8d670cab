//! A name that is being typed in a row.

use crate::scene::ItemId;

/// A name that is being typed into a row of the outliner.
pub(in crate::app) struct Renaming {
    /// The item.
    pub(in crate::app) id: ItemId,
    /// The text so far.
    pub(in crate::app) text: String,
    /// Whether its row has not been laid out yet. egui can focus a field only after its layout, which may take some
    /// frames of scrolling.
    pub(in crate::app) is_new: bool,
}
