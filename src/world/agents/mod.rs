//! The agents of a scene: each runs its behaviour tree, sees with its camera and moves its body, tick by tick.
//!
//! - [`Recording`] runs them forward and keeps what happened. Any tick is reached again from a snapshot before it.
//! - [`AgentAt`] is an agent at a tick: how its nodes stand, its blackboard, and all events so far.
//! - Leaves meet the world in `senses`; `sight` looks past walls, `moves` goes and turns.
//!
//! An agent has made `floor(time · tick_rate)` ticks of its own, at tick 0 none. In each tick of the scene first all objects
//! on paths move, then agents make their ticks in file order, so that a later one sees what an earlier one did. An
//! action that moves or turns its body takes it off its path for good. Nothing depends on the machine or on what was
//! looked at before: the same scene gives the same events.

mod agent;
mod clock;
mod history;
mod moves;
mod plan;
mod recording;
mod senses;
mod shared;
mod sight;
mod simulation;
mod stand;
mod track;

pub use agent::AgentAt;
pub use history::{Breakpoint, Change};
pub use recording::{MOST_TICKS, Recording};
pub use shared::Shared;
pub use sight::Sight;
pub(super) use stand::Stand;

#[cfg(test)]
mod tests;
