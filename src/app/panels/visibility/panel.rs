//! The camera whose view is shown, and the whole panel.

use eframe::egui::{ScrollArea, Ui};

use super::head::head;
use super::over_time::OverTime;
use super::seen_list::SeenList;
use crate::app::command::{Commands, next_steps};
use crate::app::kit::host::Host;
use crate::workspace::Workspace;

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 300.0;
/// In a panel at least this wide the plot is beside the list, points.
const WIDE: f32 = 620.0;
/// The gap between both.
const GAP: f32 = 14.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct VisibilityPanel {
    /// The scene for which the panel was opened.
    opened_for: Option<u64>,
    list: SeenList,
    over_time: OverTime,
}

impl VisibilityPanel {
    /// Gives the panel its tab, as long as the scene is open.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace) {
        self.opened_for = Some(workspace.disk().generation());
    }

    /// Whether the panel has its tab: it was opened, or an expectation is about what a camera sees.
    pub(in crate::app) fn is_needed(&self, workspace: &Workspace) -> bool {
        self.opened_for == Some(workspace.disk().generation()) || !workspace.world().looking.is_empty()
    }

    /// Shows the panel.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &dyn Host,
        commands: &mut Commands,
    ) {
        let world = workspace.world();
        let placed = |camera: &usize| world.cameras.get(*camera).is_some_and(|camera| camera.error.is_none());
        let first = || (0..world.cameras.len()).find(placed);
        let Some(camera) = workspace.selected().camera().filter(placed).or_else(first) else {
            next_steps::show(ui, workspace, "Add a camera to see what it sees.", commands);
            return;
        };
        let waits = !host.has_desktop();
        let Some(answers) = self.list.answers(ui, workspace, camera, waits) else { return };
        head(ui, workspace, &answers, commands);
        let room = ui.available_rect_before_wrap();
        if room.width() < WIDE {
            ScrollArea::vertical().id_salt("visibility").auto_shrink([false, false]).show(ui, |ui| {
                self.over_time.show(ui, workspace, camera, waits, commands);
                SeenList::show(ui, workspace, camera, &answers);
            });
            return;
        }
        let middle = room.left() + room.width() * 0.45;
        for (part, [left, right]) in [[room.left(), middle], [middle + GAP, room.right()]].into_iter().enumerate() {
            let mut rect = room;
            (rect.min.x, rect.max.x) = (left, right);
            let mut ui = crate::app::kit::clipped::part(ui, rect, 2.0, part);
            let scroll = ScrollArea::vertical().id_salt(("visibility", part)).auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| match part {
                0 => SeenList::show(ui, workspace, camera, &answers),
                _ => self.over_time.show(ui, workspace, camera, waits, commands),
            });
        }
        ui.advance_cursor_after_rect(room);
    }
}
