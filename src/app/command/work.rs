//! The state that commands change, and actions that several commands share.

use eframe::egui;

use crate::app::edit::NewItemKind;
use crate::app::editor::Change;
use crate::app::file_purpose::Purpose;
use crate::app::layout::Pane;
use crate::app::leave::Leave;
use crate::app::viewport::Request;
use crate::app::{App, behavior, occlusion};
use crate::world::Item;

/// The whole window, for one command.
pub(super) struct Work<'a> {
    pub(super) app: &'a mut App,
    pub(super) ctx: &'a egui::Context,
}

impl Work<'_> {
    /// Opens the system's file dialog, or the path field where there is none.
    pub(super) fn choose_file(&mut self, purpose: Purpose) {
        self.app.files.dialogs.ask(self.ctx, purpose, self.app.session.near().as_deref());
    }

    /// Opens the path field.
    pub(super) fn type_path(&mut self, purpose: Purpose) {
        self.app.files.dialogs.type_path(purpose, self.app.session.near().as_deref());
    }

    /// Leaves the open scene. With unsaved changes, a dialog first offers to save them.
    pub(super) fn leave(&mut self, to: Leave) {
        self.app.files.exit.leave(self.ctx, &mut self.app.session, to);
    }

    /// Changes the scene. A new item is placed in the middle of the view.
    pub(super) fn change(&mut self, change: Change) {
        let App { session, panels, layout, editor, .. } = &mut *self.app;
        let spot = panels.views.active().spot(session);
        editor.make(change, session, &spot);
        match change {
            // The name is typed in the item's row of the outliner.
            Change::Rename if editor.is_renaming() => layout.reveal(Pane::Outliner),
            Change::Add(_) | Change::Duplicate if matches!(session.active_item(), Some(Item::Agent(_))) => {
                self.show_tree();
            }
            Change::Add(NewItemKind::Occlusion) => self.app.layout.feature(Pane::Occlusion, occlusion::HEIGHT),
            _ => {}
        }
    }

    /// Brings the panel with the agent's tree to the front.
    pub(super) fn show_tree(&mut self) {
        self.app.layout.feature(Pane::Behavior, behavior::height(&self.app.session));
    }

    /// Moves the 3D view, and brings it to the front.
    pub(super) fn view(&mut self, request: Request) {
        self.app.layout.reveal(Pane::View);
        self.app.panels.views.active_mut().go(self.ctx, &mut self.app.session, request);
    }
}
