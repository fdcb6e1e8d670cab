//! Watches the files of the open scene, so that the window follows changes by other programs.
//!
//! In a window a separate thread watches, see [`Files`]. The system wakes it when a file may have changed, and it also
//! checks once a second. It wakes the window when the files have not changed for a short time. While files are
//! rewritten continuously, it wakes the window a few times a second. So the window
//! does not redraw for every event of a write. A window that is drawn without a display checks when it is drawn.
//! [`Workspace::check_files`] finds the files that have changed, and whether they are complete.

use std::time::Duration;

use eframe::egui::Context;

use crate::workspace::watch::Files;
use crate::workspace::{Workspace, Writing};

/// Seconds between two checks without a thread.
const EVERY: f64 = 1.0;
/// The same interval while a file is being written or read, seconds.
const SOON: f64 = 0.2;

/// The watching thread, and the time of the next check on egui's clock.
#[derive(Default)]
pub(in crate::app) struct Watch {
    /// Without a thread, the clock decides when files are checked.
    files: Option<Files>,
    next: f64,
    is_settling: bool,
}

impl Watch {
    /// A watch with a thread. The thread redraws the window when there is a file to read.
    pub(in crate::app) fn woken(ctx: &Context) -> Self {
        let ctx = ctx.clone();
        Self { files: Some(Files::watched(move || ctx.request_repaint())), ..Self::default() }
    }

    /// Checks the files if it is time.
    pub(in crate::app) fn look(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let now = ctx.input(|i| i.time);
        let described = match &mut self.files {
            Some(files) => {
                files.follow(workspace);
                files.take()
            }
            None => (workspace.path().is_some() && now >= self.next).then_some(Writing::Unknown),
        };
        let is_due = self.is_settling && now >= self.next;
        let unreported = if self.files.is_some() { Writing::Unchanged } else { Writing::Unknown };
        if let Some(writing) = described.or(is_due.then_some(unreported)) {
            self.is_settling = workspace.check_files(now, writing);
            self.next = now + if self.is_settling { SOON } else { EVERY };
        }
        if self.is_settling {
            ctx.request_repaint_after(Duration::from_secs_f64((self.next - now).max(0.0)));
        }
    }
}
