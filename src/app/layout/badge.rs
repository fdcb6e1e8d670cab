//! The counts on tabs.

use eframe::egui::Color32;

use crate::app::command::pane::Pane;

/// A count on a tab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) struct Badge {
    /// The count; it is not 0.
    pub count: usize,
    /// The colour of the count on a tab that is not open.
    pub color: Color32,
}

/// The badges of all panels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Badges(pub(super) Vec<(Pane, Badge)>);
