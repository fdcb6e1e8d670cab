//! The queries of the window, and the whole panel.

use eframe::egui::style::ScrollStyle;
use eframe::egui::{Button, Context, Label, RichText, ScrollArea, Ui};

use super::asking::Asking;
use super::controls::{controls, counts};
use super::pictures::PairPictures;
use super::within::within;
use super::{pictures, table};
use crate::app::command;
use crate::app::command::change::SceneChange;
use crate::app::command::{Commands, EditCommand};
use crate::app::kit::host::Host;
use crate::workspace::Workspace;
use crate::workspace::edit::NewItemKind;

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 400.0;
/// Height of the table of pairs that is left beside the pictures.
const TABLE: f32 = 66.0;

/// The queries of the window, and their panel.
#[derive(Default)]
pub(in crate::app) struct OcclusionPanel {
    asking: Asking,
    pictures: PairPictures,
    /// The lower ends of the rows of the table, in points below its top.
    row_ends: Vec<f32>,
    /// Whether drawing waits for the answers, as for a picture.
    waits_for_results: bool,
}

/// Whether a scene is mainly about occlusion queries.
pub(in crate::app) fn is_about(workspace: &Workspace) -> bool {
    !workspace.scene().occlusion.is_empty()
}

impl OcclusionPanel {
    /// Issues the queries. The panel need not be open.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace, host: &dyn Host) {
        self.waits_for_results = !host.has_desktop();
        self.asking.advance(ctx, workspace, host);
    }

    /// The whole panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        if workspace.scene().occlusion.is_empty() {
            ui.add_space(6.0);
            let text =
                "This scene has no occlusion query. Such a query tests with a depth buffer whether two objects touch.";
            ui.add(Label::new(RichText::new(text).weak()).wrap());
            let add = EditCommand::Change(SceneChange::Add(NewItemKind::Occlusion));
            command::button(ui, Button::new("Add occlusion query"), "Add occlusion query", add, commands);
            return;
        }
        ScrollArea::both().id_salt("occlusion").auto_shrink([false, false]).show(ui, |ui| {
            let width = ui.available_width();
            within(ui, width, |ui| controls(ui, workspace));
            within(ui, width, |ui| {
                counts(ui, workspace);
                if let Some(error) = workspace.judging().occlusion_error() {
                    crate::app::kit::theme::failure(ui, error);
                }
            });
            let room = (ui.available_height() - pictures::HEIGHT).max(TABLE);
            // No row is cut at the bottom. The ends are those of the last frame.
            let whole = self.row_ends.iter().copied().filter(|end| *end <= room).reduce(f32::max);
            let is_longer = self.row_ends.last().is_some_and(|end| *end > room);
            ui.scope(|ui| {
                // The scroll bar shows that more pairs follow.
                ui.spacing_mut().scroll = ScrollStyle::thin();
                let table =
                    ScrollArea::vertical().id_salt("pairs").max_height(whole.filter(|_| is_longer).unwrap_or(room));
                table.auto_shrink([false, true]).show(ui, |ui| {
                    let ends = table::show(ui, workspace);
                    if ends != self.row_ends {
                        self.row_ends = ends;
                        ui.ctx().request_repaint();
                    }
                });
            });
            ui.add_space(4.0);
            self.pictures.show(ui, workspace, width, self.waits_for_results);
        });
    }

    /// Deletes the OpenGL objects while their context still exists.
    pub(in crate::app) fn close(&mut self) {
        *self = Self::default();
    }
}
