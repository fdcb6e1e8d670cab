//! The layout of the panels: the user moves and closes them, and it is stored between runs.
//!
//! ```text
//! arrangement  their places as a value: the default, and the stored one
//! fit          their sizes
//! badge        the counts on tabs
//! bars         the look of tabs and borders
//! scroll       the scrolling of tabs in a bar that is too narrow for them
//! drop         where a dragged panel is placed
//! featured     the panel that a scene is about
//! compact      one column of tabs, in a window too small for more
//! stored       storage between runs
//! ```
//!
//! `egui_tiles` moves and draws the tabs and borders. Contents are drawn before it, in the order of [`Pane::ALL`]
//! rather than of their places, so that a change in one panel is visible in all others in the same frame.
//!
//! It is a folder of its own, because dialogs, commands and the shell use it. It uses `kit` and `command`.

mod arrangement;
mod badge;
mod bars;
mod compact;
mod drop;
mod featured;
mod fit;
mod scroll;
mod stored;

use eframe::egui::emath::GuiRounding as _;
use eframe::egui::{Id, Rect, ScrollArea, Sense, Ui, UiBuilder, accesskit, vec2};
use egui_tiles::{Container, Tile, Tree};

use crate::app::command::pane::Pane;
use arrangement::{LayoutPart, SHAPE};
pub(in crate::app) use badge::Badge;
use badge::Badges;
use bars::Bars;
use fit::{BAR, PanelPlace};

/// Height of a hint that does not fit into its tab bar, points.
const HINT: f32 = 16.0;

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
    fn gather(ui: &Ui, contents: &mut dyn Contents) -> Self {
        Self(Pane::ALL.into_iter().filter_map(|pane| Some((pane, contents.badge(pane, ui)?))).collect())
    }

    fn badge(&self, pane: Pane) -> Option<Badge> {
        self.0.iter().find(|(of, _)| *of == pane).map(|(_, badge)| *badge)
    }
}

/// The layout changes of a scene, and the state before them.
#[derive(Clone, Debug, PartialEq)]
struct Featured {
    pane: Pane,
    /// The tab that was open before.
    front: Option<Pane>,
    was_closed: bool,
    /// The share of the panel's part before and after the change, points.
    raised: Option<[f32; 2]>,
}

/// The layout of the panels.
pub(in crate::app) struct Layout {
    tree: Tree<Pane>,
    /// Closed panels. They keep their place in the tree.
    closed: Vec<Pane>,
    has_hints: bool,
    /// The layout changes of the open scene.
    featured: Option<Featured>,
    /// The arrangement to restore, while the window is too small for it.
    wide: Option<LayoutPart>,
    /// The panel that is shown instead of all others.
    filling: Option<Pane>,
    /// Whether the 3D view was asked for in a scene that has nothing to show in it.
    wants_view: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tree: LayoutPart::default().tree(),
            closed: Vec::new(),
            has_hints: true,
            featured: None,
            wide: None,
            filling: None,
            wants_view: false,
        }
    }
}

impl Layout {
    /// Shows all panels in the remaining area.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, contents: &mut dyn Contents) {
        let area = ui.available_rect_before_wrap();
        self.suit(area.size());
        self.filling.take_if(|pane| !contents.is_needed(*pane));
        for pane in Pane::ALL {
            let is_needed = contents.is_needed(pane) || (pane == Pane::View && self.wants_view);
            let is_shown = self.filling.map_or(!self.closed.contains(&pane), |filling| filling == pane);
            self.set_visible(pane, is_shown && is_needed);
        }
        self.tree.simplify(&SHAPE);
        let gap = 1.0_f32.round_to_pixels(ui.pixels_per_point()).max(1.0 / ui.pixels_per_point());
        let places = fit::fit(&mut self.tree, area, gap);
        let with_hint = self.with_hint_in_bar(ui, &places);
        ui.painter().rect_filled(area, 0.0, ui.visuals().panel_fill);
        for pane in Pane::ALL {
            if let Some(place) = places.iter().find(|place| place.pane == pane) {
                self.show(ui, place, with_hint.contains(&pane), contents);
            }
        }
        // Contents that were drawn in this frame may have changed the counts.
        let badges = Badges::gather(ui, contents);
        let mut bars = Bars::new(&badges, &with_hint, gap);
        let dragged = self.tree.dragged_id(ui.ctx());
        self.tree.ui(&mut bars, ui);
        let Bars { closed, is_resized, is_dropped, .. } = bars;
        if is_resized {
            fit::settle(&mut self.tree);
            self.note_resize(&places);
        }
        if let Some(dropped) = dragged.filter(|_| is_dropped) {
            drop::keep_beside_tabs(&mut self.tree, dropped);
        }
        if let Some(pane) = closed {
            self.close(pane);
            ui.ctx().request_repaint();
        }
    }

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

    fn set_visible(&mut self, pane: Pane, is_visible: bool) {
        if let Some(tile) = self.tree.tiles.find_pane(&pane) {
            self.tree.set_visible(tile, is_visible);
        }
    }

    /// The panels whose hint fits beside their tabs.
    fn with_hint_in_bar(&self, ui: &Ui, places: &[PanelPlace]) -> Vec<Pane> {
        let tiles = &self.tree.tiles;
        let fits = |place: &&PanelPlace| {
            let Some(Container::Tabs(tabs)) = tiles.get_container(place.tabs) else { return false };
            let shown = tabs.children.iter().filter(|tab| tiles.is_visible(**tab));
            let panes: Vec<Pane> = shown.filter_map(|tab| tiles.get_pane(tab)).copied().collect();
            bars::has_room_for_hint(ui, &panes, place.pane, place.rect.width())
        };
        places.iter().filter(|_| self.has_hints).filter(fits).map(|place| place.pane).collect()
    }

    /// One panel below its tab bar.
    fn show(&self, ui: &mut Ui, place: &PanelPlace, is_hint_in_bar: bool, contents: &mut dyn Contents) {
        let pane = place.pane;
        // Rounded to whole pixels, so that the 3D view is sharp.
        let mut rect = place.rect.round_to_pixels(ui.pixels_per_point());
        rect.min.y = (place.rect.min.y + BAR).round_to_pixels(ui.pixels_per_point()).min(rect.max.y);
        let clip = rect.intersect(ui.clip_rect());
        if self.has_hints && !is_hint_in_bar {
            let line = Rect::from_min_size(rect.min + vec2(9.0, -1.0), vec2(rect.width() - 13.0, HINT));
            bars::hint(ui, pane, line);
            rect.min.y = (rect.min.y + HINT).min(rect.max.y);
        }
        let inner = rect - pane.margin();
        if inner.width() < 1.0 || inner.height() < 1.0 {
            return;
        }
        let builder = UiBuilder::new()
            .scope_id(Id::unique(("panel", pane)))
            .max_rect(inner)
            .accessibility_role(accesskit::Role::Pane)
            .accessibility_label(pane.title());
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        if inner.width() >= pane.least_width() {
            contents.ui(pane, &mut ui);
            return;
        }
        ScrollArea::horizontal().id_salt("narrow").auto_shrink([false, false]).show(&mut ui, |ui| {
            let size = vec2(pane.least_width(), ui.available_height());
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            contents.ui(pane, &mut ui.new_child(UiBuilder::new().max_rect(rect)));
        });
    }
}

#[cfg(test)]
mod tests;
