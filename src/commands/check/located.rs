//! Errors of the search for scenes.

use crate::check::discover::DiscoverError;

/// The error of a project file as a located one.
pub(super) fn located(error: DiscoverError) -> anyhow::Error {
    match error {
        DiscoverError::Invalid(error) => (*error).into(),
        error => error.into(),
    }
}
