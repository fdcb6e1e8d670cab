//! How much of the traces of running programs is kept in memory.

use crate::budget::Budget;

/// The seconds that a window keeps of a program by default.
pub const KEPT_IN_WINDOW: f64 = 60.0;

/// How much of a trace is kept. The oldest lines are left out first.
#[derive(Clone, Debug, Default)]
pub struct KeptTrace {
    /// Seconds before the last line; `None` for all.
    pub seconds: Option<f64>,
    /// The memory for all clients.
    pub budget: Budget,
}
