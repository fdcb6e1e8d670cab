//! The errors of an expression: of its text, and while it runs.

use std::error::Error;
use std::fmt;

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The byte offset of the error, at most the length of the text.
    pub at: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// An error while an expression runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError(pub String);

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ExpressionError {}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RunError {}
