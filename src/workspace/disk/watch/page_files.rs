//! The files of a page in a browser, which no other program changes.

use crate::workspace::disk::file_debounce::Writing;
use crate::workspace::open_scene::Workspace;

/// The same as on a desktop. It reports no change.
pub(crate) struct UnwatchedFiles;

impl UnwatchedFiles {
    pub(crate) fn watched(_: impl Fn() + Send + 'static) -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "as on a desktop")]
    pub(crate) fn follow(&mut self, _: &Workspace) {}

    #[expect(clippy::unused_self, reason = "as on a desktop")]
    pub(crate) fn take(&self) -> Option<Writing> {
        None
    }
}
