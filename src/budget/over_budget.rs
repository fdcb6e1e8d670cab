//! The error of a request that exceeds a budget.

use std::error::Error;
use std::fmt;

use super::size::{GIB, MIB, Size};

/// A request that exceeds the free bytes of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget {
    /// The requested bytes.
    pub wanted: u64,
    /// The free bytes at that time.
    pub left: u64,
    /// The size of the budget in bytes.
    pub total: u64,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wanted, left, total] = [self.wanted, self.left, self.total].map(Size);
        write!(f, "takes {wanted} of memory, but {left} of the budget of {total} are left")
    }
}

impl Error for OverBudget {}

impl OverBudget {
    /// The same for a request that was reserved step by step, and has `own` bytes already.
    #[must_use]
    pub fn with_own(self, own: u64) -> Self {
        Self { wanted: self.wanted.saturating_add(own), left: self.left.saturating_add(own), ..self }
    }

    /// The size of a budget that would be enough for this request, in the syntax of `--memory`.
    pub fn help(&self) -> String {
        let needed = self.total.saturating_add(self.wanted.saturating_sub(self.left));
        let enough = if needed < GIB {
            format!("{}MiB", needed.div_ceil(64 * MIB) * 64)
        } else {
            format!("{}GiB", needed.div_ceil(GIB))
        };
        format!("give the scene a larger budget, such as `--memory {enough}`")
    }
}
