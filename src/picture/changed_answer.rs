//! An answer that differs from that of another state.

use crate::world::Item;

/// An item of the world whose answer has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedAnswer {
    /// The item.
    pub item: Item,
    /// The change, such as `outside → intersect`. Empty for an item that is only outlined.
    pub words: String,
}
