//! The state of the overlay, and the window with all cards.

use eframe::egui::{Align2, Context, Id, Modal, Popup, Sense, Vec2};

use super::paint;
use super::paint::Clicked;
use super::seen::seen;
use super::steps::TryStep;
use super::words::Words;
use crate::app::kit::{anchors, keys};
use crate::app::layout::Layout;
use crate::scene;
use crate::workspace::Workspace;

/// The state of the overlay.
#[derive(Default)]
pub(in crate::app) struct FirstMinute {
    pub(super) state: OverlayState,
}

#[derive(Clone, Debug, Default)]
pub(super) enum OverlayState {
    #[default]
    Closed,
    /// Opens it in the next frame, unless it was closed in an earlier run.
    Opening,
    /// The overlay with all cards.
    Open,
    /// One step to try, over the window that the user works with.
    Trying(TryStep),
}

impl FirstMinute {
    /// Opens it in the first frame, when the scene is the tour and the overlay was never closed.
    pub(in crate::app) fn open_on_tour(&mut self, workspace: &Workspace) {
        if is_tour(workspace) {
            self.state = OverlayState::Opening;
        }
    }

    /// Opens it.
    pub(in crate::app) fn open(&mut self) {
        self.state = OverlayState::Open;
    }

    /// Esc closes it. Called before keys are handled.
    pub(in crate::app) fn keys(&mut self, ctx: &Context) {
        let is_free = match self.state {
            OverlayState::Closed | OverlayState::Opening => return,
            OverlayState::Open => true,
            // Esc first closes what the user has opened meanwhile.
            OverlayState::Trying(_) => !keys::is_typing(ctx) && !keys::has_question(ctx) && !Popup::is_any_open(ctx),
        };
        if is_free && keys::takes_escape(ctx) {
            self.dismiss(ctx);
        }
    }

    /// Shows the overlay while it is open. Called after every panel has recorded its anchors.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace, layout: &mut Layout) {
        if matches!(self.state, OverlayState::Opening) {
            let was_seen = ctx.data_mut(|data| data.get_persisted(seen()).unwrap_or(false));
            self.state = if was_seen { OverlayState::Closed } else { OverlayState::Open };
        }
        match &self.state {
            OverlayState::Open => self.show_overlay(ctx, workspace, layout),
            OverlayState::Trying(step) => {
                let step = step.clone();
                self.show_step(ctx, workspace, layout, &step);
            }
            OverlayState::Closed | OverlayState::Opening => {}
        }
    }

    fn show_overlay(&mut self, ctx: &Context, workspace: &Workspace, layout: &mut Layout) {
        let words = Words::of(workspace, is_tour(workspace));
        let callouts =
            words.callouts.into_iter().filter_map(|(anchor, text)| Some((anchors::place(ctx, anchor)?, text)));
        let callouts: Vec<_> = callouts.collect();
        let area = Modal::default_area(Id::unique("first minute")).anchor(Align2::LEFT_TOP, Vec2::ZERO).fade_in(false);
        // Widgets below the overlay receive neither clicks nor keys.
        ctx.memory_mut(|memory| memory.set_modal_layer(area.layer()));
        let shown = area.show(ctx, |ui| {
            let window = ctx.content_rect();
            // It takes the clicks that are not on its buttons.
            ui.allocate_rect(window, Sense::click());
            paint::overlay(ui, window, &words.question, &callouts)
        });
        match shown.inner {
            Some(Clicked::Next) => self.go_to(ctx, 0, workspace, layout),
            Some(Clicked::Close) => self.dismiss(ctx),
            None => {}
        }
    }

    pub(super) fn dismiss(&mut self, ctx: &Context) {
        self.state = OverlayState::Closed;
        ctx.data_mut(|data| data.insert_persisted(seen(), true));
        ctx.request_repaint();
    }
}

/// Whether the open scene is the tour, by comparing its text.
fn is_tour(workspace: &Workspace) -> bool {
    scene::tour().is_ok_and(|tour| **workspace.scene() == tour)
}
