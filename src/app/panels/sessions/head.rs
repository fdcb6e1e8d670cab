//! The name of the session, and the buttons of the pages.

use eframe::egui::{Button, ComboBox, RichText, Ui};

use super::page::Page;
use super::panel::SessionsPanel;
use crate::app::command;
use crate::app::command::{Commands, ViewCommand};
use crate::escape;
use crate::workspace::Workspace;

impl SessionsPanel {
    /// The name of the session and the pages. Returns another session that was chosen.
    pub(super) fn head(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        index: usize,
        is_wide: bool,
        commands: &mut Commands,
    ) -> Option<usize> {
        let sessions = &workspace.world().sessions;
        let mut chosen = index;
        ui.horizontal_wrapped(|ui| {
            let name = escape::shown(&sessions[index].name);
            if sessions.len() > 1 {
                let list = ComboBox::from_id_salt("session shown").selected_text(&*name).width(110.0);
                let list = list.show_ui(ui, |ui| {
                    for (i, other) in sessions.iter().enumerate() {
                        ui.selectable_value(&mut chosen, i, &*escape::shown(&other.name));
                    }
                });
                list.response.accessible_name("session");
            } else {
                ui.label(RichText::new(&*name).strong());
            }
            ui.separator();
            let anchors = sessions[index].trajectory().map_or(0, |path| path.anchors.histories().len());
            let taps = workspace.world().taps.len();
            for (page, name, text) in [
                (Page::Path, "Path", "Path".to_owned()),
                (Page::Anchors, "Anchors", format!("Anchors ({anchors})")),
                (Page::Taps, "Taps", format!("Taps ({taps})")),
                (Page::Compare, "Compare with another path", "Compare".to_owned()),
            ] {
                if is_wide && page == Page::Path {
                    continue;
                }
                let is_there = page != Page::Compare || sessions.len() > 1;
                let button = ui.add_enabled(is_there, Button::selectable(self.page == page, text));
                let button =
                    button.on_disabled_hover_text("The scene has one session. Open another recording to compare them.");
                if button.accessible_name(name).clicked() {
                    self.page = page;
                }
            }
            ui.add_space(8.0);
            let follow = Button::selectable(commands.entry(ViewCommand::FollowSession).is_on == Some(true), "Follow");
            command::button(ui, follow, "Follow session", ViewCommand::FollowSession, commands);
        });
        ui.add_space(2.0);
        (chosen != index).then_some(chosen)
    }
}
