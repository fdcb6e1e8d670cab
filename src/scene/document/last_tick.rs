//! The last tick that a scene can name.

/// The last tick that a scene can name, such as the one at which it opens. Agents are run up to that tick, one tick after the
/// other.
pub(crate) const LAST_TICK: u64 = 1_000_000;
