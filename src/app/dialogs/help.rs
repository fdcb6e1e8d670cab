//! The windows above the panels: settings, shortcuts, the glossary, About, and the first-minute overlay.

use eframe::egui::{Align2, Context, Id, Order, RichText, Window};

use super::first_minute::FirstMinute;
use super::settings;
use crate::app::command;
use crate::app::command::Commands;
use crate::app::kit::glossary::Glossary;
use crate::app::layout::Layout;
use crate::workspace::Workspace;

/// The open windows.
#[derive(Default)]
pub(in crate::app) struct Help {
    has_shortcuts: bool,
    has_about: bool,
    has_settings: bool,
    glossary: Glossary,
    /// The open windows, the topmost last.
    stack: Vec<Id>,
    /// The first-minute overlay.
    pub(in crate::app) first_minute: FirstMinute,
}

impl Help {
    /// Opens the shortcuts, or closes them.
    pub(in crate::app) fn toggle_shortcuts(&mut self) {
        self.has_shortcuts = !self.has_shortcuts;
    }

    /// Opens the settings, or closes them.
    pub(in crate::app) fn toggle_settings(&mut self) {
        self.has_settings = !self.has_settings;
    }

    /// Opens the glossary with all terms.
    pub(in crate::app) fn open_glossary(&mut self) {
        self.glossary.open();
    }

    /// Opens the window with version and licence.
    pub(in crate::app) fn open_about(&mut self) {
        self.has_about = true;
    }

    /// Whether one of these windows is open.
    pub(in crate::app) fn is_any_open(&self) -> bool {
        self.has_shortcuts || self.has_about || self.has_settings || self.glossary.window().is_some()
    }

    /// Closes the topmost of these windows.
    pub(in crate::app) fn close_topmost(&mut self) {
        match self.stack.pop() {
            Some(id) if id == command::sheet_id() => self.has_shortcuts = false,
            Some(id) if id == about_id() => self.has_about = false,
            Some(id) if id == settings::window_id() => self.has_settings = false,
            Some(_) => self.glossary.close(),
            None => {}
        }
    }

    /// Orders the open windows at the start of a frame.
    pub(in crate::app) fn sort_windows(&mut self, ctx: &Context) {
        let opened = [
            self.has_shortcuts.then(command::sheet_id),
            self.glossary.window(),
            self.has_about.then(about_id),
            self.has_settings.then(settings::window_id),
        ];
        self.stack.retain(|id| opened.contains(&Some(*id)));
        for id in opened.into_iter().flatten() {
            if !self.stack.contains(&id) {
                self.stack.push(id);
            }
        }
        // egui raises a window when it is clicked.
        let top = ctx.memory(|memory| memory.areas().top_layer_id(Order::Middle)).map(|layer| layer.id);
        if let Some(place) = self.stack.iter().position(|id| Some(*id) == top) {
            let id = self.stack.remove(place);
            self.stack.push(id);
        }
    }

    /// Shows the open windows above all panels.
    pub(in crate::app) fn show(
        &mut self,
        ctx: &Context,
        workspace: &Workspace,
        layout: &mut Layout,
        commands: &mut Commands,
    ) {
        command::show_sheet(ctx, &mut self.has_shortcuts, commands.table());
        settings::show(ctx, &mut self.has_settings, commands);
        self.glossary.show(ctx);
        about(ctx, &mut self.has_about);
        self.first_minute.show(ctx, workspace, layout);
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
        ui.label(
            "Every answer has an explanation: the steps of the algorithm with their numbers, and an exact reference.",
        );
        ui.add_space(6.0);
        ui.weak(concat!("Licence: ", env!("CARGO_PKG_LICENSE"), "."));
    });
}
