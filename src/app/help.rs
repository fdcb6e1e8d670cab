//! Everything behind the help menu: shortcuts, the first minute, the glossary, and what this program is.

use eframe::egui::{Align2, Button, Context, Id, Key, Order, Popup, RichText, Ui, Window};

use super::first_minute::FirstMinute;
use super::glossary::Glossary;
use super::session::Session;
use super::{keys, shortcuts};

/// What help is open.
#[derive(Default)]
pub(super) struct Help {
    has_shortcuts: bool,
    has_about: bool,
    glossary: Glossary,
    /// The windows that are open, the topmost last.
    stack: Vec<Id>,
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

    /// Esc closes the topmost of these windows. In a text field it leaves the field first, and a menu closes before.
    pub(super) fn keys(&mut self, ctx: &Context) {
        let opened =
            [self.has_shortcuts.then(shortcuts::window_id), self.glossary.window(), self.has_about.then(about_id)];
        self.stack.retain(|id| opened.contains(&Some(*id)));
        for id in opened.into_iter().flatten() {
            if !self.stack.contains(&id) {
                self.stack.push(id);
            }
        }
        // egui takes a window up that is clicked.
        let top = ctx.memory(|memory| memory.areas().top_layer_id(Order::Middle)).map(|layer| layer.id);
        if let Some(place) = self.stack.iter().position(|id| Some(*id) == top) {
            let id = self.stack.remove(place);
            self.stack.push(id);
        }
        if self.stack.is_empty() || !keys::are_free(ctx) || Popup::is_any_open(ctx) {
            return;
        }
        let presses = keys::take(ctx, |key, held| (key == Key::Escape && held.is_none()).then_some(()));
        for () in presses {
            match self.stack.pop() {
                Some(id) if id == shortcuts::window_id() => self.has_shortcuts = false,
                Some(id) if id == about_id() => self.has_about = false,
                Some(_) => self.glossary.close(),
                None => {}
            }
        }
    }

    /// What is open, over all panels.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session) {
        shortcuts::show(ctx, &mut self.has_shortcuts);
        self.glossary.show(ctx);
        about(ctx, &mut self.has_about);
        self.first_minute.show(ctx, session);
    }
}

fn about_id() -> Id {
    Id::unique("about eyeline")
}

fn about(ctx: &Context, is_open: &mut bool) {
    let window = Window::new("About eyeline").id(about_id()).open(is_open).collapsible(false).resizable(false);
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
