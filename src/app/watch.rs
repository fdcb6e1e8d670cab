//! The files that the scene names, looked at once a second: what another program writes is answered anew.

use std::time::Duration;

use eframe::egui::Context;

use super::session::Session;

/// Between two looks, seconds.
const EVERY: f64 = 1.0;

/// When they are looked at next, in egui's time.
#[derive(Default)]
pub(super) struct Watch {
    next: f64,
}

impl Watch {
    /// Looks when it is time to.
    pub(super) fn look(&mut self, ctx: &Context, session: &mut Session) {
        let scene = session.scene();
        if scene.images.is_empty() && scene.agents.is_empty() {
            return;
        }
        let now = ctx.input(|i| i.time);
        if now >= self.next {
            session.refresh_files();
            self.next = now + EVERY;
        }
        ctx.request_repaint_after(Duration::from_secs_f64((self.next - now).max(0.0)));
    }
}
