//! A memory budget, and the bytes that are reserved from it.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::over_budget::OverBudget;
use super::size::{GIB, KIB, MIB, Size};

/// The memory that a scene and its files may take together. Copies share the same counter.
#[derive(Clone, Debug)]
pub struct Budget {
    counter: Arc<Counter>,
}

#[derive(Debug)]
struct Counter {
    total: u64,
    used: AtomicU64,
    /// The budget that several works share, when this is the counter of one of them.
    shared: Option<SharedReservation>,
}

/// A budget that several works share.
#[derive(Debug)]
struct SharedReservation {
    all: Budget,
    /// Whether a request was refused only because of the other works.
    is_crowded: AtomicBool,
}

impl Counter {
    /// Reserves bytes, if at least `others` bytes stay free.
    fn grow(&self, bytes: u64, others: u64) -> Result<(), OverBudget> {
        let most = self.total.saturating_sub(others);
        let over = |used| OverBudget { wanted: bytes, left: most.saturating_sub(used), total: self.total };
        let fits = |used: u64| used.checked_add(bytes).filter(|used| *used <= most);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).map_err(over)?;
        let Some(shared) = &self.shared else { return Ok(()) };
        shared.all.counter.grow(bytes, 0).inspect_err(|_| {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            shared.is_crowded.store(true, Ordering::Relaxed);
        })
    }

    fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(shared) = &self.shared {
            shared.all.counter.give_back(bytes);
        }
    }
}

/// Bytes that were reserved from a budget. Dropping the reservation returns them.
#[derive(Debug)]
pub struct Reservation {
    budget: Budget,
    bytes: u64,
}

impl Budget {
    /// The default size of a budget: 2 GiB.
    pub const DEFAULT: u64 = 2 * GIB;
    /// The size of the smallest budget: 16 MiB.
    pub const LEAST: u64 = 16 * MIB;

    /// A budget of `total` bytes, all of them free.
    pub fn new(total: u64) -> Self {
        Self { counter: Arc::new(Counter { total, used: AtomicU64::new(0), shared: None }) }
    }

    /// The budget of one of several works that run side by side within this one. It has the same size, and everything
    /// that is reserved from it is also reserved from this budget.
    ///
    /// It counts the work's own bytes: what it refuses because of these, and what it has left, do not depend on the
    /// other works. A request that would fit without the others is refused too, and is recorded: see
    /// [`Budget::is_crowded`].
    #[must_use]
    pub fn of_one_work(&self) -> Self {
        let shared = Some(SharedReservation { all: self.clone(), is_crowded: AtomicBool::new(false) });
        Self { counter: Arc::new(Counter { total: self.total(), used: AtomicU64::new(0), shared }) }
    }

    /// Whether a request of this work was refused only because of the works beside it. Its results then depend on
    /// chance, so the work must be done again alone.
    pub fn is_crowded(&self) -> bool {
        self.counter.shared.as_ref().is_some_and(|shared| shared.is_crowded.load(Ordering::Relaxed))
    }

