//! The state that commands change, and actions that several commands share.

use std::collections::HashSet;

use eframe::egui;

use super::state::WindowState;
use crate::app::command::change::SceneChange;
use crate::app::command::pane::Pane;
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::{behavior, occlusion};
use crate::app::view::viewport::Request;
use crate::workspace::edit::NewItemKind;
use crate::world::Item;

/// The state of the window and egui's context, for one command.
pub(in crate::app) struct CommandTarget<'a> {
    pub(in crate::app) window: &'a mut WindowState,
    pub(in crate::app) ctx: &'a egui::Context,
}

impl CommandTarget<'_> {
    /// Opens the system's file dialog, or the path field where there is none.
    pub(in crate::app) fn choose_file(&mut self, purpose: Purpose) {
        self.window.files.dialogs.ask(self.ctx, purpose, self.window.workspace.disk().near().as_deref());
    }

    /// Opens the path field.
    pub(in crate::app) fn type_path(&mut self, purpose: Purpose) {
        self.window.files.dialogs.type_path(purpose, self.window.workspace.disk().near().as_deref());
    }

    /// Leaves the open scene. With unsaved changes, a dialog first offers to save them.
    pub(in crate::app) fn leave(&mut self, to: Leave) {
        self.window.files.exit.leave(self.ctx, &mut self.window.workspace, to);
    }

    /// Changes the scene. A new item is placed in the middle of the view.
    pub(in crate::app) fn change(&mut self, change: SceneChange) {
        let WindowState { workspace, panels, layout, editor, .. } = &mut *self.window;
        if change == SceneChange::Add(NewItemKind::Ray) && panels.views.active_mut().shoot_at_pointer(workspace) {
            return;
        }
        let spot = panels.views.active().spot(workspace);
        editor.make(change, workspace, &spot);
        match change {
            // The name is typed in the item's row of the outliner.
            SceneChange::Rename if editor.is_renaming() => layout.reveal(Pane::Outliner),
            SceneChange::Add(_) | SceneChange::Duplicate
                if matches!(workspace.selection().active_item(), Some(Item::Agent(_))) =>
            {
                self.show_tree();
            }
            SceneChange::Add(NewItemKind::Occlusion) => self.window.layout.feature(Pane::Occlusion, occlusion::HEIGHT),
            _ => {}
        }
    }

    /// Selects all items. Those that a visible search or filter leaves out are not selected.
    pub(in crate::app) fn select_all(&mut self) {
        let WindowState { workspace, panels, layout, .. } = &mut *self.window;
        let found = if layout.shows(Pane::Outliner) { panels.outliner.matching(workspace) } else { None };
        let rows = if layout.shows(Pane::Verdicts) { panels.verdicts.filtered(workspace) } else { None };
        let items = match (found, rows) {
            (None, None) => return workspace.selection_mut().select_all(),
            (Some(found), None) => found,
            (None, Some(rows)) => rows.into_iter().map(Item::Object).collect(),
            (Some(found), Some(rows)) => {
                let rows: HashSet<usize> = rows.into_iter().collect();
                let objects = found.into_iter().flat_map(|item| match item {
                    Item::Object(object) => object..object + 1,
                    Item::Model(model) => workspace.world().models[model].objects.clone(),
                    _ => 0..0,
                });
                objects.filter(|object| rows.contains(object)).map(Item::Object).collect()
            }
        };
        if items.is_empty() {
            workspace.notices_mut().say("Nothing matches the search or filter, so nothing is selected.".to_owned());
        } else {
            workspace.selection_mut().select_only(&items);
        }
    }

    /// Shows the next or the previous place of the problems, and looks at it closely.
    pub(in crate::app) fn step_to_place(&mut self, is_back: bool) {
        let WindowState { workspace, panels, .. } = &mut *self.window;
        if panels.problems.step(workspace, self.ctx, is_back) {
            self.view(Request::FramePlace);
        }
    }

    /// Brings the panel with the agent's tree to the front.
    pub(in crate::app) fn show_tree(&mut self) {
        self.window.layout.feature(Pane::Behavior, behavior::height(&self.window.workspace));
    }

    /// Moves the 3D view, and brings it to the front.
    pub(in crate::app) fn view(&mut self, request: Request) {
        self.window.layout.reveal(Pane::View);
        self.window.panels.views.active_mut().go(self.ctx, &mut self.window.workspace, request);
    }
}
