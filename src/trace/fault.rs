//! What is wrong with a line of a trace.

/// What is wrong with a line, or with one of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// From 1.
    pub line: usize,
    /// From 1, in bytes.
    pub column: usize,
    /// The fault, without a full stop.
    pub message: String,
}
