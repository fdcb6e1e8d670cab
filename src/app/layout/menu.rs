//! The menu of the panels: which are open, their hints, and the way back to how it all was.

use eframe::egui::containers::menu::{MenuConfig, SubMenuButton};
use eframe::egui::{Checkbox, PopupCloseBehavior, Ui};

use super::arrangement::Part;
use super::{Layout, Pane};

impl Layout {
    /// An entry of the View menu that opens to the side, and stays while one ticks. `is_needed` says whether the scene
    /// has something to show in a panel.
    pub(in crate::app) fn menu(&mut self, ui: &mut Ui, is_needed: impl Fn(Pane) -> bool) {
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        SubMenuButton::new("Panels").config(stays).ui(ui, |ui| self.entries(ui, is_needed));
    }

    fn entries(&mut self, ui: &mut Ui, is_needed: impl Fn(Pane) -> bool) {
        ui.set_min_width(150.0);
        for pane in Part::default().panes() {
            let mut is_open = !self.closed.contains(&pane);
            let can_be_changed = pane.is_closable() && is_needed(pane);
            let response = ui.add_enabled(can_be_changed, Checkbox::new(&mut is_open, pane.title()));
            let why_not = if pane.is_closable() {
                "This scene has nothing to show here."
            } else {
                "The 3D view is always there."
            };
            if response.on_hover_text(pane.help()).on_disabled_hover_text(why_not).changed() {
                if is_open { self.reveal(pane) } else { self.close(pane) }
            }
        }
        ui.separator();
        ui.checkbox(&mut self.has_hints, "Panel hints").on_hover_text("What each panel shows, beside its title");
        if ui.button("Reset layout").on_hover_text("Every panel where it was at first").clicked() {
            self.reset();
            ui.close();
        }
    }
}
