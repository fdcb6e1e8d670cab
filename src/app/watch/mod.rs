//! When the files of the open scene are looked at, so that the window follows what other programs write.
//!
//! In a window the system tells of changes, see [`Folders`], and nothing is done while there are none. Where it cannot,
//! files are looked at once a second; a window that is drawn without a display looks when it is drawn anyway. What has
//! changed, and whether it is whole, is found out by [`Session::look_at_disk`] alone: being told too often costs some
//! microseconds.

mod folders;
mod remote;

use std::time::Duration;

use eframe::egui::Context;

use self::folders::Folders;
use super::session::Session;

/// Between two looks where nobody tells of changes, seconds.
const EVERY: f64 = 1.0;
/// The same while something is being written, seconds.
const SOON: f64 = 0.2;

/// Who tells of changes, and when files are looked at next, in egui's time.
#[derive(Default)]
pub(super) struct Watch {
    /// Without, files are looked at by the clock.
    folders: Option<Folders>,
    /// Whether there is a window that nobody else may draw for long.
    wakes: bool,
    next: f64,
    is_settling: bool,
}

impl Watch {
    /// A watch that the system tells of changes.
    pub(super) fn told(ctx: &Context) -> Self {
        let ctx = ctx.clone();
        Self { folders: Folders::new(move || ctx.request_repaint()), wakes: true, ..Self::default() }
    }

    /// Looks when it is time to.
    pub(super) fn look(&mut self, ctx: &Context, session: &mut Session) {
        let now = ctx.input(|i| i.time);
        let is_by_clock = match &mut self.folders {
            Some(folders) => {
                folders.follow(session);
                if folders.take_changed() {
                    self.next = now;
                    self.is_settling = true;
                }
                folders.misses_any()
            }
            None => session.path().is_some(),
        };
        if !is_by_clock && !self.is_settling {
            return;
        }
        if now >= self.next {
            self.is_settling = session.look_at_disk(now);
            self.next = now + if self.is_settling { SOON } else { EVERY };
        }
        if (is_by_clock && self.wakes) || self.is_settling {
            ctx.request_repaint_after(Duration::from_secs_f64((self.next - now).max(0.0)));
        }
    }
}
