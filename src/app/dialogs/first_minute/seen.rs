//! Whether the overlay was closed, between runs.

use eframe::egui::{Context, Id};

use crate::app::kit::persistent;
use crate::app::kit::persistent::StoredValue;

/// Whether the overlay was closed stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<bool>(ctx, seen())
}

/// The id for storing that the overlay was closed.
pub(super) fn seen() -> Id {
    Id::unique("first minute was seen")
}
