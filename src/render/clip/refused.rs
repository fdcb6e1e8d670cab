//! The error of an encoder.

use crate::render::error::RenderError;

/// An error of an encoder.
pub(super) fn refused(error: impl std::fmt::Display) -> RenderError {
    RenderError::Clip(error.to_string())
}
