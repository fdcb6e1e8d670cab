//! The view moves with a recorded session: its pivot keeps its place relative to the recorded position.

use eframe::egui::Context;
use glam::Vec3;

use super::state::{Followed, ViewportState};
use crate::app::view::navigate::Eye;
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::Item;

impl ViewportState {
    /// Starts to follow the selected session, else the first, or ends it. At the start the view turns to it.
    pub(in crate::app) fn toggle_follow(&mut self, ctx: &Context, workspace: &Workspace) {
        if self.followed.take().is_some() {
            return;
        }
        let index = workspace.selection().selected_recording().unwrap_or(0);
        let Some(id) = workspace.world().sessions.get(index).map(|recorded| recorded.id) else { return };
        let Some(at) = position(workspace, id) else { return };
        self.followed = Some(Followed { session: id, at });
        self.begin(workspace, self.aspect.unwrap_or(1.5));
        self.through = None;
        if let Some(eye) = self.eye {
            self.fly_to(ctx, Eye { pivot: at, ..eye });
        }
    }

    /// Whether the view moves with a session.
    pub(in crate::app) fn follows_session(&self) -> bool {
        self.followed.is_some()
    }

    /// Moves the view by as much as the session has moved.
    pub(super) fn follow(&mut self, workspace: &Workspace) {
        let Some(Followed { session: id, at }) = self.followed else { return };
        let now = position(workspace, id);
        self.followed = now.map(|at| Followed { session: id, at });
        if let (Some(now), Some(eye)) = (now.filter(|now| *now != at), &mut self.eye) {
            eye.pivot += now - at;
            self.flight = None;
        }
    }
}

/// The position of a session at the time; `None` when it has no path or is gone.
fn position(workspace: &Workspace, id: ItemId) -> Option<Vec3> {
    let Item::Session(index) = workspace.world().find(id)? else { return None };
    Some(workspace.world().sessions[index].held?.position.as_vec3())
}
