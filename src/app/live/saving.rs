//! Saving the recording of a running program to a file, on another thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::Context;

use crate::app::kit::job::Job;
use crate::scene::save_bytes;
use crate::trace::Trace;
use crate::workspace::{Notice, NoticeKind, Workspace};

/// The saving of a recording, from the choice of its file on.
#[derive(Default)]
pub(in crate::app) struct RecordingSave {
    /// How many of the last seconds are saved; `None` for all that is kept.
    pub(in crate::app) seconds: Option<u32>,
    job: Option<Job<Result<PathBuf, String>>>,
}

impl RecordingSave {
    /// Whether a file is being written.
    pub(in crate::app) fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Begins to write a part of a trace to a file.
    pub(in crate::app) fn begin(&mut self, ctx: &Context, trace: &Arc<Trace>, path: &Path) {
        let from = self.seconds.map_or(f64::NEG_INFINITY, |seconds| trace.span()[1] - f64::from(seconds));
        let (trace, path) = (Arc::clone(trace), path.to_owned());
        self.job = Some(Job::start(ctx, move |_| {
            let mut text = Vec::new();
            trace.write_from(from, &mut text).map_err(|error| error.to_string())?;
            save_bytes(&text, &path).map_err(|error| error.to_string())?;
            Ok(path)
        }));
    }

    /// Says that the file is written, or why not.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(Poll::Ready(saved)) = self.job.as_ref().map(|job| job.poll(ctx)) else { return };
        self.job = None;
        match saved {
            Some(Ok(path)) => {
                let name = path.file_name().unwrap_or_default().display().to_string();
                workspace.notices_mut().say(format!("Saved the recording as {name}"));
            }
            Some(Err(error)) => workspace.notify(Notice::error(NoticeKind::SceneNotSaved, error)),
            None => {}
        }
    }
}
