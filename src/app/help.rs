//! Everything behind the help menu: shortcuts, the first minute, the glossary, and what this program is.

use eframe::egui::{Align2, Button, Context, RichText, Ui, Window};

use super::first_minute::FirstMinute;
use super::glossary::Glossary;
use super::session::Session;
use super::shortcuts;

/// What help is open.
#[derive(Default)]
pub(super) struct Help {
    has_shortcuts: bool,
    has_about: bool,
    glossary: Glossary,
    /// The overlay that says where to look.
    pub(super) first_minute: FirstMinute,
}

impl Help {
    /// The entries of the menu.
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        ui.set_min_width(170.0);
        if ui.add(Button::new("Keyboard shortcuts").shortcut_text("?")).clicked() {
            self.has_shortcuts = true;
        }
        if ui.button("First minute").clicked() {
            self.first_minute.open();
        }
        if ui.button("Glossary").clicked() {
            self.glossary.open();
        }
        ui.separator();
        if ui.button("About eyeline").clicked() {
            self.has_about = true;
        }
    }

    /// Opens the shortcuts, or closes them.
    pub(super) fn toggle_shortcuts(&mut self) {
        self.has_shortcuts = !self.has_shortcuts;
    }

    /// What is open, over all panels.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session) {
        shortcuts::show(ctx, &mut self.has_shortcuts);
        self.glossary.show(ctx);
        about(ctx, &mut self.has_about);
        self.first_minute.show(ctx, session);
    }
}

fn about(ctx: &Context, is_open: &mut bool) {
    let window = Window::new("About eyeline").open(is_open).collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ui.set_width(320.0);
        ui.label(RichText::new(concat!("eyeline ", env!("CARGO_PKG_VERSION"))).heading());
        ui.label(concat!(env!("CARGO_PKG_DESCRIPTION"), "."));
        ui.add_space(6.0);
        ui.label("Every answer can be opened: the steps that the algorithm took, with their numbers, beside an exact reference.");
        ui.add_space(6.0);
        ui.weak(concat!("Licence: ", env!("CARGO_PKG_LICENSE"), ", as you like."));
    });
}
