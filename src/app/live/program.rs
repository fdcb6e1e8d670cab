//! What has come from a running program, and whether the view follows it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::Context;

use crate::host::fs;
use crate::live::{LiveRun, LiveSource, LiveState, Received};
use crate::trace::Trace;
use crate::workspace::{Notice, NoticeKind, Workspace};
use crate::world::first_tick;

/// An open source that the window is to show.
#[derive(Debug)]
pub struct LiveStart {
    /// The source.
    pub source: LiveSource,
    /// What is kept and recorded of it.
    pub received: Received,
    /// Where its lines come from, in words.
    pub place: String,
    /// The files that it reads and writes, which no other output may replace.
    pub files: Vec<PathBuf>,
}

/// A running program that the window shows.
pub(in crate::app) struct LiveProgram {
    run: LiveRun,
    state: LiveState,
    place: String,
    files: Vec<PathBuf>,
    /// Whether programs can connect.
    listens: bool,
    is_in_open_scene: bool,
    /// Whether the view stays at its tick while the program goes on.
    is_held: bool,
    /// The scene with its world, by `DiskRef::generation`; `None` before the first keyframe.
    generation: Option<u64>,
    /// The client whose world is in the scene.
    client: Option<usize>,
    /// The tick at which the view follows.
    shown_tick: u64,
}

impl LiveProgram {
    /// Begins to read a source. Its world is added to the open scene, or takes the place of that scene.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(in crate::app) fn begin(start: LiveStart, is_in_open_scene: bool, ctx: &Context) -> io::Result<Self> {
        let LiveStart { source, received, place, files } = start;
        let listens = source.address().is_some();
        let ctx = ctx.clone();
        let run = LiveRun::start(source, received, move || ctx.request_repaint())?;
        Ok(Self {
            run,
            state: LiveState::default(),
            place,
            files,
            listens,
            is_in_open_scene,
            is_held: false,
            generation: None,
            client: None,
            shown_tick: 0,
        })
    }

    /// Takes what has come, and shows the last tick unless the view is held. Returns whether the window still shows the program: another
    /// scene may have been opened.
    pub(in crate::app) fn advance(&mut self, workspace: &mut Workspace) -> bool {
        if self.generation.is_some_and(|generation| generation != workspace.disk().generation()) {
            return false;
        }
        self.hold_at_other_tick(workspace);
        if self.run.revision() != self.state.revision {
            self.state = self.run.state();
            self.take_trace(workspace);
        }
        true
    }

    fn take_trace(&mut self, workspace: &mut Workspace) {
        let Some(trace) = self.state.trace.clone() else { return };
        let is_other = self.client != self.state.shown;
        // Unsaved changes of the open scene are not lost.
        let is_replaced = !self.is_in_open_scene && !workspace.is_dirty();
        if self.generation.is_none() || (is_other && is_replaced) {
            self.is_held = false;
            if let Err(error) = workspace.disk_mut().open_received(&trace, !is_replaced) {
                workspace.notify(Notice::error(NoticeKind::CannotOpen(self.place.as_str().into()), error.to_string()));
            }
            self.generation = Some(workspace.disk().generation());
        }
        self.client = self.state.shown;
        let [first, last] = trace.span().map(|time| first_tick(time, workspace.scene().tick_rate));
        if self.is_held {
            // Lines before the first kept one are gone.
            let tick = (workspace.tick() < first).then_some(first);
            workspace.disk_mut().receive_more(&trace, tick);
        } else {
            workspace.disk_mut().receive_more(&trace, Some(last));
        }
        self.shown_tick = if self.is_held { workspace.tick() } else { last };
    }

    /// The view stays where the user has gone on the time bar.
    fn hold_at_other_tick(&mut self, workspace: &Workspace) {
        let is_there = workspace.clock().catching_up().is_none() && self.generation.is_some();
        self.is_held |= is_there && workspace.tick() != self.shown_tick;
    }

    /// What has come so far.
    pub(in crate::app) fn state(&self) -> &LiveState {
        &self.state
    }

    /// Where its lines come from, in words.
    pub(in crate::app) fn place(&self) -> &str {
        &self.place
    }

    /// Whether programs can connect.
    pub(in crate::app) fn listens(&self) -> bool {
        self.listens
    }

    /// Whether the view follows the program.
    pub(in crate::app) fn is_followed(&self) -> bool {
        !self.is_held && self.generation.is_some()
    }

    /// Whether the view stays at its tick while the program goes on.
    pub(in crate::app) fn is_held(&self) -> bool {
        self.is_held
    }

    /// The view stays at its tick.
    pub(in crate::app) fn hold(&mut self) {
        self.is_held = self.generation.is_some();
    }

    /// The view shows the last tick, and follows the program.
    pub(in crate::app) fn follow(&mut self, workspace: &mut Workspace) {
        self.is_held = false;
        self.take_trace(workspace);
    }

    /// Shows the world of another client.
    pub(in crate::app) fn show(&self, client: usize) {
        self.run.show(client);
    }

    /// The trace so far; `None` before the first keyframe.
    pub(in crate::app) fn trace(&self) -> Option<&Arc<Trace>> {
        self.state.trace.as_ref()
    }

    /// Whether it reads or writes a file, which no other output may replace.
    pub(in crate::app) fn uses(&self, path: &Path) -> bool {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.files.iter().any(|file| real(file) == real(path))
    }
}
