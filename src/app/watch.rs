//! When the files of the open scene are looked at, so that the window follows what other programs write.
//!
//! In a window a thread looks, see [`Files`]: the system wakes it when a file may have changed, and it looks once a second
//! besides. It wakes the window when the files have been the same for a moment, and while they are rewritten all the time
//! a few times a second. So writing costs the window as many frames as there are states to show. A window that is drawn
//! without a display looks when it is drawn. What has changed, and whether it is whole, is found out by
//! [`Session::look_at_disk`].

use std::time::Duration;

use eframe::egui::Context;

use super::session::{Session, Writing};
use crate::session::watch::Files;

/// Between two looks without a thread, seconds.
const EVERY: f64 = 1.0;
/// The same while something is being written or read, seconds.
const SOON: f64 = 0.2;

/// The thread that looks, and when files are looked at next, in egui's time.
#[derive(Default)]
pub(super) struct Watch {
    /// Without, files are looked at by the clock.
    files: Option<Files>,
    next: f64,
    is_settling: bool,
}

impl Watch {
    /// A watch with a thread, which draws the window again when there is something to read.
    pub(super) fn woken(ctx: &Context) -> Self {
        let ctx = ctx.clone();
        Self { files: Some(Files::watched(move || ctx.request_repaint())), ..Self::default() }
    }

    /// Looks when it is time to.
    pub(super) fn look(&mut self, ctx: &Context, session: &mut Session) {
        let now = ctx.input(|i| i.time);
        let told = match &mut self.files {
            Some(files) => {
                files.follow(session);
                files.take()
            }
            None => (session.path().is_some() && now >= self.next).then_some(Writing::Unknown),
        };
        let is_due = self.is_settling && now >= self.next;
        let unreported = if self.files.is_some() { Writing::Unchanged } else { Writing::Unknown };
        if let Some(writing) = told.or(is_due.then_some(unreported)) {
            self.is_settling = session.look_at_disk(now, writing);
            self.next = now + if self.is_settling { SOON } else { EVERY };
        }
        if self.is_settling {
            ctx.request_repaint_after(Duration::from_secs_f64((self.next - now).max(0.0)));
        }
    }
}
