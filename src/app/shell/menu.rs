//! The menu bar, and the title of the open scene.

use eframe::egui::{Align, Label, Layout, MenuBar, RichText, Sense, TextStyle, Ui};

use super::recent::Recent;
use crate::app::command;
use crate::app::command::Commands;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;

/// Width of the mark of unsaved changes and of the gaps around it, points. It is reserved, so that a change does not hide
/// the counts.
const MARKED: f32 = 100.0;

/// Shows the bar. A chosen command is added to the queue.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &Workspace, recent: &mut Recent, commands: &mut Commands) {
    MenuBar::new().ui(ui, |ui| {
        command::menu_bar(ui, recent, commands);
        title(ui, workspace);
    });
}

/// At the right: the title of the scene, and whether it is saved.
fn title(ui: &mut Ui, workspace: &Workspace) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(6.0);
        let color = ui.visuals().strong_text_color();
        let font = TextStyle::Body.resolve(ui.style());
        let title =
            ui.painter().layout_no_wrap(escape::shown(&workspace.disk().title()).into_owned(), font.clone(), color);
        let counts = ui.painter().layout_no_wrap(counts(workspace), font, ui.visuals().weak_text_color());
        // A title that is cut is worse than no counts.
        if ui.available_width() >= counts.size().x + title.size().x + MARKED {
            ui.add(Label::new(counts).selectable(false));
            ui.add_space(10.0);
        }
        if workspace.is_dirty() {
            ui.label("● not saved").on_hover_text("The scene has unsaved changes.");
        }
        let text = RichText::new(escape::shown(&workspace.disk().title())).color(color);
        let title = ui.add(Label::new(text).truncate().sense(Sense::hover()));
        if let Some(path) = workspace.path() {
            title.on_hover_text(escape::shown(&path.display().to_string()));
        }
    });
}

/// Such as "1 camera   0 rays   4 objects".
fn counts(workspace: &Workspace) -> String {
    let world = workspace.world();
    let counts = [(world.cameras.len(), "camera"), (world.rays.len(), "ray"), (world.objects.len(), "object")];
    counts.map(|(count, word)| counted(count, word)).join("   ")
}
