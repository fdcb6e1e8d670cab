//! Stores the layout between runs, in eframe's storage.

use eframe::Storage;
use serde::{Deserialize, Serialize};

use super::arrangement::LayoutPart;
use super::state::Layout;
use crate::app::command::pane::Pane;

/// The key in the storage.
const KEY: &str = "panels";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredLayout {
    arrangement: LayoutPart,
    closed: Vec<Pane>,
    has_hints: bool,
}

impl Layout {
    /// The layout of the last run, or the default if there is no valid one.
    pub(in crate::app) fn restored(storage: &dyn Storage) -> Self {
        let Some(stored) = eframe::get_value::<StoredLayout>(storage, KEY) else { return Self::default() };
        let Some(arrangement) = stored.arrangement.checked() else {
            return Self { has_hints: stored.has_hints, ..Self::default() };
        };
        let mut layout = Self { tree: arrangement.tree(), has_hints: stored.has_hints, ..Self::default() };
        for pane in stored.closed {
            layout.close(pane);
        }
        layout
    }

    /// Stores the user's arrangement for the next run.
    pub(in crate::app) fn store(&self, storage: &mut dyn Storage) {
        let Some((arrangement, closed)) = self.own() else { return };
        let stored = StoredLayout { arrangement, closed, has_hints: self.has_hints };
        eframe::set_value(storage, KEY, &stored);
    }
}
