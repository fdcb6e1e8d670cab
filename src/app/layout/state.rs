//! The layout of the panels as a value: which are open, closed, or shown instead of all others.

use eframe::egui::Rect;
use egui_tiles::{Container, Tile, Tree};

use super::arrangement::LayoutPart;
use crate::app::command::pane::Pane;

/// The layout changes of a scene, and the state before them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Featured {
    pub(super) pane: Pane,
    /// The tab that was open before.
    pub(super) front: Option<Pane>,
    pub(super) was_closed: bool,
    /// The share of the panel's part before and after the change, points.
    pub(super) raised: Option<[f32; 2]>,
}

/// The layout of the panels.
pub(in crate::app) struct Layout {
    pub(super) tree: Tree<Pane>,
    /// Closed panels. They keep their place in the tree.
    pub(super) closed: Vec<Pane>,
    pub(super) has_hints: bool,
    /// The layout changes of the open scene.
    pub(super) featured: Option<Featured>,
    /// Whether the tabs are below the 3D view, while the window is too small for three columns.
    pub(super) is_tall: bool,
    /// The arrangement to restore, while the window is too small for it.
    pub(super) wide: Option<LayoutPart>,
    /// The panel that is shown instead of all others.
    pub(super) filling: Option<Pane>,
    /// Whether the 3D view was asked for in a scene that has nothing to show in it.
    pub(super) wants_view: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tree: LayoutPart::default().tree(),
            closed: Vec::new(),
            has_hints: true,
            featured: None,
            wide: None,
            is_tall: false,
            filling: None,
            wants_view: false,
        }
    }
}

impl Layout {
    /// Opens a panel and brings it to the front.
    pub(in crate::app) fn reveal(&mut self, pane: Pane) {
        self.closed.retain(|closed| *closed != pane);
        self.filling.take_if(|filling| *filling != pane);
        self.wants_view |= pane == Pane::View;
        self.set_visible(pane, true);
        self.tree.make_active(|_, tile| matches!(tile, Tile::Pane(other) if *other == pane));
    }

    /// Shows a panel instead of all others, until another one is revealed; `None` shows all open panels again.
    pub(in crate::app) fn fill_with(&mut self, pane: Option<Pane>) {
        if let Some(pane) = pane {
            self.reveal(pane);
        }
        self.filling = pane;
    }

    /// Whether a panel is shown instead of all others.
    pub(in crate::app) fn is_filled_with(&self, pane: Pane) -> bool {
        self.filling == Some(pane)
    }

    /// Closes a panel if it can be closed.
    pub(in crate::app) fn close(&mut self, pane: Pane) {
        self.filling.take_if(|filling| *filling == pane);
        if pane.is_closable() && !self.closed.contains(&pane) {
            self.closed.push(pane);
            self.set_visible(pane, false);
        }
    }

    /// Whether a panel is visible: open, and the front tab of its group.
    pub(in crate::app) fn shows(&self, pane: Pane) -> bool {
        let Some(tile) = self.tree.tiles.find_pane(&pane).filter(|tile| self.tree.is_visible(*tile)) else {
            return false;
        };
        match self.tree.tiles.parent_of(tile).and_then(|tabs| self.tree.tiles.get_container(tabs)) {
            Some(Container::Tabs(tabs)) => tabs.next_active(&self.tree.tiles) == Some(tile),
            _ => true,
        }
    }

    /// Whether a panel is open.
    pub(in crate::app) fn is_open(&self, pane: Pane) -> bool {
        !self.closed.contains(&pane)
    }

    /// The place of the contents of a panel in the last frame; `None` if it is not visible.
    pub(in crate::app) fn place(&self, pane: Pane) -> Option<Rect> {
        self.tree.tiles.rect(self.tree.tiles.find_pane(&pane).filter(|_| self.shows(pane))?)
    }

    /// Whether the 3D view has been asked for in a scene that has nothing to show in it.
    pub(in crate::app) fn wants_view(&self) -> bool {
        self.wants_view
    }

    /// The panels in the order of the default arrangement, for menus.
    pub(in crate::app) fn panes_in_order() -> Vec<Pane> {
        LayoutPart::default().panes()
    }

    /// Whether the hints of panels are shown.
    pub(in crate::app) fn has_hints(&self) -> bool {
        self.has_hints
    }

    /// Shows the hints of panels, or hides them.
    pub(in crate::app) fn toggle_hints(&mut self) {
        self.has_hints = !self.has_hints;
    }

    /// Restores the default layout.
    pub(in crate::app) fn reset(&mut self) {
        *self = Self { has_hints: self.has_hints, ..Self::default() };
    }

    pub(super) fn set_visible(&mut self, pane: Pane, is_visible: bool) {
        if let Some(tile) = self.tree.tiles.find_pane(&pane) {
            self.tree.set_visible(tile, is_visible);
        }
    }
}
