//! The memory of a picture's lines, labels and surfaces, reserved in the budget of its scene before they are made.
//!
//! A picture that exceeds the budget is not completed. It stores the refusal, and [`crate::render::Viewport`] does not
//! draw it.

use std::sync::Arc;

use crate::budget::{Budget, OverBudget, Reservation};

/// The number of bytes of each reservation.
const STEP: u64 = 1 << 20;
/// The number of bytes that are not counted. They belong to the program, so that a scene whose files fill the budget is
/// still drawn.
pub(crate) const NOT_COUNTED: u64 = 4 << 20;

/// The reservation of a picture. Copies of a picture share it.
#[derive(Clone, Debug, Default)]
pub struct PictureMemory {
    /// Without a budget nothing is counted, as for a picture in a test.
    budget: Option<Budget>,
    reserved: Option<Arc<Reservation>>,
    used: u64,
    refused: Option<OverBudget>,
}

impl PictureMemory {
    /// An empty reservation.
    pub fn within(budget: &Budget) -> Self {
        Self { budget: Some(budget.clone()), ..Self::default() }
    }

    /// The budget; `None` for a picture without one.
    pub fn budget(&self) -> Option<&Budget> {
        self.budget.as_ref()
    }

    /// The reason why the picture is incomplete; `None` for a complete one.
    pub fn refused(&self) -> Option<OverBudget> {
        self.refused
    }

    /// The number of marks of so many bytes for which there is room now. Half of the free memory stays for what is drawn
    /// later.
    pub(super) fn room(&self, bytes: u64) -> usize {
        let of_program = NOT_COUNTED.saturating_sub(self.used);
        let left = self.budget.as_ref().map_or(u64::MAX, |budget| budget.left().saturating_add(of_program));
        usize::try_from(left / 2 / bytes).unwrap_or(usize::MAX)
    }

    /// Reserves bytes and returns whether they fit. After a refusal, all later requests are refused.
    pub(super) fn take(&mut self, bytes: u64) -> bool {
        let Some(budget) = &self.budget else { return true };
        if self.refused.is_some() {
            return false;
        }
        self.used += bytes;
        let reserved = self.reserved.get_or_insert_with(|| Arc::new(budget.nothing()));
        let missing = self.used.saturating_sub(NOT_COUNTED + reserved.bytes());
        if missing == 0 {
            return true;
        }
        let grown = match Arc::get_mut(reserved) {
            Some(reserved) => reserved.grow(missing.next_multiple_of(STEP)),
            // A copy shares the reservation, so this picture gets its own.
            None => budget.take((self.used - NOT_COUNTED).next_multiple_of(STEP)).map(|own| *reserved = Arc::new(own)),
        };
        self.refused = grown.err();
        self.refused.is_none()
    }
}

/// Always equal: memory is not part of the content of a picture.
impl PartialEq for PictureMemory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_once_and_for_all() {
        let budget = Budget::new(3 * STEP);
        let mut memory = PictureMemory::within(&budget);
        assert!(memory.take(NOT_COUNTED));
        assert_eq!(budget.left(), 3 * STEP, "a small picture takes nothing");
        assert!(memory.take(STEP + 1));
        assert_eq!(budget.left(), STEP);
        let mut copy = memory.clone();
        assert!(!copy.take(2 * STEP), "a copy has its own reservation when it grows");
        assert!(copy.refused().is_some());
        drop(copy);
        assert!(memory.take(STEP));
        assert!(!memory.take(STEP) && memory.refused().is_some());
        assert!(!memory.take(1), "what comes later is missing too");
        drop(memory);
        assert_eq!(budget.left(), 3 * STEP);
        assert!(PictureMemory::default().take(u64::MAX));
    }
}
