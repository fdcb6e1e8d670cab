//! The first-minute overlay: cards over the window that point at the most important widgets.
//!
//! ```text
//! words    the text of each card, for the current selection
//! layout   the places of the cards: no card covers a target or another card
//! paint    the dimmed window, cards, numbers and leaders
//! ```
//!
//! The overlay opens with the tour until the user has closed it once. egui's memory stores that between runs. The Help
//! menu opens it at any time. [`anchors`] gives the places of the targets. A target in a closed panel is left out.

mod layout;
mod paint;
mod words;

use eframe::egui::{Align2, Context, Id, Modal, Sense, Vec2};

use self::words::Words;
use super::kept::{self, Kept};
use super::session::Session;
use super::{anchors, keys};
use crate::scene;

/// The state of the overlay.
#[derive(Default)]
pub(super) struct FirstMinute {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Closed,
    /// Opens it in the next frame, unless it was closed in an earlier run.
    Greeting,
    Open,
}

impl FirstMinute {
    /// Opens it in the first frame, when the scene is the tour and the overlay was never closed.
    pub(super) fn greet(&mut self, session: &Session) {
        if is_tour(session) {
            self.state = State::Greeting;
        }
    }

    /// Opens it.
    pub(super) fn open(&mut self) {
        self.state = State::Open;
    }

    /// Any key closes the overlay and has no other effect. Called before keys are handled.
    pub(super) fn keys(&mut self, ctx: &Context) {
        if self.state == State::Open && keys::take_all(ctx) {
            self.put_away(ctx);
        }
    }

    /// Shows the overlay while it is open. Called after every panel has recorded its anchors.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session) {
        if self.state == State::Greeting {
            let was_seen = ctx.data_mut(|data| data.get_persisted(seen()).unwrap_or(false));
            self.state = if was_seen { State::Closed } else { State::Open };
        }
        if self.state != State::Open {
            return;
        }
        let words = Words::of(session, is_tour(session));
        let callouts =
            words.callouts.into_iter().filter_map(|(anchor, text)| Some((anchors::place(ctx, anchor)?, text)));
        let callouts: Vec<_> = callouts.collect();
        let area = Modal::default_area(Id::unique("first minute")).anchor(Align2::LEFT_TOP, Vec2::ZERO).fade_in(false);
        // Widgets below the overlay receive neither clicks nor keys.
        ctx.memory_mut(|memory| memory.set_modal_layer(area.layer()));
        let shown = area.show(ctx, |ui| {
            let window = ctx.content_rect();
            let anywhere = ui.allocate_rect(window, Sense::click());
            let got_it = paint::overlay(ui, window, &words.question, &callouts);
            anywhere.clicked() || anywhere.secondary_clicked() || got_it
        });
        if shown.inner {
            self.put_away(ctx);
        }
    }

    fn put_away(&mut self, ctx: &Context) {
        self.state = State::Closed;
        ctx.data_mut(|data| data.insert_persisted(seen(), true));
        ctx.request_repaint();
    }
}

/// Whether the open scene is the tour, by comparing its text.
fn is_tour(session: &Session) -> bool {
    scene::tour().is_ok_and(|tour| **session.scene() == tour)
}

/// Whether the overlay was closed stays from one run to the next.
pub(super) fn keep(ctx: &Context) -> Kept {
    kept::keep::<bool>(ctx, seen())
}

/// The id for storing that the overlay was closed.
fn seen() -> Id {
    Id::unique("first minute was seen")
}
