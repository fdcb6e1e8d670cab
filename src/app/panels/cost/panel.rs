//! The whole panel.

use eframe::egui::{ScrollArea, Ui};

use super::items::ItemTables;
use super::positions;
use super::question::CostQuestion;
use super::totals::totals;
use super::work::CostWork;
use crate::app::command::Commands;
use crate::app::kit::host::Host;
use crate::app::kit::{clipped, theme};
use crate::workspace::Workspace;

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 330.0;
/// In a panel at least this wide the tables are beside the positions, points.
const WIDE: f32 = 720.0;
/// The gap between both.
const GAP: f32 = 14.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct CostPanel {
    /// The scene for which the panel was opened.
    opened_for: Option<u64>,
    question: CostQuestion,
    work: CostWork,
    tables: ItemTables,
}

impl CostPanel {
    /// Gives the panel its tab, as long as the scene is open.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace) {
        self.opened_for = Some(workspace.disk().generation());
    }

    /// Whether the panel has its tab: it was opened.
    pub(in crate::app) fn is_needed(&self, workspace: &Workspace) -> bool {
        self.opened_for == Some(workspace.disk().generation())
    }

    /// Shows the panel.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &dyn Host,
        commands: &mut Commands,
    ) {
        if workspace.world().objects.is_empty() {
            workspace.view_mut().show_cost_map(None);
            ui.weak("Add an object, or open a level, to see what it costs.");
            return;
        }
        let cost = match self.work.cost(workspace) {
            Ok(cost) => cost,
            Err(why) => {
                theme::failure(ui, &why);
                return;
            }
        };
        totals(ui, &cost);
        let waits = !host.has_desktop();
        let asked = self.question.show(ui, workspace, self.work.is_running());
        self.work.follow(ui, workspace, asked.as_ref(), waits, &self.question);
        let room = ui.available_rect_before_wrap();
        if room.width() < WIDE {
            ScrollArea::vertical().id_salt("cost").auto_shrink([false, false]).show(ui, |ui| {
                positions::show(ui, workspace, &self.work, &self.question, commands);
                ui.add_space(8.0);
                self.tables.show(ui, workspace, &cost);
            });
            return;
        }
        let middle = room.left() + room.width() * 0.5;
        for (part, [left, right]) in [[room.left(), middle], [middle + GAP, room.right()]].into_iter().enumerate() {
            let mut rect = room;
            (rect.min.x, rect.max.x) = (left, right);
            let mut ui = clipped::part(ui, rect, 2.0, part);
            let scroll = ScrollArea::vertical().id_salt(("cost", part)).auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| match part {
                0 => positions::show(ui, workspace, &self.work, &self.question, commands),
                _ => self.tables.show(ui, workspace, &cost),
            });
        }
        ui.advance_cursor_after_rect(room);
    }
}
