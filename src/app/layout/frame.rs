//! One frame of the layout: the panels in their places, then their tabs and borders.

use eframe::egui::emath::GuiRounding as _;
use eframe::egui::{Id, Rect, ScrollArea, Sense, Ui, UiBuilder, accesskit, vec2};
use egui_tiles::Container;

use super::arrangement::SHAPE;
use super::badge::Badges;
use super::bars::Bars;
use super::contents::Contents;
use super::fit::{BAR, PanelPlace};
use super::state::Layout;
use super::{bars, drop, fit};
use crate::app::command::pane::Pane;

/// Height of a hint that does not fit into its tab bar, points.
pub(super) const HINT: f32 = 16.0;

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

    /// The panels whose hint fits beside their tabs.
    pub(super) fn with_hint_in_bar(&self, ui: &Ui, places: &[PanelPlace]) -> Vec<Pane> {
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
