//! The contents of the panels, and their badges.

use eframe::egui::Ui;

use super::badge::{Badge, Badges};
use crate::app::command::pane::Pane;

/// The contents of the panels.
pub(in crate::app) trait Contents {
    /// The contents of one panel below its tab.
    fn ui(&mut self, pane: Pane, ui: &mut Ui);

    /// Whether the panel has content to show.
    fn is_needed(&self, pane: Pane) -> bool;

    /// The badge beside its title.
    fn badge(&mut self, pane: Pane, ui: &Ui) -> Option<Badge>;
}

impl Badges {
    pub(super) fn gather(ui: &Ui, contents: &mut dyn Contents) -> Self {
        Self(Pane::ALL.into_iter().filter_map(|pane| Some((pane, contents.badge(pane, ui)?))).collect())
    }

    pub(super) fn badge(&self, pane: Pane) -> Option<Badge> {
        self.0.iter().find(|(of, _)| *of == pane).map(|(_, badge)| *badge)
    }
}
