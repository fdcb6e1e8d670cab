//! The store of a scene to which a running program adds its entries.

use std::sync::Arc;

use super::content::Files;
use super::open_as_scene::trace::RECEIVED;
use super::program::ProgramEntries;
use super::trace::TraceFile;
use crate::scene::{Scene, SceneTrace};
use crate::trace::Trace;

impl Files {
    /// This store for a scene to which a running program will add its entries.
    #[must_use]
    pub fn awaiting_program(self) -> Self {
        Self { program: Some(ProgramEntries::Awaited), ..self }
    }

    /// This store for a scene to which a running program adds the entries of its trace.
    #[must_use]
    pub fn with_program(self, trace: Arc<Trace>) -> Self {
        Self { program: Some(ProgramEntries::Received(trace)), ..self }
    }

    /// Whether a running program adds entries, or will add them.
    pub(crate) fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// Whether a running program will add entries, of which none is known yet.
    pub(super) fn is_awaiting_program(&self) -> bool {
        matches!(self.program, Some(ProgramEntries::Awaited))
    }

    /// Puts the trace of the running program into a scene, in place of one that it names. Returns whether there is one.
    pub(super) fn add_program(&mut self, scene: &mut Scene) -> bool {
        let Some(ProgramEntries::Received(trace)) = &self.program else { return false };
        let written = scene.trace.get_or_insert_with(|| SceneTrace { file: RECEIVED.to_owned(), name: None });
        self.traces.insert(&written.file, Arc::new(TraceFile::received(Arc::clone(trace))));
        true
    }
}
