//! The menu bar, and the title of the open scene.

use eframe::egui::{self, Align, Label, Layout, MenuBar, RichText, Ui};

use super::command::{self, Commands};
use super::recent::Recent;
use super::session::Session;
use crate::escape;

/// Shows the bar. A chosen command is added to the queue.
pub(super) fn show(ui: &mut Ui, session: &Session, recent: &mut Recent, commands: &mut Commands) {
    MenuBar::new().ui(ui, |ui| {
        command::menu_bar(ui, recent, commands);
        title(ui, session);
    });
}

/// At the right: the title of the scene, and whether it is saved.
fn title(ui: &mut Ui, session: &Session) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(6.0);
        let world = session.world();
        let counts = [(world.cameras.len(), "camera"), (world.rays.len(), "ray"), (world.objects.len(), "object")];
        let counts = counts.map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }));
        ui.weak(counts.join("   "));
        ui.add_space(10.0);
        if session.is_dirty() {
            ui.label("● not saved").on_hover_text("The scene has unsaved changes.");
        }
        let text = RichText::new(escape::shown(&session.title())).color(ui.visuals().strong_text_color());
        let title = ui.add(Label::new(text).truncate().sense(egui::Sense::hover()));
        if let Some(path) = session.path() {
            title.on_hover_text(escape::shown(&path.display().to_string()));
        }
    });
}
