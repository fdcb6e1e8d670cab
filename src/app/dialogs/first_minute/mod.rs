//! The first minute: cards over the window that point at the most important widgets, then the same as steps to try.
//!
//! ```text
//! words    the text of each card of the overlay, for the current selection
//! steps    the steps that a user tries; each one is over when its action was done
//! layout   the places of the cards: no card covers a target or another card
//! paint    the dimmed window, cards, numbers and leaders
//! ```
//!
//! The overlay opens with the tour until the user has closed it once. egui's memory stores that between runs. The Help
//! menu opens it at any time. [`anchors`] gives the places of the targets. A target in a closed panel is left out.

mod layout;
mod paint;
mod steps;
mod words;

use eframe::egui::{Align2, Context, Id, Modal, Popup, Sense, Vec2};

use crate::app::command::pane::Pane;
use crate::app::kit::persistent::StoredValue;
use crate::app::kit::{anchors, keys, persistent, pointing};
use crate::app::layout::Layout;
use crate::scene;
use crate::workspace::Workspace;
use paint::{Clicked, StepCard};
use steps::TryStep;
use words::Words;

/// The state of the overlay.
#[derive(Default)]
pub(in crate::app) struct FirstMinute {
    state: OverlayState,
}

#[derive(Clone, Debug, Default)]
enum OverlayState {
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

    fn show_step(&mut self, ctx: &Context, workspace: &Workspace, layout: &mut Layout, step: &TryStep) {
        let number = step.number;
        if step.has_other_scene(workspace) {
            return self.dismiss(ctx);
        }
        if step.is_done(workspace) {
            // Nothing moves under a pressed button.
            if !ctx.input(|i| i.pointer.any_down()) {
                self.go_to(ctx, number + 1, workspace, layout);
            }
            return;
        }
        let (anchor, text) = step.task(workspace);
        let item = anchor.and_then(|anchor| anchors::place(ctx, anchor));
        let card = StepCard { number, count: steps::COUNT, text, item };
        match paint::step(ctx, card) {
            Some(Clicked::Next) => self.go_to(ctx, number + 1, workspace, layout),
            Some(Clicked::Close) => self.dismiss(ctx),
            None => {}
        }
    }

    /// Begins a step, and opens the panel that it points into, at the field to drag. After the last one, the first minute
    /// is over.
    fn go_to(&mut self, ctx: &Context, number: usize, workspace: &Workspace, layout: &mut Layout) {
        if number >= steps::COUNT {
            return self.dismiss(ctx);
        }
        self.state = OverlayState::Trying(TryStep::begin(number, workspace));
        if number == steps::IN_EXPLAIN {
            layout.reveal(Pane::Explain);
        }
        if number == steps::IN_INSPECTOR {
            let (anchor, label) = steps::number(workspace);
            // The Inspector scrolls to a field that is not in the window.
            if anchor.and_then(|anchor| anchors::place(ctx, anchor)).is_none() {
                layout.reveal(Pane::Inspector);
                pointing::begin(ctx, label);
            }
        }
        ctx.data_mut(|data| data.insert_persisted(seen(), true));
        ctx.request_repaint();
    }

    fn dismiss(&mut self, ctx: &Context) {
        self.state = OverlayState::Closed;
        ctx.data_mut(|data| data.insert_persisted(seen(), true));
        ctx.request_repaint();
    }
}

/// Whether the open scene is the tour, by comparing its text.
fn is_tour(workspace: &Workspace) -> bool {
    scene::tour().is_ok_and(|tour| **workspace.scene() == tour)
}

/// Whether the overlay was closed stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<bool>(ctx, seen())
}

/// The id for storing that the overlay was closed.
fn seen() -> Id {
    Id::unique("first minute was seen")
}
