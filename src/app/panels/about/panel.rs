//! The panel: the scene's text, and what a click in it does.

use eframe::egui::{ScrollArea, Ui};

use super::lesson_bar;
use super::links::LinkTarget;
use super::text::markdown;
use crate::app::command::{Commands, TreeCommand, WindowCommand};
use crate::workspace::Workspace;

/// Shows the text, with a scroll bar when it is long. The text of another scene is scrolled to the top. Below the text
/// of a lesson is the way to other lessons.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    let lesson = workspace.disk().lesson();
    let below = if lesson.is_some() { lesson_bar::HEIGHT + ui.spacing().item_spacing.y } else { 0.0 };
    let height = (ui.available_height() - below).max(0.0);
    let scroll = ScrollArea::vertical().id_salt(("about", workspace.disk().generation())).auto_shrink([false, false]);
    let text = workspace.scene().about.clone();
    // The text about a scene often has answers.
    let is_hidden = workspace.judging().lesson().hides_answers();
    let clicked = scroll.max_height(height).show(ui, |ui| {
        if is_hidden {
            ui.weak("This text is hidden while the answers are, because it may have them.");
            return None;
        }
        markdown(ui, &text, workspace)
    });
    let clicked = clicked.inner;
    if let Some(lesson) = lesson {
        lesson_bar::show(ui, lesson, commands);
    }
    if let Some(target) = clicked {
        target.select(workspace);
        match target {
            LinkTarget::Item(_) => {}
            LinkTarget::Field { label, pane, .. } => commands.push(WindowCommand::PointAt(label, pane)),
            LinkTarget::Node { node, .. } => commands.push(TreeCommand::Show(node)),
        }
    }
}
