//! The errors of a recorded path against another one, while the panel of sessions compares them.

use super::Workspace;
use crate::picture::PathErrors;

impl Workspace {
    /// Sets the errors that the view shows, or removes them. This is not a change of the scene.
    pub(crate) fn show_path_errors(&mut self, errors: Option<PathErrors>) {
        if errors != self.view.path_errors {
            self.view.path_errors = errors;
            self.view.appearance_revision += 1;
        }
    }

    /// The errors that the view shows.
    pub fn path_errors(&self) -> Option<&PathErrors> {
        self.view.path_errors.as_ref()
    }
}
