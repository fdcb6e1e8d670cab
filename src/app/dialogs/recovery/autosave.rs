//! Writes the unsaved changes of this window on another thread, some seconds after the last one.

use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::Context;

use super::store;
use super::store::Store;
use crate::workspace::Workspace;
use crate::workspace::document::DocumentState;
use crate::workspace::job::Job;
use crate::workspace::recover::Changes;

/// Seconds after the last change.
const REST: f64 = 2.0;
/// Seconds after which changes are written while editing continues.
const LATEST: f64 = 20.0;

/// The state between frames.
#[derive(Default)]
pub(super) struct Autosave {
    /// The changes that were seen last, and the time.
    seen: Option<(Arc<DocumentState>, f64)>,
    /// The changes that were stored last.
    stored: Option<Arc<DocumentState>>,
    /// The time of the first change that is not stored.
    since: Option<f64>,
    writing: Option<Job<io::Result<()>>>,
}

impl Autosave {
    /// One frame: writes the changes when it is time, or removes the file when there are none.
    pub(super) fn advance(&mut self, ctx: &Context, workspace: &Workspace, store: &mut Store) {
        if let Some(writing) = &self.writing {
            match writing.wait(Duration::ZERO) {
                Poll::Pending => return,
                // A full disk is not reported; the next change tries again.
                Poll::Ready(_) => self.writing = None,
            }
        }
        if !workspace.is_dirty() {
            if self.stored.take().is_some() {
                store.remove();
            }
            (self.seen, self.since) = (None, None);
            return;
        }
        let now = ctx.input(|i| i.time);
        let document = workspace.document().state();
        if self.stored.as_ref().is_some_and(|stored| Arc::ptr_eq(stored, document)) {
            self.since = None;
            return;
        }
        if self.seen.as_ref().is_none_or(|(seen, _)| !Arc::ptr_eq(seen, document)) {
            self.seen = Some((Arc::clone(document), now));
        }
        let since = *self.since.get_or_insert(now);
        let last = self.seen.as_ref().map_or(now, |(_, last)| *last);
        let due = (last + REST).min(since + LATEST);
        if now < due {
            ctx.request_repaint_after(Duration::from_secs_f64(due - now + 0.01));
            return;
        }
        let Ok(file) = store.file() else { return };
        let source = workspace.disk().recovery_source();
        (self.stored, self.since) = (Some(Arc::clone(document)), None);
        let ctx = ctx.clone();
        let write = move |_: &_| store::write(&Arc::new(Changes::of(&source)), &file);
        self.writing = Some(Job::begin(write, move || ctx.request_repaint()));
    }
}
