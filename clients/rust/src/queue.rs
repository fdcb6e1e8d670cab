//! The queue between the game's thread and the thread that writes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use crate::tick::Tick;

#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Told when the client is gone.
    closed: Condvar,
    /// Whether somebody takes lines.
    pub(crate) is_connected: AtomicBool,
    /// Whether the next tick must begin with the whole world.
    pub(crate) needs_keyframe: AtomicBool,
    /// The number of ticks whose lines were not sent although somebody took lines.
    pub(crate) dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    ticks: VecDeque<Tick>,
    bytes: usize,
    /// Whether a keyframe came before what comes now.
    has_base: bool,
    is_closed: bool,
    spare: Option<Tick>,
}

impl Queue {
    /// Adds what is in `pending` without waiting; it stays there while the other thread holds the lock, which is never for long.
    /// Returns an empty tick with the room of an old one, if there is one.
    pub(crate) fn push(&self, pending: &mut Vec<Tick>, limit: usize) -> Option<Tick> {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let spare = state.spare.take();
        self.add(&mut state, pending, limit);
        spare
    }

    /// Whether the ticks can be added and none is dropped for them.
    pub(crate) fn has_room(&self, pending: &[Tick], limit: usize) -> bool {
        let state = self.lock();
        state.ticks.is_empty() || pending.iter().map(Tick::bytes).sum::<usize>() <= limit.saturating_sub(state.bytes)
    }

    /// Takes back a tick that was written.
    pub(crate) fn give_back(&self, mut tick: Tick) {
        tick.clear();
        self.lock().spare.get_or_insert(tick);
    }

    /// Adds what is in `pending`, and says that nothing more will come.
    pub(crate) fn close(&self, pending: &mut Vec<Tick>, limit: usize) {
        let mut state = self.lock();
        state.is_closed = true;
        self.add(&mut state, pending, limit);
        self.closed.notify_one();
    }

    /// When the ticks take more than `limit` bytes, those in the queue are dropped: without the oldest, the changes in the others have no
    /// base. What follows has one again from the next keyframe on.
    fn add(&self, state: &mut State, pending: &mut Vec<Tick>, limit: usize) {
        for tick in pending.drain(..) {
            let bytes = tick.bytes();
            if state.bytes + bytes > limit && !state.ticks.is_empty() {
                self.clear(state);
            }
            if state.has_base || tick.keyframe.is_some() {
                state.has_base = true;
                state.bytes += bytes;
                state.ticks.push_back(tick);
            } else {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                self.needs_keyframe.store(true, Ordering::Relaxed);
            }
        }
    }

    fn clear(&self, state: &mut State) {
        self.dropped.fetch_add(state.ticks.len() as u64, Ordering::Relaxed);
        state.ticks.clear();
        state.bytes = 0;
        state.has_base = false;
    }

    /// The oldest tick, after waiting for it if need be; `None` when the client is gone and nothing will come. It looks every few
    /// milliseconds. If the game's thread woke it, a system with few free cores would often let it run before the game's thread goes on.
    pub(crate) fn take(&self) -> Option<Tick> {
        let mut state = self.lock();
        while state.ticks.is_empty() && !state.is_closed {
            let waited = self.closed.wait_timeout(state, Duration::from_millis(4));
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let tick = state.ticks.pop_front()?;
        state.bytes -= tick.bytes();
        Some(tick)
    }

    /// Begins or ends a connection: what is in the queue belongs to the one before.
    pub(crate) fn set_connected(&self, is_connected: bool) {
        self.clear(&mut self.lock());
        self.needs_keyframe.store(true, Ordering::Relaxed);
        self.is_connected.store(is_connected, Ordering::Relaxed);
    }

    /// Waits, but not after the client is gone; whether it is still there.
    pub(crate) fn sleep(&self, time: Duration) -> bool {
        let waited = self.closed.wait_timeout_while(self.lock(), time, |state| !state.is_closed);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !state.is_closed
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
