//! The Cost panel: what the level costs, and where on its floor plan or along the path of a camera it is slow.
//!
//! ```text
//! question   what is asked: camera, grid, directions, floor
//! work       the costs of the level, and the survey on another thread
//! items      the tables of objects and materials
//! positions  the positions, the chosen one with its views, and the answer in sentences
//! ```

mod items;
mod positions;
mod question;
mod work;

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::app::command::Commands;
use crate::app::kit::clipped;
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::budget::Size;
use crate::cost::{GEOMETRY_FORMULA, LevelCost, TEXTURE_FORMULA};
use crate::geometry::narrate::{counted, grouped};
use crate::workspace::Workspace;
use items::ItemTables;
use question::CostQuestion;
use work::CostWork;

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

/// The whole level.
fn totals(ui: &mut Ui, cost: &LevelCost) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{} triangles", grouped(cost.count.triangles))).strong());
        ui.label(format!("in {},", counted(cost.count.objects, "object")));
        let help = "One for each material of each object: nothing is batched or instanced.";
        ui.label(format!("{};", counted(cost.count.draws, "draw call"))).on_hover_text(help);
        ui.label(format!("geometry {},", Size(cost.geometry_bytes))).on_hover_text(format!("{GEOMETRY_FORMULA}."));
        ui.label(format!("textures {}", Size(cost.texture_bytes))).on_hover_text(format!("{TEXTURE_FORMULA}."));
    });
}