    /// A budget of the same size with a separate counter, for another scene.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self::new(self.total())
    }

    /// The size in bytes.
    pub fn total(&self) -> u64 {
        self.counter.total
    }

    /// The bytes that are not reserved now.
    pub fn left(&self) -> u64 {
        self.counter.total.saturating_sub(self.counter.used.load(Ordering::Relaxed))
    }

    /// Whether less than half of it is free. Callers then keep nothing that can be read again.
    pub(crate) fn is_scarce(&self) -> bool {
        self.left() < self.total() / 2
    }

    /// Reserves bytes before they are allocated.
    ///
    /// # Errors
    /// When fewer bytes are free.
    pub fn take(&self, bytes: u64) -> Result<Reservation, OverBudget> {
        let mut reservation = self.nothing();
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// Reserves `count` answers of `size` bytes each. An eighth of the budget stays free for the picture.
    ///
    /// # Errors
    /// When fewer bytes are free, not counting that eighth.
    pub fn take_for_answers(&self, count: usize, size: usize) -> Result<Reservation, OverBudget> {
        let mut reservation = self.nothing();
        reservation.grow_beside((count as u64).saturating_mul(size as u64), self.total() / 8)?;
        Ok(reservation)
    }

    /// Reserves `count` items of `size` bytes each.
    ///
    /// # Errors
    /// When fewer bytes are free.
    pub fn take_many(&self, count: usize, size: usize) -> Result<Reservation, OverBudget> {
        self.take((count as u64).saturating_mul(size as u64))
    }

    /// A reservation of 0 bytes, which can be increased.
    pub fn nothing(&self) -> Reservation {
        Reservation { budget: self.clone(), bytes: 0 }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}

/// All budgets are equal: the contents of a scene do not depend on its budget.
impl PartialEq for Budget {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Reservation {
    /// Reserves more bytes.
    ///
    /// # Errors
    /// When fewer bytes are free. The reservation is then unchanged.
    pub fn grow(&mut self, bytes: u64) -> Result<(), OverBudget> {
        self.grow_beside(bytes, 0)
    }

    /// Reserves more bytes, if at least `others` bytes stay free.
    fn grow_beside(&mut self, bytes: u64, others: u64) -> Result<(), OverBudget> {
        self.budget.counter.grow(bytes, others)?;
        self.bytes += bytes;
        Ok(())
    }

    /// An empty reservation from the same budget.
    #[must_use]
    pub fn beside(&self) -> Self {
        self.budget.nothing()
    }

    /// Returns the bytes that exceed `bytes`.
    pub fn shrink_to(&mut self, bytes: u64) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.bytes -= surplus;
        self.budget.counter.give_back(surplus);
    }

    /// The number of reserved bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds the bytes of another reservation from the same budget.
    pub fn absorb(&mut self, mut other: Self) {
        self.bytes += std::mem::take(&mut other.bytes);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// All reservations are equal: they are not part of the value that they cover.
impl PartialEq for Reservation {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Budget {}

impl Eq for Reservation {}

/// Reads "512MiB", "2GiB", "1.5 GB" or a number of bytes, as `--memory` takes them.
impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a size such as 512MiB, 2GiB, 1GB, or a number of bytes".to_owned();
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let number: f64 = text[..end].parse().map_err(|_invalid| wrong())?;
        let unit = match text[end..].trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kib" => KIB,
            "kb" => 1000,
            "m" | "mib" => MIB,
            "mb" => 1_000_000,
            "g" | "gib" => GIB,
            "gb" => 1_000_000_000,
            "t" | "tib" => KIB * GIB,
            "tb" => 1_000_000_000_000,
            _ => return Err(wrong()),
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and it saturates")]
        let bytes = (number * unit as f64) as u64;
        if bytes < Self::LEAST {
            return Err(format!("the smallest budget is {}", Size(Self::LEAST)));
        }
        Ok(Self::new(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::size::Size;
    use super::*;

    #[test]
    fn dropped_bytes_are_free_again_and_requests_that_do_not_fit_are_refused() {
        let budget = Budget::new(100);
        let copy = budget.clone();
        let first = budget.take(60).unwrap();
        assert_eq!(copy.take(41).unwrap_err(), OverBudget { wanted: 41, left: 40, total: 100 });
        let mut second = copy.take(40).unwrap();
        assert_eq!(budget.left(), 0);
        assert!(second.grow(1).is_err());
        drop(first);
        second.grow(1).unwrap();
        assert_eq!((second.bytes(), budget.left()), (41, 59));
        second.shrink_to(9);
        assert_eq!(budget.left(), 91);
        assert!(budget.take(u64::MAX).is_err());
        assert_eq!(budget.fresh().left(), 100);
    }

    #[test]
    fn answers_leave_an_eighth_for_the_picture() {
        let budget = Budget::new(800);
        let first = budget.take_for_answers(70, 10).unwrap();
        assert_eq!((first.bytes(), budget.left()), (700, 100));
        assert_eq!(budget.take_for_answers(1, 1).unwrap_err(), OverBudget { wanted: 1, left: 0, total: 800 });
        assert_eq!(budget.left(), 100, "what was refused is given back");
        assert!(budget.take(100).is_ok());
    }

    #[test]
    fn what_fits_into_the_budget_of_one_work_does_not_depend_on_the_others() {
        let all = Budget::new(100);
        let [one, other] = [(); 2].map(|()| all.of_one_work());
        let first = one.take(60).unwrap();
        assert_eq!((one.left(), other.left(), all.left()), (40, 100, 40));
        assert_eq!(other.take(101).unwrap_err(), OverBudget { wanted: 101, left: 100, total: 100 });
        assert!(!other.is_crowded(), "it would not fit alone either");
        assert_eq!(other.take(41).unwrap_err(), OverBudget { wanted: 41, left: 40, total: 100 });
        assert!(other.is_crowded() && !one.is_crowded() && !all.is_crowded());
        assert_eq!((other.left(), all.left()), (100, 40), "what was refused is given back");
        drop(first);
        assert_eq!((one.left(), all.left()), (100, 100));
        assert!(all.of_one_work().take(100).is_ok());
    }

    #[test]
    fn threads_never_reserve_more_than_the_budget() {
        let budget = Budget::new(1000);
        let kept: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| (0..100).filter_map(|_| budget.take(3).ok()).collect::<Vec<_>>()))
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!((kept.len(), budget.left()), (333, 1));
    }

    #[test]
    fn sizes_are_read_and_shown() {
        for (text, bytes) in [
            ("512MiB", 512 * MIB),
            ("2GiB", 2 * GIB),
            ("1GB", 1_000_000_000),
            ("1.5gib", 3 * GIB / 2),
            ("64 MiB", 64 * MIB),
            ("64m", 64 * MIB),
            ("16777216", 16 * MIB),
            ("99999999999999999999TiB", u64::MAX),
        ] {
            assert_eq!(text.parse::<Budget>().unwrap().total(), bytes, "{text}");
        }
        for wrong in ["", "GiB", "-1GiB", "2GiBs", "1.2.3GiB", "15MiB", "0", "nan", "infGiB", "2 G i B"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
        let shown = [0, 1023, 64 * MIB, 3 * GIB / 2, u64::MAX].map(|bytes| Size(bytes).to_string());
        assert_eq!(shown, ["0 bytes", "1023 bytes", "64 MiB", "1.5 GiB", "16777216 TiB"]);
        let over = OverBudget { wanted: 100 * MIB, left: 10 * MIB, total: 64 * MIB };
        assert_eq!(over.to_string(), "takes 100 MiB of memory, but 10 MiB of the budget of 64 MiB are left");
        assert!(over.help().ends_with("`--memory 192MiB`"), "{}", over.help());
    }
}
