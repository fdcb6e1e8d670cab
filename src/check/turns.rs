//! The scenes that are under way. A thread whose scene does not fit beside them waits here until one of them ends.
//!
//! A thread that waits has no scene and no memory, so no other thread waits for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts the scenes that are under way.
#[derive(Debug, Default)]
pub(super) struct Turns {
    counts: Mutex<TurnCounts>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct TurnCounts {
    under_way: usize,
    ended: u64,
}

/// A scene that is under way until this is dropped.
#[derive(Debug)]
pub(super) struct SceneTurn<'t>(&'t Turns);

impl Turns {
    /// Counts another scene.
    pub(super) fn begin(&self) -> SceneTurn<'_> {
        self.counts().under_way += 1;
        SceneTurn(self)
    }

    /// Waits until a scene ends. Returns at once when none is under way.
    pub(super) fn wait(&self) {
        let counts = self.counts();
        let before = counts.ended;
        let is_waiting = |counts: &mut TurnCounts| counts.under_way > 0 && counts.ended == before;
        drop(self.ended.wait_while(counts, is_waiting).unwrap_or_else(PoisonError::into_inner));
    }

    fn counts(&self) -> MutexGuard<'_, TurnCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SceneTurn<'_> {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        counts.under_way -= 1;
        counts.ended += 1;
        drop(counts);
        self.0.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_thread_waits_until_a_scene_ends() {
        let turns = Turns::default();
        turns.wait();
        let (one, other) = (turns.begin(), turns.begin());
        thread::scope(|scope| {
            let waiting = scope.spawn(|| turns.wait());
            thread::sleep(std::time::Duration::from_millis(20));
            assert!(!waiting.is_finished());
            drop(one);
            waiting.join().unwrap();
        });
        drop(other);
        turns.wait();
        assert_eq!(turns.counts().under_way, 0);
    }
}
