//! The first minute: an overlay that says where to look and what to drag, over the window itself.
//!
//! ```text
//! words    what is said of which thing, from the selection of now
//! layout   where the cards with the words go: on none of the things, on no other card, never cut
//! paint    the dimmed window, cards, numbers and leaders
//! ```
//!
//! It opens by itself with the tour, until it was put away once, which egui's memory keeps between runs; and from the
//! help menu at any time. The things are found by their [`anchors`]: one whose panel is closed is left out.

mod layout;
mod paint;
mod words;

use eframe::egui::{Align2, Context, Id, Modal, Sense, Vec2};

use self::words::Words;
use super::session::Session;
use super::{anchors, keys};
use crate::scene;

/// What the overlay remembers.
#[derive(Default)]
pub(super) struct FirstMinute {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Closed,
    /// To open in the next frame, unless it was put away in an earlier run.
    Greeting,
    Open,
}

impl FirstMinute {
    /// Opens with the first frame when the scene is the tour and the overlay was never put away.
    pub(super) fn greet(&mut self, session: &Session) {
        if is_tour(session) {
            self.state = State::Greeting;
        }
    }

    /// Opens it.
    pub(super) fn open(&mut self) {
        self.state = State::Open;
    }

    /// Any key puts it away, and does nothing else: called before anybody listens to keys.
    pub(super) fn keys(&mut self, ctx: &Context) {
        if self.state == State::Open && keys::take_all(ctx) {
            self.put_away(ctx);
        }
    }

    /// The overlay, as long as it is open: called when every panel has noted its things.
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
        // What lies below can be neither clicked nor reached by keys.
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

/// Whether the open scene says what the tour says.
fn is_tour(session: &Session) -> bool {
    scene::tour().is_ok_and(|tour| **session.scene() == tour)
}

/// Under which it is kept that the overlay was put away.
fn seen() -> Id {
    Id::unique("first minute was seen")
}
