//! Which session and which page is shown, and the whole panel.

use eframe::egui::{ScrollArea, Ui};

use super::areas::Areas;
use super::compared::SessionComparison;
use super::page::Page;
use super::{anchors, path, taps};
use crate::app::command::Commands;
use crate::app::kit::host::Host;
use crate::app::kit::{clipped, theme};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::{Item, SessionAt};

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 330.0;
/// In a panel at least this wide the figures are beside the rest, points.
const WIDE: f32 = 680.0;
/// Width of the figures beside the rest, points.
const FIGURES: f32 = 232.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct SessionsPanel {
    /// The session that was shown last.
    shown: Option<ItemId>,
    pub(super) page: Page,
    /// The selected item for which the page was chosen: another tap or session opens its own page.
    chosen_for: Option<(u64, Option<Item>)>,
    areas: Areas,
    compared: SessionComparison,
}

impl SessionsPanel {
    /// Shows the panel.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &dyn Host,
        commands: &mut Commands,
    ) {
        self.compared.waits_for_results = !host.has_desktop();
        let Some(index) = self.find(workspace) else {
            ui.add_space(6.0);
            ui.weak("This scene has no recorded session. Open a recording, such as walk.txt, to see its path.");
            return;
        };
        let is_wide = ui.available_width() >= WIDE;
        self.choose_page(workspace, index, is_wide);
        if let Some(other) = self.head(ui, workspace, index, is_wide, commands) {
            workspace.selection_mut().choose(Item::Session(other), false);
        }
        let at = workspace.world().sessions[index].clone();
        if self.page != Page::Compare || at.file.is_err() {
            workspace.view_mut().show_path_errors(None);
        }
        if let Err(error) = &at.file {
            theme::failure(ui, error);
            return;
        }
        if is_wide {
            self.side_by_side(ui, workspace, &at, commands);
        } else {
            let scroll = ScrollArea::both().id_salt((self.page, at.id)).auto_shrink([false, false]);
            scroll.show(ui, |ui| self.page(ui, workspace, &at, commands));
        }
    }

    /// The session of the selected item, else the one that was shown before, else the first.
    fn find(&mut self, workspace: &Workspace) -> Option<usize> {
        let world = workspace.world();
        let before = || match world.find(self.shown?)? {
            Item::Session(index) => Some(index),
            _ => None,
        };
        let index =
            workspace.selection().selected_recording().or_else(before).or((!world.sessions.is_empty()).then_some(0))?;
        self.shown = Some(world.sessions.get(index)?.id);
        Some(index)
    }

    /// Another selected tap or session opens its own page.
    fn choose_page(&mut self, workspace: &Workspace, index: usize, is_wide: bool) {
        let explained_alone =
            workspace.selected().explained_alone().filter(|item| matches!(item, Item::Tap(_) | Item::Session(_)));
        let now = Some((workspace.disk().generation(), explained_alone));
        let is_same = std::mem::replace(&mut self.chosen_for, now) == now;
        if is_same && !(is_wide && self.page == Page::Path) {
            return;
        }
        let has_anchors = workspace.world().sessions[index]
            .trajectory()
            .is_some_and(|path| !path.anchors.histories().is_empty() || !path.anchors.unknown_events().is_empty());
        self.page = match explained_alone {
            Some(Item::Tap(_)) => Page::Taps,
            _ if has_anchors => Page::Anchors,
            _ if !workspace.world().taps.is_empty() => Page::Taps,
            _ if workspace.world().sessions.len() > 1 => Page::Compare,
            _ if is_wide => Page::Anchors,
            _ => Page::Path,
        };
    }

    fn side_by_side(&mut self, ui: &mut Ui, workspace: &mut Workspace, at: &SessionAt, commands: &mut Commands) {
        let room = ui.available_rect_before_wrap();
        for (part, [left, right]) in
            [[room.left(), room.left() + FIGURES], [room.left() + FIGURES + 14.0, room.right()]].into_iter().enumerate()
        {
            let mut rect = room;
            (rect.min.x, rect.max.x) = (left, right);
            let mut ui = clipped::part(ui, rect, 2.0, part);
            let scroll = ScrollArea::vertical().id_salt((part, at.id)).auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| match part {
                0 => path::show(ui, workspace, at, commands),
                _ => self.page(ui, workspace, at, commands),
            });
        }
        ui.advance_cursor_after_rect(room);
    }

    fn page(&mut self, ui: &mut Ui, workspace: &mut Workspace, at: &SessionAt, commands: &mut Commands) {
        match self.page {
            Page::Path => path::show(ui, workspace, at, commands),
            Page::Anchors => anchors::show(ui, workspace, at, &mut self.areas, commands),
            Page::Taps => taps::show(ui, workspace, at, commands),
            Page::Compare => self.compared.show(ui, workspace, at, commands),
        }
    }
}
