//! A list that pays a memory budget for its capacity.

use std::ops::{Deref, DerefMut};

use super::over_budget::OverBudget;
use super::reservation::{Budget, Reservation};

/// The smallest capacity of a list that is not empty, as that of a `Vec`.
const LEAST: usize = 4;

/// A list that reserves memory from a budget before it allocates, and returns it when it shrinks or is dropped.
///
/// It pays for its capacity, not for its length. Like a `Vec` it doubles its capacity when it is full. When the budget has no
/// room for that, it grows by an eighth, so that a list may fill most of a budget and still grows in few steps. A list that is
/// moved has two blocks of memory for a moment; it pays for the greater one.
#[derive(Debug)]
pub struct ChargedVec<T> {
    items: Vec<T>,
    /// What is paid for the capacity.
    memory: Reservation,
}

impl<T> ChargedVec<T> {
    /// An empty list, which pays nothing yet.
    pub fn new(budget: &Budget) -> Self {
        Self { items: Vec::new(), memory: budget.nothing() }
    }

    /// An empty list that pays from the budget of a reservation.
    pub fn beside(memory: &Reservation) -> Self {
        Self { items: Vec::new(), memory: memory.beside() }
    }

    /// A list of items for which memory was reserved before they were made. What their capacity does not need is returned.
    ///
    /// # Errors
    /// When less was reserved, and the budget has no room for the rest.
    pub fn from_parts(mut items: Vec<T>, mut memory: Reservation) -> Result<Self, OverBudget> {
        items.shrink_to_fit();
        let needed = bytes::<T>(items.capacity());
        memory.shrink_to(needed);
        memory.grow(needed - memory.bytes())?;
        Ok(Self { items, memory })
    }

    /// An empty list with memory for exactly so many items.
    ///
    /// # Errors
    /// When the budget has no room for them.
    pub fn with_capacity(budget: &Budget, capacity: usize) -> Result<Self, OverBudget> {
        let mut list = Self::new(budget);
        list.reserve_exact(capacity)?;
        Ok(list)
    }

    /// Adds an item.
    ///
    /// # Errors
    /// When the list is full and the budget has no room for a longer one. The list is then unchanged.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), OverBudget> {
        if self.items.len() == self.items.capacity() {
            self.reserve(1)?;
        }
        self.items.push(item);
        Ok(())
    }

    /// Adds copies of items.
    ///
    /// # Errors
    /// When the budget has no room. The list is then unchanged.
    pub fn extend_from_slice(&mut self, items: &[T]) -> Result<(), OverBudget>
    where
        T: Clone,
    {
        self.reserve(items.len())?;
        self.items.extend_from_slice(items);
        Ok(())
    }

    /// Adds copies of an item, or removes items from the end, until the list has this length.
    ///
    /// # Errors
    /// When the budget has no room. The list is then unchanged.
    pub fn resize(&mut self, length: usize, item: T) -> Result<(), OverBudget>
    where
        T: Clone,
    {
        self.reserve(length.saturating_sub(self.items.len()))?;
        self.items.resize(length, item);
        Ok(())
    }

    /// Makes room for more items. The capacity is at least doubled if it is too small and the budget has room for that.
    ///
    /// # Errors
    /// When the budget has no room. The list is then unchanged.
    pub fn reserve(&mut self, more: usize) -> Result<(), OverBudget> {
        let (capacity, needed) = (self.items.capacity(), self.items.len().saturating_add(more));
        if needed <= capacity {
            return Ok(());
        }
        let by = |step: usize| needed.max(capacity.saturating_add(step)).max(LEAST);
        self.grow_to(by(capacity)).or_else(|_| self.grow_to(by(capacity / 8)))
    }

    /// Makes room for exactly so many more items, if there is none yet.
    ///
    /// # Errors
    /// When the budget has no room. The list is then unchanged.
    pub fn reserve_exact(&mut self, more: usize) -> Result<(), OverBudget> {
        let needed = self.items.len().saturating_add(more);
        if needed <= self.items.capacity() { Ok(()) } else { self.grow_to(needed) }
    }

    /// Pays for a greater capacity, then allocates it.
    fn grow_to(&mut self, capacity: usize) -> Result<(), OverBudget> {
        self.memory.grow(bytes::<T>(capacity - self.items.capacity()))?;
        self.items.reserve_exact(capacity - self.items.len());
        Ok(())
    }

    /// Returns the memory that the items do not need.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
        self.memory.shrink_to(bytes::<T>(self.items.capacity()));
    }

    /// The bytes that are paid: those of the capacity.
    pub fn paid(&self) -> u64 {
        self.memory.bytes()
    }

    /// The number of items for which there is memory.
    pub fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// The items, and what is paid for them. The caller stores the reservation beside the items.
    pub fn into_parts(self) -> (Vec<T>, Reservation) {
        (self.items, self.memory)
    }
}

/// The bytes of so many items.
fn bytes<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}

impl<T> Deref for ChargedVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for ChargedVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Step {
        Push(u32),
        Reserve(usize),
        ReserveExact(usize),
        Resize(usize, u32),
        Shrink,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            8 => any::<u32>().prop_map(Step::Push),
            1 => (0_usize..40).prop_map(Step::Reserve),
            1 => (0_usize..40).prop_map(Step::ReserveExact),
            1 => (0_usize..40, any::<u32>()).prop_map(|(length, item)| Step::Resize(length, item)),
            1 => Just(Step::Shrink),
        ]
    }

    proptest! {
        #[test]
        fn a_list_pays_for_its_capacity_and_a_refused_growth_changes_nothing(
            steps in prop::collection::vec(step(), 0..200),
            total in 0_u64..600,
        ) {
            let budget = Budget::new(total);
            let mut list = ChargedVec::new(&budget);
            let mut twin: Vec<u32> = Vec::new();
            for step in steps {
                let before = (list.to_vec(), list.capacity());
                let mut wanted = twin.clone();
                let done = match step {
                    Step::Push(item) => {
                        wanted.push(item);
                        list.push(item)
                    }
                    Step::Reserve(more) => list.reserve(more),
                    Step::ReserveExact(more) => list.reserve_exact(more),
                    Step::Resize(length, item) => {
                        wanted.resize(length, item);
                        list.resize(length, item)
                    }
                    Step::Shrink => {
                        list.shrink_to_fit();
                        Ok(())
                    }
                };
                match done {
                    Ok(()) => twin = wanted,
                    Err(over) => {
                        prop_assert_eq!((list.to_vec(), list.capacity()), before);
                        prop_assert!(over.wanted > over.left);
                    }
                }
                prop_assert_eq!(&*list, &*twin);
                prop_assert_eq!(list.paid(), 4 * list.capacity() as u64);
                prop_assert_eq!(budget.left(), total - list.paid());
            }
            let paid = list.paid();
            let (items, memory) = list.into_parts();
            prop_assert_eq!((memory.bytes(), budget.left()), (paid, total - paid));
            prop_assert_eq!(&items, &twin);
            let again = ChargedVec::from_parts(items, memory).unwrap();
            prop_assert_eq!((again.paid(), again.capacity()), (4 * twin.len() as u64, twin.len()));
            drop(again);
            prop_assert_eq!(budget.left(), total);
        }
    }

    #[test]
    fn a_list_fills_a_budget_that_has_no_room_for_twice_its_length() {
        let budget = Budget::new(1000);
        let mut list = ChargedVec::new(&budget);
        while list.push(0_u8).is_ok() {}
        assert!(list.len() > 880, "{}", list.len());
        list.shrink_to_fit();
        assert_eq!(budget.left(), 1000 - list.len() as u64);
    }
}
